/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans (borrowed bytes, never assumed terminated) and a growing text builder. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cleanup.h"

struct span {
	const char *bytes;
	size_t length;
};

struct span span_of(const char *string);
bool span_equal(struct span a, struct span b);
bool span_is(struct span a, const char *string);
bool span_starts(struct span a, const char *prefix);
bool span_ends(struct span a, const char *suffix);
/* The part from @start on; at most a.length. */
struct span span_from(struct span a, size_t start);
/* Takes @prefix off the front; false, and nothing changed, when @a does not start with it. */
bool span_skip(struct span *a, const char *prefix);
/* How many decimal digits @a begins with. */
size_t span_digits(struct span a);
/* The word of number @index in a table with holes; "" where there is none. */
const char *word_at(const char *const *words, size_t count, size_t index);
/* Without blanks (space, tab, newline, carriage return, vertical tab, form feed) at both ends. */
struct span span_trim(struct span a);
/* The next token of non-blanks; false when none is left. @rest moves behind it. */
bool span_token(struct span *rest, struct span *ret_token);
/* The part before @separator; false when @rest is exhausted. @rest moves behind the separator. */
bool span_split(struct span *rest, char separator, struct span *ret_part);
/* A terminated copy, owned by the caller; NULL when out of memory or when @a holds a NUL. */
char *span_copy(struct span a);
/* True when every byte belongs to a well-formed UTF-8 sequence (RFC 3629: no surrogates, no
 * overlong forms). */
bool span_is_utf8(struct span a);
/* Bytes of the well-formed UTF-8 sequence at the start of @a; 0 when there is none. */
size_t span_utf8_head(struct span a, uint32_t *ret_code_point);

/*
 * The builder never fails in the middle: running out of memory is remembered,
 * later calls do nothing, and text_take() or text_status() reports it.
 */
struct text {
	char *bytes; /* terminated whenever it is not NULL */
	size_t length;
	size_t capacity;
	int status; /* 0 or -ENOMEM */
};

void text_done(struct text *text);
#define auto_text cleanup(text_done)
void text_add(struct text *text, const char *string);
void text_add_span(struct text *text, struct span span);
void text_add_char(struct text *text, char c);
void text_addf(struct text *text, const char *format, ...) format_like(2, 3);
void text_addv(struct text *text, const char *format, va_list arguments) format_like(2, 0);
/* As text_add_span, but what is not printable or not UTF-8 becomes \xNN (HOUSE 4). A literal
 * backslash stays single. */
void text_add_safe(struct text *text, struct span span);
/* A word as a shell reads it back; safe as above. */
void text_add_quoted(struct text *text, const char *string);
void text_clear(struct text *text);
must_check int text_status(const struct text *text);
struct span text_span(const struct text *text);
/* Hands the bytes to the caller (never NULL on success, "" when nothing was added). */
must_check int text_take(struct text *text, char **ret_string);

#endif
