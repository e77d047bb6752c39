/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A strict JSON reader with positions, and a builder. The lexer here validates and records line,
 * column and the raw text of numbers; cJSON builds the tree and prints. The only caller of cJSON.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/number.h"
#include "base/text.h"

#define JSON_MAX_BYTES (1024 * 1024)
#define JSON_MAX_DEPTH 32

/* ---- reading ---- */

struct json;	  /* a document; owns its nodes */
struct json_node; /* borrowed from its document */

enum json_kind {
	JSON_NULL = 1,
	JSON_BOOLEAN,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json_place {
	uint32_t line;	 /* from 1 */
	uint32_t column; /* from 1, in bytes */
};

/*
 * Reads one document. @name is what diagnostics call it (copied). Refused with -EBADMSG, a place
 * "NAME:LINE:COLUMN" and what was expected: duplicate keys, lone surrogates, invalid UTF-8, leading
 * zeros, integers beyond 2^53, NUL (raw or escaped), trailing bytes, depth over JSON_MAX_DEPTH,
 * more than JSON_MAX_BYTES (-EFBIG), raw control characters, a BOM.
 */
must_check int json_read(struct span bytes, const char *name, struct json **ret_json,
			 struct diag *diag);
/* The same for a document that is one line of a file: places count lines from @line. */
must_check int json_read_line(struct span bytes, const char *name, uint32_t line,
			      struct json **ret_json, struct diag *diag);
/* As json_read() with a limit of its own in the place of JSON_MAX_BYTES. */
must_check int json_read_up_to(struct span bytes, size_t max_bytes, const char *name,
			       struct json **ret_json, struct diag *diag);
void json_free(struct json *json);
static inline void json_freep(struct json **json)
{
	json_free(*json);
}
#define auto_json cleanup(json_freep)

const struct json_node *json_root(const struct json *json);
enum json_kind json_kind(const struct json_node *node);
const char *json_kind_name(enum json_kind kind);
/* First child of an array or object and the one after; NULL at the end. */
const struct json_node *json_first(const struct json_node *node);
const struct json_node *json_next(const struct json_node *node);
size_t json_count(const struct json_node *node);
const char *json_key(const struct json_node *node); /* NULL in arrays */
const struct json_node *json_member(const struct json_node *object,
				    const char *key); /* NULL: not there */
const char *
json_string(const struct json_node *node);	 /* JSON_STRING only; terminated, no NUL inside */
bool json_boolean(const struct json_node *node); /* JSON_BOOLEAN only */
/* The number exactly as written, an integer: -EBADMSG for a fraction or an exponent. */
must_check int json_number(const struct json *json, const struct json_node *node,
			   struct number *ret_number);
struct span json_raw_number(const struct json *json, const struct json_node *node);
struct json_place json_place(const struct json *json,
			     const struct json_node *node); /* of the value */
struct json_place json_key_place(const struct json *json, const struct json_node *node);
/* Adds a sentence at the node's place ("NAME:LINE:COLUMN") and returns @code. */
int json_complain(const struct json *json, const struct json_node *node, int code,
		  struct diag *diag, const char *format, ...) format_like(5, 6);
/* -EBADMSG with "expected a KIND, found a KIND" unless @node has that kind. */
must_check int json_expect(const struct json *json, const struct json_node *node,
			   enum json_kind kind, struct diag *diag);
/* -EBADMSG at the key for a key that is not among @known (NULL-terminated); the sentence lists what
 * is known. */
must_check int json_reject_unknown(const struct json *json, const struct json_node *object,
				   const char *const *known, struct diag *diag);

/* ---- building ---- */

/*
 * A document being written. Strings pass text_add_safe(). Running out of memory is remembered and
 * reported by json_print(). Containers returned are borrowed; NULL is accepted everywhere and does
 * nothing.
 */
struct json_writer;
struct json_container;

struct json_writer *json_writer_new(void); /* NULL: out of memory */
void json_writer_free(struct json_writer *writer);
static inline void json_writer_freep(struct json_writer **writer)
{
	json_writer_free(*writer);
}
#define auto_json_writer cleanup(json_writer_freep)
struct json_container *json_writer_root(struct json_writer *writer); /* an object */
/* @key is NULL inside an array. */
struct json_container *json_add_object(struct json_writer *writer, struct json_container *in,
				       const char *key);
struct json_container *json_add_array(struct json_writer *writer, struct json_container *in,
				      const char *key);
void json_add_string(struct json_writer *writer, struct json_container *in, const char *key,
		     const char *string); /* NULL: null */
void json_add_u64(struct json_writer *writer, struct json_container *in, const char *key,
		  uint64_t number);
void json_add_i64(struct json_writer *writer, struct json_container *in, const char *key,
		  int64_t number);
void json_add_boolean(struct json_writer *writer, struct json_container *in, const char *key,
		      bool yes);
void json_add_null(struct json_writer *writer, struct json_container *in, const char *key);
/* Appends the document, indented, with a final newline. */
must_check int json_print(const struct json_writer *writer, struct text *text);

#endif
