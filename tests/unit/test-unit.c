/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Units: exact conversion, and quantities as people write them. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "value/unit.h"

#include "exact.h"

#define PAGE 4096

static void assert_number(struct number found, struct number expected, size_t row)
{
	if (number_compare(found, expected) != 0)
		fail_msg("row %zu: found %s%llu, expected %s%llu", row, found.negative ? "-" : "",
			 (unsigned long long)found.magnitude, expected.negative ? "-" : "",
			 (unsigned long long)expected.magnitude);
}

static void units_convert_exactly_or_not_at_all(void **state)
{
	static const struct {
		struct number n;
		enum unit from;
		enum unit to;
		uint64_t page_size;
		int error;
		struct number result;
	} cases[] = {
		{ NUMBER(3), UNIT_PAGES, UNIT_BYTES, PAGE, 0, NUMBER(12288) },
		{ NUMBER(3), UNIT_PAGES, UNIT_KIBIBYTES, PAGE, 0, NUMBER(12) },
		{ NUMBER(3), UNIT_PAGES, UNIT_KIBIBYTES, 65536, 0, NUMBER(192) },
		{ NUMBER(12), UNIT_KIBIBYTES, UNIT_PAGES, PAGE, 0, NUMBER(3) },
		{ NUMBER(13), UNIT_KIBIBYTES, UNIT_PAGES, PAGE, -ERANGE, NUMBER(0) },
		{ NUMBER(3), UNIT_PAGES, UNIT_PAGES, 0, 0, NUMBER(3) },
		{ NUMBER(3), UNIT_PAGES, UNIT_BYTES, 0, -ENODATA, NUMBER(0) },
		{ NUMBER(3), UNIT_BYTES, UNIT_PAGES, 0, -ENODATA, NUMBER(0) },
		{ NUMBER(3), UNIT_KIBIBYTES, UNIT_BYTES, 0, 0, NUMBER(3072) },
		{ NUMBER(1025), UNIT_BYTES, UNIT_KIBIBYTES, 0, -ERANGE, NUMBER(0) },
		{ NUMBER(2), UNIT_SECONDS, UNIT_NANOSECONDS, 0, 0, NUMBER(2000000000) },
		{ NUMBER(2), UNIT_SECONDS, UNIT_CENTISECONDS, 0, 0, NUMBER(200) },
		{ NUMBER(30), UNIT_MILLISECONDS, UNIT_CENTISECONDS, 0, 0, NUMBER(3) },
		{ NUMBER(3), UNIT_MILLISECONDS, UNIT_CENTISECONDS, 0, -ERANGE, NUMBER(0) },
		{ NUMBER_MINUS(5), UNIT_MILLISECONDS, UNIT_MICROSECONDS, 0, 0, NUMBER_MINUS(5000) },
		{ NUMBER(950000), UNIT_MICROSECONDS, UNIT_SECONDS, 0, -ERANGE, NUMBER(0) },
		{ NUMBER(0), UNIT_MICROSECONDS, UNIT_SECONDS, 0, 0, NUMBER(0) },
		{ NUMBER(7), UNIT_CPUS, UNIT_CONNECTIONS, 0, 0, NUMBER(7) },
		{ NUMBER(7), UNIT_NONE, UNIT_PORTS, 0, 0, NUMBER(7) },
		{ NUMBER(80), UNIT_PERCENT, UNIT_PERCENT, 0, 0, NUMBER(80) },
		{ NUMBER(80), UNIT_PERCENT, UNIT_FILES, 0, -EINVAL, NUMBER(0) },
		{ NUMBER(80), UNIT_BYTES, UNIT_SECONDS, 0, -EINVAL, NUMBER(0) },
		{ NUMBER(80), 0, UNIT_BYTES, 0, -EINVAL, NUMBER(0) },
		{ NUMBER(80), UNIT_BYTES, UNIT_PERCENT + 1, 0, -EINVAL, NUMBER(0) },
		{ NUMBER(UINT64_MAX), UNIT_BYTES, UNIT_BYTES, 0, 0, NUMBER(UINT64_MAX) },
		{ NUMBER(UINT64_MAX), UNIT_KIBIBYTES, UNIT_BYTES, 0, -ERANGE, NUMBER(0) },
		{ NUMBER_MINUS(UINT64_C(1) << 63), UNIT_KIBIBYTES, UNIT_KIBIBYTES, 0, 0,
		  NUMBER_MINUS(UINT64_C(1) << 63) },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct number n = NUMBER(77);
		int r = unit_convert(cases[i].n, cases[i].from, cases[i].to, cases[i].page_size,
				     &n);

		if (r != cases[i].error)
			fail_msg("row %zu gives %d, expected %d", i, r, cases[i].error);
		assert_number(n, r < 0 ? (struct number)NUMBER(77) : cases[i].result, i);
	}
}

