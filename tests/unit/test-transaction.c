/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Apply, revert and recover, one value after the other, on a simulated kernel. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "transaction-rig.h"

#include <errno.h>
#include <string.h>

static int setup(void **state)
{
	static struct rig rig;

	rig_new(&rig);
	*state = &rig;
	return 0;
}

static int teardown(void **state)
{
	rig_done(*state);
	return 0;
}

static void a_plan_is_carried_out_and_taken_back(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome applied = { 0 };
	auto_outcome struct outcome reverted = { 0 };
	static struct values before;
	static struct values now;

	values_take(rig, &before);
	want_all(rig, &plan);
	assert_int_equal(rig_apply(rig, &plan, &applied), 0);
	if (applied.state != OUTCOME_COMMITTED)
		fail_msg("%s", applied.because);
	assert_int_equal(applied.change_count, 6);
	for (size_t i = 0; i < applied.change_count; i++)
		assert_int_equal(applied.changes[i].result, ENTRY_CHANGED);
	assert_string_equal(applied.changes[0].rules, "a-rule");
	assert_value(rig, SOMAXCONN, "4096");
	assert_value(rig, RMEM, "8192 262144 33554432");
	assert_value(rig, RP_ETH0, "1");
	assert_value(rig, BYTES, "268435456");
	assert_value(rig, RATIO, "0");
	assert_value(rig, FORWARD, "1");
	assert_value(rig, REDIRECTS, "0");
	assert_journals(rig, "committed");
	assert_int_equal(rig->audit_count, 6);

	assert_int_equal(rig_revert(rig, NULL, &reverted), 0);
	assert_int_equal(reverted.state, OUTCOME_REVERTED);
	assert_string_equal(reverted.transaction, applied.transaction);
	values_take(rig, &now);
	assert_true(values_same(&before, &now));
	assert_journals(rig, "");
}

static void nothing_is_written_where_it_is_already(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	sim_set(&rig->sim, SOMAXCONN, "4096");
	sim_calm(&rig->sim);
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_NOTHING_TO_DO);
	assert_int_equal(outcome.changes[0].result, ENTRY_ALREADY);
	assert_int_equal(rig->sim.state->writes, 0);
	assert_journals(rig, "");
}

static void what_others_set_meanwhile_is_not_taken_back(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };

	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	want(rig, &plan, "vm.swappiness", NULL, "10");
	sim_set(&rig->sim, SOMAXCONN, "4096");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	assert_value(rig, SWAPPINESS, "10");
	assert_int_equal(rig_revert(rig, NULL, NULL), 0);
	assert_value(rig, SWAPPINESS, "60");
	assert_value(rig, SOMAXCONN, "4096");
}

static void another_value_than_planned_is_refused_before_the_first_write(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "vm.swappiness", NULL, "10");
	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	sim_set(&rig->sim, SOMAXCONN, "256");
	sim_calm(&rig->sim);
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REFUSED);
	assert_non_null(strstr(outcome.because, "plan anew"));
	assert_int_equal(rig->sim.state->writes, 0);
	assert_journals(rig, "");
}

/* Whatever the moment: refused before the first write, rolled back after it, or as if he had
 * written afterwards. Only between our write and our reading back he cannot be told from a kernel
 * that takes another value. */
static void a_foreign_writer_in_between_is_never_overrun(void **state)
{
	size_t moments = 0;
	size_t taken_for_kernel = 0;

	(void)state;
	for (size_t at = 1;; at++) {
		struct rig rig;
		auto_plan struct plan plan = { 0 };
		auto_outcome struct outcome outcome = { 0 };
		bool has_come;
		char now[64];

		rig_new(&rig);
		want(&rig, &plan, "vm.swappiness", NULL, "10");
		want(&rig, &plan, "net.core.somaxconn", NULL, "4096");
		sim_calm(&rig.sim);
		rig.sim.state->foreign = SIM_READ;
		rig.sim.state->foreign_at = at;
		strcpy(rig.sim.state->foreign_path, SOMAXCONN);
		strcpy(rig.sim.state->foreign_text, "777");
		assert_int_equal(rig_apply(&rig, &plan, &outcome), 0);
		has_come = rig.sim.state->reads >= at;
		sim_get(&rig.sim, SOMAXCONN, now, sizeof(now));
		if (has_come && outcome.state != OUTCOME_COMMITTED) {
			taken_for_kernel += strcmp(now, "128") == 0;
			assert_true(strcmp(now, "777") == 0 || strcmp(now, "128") == 0);
			assert_value(&rig, SWAPPINESS, "60");
		}
		moments += has_come;
		rig_done(&rig);
		if (!has_come)
			break;
	}
	assert_true(moments > 8);
	assert_int_equal(taken_for_kernel, 1);
}

