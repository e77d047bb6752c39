/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of borrowed bytes, UTF-8 and a text builder that remembers running out of memory. */
#include "config.h"

#include "base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

struct code_range {
	uint32_t first;
	uint32_t last;
};

/*
 * Code points that a terminal obeys or hides instead of showing: with them a name could look like
 * another one, or turn around the text that follows it. Sorted. Not asked of the locale, so that a
 * report has the same bytes everywhere.
 */
static const struct code_range unprintable[] = {
	{ 0x0000, 0x001f },    /* C0 controls */
	{ 0x007f, 0x009f },    /* DEL, C1 controls */
	{ 0x00ad, 0x00ad },    /* soft hyphen */
	{ 0x061c, 0x061c },    /* Arabic letter mark */
	{ 0x180e, 0x180e },    /* Mongolian vowel separator */
	{ 0x200b, 0x200f },    /* zero width, direction marks */
	{ 0x2028, 0x202e },    /* line and paragraph separator, embeddings, overrides */
	{ 0x2060, 0x206f },    /* joiner, isolates, deprecated controls */
	{ 0xfdd0, 0xfdef },    /* noncharacters */
	{ 0xfeff, 0xfeff },    /* byte order mark */
	{ 0xfff0, 0xfffb },    /* unassigned, interlinear annotation */
	{ 0xe0000, 0xe0fff },  /* tags, variation selectors */
	{ 0xf0000, 0x10ffff }, /* private planes */
};

struct span span_of(const char *string)
{
	return (struct span){ .bytes = string, .length = strlen(string) };
}

