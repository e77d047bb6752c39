/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several transactions over each other, what others changed meanwhile, and records of other boots,
 * namespaces and devices. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "transaction-rig.h"

#include <errno.h>
#include <string.h>

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

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

static const struct revert_options all = { .is_all = true };
static const struct revert_options lower = { .which = "lower" };
static const struct revert_options upper = { .which = "upper" };

/* Reverts and demands how it ended. */
static void revert_to(struct rig *rig, const struct revert_options *options,
		      enum outcome_state state)
{
	auto_outcome struct outcome outcome = { 0 };

	assert_int_equal(rig_revert(rig, options, &outcome), 0);
	if (outcome.state != state)
		fail_msg("%s: %s", outcome_state_name(outcome.state),
			 outcome.because ? outcome.because : "-");
}

static void recover_to(struct rig *rig, enum outcome_state state)
{
	auto_outcome struct outcome outcome = { 0 };

	assert_int_equal(rig_recover(rig, &outcome), 0);
	if (outcome.state != state)
		fail_msg("%s: %s", outcome_state_name(outcome.state),
			 outcome.because ? outcome.because : "-");
}

static void two_layers(struct rig *rig)
{
	apply_one(rig, "lower", "vm.swappiness", "30");
	apply_one(rig, "upper", "vm.swappiness", "10");
}

static void leave_interrupted(struct rig *rig, const char *id, const char *to)
{
	auto_plan struct plan plan = { 0 };

	want(rig, &plan, "test.steered", NULL, "5");
	want(rig, &plan, id, NULL, to);
	sim_calm(&rig->sim);
	/* The second change fails, and the first cannot be put back. */
	rig->sim.state->failing = SIM_WRITE;
	rig->sim.state->fail_at = 2;
	rig->sim.state->fail_error = -EROFS;
	rig->sim.state->fails_for_good = true;
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	assert_true(rig->sim.state->failures > 0);
	sim_calm(&rig->sim);
}

/* ---- the stack ---- */

static void layers_come_off_from_above(void **state)
{
	struct rig *rig = *state;

	two_layers(rig);
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "30");
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
	assert_journals(rig, "");
}

static void a_lower_layer_comes_out_without_a_write(void **state)
{
	struct rig *rig = *state;

	two_layers(rig);
	sim_calm(&rig->sim);
	revert_to(rig, &lower, OUTCOME_REVERTED);
	assert_int_equal(rig->sim.state->writes, 0);
	assert_value(rig, SWAPPINESS, "10");
	assert_journals(rig, "committed");
	revert_to(rig, &upper, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

static void what_only_the_lower_layer_set_is_written_back(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	static char name[] = "lower";

	rig->profile.name = name;
	want(rig, &plan, "vm.swappiness", NULL, "30");
	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	apply_one(rig, "upper", "vm.swappiness", "10");
	revert_to(rig, &lower, OUTCOME_REVERTED);
	assert_value(rig, SOMAXCONN, "128");
	assert_value(rig, SWAPPINESS, "10");
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

static void the_middle_one_of_three_comes_out(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "bottom", "vm.swappiness", "50");
	apply_one(rig, "lower", "vm.swappiness", "30");
	apply_one(rig, "upper", "vm.swappiness", "10");
	revert_to(rig, &lower, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "10");
	revert_to(rig, &upper, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "50");
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

static void all_layers_come_off_at_once(void **state)
{
	struct rig *rig = *state;

	two_layers(rig);
	apply_one(rig, "third", "net.core.somaxconn", "4096");
	revert_to(rig, &all, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
	assert_value(rig, SOMAXCONN, "128");
	assert_journals(rig, "");
}

static void a_pair_of_layers_over_a_pair_of_tunables_leads_home(void **state)
{
	static const struct revert_options *const orders[][2] = {
		{ &lower, &upper },
		{ &upper, &lower },
	};
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		apply_one(rig, "lower", "vm.dirty_ratio", "15");
		apply_one(rig, "upper", "vm.dirty_bytes", "268435456");
		revert_to(rig, orders[i][0], OUTCOME_REVERTED);
		revert_to(rig, orders[i][1], OUTCOME_REVERTED);
		assert_value(rig, BYTES, "0");
		assert_value(rig, RATIO, "20");
		assert_journals(rig, "");
	}
}

static void an_id_or_a_path_names_a_transaction_too(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };
	auto_plan struct plan plan = { 0 };
	struct revert_options by_id = { 0 };

	want(rig, &plan, "vm.swappiness", NULL, "10");
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	by_id.which = outcome.transaction;
	revert_to(rig, &by_id, OUTCOME_REVERTED);
	apply_one(rig, "lower", "vm.swappiness", "10");
	revert_to(rig, &(struct revert_options){ .which = rig->profile.path }, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

static void what_is_not_applied_cannot_be_reverted(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };

	revert_to(rig, NULL, OUTCOME_NOTHING_TO_DO);
	revert_to(rig, &all, OUTCOME_NOTHING_TO_DO);
	assert_int_equal(rig_revert(rig, &upper, &outcome), -ENOENT);
}

/* ---- drift ---- */

static void drift_is_refused_before_any_write(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };
	auto_plan struct plan plan = { 0 };

	want(rig, &plan, "vm.swappiness", NULL, "10");
	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	sim_set(&rig->sim, SWAPPINESS, "77");
	sim_calm(&rig->sim);
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REFUSED);
	assert_int_equal(outcome_of(&outcome, SWAPPINESS)->result, ENTRY_DRIFTED);
	assert_int_equal(outcome_of(&outcome, SWAPPINESS)->error, -ESTALE);
	assert_non_null(strstr(outcome.remedy, "--skip-drifted"));
	assert_non_null(strstr(outcome.remedy, "--overwrite-drifted"));
	assert_non_null(strstr(outcome.remedy, outcome.transaction));
	assert_int_equal(rig->sim.state->writes, 0);
	assert_journals(rig, "committed");
}

static void drift_is_skipped_or_overwritten_when_asked(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "lower", "vm.swappiness", "10");
	sim_set(&rig->sim, SWAPPINESS, "77");
	revert_to(rig, &(struct revert_options){ .skips_drifted = true }, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "77");
	assert_journals(rig, "");
	sim_set(&rig->sim, SWAPPINESS, "60");
	apply_one(rig, "lower", "vm.swappiness", "10");
	sim_set(&rig->sim, SWAPPINESS, "77");
	revert_to(rig, &(struct revert_options){ .overwrites_drifted = true }, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
	assert_journals(rig, "");
}

static void the_old_value_put_back_by_somebody_is_no_drift(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "lower", "vm.swappiness", "10");
	sim_set(&rig->sim, SWAPPINESS, "60");
	sim_calm(&rig->sim);
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_int_equal(rig->sim.state->writes, 0);
}

