/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What may be asked for at all and what a journal may put back, for every row that there is. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "guard-answers.h"

static enum guard_answer restore_answer(const struct tunable *row, const struct value *value)
{
	auto_text struct text why = { 0 };
	enum guard_answer answer = 0;

	assert_int_equal(guard_restore(row, value, &answer, &why), 0);
	assert_int_equal(answer == GUARD_ALLOWED, why.length == 0);
	return answer;
}

/* What each row says of itself, whatever the value; 0: it may be written. */
static enum guard_answer answer_of_row(const struct tunable *row)
{
	if (row->is_read_only || row->is_boot_only || row->is_advice_only || row->is_secret)
		return GUARD_NEVER_WRITTEN;
	if (row->security == SECURITY_UNREVIEWED)
		return GUARD_UNREVIEWED;
	if (row->security == SECURITY_PROGRAM)
		return GUARD_NEVER_WRITTEN;
	return row->security == SECURITY_CONTESTED ? GUARD_CONTESTED : 0;
}

/* Some of its values are weak, which is said before anything else. */
static bool has_strength(const struct tunable *row)
{
	return row->security == SECURITY_RT_BANDWIDTH || row->secure_ranks || row->secure_floor ||
	       row->is_zero_weakest;
}

static void one_beyond_each_limit_is_refused(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value below, above;

		if (row->format.kind != VALUE_NUMBER || !row->has_min || !row->has_max)
			continue;
		below = number_value(next_to(row->min, -1));
		above = number_value(next_to(row->max, 1));
		if (!has_strength(row)) {
			assert_int_equal(answer_to(row, &below), GUARD_OUT_OF_RANGE);
			assert_int_equal(answer_to(row, &above), GUARD_OUT_OF_RANGE);
		}
		assert_int_not_equal(answer_to(row, &below), GUARD_ALLOWED);
		assert_int_not_equal(answer_to(row, &above), GUARD_ALLOWED);
		assert_int_not_equal(restore_answer(row, &below), GUARD_ALLOWED);
		assert_int_not_equal(restore_answer(row, &above), GUARD_ALLOWED);
		checked++;
	}
	assert_true(checked >= 20);
}

static void each_limit_itself_may_be_written(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value low, high;

		if (row->format.kind != VALUE_NUMBER || !row->has_min || !row->has_max ||
		    answer_of_row(row) || has_strength(row))
			continue;
		low = number_value(row->min);
		high = number_value(row->max);
		/* 0 of a pair is what the kernel shows, not what anybody writes. */
		assert_int_equal(answer_to(row, &low),
				 row->exclusive_with ? GUARD_OUT_OF_RANGE : GUARD_ALLOWED);
		assert_int_equal(answer_to(row, &high), GUARD_ALLOWED);
		assert_int_equal(restore_answer(row, &low), GUARD_ALLOWED);
		assert_int_equal(restore_answer(row, &high), GUARD_ALLOWED);
		checked++;
	}
	assert_true(checked >= 10);
}

static void rows_that_are_never_written_say_so(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value value = { .kind = VALUE_NUMBER };

		if (!answer_of_row(row))
			continue;
		if (row->format.kind == VALUE_NUMBER)
			value.number = row->min;
		if (row->format.kind == VALUE_NUMBER && !has_strength(row)) {
			/* 0 of a pair is what the kernel shows, not what anybody writes. */
			if (row->exclusive_with)
				value.number = number_from_u64(1);
			if (answer_to(row, &value) != answer_of_row(row))
				fail_msg("%s: %d", row->id, answer_to(row, &value));
		}
		/* Nor may a journal make us write it. */
		assert_int_equal(restore_answer(row, &value), answer_of_row(row));
		checked++;
	}
	assert_true(checked >= 8);
}

static void latches_are_refused_also_in_a_journal(void **state)
{
	static const char *const latches[] = { "3", "1000", NULL };
	struct tunable row = *tunable_find("net.core.somaxconn");
	struct value free_value = value_of(&row, "4096");

	(void)state;
	row.latches = latches;
	for (size_t i = 0; latches[i]; i++) {
		struct value latch = value_of(&row, latches[i]);

		assert_int_equal(answer_to(&row, &latch), GUARD_LATCH);
		assert_int_equal(restore_answer(&row, &latch), GUARD_LATCH);
	}
	assert_int_equal(answer_to(&row, &free_value), GUARD_ALLOWED);
	for (size_t i = 0; i < tunable_count(); i++)
		for (size_t k = 0; tunable_at(i)->latches && tunable_at(i)->latches[k]; k++)
			assert_int_not_equal(answer_to_text(tunable_at(i)->id,
							    tunable_at(i)->latches[k]),
					     GUARD_ALLOWED);
}

