/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a boot line says of the security of its host. */
#include "config.h"

#include "guard/boot.h"

#include <string.h>

#define BLANKS " \t\n\r\v\f"

struct argument {
	struct span name;
	struct span value;
	bool has_value;
};

static bool is_blank(char c)
{
	return c != '\0' && strchr(BLANKS, c);
}

static struct span without_last_quote(struct span text)
{
	if (span_ends(text, "\""))
		text.length--;
	return text;
}

/* The first '=' behind the first byte; 0: none. */
static size_t equals_in(struct span text)
{
	for (size_t i = 1; i < text.length; i++) {
		if (text.bytes[i] == '=')
			return i;
	}
	return 0;
}

/* A part up to a blank that no quote protects. As the kernel's next_arg(): quotes go away around
 * the whole and around the value, and stay in the middle. */
static struct argument argument_of(struct span text)
{
	struct argument argument = { .name = text };
	bool is_quoted = span_skip(&text, "\"");
	size_t equals;

	if (is_quoted)
		text = without_last_quote(text);
	argument.name = text;
	equals = equals_in(text);
	if (equals == 0)
		return argument;
	argument.has_value = true;
	argument.name.length = equals;
	argument.value = span_from(text, equals + 1);
	if (span_skip(&argument.value, "\""))
		argument.value = without_last_quote(argument.value);
	return argument;
}

/* The next one for the kernel; false at the end, and at "--": what follows is for the first
 * program. */
static bool next_argument(struct span *rest, struct argument *ret_argument)
{
	bool is_in_quotes = false;
	struct span text;
	size_t length = 0;

	while (rest->length > 0 && is_blank(rest->bytes[0]))
		*rest = span_from(*rest, 1);
	text = *rest;
	for (; length < text.length; length++) {
		if (is_blank(text.bytes[length]) && !is_in_quotes)
			break;
		if (text.bytes[length] == '"')
			is_in_quotes = !is_in_quotes;
	}
	text.length = length;
	*rest = span_from(*rest, length);
	*ret_argument = argument_of(text);
	if (length > 0 && (ret_argument->has_value || !span_is(ret_argument->name, "--")))
		return true;
	rest->length = 0;
	return false;
}

int boot_line_value(struct span line, const struct boot_parameter *parameter,
		    struct text *ret_value)
{
	struct argument argument;
	bool is_there = false;

	while (next_argument(&line, &argument)) {
		if (boot_parameter_find(argument.name) != parameter)
			continue;
		if (!parameter->accumulates)
			text_clear(ret_value);
		else if (is_there)
			text_add_char(ret_value, ',');
		is_there = true;
		/* "quiet=" tells the kernel no more than "quiet" does. */
		if (argument.value.length > 0)
			text_add_span(ret_value, argument.value);
		else
			text_add(ret_value, BOOT_SET);
	}
	if (!is_there)
		text_add(ret_value, BOOT_ABSENT);
	return text_status(ret_value);
}

bool boot_line_next_sysctl(struct span *rest, struct span *ret_key, struct span *ret_value)
{
	struct argument argument;

	while (next_argument(rest, &argument)) {
		struct span key = argument.name;

		if ((span_skip(&key, "sysctl.") || span_skip(&key, "sysctl/")) && key.length > 0 &&
		    argument.value.length > 0) {
			*ret_key = key;
			*ret_value = argument.value;
			return true;
		}
	}
	return false;
}

/* Number of the rank that holds @word, the weakest 0; -1: none does. */
static int rank_of_word(const struct boot_parameter *parameter, struct span word)
{
	for (int i = 0; parameter->secure_ranks[i]; i++) {
		struct span rest = span_of(parameter->secure_ranks[i]);
		struct span ranked;

		while (span_token(&rest, &ranked)) {
			if (span_equal(word, ranked))
				return i;
		}
	}
	return -1;
}

/* Of a list the weakest word counts; one that no rank holds leaves the others' rank in doubt, but
 * for what is weak already. */
static int rank_of_value(const struct boot_parameter *parameter, struct span value, int floor)
{
	bool is_all_known = true;
	int weakest = -1;
	struct span word;

	if (!parameter->is_list)
		return rank_of_word(parameter, value);
	while (span_split(&value, ',', &word)) {
		int rank = rank_of_word(parameter, word);

		if (rank < 0)
			is_all_known = false;
		else if (weakest < 0 || rank < weakest)
			weakest = rank;
	}
	return is_all_known || weakest < floor ? weakest : -1;
}

static enum strength rank_strength(const struct boot_parameter *parameter, struct span value,
				   struct text *why)
{
	struct span floor = span_of(parameter->secure_floor);
	int lowest = rank_of_word(parameter, floor);
	int rank = rank_of_value(parameter, value, lowest);

	if (rank < 0) {
		text_add(why, "nobody said how secure this value is");
		return STRENGTH_UNKNOWN;
	}
	if (rank >= lowest)
		return STRENGTH_SECURE;
	text_add(why, "less protective than ");
	if (span_is(floor, BOOT_ABSENT))
		text_add(why, "without it");
	else
		text_add_span(why, floor);
	return STRENGTH_WEAK;
}

static bool list_holds(struct span list, struct span wanted)
{
	struct span word;

	while (span_split(&list, ',', &word)) {
		if (span_equal(word, wanted))
			return true;
	}
	return false;
}

static enum strength words_strength(const struct boot_parameter *parameter, struct span value,
				    struct text *why)
{
	struct span floor = span_of(parameter->secure_floor);
	struct span word;

	while (span_token(&floor, &word)) {
		if (list_holds(value, word))
			continue;
		text_addf(why, "leaves out some of %s", parameter->secure_floor);
		return STRENGTH_WEAK;
	}
	return STRENGTH_SECURE;
}

/* Of these an absent one says nothing at all. */
static enum strength other_strength(const struct boot_parameter *parameter, struct span value,
				    struct text *why)
{
	if (span_is(value, BOOT_ABSENT))
		return STRENGTH_NONE;
	if (parameter->security == SECURITY_MORE_WORDS)
		return words_strength(parameter, value, why);
	if (parameter->security == SECURITY_PROGRAM) {
		text_add(why, "the kernel runs as root what this names");
		return STRENGTH_PROGRAM;
	}
	text_add(why, "authorities disagree: only the role of the host decides");
	return STRENGTH_CONTESTED;
}

int guard_boot_strength(const struct boot_parameter *parameter, struct span value,
			enum strength *ret_strength, struct text *ret_why)
{
	*ret_strength = parameter->security == SECURITY_RANKED
				? rank_strength(parameter, value, ret_why)
				: other_strength(parameter, value, ret_why);
	return text_status(ret_why);
}
