/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a thread is scheduled: the only caller of sched_getattr(2) and sched_setattr(2). */
#include "config.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "source/local.h"

/*
 * What the two calls exchange, as in sched_setattr(2). glibc has the type from 2.41 on only, and
 * the kernel's header clashes with the <sched.h> of older ones.
 */
struct sched_exchange {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
	uint32_t util_min; /* since Linux 5.3 */
	uint32_t util_max;
};

/* The first published size: every kernel takes it, and without the clamps in it a set leaves those
 * of the thread alone. */
#define SCHED_SET_SIZE offsetof(struct sched_exchange, util_min)

int sched_get(pid_t tid, struct source_sched *ret_sched)
{
	struct sched_exchange exchange = { 0 };

	/* The whole size, so that the clamps fit; an older kernel fills in what it knows. */
	if (syscall(SYS_sched_getattr, tid, &exchange, sizeof(exchange), 0) < 0)
		return -errno;
	*ret_sched = (struct source_sched){
		.policy = exchange.policy,
		.flags = exchange.flags,
		.nice = exchange.nice,
		.priority = exchange.priority,
		.runtime_ns = exchange.runtime,
		.deadline_ns = exchange.deadline,
		.period_ns = exchange.period,
	};
	return 0;
}

int sched_set(pid_t tid, const struct source_sched *sched)
{
	struct sched_exchange exchange = {
		.size = SCHED_SET_SIZE,
		.policy = sched->policy,
		.flags = sched->flags,
		.nice = sched->nice,
		.priority = sched->priority,
		.runtime = sched->runtime_ns,
		.deadline = sched->deadline_ns,
		.period = sched->period_ns,
	};

	return syscall(SYS_sched_setattr, tid, &exchange, 0) < 0 ? -errno : 0;
}
