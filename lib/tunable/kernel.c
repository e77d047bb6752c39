/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: kernel.*: NUMA balancing, real-time bandwidth, timers. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define KERNEL_PAGE   "doc:https://docs.kernel.org/admin-guide/sysctl/kernel.html"
#define RT_GROUP_PAGE "doc:https://docs.kernel.org/scheduler/sched-rt-group.html"

static const struct condition one_node[] = {
	{
		.of = "nodes.count",
		.relation = RELATION_AT_MOST,
		.operands = { { .literal = "1" } },
		.operand_count = 1,
	},
};

static const struct inert numa_balancing_inert[] = {
	{
		.code = "single-node",
		.text = "There is one memory node: balancing has nowhere to move a page to, and "
			"looking for one only costs time.",
		.conditions = one_node,
		.condition_count = ARRAY_SIZE(one_node),
		.known = KNOWLEDGE_READ,
		.reference = "kernel:kernel/sched/fair.c@6.12",
	},
};

static const struct tunable_default sched_rt_period_us_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1000000" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:kernel/sched/rt.c@6.12",
	},
};

static const struct tunable_default sched_rt_runtime_us_defaults[] = {
	{
		.since = SINCE(3, 16),
		.elements = ELEMENTS({ .literal = "950000" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:kernel/sched/rt.c@6.19",
	},
	{
		/* The document of 7.2 still says 950000; its code does not. */
		.since = BETWEEN(6, 19, 7, 2),
		.elements = ELEMENTS({ .literal = "1000000" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source: a fair server protects ordinary tasks "
		       "instead.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "commit:c2e390197ad1",
	},
};

static const struct tunable_default timer_migration_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:kernel/time/timer.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "kernel.numa_balancing",
		.title = "Automatic moving of memory towards the CPUs that use it",
		.path = "/proc/sys/kernel/numa_balancing",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(3),
		/* 0 and 1 before 5.18. */
		.limits_reference =
			"own: a bit mask, 1 balancing and 2 memory tiers; the kernel takes 4 too, "
			"which has no meaning.",
		.needs_config = "CONFIG_NUMA_BALANCING",
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next scan; pages that were moved stay where they are.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.inert = numa_balancing_inert,
		.inert_count = ARRAY_SIZE(numa_balancing_inert),
		/* Whether it is on at boot depends on the kernel's build, its boot line and the
		 * number of nodes: no default is stated. */
		/* Asked for at the write; without it the file opens and the write is refused. */
		.capability = "cap_sys_admin",
		.capability_reference = "kernel:kernel/sched/core.c@6.12",
		.is_advice_only = true,
		.advice_only_because =
			"Whether it helps depends on the load: measure with it on and "
			"off before changing it.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/sched/core.c@6.12",
					 "kernel:kernel/sched/fair.c@6.12"),
	},
	{
		.id = "kernel.sched_rt_period_us",
		.title = "Period over which the time of real-time tasks is limited",
		.path = "/proc/sys/kernel/sched_rt_period_us",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_MICROSECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = INT_LIMIT,
		.limits_reference = "kernel:kernel/sched/rt.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, together with kernel.sched_rt_runtime_us.",
		.security = SECURITY_RT_BANDWIDTH,
		.security_reference = RT_GROUP_PAGE,
		.combine = COMBINE_OWN,
		.couplings = WORDS("kernel.sched_rt_runtime_us"),
		.defaults = sched_rt_period_us_defaults,
		.default_count = ARRAY_SIZE(sched_rt_period_us_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(RT_GROUP_PAGE, "kernel:kernel/sched/rt.c@6.12"),
	},
	{
		.id = "kernel.sched_rt_runtime_us",
		.title = "Time that real-time tasks may take of each period",
		.path = "/proc/sys/kernel/sched_rt_runtime_us",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_MICROSECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER_MINUS(1),
		.max = INT_LIMIT,
		.limits_reference = "kernel:kernel/sched/rt.c@6.12",
		.effect = EFFECT_NOW,
		/* Not an inert clause: whether the kernel has CONFIG_RT_GROUP_SCHED no host shows.
		 */
		.effect_text =
			"Holds at once; from Linux 6.12 on, a kernel without "
			"CONFIG_RT_GROUP_SCHED does not limit FIFO and RR tasks by it: there "
			"the fair server leaves ordinary tasks their time.",
		.security = SECURITY_RT_BANDWIDTH,
		.security_reference = RT_GROUP_PAGE,
		.combine = COMBINE_OWN,
		.couplings = WORDS("kernel.sched_rt_period_us"),
		.defaults = sched_rt_runtime_us_defaults,
		.default_count = ARRAY_SIZE(sched_rt_runtime_us_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(RT_GROUP_PAGE, "kernel:kernel/sched/rt.c@6.12",
					 "commit:b1536481c81f"),
	},
	{
		.id = "kernel.timer_migration",
		.title = "Timers of idle CPUs are moved to busy ones",
		.path = "/proc/sys/kernel/timer_migration",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:kernel/time/timer.c@6.12",
		.needs_config = "CONFIG_NO_HZ_COMMON",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for timers that are started from then on.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = timer_migration_defaults,
		.default_count = ARRAY_SIZE(timer_migration_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/time/timer.c@6.12"),
	},
};

const struct family family_kernel = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
