/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: block devices. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable rows[] = {
	{
		.id = "block.scheduler",
		.title = "I/O scheduler of a disk",
		.path = "/sys/block/{block}/queue/scheduler",
		.scope = SCOPE_BLOCK,
		.format = { .kind = VALUE_CHOICE },
		.unit = UNIT_NONE,
		/* The set is open: schedulers are modules, and each disk shows what it has. */
		.limits_reference = "kernel:Documentation/ABI/stable/sysfs-block@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; requests under way are drained first.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.is_advice_only = true,
		.advice_only_because =
			"Switching it under load stops the disk for a moment, and which "
			"one is best depends on the disk and the load.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("kernel:Documentation/block/switching-sched.rst@6.12",
					 "kernel:Documentation/ABI/stable/sysfs-block@6.12"),
	},
};

const struct family family_block = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
