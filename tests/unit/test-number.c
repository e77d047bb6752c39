/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Integers over all of signed and unsigned 64 bits. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"

#define U64_MAX	    NUMBER(UINT64_MAX)
#define I64_MIN	    NUMBER_MINUS(UINT64_C(1) << 63)
#define I64_MIN_ABS (UINT64_C(1) << 63)

static void assert_number(struct number found, struct number expected, size_t row)
{
	if (found.magnitude != expected.magnitude || found.negative != expected.negative)
		fail_msg("row %zu: found %s%llu, expected %s%llu", row, found.negative ? "-" : "",
			 (unsigned long long)found.magnitude, expected.negative ? "-" : "",
			 (unsigned long long)expected.magnitude);
}

/* A copy of exactly the length of the text, so that the sanitizer sees a read behind it. */
static int parse(const char *text, enum number_base base, struct number *ret_number)
{
	struct span span = span_of(text);
	autofree char *exact = malloc(span.length > 0 ? span.length : 1);

	assert_non_null(exact);
	memcpy(exact, span.bytes, span.length);
	span.bytes = exact;
	return number_parse(span, base, ret_number);
}

static void numbers_are_read_whole(void **state)
{
	static const struct {
		const char *text;
		enum number_base base;
		struct number number;
	} cases[] = {
		{ "0", NUMBER_BASE_AUTO, NUMBER(0) },
		{ "1", NUMBER_BASE_AUTO, NUMBER(1) },
		{ "-1", NUMBER_BASE_AUTO, NUMBER_MINUS(1) },
		{ "-0", NUMBER_BASE_AUTO, NUMBER(0) },
		{ "010", NUMBER_BASE_AUTO, NUMBER(8) },
		{ "-010", NUMBER_BASE_AUTO, NUMBER_MINUS(8) },
		{ "00", NUMBER_BASE_AUTO, NUMBER(0) },
		{ "0x10", NUMBER_BASE_AUTO, NUMBER(16) },
		{ "0XfF", NUMBER_BASE_AUTO, NUMBER(255) },
		{ "-0x1", NUMBER_BASE_AUTO, NUMBER_MINUS(1) },
		{ "18446744073709551615", NUMBER_BASE_AUTO, U64_MAX },
		{ "0xffffffffffffffff", NUMBER_BASE_AUTO, U64_MAX },
		{ "01777777777777777777777", NUMBER_BASE_AUTO, U64_MAX },
		{ "-9223372036854775808", NUMBER_BASE_AUTO, I64_MIN },
		{ "000000000000000000000000000000007", NUMBER_BASE_AUTO, NUMBER(7) },
		{ "010", NUMBER_BASE_10, NUMBER(10) },
		{ "08", NUMBER_BASE_10, NUMBER(8) },
		{ "4096", NUMBER_BASE_10, NUMBER(4096) },
		{ "10", NUMBER_BASE_16, NUMBER(16) },
		{ "00ff", NUMBER_BASE_16, NUMBER(255) },
		{ "FfFfFfFfFfFfFfFf", NUMBER_BASE_16, U64_MAX },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct number number;

		if (parse(cases[i].text, cases[i].base, &number) < 0)
			fail_msg("row %zu: %s is refused", i, cases[i].text);
		assert_number(number, cases[i].number, i);
	}
}

static void what_is_not_one_number_is_refused(void **state)
{
	static const struct {
		const char *text;
		enum number_base base;
		int error;
	} cases[] = {
		{ "", NUMBER_BASE_AUTO, -EBADMSG },
		{ "-", NUMBER_BASE_AUTO, -EBADMSG },
		{ "+1", NUMBER_BASE_AUTO, -EBADMSG },
		{ "--1", NUMBER_BASE_AUTO, -EBADMSG },
		{ "- 1", NUMBER_BASE_AUTO, -EBADMSG },
		{ " 1", NUMBER_BASE_AUTO, -EBADMSG },
		{ "1 ", NUMBER_BASE_AUTO, -EBADMSG },
		{ "1\n", NUMBER_BASE_AUTO, -EBADMSG },
		{ "33 junk", NUMBER_BASE_AUTO, -EBADMSG },
		{ "33junk", NUMBER_BASE_AUTO, -EBADMSG },
		{ "08", NUMBER_BASE_AUTO, -EBADMSG },
		{ "0x", NUMBER_BASE_AUTO, -EBADMSG },
		{ "-0x", NUMBER_BASE_AUTO, -EBADMSG },
		{ "0xg", NUMBER_BASE_AUTO, -EBADMSG },
		{ "0x-1", NUMBER_BASE_AUTO, -EBADMSG },
		{ "0x0x1", NUMBER_BASE_AUTO, -EBADMSG },
		{ "1.0", NUMBER_BASE_AUTO, -EBADMSG },
		{ "1e3", NUMBER_BASE_AUTO, -EBADMSG },
		{ "ff", NUMBER_BASE_AUTO, -EBADMSG },
		{ "max", NUMBER_BASE_AUTO, -EBADMSG },
		{ "0x10", NUMBER_BASE_10, -EBADMSG },
		{ "a", NUMBER_BASE_10, -EBADMSG },
		{ "0x10", NUMBER_BASE_16, -EBADMSG },
		{ "fg", NUMBER_BASE_16, -EBADMSG },
		{ "18446744073709551616", NUMBER_BASE_AUTO, -ERANGE },
		{ "0x10000000000000000", NUMBER_BASE_AUTO, -ERANGE },
		{ "-9223372036854775809", NUMBER_BASE_AUTO, -ERANGE },
		{ "-18446744073709551615", NUMBER_BASE_AUTO, -ERANGE },
		{ "100000000000000000000000000000000000000000000", NUMBER_BASE_10, -ERANGE },
		/* 2^128: what wraps to 0 in the arithmetic inside */
		{ "340282366920938463463374607431768211456", NUMBER_BASE_10, -ERANGE },
		{ "99999999999999999999x", NUMBER_BASE_10, -EBADMSG },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct number number = NUMBER(77);
		int r = parse(cases[i].text, cases[i].base, &number);

		if (r != cases[i].error)
			fail_msg("row %zu: %s gives %d, expected %d", i, cases[i].text, r,
				 cases[i].error);
		assert_number(number, (struct number)NUMBER(77), i);
	}
}