/* Somebody wrote between the two layers: the lower one does not know what is below the upper. */
static void drift_below_a_layer_is_drift_of_the_lower(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "lower", "vm.swappiness", "30");
	sim_set(&rig->sim, SWAPPINESS, "77");
	apply_one(rig, "upper", "vm.swappiness", "10");
	revert_to(rig, &lower, OUTCOME_REFUSED);
	revert_to(rig, &(struct revert_options){ .which = "lower", .skips_drifted = true },
		  OUTCOME_REVERTED);
	revert_to(rig, &upper, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "77");
}

static void overwriting_drift_below_a_layer_goes_through_it(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "lower", "vm.swappiness", "30");
	sim_set(&rig->sim, SWAPPINESS, "77");
	apply_one(rig, "upper", "vm.swappiness", "10");
	revert_to(rig, &(struct revert_options){ .which = "lower", .overwrites_drifted = true },
		  OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "10");
	revert_to(rig, &upper, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

static void a_dry_run_writes_nothing(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };

	two_layers(rig);
	sim_calm(&rig->sim);
	assert_int_equal(rig_revert(rig,
				    &(struct revert_options){ .is_all = true, .is_dry_run = true },
				    &outcome),
			 0);
	assert_int_equal(outcome.state, OUTCOME_PLANNED);
	assert_int_equal(outcome_of(&outcome, SWAPPINESS)->result, ENTRY_PLANNED);
	assert_int_equal(rig->sim.state->writes, 0);
	assert_journals(rig, "committed committed");
	revert_to(rig, &all, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

/* ---- what a crash left ---- */

static void recovery_leaves_what_drifted_and_names_it(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };

	leave_interrupted(rig, "vm.swappiness", "10");
	assert_value(rig, STEERED, "5");
	sim_set(&rig->sim, STEERED, "9");
	assert_int_equal(rig_recover(rig, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_INCOMPLETE);
	assert_int_equal(outcome_of(&outcome, STEERED)->result, ENTRY_DRIFTED);
	assert_value(rig, STEERED, "9");
	assert_journals(rig, "incomplete");
	revert_to(rig, &(struct revert_options){ .skips_drifted = true }, OUTCOME_REVERTED);
	assert_value(rig, STEERED, "9");
	assert_journals(rig, "");
}

static void the_next_apply_recovers_first(void **state)
{
	struct rig *rig = *state;

	leave_interrupted(rig, "vm.swappiness", "10");
	assert_value(rig, STEERED, "5");
	apply_one(rig, "lower", "net.core.somaxconn", "4096");
	assert_value(rig, STEERED, "1");
	assert_value(rig, SOMAXCONN, "4096");
	assert_journals(rig, "committed");
}

static void the_next_apply_stops_where_that_fails(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };

	leave_interrupted(rig, "vm.swappiness", "10");
	sim_set(&rig->sim, STEERED, "9");
	want(rig, &plan, "net.core.somaxconn", NULL, "4096");
	assert_int_equal(rig_apply(rig, &plan, NULL), -ENOTRECOVERABLE);
	assert_true(rig->diag.count > 0);
	assert_value(rig, SOMAXCONN, "128");
	assert_value(rig, STEERED, "9");
}

static void nothing_to_recover_is_nothing_to_do(void **state)
{
	struct rig *rig = *state;

	recover_to(rig, OUTCOME_NOTHING_TO_DO);
	apply_one(rig, "lower", "vm.swappiness", "10");
	recover_to(rig, OUTCOME_NOTHING_TO_DO);
	assert_value(rig, SWAPPINESS, "10");
	assert_journals(rig, "committed");
}

/* ---- other boots, namespaces, devices ---- */

static void the_record_of_another_boot_is_none(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "lower", "vm.swappiness", "10");
	strcpy(sim_file(&rig->sim, BOOT_ID)->text, "99999999-2222-3333-4444-555555555555");
	revert_to(rig, NULL, OUTCOME_NOTHING_TO_DO);
	revert_to(rig, &lower, OUTCOME_NOTHING_TO_DO);
	recover_to(rig, OUTCOME_NOTHING_TO_DO);
	assert_value(rig, SWAPPINESS, "10");
	assert_journals(rig, "committed");
	/* The next apply clears it away. */
	apply_one(rig, "upper", "net.core.somaxconn", "4096");
	assert_journals(rig, "committed");
	revert_to(rig, &all, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "10");
}

