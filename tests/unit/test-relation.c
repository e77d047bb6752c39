/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Relations: yes, no, or unknown. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "value-text.h"

#define YES	TRUTH_YES
#define NO	TRUTH_NO
#define UNKNOWN TRUTH_UNKNOWN

static void relations_hold_as_their_kind_allows(void **state)
{
	static const struct {
		const struct value_format *format;
		const char *subject;
		enum relation relation;
		const char *operands[3];
		int error;
		enum truth truth;
	} cases[] = {
		{ &number, "4096", RELATION_AT_LEAST, { "4096" }, 0, YES },
		{ &number, "4095", RELATION_AT_LEAST, { "4096" }, 0, NO },
		{ &number, "-1", RELATION_AT_LEAST, { "0" }, 0, NO },
		{ &number, "18446744073709551615", RELATION_AT_LEAST, { "-1" }, 0, YES },
		{ &number, "4096", RELATION_AT_MOST, { "4096" }, 0, YES },
		{ &number, "4097", RELATION_AT_MOST, { "4096" }, 0, NO },
		{ &number, "4096", RELATION_LESS_THAN, { "4096" }, 0, NO },
		{ &number, "4095", RELATION_LESS_THAN, { "4096" }, 0, YES },
		{ &number, "4096", RELATION_MORE_THAN, { "4096" }, 0, NO },
		{ &number, "4097", RELATION_MORE_THAN, { "4096" }, 0, YES },
		{ &number, "1", RELATION_BETWEEN, { "1", "2" }, 0, YES },
		{ &number, "2", RELATION_BETWEEN, { "1", "2" }, 0, YES },
		{ &number, "0", RELATION_BETWEEN, { "1", "2" }, 0, NO },
		{ &number, "3", RELATION_BETWEEN, { "1", "2" }, 0, NO },
		{ &number, "2", RELATION_ONE_OF, { "1", "2" }, 0, YES },
		{ &number, "3", RELATION_ONE_OF, { "1", "2" }, 0, NO },
		{ &number, "2", RELATION_EQUALS, { "0x2" }, 0, YES },
		{ &number, "2", RELATION_NOT, { "2" }, 0, NO },
		{ &number, "2", RELATION_NOT, { "1" }, 0, YES },
		{ &number, "2", RELATION_NOT, { "1", "2" }, 0, NO },
		{ &number, "2", RELATION_WITHIN, { "2" }, -EINVAL, 0 },
		{ &number, "2", RELATION_DISJOINT, { "2" }, -EINVAL, 0 },
		{ &flag, "1", RELATION_AT_LEAST, { "1" }, 0, YES },
		{ &flag, "0", RELATION_AT_LEAST, { "1" }, 0, NO },
		{ &flag, "0", RELATION_EQUALS, { "N" }, 0, YES },
		{ &release, "4.2-rc1", RELATION_LESS_THAN, { "4.2" }, 0, YES },
		{ &release, "6.1.82-0-lts", RELATION_AT_LEAST, { "5.10" }, 0, YES },
		{ &release, "4.1", RELATION_BETWEEN, { "3.17", "4.1" }, 0, YES },
		{ &choice, "always [madvise] never", RELATION_EQUALS, { "madvise" }, 0, YES },
		{ &choice,
		  "always [madvise] never",
		  RELATION_ONE_OF,
		  { "never", "madvise" },
		  0,
		  YES },
		{ &choice,
		  "[always] madvise never",
		  RELATION_ONE_OF,
		  { "never", "madvise" },
		  0,
		  NO },
		{ &choice, "[always] madvise never", RELATION_NOT, { "always" }, 0, NO },
		{ &choice, "a", RELATION_AT_LEAST, { "a" }, -EINVAL, 0 },
		{ &words, "fq", RELATION_EQUALS, { "fq" }, 0, YES },
		{ &words, "fq", RELATION_NOT, { "fq" }, 0, NO },
		{ &words, "fq", RELATION_ONE_OF, { "fq_codel" }, 0, NO },
		{ &words, "a", RELATION_LESS_THAN, { "b" }, -EINVAL, 0 },
		{ &vector,
		  "4096 131072 6291456",
		  RELATION_AT_LEAST,
		  { "4096 87380 6291456" },
		  0,
		  YES },
		{ &vector,
		  "4096 131072 6291455",
		  RELATION_AT_LEAST,
		  { "4096 87380 6291456" },
		  0,
		  NO },
		{ &vector, "1 2", RELATION_AT_MOST, { "1 2" }, 0, YES },
		{ &vector, "1 3", RELATION_AT_MOST, { "1 2" }, 0, NO },
		{ &vector, "1 2", RELATION_BETWEEN, { "0 2", "1 2" }, 0, YES },
		{ &vector, "1 2", RELATION_AT_LEAST, { "1 2 3" }, -EINVAL, 0 },
		{ &vector, "1 2", RELATION_MORE_THAN, { "0 0" }, -EINVAL, 0 },
		{ &vector, "1 2", RELATION_LESS_THAN, { "9 9" }, -EINVAL, 0 },
		{ &vector, "1 2", RELATION_EQUALS, { "1\t2" }, 0, YES },
		{ &vector, "1 2", RELATION_EQUALS, { "1 2 3" }, 0, NO },
		{ &vector, "1 2", RELATION_NOT, { "2 1" }, 0, YES },
		{ &list, "0-3", RELATION_EQUALS, { "0,1,2,3" }, 0, YES },
		{ &list, "0-3", RELATION_NOT, { "0-3" }, 0, NO },
		{ &list, "1-2", RELATION_WITHIN, { "0-3" }, 0, YES },
		{ &list, "0-3", RELATION_WITHIN, { "1-2" }, 0, NO },
		{ &list, "", RELATION_WITHIN, { "" }, 0, YES },
		{ &list, "0-3", RELATION_DISJOINT, { "4-7" }, 0, YES },
		{ &list, "0-3", RELATION_CONTAINS, { "1-2" }, 0, YES },
		{ &list, "1-2", RELATION_CONTAINS, { "0-3" }, 0, NO },
		{ &list, "", RELATION_CONTAINS, { "1" }, 0, NO },
		{ &list, "0-4", RELATION_DISJOINT, { "4-7" }, 0, NO },
		{ &list, "0-4", RELATION_AT_LEAST, { "4" }, -EINVAL, 0 },
		{ &list, "0-4", RELATION_WITHIN, { "4", "5" }, -EINVAL, 0 },
		{ &number, "1", RELATION_BETWEEN, { "1" }, -EINVAL, 0 },
		{ &number, "1", RELATION_EQUALS, { "1", "2" }, -EINVAL, 0 },
		{ &number, "1", RELATION_ONE_OF, { NULL }, -EINVAL, 0 },
		{ &number, "1", 0, { "1" }, -EINVAL, 0 },
		{ &number, "1", RELATION_CONTAINS + 1, { "1" }, -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_value struct value subject = { 0 };
		struct value operands[3] = { 0 };
		enum truth truth = 77;
		size_t count = 0;
		int r;

		read_value(cases[i].format, cases[i].subject, &subject);
		for (; count < 3 && cases[i].operands[count]; count++)
			read_value(cases[i].format, cases[i].operands[count], &operands[count]);
		r = relation_holds(cases[i].relation, &subject, operands, count, &truth);
		if (r != cases[i].error || (r == 0 && truth != cases[i].truth))
			fail_msg("row %zu: %s %s %s gives %d and %d", i, cases[i].subject,
				 relation_name(cases[i].relation),
				 count ? cases[i].operands[0] : "", r, truth);
		for (size_t j = 0; j < count; j++)
			value_done(&operands[j]);
	}
}

static void different_kinds_cannot_be_compared(void **state)
{
	auto_value struct value one = { 0 }, yes = { 0 }, cpus = { 0 }, text = { 0 };
	const struct value *const values[] = { &one, &yes, &cpus, &text };
	enum truth truth;

	(void)state;
	read_value(&number, "1", &one);
	read_value(&flag, "1", &yes);
	read_value(&list, "1", &cpus);
	read_value(&words, "1", &text);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		for (enum relation j = RELATION_AT_LEAST; j <= RELATION_CONTAINS; j++) {
			const struct value *other = values[(i + 1) % ARRAY_SIZE(values)];

			assert_int_equal(relation_holds(j, values[i], other, 1, &truth), -EINVAL);
		}
}

/* low and high of the subject, low and high of one or two operands; NULL: exact; "?": unknown */
struct range_case {
	const struct value_format *format;
	const char *subject[2];
	enum relation relation;
	const char *first[2];
	const char *second[2];
	enum truth truth;
};

static void assert_range_case(const struct range_case *c, size_t row)
{
	auto_value struct value subject = { 0 }, subject_high = { 0 };
	struct value low[2] = { 0 }, high[2] = { 0 };
	const char *const *const operands[2] = { c->first, c->second };
	size_t count = c->second[0] ? 2 : 1;
	enum truth truth = 77;

	read_value(c->format, c->subject[0], &subject);
	read_value(c->format, c->subject[1], &subject_high);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(operands[i][0], "?") != 0)
			read_value(c->format, operands[i][0], &low[i]);
		read_value(c->format, operands[i][1], &high[i]);
	}
	assert_int_equal(relation_holds_between(c->relation, &subject, &subject_high, low, high,
						count, &truth),
			 0);
	if (truth != c->truth)
		fail_msg("row %zu: %s gives %d, expected %d", row, relation_name(c->relation),
			 truth, c->truth);
	for (size_t i = 0; i < count; i++) {
		value_done(&low[i]);
		value_done(&high[i]);
	}
}