static void a_failed_vector_is_put_back_whole(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "vm.swappiness", NULL, "10");
	want(rig, &plan, "net.ipv4.tcp_rmem", NULL, "8192 262144 33554432");
	/* Takes two elements and refuses the third. */
	sim_file(&rig->sim, RMEM)->max = 30000000;
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_ROLLED_BACK);
	assert_value(rig, RMEM, "4096 131072 6291456");
	assert_value(rig, SWAPPINESS, "60");
	assert_int_equal(outcome_of(&outcome, RMEM)->result, ENTRY_FAILED);
	assert_int_equal(outcome_of(&outcome, RMEM)->error, -EINVAL);
	assert_int_equal(outcome_of(&outcome, SWAPPINESS)->result, ENTRY_RESTORED);
	assert_journals(rig, "");
}

static void what_cannot_be_steered_is_refused_and_the_rest_goes_on(void **state)
{
	static const int errors[] = { -EIO, -EPERM };
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		auto_plan struct plan plan = { 0 };
		auto_outcome struct outcome outcome = { 0 };

		want(rig, &plan, "test.steered", NULL, "2");
		want(rig, &plan, "vm.swappiness", NULL, "10");
		sim_file(&rig->sim, STEERED)->write_error = errors[i];
		assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
		assert_int_equal(outcome.state, OUTCOME_COMMITTED);
		assert_int_equal(outcome_of(&outcome, STEERED)->result, ENTRY_REFUSED);
		assert_int_equal(outcome_of(&outcome, STEERED)->error, errors[i]);
		assert_value(rig, SWAPPINESS, "10");
		assert_int_equal(rig_revert(rig, NULL, NULL), 0);
		assert_value(rig, SWAPPINESS, "60");
	}
}

static void nothing_but_what_cannot_be_steered_leaves_no_record(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "test.steered", NULL, "2");
	sim_file(&rig->sim, STEERED)->write_error = -EIO;
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_NOTHING_TO_DO);
	assert_int_equal(outcome.changes[0].result, ENTRY_REFUSED);
	assert_journals(rig, "");
}

/* ---- read-backs ---- */

struct readback_case {
	const char *id;
	const char *path;
	const char *to;
	const char *got; /* what the kernel makes of it */
	enum outcome_state state;
};

static const struct readback_case readbacks[] = {
	{ "test.rounded", ROUNDED, "1000", "1024", OUTCOME_COMMITTED },
	{ "test.rounded", ROUNDED, "1000", "700", OUTCOME_COMMITTED },
	{ "test.rounded", ROUNDED, "1000", "4096", OUTCOME_ROLLED_BACK },
	{ "test.rounded", ROUNDED, "1000", "2", OUTCOME_ROLLED_BACK },
	{ "test.at_least", AT_LEAST, "1000", "5000", OUTCOME_COMMITTED },
	{ "test.at_least", AT_LEAST, "1000", "999", OUTCOME_ROLLED_BACK },
	{ "test.subset", SUBSET, "0-2", "1-2", OUTCOME_COMMITTED },
	{ "test.subset", SUBSET, "0-2", "2-3", OUTCOME_ROLLED_BACK },
	{ "test.subset", SUBSET, "0-2", "", OUTCOME_ROLLED_BACK },
	{ "test.partial", PARTIAL, "4 5 6", "4 2 6", OUTCOME_COMMITTED },
	{ "test.partial", PARTIAL, "4 5 6", "4 5 7", OUTCOME_ROLLED_BACK },
	{ "test.forward", FORWARD, "1", "0", OUTCOME_ROLLED_BACK },
	{ "vm.swappiness", SWAPPINESS, "10", "11", OUTCOME_ROLLED_BACK },
};

