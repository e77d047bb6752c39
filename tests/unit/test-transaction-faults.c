/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each reading, write, allocation and system call on the journal fails in its turn, once and for
 * good, in apply, revert and recover. Each fault is shown to have come; the loop ends where it no
 * longer does. However it ends, the invariant holds, and a recovery without faults leads home.
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
#include <unistd.h>

/* ---- what is wrapped ---- */

enum call {
	CALL_MEMORY = 1,
	CALL_WRITE,
	CALL_FSYNC,
	CALL_FDATASYNC,
	CALL_RENAME,
	CALL_UNLINK,
	CALL_OPEN,
	CALL_TRUNCATE,
	CALL_ALLOCATE,
	CALL_MODE,
	CALL_SHORT_WRITE, /* half of it, then no room */
	CALL_KERNEL_READ,
	CALL_KERNEL_WRITE,
	CALL_END_,
};

static const char *const call_names[] = {
	[CALL_MEMORY] = "memory",
	[CALL_WRITE] = "write",
	[CALL_FSYNC] = "fsync",
	[CALL_FDATASYNC] = "fdatasync",
	[CALL_RENAME] = "rename",
	[CALL_UNLINK] = "unlink",
	[CALL_OPEN] = "open",
	[CALL_TRUNCATE] = "truncate",
	[CALL_ALLOCATE] = "fallocate",
	[CALL_MODE] = "fchmod",
	[CALL_SHORT_WRITE] = "short write",
	[CALL_KERNEL_READ] = "reading a value",
	[CALL_KERNEL_WRITE] = "writing a value",
};

static enum call failing;
static size_t before_failing; /* calls of that kind that still succeed */
static bool is_for_good;
static size_t failures;

static bool fails(enum call call)
{
	if (failing != call)
		return false;
	if (before_failing > 0) {
		before_failing--;
		return false;
	}
	failures++;
	if (!is_for_good)
		failing = 0;
	return true;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
char *__wrap_strdup(const char *string);
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
int __real_openat(int fd, const char *path, int flags, ...);
int __wrap_openat(int fd, const char *path, int flags, mode_t mode);
int __real_ftruncate(int fd, off_t length);
int __wrap_ftruncate(int fd, off_t length);
int __real_fallocate(int fd, int mode, off_t offset, off_t length);
int __wrap_fallocate(int fd, int mode, off_t offset, off_t length);
int __real_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode);

static int refuse(int error)
{
	errno = error;
	return -1;
}

void *__wrap_malloc(size_t size)
{
	return fails(CALL_MEMORY) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails(CALL_MEMORY) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return fails(CALL_MEMORY) ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *string)
{
	return fails(CALL_MEMORY) ? NULL : __real_strdup(string);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
	if (fails(CALL_WRITE))
		return refuse(ENOSPC);
	if (failing == CALL_SHORT_WRITE && before_failing == 0 && size > 1) {
		(void)!__real_write(fd, bytes, size / 2);
		(void)fails(CALL_SHORT_WRITE);
		return refuse(ENOSPC);
	}
	if (failing == CALL_SHORT_WRITE && before_failing > 0)
		before_failing--;
	return __real_write(fd, bytes, size);
}

int __wrap_fsync(int fd)
{
	return fails(CALL_FSYNC) ? refuse(EIO) : __real_fsync(fd);
}

int __wrap_fdatasync(int fd)
{
	return fails(CALL_FDATASYNC) ? refuse(EIO) : __real_fdatasync(fd);
}

int __wrap_renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	return fails(CALL_RENAME) ? refuse(EIO) : __real_renameat(from_fd, from, to_fd, to);
}

int __wrap_unlinkat(int fd, const char *path, int flags)
{
	return fails(CALL_UNLINK) ? refuse(EROFS) : __real_unlinkat(fd, path, flags);
}

int __wrap_openat(int fd, const char *path, int flags, mode_t mode)
{
	return fails(CALL_OPEN) ? refuse(EMFILE) : __real_openat(fd, path, flags, mode);
}

int __wrap_ftruncate(int fd, off_t length)
{
	return fails(CALL_TRUNCATE) ? refuse(EIO) : __real_ftruncate(fd, length);
}

