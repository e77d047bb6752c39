/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What callers ask of a JSON document that was read, and what they complain about in it. */
#include "config.h"

#include "base/json.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/json_lexer.h"

const struct json_node *json_root(const struct json *json)
{
	return json->nodes;
}

enum json_kind json_kind(const struct json_node *node)
{
	return node->kind;
}

const char *json_kind_name(enum json_kind kind)
{
	switch (kind) {
	case JSON_NULL:
		return "null";
	case JSON_BOOLEAN:
		return "boolean";
	case JSON_NUMBER:
		return "number";
	case JSON_STRING:
		return "string";
	case JSON_ARRAY:
		return "array";
	case JSON_OBJECT:
		return "object";
	}
	return "unknown kind";
}

const struct json_node *json_first(const struct json_node *node)
{
	return node->children > 0 ? node + 1 : NULL;
}

const struct json_node *json_next(const struct json_node *node)
{
	return node->is_last ? NULL : node + node->size;
}

size_t json_count(const struct json_node *node)
{
	return node->children;
}

const char *json_key(const struct json_node *node)
{
	return node->key;
}

const struct json_node *json_member(const struct json_node *object, const char *key)
{
	if (object->kind != JSON_OBJECT)
		return NULL;
	for (const struct json_node *n = json_first(object); n; n = json_next(n)) {
		if (strcmp(n->key, key) == 0)
			return n;
	}
	return NULL;
}

const char *json_string(const struct json_node *node)
{
	assert(node->kind == JSON_STRING);
	return node->string;
}

bool json_boolean(const struct json_node *node)
{
	assert(node->kind == JSON_BOOLEAN);
	return node->boolean;
}

struct span json_raw_number(const struct json *json, const struct json_node *node)
{
	assert(node->kind == JSON_NUMBER);
	return (struct span){ .bytes = json->bytes + node->offset, .length = node->length };
}

int json_number(const struct json *json, const struct json_node *node, struct number *ret_number)
{
	return number_parse(json_raw_number(json, node), NUMBER_BASE_10, ret_number);
}

struct json_place json_place(const struct json *json, const struct json_node *node)
{
	(void)json; /* the node itself knows; callers need not */
	return node->place;
}

struct json_place json_key_place(const struct json *json, const struct json_node *node)
{
	(void)json; /* as in json_place() */
	return node->key ? node->key_place : node->place;
}

static format_like(5, 0) int complain_atv(const char *name, struct json_place place, int code,
					  struct diag *diag, const char *format, va_list arguments)
{
	auto_text struct text where = { 0 };

	text_addf(&where, "%s:%" PRIu32 ":%" PRIu32, name, place.line, place.column);
	return diag_addv(diag, code, text_status(&where) < 0 ? name : where.bytes, format,
			 arguments);
}

int json_complain_at(const char *name, struct json_place place, int code, struct diag *diag,
		     const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	complain_atv(name, place, code, diag, format, arguments);
	va_end(arguments);
	return code;
}

int json_complain(const struct json *json, const struct json_node *node, int code,
		  struct diag *diag, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	complain_atv(json->name, node->place, code, diag, format, arguments);
	va_end(arguments);
	return code;
}

static const char *article(enum json_kind kind)
{
	if (kind == JSON_NULL)
		return "";
	return kind == JSON_ARRAY || kind == JSON_OBJECT ? "an " : "a ";
}

int json_expect(const struct json *json, const struct json_node *node, enum json_kind kind,
		struct diag *diag)
{
	if (node->kind == kind)
		return 0;
	return json_complain(json, node, -EBADMSG, diag, "expected %s%s, found %s%s", article(kind),
			     json_kind_name(kind), article(node->kind), json_kind_name(node->kind));
}

static bool is_among(const char *key, const char *const *known)
{
	for (; *known; known++) {
		if (strcmp(key, *known) == 0)
			return true;
	}
	return false;
}

static int reject_key(const struct json *json, const struct json_node *node,
		      const char *const *known, struct diag *diag)
{
	auto_text struct text list = { 0 };

	for (size_t i = 0; known[i]; i++)
		text_addf(&list, "%s\"%s\"", i > 0 ? ", " : "", known[i]);
	if (text_status(&list) < 0)
		return -ENOMEM;
	return json_complain_at(json->name, node->key_place, -EBADMSG, diag,
				"found the unknown key \"%s\", expected %s%s", node->key,
				list.length > 0 ? "one of " : "no key",
				list.length > 0 ? list.bytes : "");
}

int json_reject_unknown(const struct json *json, const struct json_node *object,
			const char *const *known, struct diag *diag)
{
	int result = 0;

	for (const struct json_node *n = json_first(object); n; n = json_next(n)) {
		if (is_among(n->key, known))
			continue;
		result = reject_key(json, n, known, diag);
		if (result == -ENOMEM)
			return result;
	}
	return result;
}
