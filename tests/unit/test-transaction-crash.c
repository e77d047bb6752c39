/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A process that dies at any moment of apply, revert or recover: before and after each read and
 * write of the kernel and each system call on the journal. Whatever the moment, no value is changed
 * without a journal, and recovery ends where the host was before. Two planted bugs show that the
 * check can fail.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "transaction-rig.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "change/work.h"

/* ---- what is wrapped ---- */

enum planted {
	PLANTED_NOTHING = 0,
	PLANTED_LATE_JOURNAL, /* in place only after the first write */
	PLANTED_SKIPPED_UNDO, /* of the second change */
};

static struct sim_state *watched;
static enum planted planted;
static const struct journal *late;

ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __real_renameat(int from_fd, const char *from, int to_fd, const char *to);
int __wrap_renameat(int from_fd, const char *from, int to_fd, const char *to);
int __real_unlinkat(int fd, const char *path, int flags);
int __wrap_unlinkat(int fd, const char *path, int flags);
int __real_ftruncate(int fd, off_t length);
int __wrap_ftruncate(int fd, off_t length);
int __real_fallocate(int fd, int mode, off_t offset, off_t length);
int __wrap_fallocate(int fd, int mode, off_t offset, off_t length);
int __real_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode);
int __real_journal_create(struct state_folder *state, const struct journal *journal,
			  struct diag *diag);
int __wrap_journal_create(struct state_folder *state, const struct journal *journal,
			  struct diag *diag);
int __real_journal_append_entry(struct state_folder *state, const struct journal *journal,
				size_t entry, struct diag *diag);
int __wrap_journal_append_entry(struct state_folder *state, const struct journal *journal,
				size_t entry, struct diag *diag);
void __real_place_restore(struct work *work, struct place *place, const struct value *now);
void __wrap_place_restore(struct work *work, struct place *place, const struct value *now);

static void point(void)
{
	if (watched)
		sim_point(watched);
}

/* Also in the middle of a line, which is then torn. */
ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
	point();
	if (watched && watched->is_armed && watched->points + 1 == watched->crash_at && size > 8)
		(void)!__real_write(fd, bytes, size / 2);
	point();
	return __real_write(fd, bytes, size);
}

int __wrap_fsync(int fd)
{
	point();
	return __real_fsync(fd);
}

int __wrap_fdatasync(int fd)
{
	point();
	return __real_fdatasync(fd);
}

int __wrap_renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	point();
	return __real_renameat(from_fd, from, to_fd, to);
}

int __wrap_unlinkat(int fd, const char *path, int flags)
{
	int r;

	point();
	r = __real_unlinkat(fd, path, flags);
	point();
	return r;
}

int __wrap_ftruncate(int fd, off_t length)
{
	point();
	return __real_ftruncate(fd, length);
}

int __wrap_fallocate(int fd, int mode, off_t offset, off_t length)
{
	point();
	return __real_fallocate(fd, mode, offset, length);
}

int __wrap_fchmod(int fd, mode_t mode)
{
	point();
	return __real_fchmod(fd, mode);
}

int __wrap_journal_create(struct state_folder *state, const struct journal *journal,
			  struct diag *diag)
{
	if (planted != PLANTED_LATE_JOURNAL)
		return __real_journal_create(state, journal, diag);
	late = journal;
	return 0;
}

int __wrap_journal_append_entry(struct state_folder *state, const struct journal *journal,
				size_t entry, struct diag *diag)
{
	if (late && __real_journal_create(state, late, diag) < 0)
		return -EIO;
	late = NULL;
	return __real_journal_append_entry(state, journal, entry, diag);
}

void __wrap_place_restore(struct work *work, struct place *place, const struct value *now)
{
	if (planted != PLANTED_SKIPPED_UNDO || strcmp(place->entry->path, RMEM) != 0) {
		__real_place_restore(work, place, now);
		return;
	}
	place->result = ENTRY_RESTORED;
	place->error = 0;
}

