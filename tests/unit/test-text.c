/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans, UTF-8 and the text builder. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

/* A literal that may hold NUL. */
#define SPAN(literal) ((struct span){ .bytes = (literal), .length = sizeof(literal) - 1 })

static void assert_span(struct span a, const char *expected)
{
	if (!span_is(a, expected))
		fail_msg("found \"%.*s\", expected \"%s\"", (int)a.length, a.bytes, expected);
}

static void spans_are_equal_by_bytes(void **state)
{
	(void)state;
	assert_true(span_equal(SPAN("a\0b"), SPAN("a\0b")));
	assert_false(span_equal(SPAN("a\0b"), SPAN("a\0c")));
	assert_false(span_equal(SPAN("ab"), SPAN("abc")));
	assert_true(span_equal((struct span){ 0 }, SPAN("")));
	assert_false(span_is(SPAN("ab\0"), "ab"));
}

static void prefix_and_suffix_are_found(void **state)
{
	(void)state;
	assert_true(span_starts(SPAN("net.core"), "net."));
	assert_false(span_starts(SPAN("net"), "net."));
	assert_true(span_starts((struct span){ 0 }, ""));
	assert_true(span_ends(SPAN("x.json"), ".json"));
	assert_false(span_ends(SPAN("json"), ".json"));
	assert_false(span_ends(SPAN("x.jsoN"), ".json"));
	assert_true(span_ends((struct span){ 0 }, ""));
}

