/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which of two values protects less, for every row that there is and both ways. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "guard-answers.h"

struct ranked {
	struct value value;
	int rank;
};

#define RANKED_MAX 32

static size_t values_of_ranks(const struct tunable *row, struct ranked *ranked)
{
	size_t count = 0;

	for (int i = 0; row->secure_ranks[i]; i++) {
		struct span rest = span_of(row->secure_ranks[i]);
		struct span word;

		while (span_token(&rest, &word)) {
			assert_true(count < RANKED_MAX);
			assert_int_equal(value_parse(&row->format, word, &ranked[count].value), 0);
			ranked[count++].rank = i;
		}
	}
	return count;
}

static int floor_of(const struct tunable *row)
{
	for (int i = 0; row->secure_floor && row->secure_ranks[i]; i++)
		if (strcmp(row->secure_ranks[i], row->secure_floor) == 0)
			return i;
	return 1;
}

static void check_ranked_row(const struct tunable *row)
{
	struct ranked ranked[RANKED_MAX] = { 0 };
	size_t count = values_of_ranks(row, ranked);

	for (size_t i = 0; i < count; i++) {
		enum guard_answer absolute = answer_to(row, &ranked[i].value);

		assert_int_equal(absolute == GUARD_WEAKER, ranked[i].rank < floor_of(row));
		for (size_t k = 0; k < count; k++) {
			enum guard_answer change =
				guard_compare(row, &ranked[i].value, &ranked[k].value);

			assert_int_equal(change, ranked[k].rank < ranked[i].rank ? GUARD_WEAKER
										 : GUARD_ALLOWED);
		}
	}
	for (size_t i = 0; i < count; i++)
		value_done(&ranked[i].value);
}

static void ranked_rows_go_up_and_never_down(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		if (tunable_at(i)->security != SECURITY_RANKED)
			continue;
		check_ranked_row(tunable_at(i));
		checked++;
	}
	assert_true(checked >= 3);
}

static void unranked_values_are_incomparable_both_ways(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value inside, beyond, other;

		if (row->security != SECURITY_RANKED || row->format.kind != VALUE_NUMBER)
			continue;
		inside = number_value(row->max);
		beyond = number_value(next_to(row->max, 1));
		other = number_value(next_to(row->max, 2));
		assert_int_equal(guard_compare(row, &inside, &beyond), GUARD_INCOMPARABLE);
		assert_int_equal(guard_compare(row, &beyond, &inside), GUARD_INCOMPARABLE);
		assert_int_equal(guard_compare(row, &beyond, &other), GUARD_INCOMPARABLE);
		assert_int_equal(guard_compare(row, &beyond, &beyond), GUARD_ALLOWED);
		assert_int_equal(answer_to(row, &beyond), GUARD_INCOMPARABLE);
	}
}

static bool has_direction(const struct tunable *row)
{
	return row->security == SECURITY_RISING || row->security == SECURITY_FALLING;
}

static bool is_zero(const struct value *value)
{
	return value->number.magnitude == 0;
}

/* What a change from one number to the next greater one is, and back. */
static void check_step(const struct tunable *row, struct number number)
{
	struct value low = number_value(number);
	struct value high = number_value(next_to(number, 1));
	bool is_rising =
		row->security == SECURITY_RISING || (row->is_zero_weakest && is_zero(&low));

	if (guard_compare(row, &low, &high) != (is_rising ? GUARD_ALLOWED : GUARD_WEAKER) ||
	    guard_compare(row, &high, &low) != (is_rising ? GUARD_WEAKER : GUARD_ALLOWED))
		fail_msg("%s: step from %ju", row->id, (uintmax_t)number.magnitude);
	assert_int_equal(guard_compare(row, &low, &low), GUARD_ALLOWED);
}

static void numbers_with_a_direction_follow_it(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);

		if (!has_direction(row))
			continue;
		check_step(row, row->min);
		check_step(row, next_to(row->max, -1));
		if (row->secure_floor) {
			struct value floor = value_of(row, row->secure_floor);

			check_step(row, next_to(floor.number, -1));
			if (number_compare(floor.number, row->max) < 0)
				check_step(row, floor.number);
		}
		checked++;
	}
	assert_true(checked >= 6);
}