static void what_lies_between_two_values_is_decided_only_where_both_agree(void **state)
{
	static const struct range_case cases[] = {
		{ &number, { "9" }, RELATION_AT_LEAST, { "5", "9" }, { 0 }, YES },
		{ &number, { "8" }, RELATION_AT_LEAST, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "5" }, RELATION_AT_LEAST, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "4" }, RELATION_AT_LEAST, { "5", "9" }, { 0 }, NO },
		{ &number, { "5" }, RELATION_AT_MOST, { "5", "9" }, { 0 }, YES },
		{ &number, { "6" }, RELATION_AT_MOST, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "9" }, RELATION_AT_MOST, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "10" }, RELATION_AT_MOST, { "5", "9" }, { 0 }, NO },
		{ &number, { "10" }, RELATION_MORE_THAN, { "5", "9" }, { 0 }, YES },
		{ &number, { "9" }, RELATION_MORE_THAN, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "5" }, RELATION_MORE_THAN, { "5", "9" }, { 0 }, NO },
		{ &number, { "4" }, RELATION_LESS_THAN, { "5", "9" }, { 0 }, YES },
		{ &number, { "5" }, RELATION_LESS_THAN, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "9" }, RELATION_LESS_THAN, { "5", "9" }, { 0 }, NO },
		{ &number, { "7" }, RELATION_EQUALS, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "4" }, RELATION_EQUALS, { "5", "9" }, { 0 }, NO },
		{ &number, { "10" }, RELATION_EQUALS, { "5", "9" }, { 0 }, NO },
		{ &number, { "5" }, RELATION_EQUALS, { "5", "5" }, { 0 }, YES },
		{ &number, { "7" }, RELATION_NOT, { "5", "9" }, { 0 }, UNKNOWN },
		{ &number, { "4" }, RELATION_NOT, { "5", "9" }, { 0 }, YES },
		/* the subject itself may be known only so */
		{ &number, { "5", "9" }, RELATION_AT_LEAST, { "5" }, { 0 }, YES },
		{ &number, { "5", "9" }, RELATION_AT_LEAST, { "6" }, { 0 }, UNKNOWN },
		{ &number, { "5", "9" }, RELATION_AT_LEAST, { "10" }, { 0 }, NO },
		{ &number, { "5", "9" }, RELATION_AT_MOST, { "9" }, { 0 }, YES },
		{ &number, { "5", "9" }, RELATION_EQUALS, { "4", "5" }, { 0 }, UNKNOWN },
		{ &number, { "5", "9" }, RELATION_EQUALS, { "5", "9" }, { 0 }, UNKNOWN },
		/* unknown operands: what the others decide stays decided */
		{ &number, { "7" }, RELATION_AT_LEAST, { "?" }, { 0 }, UNKNOWN },
		{ &number, { "7" }, RELATION_EQUALS, { "?" }, { 0 }, UNKNOWN },
		{ &number, { "7" }, RELATION_NOT, { "?" }, { 0 }, UNKNOWN },
		{ &number, { "7" }, RELATION_ONE_OF, { "?" }, { "7" }, YES },
		{ &number, { "7" }, RELATION_ONE_OF, { "?" }, { "8" }, UNKNOWN },
		{ &number, { "7" }, RELATION_ONE_OF, { "8" }, { "5", "9" }, UNKNOWN },
		{ &number, { "7" }, RELATION_NOT, { "?" }, { "7" }, NO },
		{ &number, { "7" }, RELATION_BETWEEN, { "?" }, { "6" }, NO },
		{ &number, { "7" }, RELATION_BETWEEN, { "?" }, { "8" }, UNKNOWN },
		{ &number, { "7" }, RELATION_BETWEEN, { "5", "7" }, { "8" }, YES },
		{ &number, { "6" }, RELATION_BETWEEN, { "5", "7" }, { "8" }, UNKNOWN },
		{ &number, { "9" }, RELATION_BETWEEN, { "5", "7" }, { "8" }, NO },
		/* element by element */
		{ &vector, { "4 8" }, RELATION_AT_LEAST, { "1 2", "4 8" }, { 0 }, YES },
		{ &vector, { "4 7" }, RELATION_AT_LEAST, { "1 2", "4 8" }, { 0 }, UNKNOWN },
		{ &vector, { "0 9" }, RELATION_AT_LEAST, { "1 2", "4 8" }, { 0 }, NO },
		{ &vector, { "2 4" }, RELATION_EQUALS, { "1 2", "4 8" }, { 0 }, UNKNOWN },
		{ &vector, { "2 9" }, RELATION_EQUALS, { "1 2", "4 8" }, { 0 }, NO },
		/* kinds without an order */
		{ &list, { "0" }, RELATION_WITHIN, { "0", "0-1" }, { 0 }, UNKNOWN },
		{ &list, { "0" }, RELATION_DISJOINT, { "?" }, { 0 }, UNKNOWN },
		{ &list, { "0" }, RELATION_WITHIN, { "0-1", "0-1" }, { 0 }, YES },
		{ &choice, { "a" }, RELATION_EQUALS, { "b", "c" }, { 0 }, UNKNOWN },
		{ &release, { "4.10" }, RELATION_AT_LEAST, { "4.9", "4.12" }, { 0 }, UNKNOWN },
		{ &flag, { "1" }, RELATION_AT_LEAST, { "0", "1" }, { 0 }, YES },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_range_case(&cases[i], i);
}