static void embedded_nul_is_refused(void **state)
{
	struct number number;

	(void)state;
	assert_int_equal(number_parse((struct span){ .bytes = "1\0", .length = 2 },
				      NUMBER_BASE_AUTO, &number),
			 -EBADMSG);
	assert_int_equal(number_parse((struct span){ 0 }, NUMBER_BASE_AUTO, &number), -EBADMSG);
}

static void narrow_types_refuse_what_does_not_fit(void **state)
{
	uint64_t wide = 5;
	uint32_t narrow = 5;

	(void)state;
	assert_int_equal(number_parse_u64(span_of("-1"), NUMBER_BASE_AUTO, &wide), -ERANGE);
	assert_int_equal(number_parse_u64(span_of("x"), NUMBER_BASE_AUTO, &wide), -EBADMSG);
	assert_int_equal(number_parse_u32(span_of("4294967296"), NUMBER_BASE_10, &narrow), -ERANGE);
	assert_int_equal(number_parse_u32(span_of("-1"), NUMBER_BASE_10, &narrow), -ERANGE);
	assert_true(wide == 5 && narrow == 5);
	assert_int_equal(number_parse_u64(span_of("18446744073709551615"), NUMBER_BASE_10, &wide),
			 0);
	assert_true(wide == UINT64_MAX);
	assert_int_equal(number_parse_u32(span_of("ffffffff"), NUMBER_BASE_16, &narrow), 0);
	assert_true(narrow == UINT32_MAX);
}

static void numbers_are_ordered_over_both_signs(void **state)
{
	static const struct number ascending[] = {
		I64_MIN,	   NUMBER_MINUS(I64_MIN_ABS - 1),
		NUMBER_MINUS(2),   NUMBER_MINUS(1),
		NUMBER(0),	   NUMBER(1),
		NUMBER(INT64_MAX), NUMBER(I64_MIN_ABS),
		U64_MAX,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ascending); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(ascending); j++) {
			int order = number_compare(ascending[i], ascending[j]);

			assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
		}
	}
}

static void printed_number_is_canonical_decimal(void **state)
{
	static const struct {
		struct number number;
		const char *text;
	} cases[] = {
		{ NUMBER(0), "0" },
		{ NUMBER(8), "8" },
		{ NUMBER_MINUS(1), "-1" },
		{ U64_MAX, "18446744073709551615" },
		{ I64_MIN, "-9223372036854775808" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_text struct text text = { 0 };

		number_print(&text, cases[i].number);
		assert_int_equal(text_status(&text), 0);
		assert_string_equal(text.bytes, cases[i].text);
	}
}

static void c_integers_go_in_and_out(void **state)
{
	static const struct {
		int64_t n;
		struct number number;
	} cases[] = {
		{ INT64_MIN, I64_MIN },		  { INT64_MIN + 1, NUMBER_MINUS(INT64_MAX) },
		{ -1, NUMBER_MINUS(1) },	  { 0, NUMBER(0) },
		{ INT64_MAX, NUMBER(INT64_MAX) },
	};
	uint64_t back = 77;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct number number = number_from_i64(cases[i].n);

		assert_true(number.magnitude == cases[i].number.magnitude);
		assert_int_equal(number.negative, cases[i].number.negative);
	}
	assert_int_equal(number_to_u64(number_from_u64(UINT64_MAX), &back), 0);
	assert_true(back == UINT64_MAX);
	assert_int_equal(number_to_u64(number_from_i64(-1), &back), -ERANGE);
	assert_true(back == UINT64_MAX);
}

