/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes whose lines stand alone: scalar, key-value, pressure, list. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host/shapes.h"
#include "shape-text.h"

static void scalar_is_one_number_whole(void **state)
{
	struct number number;

	(void)state;
	assert_int_equal(shape_scalar(span_of("\t42 \n"), &number), 0);
	assert_int_equal(number.magnitude, 42);
	assert_int_equal(shape_scalar(span_of("-1"), &number), 0);
	assert_true(number.negative);
	assert_int_equal(shape_scalar(span_of("42 7"), &number), -EBADMSG);
	assert_int_equal(shape_scalar(span_of(""), &number), -EBADMSG);
	assert_int_equal(shape_scalar(span_of("18446744073709551616"), &number), -EBADMSG);
}

static void key_values_part_at_colon_or_blank(void **state)
{
	static const struct {
		const char *line, *key, *value;
	} rows[] = {
		{ "MemTotal:       16 kB", "MemTotal", "16 kB" },
		{ "nr_free_pages 7", "nr_free_pages", "7" },
		{ "Name:\tsome word", "Name", "some word" },
		{ "Node 0 MemTotal: 16 kB", "Node 0 MemTotal", "16 kB" },
		{ "Groups:", "Groups", "" },
		{ "Active(anon):\t5 kB ", "Active(anon)", "5 kB" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct shape_pair pair;

		assert_int_equal(shape_pair_read(span_of(rows[i].line), &pair), 0);
		assert_true(span_is(pair.key, rows[i].key));
		assert_true(span_is(pair.value, rows[i].value));
	}
}

static void key_value_without_key_or_number_is_refused(void **state)
{
	struct shape_pair pair;
	struct number number;
	struct span unit;

	(void)state;
	assert_int_equal(shape_pair_read(span_of(""), &pair), -EBADMSG);
	assert_int_equal(shape_pair_read(span_of(" : 5"), &pair), -EBADMSG);
	assert_int_equal(shape_pair_read(span_of("A: 5 kB"), &pair), 0);
	assert_int_equal(shape_pair_number(&pair, &number, &unit), 0);
	assert_int_equal(number.magnitude, 5);
	assert_true(span_is(unit, "kB"));
	assert_int_equal(shape_pair_read(span_of("A: 5 kB more"), &pair), 0);
	assert_int_equal(shape_pair_number(&pair, &number, &unit), -EBADMSG);
	assert_int_equal(shape_pair_read(span_of("A: x"), &pair), 0);
	assert_int_equal(shape_pair_number(&pair, &number, &unit), -EBADMSG);
}

static void pressure_is_in_hundredths(void **state)
{
	auto_text struct text noted = { 0 };
	struct shape_rows rows = { 0, note, &noted };

	(void)state;
	assert_int_equal(shape_pressure_line(
				 &rows, span_of("some avg10=0.07 avg60=12.50 total=123456789012")),
			 0);
	check_text(&noted, "some.avg10 0 - 7/100\nsome.avg60 1 - 1250/100\n"
			   "some.total 2 - 123456789012\n");
}

static void malformed_pressure_is_refused(void **state)
{
	static const char *const lines[] = {
		"",
		"some",
		"half avg10=0.00",
		"some avg10=0.0",
		"some avg10=0.000",
		"some avg10=.00",
		"some avg10=-1.00",
		"some avg10=1",
		"some total=1.00",
		"some total=-1",
		"some total",
		"some =1",
		"some avg10=0.0x",
		"some total=",
		"some avg10=184467440737095516.16",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		auto_text struct text noted = { 0 };
		struct shape_rows rows = { 0, note, &noted };

		assert_int_equal(shape_pressure_line(&rows, span_of(lines[i])), -EBADMSG);
		assert_int_equal(rows.row, 1);
	}
}

static void list_is_one_word_a_line(void **state)
{
	struct shape_rows rows = { 0 };
	struct span word;

	(void)state;
	assert_int_equal(shape_list_line(&rows, span_of(" cubic "), &word), 1);
	assert_true(span_is(word, "cubic"));
	assert_int_equal(shape_list_line(&rows, span_of(" \t"), &word), 0);
	assert_int_equal(shape_list_line(&rows, span_of("reno cubic"), &word), -EBADMSG);
	assert_int_equal(rows.row, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalar_is_one_number_whole),
		cmocka_unit_test(key_values_part_at_colon_or_blank),
		cmocka_unit_test(key_value_without_key_or_number_is_refused),
		cmocka_unit_test(pressure_is_in_hundredths),
		cmocka_unit_test(malformed_pressure_is_refused),
		cmocka_unit_test(list_is_one_word_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
