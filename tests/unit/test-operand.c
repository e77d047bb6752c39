/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Operands: literals, and linear forms over what an id stands for. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "named-host.h"

struct operand_case {
	struct operand operand;
	const struct value_format *format;
	enum unit unit;
	enum rounding rounding;
	int error;
	const char *printed;
	const char *high; /* NULL: exact */
};

static void assert_printed(const struct value_format *format, const struct value *value,
			   const char *expected, size_t row)
{
	auto_text struct text text = { 0 };

	if (!expected) {
		assert_int_equal(value->kind, 0);
		return;
	}
	value_print(&text, format, value);
	if (!text.bytes || strcmp(text.bytes, expected) != 0)
		fail_msg("row %zu: found %s, expected %s", row, text.bytes ? text.bytes : "",
			 expected);
}

static void assert_operand_cases(struct host *host, const struct operand_case *cases, size_t count)
{
	const struct resolver resolver = { host_resolve, host, 4096 };

	for (size_t i = 0; i < count; i++) {
		const struct operand_case *c = &cases[i];
		auto_value struct value value = { 0 }, high = { 0 };
		const char *why = NULL;
		int r = operand_value(&c->operand, c->format, c->unit, c->rounding, &resolver,
				      &value, &high, &why);

		if (r != c->error)
			fail_msg("row %zu gives %d, expected %d", i, r, c->error);
		if (r == -ENODATA)
			assert_string_equal(why, c->operand.of);
		else
			assert_null(why);
		assert_printed(c->format, &value, c->printed, i);
		assert_printed(c->format, &high, c->high, i);
	}
}

static void linear_forms_are_exact(void **state)
{
	static const struct operand_case cases[] = {
		{ { .of = "cpu.online.count", .times_numerator = NUMBER(1024) },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "6144",
		  NULL },
		{ { .of = "cpu.online.count" }, &number, UNIT_CONNECTIONS, ROUND_UP, 0, "6", NULL },
		{ { .of = "cpu.online.count",
		    .times_numerator = NUMBER(1),
		    .times_denominator = 4 },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "2",
		  NULL },
		{ { .of = "cpu.online.count",
		    .times_numerator = NUMBER(1),
		    .times_denominator = 4 },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_DOWN,
		  0,
		  "1",
		  NULL },
		{ { .of = "cpu.online.count", .times_denominator = 4 },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_DOWN,
		  0,
		  "0",
		  NULL },
		{ { .of = "cpu.online.count",
		    .times_numerator = NUMBER(1024),
		    .plus = NUMBER_MINUS(4) },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "6140",
		  NULL },
		{ { .of = "cpu.online.count",
		    .times_numerator = NUMBER(1024),
		    .min = NUMBER(8192),
		    .has_min = true },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "8192",
		  NULL },
		{ { .of = "cpu.online.count",
		    .times_numerator = NUMBER(1024),
		    .max = NUMBER(4096),
		    .has_max = true },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "4096",
		  NULL },
		/* the factor carries the unit: so many bytes for each CPU */
		{ { .of = "cpu.online.count", .times_numerator = NUMBER(1048576) },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "6291456",
		  NULL },
		/* units, converted and rounded once */
		{ { .of = "memory.total" }, &number, UNIT_BYTES, ROUND_UP, 0, "1024001024", NULL },
		{ { .of = "memory.total" }, &number, UNIT_PAGES, ROUND_UP, 0, "250001", NULL },
		{ { .of = "memory.total" }, &number, UNIT_PAGES, ROUND_DOWN, 0, "250000", NULL },
		{ { .of = "memory.total" }, &number, UNIT_PAGES, ROUND_EXACT, -ERANGE, NULL, NULL },
		{ { .of = "memory.total", .times_numerator = NUMBER(4) },
		  &number,
		  UNIT_PAGES,
		  ROUND_EXACT,
		  0,
		  "1000001",
		  NULL },
		{ { .of = "memory.total", .times_numerator = NUMBER(1), .times_denominator = 128 },
		  &number,
		  UNIT_BYTES,
		  ROUND_EXACT,
		  0,
		  "8000008",
		  NULL },
		{ { .of = "memory.pages", .plus = NUMBER(5) },
		  &number,
		  UNIT_KIBIBYTES,
		  ROUND_UP,
		  0,
		  "405",
		  NULL },
		{ { .of = "period" }, &number, UNIT_MILLISECONDS, ROUND_UP, 0, "2", NULL },
		{ { .of = "period" }, &number, UNIT_MILLISECONDS, ROUND_DOWN, 0, "1", NULL },
		{ { .of = "period" }, &number, UNIT_BYTES, ROUND_DOWN, -EINVAL, NULL, NULL },
		/* all of 64 bits, and a clamp where they do not suffice */
		{ { .of = "huge" },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "18446744073709551615",
		  NULL },
		{ { .of = "huge", .times_numerator = NUMBER(3), .times_denominator = 4 },
		  &number,
		  UNIT_BYTES,
		  ROUND_DOWN,
		  0,
		  "13835058055282163711",
		  NULL },
		{ { .of = "huge", .plus = NUMBER(1) },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  -ERANGE,
		  NULL,
		  NULL },
		{ { .of = "huge", .times_numerator = NUMBER(2), .max = NUMBER(9), .has_max = true },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "9",
		  NULL },
		{ { .of = "huge", .times_numerator = NUMBER(2), .min = NUMBER(9), .has_min = true },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  -ERANGE,
		  NULL,
		  NULL },
		{ { .of = "huge",
		    .times_numerator = NUMBER_MINUS(2),
		    .min = NUMBER(9),
		    .has_min = true },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "9",
		  NULL },
		{ { .of = "lowest" },
		  &number,
		  UNIT_BYTES,
		  ROUND_DOWN,
		  0,
		  "-9223372036854775808",
		  NULL },
		{ { .of = "lowest", .times_numerator = NUMBER_MINUS(1) },
		  &number,
		  UNIT_BYTES,
		  ROUND_DOWN,
		  0,
		  "9223372036854775808",
		  NULL },
		{ { .of = "lowest", .times_numerator = NUMBER(2) },
		  &number,
		  UNIT_BYTES,
		  ROUND_DOWN,
		  -ERANGE,
		  NULL,
		  NULL },
		{ { .of = "zero", .times_numerator = NUMBER_MINUS(7) },
		  &number,
		  UNIT_BYTES,
		  ROUND_DOWN,
		  0,
		  "0",
		  NULL },
	};

	assert_operand_cases(*state, cases, ARRAY_SIZE(cases));
}

