/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Paragraphs within a width, and colours that take no room. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "report/layout.h"

struct wrapped {
	const char *label;
	const char *words;
	unsigned int width;
	unsigned int indent;
	const char *expected;
};

static void check_wrapped(const struct wrapped *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		auto_text struct text text = { 0 };

		wrap_add(&text, span_of(rows[i].label), span_of(rows[i].words), rows[i].width,
			 rows[i].indent);
		assert_int_equal(text_status(&text), 0);
		assert_string_equal(text.bytes, rows[i].expected);
	}
}

static void words_are_broken_before_the_width(void **state)
{
	static const struct wrapped rows[] = {
		{ "", "one two three", 7, 0, "one two\nthree\n" },
		{ "", "one two three", 6, 0, "one\ntwo\nthree\n" },
		{ "", "one two three", 13, 0, "one two three\n" },
		{ "", "one two three", 12, 0, "one two\nthree\n" },
		{ "", "", 10, 0, "\n" },
	};

	(void)state;
	check_wrapped(rows, ARRAY_SIZE(rows));
}

static void continuations_stand_under_the_first_word(void **state)
{
	static const struct wrapped rows[] = {
		{ "high", "one two three", 14, 6, "high  one two\n      three\n" },
		{ "", "one two three", 14, 6, "      one two\n      three\n" },
		{ "a long label", "one two", 12, 6, "a long label one\n      two\n" },
	};

	(void)state;
	check_wrapped(rows, ARRAY_SIZE(rows));
}

static void width_zero_never_breaks(void **state)
{
	static const struct wrapped rows[] = {
		{ "x", "one two three four five six seven eight nine ten", 0, 4,
		  "x   one two three four five six seven eight nine ten\n" },
	};

	(void)state;
	check_wrapped(rows, ARRAY_SIZE(rows));
}

static void a_word_longer_than_the_width_stays_whole(void **state)
{
	static const struct wrapped rows[] = {
		{ "", "see /proc/sys/net/core/somaxconn now", 10, 2,
		  "  see\n  /proc/sys/net/core/somaxconn\n  now\n" },
		{ "label", "/proc/sys/net/core/somaxconn", 10, 8,
		  "label   /proc/sys/net/core/somaxconn\n" },
	};

	(void)state;
	check_wrapped(rows, ARRAY_SIZE(rows));
}

static void escapes_take_no_columns_and_stay_whole(void **state)
{
	static const struct wrapped rows[] = {
		{ "", "\033[1;31mone\033[0m \033[2mtwo\033[0m three", 7, 0,
		  "\033[1;31mone\033[0m \033[2mtwo\033[0m\nthree\n" },
		{ "\033[1mhi\033[0m", "one", 20, 4, "\033[1mhi\033[0m  one\n" },
	};

	(void)state;
	check_wrapped(rows, ARRAY_SIZE(rows));
}

static void a_character_of_many_bytes_takes_one_column(void **state)
{
	static const struct wrapped rows[] = {
		{ "", "\xc3\xa4\xc3\xb6\xc3\xbc abc x", 7, 0, "\xc3\xa4\xc3\xb6\xc3\xbc abc\nx\n" },
	};

	(void)state;
	check_wrapped(rows, ARRAY_SIZE(rows));
	assert_int_equal(layout_columns(span_of("\xe2\x82\xac 5")), 3);
}

static void paint_without_colour_adds_nothing(void **state)
{
	auto_text struct text plain = { 0 };
	auto_text struct text coloured = { 0 };

	(void)state;
	paint_add(&plain, false, PAINT_BAD, "fit");
	assert_string_equal(plain.bytes, "fit");
	paint_add(&coloured, true, PAINT_BAD, "fit");
	assert_string_equal(coloured.bytes, "\033[1;31mfit\033[0m");
}

static void paint_lets_no_escape_of_others_through(void **state)
{
	auto_text struct text text = { 0 };

	(void)state;
	paint_add(&text, false, PAINT_GOOD, "a\033[2Jb\n");
	assert_string_equal(text.bytes, "a\\x1b[2Jb\\x0a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_broken_before_the_width),
		cmocka_unit_test(continuations_stand_under_the_first_word),
		cmocka_unit_test(width_zero_never_breaks),
		cmocka_unit_test(a_word_longer_than_the_width_stays_whole),
		cmocka_unit_test(escapes_take_no_columns_and_stay_whole),
		cmocka_unit_test(a_character_of_many_bytes_takes_one_column),
		cmocka_unit_test(paint_without_colour_adds_nothing),
		cmocka_unit_test(paint_lets_no_escape_of_others_through),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
