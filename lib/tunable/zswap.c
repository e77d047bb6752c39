/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: compressed pages before swap. Whether it is on at boot is a choice of the kernel's build.
 */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define ZSWAP_PAGE "doc:https://docs.kernel.org/admin-guide/mm/zswap.html"
#define ZSWAP	   "kernel:mm/zswap.c@6.12"

static const struct tunable rows[] = {
	{
		.id = "zswap.enabled",
		.title = "Whether pages are compressed in memory before they are swapped out",
		.path = "/sys/module/zswap/parameters/enabled",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_FLAG, .flag = FLAG_LETTER },
		.unit = UNIT_NONE,
		.limits_reference = ZSWAP,
		.needs_config = "CONFIG_ZSWAP",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next page swapped out; what is compressed already "
			       "stays until it is used again or its swap space goes off.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* CONFIG_ZSWAP_DEFAULT_ON decides. */
		.is_advice_only = true,
		.advice_only_because = "It spends processor time to save disk writes: a choice for "
				       "a host that is known to swap.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(ZSWAP_PAGE, ZSWAP),
	},
};

const struct family family_zswap = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
