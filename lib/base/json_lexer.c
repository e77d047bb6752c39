/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A strict lexer for JSON. cJSON accepts more than JSON (control characters as blanks, a byte order
 * mark, any byte in a string, the same key twice), keeps no positions and turns numbers into
 * doubles: so this decides what is a document, and cJSON sees only what was accepted here.
 */
#include "config.h"

#include "base/json_lexer.h"

#include <assert.h>
#include <errno.h>

#include "base/array.h"
#include "base/json_scalar.h"

static void skip_blanks(struct lexer *lexer)
{
	for (;;) {
		unsigned char byte = lexer_peek(lexer, 0);

		if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n')
			return;
		lexer->at++;
		if (byte == '\n') {
			lexer->line++;
			lexer->line_start = lexer->at;
		}
	}
}

static int lex_value(struct lexer *lexer, struct json_place key_place, size_t *ret_index);

/* Before a key; leaves the lexer behind the colon. */
static int lex_key(struct lexer *lexer, struct json_place *ret_place)
{
	if (lexer_peek(lexer, 0) != '"')
		return lexer_refuse_byte(lexer, "a key in '\"'");
	*ret_place = lexer_place(lexer, lexer->at);

	int r = lexer_string(lexer);

	if (r < 0)
		return r;
	skip_blanks(lexer);
	if (lexer_peek(lexer, 0) != ':')
		return lexer_refuse_byte(lexer, "':' after the key");
	lexer->at++;
	return 0;
}

static int lex_child(struct lexer *lexer, bool is_object, size_t *ret_index)
{
	struct json_place key_place = { 0 };

	if (is_object) {
		int r = lex_key(lexer, &key_place);

		if (r < 0)
			return r;
	}
	return lex_value(lexer, key_place, ret_index);
}

/* At the opening bracket of the container that is node @index. */
static int lex_children(struct lexer *lexer, size_t index)
{
	bool is_object = lexer_peek(lexer, 0) == '{';
	unsigned char closing = is_object ? '}' : ']';
	size_t last = 0;

	if (lexer->depth == JSON_MAX_DEPTH)
		return lexer_refuse(lexer, lexer->at, "more than 32 containers inside each other",
				    "at most 32");
	lexer->depth++;
	lexer->at++;
	skip_blanks(lexer);
	while (lexer_peek(lexer, 0) != closing) {
		if (lexer->nodes[index].children > 0) {
			if (lexer_peek(lexer, 0) != ',')
				return lexer_refuse_byte(lexer,
							 is_object ? "',' or '}'" : "',' or ']'");
			lexer->at++;
			skip_blanks(lexer);
			if (lexer_peek(lexer, 0) == closing)
				return lexer_refuse_byte(lexer, is_object
									? "a key after the ','"
									: "a value after the ','");
		}

		int r = lex_child(lexer, is_object, &last);

		if (r < 0)
			return r;
		lexer->nodes[index].children++;
		skip_blanks(lexer);
	}
	lexer->at++;
	lexer->depth--;
	if (last > 0)
		lexer->nodes[last].is_last = true;
	return 0;
}

static int lex_value(struct lexer *lexer, struct json_place key_place, size_t *ret_index)
{
	size_t index = lexer->count;
	int r = array_reserve(&lexer->nodes, &lexer->capacity, index + 1, sizeof(*lexer->nodes));

	if (r < 0)
		return r;
	lexer->nodes[lexer->count++] = (struct json_node){ 0 };
	skip_blanks(lexer);

	size_t start = lexer->at;
	struct json_node node = { .key_place = key_place, .place = lexer_place(lexer, start) };
	bool is_container = lexer_peek(lexer, 0) == '{' || lexer_peek(lexer, 0) == '[';

	if (is_container) {
		node.kind = lexer_peek(lexer, 0) == '{' ? JSON_OBJECT : JSON_ARRAY;
		r = lex_children(lexer, index);
		node.children = lexer->nodes[index].children;
	} else {
		r = lexer_scalar(lexer, &node.kind, &node.boolean);
	}
	if (r < 0)
		return r;
	node.offset = (uint32_t)start;
	node.length = (uint32_t)(lexer->at - start);
	node.size = (uint32_t)(lexer->count - index);
	lexer->nodes[index] = node;
	*ret_index = index;
	return 0;
}

static int lex_document(struct lexer *lexer)
{
	size_t root;

	if (span_starts(lexer->bytes, "\xef\xbb\xbf"))
		return lexer_refuse(lexer, 0, "a byte order mark", "JSON in UTF-8 without one");

	int r = lex_value(lexer, (struct json_place){ 0 }, &root);

	if (r < 0)
		return r;
	lexer->nodes[root].is_last = true;
	skip_blanks(lexer);
	if (!lexer_is_at_end(lexer))
		return lexer_refuse_byte(lexer, "nothing after the document");
	return 0;
}

int json_lex(struct span bytes, const char *name, uint32_t line, struct json_node **ret_nodes,
	     size_t *ret_count, struct diag *diag)
{
	struct lexer lexer = { .bytes = bytes, .line = line, .name = name, .diag = diag };

	assert(bytes.length <= UINT32_MAX); /* offsets have 32 bits */

	int r = lex_document(&lexer);

	if (r < 0) {
		free(lexer.nodes);
		return r;
	}
	*ret_nodes = lexer.nodes;
	*ret_count = lexer.count;
	return 0;
}
