/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The strict JSON reader: what it accepts, what it refuses and where. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/json.h"

/* A literal that may hold NUL. */
#define BYTES(literal)                                            \
	{                                                         \
		.bytes = (literal), .length = sizeof(literal) - 1 \
	}

#define A_VALUE "a value (true, false, null, a number, '\"', '[' or '{')"
#define IN_2_53 \
	"one from -9007199254740992 to 9007199254740992 (larger ones are written as strings)"
#define ESCAPES "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
#define LOW	"a low surrogate (\\udc00 to \\udfff) after it"

/* Read from a copy of exactly that length, so that the sanitizer sees a read behind it. */
static int read_exact(struct span bytes, struct json **ret_json, struct diag *diag)
{
	autofree char *exact = malloc(bytes.length > 0 ? bytes.length : 1);

	assert_non_null(exact);
	if (bytes.length > 0)
		memcpy(exact, bytes.bytes, bytes.length);
	return json_read((struct span){ .bytes = exact, .length = bytes.length }, "p.json",
			 ret_json, diag);
}

static struct json *read_text(const char *text)
{
	auto_diag struct diag diag = { 0 };
	struct json *json = NULL;

	if (read_exact(span_of(text), &json, &diag) < 0)
		fail_msg("%s: %s", text, diag.lines[0].sentence);
	assert_int_equal(diag.count, 0);
	return json;
}