int __wrap_fallocate(int fd, int mode, off_t offset, off_t length)
{
	return fails(CALL_ALLOCATE) ? refuse(ENOSPC) : __real_fallocate(fd, mode, offset, length);
}

int __wrap_fchmod(int fd, mode_t mode)
{
	return fails(CALL_MODE) ? refuse(EPERM) : __real_fchmod(fd, mode);
}

/* ---- one verb under one fault ---- */

enum verb {
	VERB_APPLY = 1,
	VERB_REVERT,
	VERB_RECOVER,
};

struct loop {
	enum verb verb;
	const char *name;
	struct values before;
	struct values after;
	size_t faults[CALL_END_];
	size_t named; /* left by the recovery, with a journal that names it */
};

/*
 * When memory is gone for good right between undoing a change and what it turns, no line can say
 * that an undo was on its way. What was turned then looks like somebody else's, and is named.
 */
static const char *broken_or_named(struct loop *loop, struct rig *rig, enum call call,
				   bool for_good, const char *broken)
{
	auto_outcome struct outcome outcome = { 0 };

	if (strcmp(broken, "a journal is left") != 0 || call != CALL_MEMORY || !for_good)
		return broken;
	if (rig_recover(rig, &outcome) < 0 || outcome.state != OUTCOME_INCOMPLETE)
		return broken;
	loop->named++;
	return broken_by_end(rig, &loop->before, &loop->after, 0, &outcome);
}

static void arm(struct rig *rig, enum call call, size_t at, bool for_good)
{
	struct sim_state *sim = rig->sim.state;

	sim_calm(&rig->sim);
	failures = 0;
	is_for_good = for_good;
	if (call != CALL_KERNEL_READ && call != CALL_KERNEL_WRITE) {
		before_failing = at - 1;
		failing = call;
		return;
	}
	sim->failing = call == CALL_KERNEL_READ ? SIM_READ : SIM_WRITE;
	sim->fail_at = at;
	sim->fail_error = call == CALL_KERNEL_READ ? -EIO : -EBUSY;
	sim->fails_for_good = for_good;
}

static size_t disarm(struct rig *rig)
{
	size_t count = failures + rig->sim.state->failures;

	failing = 0;
	sim_calm(&rig->sim);
	return count;
}

/* Two changes went through before the writer was refused and could not go back either. */
static void leave_unfinished(struct rig *rig, const struct plan *plan)
{
	arm(rig, CALL_KERNEL_WRITE, 3, true);
	assert_int_equal(rig_apply(rig, plan, NULL), 0);
	assert_true(disarm(rig) > 0);
	assert_journals(rig, "incomplete");
}

static bool try_once(struct loop *loop, enum call call, size_t at, bool for_good)
{
	struct rig rig;
	auto_plan struct plan plan = { 0 };
	struct outcome outcome = { 0 };
	const char *broken;
	size_t count;
	int r;

	rig_new(&rig);
	want_all(&rig, &plan);
	if (loop->verb == VERB_REVERT)
		assert_int_equal(rig_apply(&rig, &plan, NULL), 0);
	if (loop->verb == VERB_RECOVER)
		leave_unfinished(&rig, &plan);
	arm(&rig, call, at, for_good);
	if (loop->verb == VERB_APPLY)
		r = rig_apply(&rig, &plan, &outcome);
	else if (loop->verb == VERB_REVERT)
		r = rig_revert(&rig, NULL, &outcome);
	else
		r = rig_recover(&rig, &outcome);
	count = disarm(&rig);
	broken = NULL;
	/* Where a recovery could not begin, it is what it was. */
	if (loop->verb != VERB_RECOVER || r == 0)
		broken = broken_by_end(&rig, &loop->before, &loop->after, r, &outcome);
	if (!broken)
		broken = broken_after_recovery(&rig, &loop->before, &loop->after);
	if (broken)
		broken = broken_or_named(loop, &rig, call, for_good, broken);
	if (broken)
		fail_msg("%s, %s %zu fails%s: %s (%d, %s: %s)", loop->name, call_names[call], at,
			 for_good ? " for good" : "", broken, r,
			 r == 0 ? outcome_state_name(outcome.state) : "no outcome",
			 outcome.because ? outcome.because : "-");
	outcome_done(&outcome);
	rig_done(&rig);
	return count > 0;
}