static void move_namespace(struct rig *rig, const char *link, uint64_t cookie)
{
	strcpy(rig->sim.state->netns, link);
	rig->sim.state->cookie = cookie;
}

/* The inode alone does not do: it is used again. */
static void another_network_namespace_is_refused(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };

	apply_one(rig, "lower", "net.core.somaxconn", "4096");
	move_namespace(rig, "net:[4026531840]", 2);
	sim_calm(&rig->sim);
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REFUSED);
	assert_int_equal(outcome.changes[0].error, -EXDEV);
	assert_int_equal(rig->sim.state->writes, 0);
	move_namespace(rig, "net:[4026532000]", 1);
	revert_to(rig, NULL, OUTCOME_REFUSED);
	move_namespace(rig, "net:[4026531840]", 1);
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SOMAXCONN, "128");
}

static void what_is_the_hosts_is_reverted_from_any_namespace(void **state)
{
	struct rig *rig = *state;

	apply_one(rig, "lower", "vm.swappiness", "10");
	move_namespace(rig, "net:[4026532000]", 2);
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SWAPPINESS, "60");
}

static void a_namespace_without_cookie_is_told_by_its_inode(void **state)
{
	struct rig *rig = *state;
	struct source_ops without = *rig->sim.source.ops;

	without.netns_cookie = NULL;
	apply_one(rig, "lower", "net.core.somaxconn", "4096");
	rig->sim.source.ops = &without;
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, SOMAXCONN, "128");
}

static void another_interface_of_that_name_is_left_alone(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "net.ipv4.conf.rp_filter", "eth0", "1");
	assert_int_equal(rig_apply(rig, &plan, NULL), 0);
	sim_set(&rig->sim, IFINDEX, "9");
	sim_calm(&rig->sim);
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REVERTED);
	assert_int_equal(outcome.changes[0].result, ENTRY_GONE);
	assert_int_equal(rig->sim.state->writes, 0);
	assert_value(rig, RP_ETH0, "1");
	assert_journals(rig, "");
}

static void another_disk_of_that_name_is_left_alone(void **state)
{
	struct rig *rig = *state;
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	want(rig, &plan, "test.disk", "sda", "512");
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	if (outcome.state != OUTCOME_COMMITTED)
		fail_msg("%s", outcome.because);
	sim_set(&rig->sim, DISKSEQ, "8");
	revert_to(rig, NULL, OUTCOME_REVERTED);
	assert_value(rig, READ_AHEAD, "512");
	assert_journals(rig, "");
}

static void a_file_that_vanished_is_gone(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };

	apply_one(rig, "lower", "vm.swappiness", "10");
	sim_file(&rig->sim, SWAPPINESS)->is_gone = true;
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REVERTED);
	assert_int_equal(outcome.changes[0].result, ENTRY_GONE);
	assert_journals(rig, "");
}

