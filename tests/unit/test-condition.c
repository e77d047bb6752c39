/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Conditions: yes, no, or unknown, and then of what. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "named-host.h"

#define YES	TRUTH_YES
#define NO	TRUTH_NO
#define UNKNOWN TRUTH_UNKNOWN

static void conditions_answer_yes_no_or_unknown(void **state)
{
#define ONE(...) .operands = { { __VA_ARGS__ } }, .operand_count = 1
	static const struct {
		struct condition condition;
		int error;
		enum truth truth;
		const char *why;
	} cases[] = {
		{ { "cookies", 0, RELATION_NOT, ONE(.literal = "0") }, 0, YES, NULL },
		{ { "cookies", 0, RELATION_EQUALS, ONE(.literal = "0") }, 0, NO, NULL },
		{ { "unreadable", 0, RELATION_EQUALS, ONE(.literal = "0") },
		  0,
		  UNKNOWN,
		  "unreadable" },
		{ { "cookies", 0, RELATION_AT_LEAST, ONE(.of = "unreadable") },
		  0,
		  UNKNOWN,
		  "unreadable" },
		{ { "backlog", 0, RELATION_AT_LEAST, ONE(.literal = "128") }, 0, YES, NULL },
		{ { "backlog", 0, RELATION_AT_LEAST, ONE(.literal = "129") },
		  0,
		  UNKNOWN,
		  "backlog" },
		{ { "cpu.online.count", 0, RELATION_AT_LEAST, ONE(.of = "backlog") }, 0, NO, NULL },
		{ { "huge", 0, RELATION_MORE_THAN, ONE(.of = "memory.total") }, 0, YES, NULL },
		{ { "release", 0, RELATION_AT_LEAST, ONE(.literal = "4.9") }, 0, YES, NULL },
		{ { "governor", 0, RELATION_EQUALS, ONE(.literal = "performance") }, 0, NO, NULL },
		{ { "cpu.isolated", 0, RELATION_WITHIN, ONE(.of = "cpu.online") }, 0, YES, NULL },
		{ { "cpu.isolated", 0, RELATION_DISJOINT, ONE(.literal = "0-4") }, 0, NO, NULL },
		/* elements */
		{ { "tcp_rmem", 2, RELATION_EQUALS, ONE(.literal = "131072") }, 0, YES, NULL },
		{ { "tcp_rmem", 2, RELATION_LESS_THAN, ONE(.literal = "1 MiB") }, 0, YES, NULL },
		{ { "tcp_rmem", 4, RELATION_EQUALS, ONE(.literal = "1") }, 0, UNKNOWN, "tcp_rmem" },
		{ { "tcp_rmem", 1, RELATION_AT_LEAST, ONE(.of = "default") }, 0, YES, NULL },
		{ { "tcp_rmem", 3, RELATION_AT_LEAST, ONE(.of = "default") },
		  0,
		  UNKNOWN,
		  "default" },
		{ { "tcp_rmem", 0, RELATION_AT_LEAST, ONE(.of = "default") },
		  0,
		  UNKNOWN,
		  "default" },
		{ { "tcp_rmem", 0, RELATION_AT_LEAST, ONE(.literal = "4096 1 1") }, 0, YES, NULL },
		/* several operands */
		{ { "cookies",
		    0,
		    RELATION_ONE_OF,
		    { { .of = "unreadable" }, { .literal = "1" } },
		    2 },
		  0,
		  YES,
		  NULL },
		{ { "cookies",
		    0,
		    RELATION_ONE_OF,
		    { { .literal = "2" }, { .of = "unreadable" } },
		    2 },
		  0,
		  UNKNOWN,
		  "unreadable" },
		{ { "release",
		    0,
		    RELATION_BETWEEN,
		    { { .literal = "3.17" }, { .literal = "4.1" } },
		    2 },
		  0,
		  NO,
		  NULL },
		/* mistakes of the profile */
		{ { "no.such", 0, RELATION_EQUALS, ONE(.literal = "0") }, -EINVAL, 0, NULL },
		{ { "cookies", 0, RELATION_EQUALS, ONE(.of = "no.such") }, -EINVAL, 0, NULL },
		{ { "cookies", 1, RELATION_EQUALS, ONE(.literal = "0") }, -EINVAL, 0, NULL },
		{ { "cookies", 0, RELATION_EQUALS, ONE(.literal = "x") }, -EBADMSG, 0, NULL },
		{ { "cpu.online", 0, RELATION_AT_LEAST, ONE(.literal = "0") }, -EINVAL, 0, NULL },
		{ { "cookies", 0, RELATION_BETWEEN, ONE(.literal = "0") }, -EINVAL, 0, NULL },
		{ { "unreadable", 0, RELATION_ONE_OF, .operand_count = 9 }, -EINVAL, 0, NULL },
	};
#undef ONE
	const struct resolver resolver = { host_resolve, *state, 4096 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		enum truth truth = 0;
		const char *why = NULL;
		int r = condition_evaluate(&cases[i].condition, &resolver, &truth, &why);

		if (r != cases[i].error || truth != cases[i].truth)
			fail_msg("row %zu gives %d and %d", i, r, truth);
		if (cases[i].why && (!why || strcmp(why, cases[i].why) != 0))
			fail_msg("row %zu names %s, expected %s", i, why ? why : "nothing",
				 cases[i].why);
		if (!cases[i].why)
			assert_null(why);
	}
}

/* What the next call finds on its stack. */
static void __attribute__((noinline)) leave_a_full_stack(void)
{
	volatile unsigned char bytes[64 * 1024];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = 0x55;
}

static void element_that_is_not_there_leaves_it_unknown(void **state)
{
	static const struct condition condition = {
		.of = "tcp_rmem",
		.element_plus_one = 4,
		.relation = RELATION_AT_LEAST,
		.operands = { { .literal = "1" } },
		.operand_count = 1,
	};
	struct resolver resolver = { .resolve = host_resolve, .closure = *state };
	const char *why = NULL;
	enum truth truth;

	leave_a_full_stack();
	assert_int_equal(condition_evaluate(&condition, &resolver, &truth, &why), 0);
	assert_int_equal(truth, TRUTH_UNKNOWN);
	assert_string_equal(why, "tcp_rmem");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_answer_yes_no_or_unknown),
		cmocka_unit_test_setup_teardown(element_that_is_not_there_leaves_it_unknown,
						host_setup, host_teardown),
	};

	return cmocka_run_group_tests(tests, host_setup, host_teardown);
}