static void operands_take_what_fits_the_subject(void **state)
{
	static const struct operand_case cases[] = {
		{ { .literal = "010" }, &number, UNIT_NONE, ROUND_UP, 0, "8", NULL },
		{ { .literal = "16 MiB" }, &number, UNIT_BYTES, ROUND_UP, 0, "16777216", NULL },
		{ { .literal = "16 MiB" }, &number, UNIT_PAGES, ROUND_UP, 0, "4096", NULL },
		{ { .literal = "16 MiB" }, &number, UNIT_SECONDS, ROUND_UP, -EINVAL, NULL, NULL },
		{ { .literal = "33 junk" }, &number, UNIT_BYTES, ROUND_UP, -EBADMSG, NULL, NULL },
		{ { .literal = "1 2 3" }, &vector, UNIT_BYTES, ROUND_UP, 0, "1 2 3", NULL },
		{ { .literal = "never" }, &choice, UNIT_NONE, ROUND_UP, 0, "never", NULL },
		/* vectors: one element, or the whole as it is */
		{ { .of = "tcp_rmem",
		    .element_plus_one = 2,
		    .times_numerator = NUMBER(1),
		    .times_denominator = 2 },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "65536",
		  NULL },
		{ { .of = "tcp_rmem", .element_plus_one = 4 },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  -ENODATA,
		  NULL,
		  NULL },
		{ { .of = "tcp_rmem" }, &number, UNIT_BYTES, ROUND_UP, -EINVAL, NULL, NULL },
		{ { .of = "huge", .element_plus_one = 1 },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  -EINVAL,
		  NULL,
		  NULL },
		{ { .of = "tcp_rmem" },
		  &vector,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "4096 131072 6291456",
		  NULL },
		{ { .of = "tcp_rmem", .times_numerator = NUMBER(2) },
		  &vector,
		  UNIT_BYTES,
		  ROUND_UP,
		  -EINVAL,
		  NULL,
		  NULL },
		{ { .of = "tcp_rmem" }, &vector, UNIT_PAGES, ROUND_UP, -EINVAL, NULL, NULL },
		{ { .of = "huge" }, &vector, UNIT_BYTES, ROUND_UP, -EINVAL, NULL, NULL },
		/* not known exactly */
		{ { .of = "default" },
		  &vector,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "4096 87380 6291456",
		  "4096 131072 33554432" },
		{ { .of = "default", .element_plus_one = 3 },
		  &number,
		  UNIT_BYTES,
		  ROUND_UP,
		  0,
		  "6291456",
		  "33554432" },
		{ { .of = "backlog", .times_numerator = NUMBER(2) },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "256",
		  "4096" },
		{ { .of = "backlog", .times_numerator = NUMBER_MINUS(1) },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "-2048",
		  "-128" },
		{ { .of = "backlog", .max = NUMBER(512), .has_max = true },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  0,
		  "128",
		  "512" },
		/* sets and releases */
		{ { .of = "cpu.online" }, &list, UNIT_NONE, ROUND_UP, 0, "0-5", NULL },
		{ { .of = "cpu.online" }, &number, UNIT_CPUS, ROUND_UP, -EINVAL, NULL, NULL },
		{ { .of = "cpu.online", .plus = NUMBER(1) },
		  &list,
		  UNIT_NONE,
		  ROUND_UP,
		  -EINVAL,
		  NULL,
		  NULL },
		{ { .of = "release" }, &release, UNIT_NONE, ROUND_UP, 0, "4.9.1", NULL },
		/* not there */
		{ { .of = "unreadable" },
		  &number,
		  UNIT_CONNECTIONS,
		  ROUND_UP,
		  -ENODATA,
		  NULL,
		  NULL },
		{ { .of = "no.such" }, &number, UNIT_CONNECTIONS, ROUND_UP, -EINVAL, NULL, NULL },
		{ { 0 }, &number, UNIT_CONNECTIONS, ROUND_UP, -EINVAL, NULL, NULL },
	};

	assert_operand_cases(*state, cases, ARRAY_SIZE(cases));
}

static void page_size_is_needed_only_where_pages_are_converted(void **state)
{
	const struct resolver resolver = { host_resolve, *state, 0 };
	const struct operand pages = { .of = "memory.pages" };
	struct value value = { 0 };
	const char *why = NULL;

	assert_int_equal(operand_value(&pages, &number, UNIT_PAGES, ROUND_UP, &resolver, &value,
				       NULL, NULL),
			 0);
	assert_int_equal(value.number.magnitude, 100);
	assert_int_equal(operand_value(&pages, &number, UNIT_BYTES, ROUND_UP, &resolver, &value,
				       NULL, &why),
			 -ENODATA);
	assert_string_equal(why, "memory.pages");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_forms_are_exact),
		cmocka_unit_test(operands_take_what_fits_the_subject),
		cmocka_unit_test(page_size_is_needed_only_where_pages_are_converted),
	};

	return cmocka_run_group_tests(tests, host_setup, host_teardown);
}