/* ---- one way to the end, or to a crash on the way ---- */

enum verb {
	VERB_APPLY = 1,
	VERB_REVERT,
	VERB_RECOVER,
	VERB_TAKE_OUT, /* the lower of two layers */
};

static void carry_out(struct rig *rig, enum verb verb)
{
	const struct revert_options lower = { .which = "lower" };
	auto_plan struct plan plan = { 0 };

	switch (verb) {
	case VERB_APPLY:
		want_all(rig, &plan);
		rig->sim.state->is_armed = true;
		(void)rig_apply(rig, &plan, NULL);
		break;
	case VERB_REVERT:
		rig->sim.state->is_armed = true;
		(void)rig_revert(rig, NULL, NULL);
		break;
	case VERB_RECOVER:
		rig->sim.state->is_armed = true;
		(void)rig_recover(rig, NULL);
		break;
	case VERB_TAKE_OUT:
		rig->sim.state->is_armed = true;
		(void)rig_revert(rig, &lower, NULL);
		break;
	}
	rig->sim.state->is_armed = false;
}

/* In a child, that dies at the point @crash_at. True when it did. */
static bool dies(struct rig *rig, enum verb verb, size_t crash_at)
{
	int status = 0;
	pid_t child;

	sim_calm(&rig->sim);
	rig->sim.state->crash_at = crash_at;
	/* The lock is of the open file, which the child shares: it is let go for it. */
	state_close(rig->state);
	rig->state = NULL;
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		rig_reopen(rig);
		watched = rig->sim.state;
		carry_out(rig, verb);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == SIM_CRASHED);
	sim_calm(&rig->sim);
	rig_reopen(rig);
	return WEXITSTATUS(status) == SIM_CRASHED;
}

struct walk {
	struct values before;
	struct values after;
	size_t points;
	const char *broken; /* the first violation */
	size_t broken_at;
};

static void note(struct walk *walk, const char *broken, size_t at)
{
	if (!broken || walk->broken)
		return;
	walk->broken = broken;
	walk->broken_at = at;
}

static void learn(struct walk *walk)
{
	struct rig rig;

	memset(walk, 0, sizeof(*walk));
	rig_new(&rig);
	values_take(&rig, &walk->before);
	carry_out(&rig, VERB_APPLY);
	values_take(&rig, &walk->after);
	assert_false(values_same(&walk->before, &walk->after));
	rig_done(&rig);
}

/* @start brings a fresh host to where the verb begins. */
static void walk_points(struct walk *walk, enum verb verb,
			void start(struct rig *rig, size_t where), size_t where)
{
	static struct values now;

	for (size_t at = 1;; at++) {
		struct rig rig;
		bool died;

		rig_new(&rig);
		if (start)
			start(&rig, where);
		died = dies(&rig, verb, at);
		values_take(&rig, &now);
		note(walk, broken_by_crash(&rig, &walk->before, &now), at);
		note(walk, broken_after_recovery(&rig, &walk->before, &walk->after), at);
		rig_done(&rig);
		if (!died)
			break;
		walk->points++;
	}
}

static void start_applied(struct rig *rig, size_t where)
{
	(void)where;
	carry_out(rig, VERB_APPLY);
}

static void start_crashed_apply(struct rig *rig, size_t where)
{
	assert_true(dies(rig, VERB_APPLY, where));
}

static void start_crashed_revert(struct rig *rig, size_t where)
{
	carry_out(rig, VERB_APPLY);
	assert_true(dies(rig, VERB_REVERT, where));
}

static void check(const struct walk *walk, const char *what)
{
	if (walk->broken)
		fail_msg("%s, point %zu: %s", what, walk->broken_at, walk->broken);
	print_message("%s: %zu points\n", what, walk->points);
}

static size_t apply_points;
static size_t revert_points;
static size_t recover_points;

static void a_crash_in_apply_is_recovered_from(void **state)
{
	static struct walk walk;

	(void)state;
	learn(&walk);
	walk_points(&walk, VERB_APPLY, NULL, 0);
	check(&walk, "apply");
	apply_points = walk.points;
	assert_true(apply_points > 50);
}

