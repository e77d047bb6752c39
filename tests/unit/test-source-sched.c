/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a thread is scheduled, read and changed: on the test's own thread, in a child. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "source-tree.h"
#include "source/source.h"

static struct source *open_live(void)
{
	struct source *source = NULL;

	assert_int_equal(source_open_live(-1, -1, &source), 0);
	return source;
}

static bool is_same(const struct source_sched *a, const struct source_sched *b)
{
	return a->policy == b->policy && a->flags == b->flags && a->nice == b->nice &&
	       a->priority == b->priority && a->runtime_ns == b->runtime_ns &&
	       a->deadline_ns == b->deadline_ns && a->period_ns == b->period_ns;
}

static void own_thread_is_read_as_libc_reads_it(void **state)
{
	auto_source struct source *source = open_live();
	struct source_sched sched = { .priority = 77 };
	struct source_sched by_id = { 0 };

	(void)state;
	assert_int_equal(source_sched_get(source, 0, &sched), 0);
	assert_int_equal(sched.policy, sched_getscheduler(0));
	assert_int_equal(sched.nice, getpriority(PRIO_PROCESS, 0));
	assert_int_equal(sched.priority, 0);
	assert_int_equal(source_sched_get(source, (pid_t)syscall(SYS_gettid), &by_id), 0);
	assert_true(is_same(&by_id, &sched));
}

static void errors_are_the_kernels_own(void **state)
{
	auto_source struct source *source = open_live();
	struct source_sched sched = { .priority = 77 };
	pid_t gone = fork();

	(void)state;
	if (gone == 0)
		_exit(0);
	assert_int_equal(waitpid(gone, NULL, 0), gone);
	assert_int_equal(source_sched_get(source, gone, &sched), -ESRCH);
	assert_int_equal(source_sched_get(source, -1, &sched), -EINVAL);
	assert_int_equal(sched.priority, 77);
	sched.policy = 4711;
	assert_int_equal(source_sched_set(source, 0, &sched), -EINVAL);
	sched.policy = SCHED_OTHER;
	sched.priority = 0;
	assert_int_equal(source_sched_set(source, gone, &sched), -ESRCH);
}

/* Changes one thing and puts back what was read: the thread must be as before. */
static int change_and_restore(void *context)
{
	const struct source_sched *wanted = context;
	auto_source struct source *source = open_live();
	struct source_sched before;
	struct source_sched during;
	struct source_sched after;
	int r = source_sched_get(source, 0, &before);

	if (r < 0)
		return r;
	r = source_sched_set(source, 0, wanted);
	if (r < 0)
		return r;
	r = source_sched_get(source, 0, &during);
	if (r < 0)
		return r;
	if (during.policy != wanted->policy || during.priority != wanted->priority ||
	    during.flags != wanted->flags || sched_getscheduler(0) < 0)
		return -EBADMSG;
	r = source_sched_set(source, 0, &before);
	if (r < 0)
		return r;
	r = source_sched_get(source, 0, &after);
	if (r < 0)
		return r;
	return is_same(&before, &after) ? 0 : -ESTALE;
}

static void policy_is_changed_and_restored(void **state)
{
	struct source_sched rows[] = {
		{ .policy = SCHED_BATCH },
		{ .policy = SCHED_OTHER },
	};

	(void)state;
	if (sched_getscheduler(0) != SCHED_OTHER || getpriority(PRIO_PROCESS, 0) > 0)
		SKIP_CASE("the test itself does not run under SCHED_OTHER with nice 0");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(result_in_child(change_and_restore, &rows[i]), 0);
}

/* Newer kernels tell the time slice of an ordinary thread as its runtime, and take it. */
static int set_slice(void *context)
{
	const uint64_t *slice_ns = context;
	auto_source struct source *source = open_live();
	struct source_sched sched;

	if (source_sched_get(source, 0, &sched) < 0 || sched.runtime_ns == 0)
		return -ENOTSUP;
	sched.runtime_ns = *slice_ns;
	if (source_sched_set(source, 0, &sched) < 0 || source_sched_get(source, 0, &sched) < 0)
		return -EIO;
	return sched.runtime_ns == *slice_ns ? 0 : -ESTALE;
}

static void slice_of_an_ordinary_thread_goes_through(void **state)
{
	uint64_t slice_ns = 2 * 1000 * 1000;
	int r = result_in_child(set_slice, &slice_ns);

	(void)state;
	if (r == -ENOTSUP)
		SKIP_CASE("this kernel does not tell the slice of a thread");
	assert_int_equal(r, 0);
}

static void realtime_is_set_with_its_priority(void **state)
{
	struct source_sched rows[] = {
		{ .policy = SCHED_FIFO, .priority = 3 },
		{ .policy = SCHED_RR, .priority = 2 },
		{ .policy = SCHED_FIFO, .priority = 1, .flags = 1 /* RESET_ON_FORK */ },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		int r = result_in_child(change_and_restore, &rows[i]);

		if (r == -EPERM)
			SKIP_CASE("real-time scheduling needs a privilege");
		assert_int_equal(r, 0);
	}
}

static int nobody_becomes_realtime(void *context)
{
	const struct rlimit none = { 0, 0 };

	if (become_nobody() < 0 || setrlimit(RLIMIT_RTPRIO, &none) < 0)
		return -ENOTSUP;
	return change_and_restore(context);
}

static void realtime_without_privilege_is_eperm(void **state)
{
	struct source_sched fifo = { .policy = SCHED_FIFO, .priority = 1 };
	int r = result_in_child(nobody_becomes_realtime, &fifo);

	(void)state;
	if (r == -ENOTSUP)
		SKIP_CASE("this namespace has no user %d", NOBODY);
	assert_int_equal(r, -EPERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_thread_is_read_as_libc_reads_it),
		cmocka_unit_test(errors_are_the_kernels_own),
		cmocka_unit_test(policy_is_changed_and_restored),
		cmocka_unit_test(slice_of_an_ordinary_thread_goes_through),
		cmocka_unit_test(realtime_is_set_with_its_priority),
		cmocka_unit_test(realtime_without_privilege_is_eperm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