static void scaling_is_exact_and_checked(void **state)
{
	static const struct {
		struct number n;
		struct number times;
		uint64_t by;
		struct number plus;
		enum rounding rounding;
		int error;
		struct number result;
	} cases[] = {
		{ NUMBER(4), NUMBER(1024), 1, NUMBER(0), ROUND_EXACT, 0, NUMBER(4096) },
		{ NUMBER(7), NUMBER(1), 2, NUMBER(0), ROUND_DOWN, 0, NUMBER(3) },
		{ NUMBER(7), NUMBER(1), 2, NUMBER(0), ROUND_UP, 0, NUMBER(4) },
		{ NUMBER(7), NUMBER(1), 2, NUMBER(0), ROUND_EXACT, -ERANGE, NUMBER(0) },
		{ NUMBER(8), NUMBER(1), 2, NUMBER(0), ROUND_EXACT, 0, NUMBER(4) },
		{ NUMBER_MINUS(7), NUMBER(1), 2, NUMBER(0), ROUND_DOWN, 0, NUMBER_MINUS(4) },
		{ NUMBER_MINUS(7), NUMBER(1), 2, NUMBER(0), ROUND_UP, 0, NUMBER_MINUS(3) },
		{ NUMBER(7), NUMBER_MINUS(1), 2, NUMBER(0), ROUND_UP, 0, NUMBER_MINUS(3) },
		{ NUMBER_MINUS(7), NUMBER_MINUS(1), 2, NUMBER(0), ROUND_UP, 0, NUMBER(4) },
		{ NUMBER_MINUS(1), NUMBER(1), 3, NUMBER(0), ROUND_UP, 0, NUMBER(0) },
		{ NUMBER(0), NUMBER_MINUS(5), 3, NUMBER(0), ROUND_DOWN, 0, NUMBER(0) },
		{ NUMBER(5), NUMBER(1), 1, NUMBER_MINUS(7), ROUND_EXACT, 0, NUMBER_MINUS(2) },
		{ NUMBER(5), NUMBER(1), 1, NUMBER_MINUS(5), ROUND_EXACT, 0, NUMBER(0) },
		{ NUMBER_MINUS(5), NUMBER(1), 1, NUMBER(7), ROUND_EXACT, 0, NUMBER(2) },
		{ NUMBER_MINUS(5), NUMBER(1), 1, NUMBER(3), ROUND_EXACT, 0, NUMBER_MINUS(2) },
		/* the product alone needs 128 bits */
		{ U64_MAX, U64_MAX, UINT64_MAX, NUMBER(0), ROUND_EXACT, 0, U64_MAX },
		{ U64_MAX, U64_MAX, 1, U64_MAX, ROUND_EXACT, -ERANGE, NUMBER(0) },
		{ U64_MAX, NUMBER(3), 4, NUMBER(0), ROUND_DOWN, 0, NUMBER(13835058055282163711U) },
		{ U64_MAX, NUMBER(3), 4, NUMBER(0), ROUND_UP, 0, NUMBER(13835058055282163712U) },
		/* beyond 64 bits on the way, within them at the end */
		{ U64_MAX, NUMBER(1), 1, NUMBER(1), ROUND_EXACT, -ERANGE, NUMBER(0) },
		{ U64_MAX, NUMBER(2), 2, NUMBER_MINUS(1), ROUND_EXACT, 0, NUMBER(UINT64_MAX - 1) },
		{ NUMBER(I64_MIN_ABS), NUMBER(2), 1, NUMBER_MINUS(1), ROUND_EXACT, 0, U64_MAX },
		{ U64_MAX, NUMBER_MINUS(1), 1, U64_MAX, ROUND_EXACT, 0, NUMBER(0) },
		{ I64_MIN, NUMBER(1), 1, NUMBER(0), ROUND_EXACT, 0, I64_MIN },
		{ I64_MIN, NUMBER(1), 1, NUMBER_MINUS(1), ROUND_EXACT, -ERANGE, NUMBER(0) },
		{ I64_MIN, NUMBER_MINUS(1), 1, NUMBER(0), ROUND_EXACT, 0, NUMBER(I64_MIN_ABS) },
		{ NUMBER(1), NUMBER(1), 0, NUMBER(0), ROUND_DOWN, -EINVAL, NUMBER(0) },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct number result = NUMBER(77);
		int r = number_scale(cases[i].n, cases[i].times, cases[i].by, cases[i].plus,
				     cases[i].rounding, &result);

		if (r != cases[i].error)
			fail_msg("row %zu gives %d, expected %d", i, r, cases[i].error);
		assert_number(result, r < 0 ? (struct number)NUMBER(77) : cases[i].result, i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read_whole),
		cmocka_unit_test(what_is_not_one_number_is_refused),
		cmocka_unit_test(embedded_nul_is_refused),
		cmocka_unit_test(narrow_types_refuse_what_does_not_fit),
		cmocka_unit_test(numbers_are_ordered_over_both_signs),
		cmocka_unit_test(printed_number_is_canonical_decimal),
		cmocka_unit_test(c_integers_go_in_and_out),
		cmocka_unit_test(scaling_is_exact_and_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
