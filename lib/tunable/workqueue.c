/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: kernel work that is bound to no CPU. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable rows[] = {
	{
		.id = "workqueue.cpumask",
		.title = "CPUs for kernel work that is bound to none",
		.path = "/sys/devices/virtual/workqueue/cpumask",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_MASK },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/workqueue.c@6.12",
		.since = BETWEEN(3, 19, 4, 2),
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once for all such work.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/core-api/workqueue.html",
		.combine = COMBINE_OWN,
		/* All possible CPUs but those of isolcpus= and nohz_full=. */
		.readback = READBACK_SUBSET,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("doc:https://docs.kernel.org/core-api/workqueue.html",
					 "kernel:kernel/workqueue.c@6.12"),
	},
	{
		.id = "workqueue.cpumask_isolated",
		.title = "CPUs that isolation keeps kernel work from",
		.path = "/sys/devices/virtual/workqueue/cpumask_isolated",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_MASK },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/workqueue.c@6.12",
		.since = BETWEEN(6, 5, 6, 8),
		.effect = EFFECT_NOW,
		.effect_text = "A state; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/core-api/workqueue.html",
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references = REFERENCES("doc:https://docs.kernel.org/core-api/workqueue.html",
					 "kernel:kernel/workqueue.c@6.12"),
	},
	{
		.id = "workqueue.cpumask_requested",
		.title = "CPUs that were asked for in workqueue.cpumask",
		.path = "/sys/devices/virtual/workqueue/cpumask_requested",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_MASK },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/workqueue.c@6.12",
		.since = BETWEEN(6, 5, 6, 8),
		.effect = EFFECT_NOW,
		.effect_text = "A state; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/core-api/workqueue.html",
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references = REFERENCES("doc:https://docs.kernel.org/core-api/workqueue.html",
					 "kernel:kernel/workqueue.c@6.12"),
	},
};

const struct family family_workqueue = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