static void vectors_are_judged_whole(void **state)
{
	static const struct {
		const char *text;
		enum guard_answer answer;
	} cases[] = {
		{ "4096 131072 6291456", GUARD_ALLOWED },
		{ "4096 4096 4096", GUARD_ALLOWED },
		{ "4096 131072 131071", GUARD_OUT_OF_RANGE },
		{ "8192 4096 6291456", GUARD_OUT_OF_RANGE },
		{ "4095 131072 6291456", GUARD_OUT_OF_RANGE },
		{ "4096 131072 2147483648", GUARD_OUT_OF_RANGE },
		{ "-1 131072 6291456", GUARD_OUT_OF_RANGE },
	};
	const struct tunable *row = tunable_find("net.ipv4.tcp_rmem");
	struct value value = value_of(row, cases[0].text);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct value vector = value_of(row, cases[i].text);

		assert_int_equal(answer_to_text(row->id, cases[i].text), cases[i].answer);
		assert_int_equal(restore_answer(row, &vector), cases[i].answer);
	}
	for (value.vector.count = 0; value.vector.count < 5; value.vector.count++)
		assert_int_equal(answer_to(row, &value) == GUARD_ALLOWED, value.vector.count == 3);
}

static void words_outside_of_the_choices_are_refused(void **state)
{
	const struct tunable *row = tunable_find("thp.defrag");

	(void)state;
	for (size_t i = 0; row->choices[i]; i++)
		assert_int_equal(answer_to_text(row->id, row->choices[i]), GUARD_ALLOWED);
	assert_int_equal(answer_to_text(row->id, "sometimes"), GUARD_OUT_OF_RANGE);
}

static void value_of_another_kind_is_refused_everywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		struct value wrong = { .kind = row->format.kind == VALUE_NUMBER ? VALUE_FLAG
										: VALUE_NUMBER };

		assert_int_equal(answer_to(row, &wrong), GUARD_OUT_OF_RANGE);
		assert_int_not_equal(restore_answer(row, &wrong), GUARD_ALLOWED);
	}
}

static void free_text_is_never_written(void **state)
{
	struct tunable row = *tunable_find("net.core.somaxconn");
	char program[] = "|/tmp/x";
	struct value value = { .kind = VALUE_TEXT, .text = program };

	(void)state;
	row.format.kind = VALUE_TEXT;
	row.security = SECURITY_NEUTRAL;
	assert_int_equal(answer_to(&row, &value), GUARD_NEVER_WRITTEN);
	assert_int_equal(restore_answer(&row, &value), GUARD_NEVER_WRITTEN);
}

/* Undo is exact: what was weak before may come back, as long as the kernel could have had it. */
static void journal_may_restore_what_was_weak(void **state)
{
	static const struct {
		const char *id;
		const char *text;
	} cases[] = {
		{ "net.ipv4.tcp_syncookies", "0" },
		{ "net.ipv4.conf.rp_filter", "0" },
		{ "net.ipv4.tcp_abort_on_overflow", "1" },
		{ "kernel.sched_rt_runtime_us", "-1" },
		{ "net.core.somaxconn", "1" },
		{ "vm.swappiness", "200" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct tunable *row = tunable_find(cases[i].id);
		struct value value = value_of(row, cases[i].text);

		assert_int_equal(restore_answer(row, &value), GUARD_ALLOWED);
	}
}

static void every_answer_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (enum guard_answer i = GUARD_ALLOWED; i <= GUARD_UNKNOWN; i++) {
		assert_true(strlen(guard_answer_name(i)) > 0);
		for (enum guard_answer k = GUARD_ALLOWED; k < i; k++)
			assert_string_not_equal(guard_answer_name(i), guard_answer_name(k));
	}
	assert_string_equal(guard_answer_name((enum guard_answer)0), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_beyond_each_limit_is_refused),
		cmocka_unit_test(each_limit_itself_may_be_written),
		cmocka_unit_test(rows_that_are_never_written_say_so),
		cmocka_unit_test(latches_are_refused_also_in_a_journal),
		cmocka_unit_test(vectors_are_judged_whole),
		cmocka_unit_test(words_outside_of_the_choices_are_refused),
		cmocka_unit_test(value_of_another_kind_is_refused_everywhere),
		cmocka_unit_test(free_text_is_never_written),
		cmocka_unit_test(journal_may_restore_what_was_weak),
		cmocka_unit_test(every_answer_has_a_word_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
