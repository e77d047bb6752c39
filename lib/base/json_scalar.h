/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lexer's state and its rules for strings, numbers and words. Private to the json*.c files of
 * this floor. */
#ifndef BASE_JSON_SCALAR_H
#define BASE_JSON_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/json_lexer.h"
#include "base/text.h"

struct lexer {
	struct span bytes;
	size_t at;
	size_t line_start;
	uint32_t line;
	uint32_t depth;
	const char *name;
	struct diag *diag;
	struct json_node *nodes;
	size_t count;
	size_t capacity;
};

static inline bool lexer_is_at_end(const struct lexer *lexer)
{
	return lexer->at >= lexer->bytes.length;
}

/* The byte @ahead of here; 0 behind the end, which no rule accepts. */
static inline unsigned char lexer_peek(const struct lexer *lexer, size_t ahead)
{
	if (lexer->bytes.length - lexer->at <= ahead)
		return 0;
	return (unsigned char)lexer->bytes.bytes[lexer->at + ahead];
}

/* No token holds a line end, so all of a token is on the current line. */
static inline struct json_place lexer_place(const struct lexer *lexer, size_t at)
{
	return (struct json_place){
		.line = lexer->line,
		.column = (uint32_t)(at - lexer->line_start + 1),
	};
}

/* Adds "found X, expected Y" at @at and returns -EBADMSG. */
int lexer_refuse(const struct lexer *lexer, size_t at, const char *found, const char *expected);
/* The same about the byte that is next. */
int lexer_refuse_byte(const struct lexer *lexer, const char *expected);
/* At the opening quote; goes behind the closing one. */
must_check int lexer_string(struct lexer *lexer);
/* The value that begins here and is no container. @ret_boolean is set for JSON_BOOLEAN. */
must_check int lexer_scalar(struct lexer *lexer, enum json_kind *ret_kind, bool *ret_boolean);

#endif
