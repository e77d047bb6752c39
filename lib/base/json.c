/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The only caller of cJSON: builds the tree of a document that the lexer accepted, and prints. */
#include "config.h"

#include "base/json.h"

#include <assert.h>
#include <cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_lexer.h"

/* ---- reading ---- */

void json_free(struct json *json)
{
	if (!json)
		return;
	cJSON_Delete(json->tree);
	free(json->nodes);
	free(json->bytes);
	free(json->name);
	free(json);
}

static enum json_kind kind_of(const cJSON *item)
{
	if (cJSON_IsNull(item))
		return JSON_NULL;
	if (cJSON_IsBool(item))
		return JSON_BOOLEAN;
	if (cJSON_IsNumber(item))
		return JSON_NUMBER;
	if (cJSON_IsString(item))
		return JSON_STRING;
	return cJSON_IsArray(item) ? JSON_ARRAY : JSON_OBJECT;
}

/* Lends keys and strings of the tree to the nodes. Recursion ends at JSON_MAX_DEPTH: the lexer saw
 * to it. */
static int pair_nodes(struct json_node *node, const cJSON *item)
{
	if (!item || kind_of(item) != node->kind)
		return -ENOTRECOVERABLE;
	node->key = item->string;
	node->string = item->valuestring;
	if (node->children == 0)
		return item->child ? -ENOTRECOVERABLE : 0;

	struct json_node *child = node + 1;
	const cJSON *child_item = item->child;

	for (uint32_t i = 0; i < node->children; i++) {
		int r = pair_nodes(child, child_item);

		if (r < 0)
			return r;
		child += child->size;
		child_item = child_item->next;
	}
	return child_item ? -ENOTRECOVERABLE : 0;
}

/* By key, then by position, so that the second of two equal keys comes second. */
static int compare_keys(const void *a, const void *b)
{
	const struct json_node *first = *(const struct json_node *const *)a;
	const struct json_node *second = *(const struct json_node *const *)b;
	int order = strcmp(first->key, second->key);

	if (order != 0)
		return order;
	return (first > second) - (first < second);
}

/* Sorted, for a hostile object of 100000 keys must not take the time of their square. */
static int refuse_duplicates(const struct json *json, const struct json_node *object,
			     struct diag *diag)
{
	autofree const struct json_node **keys = calloc(object->children, sizeof(*keys));
	const struct json_node *first = NULL;
	const struct json_node *second = NULL;
	size_t count = 0;

	if (!keys)
		return -ENOMEM;
	for (const struct json_node *n = json_first(object); n; n = json_next(n))
		keys[count++] = n;
	qsort(keys, count, sizeof(*keys), compare_keys);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(keys[i - 1]->key, keys[i]->key) != 0 || (second && second < keys[i]))
			continue;
		first = keys[i - 1];
		second = keys[i];
	}
	if (!second)
		return 0;
	return json_complain_at(json->name, second->key_place, -EBADMSG, diag,
				"found the key \"%s\" again, expected it once (it stands in line "
				"%" PRIu32 ", column %" PRIu32 " already)",
				second->key, first->key_place.line, first->key_place.column);
}

static int read_document(struct json *json, size_t length, uint32_t line, struct diag *diag)
{
	struct span bytes = { .bytes = json->bytes, .length = length };
	int r = json_lex(bytes, json->name, line, &json->nodes, &json->count, diag);

	if (r < 0)
		return r;
	json->tree = cJSON_ParseWithLength(json->bytes, length);
	if (!json->tree)
		return -ENOMEM; /* what the lexer accepts, cJSON refuses for want of memory only */
	r = pair_nodes(json->nodes, json->tree);
	if (r < 0)
		return diag_add(diag, r, json->name,
				"cJSON reads this document in another way than its own lexer");
	for (size_t i = 0; i < json->count; i++) {
		if (json->nodes[i].kind != JSON_OBJECT || json->nodes[i].children < 2)
			continue;
		r = refuse_duplicates(json, &json->nodes[i], diag);
		if (r < 0)
			return r;
	}
	return 0;
}

static int read_bounded(struct span bytes, size_t max_bytes, const char *name, uint32_t line,
			struct json **ret_json, struct diag *diag)
{
	if (bytes.length > max_bytes)
		return json_complain_at(name, (struct json_place){ .line = line, .column = 1 },
					-EFBIG, diag, "found %zu bytes, expected at most %zu",
					bytes.length, max_bytes);

	auto_json struct json *json = calloc(1, sizeof(*json));

	if (!json)
		return -ENOMEM;
	json->name = strdup(name);
	json->bytes = malloc(bytes.length + 1);
	if (!json->name || !json->bytes)
		return -ENOMEM;
	if (bytes.length > 0)
		memcpy(json->bytes, bytes.bytes, bytes.length);
	json->bytes[bytes.length] = '\0';