static void quantities_are_read_whole_or_refused(void **state)
{
	static const struct {
		const char *text;
		enum unit bare;
		enum unit wanted;
		uint64_t page_size;
		int error;
		struct number result;
	} cases[] = {
		{ "4096", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(4096) },
		{ "4096", UNIT_BYTES, UNIT_KIBIBYTES, PAGE, 0, NUMBER(4) },
		{ "4097", UNIT_BYTES, UNIT_KIBIBYTES, PAGE, -ERANGE, NUMBER(0) },
		{ "16 MiB", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(16777216) },
		{ "16MiB", UNIT_PAGES, UNIT_BYTES, PAGE, 0, NUMBER(16777216) },
		{ " 16  MiB\n", UNIT_BYTES, UNIT_PAGES, PAGE, 0, NUMBER(4096) },
		{ "1 TiB", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(1099511627776) },
		{ "1 GiB", UNIT_BYTES, UNIT_KIBIBYTES, PAGE, 0, NUMBER(1048576) },
		{ "3 B", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(3) },
		{ "64 pages", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(262144) },
		{ "64 pages", UNIT_BYTES, UNIT_BYTES, 0, -ENODATA, NUMBER(0) },
		{ "64 pages", UNIT_BYTES, UNIT_PAGES, 0, 0, NUMBER(64) },
		{ "250 ms", UNIT_SECONDS, UNIT_MICROSECONDS, PAGE, 0, NUMBER(250000) },
		{ "250 ms", UNIT_SECONDS, UNIT_SECONDS, PAGE, -ERANGE, NUMBER(0) },
		{ "2 min", UNIT_SECONDS, UNIT_SECONDS, PAGE, 0, NUMBER(120) },
		{ "1 h", UNIT_SECONDS, UNIT_CENTISECONDS, PAGE, 0, NUMBER(360000) },
		{ "5us", UNIT_SECONDS, UNIT_NANOSECONDS, PAGE, 0, NUMBER(5000) },
		{ "-1", UNIT_MICROSECONDS, UNIT_MICROSECONDS, PAGE, 0, NUMBER_MINUS(1) },
		{ "-2 s", UNIT_MICROSECONDS, UNIT_MILLISECONDS, PAGE, 0, NUMBER_MINUS(2000) },
		{ "80 %", UNIT_PERCENT, UNIT_PERCENT, PAGE, 0, NUMBER(80) },
		{ "80%", UNIT_PERCENT, UNIT_BYTES, PAGE, -EINVAL, NUMBER(0) },
		{ "80 ms", UNIT_BYTES, UNIT_BYTES, PAGE, -EINVAL, NUMBER(0) },
		{ "80", UNIT_SECONDS, UNIT_BYTES, PAGE, -EINVAL, NUMBER(0) },
		{ "0010", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(10) },
		{ "0x10", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "18446744073709551615", UNIT_BYTES, UNIT_BYTES, PAGE, 0, NUMBER(UINT64_MAX) },
		{ "18446744073709551616", UNIT_BYTES, UNIT_BYTES, PAGE, -ERANGE, NUMBER(0) },
		{ "16777216 TiB", UNIT_BYTES, UNIT_BYTES, PAGE, -ERANGE, NUMBER(0) },
		/* beyond 64 bits in bytes, not in what is wanted */
		{ "16777216 TiB", UNIT_BYTES, UNIT_KIBIBYTES, PAGE, 0, NUMBER(UINT64_C(1) << 54) },
		{ "", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ " ", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "-", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "MiB", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "16 mib", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "16 MB", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "16 M", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "1.5 GiB", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "16 MiB 3", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
		{ "+16", UNIT_BYTES, UNIT_BYTES, PAGE, -EBADMSG, NUMBER(0) },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_exact struct exact exact = exact_of(span_of(cases[i].text));
		struct number n = NUMBER(77);
		int r = quantity_parse(exact.span, cases[i].bare, cases[i].wanted,
				       cases[i].page_size, &n);

		if (r != cases[i].error)
			fail_msg("\"%s\" gives %d, expected %d", cases[i].text, r, cases[i].error);
		assert_number(n, r < 0 ? (struct number)NUMBER(77) : cases[i].result, i);
	}
}

static void every_unit_has_a_dimension_and_its_own_name(void **state)
{
	(void)state;
	for (enum unit i = UNIT_NONE; i <= UNIT_PERCENT; i++) {
		assert_true(unit_dimension(i) >= DIMENSION_COUNT);
		assert_int_equal(unit_name(i)[0] == '\0', i == UNIT_NONE);
		for (enum unit j = UNIT_NONE; j < i; j++)
			assert_string_not_equal(unit_name(i), unit_name(j));
	}
	assert_int_equal(unit_dimension(0), 0);
	assert_int_equal(unit_dimension(UNIT_PERCENT + 1), 0);
	assert_string_equal(unit_name(0), "");
	assert_string_equal(unit_name(UNIT_MICROSECONDS), "us");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_convert_exactly_or_not_at_all),
		cmocka_unit_test(quantities_are_read_whole_or_refused),
		cmocka_unit_test(every_unit_has_a_dimension_and_its_own_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