/* The foreign writer plays the kernel: he writes between our write and our reading back. */
static void a_readback_differs_honestly_or_all_is_undone(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(readbacks); i++) {
		const struct readback_case *row = &readbacks[i];
		struct rig rig;
		auto_plan struct plan plan = { 0 };
		auto_outcome struct outcome outcome = { 0 };
		struct sim_state *sim;
		char before[64];
		size_t reads;

		/* Once to learn which reading is the one after the write. */
		rig_new(&rig);
		sim = rig.sim.state;
		sim_file(&rig.sim, ROUNDED)->is_rounded = false;
		sim_get(&rig.sim, row->path, before, sizeof(before));
		want(&rig, &plan, row->id, NULL, row->to);
		sim_calm(&rig.sim);
		sim->failing = SIM_WRITE;
		sim->fail_at = 1;
		sim->fail_error = -ENOSPC;
		assert_int_equal(rig_apply(&rig, &plan, NULL), 0);
		/* Seen after the refused write: that reading, and one more for each undo pass. */
		reads = sim->reads;
		for (size_t at = reads; at > 0; at--) {
			rig_reopen(&rig);
			outcome_done(&outcome);
			sim_set(&rig.sim, row->path, before);
			sim_calm(&rig.sim);
			sim->foreign = SIM_READ;
			sim->foreign_at = at;
			strcpy(sim->foreign_path, row->path);
			strcpy(sim->foreign_text, *row->got ? row->got : " ");
			assert_int_equal(rig_apply(&rig, &plan, &outcome), 0);
			if (sim->writes > 0 && outcome.changes[0].got &&
			    strcmp(outcome.changes[0].got, row->got) == 0)
				break;
			(void)rig_revert(&rig, &(struct revert_options){ .overwrites_drifted = 1 },
					 NULL);
		}
		if (outcome.state != row->state)
			fail_msg("%s: %s read back as %s: %s", row->id, row->to, row->got,
				 outcome_state_name(outcome.state));
		if (row->state == OUTCOME_COMMITTED) {
			assert_string_equal(outcome.changes[0].got, row->got);
			/* It is no drift. */
			assert_int_equal(rig_revert(&rig, NULL, NULL), 0);
		}
		assert_value(&rig, row->path, before);
		assert_journals(&rig, "");
		rig_done(&rig);
	}
}

static void a_kernel_that_keeps_its_own_is_a_failure(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	want(rig, &plan, "vm.swappiness", NULL, "10");
	sim_file(&rig->sim, SWAPPINESS)->keeps_its_own = true;
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_ROLLED_BACK);
	assert_int_equal(outcome_of(&outcome, SWAPPINESS)->result, ENTRY_FAILED);
	assert_value(rig, SOMAXCONN, "128");
}

static void a_clamped_value_is_undone(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	sim_file(&rig->sim, SOMAXCONN)->clamp = 1000;
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_ROLLED_BACK);
	assert_string_equal(outcome.changes[0].got, "1000");
	assert_value(rig, SOMAXCONN, "128");
	assert_journals(rig, "");
}

/* ---- couplings ---- */