static void zero_that_lifts_a_limit_is_below_every_number(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value none = number_value(number_from_u64(0));
		struct value most = number_value(row->max);

		if (!row->is_zero_weakest)
			continue;
		assert_int_equal(guard_compare(row, &none, &most), GUARD_ALLOWED);
		assert_int_equal(guard_compare(row, &most, &none), GUARD_WEAKER);
		assert_int_equal(answer_to(row, &none), GUARD_WEAKER);
		checked++;
	}
	assert_true(checked >= 3);
}

/* netdev_max_backlog = -1 and nf_conntrack_max = 0 lift the limit: no number is above them. */
static void what_lies_beyond_the_limits_has_no_direction(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		bool is_rising = row->security == SECURITY_RISING;
		struct value beyond, inside;

		if (!has_direction(row))
			continue;
		beyond = number_value(is_rising ? next_to(row->min, -1) : next_to(row->max, 1));
		inside = number_value(is_rising ? row->max : row->min);
		if (row->is_zero_weakest && is_zero(&inside))
			inside = number_value(number_from_u64(1));
		if (row->is_zero_weakest && is_zero(&beyond))
			continue;
		assert_int_equal(guard_compare(row, &beyond, &inside), GUARD_INCOMPARABLE);
		assert_int_equal(guard_compare(row, &inside, &beyond), GUARD_WEAKER);
	}
}

/* One bit more, from none to as many as the limits allow: each step allows or protects more. */
static size_t check_bits(const struct tunable *row)
{
	bool allows = row->security == SECURITY_FEWER_BITS;
	uint64_t set = 0;
	size_t steps = 0;

	for (uint64_t bit = 1; bit && bit <= row->max.magnitude; bit <<= 1) {
		struct value without = number_value(number_from_u64(set));
		struct value with = number_value(number_from_u64(set | bit));

		/* That number would stand for every bit. */
		if ((set | bit) > row->max.magnitude || (set | bit) == row->all_bits)
			continue;
		if (guard_compare(row, &without, &with) !=
			    (allows ? GUARD_WEAKER : GUARD_ALLOWED) ||
		    guard_compare(row, &with, &without) != (allows ? GUARD_ALLOWED : GUARD_WEAKER))
			fail_msg("%s: bit %ju", row->id, (uintmax_t)bit);
		set |= bit;
		steps++;
	}
	return steps;
}

/* The word for all of them holds more than any mask. */
static void check_all_bits(const struct tunable *row)
{
	struct value all = number_value(number_from_u64(row->all_bits));
	struct value one = number_value(number_from_u64(row->all_bits << 1));
	bool allows = row->security == SECURITY_FEWER_BITS;

	if (row->all_bits == 0)
		return;
	assert_int_equal(guard_compare(row, &one, &all), allows ? GUARD_WEAKER : GUARD_ALLOWED);
	assert_int_equal(guard_compare(row, &all, &one), allows ? GUARD_ALLOWED : GUARD_WEAKER);
	assert_int_equal(answer_to(row, &all) == GUARD_WEAKER, allows && row->secure_floor);
}

static void masks_gain_and_lose_one_bit(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);

		if (row->security != SECURITY_FEWER_BITS && row->security != SECURITY_MORE_BITS)
			continue;
		assert_true(check_bits(row) > 1);
		check_all_bits(row);
		checked++;
	}
	assert_true(checked >= 1);
}

/* Of words and ranges their floor and one step below it. */
static void words_and_ranges_lose_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		auto_value struct value floor = { 0 };
		auto_value struct value less = { 0 };

		if ((row->security != SECURITY_MORE_WORDS && row->security != SECURITY_WIDER) ||
		    !row->secure_floor)
			continue;
		floor = value_of(row, row->secure_floor);
		less = value_of(row, row->secure_floor);
		if (row->security == SECURITY_WIDER)
			less.vector.elements[1] = next_to(less.vector.elements[1], -1);
		else
			less.text[strlen(less.text) - 1] = '\0';
		assert_int_equal(guard_compare(row, &floor, &less), GUARD_WEAKER);
		assert_int_equal(guard_compare(row, &less, &floor),
				 row->security == SECURITY_WIDER ? GUARD_ALLOWED : GUARD_WEAKER);
	}
}