static void blanks_at_both_ends_are_trimmed(void **state)
{
	static const char *const cases[][2] = {
		{ "", "" },	    { " \t\n\r\v\f", "" },	{ "a", "a" },
		{ " a b ", "a b" }, { "\fa\v", "a" },		{ "a\n", "a" },
		{ "\n\na", "a" },   { "\xc2\xa0", "\xc2\xa0" }, { "\x08z", "\x08z" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_span(span_trim(span_of(cases[i][0])), cases[i][1]);
	assert_int_equal(span_trim((struct span){ 0 }).length, 0);
}

static void tokens_are_separated_by_any_blanks(void **state)
{
	struct span rest = SPAN(" 4096\t131072 \n 6291456\n");
	struct span token = { 0 };

	(void)state;
	assert_true(span_token(&rest, &token));
	assert_span(token, "4096");
	assert_true(span_token(&rest, &token));
	assert_span(token, "131072");
	assert_true(span_token(&rest, &token));
	assert_span(token, "6291456");
	assert_false(span_token(&rest, &token));
	assert_span(token, "6291456");
}

static void empty_text_has_no_token(void **state)
{
	struct span rest = { 0 };
	struct span token;

	(void)state;
	assert_false(span_token(&rest, &token));
	assert_false(span_split(&rest, ',', &token));
}

static void split_keeps_empty_parts_between_separators(void **state)
{
	struct span rest = SPAN(",a,,b");
	struct span part;

	(void)state;
	assert_true(span_split(&rest, ',', &part));
	assert_span(part, "");
	assert_true(span_split(&rest, ',', &part));
	assert_span(part, "a");
	assert_true(span_split(&rest, ',', &part));
	assert_span(part, "");
	assert_true(span_split(&rest, ',', &part));
	assert_span(part, "b");
	assert_false(span_split(&rest, ',', &part));
}

static void last_line_needs_no_line_end(void **state)
{
	struct span rest = SPAN("one\ntwo\n");
	struct span part;

	(void)state;
	assert_true(span_split(&rest, '\n', &part));
	assert_true(span_split(&rest, '\n', &part));
	assert_span(part, "two");
	assert_false(span_split(&rest, '\n', &part));
}

static void copy_is_terminated(void **state)
{
	autofree char *copy = span_copy((struct span){ .bytes = "abcdef", .length = 3 });
	autofree char *empty = span_copy((struct span){ 0 });

	(void)state;
	assert_string_equal(copy, "abc");
	assert_string_equal(empty, "");
}

static void copy_of_a_nul_is_refused(void **state)
{
	(void)state;
	assert_null(span_copy(SPAN("a\0b")));
}

static void utf8_is_judged_as_rfc_3629(void **state)
{
	static const struct {
		struct span bytes;
		bool is_utf8;
	} cases[] = {
		{ { "", 0 }, true },
		{ { "plain", 5 }, true },
		{ { "\x00", 1 }, true },
		{ { "\xc3\xa9", 2 }, true },
		{ { "\xed\x9f\xbf", 3 }, true },      /* U+D7FF */
		{ { "\xee\x80\x80", 3 }, true },      /* U+E000 */
		{ { "\xf4\x8f\xbf\xbf", 4 }, true },  /* U+10FFFF */
		{ { "\xed\xa0\x80", 3 }, false },     /* U+D800 */
		{ { "\xed\xbf\xbf", 3 }, false },     /* U+DFFF */
		{ { "\xc0\x80", 2 }, false },	      /* overlong NUL */
		{ { "\xc1\xbf", 2 }, false },	      /* overlong */
		{ { "\xe0\x9f\xbf", 3 }, false },     /* overlong */
		{ { "\xf0\x8f\xbf\xbf", 4 }, false }, /* overlong */
		{ { "\xf4\x90\x80\x80", 4 }, false }, /* beyond U+10FFFF */
		{ { "\xf8\x88\x80\x80\x80", 5 }, false },
		{ { "\xff", 1 }, false },
		{ { "\x80", 1 }, false },
		{ { "\xc3", 1 }, false },
		{ { "\xe2\x82", 2 }, false },
		{ { "\xc3(", 2 }, false },
		{ { "ok\xfe", 3 }, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		if (span_is_utf8(cases[i].bytes) != cases[i].is_utf8)
			fail_msg("case %zu", i);
	}
}

static void unprintable_bytes_become_escapes(void **state)
{
	static const char *const cases[][2] = {
		{ "eth0", "eth0" },
		{ "caf\xc3\xa9", "caf\xc3\xa9" },
		{ "\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7" },
		{ "a\nb\tc", "a\\x0ab\\x09c" },
		{ "\x1b[31mred", "\\x1b[31mred" },
		{ "\x7f", "\\x7f" },
		{ "\xff\xfe", "\\xff\\xfe" },
		{ "\xc3", "\\xc3" },
		{ "\xc3z", "\\xc3z" },
		{ "\xe2\x82", "\\xe2\\x82" },
		{ "\xc2\x9b"
		  "31m",
		  "\\xc2\\x9b31m" }, /* C1: CSI in one character */
		{ "\xe2\x80\xae"
		  "cod",
		  "\\xe2\\x80\\xaecod" }, /* turns the text around */
		{ "a\xe2\x80\x8b"
		  "b",
		  "a\\xe2\\x80\\x8bb" },			/* zero width */
		{ "\xef\xbb\xbf", "\\xef\\xbb\\xbf" },		/* byte order mark */
		{ "\xf3\xa0\x80\xa0", "\\xf3\\xa0\\x80\\xa0" }, /* tag */
		{ "\xef\xbf\xbf", "\\xef\\xbf\\xbf" },		/* noncharacter */
		{ "back\\slash", "back\\slash" },
		{ "\\x0a", "\\x0a" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_text struct text text = { 0 };

		text_add_safe(&text, span_of(cases[i][0]));
		assert_int_equal(text_status(&text), 0);
		assert_string_equal(text.bytes, cases[i][1]);
	}
}

static void embedded_nul_becomes_an_escape(void **state)
{
	auto_text struct text text = { 0 };

	(void)state;
	text_add_safe(&text, SPAN("a\0b"));
	assert_string_equal(text.bytes, "a\\x00b");
}

static void every_byte_alone_becomes_safe_text(void **state)
{
	(void)state;
	for (unsigned int byte = 0; byte < 256; byte++) {
		auto_text struct text text = { 0 };
		char c = (char)byte;
		bool is_ascii = byte >= 0x20 && byte < 0x7f;

		text_add_safe(&text, (struct span){ .bytes = &c, .length = 1 });
		assert_int_equal(text.length, is_ascii ? 1 : 4);
	}
}

static void builder_grows_and_stays_terminated(void **state)
{
	auto_text struct text text = { 0 };

	(void)state;
	for (size_t i = 0; i < 1000; i++) {
		text_addf(&text, "%03zu", i);
		text_add_char(&text, ' ');
		assert_int_equal(text.bytes[text.length], '\0');
	}
	text_add(&text, "end");
	assert_int_equal(text.length, 4003);
	assert_true(span_ends(text_span(&text), "999 end"));
}

static void cleared_builder_starts_anew(void **state)
{
	auto_text struct text text = { 0 };

	(void)state;
	text_clear(&text);
	text_add(&text, "old");
	text_clear(&text);
	assert_string_equal(text.bytes, "");
	text_add(&text, "new");
	assert_string_equal(text.bytes, "new");
}

static void taking_nothing_gives_an_empty_string(void **state)
{
	auto_text struct text text = { 0 };
	autofree char *string = NULL;

	(void)state;
	assert_int_equal(text_take(&text, &string), 0);
	assert_string_equal(string, "");
	assert_null(text.bytes);
}

static void running_out_of_memory_is_remembered(void **state)
{
	auto_text struct text text = { 0 };
	char *string = NULL;

	(void)state;
	text_add(&text, "before");
	text_add_span(&text, (struct span){ .bytes = "x", .length = SIZE_MAX });
	assert_int_equal(text_status(&text), -ENOMEM);
	text_add(&text, "after");
	assert_string_equal(text.bytes, "before");
	assert_int_equal(text_take(&text, &string), -ENOMEM);
	assert_null(string);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_are_equal_by_bytes),
		cmocka_unit_test(prefix_and_suffix_are_found),
		cmocka_unit_test(blanks_at_both_ends_are_trimmed),
		cmocka_unit_test(tokens_are_separated_by_any_blanks),
		cmocka_unit_test(empty_text_has_no_token),
		cmocka_unit_test(split_keeps_empty_parts_between_separators),
		cmocka_unit_test(last_line_needs_no_line_end),
		cmocka_unit_test(copy_is_terminated),
		cmocka_unit_test(copy_of_a_nul_is_refused),
		cmocka_unit_test(utf8_is_judged_as_rfc_3629),
		cmocka_unit_test(unprintable_bytes_become_escapes),
		cmocka_unit_test(embedded_nul_becomes_an_escape),
		cmocka_unit_test(every_byte_alone_becomes_safe_text),
		cmocka_unit_test(builder_grows_and_stays_terminated),
		cmocka_unit_test(cleared_builder_starts_anew),
		cmocka_unit_test(taking_nothing_gives_an_empty_string),
		cmocka_unit_test(running_out_of_memory_is_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