static void a_pair_is_restored_by_writing_the_one_that_counted(void **state)
{
	static const struct {
		const char *bytes;
		const char *ratio;
		const char *id;
		const char *to;
	} pairs[] = {
		{ "0", "20", "vm.dirty_bytes", "268435456" },
		{ "0", "20", "vm.dirty_ratio", "15" },
		{ "268435456", "0", "vm.dirty_ratio", "15" },
		{ "268435456", "0", "vm.dirty_bytes", "134217728" },
	};
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		auto_plan struct plan plan = { 0 };
		auto_outcome struct outcome outcome = { 0 };
		bool is_ratio = strcmp(pairs[i].bytes, "0") == 0;

		sim_set(&rig->sim, is_ratio ? RATIO : BYTES,
			is_ratio ? pairs[i].ratio : pairs[i].bytes);
		want(rig, &plan, pairs[i].id, NULL, pairs[i].to);
		assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
		if (outcome.state != OUTCOME_COMMITTED)
			fail_msg("%s", outcome.because);
		assert_int_equal(rig_revert(rig, NULL, NULL), 0);
		assert_value(rig, BYTES, pairs[i].bytes);
		assert_value(rig, RATIO, pairs[i].ratio);
		assert_journals(rig, "");
	}
}

static void what_a_change_turns_is_restored_with_it(void **state)
{
	static const char *const before[] = { "0", "1" };
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(before); i++) {
		auto_plan struct plan plan = { 0 };

		sim_set(&rig->sim, REDIRECTS, before[i]);
		want(rig, &plan, "test.forward", NULL, "1");
		assert_int_equal(rig_apply(rig, &plan, NULL), 0);
		assert_value(rig, REDIRECTS, "0");
		assert_int_equal(rig_revert(rig, NULL, NULL), 0);
		assert_value(rig, FORWARD, "0");
		assert_value(rig, REDIRECTS, before[i]);
		assert_journals(rig, "");
	}
}

static void a_coupling_that_somebody_moved_is_drift(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	sim_set(&rig->sim, REDIRECTS, "1");
	want(rig, &plan, "test.forward", NULL, "1");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	sim_set(&rig->sim, REDIRECTS, "7");
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REFUSED);
	assert_int_equal(outcome_of(&outcome, REDIRECTS)->result, ENTRY_DRIFTED);
	assert_value(rig, FORWARD, "1");
}

/* Forwarding off and on again turns accept_redirects of all each time, whatever it was. */
static void what_forwarding_turns_is_restored_exactly(void **state)
{
	static const struct {
		const char *id;
		const char *instance;
		const char *redirects; /* of all */
		const char *eth0;      /* forwards by itself */
	} hosts[] = {
		{ "test.router", NULL, "0", "1" },   { "test.router", NULL, "1", "1" },
		{ "test.router", NULL, "1", "0" },   { "test.passing", "all", "0", "1" },
		{ "test.passing", "all", "1", "1" }, { "test.passing", "all", "1", "0" },
	};
	static struct values before;
	static struct values after;
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(hosts); i++) {
		auto_plan struct plan plan = { 0 };
		auto_outcome struct outcome outcome = { 0 };

		sim_set(&rig->sim, PASSING("eth0"), hosts[i].eth0);
		sim_set(&rig->sim, LED_BY("all"), hosts[i].redirects);
		values_take(rig, &before);
		want(rig, &plan, hosts[i].id, hosts[i].instance, "0");
		assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
		if (outcome.state != OUTCOME_COMMITTED)
			fail_msg("row %zu: %s", i, outcome.because);
		assert_value(rig, ROUTER, "0");
		assert_value(rig, LED_BY("all"), "1");
		assert_int_equal(rig_revert(rig, NULL, NULL), 0);
		values_take(rig, &after);
		if (!values_same(&before, &after))
			fail_msg("row %zu: not all values are as before", i);
		assert_journals(rig, "");
	}
}

/* accept_redirects moves for all alone: an interface's own is nobody's but its owner's. */
static void what_a_coupling_does_not_name_is_no_drift(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "test.router", NULL, "0");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	sim_set(&rig->sim, LED_BY("eth0"), "1");
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REVERTED);
	assert_value(rig, LED_BY("eth0"), "1");
	assert_value(rig, ROUTER, "1");
}

static void drift_is_told_with_what_is_there(void **state)
{
	static const struct revert_options how[] = { { 0 }, { .skips_drifted = true } };
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };

	want(rig, &plan, "vm.swappiness", NULL, "10");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	sim_set(&rig->sim, SWAPPINESS, "77");
	for (size_t i = 0; i < ARRAY_SIZE(how); i++) {
		auto_outcome struct outcome outcome = { 0 };

		assert_int_equal(rig_revert(rig, &how[i], &outcome), 0);
		assert_string_equal(outcome_of(&outcome, SWAPPINESS)->got, "77");
	}
	assert_value(rig, SWAPPINESS, "77");
}