/* What everybody calls weak is below the rest; among the rest nobody decides. */
static void contested_rows_know_what_is_weak_to_all(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct ranked ranked[RANKED_MAX] = { 0 };
		size_t count;

		if (row->security != SECURITY_CONTESTED || !row->secure_ranks)
			continue;
		count = values_of_ranks(row, ranked);
		for (size_t k = 0; k + 1 < count; k++) {
			const struct ranked *low = &ranked[k];
			const struct ranked *high = &ranked[k + 1];

			assert_int_equal(guard_compare(row, &low->value, &high->value),
					 GUARD_CONTESTED);
			assert_int_equal(guard_compare(row, &high->value, &low->value),
					 high->rank > low->rank ? GUARD_WEAKER : GUARD_CONTESTED);
		}
		for (size_t k = 0; k < count; k++)
			value_done(&ranked[k].value);
		checked++;
	}
	assert_true(checked >= 1);
}

static void rows_without_an_order_answer_for_themselves(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value one = number_value(number_from_u64(1));
		struct value two = number_value(number_from_u64(2));
		enum guard_answer wanted = GUARD_ALLOWED;

		if (row->security == SECURITY_UNREVIEWED)
			wanted = GUARD_UNREVIEWED;
		else if (row->security == SECURITY_CONTESTED && !row->secure_ranks)
			wanted = GUARD_CONTESTED;
		else if (row->security == SECURITY_PROGRAM)
			wanted = GUARD_NEVER_WRITTEN;
		else if (row->security != SECURITY_NEUTRAL)
			continue;
		assert_int_equal(guard_compare(row, &one, &two), wanted);
		assert_int_equal(guard_compare(row, &two, &one), wanted);
		assert_int_equal(guard_compare(row, &two, &two), GUARD_ALLOWED);
	}
}

static void real_time_limit_is_kept_half_by_half(void **state)
{
	static const struct {
		const char *id;
		const char *from;
		const char *to;
		enum guard_answer answer;
	} cases[] = {
		{ "kernel.sched_rt_runtime_us", "950000", "950001", GUARD_WEAKER },
		{ "kernel.sched_rt_runtime_us", "950000", "949999", GUARD_ALLOWED },
		{ "kernel.sched_rt_runtime_us", "950000", "-1", GUARD_WEAKER },
		{ "kernel.sched_rt_runtime_us", "-1", "950000", GUARD_ALLOWED },
		{ "kernel.sched_rt_runtime_us", "-1", "-1", GUARD_ALLOWED },
		{ "kernel.sched_rt_runtime_us", "-2", "-1", GUARD_WEAKER },
		{ "kernel.sched_rt_period_us", "1000000", "999999", GUARD_WEAKER },
		{ "kernel.sched_rt_period_us", "1000000", "1000001", GUARD_ALLOWED },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct tunable *row = tunable_find(cases[i].id);
		struct value from = value_of(row, cases[i].from);
		struct value to = value_of(row, cases[i].to);

		assert_int_equal(guard_compare(row, &from, &to), cases[i].answer);
	}
	assert_int_equal(answer_to_text("kernel.sched_rt_runtime_us", "-1"), GUARD_WEAKER);
	assert_int_equal(answer_to_text("kernel.sched_rt_runtime_us", "-5"), GUARD_WEAKER);
	assert_int_equal(answer_to_text("kernel.sched_rt_runtime_us", "950000"), GUARD_ALLOWED);
}

static void weakest_rank_is_refused_without_a_floor_too(void **state)
{
	struct tunable row = *tunable_find("net.ipv4.conf.rp_filter");
	struct value weakest = value_of(&row, "0");
	struct value next = value_of(&row, "2");

	(void)state;
	row.secure_floor = NULL;
	assert_int_equal(answer_to(&row, &weakest), GUARD_WEAKER);
	assert_int_equal(answer_to(&row, &next), GUARD_ALLOWED);
	row.secure_floor = "0";
	assert_int_equal(answer_to(&row, &weakest), GUARD_WEAKER);
	row.secure_floor = "1";
	assert_int_equal(answer_to(&row, &next), GUARD_WEAKER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranked_rows_go_up_and_never_down),
		cmocka_unit_test(unranked_values_are_incomparable_both_ways),
		cmocka_unit_test(numbers_with_a_direction_follow_it),
		cmocka_unit_test(zero_that_lifts_a_limit_is_below_every_number),
		cmocka_unit_test(what_lies_beyond_the_limits_has_no_direction),
		cmocka_unit_test(masks_gain_and_lose_one_bit),
		cmocka_unit_test(words_and_ranges_lose_one),
		cmocka_unit_test(contested_rows_know_what_is_weak_to_all),
		cmocka_unit_test(rows_without_an_order_answer_for_themselves),
		cmocka_unit_test(real_time_limit_is_kept_half_by_half),
		cmocka_unit_test(weakest_rank_is_refused_without_a_floor_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