static void a_crash_in_revert_ends_at_the_values_before_apply(void **state)
{
	static struct walk walk;

	(void)state;
	learn(&walk);
	walk_points(&walk, VERB_REVERT, start_applied, 0);
	check(&walk, "revert");
	revert_points = walk.points;
	assert_true(revert_points > 25);
}

static void a_crash_in_recover_is_recovered_from(void **state)
{
	static struct walk walk;

	(void)state;
	learn(&walk);
	for (size_t where = 1; where <= apply_points; where += 7)
		walk_points(&walk, VERB_RECOVER, start_crashed_apply, where);
	for (size_t where = 3; where <= revert_points; where += 5)
		walk_points(&walk, VERB_RECOVER, start_crashed_revert, where);
	check(&walk, "recover");
	recover_points = walk.points;
	print_message("together: %zu points\n", apply_points + revert_points + recover_points);
	assert_true(apply_points + revert_points + recover_points > 300);
}

/* ---- taking a layer out ---- */

/* The upper layer stands, the lower is out or in, and reverting what is left leads home. */
static void a_crash_in_taking_a_layer_out_keeps_the_stack(void **state)
{
	size_t points = 0;
	bool died = true;

	(void)state;
	for (size_t at = 1; died; at++) {
		struct rig rig;
		char words[64];

		rig_new(&rig);
		apply_one(&rig, "lower", "vm.swappiness", "10");
		apply_one(&rig, "lower-too", "net.core.somaxconn", "1000");
		apply_one(&rig, "upper", "vm.swappiness", "5");
		died = dies(&rig, VERB_TAKE_OUT, at);
		points += died;
		assert_int_equal(rig_recover(&rig, NULL), 0);
		assert_value(&rig, SWAPPINESS, "5");
		journals_words(&rig, words, sizeof(words));
		if (strcmp(words, "committed committed") != 0 &&
		    strcmp(words, "committed committed committed") != 0)
			fail_msg("point %zu: %s", at, words);
		assert_true(strcmp(words, "committed committed") == 0 ||
			    strcmp(words, "committed committed committed") == 0);
		assert_int_equal(rig_revert(&rig, &(struct revert_options){ .is_all = true }, NULL),
				 0);
		assert_value(&rig, SWAPPINESS, "60");
		assert_value(&rig, SOMAXCONN, "128");
		assert_journals(&rig, "");
		rig_done(&rig);
	}
	print_message("taking a layer out: %zu points\n", points);
	assert_true(points > 10);
}

/* ---- the check can fail ---- */

static void a_journal_after_the_first_write_is_caught(void **state)
{
	static struct walk walk;

	(void)state;
	learn(&walk);
	planted = PLANTED_LATE_JOURNAL;
	walk_points(&walk, VERB_APPLY, NULL, 0);
	planted = PLANTED_NOTHING;
	assert_non_null(walk.broken);
	assert_string_equal(walk.broken, "a changed value and no journal");
}

static void a_skipped_undo_of_one_change_is_caught(void **state)
{
	static struct walk walk;

	(void)state;
	learn(&walk);
	planted = PLANTED_SKIPPED_UNDO;
	walk_points(&walk, VERB_APPLY, NULL, 0);
	planted = PLANTED_NOTHING;
	assert_non_null(walk.broken);
	assert_string_equal(walk.broken, "recovered, and not all values are old");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_in_apply_is_recovered_from),
		cmocka_unit_test(a_crash_in_revert_ends_at_the_values_before_apply),
		cmocka_unit_test(a_crash_in_recover_is_recovered_from),
		cmocka_unit_test(a_crash_in_taking_a_layer_out_keeps_the_stack),
		cmocka_unit_test(a_journal_after_the_first_write_is_caught),
		cmocka_unit_test(a_skipped_undo_of_one_change_is_caught),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
