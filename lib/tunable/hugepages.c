/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: pools of huge pages, one for each size. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define HUGETLB_PAGE "doc:https://docs.kernel.org/admin-guide/mm/hugetlbpage.html"
#define HUGETLB	     "kernel:mm/hugetlb.c@6.12"

static const struct tunable rows[] = {
	{
		.id = "hugepages.free_hugepages",
		.title = "Huge pages of this size that nobody uses",
		.path = "/sys/kernel/mm/hugepages/{page-size}/free_hugepages",
		.scope = SCOPE_PAGE_SIZE,
		.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 },
		.unit = UNIT_NONE,
		.limits_reference = HUGETLB,
		.needs_config = "CONFIG_HUGETLB_PAGE",
		.effect = EFFECT_NOW,
		.effect_text = "A count; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = HUGETLB,
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(HUGETLB_PAGE, HUGETLB),
	},
	{
		.id = "hugepages.nr_hugepages",
		.title = "Huge pages of this size set aside",
		.path = "/sys/kernel/mm/hugepages/{page-size}/nr_hugepages",
		.scope = SCOPE_PAGE_SIZE,
		.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 },
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1048576),
		.limits_reference = "own: 2 TiB of 2 MiB pages; the kernel takes any number and "
				    "gives what it can.",
		.needs_config = "CONFIG_HUGETLB_PAGE",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once as far as free memory allows; the write succeeds all "
			       "the same.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* The pool of the default size. */
		.couplings = WORDS("vm.nr_hugepages", "vm.nr_hugepages_mempolicy"),
		.is_advice_only = true,
		.advice_only_because = "What is set aside is lost to everything else, and making "
				       "them may stall the host.",
		.readback = READBACK_PARTIAL,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(HUGETLB_PAGE, HUGETLB),
	},
	{
		.id = "hugepages.nr_overcommit_hugepages",
		.title = "Huge pages of this size that may be made beyond those set aside",
		.path = "/sys/kernel/mm/hugepages/{page-size}/nr_overcommit_hugepages",
		.scope = SCOPE_PAGE_SIZE,
		.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 },
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1048576),
		.limits_reference = "own: 2 TiB of 2 MiB pages; the kernel takes any number.",
		.needs_config = "CONFIG_HUGETLB_PAGE",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next allocation of huge pages.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.nr_overcommit_hugepages"),
		.is_advice_only = true,
		.advice_only_because = "It lets programs take memory that cannot be swapped.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(HUGETLB_PAGE, HUGETLB),
	},
	{
		.id = "hugepages.resv_hugepages",
		.title = "Huge pages of this size promised and not yet used",
		.path = "/sys/kernel/mm/hugepages/{page-size}/resv_hugepages",
		.scope = SCOPE_PAGE_SIZE,
		.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 },
		.unit = UNIT_NONE,
		.limits_reference = HUGETLB,
		.needs_config = "CONFIG_HUGETLB_PAGE",
		.effect = EFFECT_NOW,
		.effect_text = "A count; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = HUGETLB,
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(HUGETLB_PAGE, HUGETLB),
	},
};

const struct family family_hugepages = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