static void an_unreadable_value_is_refused_not_guessed(void **state)
{
	struct rig *rig = *state;
	auto_outcome struct outcome outcome = { 0 };

	apply_one(rig, "lower", "vm.swappiness", "10");
	sim_file(&rig->sim, SWAPPINESS)->read_error = -EIO;
	assert_int_equal(rig_revert(rig, NULL, &outcome), 0);
	assert_int_equal(outcome.state, OUTCOME_REFUSED);
	assert_int_equal(outcome.changes[0].error, -EIO);
}

/* ---- status ---- */

static void status_tells_what_stands_and_what_drifted(void **state)
{
	struct rig *rig = *state;
	cleanup(standings_done) struct standings standings = { 0 };

	two_layers(rig);
	apply_one(rig, "third", "net.core.somaxconn", "4096");
	sim_set(&rig->sim, SOMAXCONN, "200");
	sim_calm(&rig->sim);
	assert_int_equal(transaction_status(&rig->sim.source, rig->state, &standings, NULL), 0);
	assert_int_equal(rig->sim.state->writes, 0);
	assert_int_equal(standings.count, 3);
	assert_int_equal(standings.standings[0].changes[0].result, ENTRY_CHANGED);
	assert_int_equal(standings.standings[1].changes[0].result, ENTRY_CHANGED);
	assert_int_equal(standings.standings[1].drifted_count, 0);
	assert_int_equal(standings.standings[2].changes[0].result, ENTRY_DRIFTED);
	assert_string_equal(standings.standings[2].changes[0].got, "200");
	assert_int_equal(standings.standings[2].drifted_count, 1);
	assert_journals(rig, "committed committed committed");
}

static void status_tells_what_is_unfinished_or_not_of_here(void **state)
{
	struct rig *rig = *state;
	cleanup(standings_done) struct standings here = { 0 };
	cleanup(standings_done) struct standings elsewhere = { 0 };
	cleanup(standings_done) struct standings later = { 0 };

	apply_one(rig, "lower", "net.core.somaxconn", "4096");
	leave_interrupted(rig, "vm.swappiness", "10");
	assert_int_equal(transaction_status(&rig->sim.source, rig->state, &here, NULL), 0);
	assert_int_equal(here.count, 2);
	assert_false(here.standings[0].is_unfinished);
	assert_true(here.standings[1].is_unfinished);
	move_namespace(rig, "net:[4026532000]", 2);
	assert_int_equal(transaction_status(&rig->sim.source, rig->state, &elsewhere, NULL), 0);
	assert_true(elsewhere.standings[0].is_of_other_netns);
	assert_false(elsewhere.standings[1].is_of_other_netns);
	strcpy(sim_file(&rig->sim, BOOT_ID)->text, "99999999-2222-3333-4444-555555555555");
	assert_int_equal(transaction_status(&rig->sim.source, rig->state, &later, NULL), 0);
	assert_true(later.standings[0].is_of_other_boot);
	assert_int_equal(later.standings[0].drifted_count, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(layers_come_off_from_above),
		CASE(a_lower_layer_comes_out_without_a_write),
		CASE(what_only_the_lower_layer_set_is_written_back),
		CASE(the_middle_one_of_three_comes_out),
		CASE(all_layers_come_off_at_once),
		CASE(a_pair_of_layers_over_a_pair_of_tunables_leads_home),
		CASE(an_id_or_a_path_names_a_transaction_too),
		CASE(what_is_not_applied_cannot_be_reverted),
		CASE(drift_is_refused_before_any_write),
		CASE(drift_is_skipped_or_overwritten_when_asked),
		CASE(the_old_value_put_back_by_somebody_is_no_drift),
		CASE(drift_below_a_layer_is_drift_of_the_lower),
		CASE(overwriting_drift_below_a_layer_goes_through_it),
		CASE(a_dry_run_writes_nothing),
		CASE(recovery_leaves_what_drifted_and_names_it),
		CASE(the_next_apply_recovers_first),
		CASE(the_next_apply_stops_where_that_fails),
		CASE(nothing_to_recover_is_nothing_to_do),
		CASE(the_record_of_another_boot_is_none),
		CASE(another_network_namespace_is_refused),
		CASE(what_is_the_hosts_is_reverted_from_any_namespace),
		CASE(a_namespace_without_cookie_is_told_by_its_inode),
		CASE(another_interface_of_that_name_is_left_alone),
		CASE(another_disk_of_that_name_is_left_alone),
		CASE(a_file_that_vanished_is_gone),
		CASE(an_unreadable_value_is_refused_not_guessed),
		CASE(status_tells_what_stands_and_what_drifted),
		CASE(status_tells_what_is_unfinished_or_not_of_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
