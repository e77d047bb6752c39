/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The strict rules for strings, numbers and words of JSON, and how their breach is told. */
#include "config.h"

#include "base/json_scalar.h"

#include <errno.h>
#include <string.h>

#include "base/number.h"

/* Beyond this, readers that keep numbers as doubles would change it silently. */
#define LARGEST_INTEGER (UINT64_C(1) << 53)
/* cJSON copies a number into a buffer of 64 bytes, and cuts off what is longer. */
#define LONGEST_NUMBER 63

int lexer_refuse(const struct lexer *lexer, size_t at, const char *found, const char *expected)
{
	return json_complain_at(lexer->name, lexer_place(lexer, at), -EBADMSG, lexer->diag,
				"found %s, expected %s", found, expected);
}

int lexer_refuse_byte(const struct lexer *lexer, const char *expected)
{
	unsigned char byte = lexer_peek(lexer, 0);
	char found[sizeof("the byte 0x00")];

	if (lexer_is_at_end(lexer))
		return lexer_refuse(lexer, lexer->at, "the end of the text", expected);
	if (byte == 0)
		return lexer_refuse(lexer, lexer->at, "a NUL byte", expected);
	if (byte > ' ' && byte < 0x7f)
		(void)snprintf(found, sizeof(found), "'%c'", byte); /* fits: see its size */
	else
		(void)snprintf(found, sizeof(found), "the byte 0x%02x", byte); /* the same */
	return lexer_refuse(lexer, lexer->at, found, expected);
}

static bool is_digit(unsigned char byte)
{
	return byte >= '0' && byte <= '9';
}

