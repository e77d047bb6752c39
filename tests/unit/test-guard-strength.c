/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a value means by itself, on rows of every kind of order that no real row need have. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "guard/guard.h"

#define A_NUMBER    .format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO }
#define TWO_NUMBERS .format = { .kind = VALUE_VECTOR, .base = NUMBER_BASE_AUTO, .elements = 2 }
#define SOME_WORDS  .format = { .kind = VALUE_TEXT }

static const struct tunable ranked = {
	A_NUMBER,
	.id = "ranked",
	.security = SECURITY_RANKED,
	.secure_ranks = (const char *const[]){ "1", "2", "0", NULL },
	.secure_floor = "2",
};
static const struct tunable rising = {
	A_NUMBER,
	.id = "rising",
	.security = SECURITY_RISING,
	.secure_floor = "65536",
};
static const struct tunable rising_limit = {
	A_NUMBER,
	.id = "rising.limit",
	.security = SECURITY_RISING,
	.is_zero_weakest = true,
};
static const struct tunable falling_limit = {
	A_NUMBER,
	.id = "falling.limit",
	.security = SECURITY_FALLING,
	.secure_floor = "100",
	.is_zero_weakest = true,
};
static const struct tunable keys = {
	A_NUMBER,      .id = "keys",	      .security = SECURITY_FEWER_BITS,
	.all_bits = 1, .secure_floor = "438",
};
static const struct tunable kinds = {
	A_NUMBER,
	.id = "kinds",
	.security = SECURITY_MORE_BITS,
	.secure_floor = "6168",
};
static const struct tunable actions = {
	SOME_WORDS,
	.id = "actions",
	.security = SECURITY_MORE_WORDS,
	.secure_floor = "kill_process trap",
};
static const struct tunable ports = {
	TWO_NUMBERS,
	.id = "ports",
	.security = SECURITY_WIDER,
	.secure_floor = "32768 60999",
};
static const struct tunable stamps = {
	A_NUMBER,
	.id = "stamps",
	.security = SECURITY_CONTESTED,
	.secure_ranks = (const char *const[]){ "2 3", "0 1", NULL },
};
static const struct tunable program = {
	SOME_WORDS,
	.id = "program",
	.security = SECURITY_PROGRAM,
};
static const struct tunable plain = {
	A_NUMBER,
	.id = "plain",
	.security = SECURITY_NEUTRAL,
};

