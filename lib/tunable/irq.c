/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: interrupts. */
#include "config.h"

#include <errno.h>

#include "tunable/family.h"

#include "base/cleanup.h"

/* Interrupts that the kernel places itself: EIO through 6.8, EPERM from 6.12 on. */
static const int managed[] = { EIO, EPERM, 0 };

static const struct tunable rows[] = {
	{
		.id = "irq.default_smp_affinity",
		.title = "CPUs for interrupts that are set up later",
		.path = "/proc/irq/default_smp_affinity",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_MASK },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/irq/proc.c@6.12",
		.effect = EFFECT_DEVICE_RESET,
		.effect_text = "Holds for interrupts set up from now on.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/core-api/irq/irq-affinity.html",
		.combine = COMBINE_OWN,
		.readback = READBACK_SUBSET,
		.known = KNOWLEDGE_TRIED,
		.references =
			REFERENCES("doc:https://docs.kernel.org/core-api/irq/irq-affinity.html",
				   "kernel:kernel/irq/proc.c@6.12"),
	},
	{
		.id = "irq.effective_affinity_list",
		.title = "CPUs that an interrupt really goes to",
		.path = "/proc/irq/{irq}/effective_affinity_list",
		.scope = SCOPE_IRQ,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/irq/proc.c@6.12",
		.since = BETWEEN(4, 12, 4, 14),
		.effect = EFFECT_NOW,
		.effect_text = "A state; it follows irq.smp_affinity_list when the interrupt next "
			       "arrives.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/core-api/irq/irq-affinity.html",
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references =
			REFERENCES("doc:https://docs.kernel.org/core-api/irq/irq-affinity.html",
				   "kernel:kernel/irq/proc.c@6.12"),
	},
	{
		.id = "irq.smp_affinity_list",
		.title = "CPUs that may handle an interrupt",
		.path = "/proc/irq/{irq}/smp_affinity_list",
		.scope = SCOPE_IRQ,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/irq/proc.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text =
			"The interrupt moves when it next arrives; many machines then use one "
			"CPU of the set.",
		/* Where an interrupt is handled protects nothing; that the set is not empty, online
		 * and leaves housekeeping CPUs free is for the plan to see. */
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/core-api/irq/irq-affinity.html",
		.combine = COMBINE_OWN,
		.readback = READBACK_SUBSET,
		.not_steerable = managed,
		.known = KNOWLEDGE_TRIED,
		.references =
			REFERENCES("doc:https://docs.kernel.org/core-api/irq/irq-affinity.html",
				   "kernel:kernel/irq/proc.c@6.12"),
	},
};

const struct family family_irq = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
