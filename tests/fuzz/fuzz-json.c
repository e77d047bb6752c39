/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * JSON: a refusal has one sentence with a place inside the text; an accepted document is
 * well-formed UTF-8, its places point at what they say, it is equal when printed and read again,
 * and all its strings survive our own builder.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "fuzz.h"

static bool take_place_number(struct span *rest, uint64_t *ret_number)
{
	struct span part;

	return span_split(rest, ':', &part) &&
	       number_parse_u64(part, NUMBER_BASE_10, ret_number) == 0;
}

/* The offset of a place, or SIZE_MAX where there is no such line or column. Counted by scanning,
 * not as the lexer does it. */
static size_t offset_of(struct span text, uint64_t line, uint64_t column)
{
	struct span rest = text;

	if (line == 0 || column == 0)
		return SIZE_MAX;
	for (uint64_t i = 1; i < line; i++) {
		const char *end = rest.length > 0 ? memchr(rest.bytes, '\n', rest.length) : NULL;

		if (!end)
			return SIZE_MAX;
		rest.length -= (size_t)(end + 1 - rest.bytes);
		rest.bytes = end + 1;
	}
	if (column - 1 > rest.length)
		return SIZE_MAX;
	if (column > 1 && memchr(rest.bytes, '\n', (size_t)(column - 1)))
		return SIZE_MAX;
	return text.length - rest.length + (size_t)(column - 1);
}

static void check_refusal(struct span text, int r, const struct diag *diag)
{
	uint64_t line;
	uint64_t column;

	fuzz_require(r == -EBADMSG || r == -EFBIG);
	fuzz_require((r == -EFBIG) == (text.length > JSON_MAX_BYTES));
	fuzz_require(diag->count == 1 && diag->lost == 0);
	fuzz_require(diag->lines[0].code == r);

	struct span place = span_of(diag->lines[0].place);

	fuzz_require(span_starts(place, "fuzz:"));
	place.bytes += strlen("fuzz:");
	place.length -= strlen("fuzz:");
	fuzz_require(take_place_number(&place, &line));
	fuzz_require(take_place_number(&place, &column));
	fuzz_require(place.length == 0);
	fuzz_require(offset_of(text, line, column) != SIZE_MAX);
	fuzz_require(span_starts(span_of(diag->lines[0].sentence), "found "));
	fuzz_require(strstr(diag->lines[0].sentence, ", expected ") != NULL);
}

static bool is_first_byte_of(char c, enum json_kind kind)
{
	switch (kind) {
	case JSON_NULL:
		return c == 'n';
	case JSON_BOOLEAN:
		return c == 't' || c == 'f';
	case JSON_NUMBER:
		return c == '-' || (c >= '0' && c <= '9');
	case JSON_STRING:
		return c == '"';
	case JSON_ARRAY:
		return c == '[';
	case JSON_OBJECT:
		return c == '{';
	}
	return false;
}

static void check_places(const struct json *json, const struct json_node *node, struct span text)
{
	struct json_place place = json_place(json, node);
	size_t offset = offset_of(text, place.line, place.column);

	fuzz_require(offset < text.length);
	fuzz_require(is_first_byte_of(text.bytes[offset], json_kind(node)));
	if (!json_key(node))
		return;
	place = json_key_place(json, node);
	offset = offset_of(text, place.line, place.column);
	fuzz_require(offset < text.length && text.bytes[offset] == '"');
}

static void check_number(const struct json *json, const struct json_node *node, struct span text)
{
	struct span raw = json_raw_number(json, node);
	struct json_place place = json_place(json, node);
	size_t offset = offset_of(text, place.line, place.column);
	struct number number;
	int r = json_number(json, node, &number);

	fuzz_require(text.length - offset >= raw.length);
	fuzz_require(memcmp(text.bytes + offset, raw.bytes, raw.length) == 0);
	fuzz_require((r == -EBADMSG) ==
		     (memchr(raw.bytes, '.', raw.length) || memchr(raw.bytes, 'e', raw.length) ||
		      memchr(raw.bytes, 'E', raw.length)));
	fuzz_require(r == -EBADMSG || (r == 0 && number.magnitude <= UINT64_C(1) << 53));
}

/* Every byte of ASCII as \u00XX: as far from how it was written as can be. */
static void print_string(struct text *out, const char *string)
{
	text_add_char(out, '"');
	for (; *string; string++) {
		unsigned char byte = (unsigned char)*string;

		if (byte < 0x80)
			text_addf(out, "\\u%04x", byte);
		else
			text_add_char(out, *string);
	}
	text_add_char(out, '"');
}