bool span_equal(struct span a, struct span b)
{
	return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

bool span_is(struct span a, const char *string)
{
	return span_equal(a, span_of(string));
}

bool span_starts(struct span a, const char *prefix)
{
	size_t length = strlen(prefix);

	return a.length >= length && (length == 0 || memcmp(a.bytes, prefix, length) == 0);
}

bool span_ends(struct span a, const char *suffix)
{
	size_t length = strlen(suffix);

	return a.length >= length &&
	       (length == 0 || memcmp(a.bytes + a.length - length, suffix, length) == 0);
}

/* For spans without bytes the pointer may be NULL, and NULL takes no arithmetic. */
struct span span_from(struct span a, size_t start)
{
	if (start == 0)
		return a;
	return (struct span){ .bytes = a.bytes + start, .length = a.length - start };
}

bool span_skip(struct span *a, const char *prefix)
{
	if (!span_starts(*a, prefix))
		return false;
	*a = span_from(*a, strlen(prefix));
	return true;
}

size_t span_digits(struct span a)
{
	size_t length = 0;

	while (length < a.length && a.bytes[length] >= '0' && a.bytes[length] <= '9')
		length++;
	return length;
}

const char *word_at(const char *const *words, size_t count, size_t index)
{
	return index < count && words[index] ? words[index] : "";
}

/* isspace() would ask the locale. */
static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct span span_up_to(struct span a, size_t length)
{
	return (struct span){ .bytes = a.bytes, .length = length };
}

struct span span_trim(struct span a)
{
	size_t start = 0;

	while (start < a.length && is_blank(a.bytes[start]))
		start++;
	a = span_from(a, start);
	while (a.length > 0 && is_blank(a.bytes[a.length - 1]))
		a.length--;
	return a;
}

bool span_token(struct span *rest, struct span *ret_token)
{
	size_t start = 0;

	while (start < rest->length && is_blank(rest->bytes[start]))
		start++;
	*rest = span_from(*rest, start);

	size_t length = 0;

	while (length < rest->length && !is_blank(rest->bytes[length]))
		length++;
	if (length == 0)
		return false;
	*ret_token = span_up_to(*rest, length);
	*rest = span_from(*rest, length);
	return true;
}

bool span_split(struct span *rest, char separator, struct span *ret_part)
{
	if (rest->length == 0)
		return false;

	const char *found = memchr(rest->bytes, separator, rest->length);
	size_t length = found ? (size_t)(found - rest->bytes) : rest->length;

	*ret_part = span_up_to(*rest, length);
	*rest = span_from(*rest, found ? length + 1 : length);
	return true;
}

char *span_copy(struct span a)
{
	if (a.length > 0 && memchr(a.bytes, '\0', a.length))
		return NULL;
	if (a.length == SIZE_MAX)
		return NULL;

	char *copy = malloc(a.length + 1);

	if (!copy)
		return NULL;
	if (a.length > 0)
		memcpy(copy, a.bytes, a.length);
	copy[a.length] = '\0';
	return copy;
}

/* Length of a sequence by its first byte, that byte's own bits, and the smallest code point that
 * needs this length: a smaller one is an overlong form. */
static size_t utf8_first(unsigned char byte, uint32_t *ret_bits, uint32_t *ret_smallest)
{
	if (byte < 0x80) {
		*ret_bits = byte;
		*ret_smallest = 0;
		return 1;
	}
	if ((byte & 0xe0) == 0xc0) {
		*ret_bits = byte & 0x1f;
		*ret_smallest = 0x80;
		return 2;
	}
	if ((byte & 0xf0) == 0xe0) {
		*ret_bits = byte & 0x0f;
		*ret_smallest = 0x800;
		return 3;
	}
	if ((byte & 0xf8) == 0xf0) {
		*ret_bits = byte & 0x07;
		*ret_smallest = 0x10000;
		return 4;
	}
	return 0;
}

size_t span_utf8_head(struct span a, uint32_t *ret_code_point)
{
	if (a.length == 0)
		return 0;

	uint32_t code;
	uint32_t smallest;
	size_t length = utf8_first((unsigned char)a.bytes[0], &code, &smallest);

	if (length == 0 || length > a.length)
		return 0;
	for (size_t i = 1; i < length; i++) {
		unsigned char byte = (unsigned char)a.bytes[i];

		if ((byte & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (byte & 0x3f);
	}
	if (code < smallest || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		return 0;
	*ret_code_point = code;
	return length;
}

bool span_is_utf8(struct span a)
{
	while (a.length > 0) {
		uint32_t code;
		size_t length = span_utf8_head(a, &code);

		if (length == 0)
			return false;
		a = span_from(a, length);
	}
	return true;
}

void text_done(struct text *text)
{
	free(text->bytes);
	*text = (struct text){ 0 };
}

static bool text_has_room(struct text *text, size_t more)
{
	size_t needed;

	if (text->status < 0)
		return false;
	if (__builtin_add_overflow(text->length, more, &needed) ||
	    __builtin_add_overflow(needed, 1, &needed) ||
	    array_reserve(&text->bytes, &text->capacity, needed, 1) < 0) {
		text->status = -ENOMEM;
		return false;
	}
	return true;
}

void text_add_span(struct text *text, struct span span)
{
	if (!text_has_room(text, span.length))
		return;
	if (span.length > 0)
		memcpy(text->bytes + text->length, span.bytes, span.length);
	text->length += span.length;
	text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_span(text, span_of(string));
}

void text_add_char(struct text *text, char c)
{
	text_add_span(text, (struct span){ .bytes = &c, .length = 1 });
}

void text_addv(struct text *text, const char *format, va_list arguments)
{
	va_list again;

	if (!text_has_room(text, 0))
		return;
	va_copy(again, arguments);

	size_t room = text->capacity - text->length;
	int length = vsnprintf(text->bytes + text->length, room, format, arguments);

	if (length < 0)
		text->status = -ENOMEM; /* vsnprintf fails for memory, or beyond INT_MAX bytes */
	else if ((size_t)length >= room && text_has_room(text, (size_t)length))
		(void)vsnprintf(text->bytes + text->length, (size_t)length + 1, format,
				again); /* measured above */
	va_end(again);
	if (text->status == 0)
		text->length += (size_t)length;
	text->bytes[text->length] = '\0'; /* what did not fit whole is not there at all */
}

void text_addf(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_addv(text, format, arguments);
	va_end(arguments);
}

static bool is_printable(uint32_t code)
{
	if ((code & 0xfffe) == 0xfffe)
		return false; /* the two noncharacters that end each plane */
	for (size_t i = 0; i < ARRAY_SIZE(unprintable); i++) {
		if (code <= unprintable[i].last)
			return code < unprintable[i].first;
	}
	return true;
}

/* Most text is printable ASCII, of which nothing need be looked up. */
static size_t plain_length(struct span span)
{
	size_t length = 0;

	while (length < span.length && span.bytes[length] >= ' ' && span.bytes[length] <= '~')
		length++;
	return length;
}

void text_add_safe(struct text *text, struct span span)
{
	for (;;) {
		size_t plain = plain_length(span);

		text_add_span(text, span_up_to(span, plain));
		span = span_from(span, plain);
		if (span.length == 0)
			return;

		uint32_t code;
		size_t length = span_utf8_head(span, &code);

		if (length > 0 && is_printable(code)) {
			text_add_span(text, span_up_to(span, length));
			span = span_from(span, length);
			continue;
		}
		if (length == 0)
			length = 1;
		for (size_t i = 0; i < length; i++)
			text_addf(text, "\\x%02x", (unsigned char)span.bytes[i]);
		span = span_from(span, length);
	}
}

void text_clear(struct text *text)
{
	text->length = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

int text_status(const struct text *text)
{
	return text->status;
}

struct span text_span(const struct text *text)
{
	return (struct span){ .bytes = text->bytes, .length = text->length };
}

int text_take(struct text *text, char **ret_string)
{
	if (!text_has_room(text, 0))
		return text->status;
	text->bytes[text->length] = '\0';
	*ret_string = text->bytes;
	*text = (struct text){ 0 };
	return 0;
}
