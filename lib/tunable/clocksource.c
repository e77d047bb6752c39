/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: what the kernel reads the time from. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable rows[] = {
	{
		.id = "clocksource.available",
		.title = "Clocks that the kernel can read the time from",
		.path = "/sys/devices/system/clocksource/clocksource0/available_clocksource",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_TEXT },
		.unit = UNIT_NONE,
		.limits_reference = "kernel:kernel/time/clocksource.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "A state; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "kernel:kernel/time/clocksource.c@6.12",
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("doc:https://docs.kernel.org/timers/timekeeping.html",
					 "kernel:kernel/time/clocksource.c@6.12"),
	},
	{
		.id = "clocksource.current",
		.title = "Clock that the kernel reads the time from",
		.path = "/sys/devices/system/clocksource/clocksource0/current_clocksource",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_TEXT },
		.unit = UNIT_NONE,
		.limits_reference = "kernel:kernel/time/clocksource.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* The best one that the machine has and that proved stable. */
		.is_advice_only = true,
		.advice_only_because = "The kernel leaves a clock that it found unstable: find out "
				       "why before forcing one.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("doc:https://docs.kernel.org/timers/timekeeping.html",
					 "kernel:kernel/time/clocksource.c@6.12"),
	},
};

const struct family family_clocksource = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
