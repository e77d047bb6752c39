/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads a value from the kernel's text: the whole of it, or not at all. */
#include "config.h"

#include "value/value.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"

static int parse_number(const struct value_format *format, struct span text, struct value *value)
{
	if (!text.length)
		return -EBADMSG;
	return number_parse(text, format->base, &value->number);
}

static int parse_vector(const struct value_format *format, struct span text, struct value *value)
{
	struct value_vector *vector = &value->vector;
	struct span rest = text, token;

	while (span_token(&rest, &token)) {
		int r;

		if (format->elements && vector->count == format->elements)
			return -EBADMSG;
		if (vector->count == VALUE_ELEMENTS_MAX)
			return -ERANGE;
		r = number_parse(token, format->base, &vector->elements[vector->count]);
		if (r < 0)
			return r;
		vector->count++;
	}
	if (!vector->count || (format->elements && vector->count != format->elements))
		return -EBADMSG;
	return 0;
}

static bool has_nul(struct span text)
{
	return text.length && memchr(text.bytes, '\0', text.length);
}

static bool has_bracket(struct span word)
{
	return memchr(word.bytes, '[', word.length) || memchr(word.bytes, ']', word.length);
}

/* Takes the brackets off; -EBADMSG when they do not enclose a whole word. */
static int unwrap_word(struct span *word, bool *ret_is_chosen)
{
	bool is_chosen = span_starts(*word, "[") && span_ends(*word, "]") && word->length > 2;

	if (is_chosen)
		*word = (struct span){ word->bytes + 1, word->length - 2 };
	if (has_bracket(*word))
		return -EBADMSG;
	*ret_is_chosen = is_chosen;
	return 0;
}

static int parse_choice(struct span text, struct value *value)
{
	auto_text struct text offered = { 0 };
	autofree char *chosen = NULL;
	struct span rest = text, word = { 0 }, marked = { 0 };
	size_t words = 0;
	int r;

	if (has_nul(text))
		return -EBADMSG;
	for (; span_token(&rest, &word); words++) {
		bool is_chosen;

		r = unwrap_word(&word, &is_chosen);
		if (r < 0)
			return r;
		if (is_chosen && marked.length)
			return -EBADMSG;
		if (is_chosen)
			marked = word;
		if (words)
			text_add_char(&offered, ' ');
		text_add_span(&offered, word);
	}
	if (!words || (words > 1 && !marked.length))
		return -EBADMSG;
	chosen = span_copy(marked.length ? marked : text);
	if (!chosen)
		return -ENOMEM;
	if (marked.length) {
		r = text_take(&offered, &value->choice.offered);
		if (r < 0)
			return r;
	}
	value->choice.chosen = take_ptr(chosen);
	return 0;
}

static int parse_flag(struct span text, struct value *value)
{
	if (text.length != 1)
		return -EBADMSG;
	switch (text.bytes[0]) {
	case '0':
	case 'N':
	case 'n':
		value->flag = false;
		return 0;
	case '1':
	case 'Y':
	case 'y':
		value->flag = true;
		return 0;
	default:
		return -EBADMSG;
	}
}

static int parse_text(struct span text, struct value *value)
{
	if (has_nul(text))
		return -EBADMSG;
	value->text = span_copy(text);
	return value->text ? 0 : -ENOMEM;
}

static int parse_kind(const struct value_format *format, struct span text, struct value *value)
{
	switch (format->kind) {
	case VALUE_NUMBER:
		return parse_number(format, text, value);
	case VALUE_VECTOR:
		return parse_vector(format, text, value);
	case VALUE_CHOICE:
		return parse_choice(text, value);
	case VALUE_FLAG:
		return parse_flag(text, value);
	case VALUE_CPULIST:
		if (format->cpulist == CPULIST_MASK)
			return cpulist_parse_mask(text, &value->cpulist);
		return cpulist_parse(text, &value->cpulist);
	case VALUE_TEXT:
		return parse_text(text, value);
	case VALUE_RELEASE:
		return release_parse(text, &value->release);
	}
	return -EINVAL;
}

int value_parse(const struct value_format *format, struct span text, struct value *ret_value)
{
	struct value value = { 0 };
	int r = parse_kind(format, span_trim(text), &value);

	if (r < 0)
		return r;
	value.kind = format->kind;
	*ret_value = value;
	return 0;
}