	int r = read_document(json, bytes.length, line, diag);

	if (r < 0)
		return r;
	*ret_json = take_ptr(json);
	return 0;
}

int json_read_line(struct span bytes, const char *name, uint32_t line, struct json **ret_json,
		   struct diag *diag)
{
	return read_bounded(bytes, JSON_MAX_BYTES, name, line, ret_json, diag);
}

int json_read(struct span bytes, const char *name, struct json **ret_json, struct diag *diag)
{
	return read_bounded(bytes, JSON_MAX_BYTES, name, 1, ret_json, diag);
}

int json_read_up_to(struct span bytes, size_t max_bytes, const char *name, struct json **ret_json,
		    struct diag *diag)
{
	return read_bounded(bytes, max_bytes, name, 1, ret_json, diag);
}

/* ---- building ---- */

/* A struct json_container is cJSON's own node under a name that callers cannot look into. */
struct json_writer {
	cJSON *root;
	bool has_failed; /* out of memory */
};

struct json_writer *json_writer_new(void)
{
	auto_json_writer struct json_writer *writer = calloc(1, sizeof(*writer));

	if (!writer)
		return NULL;
	writer->root = cJSON_CreateObject();
	if (!writer->root)
		return NULL;
	return take_ptr(writer);
}

void json_writer_free(struct json_writer *writer)
{
	if (!writer)
		return;
	cJSON_Delete(writer->root);
	free(writer);
}

struct json_container *json_writer_root(struct json_writer *writer)
{
	return writer ? (struct json_container *)writer->root : NULL;
}

static int attach(cJSON *container, const char *key, cJSON *item)
{
	if (!key) {
		assert(cJSON_IsArray(container));
		return cJSON_AddItemToArray(container, item) ? 0 : -ENOMEM;
	}
	assert(cJSON_IsObject(container));

	auto_text struct text safe = { 0 };

	text_add_safe(&safe, span_of(key));
	text_add(&safe, "");
	if (text_status(&safe) < 0 || !cJSON_AddItemToObject(container, safe.bytes, item))
		return -ENOMEM;
	return 0;
}

/* Takes over @item, which is NULL when memory ran out on the way here. */
static struct json_container *add(struct json_writer *writer, struct json_container *in,
				  const char *key, cJSON *item)
{
	if (!writer || !in) {
		cJSON_Delete(item);
		return NULL;
	}
	if (!item || attach((cJSON *)in, key, item) < 0) {
		writer->has_failed = true;
		cJSON_Delete(item);
		return NULL;
	}
	return (struct json_container *)item;
}

struct json_container *json_add_object(struct json_writer *writer, struct json_container *in,
				       const char *key)
{
	return add(writer, in, key, cJSON_CreateObject());
}

struct json_container *json_add_array(struct json_writer *writer, struct json_container *in,
				      const char *key)
{
	return add(writer, in, key, cJSON_CreateArray());
}

void json_add_string(struct json_writer *writer, struct json_container *in, const char *key,
		     const char *string)
{
	if (!string) {
		json_add_null(writer, in, key);
		return;
	}

	auto_text struct text safe = { 0 };

	text_add_safe(&safe, span_of(string));
	text_add(&safe, "");
	add(writer, in, key, text_status(&safe) < 0 ? NULL : cJSON_CreateString(safe.bytes));
}

/* As raw text: cJSON's numbers are doubles, which would round. */
static void add_number(struct json_writer *writer, struct json_container *in, const char *key,
		       struct number number)
{
	auto_text struct text digits = { 0 };

	number_print(&digits, number);
	add(writer, in, key, text_status(&digits) < 0 ? NULL : cJSON_CreateRaw(digits.bytes));
}

void json_add_u64(struct json_writer *writer, struct json_container *in, const char *key,
		  uint64_t number)
{
	add_number(writer, in, key, number_from_u64(number));
}

void json_add_i64(struct json_writer *writer, struct json_container *in, const char *key,
		  int64_t number)
{
	add_number(writer, in, key, number_from_i64(number));
}

void json_add_boolean(struct json_writer *writer, struct json_container *in, const char *key,
		      bool yes)
{
	add(writer, in, key, cJSON_CreateBool(yes));
}

void json_add_null(struct json_writer *writer, struct json_container *in, const char *key)
{
	add(writer, in, key, cJSON_CreateNull());
}

int json_print(const struct json_writer *writer, struct text *text)
{
	if (!writer || writer->has_failed)
		return -ENOMEM;

	char *printed = cJSON_Print(writer->root);

	if (!printed)
		return -ENOMEM;
	text_add(text, printed);
	text_add_char(text, '\n');
	cJSON_free(printed);
	return text_status(text);
}
