/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the simulated kernel does with forwarding the real one must do too: hand-made rows, for no
 * row of ours writes it, in a network namespace of this test's own. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "transaction-rig.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"

#define DIED 98

static const char *const paths[] = {
	ROUTER,	       PASSING("all"),	  PASSING("default"), PASSING("lo"),
	LED_BY("all"), LED_BY("default"), LED_BY("lo"),
};

struct numbers {
	char of[ARRAY_SIZE(paths)];
};

static void put(const char *path, char number)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_true(fprintf(file, "%c\n", number) == 2);
	assert_int_equal(fclose(file), 0);
}

static struct numbers look(void)
{
	struct numbers numbers;

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		FILE *file = fopen(paths[i], "re");
		int number;

		assert_non_null(file);
		number = fgetc(file);
		assert_true(number == '0' || number == '1');
		numbers.of[i] = (char)number;
		assert_int_equal(fclose(file), 0);
	}
	return numbers;
}

/* In this order: the earlier move the later. */
static void arrange(const struct numbers *numbers)
{
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++)
		put(paths[i], numbers->of[i]);
}

static void assert_numbers(const struct numbers *wanted, const char *what)
{
	struct numbers now = look();

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		if (now.of[i] != wanted->of[i])
			fail_msg("%s: %s is %c, not %c", what, paths[i], now.of[i], wanted->of[i]);
	}
}

static const struct {
	struct numbers before;
	const char *id;
	const char *instance;
	const char *to;
} hosts[] = {
	{ { "1111000" }, "test.router", NULL, "0" },
	{ { "1111100" }, "test.router", NULL, "0" },
	{ { "1110101" }, "test.router", NULL, "0" },
	{ { "0000011" }, "test.router", NULL, "1" },
	{ { "0001111" }, "test.router", NULL, "1" },
	{ { "1111000" }, "test.passing", "all", "0" },
	{ { "1110111" }, "test.passing", "all", "0" },
};

static int set_up(void **state)
{
	static struct rig rig;
	struct source *source = NULL;

	rig_new(&rig);
	assert_int_equal(source_open_live(-1, -1, &source), 0);
	rig.transaction.source = source;
	*state = &rig;
	return 0;
}

static int tear_down(void **state)
{
	struct rig *rig = *state;

	source_free(rig->transaction.source);
	rig_done(rig);
	return 0;
}

static void need_namespace(void)
{
	static bool is_inside;

	if (!is_inside && unshare(CLONE_NEWNET) < 0) {
		print_message("no network namespace can be made here\n");
		skip();
	}
	is_inside = true;
}

static void forwarding_and_what_it_turns_are_taken_back_exactly(void **state)
{
	struct rig *rig = *state;

	need_namespace();
	for (size_t i = 0; i < ARRAY_SIZE(hosts); i++) {
		auto_plan struct plan plan = { 0 };
		auto_outcome struct outcome outcome = { 0 };

		arrange(&hosts[i].before);
		assert_numbers(&hosts[i].before, "arranged");
		want(rig, &plan, hosts[i].id, hosts[i].instance, hosts[i].to);
		assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
		if (outcome.state != OUTCOME_COMMITTED)
			fail_msg("row %zu: %s", i, outcome.because);
		assert_int_equal(look().of[0], hosts[i].to[0]);
		/* The kernel turned it, whatever it was. */
		assert_int_equal(look().of[4], hosts[i].to[0] == '0' ? '1' : '0');
		assert_int_equal(rig_revert(rig, NULL, NULL), 0);
		assert_numbers(&hosts[i].before, "reverted");
		assert_journals(rig, "");
	}
}

static void die(void *closure, const char *message)
{
	(void)closure;
	(void)message;
	_exit(DIED);
}

static void death_behind_the_write_is_recovered_from(void **state)
{
	struct rig *rig = *state;

	need_namespace();
	for (size_t i = 0; i < ARRAY_SIZE(hosts); i++) {
		auto_plan struct plan plan = { 0 };
		int status;
		pid_t child;

		arrange(&hosts[i].before);
		want(rig, &plan, hosts[i].id, hosts[i].instance, hosts[i].to);
		child = fork();
		assert_true(child >= 0);
		if (child == 0) {
			rig->audit.event = die;
			(void)rig_apply(rig, &plan, NULL);
			_exit(0);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == DIED);
		assert_int_equal(look().of[0], hosts[i].to[0]);
		assert_journals(rig, "prepared");
		assert_int_equal(rig_recover(rig, NULL), 0);
		assert_numbers(&hosts[i].before, "recovered");
		assert_journals(rig, "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(forwarding_and_what_it_turns_are_taken_back_exactly,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(death_behind_the_write_is_recovered_from, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