static void print_node(const struct json *json, const struct json_node *node, struct text *out)
{
	enum json_kind kind = json_kind(node);
	size_t count = 0;

	if (kind == JSON_NULL)
		text_add(out, "null");
	if (kind == JSON_BOOLEAN)
		text_add(out, json_boolean(node) ? "true" : "false");
	if (kind == JSON_NUMBER)
		text_add_span(out, json_raw_number(json, node));
	if (kind == JSON_STRING)
		print_string(out, json_string(node));
	if (kind != JSON_ARRAY && kind != JSON_OBJECT)
		return;
	text_add_char(out, kind == JSON_ARRAY ? '[' : '{');
	for (const struct json_node *n = json_first(node); n; n = json_next(n)) {
		if (count++ > 0)
			text_add_char(out, ',');
		fuzz_require((json_key(n) != NULL) == (kind == JSON_OBJECT));
		if (json_key(n)) {
			fuzz_require(json_member(node, json_key(n)) == n);
			print_string(out, json_key(n));
			text_add_char(out, ':');
		}
		print_node(json, n, out);
	}
	fuzz_require(count == json_count(node));
	text_add_char(out, kind == JSON_ARRAY ? ']' : '}');
}

static void check_tree(const struct json *json, const struct json_node *node, struct span text)
{
	check_places(json, node, text);
	if (json_kind(node) == JSON_NUMBER)
		check_number(json, node, text);
	for (const struct json_node *n = json_first(node); n; n = json_next(n))
		check_tree(json, n, text);
}

/* The printed form is a function of the tree: equal forms are equal trees. */
static void check_round_trip(const struct json *json)
{
	auto_text struct text printed = { 0 };
	auto_text struct text again = { 0 };
	auto_json struct json *read = NULL;

	print_node(json, json_root(json), &printed);
	fuzz_require(text_status(&printed) == 0);
	if (printed.length > JSON_MAX_BYTES)
		return; /* \u00XX is six times as long */
	fuzz_require(json_read(text_span(&printed), "again", &read, NULL) == 0);
	print_node(read, json_root(read), &again);
	fuzz_require(span_equal(text_span(&printed), text_span(&again)));
}

static void write_strings(struct json_writer *writer, struct json_container *list,
			  const struct json_node *node)
{
	if (json_key(node))
		json_add_string(writer, list, NULL, json_key(node));
	if (json_kind(node) == JSON_STRING)
		json_add_string(writer, list, NULL, json_string(node));
	for (const struct json_node *n = json_first(node); n; n = json_next(n))
		write_strings(writer, list, n);
}

static const struct json_node *check_safe(const char *string, const struct json_node *written)
{
	auto_text struct text safe = { 0 };

	text_add_safe(&safe, span_of(string));
	fuzz_require(written && json_kind(written) == JSON_STRING);
	fuzz_require(span_is(text_span(&safe), json_string(written)));
	return json_next(written);
}

/* Goes through the strings in the order in which write_strings() wrote them. */
static const struct json_node *check_strings(const struct json_node *node,
					     const struct json_node *written)
{
	if (json_key(node))
		written = check_safe(json_key(node), written);
	if (json_kind(node) == JSON_STRING)
		written = check_safe(json_string(node), written);
	for (const struct json_node *n = json_first(node); n; n = json_next(n))
		written = check_strings(n, written);
	return written;
}

static void check_builder(const struct json *json)
{
	auto_json_writer struct json_writer *writer = json_writer_new();
	struct json_container *list = json_add_array(writer, json_writer_root(writer), "strings");
	auto_text struct text printed = { 0 };
	auto_json struct json *read = NULL;

	write_strings(writer, list, json_root(json));
	fuzz_require(json_print(writer, &printed) == 0);
	if (printed.length > JSON_MAX_BYTES)
		return;
	fuzz_require(json_read(text_span(&printed), "built", &read, NULL) == 0);
	fuzz_require(check_strings(json_root(json),
				   json_first(json_member(json_root(read), "strings"))) == NULL);
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span text = { .bytes = (const char *)bytes, .length = length };
	auto_json struct json *json = NULL;
	auto_diag struct diag diag = { 0 };
	int r = json_read(text, "fuzz", &json, &diag);

	if (r < 0) {
		fuzz_require(json == NULL);
		check_refusal(text, r, &diag);
		return 0;
	}
	fuzz_require(diag.count == 0);
	fuzz_require(span_is_utf8(text) && !memchr(text.bytes, '\0', text.length));
	check_tree(json, json_root(json), text);
	check_round_trip(json);
	check_builder(json);
	return 0;
}