static void each_breach_is_refused_at_its_place(void **state)
{
	static const struct {
		struct span bytes;
		const char *place;
		const char *sentence;
	} cases[] = {
		{ BYTES(""), "p.json:1:1", "found the end of the text, expected " A_VALUE },
		{ BYTES(" \n\n "), "p.json:3:2", "found the end of the text, expected " A_VALUE },
		{ BYTES("\xef\xbb\xbf{}"), "p.json:1:1",
		  "found a byte order mark, expected JSON in UTF-8 without one" },
		{ BYTES("{} x"), "p.json:1:4", "found 'x', expected nothing after the document" },
		{ BYTES("1 2"), "p.json:1:3", "found '2', expected nothing after the document" },
		{ BYTES("{}\0"), "p.json:1:3",
		  "found a NUL byte, expected nothing after the document" },
		{ BYTES("\0"), "p.json:1:1", "found a NUL byte, expected " A_VALUE },
		{ BYTES("[\n1,\n]"), "p.json:3:1", "found ']', expected a value after the ','" },
		{ BYTES("{\"a\":1,}"), "p.json:1:8", "found '}', expected a key after the ','" },
		{ BYTES("[1 2]"), "p.json:1:4", "found '2', expected ',' or ']'" },
		{ BYTES("{\"a\":1 \"b\":2}"), "p.json:1:8", "found '\"', expected ',' or '}'" },
		{ BYTES("[1}"), "p.json:1:3", "found '}', expected ',' or ']'" },
		{ BYTES("[,1]"), "p.json:1:2", "found ',', expected " A_VALUE },
		{ BYTES("{a:1}"), "p.json:1:2", "found 'a', expected a key in '\"'" },
		{ BYTES("{1:1}"), "p.json:1:2", "found '1', expected a key in '\"'" },
		{ BYTES("{\"a\" 1}"), "p.json:1:6", "found '1', expected ':' after the key" },
		{ BYTES("{\"a\":}"), "p.json:1:6", "found '}', expected " A_VALUE },
		{ BYTES("{\"a\":\n1"), "p.json:2:2",
		  "found the end of the text, expected ',' or '}'" },
		{ BYTES("// no\n1"), "p.json:1:1", "found '/', expected " A_VALUE },
		{ BYTES("'a'"), "p.json:1:1", "found ''', expected " A_VALUE },
		{ BYTES("\v1"), "p.json:1:1", "found the byte 0x0b, expected " A_VALUE },
		{ BYTES("NaN"), "p.json:1:1", "found a word that is not JSON, expected " A_VALUE },
		{ BYTES("[True]"), "p.json:1:2",
		  "found a word that is not JSON, expected " A_VALUE },
		{ BYTES("truex"), "p.json:1:1",
		  "found a word that is not JSON, expected " A_VALUE },
		{ BYTES("nul"), "p.json:1:1", "found a word that is not JSON, expected " A_VALUE },
		/* numbers */
		{ BYTES("+1"), "p.json:1:1", "found '+', expected " A_VALUE },
		{ BYTES("-"), "p.json:1:2", "found the end of the text, expected a digit" },
		{ BYTES("-a"), "p.json:1:2", "found 'a', expected a digit" },
		{ BYTES(".5"), "p.json:1:1", "found '.', expected " A_VALUE },
		{ BYTES("1."), "p.json:1:3",
		  "found the end of the text, expected a digit after the decimal point" },
		{ BYTES("1.e3"), "p.json:1:3",
		  "found 'e', expected a digit after the decimal point" },
		{ BYTES("1e+"), "p.json:1:4",
		  "found the end of the text, expected a digit in the exponent" },
		{ BYTES("0x10"), "p.json:1:2", "found 'x', expected nothing after the document" },
		{ BYTES("[010]"), "p.json:1:2",
		  "found a number with a leading zero, expected a decimal number without one (JSON "
		  "has no octal)" },
		{ BYTES("-00"), "p.json:1:1",
		  "found a number with a leading zero, expected a decimal number without one (JSON "
		  "has no octal)" },
		{ BYTES("[ -0]"), "p.json:1:3", "found -0, expected 0" },
		{ BYTES("9007199254740993"), "p.json:1:1",
		  "found an integer beyond 2^53, expected " IN_2_53 },
		{ BYTES("-9007199254740993"), "p.json:1:1",
		  "found an integer beyond 2^53, expected " IN_2_53 },
		{ BYTES("99999999999999999999999999999999999999999999999999999999999999999999"),
		  "p.json:1:1", "found an integer beyond 2^53, expected " IN_2_53 },
		{ BYTES("0.00000000000000000000000000000000000000000000000000000000000001"),
		  "p.json:1:1",
		  "found a number of more than 63 characters, expected a shorter one" },
		/* strings */
		{ BYTES("\"a"), "p.json:1:3",
		  "found the end of the text, expected the '\"' that ends the string" },
		{ BYTES("\"a\0b\""), "p.json:1:3",
		  "found a NUL byte, expected a string without NUL" },
		{ BYTES("\"\\u0000\""), "p.json:1:2",
		  "found an escaped NUL, expected a string without NUL" },
		{ BYTES("\"a\nb\""), "p.json:1:3",
		  "found the byte 0x0a, expected control characters in a string to be escaped" },
		{ BYTES("\"\x1f\""), "p.json:1:2",
		  "found the byte 0x1f, expected control characters in a string to be escaped" },
		{ BYTES("\"\xff\""), "p.json:1:2",
		  "found the byte 0xff, expected well-formed UTF-8" },
		{ BYTES("\"\xc0\x80\""), "p.json:1:2",
		  "found the byte 0xc0, expected well-formed UTF-8" },
		{ BYTES("\"\xed\xa0\x80\""), "p.json:1:2",
		  "found the byte 0xed, expected well-formed UTF-8" },
		{ BYTES("\"caf\xc3\""), "p.json:1:5",
		  "found the byte 0xc3, expected well-formed UTF-8" },
		{ BYTES("\xff"), "p.json:1:1", "found the byte 0xff, expected " A_VALUE },
		{ BYTES("\"\\x41\""), "p.json:1:2",
		  "found a backslash before what cannot be escaped, expected " ESCAPES },
		{ BYTES("\"\\"), "p.json:1:2",
		  "found a backslash before what cannot be escaped, expected " ESCAPES },
		{ BYTES("\"\\u12\""), "p.json:1:2",
		  "found \\u without four hexadecimal digits, expected an escape like \\u00e9" },
		{ BYTES("\"\\u-123\""), "p.json:1:2",
		  "found \\u without four hexadecimal digits, expected an escape like \\u00e9" },
		{ BYTES("\"\\u-000\""), "p.json:1:2",
		  "found \\u without four hexadecimal digits, expected an escape like \\u00e9" },
		{ BYTES("\"\\u004"), "p.json:1:2",
		  "found \\u without four hexadecimal digits, expected an escape like \\u00e9" },
		{ BYTES("\"\\ud800\""), "p.json:1:2",
		  "found a high surrogate alone, expected " LOW },
		{ BYTES("\"\\ud800\\u0041\""), "p.json:1:2",
		  "found a high surrogate alone, expected " LOW },
		{ BYTES("\"\\ud800\\ud800\""), "p.json:1:2",
		  "found a high surrogate alone, expected " LOW },
		{ BYTES("\"x\\udc00\""), "p.json:1:3",
		  "found a low surrogate alone, expected a high surrogate (\\ud800 to \\udbff) "
		  "before it" },
		/* keys twice */
		{ BYTES("{\"a\":1,\n \"b\":2,\n \"a\":3}"), "p.json:3:2",
		  "found the key \"a\" again, expected it once (it stands in line 1, column 2 "
		  "already)" },
		{ BYTES("{\"a\":1,\"\\u0061\":2}"), "p.json:1:8",
		  "found the key \"a\" again, expected it once (it stands in line 1, column 2 "
		  "already)" },
		{ BYTES("[{\"x\":{\"\":1,\"\":2}}]"), "p.json:1:13",
		  "found the key \"\" again, expected it once (it stands in line 1, column 8 "
		  "already)" },
		{ BYTES("{\"b\":1,\"a\":2,\"b\":3,\"a\":4}"), "p.json:1:14",
		  "found the key \"b\" again, expected it once (it stands in line 1, column 2 "
		  "already)" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_diag struct diag diag = { 0 };
		struct json *json = NULL;

		if (read_exact(cases[i].bytes, &json, &diag) != -EBADMSG)
			fail_msg("row %zu is not refused: %s", i, cases[i].bytes.bytes);
		assert_null(json);
		assert_int_equal(diag.count, 1);
		assert_int_equal(diag.lines[0].code, -EBADMSG);
		assert_string_equal(diag.lines[0].sentence, cases[i].sentence);
		assert_string_equal(diag.lines[0].place, cases[i].place);
	}
}

static void well_formed_documents_are_accepted(void **state)
{
	static const char *const cases[] = {
		"null",
		"true",
		"0",
		"-1",
		"9007199254740992",
		"-9007199254740992",
		"0.5",
		"-0.0",
		"1E400",
		"1e-2",
		"\"\"",
		"\"\x7f\"",
		"\"\\ud83d\\udc27 \\\"\\\\\\/\\b\\f\\n\\r\\t\"",
		"\"\\udbff\\udfff\\ud800\\udc00\\ud7ff\\ue000\\uFFFF\"",
		"\"\xf4\x8f\xbf\xbf\"",
		"[]",
		"{}",
		"\t[ ]\r\n",
		"{\"\":{\"\":{}}}",
		"{\"a\":1,\"A\":2}",
		/* many containers beside each other are not deep */
		("[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]"
		 ","
		 "{},{},{},{},{},{},{},{}]"),
		"[[],[[]],{},{\"a\":[]}]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_json struct json *json = read_text(cases[i]);

		assert_non_null(json);
	}
}

static int read_nested(unsigned int depth, char opening, char closing)
{
	auto_text struct text text = { 0 };
	auto_json struct json *json = NULL;
	auto_diag struct diag diag = { 0 };

	for (unsigned int i = 0; i < depth; i++)
		text_add_char(&text, opening);
	for (unsigned int i = 0; i < depth; i++)
		text_add_char(&text, closing);

	int r = json_read(text_span(&text), "deep", &json, &diag);

	if (r < 0) {
		assert_string_equal(diag.lines[0].place, "deep:1:33");
		assert_string_equal(
			diag.lines[0].sentence,
			"found more than 32 containers inside each other, expected at most 32");
	}
	return r;
}

static void depth_of_32_is_accepted_and_33_is_not(void **state)
{
	(void)state;
	assert_int_equal(read_nested(32, '[', ']'), 0);
	assert_int_equal(read_nested(33, '[', ']'), -EBADMSG);
	assert_int_equal(read_nested(100000, '[', ']'), -EBADMSG);
}

static void one_mebibyte_is_accepted_and_a_byte_more_is_not(void **state)
{
	autofree char *bytes = malloc(JSON_MAX_BYTES + 1);
	auto_json struct json *json = NULL;
	struct json *none = NULL;
	auto_diag struct diag diag = { 0 };

	(void)state;
	assert_non_null(bytes);
	memset(bytes, ' ', JSON_MAX_BYTES + 1);
	bytes[0] = '1';
	assert_int_equal(json_read((struct span){ .bytes = bytes, .length = JSON_MAX_BYTES }, "big",
				   &json, &diag),
			 0);
	assert_int_equal(json_read((struct span){ .bytes = bytes, .length = JSON_MAX_BYTES + 1 },
				   "big", &none, &diag),
			 -EFBIG);
	assert_string_equal(diag.lines[0].place, "big:1:1");
	assert_string_equal(diag.lines[0].sentence,
			    "found 1048577 bytes, expected at most 1048576");
}

/* With a comparison of every pair this takes minutes. */
static void keys_of_a_large_object_are_compared_quickly(void **state)
{
	auto_text struct text text = { 0 };
	auto_json struct json *json = NULL;
	auto_diag struct diag diag = { 0 };
	struct json *none = NULL;
	clock_t start = clock();

	(void)state;
	text_add(&text, "{");
	for (unsigned int i = 0; i < 80000; i++)
		text_addf(&text, "%s\"%x\":0", i > 0 ? ",\n" : "", i);
	text_add(&text, "}");
	assert_int_equal(json_read(text_span(&text), "large", &json, &diag), 0);
	assert_int_equal(json_count(json_root(json)), 80000);
	text.length--;
	text_add(&text, ",\n\"3039\":0}");
	assert_int_equal(json_read(text_span(&text), "large", &none, &diag), -EBADMSG);
	assert_string_equal(diag.lines[0].place, "large:80001:1");
	assert_true((clock() - start) / CLOCKS_PER_SEC < 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_breach_is_refused_at_its_place),
		cmocka_unit_test(well_formed_documents_are_accepted),
		cmocka_unit_test(depth_of_32_is_accepted_and_33_is_not),
		cmocka_unit_test(one_mebibyte_is_accepted_and_a_byte_more_is_not),
		cmocka_unit_test(keys_of_a_large_object_are_compared_quickly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