static void each_kind_of_order_has_its_floor(void **state)
{
	static const struct {
		const struct tunable *row;
		const char *value;
		enum strength strength;
	} cases[] = {
		{ &ranked, "1", STRENGTH_WEAK },
		{ &ranked, "2", STRENGTH_SECURE },
		{ &ranked, "0", STRENGTH_SECURE },
		{ &ranked, "3", STRENGTH_UNKNOWN },
		{ &rising, "4096", STRENGTH_WEAK },
		{ &rising, "65536", STRENGTH_SECURE },
		{ &rising_limit, "0", STRENGTH_WEAK },
		{ &rising_limit, "1", STRENGTH_SECURE },
		{ &falling_limit, "0", STRENGTH_WEAK },
		{ &falling_limit, "101", STRENGTH_WEAK },
		{ &falling_limit, "100", STRENGTH_SECURE },
		{ &keys, "1", STRENGTH_WEAK },
		{ &keys, "0x1", STRENGTH_WEAK },
		{ &keys, "438", STRENGTH_SECURE },
		{ &keys, "446", STRENGTH_WEAK },
		{ &keys, "16", STRENGTH_SECURE },
		{ &keys, "0", STRENGTH_SECURE },
		{ &keys, "-1", STRENGTH_UNKNOWN },
		{ &kinds, "6168", STRENGTH_SECURE },
		{ &kinds, "0x1818", STRENGTH_SECURE },
		{ &kinds, "6169", STRENGTH_SECURE },
		{ &kinds, "24", STRENGTH_WEAK },
		{ &actions, "trap kill_process errno", STRENGTH_SECURE },
		{ &actions, "trap", STRENGTH_WEAK },
		{ &actions, "", STRENGTH_WEAK },
		{ &ports, "1024 65535", STRENGTH_SECURE },
		{ &ports, "40000 50000", STRENGTH_WEAK },
		{ &ports, "50000 40000", STRENGTH_UNKNOWN },
		{ &stamps, "2", STRENGTH_WEAK },
		{ &stamps, "0", STRENGTH_CONTESTED },
		{ &stamps, "1", STRENGTH_CONTESTED },
		{ &stamps, "7", STRENGTH_CONTESTED },
		{ &program, "|/bin/false", STRENGTH_PROGRAM },
		{ &plain, "7", STRENGTH_NONE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		auto_value struct value value = { 0 };
		auto_text struct text why = { 0 };
		enum strength strength = 0;
		bool is_silent;

		assert_int_equal(value_parse(&cases[i].row->format, span_of(cases[i].value),
					     &value),
				 0);
		assert_int_equal(guard_strength(cases[i].row, &value, NULL, &strength, &why), 0);
		if (strength != cases[i].strength)
			fail_msg("%s of %s has strength %d", cases[i].value, cases[i].row->id,
				 strength);
		is_silent = strength == STRENGTH_SECURE || strength == STRENGTH_NONE;
		assert_int_equal(is_silent, why.length == 0);
	}
}

static void changes_are_compared_within_each_kind(void **state)
{
	static const struct {
		const struct tunable *row;
		const char *from;
		const char *to;
		enum guard_answer answer;
	} cases[] = {
		{ &rising_limit, "5", "0", GUARD_WEAKER },
		{ &rising_limit, "0", "5", GUARD_ALLOWED },
		{ &falling_limit, "5", "0", GUARD_WEAKER },
		{ &falling_limit, "0", "5", GUARD_ALLOWED },
		{ &falling_limit, "5", "6", GUARD_WEAKER },
		{ &keys, "176", "16", GUARD_ALLOWED },
		{ &keys, "16", "176", GUARD_WEAKER },
		{ &keys, "1", "438", GUARD_ALLOWED },
		{ &keys, "438", "1", GUARD_WEAKER },
		/* Neither holds the other. */
		{ &keys, "16", "32", GUARD_WEAKER },
		{ &kinds, "24", "8", GUARD_WEAKER },
		{ &kinds, "8", "24", GUARD_ALLOWED },
		{ &actions, "a b", "b", GUARD_WEAKER },
		{ &actions, "b", "a b", GUARD_ALLOWED },
		{ &actions, "a b", "b c", GUARD_WEAKER },
		{ &ports, "32768 60999", "1024 65535", GUARD_ALLOWED },
		{ &ports, "1024 65535", "32768 60999", GUARD_WEAKER },
		{ &stamps, "0", "2", GUARD_WEAKER },
		{ &stamps, "0", "1", GUARD_CONTESTED },
		{ &stamps, "2", "0", GUARD_CONTESTED },
		{ &program, "core", "|/bin/x", GUARD_NEVER_WRITTEN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct tunable *row = cases[i].row;
		auto_value struct value from = { 0 };
		auto_value struct value to = { 0 };

		assert_int_equal(value_parse(&row->format, span_of(cases[i].from), &from), 0);
		assert_int_equal(value_parse(&row->format, span_of(cases[i].to), &to), 0);
		if (guard_compare(row, &from, &to) != cases[i].answer)
			fail_msg("%s from %s to %s: %s", row->id, cases[i].from, cases[i].to,
				 guard_answer_name(guard_compare(row, &from, &to)));
	}
}

static void limit_of_real_time_is_judged_by_release(void **state)
{
	static const struct {
		const char *runtime;
		const char *period;  /* NULL: the kernel's own */
		const char *release; /* NULL: not known */
		enum strength strength;
	} cases[] = {
		{ "-1", NULL, NULL, STRENGTH_WEAK },
		{ "-1", NULL, "6.1", STRENGTH_WEAK },
		{ "-1", NULL, "7.3", STRENGTH_WEAK },
		{ "950000", NULL, "6.1", STRENGTH_SECURE },
		{ "1000000", NULL, "6.1", STRENGTH_WEAK },
		{ "1000000", NULL, NULL, STRENGTH_WEAK },
		{ "1000000", NULL, "7.3", STRENGTH_SECURE },
		{ "950000", "900000", "6.1", STRENGTH_WEAK },
		{ "950000", "2000000", "6.1", STRENGTH_SECURE },
	};
	const struct value_format format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct value runtime = { 0 };
		struct value period = { 0 };
		struct release release = { 0 };
		auto_text struct text why = { 0 };
		enum strength strength = 0;

		assert_int_equal(value_parse(&format, span_of(cases[i].runtime), &runtime), 0);
		if (cases[i].period)
			assert_int_equal(value_parse(&format, span_of(cases[i].period), &period),
					 0);
		if (cases[i].release)
			assert_int_equal(release_parse(span_of(cases[i].release), &release), 0);
		assert_int_equal(guard_rt_strength(&runtime, cases[i].period ? &period : NULL,
						   cases[i].release ? &release : NULL, &strength,
						   &why),
				 0);
		assert_int_equal(strength, cases[i].strength);
	}
}

static void priorities_stay_below_the_threads_of_interrupts(void **state)
{
	static const struct {
		uint32_t priority;
		enum guard_answer answer;
	} cases[] = {
		{ 0, GUARD_OUT_OF_RANGE }, { 1, GUARD_ALLOWED }, { 49, GUARD_ALLOWED },
		{ 50, GUARD_WEAKER },	   { 99, GUARD_WEAKER }, { UINT32_MAX, GUARD_WEAKER },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		auto_text struct text why = { 0 };

		assert_int_equal(guard_rt_priority(cases[i].priority, &why), cases[i].answer);
		assert_int_equal(cases[i].answer == GUARD_ALLOWED, why.length == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_of_order_has_its_floor),
		cmocka_unit_test(changes_are_compared_within_each_kind),
		cmocka_unit_test(limit_of_real_time_is_judged_by_release),
		cmocka_unit_test(priorities_stay_below_the_threads_of_interrupts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