static bool is_letter(unsigned char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool has_hex4(const struct lexer *lexer, size_t ahead, uint32_t *ret_code)
{
	uint64_t code;

	if (lexer->bytes.length - lexer->at < ahead + 4)
		return false;

	struct span digits = { .bytes = lexer->bytes.bytes + lexer->at + ahead, .length = 4 };

	if (number_parse_u64(digits, NUMBER_BASE_16, &code) < 0 || digits.bytes[0] == '-')
		return false;
	*ret_code = (uint32_t)code;
	return true;
}

/* At the backslash of an escape "\u". */
static int lex_code_unit(struct lexer *lexer)
{
	uint32_t code;
	uint32_t low;

	if (!has_hex4(lexer, 2, &code))
		return lexer_refuse(lexer, lexer->at, "\\u without four hexadecimal digits",
				    "an escape like \\u00e9");
	if (code == 0)
		return lexer_refuse(lexer, lexer->at, "an escaped NUL", "a string without NUL");
	if (code >= 0xdc00 && code <= 0xdfff)
		return lexer_refuse(lexer, lexer->at, "a low surrogate alone",
				    "a high surrogate (\\ud800 to \\udbff) before it");
	if (code < 0xd800 || code > 0xdbff) {
		lexer->at += 6;
		return 0;
	}
	if (lexer_peek(lexer, 6) != '\\' || lexer_peek(lexer, 7) != 'u' ||
	    !has_hex4(lexer, 8, &low) || low < 0xdc00 || low > 0xdfff)
		return lexer_refuse(lexer, lexer->at, "a high surrogate alone",
				    "a low surrogate (\\udc00 to \\udfff) after it");
	lexer->at += 12;
	return 0;
}

static int lex_escape(struct lexer *lexer)
{
	unsigned char kind = lexer_peek(lexer, 1);

	if (kind == 'u')
		return lex_code_unit(lexer);
	if (kind == 0 || !strchr("\"\\/bfnrt", kind))
		return lexer_refuse(lexer, lexer->at, "a backslash before what cannot be escaped",
				    "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
	lexer->at += 2;
	return 0;
}

static int lex_character(struct lexer *lexer)
{
	unsigned char byte = lexer_peek(lexer, 0);
	uint32_t code;
	size_t length;

	if (lexer_is_at_end(lexer))
		return lexer_refuse_byte(lexer, "the '\"' that ends the string");
	if (byte == '\\')
		return lex_escape(lexer);
	if (byte == 0)
		return lexer_refuse_byte(lexer, "a string without NUL");
	if (byte < ' ')
		return lexer_refuse_byte(lexer, "control characters in a string to be escaped");
	length = span_utf8_head((struct span){ .bytes = lexer->bytes.bytes + lexer->at,
					       .length = lexer->bytes.length - lexer->at },
				&code);
	if (length == 0)
		return lexer_refuse_byte(lexer, "well-formed UTF-8");
	lexer->at += length;
	return 0;
}

/* Goes over what stands for itself, as nearly all of a string does. */
static void skip_plain(struct lexer *lexer)
{
	const char *bytes = lexer->bytes.bytes;
	size_t at = lexer->at;

	while (at < lexer->bytes.length && bytes[at] >= ' ' && bytes[at] <= '~' &&
	       bytes[at] != '"' && bytes[at] != '\\')
		at++;
	lexer->at = at;
}

int lexer_string(struct lexer *lexer)
{
	lexer->at++;
	skip_plain(lexer);
	while (lexer_peek(lexer, 0) != '"') {
		int r = lex_character(lexer);

		if (r < 0)
			return r;
		skip_plain(lexer);
	}
	lexer->at++;
	return 0;
}

static int lex_digits(struct lexer *lexer, const char *expected)
{
	if (!is_digit(lexer_peek(lexer, 0)))
		return lexer_refuse_byte(lexer, expected);
	while (is_digit(lexer_peek(lexer, 0)))
		lexer->at++;
	return 0;
}

static int check_integer(const struct lexer *lexer, struct span raw, size_t start)
{
	struct number number;

	if (number_parse(raw, NUMBER_BASE_10, &number) < 0 || number.magnitude > LARGEST_INTEGER)
		return lexer_refuse(
			lexer, start, "an integer beyond 2^53",
			"one from -9007199254740992 to 9007199254740992 (larger ones are "
			"written as strings)");
	if (span_is(raw, "-0"))
		return lexer_refuse(lexer, start, "-0", "0");
	return 0;
}

static int lex_number(struct lexer *lexer)
{
	size_t start = lexer->at;
	bool is_integer = true;

	if (lexer_peek(lexer, 0) == '-')
		lexer->at++;
	if (lexer_peek(lexer, 0) == '0' && is_digit(lexer_peek(lexer, 1)))
		return lexer_refuse(lexer, start, "a number with a leading zero",
				    "a decimal number without one (JSON has no octal)");

	int r = lex_digits(lexer, "a digit");

	if (r == 0 && lexer_peek(lexer, 0) == '.') {
		is_integer = false;
		lexer->at++;
		r = lex_digits(lexer, "a digit after the decimal point");
	}
	if (r == 0 && (lexer_peek(lexer, 0) == 'e' || lexer_peek(lexer, 0) == 'E')) {
		is_integer = false;
		lexer->at++;
		if (lexer_peek(lexer, 0) == '+' || lexer_peek(lexer, 0) == '-')
			lexer->at++;
		r = lex_digits(lexer, "a digit in the exponent");
	}
	if (r < 0)
		return r;
	if (is_integer)
		return check_integer(lexer,
				     (struct span){ .bytes = lexer->bytes.bytes + start,
						    .length = lexer->at - start },
				     start);
	if (lexer->at - start > LONGEST_NUMBER)
		return lexer_refuse(lexer, start, "a number of more than 63 characters",
				    "a shorter one");
	return 0;
}

static int lex_word(struct lexer *lexer, enum json_kind *ret_kind, bool *ret_boolean)
{
	size_t start = lexer->at;
	size_t length = 0;

	while (is_letter(lexer_peek(lexer, length)) || is_digit(lexer_peek(lexer, length)))
		length++;

	struct span word = { .bytes = lexer->bytes.bytes + start, .length = length };

	if (!span_is(word, "true") && !span_is(word, "false") && !span_is(word, "null"))
		return lexer_refuse(lexer, start, "a word that is not JSON",
				    "a value (true, false, null, a number, '\"', '[' or '{')");
	lexer->at += length;
	*ret_boolean = span_is(word, "true");
	*ret_kind = span_is(word, "null") ? JSON_NULL : JSON_BOOLEAN;
	return 0;
}

int lexer_scalar(struct lexer *lexer, enum json_kind *ret_kind, bool *ret_boolean)
{
	unsigned char byte = lexer_peek(lexer, 0);

	if (byte == '"') {
		*ret_kind = JSON_STRING;
		return lexer_string(lexer);
	}
	if (byte == '-' || is_digit(byte)) {
		*ret_kind = JSON_NUMBER;
		return lex_number(lexer);
	}
	if (is_letter(byte))
		return lex_word(lexer, ret_kind, ret_boolean);
	return lexer_refuse_byte(lexer, "a value (true, false, null, a number, '\"', '[' or '{')");
}