static void relations_have_names_and_rounding(void **state)
{
	(void)state;
	for (enum relation i = RELATION_AT_LEAST; i <= RELATION_CONTAINS; i++) {
		bool is_floor = i == RELATION_AT_LEAST || i == RELATION_MORE_THAN;

		assert_int_equal(relation_from_name(relation_name(i)), i);
		assert_int_equal(relation_rounding(i), is_floor ? ROUND_UP : ROUND_DOWN);
	}
	assert_int_equal(relation_from_name("at-leas"), 0);
	assert_int_equal(relation_from_name(""), 0);
	assert_int_equal(relation_from_name("AT-LEAST"), 0);
	assert_string_equal(relation_name(0), "");
}

static void truths_combine_without_inventing_a_yes(void **state)
{
	static const enum truth all[] = { NO, YES, UNKNOWN };
	static const enum truth both[3][3] = {
		{ NO, NO, NO },
		{ NO, YES, UNKNOWN },
		{ NO, UNKNOWN, UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 3; j++)
			assert_int_equal(truth_and(all[i], all[j]), both[i][j]);
	assert_int_equal(truth_not(NO), YES);
	assert_int_equal(truth_not(YES), NO);
	assert_int_equal(truth_not(UNKNOWN), UNKNOWN);
	assert_int_equal(truth_of(2), YES);
	assert_int_equal(truth_of(0), NO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(relations_hold_as_their_kind_allows),
		cmocka_unit_test(different_kinds_cannot_be_compared),
		cmocka_unit_test(what_lies_between_two_values_is_decided_only_where_both_agree),
		cmocka_unit_test(relations_have_names_and_rounding),
		cmocka_unit_test(truths_combine_without_inventing_a_yes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
