/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: transparent huge pages. What is on at boot is a choice of the kernel's build: no defaults.
 */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define THP_PAGE    "doc:https://docs.kernel.org/admin-guide/mm/transhuge.html"
#define HUGE_MEMORY "kernel:mm/huge_memory.c@6.12"

static const struct tunable rows[] = {
	{
		.id = "thp.defrag",
		.title = "When memory is compacted to make a huge page",
		.path = "/sys/kernel/mm/transparent_hugepage/defrag",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CHOICE },
		.unit = UNIT_NONE,
		.choices = WORDS("always", "defer", "defer+madvise", "madvise", "never"),
		.limits_reference = HUGE_MEMORY,
		.needs_config = "CONFIG_TRANSPARENT_HUGEPAGE",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next page fault.",
		.security = SECURITY_NEUTRAL,
		.security_reference = THP_PAGE,
		.combine = COMBINE_OWN,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(THP_PAGE, HUGE_MEMORY),
	},
	{
		.id = "thp.enabled",
		.title = "Who gets transparent huge pages",
		.path = "/sys/kernel/mm/transparent_hugepage/enabled",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CHOICE },
		.unit = UNIT_NONE,
		.choices = WORDS("always", "madvise", "never"),
		.limits_reference = HUGE_MEMORY,
		.needs_config = "CONFIG_TRANSPARENT_HUGEPAGE",
		.effect = EFFECT_NEW_PROCESSES,
		.effect_text = "Holds for memory touched from now on: restart the program; newer "
			       "kernels have switches for each page size beside it.",
		.security = SECURITY_NEUTRAL,
		.security_reference = THP_PAGE,
		.combine = COMBINE_OWN,
		.is_advice_only = true,
		.advice_only_because = "Servers disagree about it, even releases of the same one: "
				       "follow what yours asks for.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(THP_PAGE, HUGE_MEMORY),
	},
};

const struct family family_thp = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