/* ---- restoring ---- */

static void a_value_that_was_weak_is_restored_exactly_and_named(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "net.ipv4.conf.rp_filter", "eth0", "1");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	assert_value(rig, RP_ETH0, "1");
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REVERTED);
	assert_value(rig, RP_ETH0, "0");
	assert_true(outcome_of(&outcome, RP_ETH0)->was_weak);
	assert_non_null(strstr(outcome_of(&outcome, RP_ETH0)->because, "weak"));
}

static void a_change_that_would_weaken_is_refused_at_the_last_moment(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	sim_set(&rig->sim, RP_ETH0, "1");
	want(rig, &plan, "net.ipv4.conf.rp_filter", "eth0", "2");
	sim_calm(&rig->sim);
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REFUSED);
	assert_int_equal(rig->sim.state->writes, 0);
}

static void undoing_goes_on_past_what_cannot_be_undone(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want_all(rig, &plan);
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	sim_file(&rig->sim, RP_ETH0)->write_error = -EROFS;
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_INCOMPLETE);
	assert_int_equal(outcome_of(&outcome, RP_ETH0)->result, ENTRY_FAILED);
	assert_int_equal(outcome_of(&outcome, RP_ETH0)->error, -EROFS);
	assert_value(rig, RP_ETH0, "1");
	assert_value(rig, SOMAXCONN, "128");
	assert_value(rig, FORWARD, "0");
	assert_journals(rig, "incomplete");
	/* And once it can be, recovery ends it. */
	sim_file(&rig->sim, RP_ETH0)->write_error = 0;
	assert_int_equal(rig_recover(rig, NULL), 0);
	assert_value(rig, RP_ETH0, "0");
	assert_journals(rig, "");
}

static void each_write_is_told_to_the_audit(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };

	want(rig, &plan, "vm.swappiness", NULL, "10");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	assert_int_equal(rig->audit_count, 1);
	assert_non_null(strstr(rig->audit_last, "vm.swappiness"));
	assert_non_null(strstr(rig->audit_last, SWAPPINESS));
	assert_non_null(strstr(rig->audit_last, "\"10\""));
	assert_int_equal(rig_revert(rig, NULL, NULL), 0);
	assert_int_equal(rig->audit_count, 2);
	assert_non_null(strstr(rig->audit_last, "restore"));
	assert_non_null(strstr(rig->audit_last, "\"60\""));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_plan_is_carried_out_and_taken_back),
		CASE(nothing_is_written_where_it_is_already),
		CASE(what_others_set_meanwhile_is_not_taken_back),
		CASE(another_value_than_planned_is_refused_before_the_first_write),
		CASE(a_foreign_writer_in_between_is_never_overrun),
		CASE(a_failed_vector_is_put_back_whole),
		CASE(what_cannot_be_steered_is_refused_and_the_rest_goes_on),
		CASE(nothing_but_what_cannot_be_steered_leaves_no_record),
		CASE(a_readback_differs_honestly_or_all_is_undone),
		CASE(a_kernel_that_keeps_its_own_is_a_failure),
		CASE(a_clamped_value_is_undone),
		CASE(a_pair_is_restored_by_writing_the_one_that_counted),
		CASE(what_a_change_turns_is_restored_with_it),
		CASE(what_forwarding_turns_is_restored_exactly),
		CASE(what_a_coupling_does_not_name_is_no_drift),
		CASE(drift_is_told_with_what_is_there),
		CASE(a_coupling_that_somebody_moved_is_drift),
		CASE(a_value_that_was_weak_is_restored_exactly_and_named),
		CASE(a_change_that_would_weaken_is_refused_at_the_last_moment),
		CASE(undoing_goes_on_past_what_cannot_be_undone),
		CASE(each_write_is_told_to_the_audit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