static void run_loop(struct loop *loop)
{
	size_t together = 0;
	struct rig rig;
	auto_plan struct plan plan = { 0 };

	rig_new(&rig);
	values_take(&rig, &loop->before);
	want_all(&rig, &plan);
	assert_int_equal(rig_apply(&rig, &plan, NULL), 0);
	values_take(&rig, &loop->after);
	rig_done(&rig);
	for (enum call call = CALL_MEMORY; call < CALL_END_; call++) {
		for (int for_good = 0; for_good < 2; for_good++) {
			size_t at = 1;

			while (try_once(loop, call, at, for_good))
				at++;
			loop->faults[call] += at - 1;
			together += at - 1;
		}
	}
	print_message("%s: %zu faults", loop->name, together);
	for (enum call call = CALL_MEMORY; call < CALL_END_; call++)
		print_message(", %s %zu", call_names[call], loop->faults[call]);
	print_message("\n");
}

static void no_fault_breaks_an_apply(void **state)
{
	static struct loop loop = { .verb = VERB_APPLY, .name = "apply" };

	(void)state;
	run_loop(&loop);
	assert_true(loop.faults[CALL_MEMORY] > 200);
	assert_in_range(loop.named, 0, 10);
	print_message("of these left and named: %zu\n", loop.named);
	assert_true(loop.faults[CALL_KERNEL_READ] > 40);
	assert_true(loop.faults[CALL_KERNEL_WRITE] >= 10);
	assert_true(loop.faults[CALL_WRITE] >= 14);
	assert_true(loop.faults[CALL_FSYNC] >= 4);
	assert_true(loop.faults[CALL_FDATASYNC] >= 2);
	assert_true(loop.faults[CALL_RENAME] >= 2);
}

static void no_fault_breaks_a_revert(void **state)
{
	static struct loop loop = { .verb = VERB_REVERT, .name = "revert" };

	(void)state;
	run_loop(&loop);
	assert_true(loop.faults[CALL_MEMORY] > 100);
	assert_true(loop.faults[CALL_KERNEL_READ] > 20);
	assert_true(loop.faults[CALL_KERNEL_WRITE] >= 10);
	assert_true(loop.faults[CALL_UNLINK] >= 2);
}

static void no_fault_breaks_a_recovery(void **state)
{
	static struct loop loop = { .verb = VERB_RECOVER, .name = "recover" };

	(void)state;
	run_loop(&loop);
	assert_true(loop.faults[CALL_MEMORY] > 100);
	assert_true(loop.faults[CALL_KERNEL_READ] > 10);
	assert_true(loop.faults[CALL_KERNEL_WRITE] >= 4);
}

/* ---- what it costs ---- */

static size_t syncs_of(size_t changes)
{
	static const struct {
		const char *id;
		const char *to;
	} wanted[] = {
		{ "vm.swappiness", "10" },  { "net.core.somaxconn", "4096" },
		{ "test.rounded", "1024" }, { "test.at_least", "99" },
		{ "test.steered", "9" },
	};
	struct rig rig;
	auto_plan struct plan plan = { 0 };
	size_t syncs = 0;

	rig_new(&rig);
	for (size_t i = 0; i < changes; i++)
		want(&rig, &plan, wanted[i].id, NULL, wanted[i].to);
	for (enum call call = CALL_FSYNC; call <= CALL_FDATASYNC; call++) {
		before_failing = SIZE_MAX;
		failing = call;
		assert_int_equal(rig_apply(&rig, &plan, NULL), 0);
		syncs += SIZE_MAX - before_failing;
		failing = 0;
		assert_int_equal(rig_revert(&rig, NULL, NULL), 0);
	}
	rig_done(&rig);
	return syncs;
}

static void syncs_do_not_grow_with_the_changes(void **state)
{
	(void)state;
	assert_int_equal(syncs_of(1), syncs_of(5));
	assert_in_range(syncs_of(1), 2, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_fault_breaks_an_apply),
		cmocka_unit_test(no_fault_breaks_a_revert),
		cmocka_unit_test(no_fault_breaks_a_recovery),
		cmocka_unit_test(syncs_do_not_grow_with_the_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
