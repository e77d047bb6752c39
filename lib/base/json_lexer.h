/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the lexer of a JSON document leaves behind. Private to the json*.c files of this floor. */
#ifndef BASE_JSON_LEXER_H
#define BASE_JSON_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/text.h"

/*
 * One value. The nodes of a document lie in one array in the order in which the values begin, so a
 * container is followed by its subtree, and the node after the subtree is its sibling.
 */
struct json_node {
	enum json_kind kind;
	uint32_t size;	   /* nodes of the subtree, this one included */
	uint32_t children; /* direct ones */
	bool is_last;	   /* has no sibling after it */
	bool boolean;	   /* JSON_BOOLEAN only */
	struct json_place place;
	struct json_place key_place; /* line 0: has no key */
	uint32_t offset;	     /* of the value's bytes in the document */
	uint32_t length;
	const char *key;    /* unescaped, borrowed from the tree of cJSON; NULL: has no key */
	const char *string; /* the same; JSON_STRING only */
};

struct cJSON;

struct json {
	char *name;
	char *bytes; /* our copy: raw numbers point into it */
	struct json_node *nodes;
	size_t count;
	struct cJSON *tree; /* owns keys and strings */
};

/* Validates @bytes and lists its nodes, without keys and strings; lines count from @line.
 * @ret_nodes is owned by the caller. */
must_check int json_lex(struct span bytes, const char *name, uint32_t line,
			struct json_node **ret_nodes, size_t *ret_count, struct diag *diag);
/* Adds a sentence at "NAME:LINE:COLUMN" and returns @code. */
int json_complain_at(const char *name, struct json_place place, int code, struct diag *diag,
		     const char *format, ...) format_like(5, 6);

#endif
