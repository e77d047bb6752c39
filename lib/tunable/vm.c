/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: vm.*. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define VM_PAGE	  "doc:https://docs.kernel.org/admin-guide/sysctl/vm.html"
#define VM_RST	  "kernel:Documentation/admin-guide/sysctl/vm.rst@6.12"
#define WRITEBACK "kernel:mm/page-writeback.c@6.12"
#define KICKSECURE                                                     \
	"doc:https://github.com/Kicksecure/security-misc/blob/master/" \
	"usr/lib/sysctl.d/990-security-misc.conf"
/* The kernel refuses more pages than 32 bits count (ERANGE); this many of 4096 bytes. */
#define DIRTY_BYTES_LIMIT NUMBER(17592186040320)

/*
 * Of each pair, bytes and ratio, the kernel uses the one written last and shows the other as 0.
 * A ratio of 0 beside bytes that are set is no wrong ratio: it does nothing. Bytes of 0 are not
 * inert, for writing bytes is how they come into force.
 */
#define IS_SET(name)                                                                        \
	{                                                                                   \
		.of = (name), .relation = RELATION_NOT, .operands = { { .literal = "0" } }, \
		.operand_count = 1,                                                         \
	}
#define INERT_WHILE(code_, text_, other)                                                         \
	{                                                                                        \
		.code = (code_), .text = (text_),                                                \
		.conditions = (const struct condition[]){ IS_SET(other) }, .condition_count = 1, \
		.known = KNOWLEDGE_READ, .reference = VM_RST,                                    \
	}

static const struct inert dirty_background_ratio_inert[] = {
	INERT_WHILE("bytes-set", "vm.dirty_background_bytes is in force.",
		    "vm.dirty_background_bytes"),
};
static const struct inert dirty_ratio_inert[] = {
	INERT_WHILE("bytes-set", "vm.dirty_bytes is in force.", "vm.dirty_bytes"),
};

#define FIXED_DEFAULT(value, from)                                                   \
	{                                                                            \
		.since = SINCE(5, 10), .elements = ELEMENTS({ .literal = (value) }), \
		.element_count = 1, .how = "Fixed in the kernel's source.",          \
		.known = KNOWLEDGE_READ, .reference = (from),                        \
	}

static const struct tunable_default dirty_bytes_defaults[] = { FIXED_DEFAULT("0", WRITEBACK) };
static const struct tunable_default dirty_ratio_defaults[] = { FIXED_DEFAULT("20", WRITEBACK) };
static const struct tunable_default dirty_background_ratio_defaults[] = {
	FIXED_DEFAULT("10", WRITEBACK),
};
static const struct tunable_default max_map_count_defaults[] = {
	FIXED_DEFAULT("65530", "kernel:include/linux/mm.h@6.12"),
};
static const struct tunable_default swappiness_defaults[] = {
	FIXED_DEFAULT("60", "kernel:mm/vmscan.c@6.12"),
};

static const struct tunable_default compaction_proactiveness_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "20" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/compaction.c@6.12",
	},
};

static const struct tunable_default defrag_mode_defaults[] = {
	{
		.since = BETWEEN(6, 12, 6, 18),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:mm/page_alloc.c@7.3",
	},
};

static const struct tunable_default vfs_cache_pressure_denom_defaults[] = {
	{
		.since = BETWEEN(6, 12, 6, 18),
		.elements = ELEMENTS({ .literal = "100" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:fs/dcache.c@7.3",
	},
};

static const struct tunable_default dirty_expire_centisecs_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "3000" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = WRITEBACK,
	},
};

static const struct tunable_default dirty_writeback_centisecs_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "500" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = WRITEBACK,
	},
};

static const struct tunable_default hugetlb_shm_group_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/hugetlb.c@6.12",
	},
};

static const struct tunable_default laptop_mode_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = WRITEBACK,
	},
};

static const struct tunable_default nr_hugepages_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/hugetlb.c@6.12",
	},
};

static const struct tunable_default nr_overcommit_hugepages_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/hugetlb.c@6.12",
	},
};

static const struct tunable_default numa_stat_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/vmstat.c@6.12",
	},
};

static const struct inert numa_zonelist_order_inert[] = {
	{
		.code = "no-op",
		.text = "The kernel accepts the word Node alone and orders by node anyway.",
		.since = SINCE(5, 10),
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/page_alloc.c@6.12",
	},
};

static const struct tunable_default oom_kill_allocating_task_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/oom_kill.c@6.12",
	},
};

static const struct tunable_default overcommit_kbytes_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/util.c@6.12",
	},
};

static const struct tunable_default overcommit_memory_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/util.c@6.12",
	},
};

static const struct tunable_default overcommit_ratio_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "50" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/util.c@6.12",
	},
};

static const struct tunable_default page_cluster_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "3" }),
		.element_count = 1,
		.how = "3, or 2 on a machine of less than 16 MiB.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/swap.c@6.12",
	},
};

static const struct tunable_default panic_on_oom_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/oom_kill.c@6.12",
	},
};

static const struct tunable_default percpu_pagelist_high_fraction_defaults[] = {
	{
		.since = BETWEEN(5, 10, 6, 1),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "0: the kernel sizes the lists itself.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:mm/page_alloc.c@6.12",
	},
};

static const struct tunable_default stat_interval_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/vmstat.c@6.12",
	},
};

static const struct tunable_default vfs_cache_pressure_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "100" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:fs/dcache.c@6.12",
	},
};

static const struct tunable_default watermark_boost_factor_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "15000" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/page_alloc.c@6.12",
	},
};

static const struct tunable_default watermark_scale_factor_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "10" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/page_alloc.c@6.12",
	},
};

static const struct tunable_default zone_reclaim_mode_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:mm/vmscan.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "vm.admin_reserve_kbytes",
		.title = "Memory kept back for root when overcommit is refused",
		.path = "/proc/sys/vm/admin_reserve_kbytes",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_KIBIBYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(9007199254740991),
		.limits_reference = "own: the kernel takes any unsigned long; more than this many "
				    "KiB no machine has.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next allocation under strict overcommit.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* 3 % of free memory at boot, at most 8 MiB: free memory at boot is not shown
		   anywhere. */
		.is_advice_only = true,
		.advice_only_because = "With 0 nobody can log in to mend a host that ran out of "
				       "memory, and too much starves it.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/util.c@6.12"),
	},
	{
		.id = "vm.block_dump",
		.title = "Log of every block that is read, written or dirtied",
		.path = "/proc/sys/vm/block_dump",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference =
			"own: the kernel takes 0 to INT_MAX and asks only whether it is 0.",
		.until = BETWEEN(5, 10, 6, 1),
		.removed_because = "Trace points tell the same and cost nothing while off.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, by lines in the kernel log.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("kernel:kernel/sysctl.c@5.10", VM_PAGE),
	},
	{
		.id = "vm.compaction_proactiveness",
		.title = "How eagerly memory is compacted ahead of need",
		.path = "/proc/sys/vm/compaction_proactiveness",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(100),
		.limits_reference = "kernel:mm/compaction.c@6.12",
		.since = SINCE(5, 10),
		.needs_config = "CONFIG_COMPACTION",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; a background thread compacts more the higher it is.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = compaction_proactiveness_defaults,
		.default_count = ARRAY_SIZE(compaction_proactiveness_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/compaction.c@6.12"),
	},
	{
		.id = "vm.defrag_mode",
		.title = "Whether the allocator keeps memory whole for huge pages",
		.path = "/proc/sys/vm/defrag_mode",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:mm/page_alloc.c@7.3",
		.since = BETWEEN(6, 12, 6, 18),
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next allocation; what is fragmented already may stay so.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = defrag_mode_defaults,
		.default_count = ARRAY_SIZE(defrag_mode_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references =
			REFERENCES(VM_PAGE, "kernel:Documentation/admin-guide/sysctl/vm.rst@7.3",
				   "kernel:mm/page_alloc.c@7.3"),
	},
	{
		.id = "vm.dirty_background_bytes",
		.title = "Dirty memory at which writing back begins",
		.path = "/proc/sys/vm/dirty_background_bytes",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		/* 0 is what the kernel shows while the ratio is in force; writing it is refused. */
		.min = NUMBER(0),
		.max = DIRTY_BYTES_LIMIT,
		.limits_reference = WRITEBACK,
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, and sets vm.dirty_background_ratio to 0.",
		/* When data is written back protects nothing; that the bytes are a small part of
		 * the memory is for the plan to see. */
		.security = SECURITY_NEUTRAL,
		.security_reference = WRITEBACK,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.dirty_background_ratio"),
		.defaults = dirty_bytes_defaults,
		.default_count = ARRAY_SIZE(dirty_bytes_defaults),
		.exclusive_with = "vm.dirty_background_ratio",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.dirty_background_ratio",
		.title = "Share of available memory, dirty, at which writing back begins",
		.path = "/proc/sys/vm/dirty_background_ratio",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_PERCENT,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(100),
		.limits_reference = VM_RST,
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, and sets vm.dirty_background_bytes to 0.",
		.security = SECURITY_NEUTRAL,
		.security_reference = WRITEBACK,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.dirty_background_bytes"),
		.inert = dirty_background_ratio_inert,
		.inert_count = ARRAY_SIZE(dirty_background_ratio_inert),
		.defaults = dirty_background_ratio_defaults,
		.default_count = ARRAY_SIZE(dirty_background_ratio_defaults),
		.exclusive_with = "vm.dirty_background_bytes",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.dirty_bytes",
		.title = "Dirty memory at which writers must write back themselves",
		.path = "/proc/sys/vm/dirty_bytes",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		/* As dirty_background_bytes; other values must be at least two pages. */
		.min = NUMBER(0),
		.max = DIRTY_BYTES_LIMIT,
		.limits_reference = WRITEBACK,
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, and sets vm.dirty_ratio to 0.",
		/* As dirty_background_bytes. */
		.security = SECURITY_NEUTRAL,
		.security_reference = WRITEBACK,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.dirty_ratio"),
		.defaults = dirty_bytes_defaults,
		.default_count = ARRAY_SIZE(dirty_bytes_defaults),
		.exclusive_with = "vm.dirty_ratio",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.dirty_expire_centisecs",
		.title = "Age at which dirty data is written back",
		.path = "/proc/sys/vm/dirty_expire_centisecs",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_CENTISECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = WRITEBACK,
		.effect = EFFECT_NOW,
		.effect_text = "Holds from the next time that the flusher wakes up.",
		.security = SECURITY_NEUTRAL,
		.security_reference = WRITEBACK,
		.combine = COMBINE_OWN,
		.defaults = dirty_expire_centisecs_defaults,
		.default_count = ARRAY_SIZE(dirty_expire_centisecs_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.dirty_ratio",
		.title = "Share of available memory, dirty, at which writers must write back",
		.path = "/proc/sys/vm/dirty_ratio",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_PERCENT,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(100),
		.limits_reference = VM_RST,
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, and sets vm.dirty_bytes to 0.",
		.security = SECURITY_NEUTRAL,
		.security_reference = WRITEBACK,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.dirty_bytes"),
		.inert = dirty_ratio_inert,
		.inert_count = ARRAY_SIZE(dirty_ratio_inert),
		.defaults = dirty_ratio_defaults,
		.default_count = ARRAY_SIZE(dirty_ratio_defaults),
		.exclusive_with = "vm.dirty_bytes",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.dirty_writeback_centisecs",
		.title = "How often the flusher wakes up; 0: never by the clock",
		.path = "/proc/sys/vm/dirty_writeback_centisecs",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_CENTISECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "own: the kernel checks nothing; below 0 has no meaning.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once: the flusher is woken up.",
		.security = SECURITY_NEUTRAL,
		.security_reference = WRITEBACK,
		.combine = COMBINE_OWN,
		.defaults = dirty_writeback_centisecs_defaults,
		.default_count = ARRAY_SIZE(dirty_writeback_centisecs_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.hugetlb_shm_group",
		.title = "Group that may make shared memory of huge pages",
		.path = "/proc/sys/vm/hugetlb_shm_group",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "own: a group id; the kernel checks nothing.",
		.needs_config = "CONFIG_HUGETLB_PAGE",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next shmget().",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = hugetlb_shm_group_defaults,
		.default_count = ARRAY_SIZE(hugetlb_shm_group_defaults),
		.is_advice_only = true,
		.advice_only_because = "It lets a group take memory that cannot be swapped: an "
				       "administrator grants that.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/hugetlb.c@6.12"),
	},
	{
		.id = "vm.laptop_mode",
		.title = "Writes gathered to let a disk sleep",
		.path = "/proc/sys/vm/laptop_mode",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_SECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2147483),
		.limits_reference =
			"own: the kernel keeps ticks in an int, and at 1000 Hz refuses more; "
			"below 0 has no meaning.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; other than 0 it delays writes so that a disk can "
			       "stay idle.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = laptop_mode_defaults,
		.default_count = ARRAY_SIZE(laptop_mode_defaults),
		.readback = READBACK_ROUNDED,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, WRITEBACK),
	},
	{
		.id = "vm.max_map_count",
		.title = "Most memory mappings of one process",
		.path = "/proc/sys/vm/max_map_count",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_MAPPINGS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(1600000),
		.limits_reference =
			"own: the kernel takes 0 to INT_MAX; at 0 no program starts, and 1600000 "
			"(TuneD's mssql) is the most that the profiles read ask for.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next mapping.",
		/* Allocators that put guard pages between blocks need many mappings. */
		.security = SECURITY_RISING,
		.authorities = WORDS("Kicksecure", "secureblue"),
		.security_reference = KICKSECURE,
		.combine = COMBINE_OWN,
		.defaults = max_map_count_defaults,
		.default_count = ARRAY_SIZE(max_map_count_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references =
			REFERENCES(VM_PAGE, VM_RST, "kernel:kernel/sysctl.c@6.12", KICKSECURE),
	},
	{
		.id = "vm.min_free_kbytes",
		.title = "Memory that is kept free for allocations that cannot wait",
		.path = "/proc/sys/vm/min_free_kbytes",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_KIBIBYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "kernel:mm/page_alloc.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; reclaim starts at marks worked out from it.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* khugepaged raises it when it starts and puts it back when it ends. */
		.couplings = WORDS("thp.enabled", "thp.shmem_enabled", "thp.size_enabled"),
		/* The square root of 16 times the low memory in KiB, within limits: not a linear
		   form. khugepaged raises it where transparent huge pages are on. */
		.is_advice_only = true,
		.advice_only_because = "More than a twentieth of the memory invites the "
				       "out-of-memory killer, too little makes allocations fail; "
				       "vm.watermark_scale_factor is the better lever.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/page_alloc.c@6.12"),
	},
	{
		.id = "vm.nr_hugepages",
		.title = "Huge pages of the default size set aside",
		.path = "/proc/sys/vm/nr_hugepages",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
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
		.couplings = WORDS("vm.nr_hugepages_mempolicy", "hugepages.nr_hugepages"),
		.defaults = nr_hugepages_defaults,
		.default_count = ARRAY_SIZE(nr_hugepages_defaults),
		.is_advice_only = true,
		.advice_only_because = "What is set aside is lost to everything else, and making "
				       "them may stall the host.",
		.readback = READBACK_PARTIAL,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/hugetlb.c@6.12"),
	},
	{
		.id = "vm.nr_hugepages_mempolicy",
		.title = "Huge pages set aside on the nodes that the writer may use",
		.path = "/proc/sys/vm/nr_hugepages_mempolicy",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1048576),
		.limits_reference = "own: 2 TiB of 2 MiB pages; the kernel takes any number and "
				    "gives what it can.",
		.needs_config = "CONFIG_HUGETLB_PAGE",
		.effect = EFFECT_NOW,
		.effect_text = "The same count as vm.nr_hugepages; the memory policy of the "
			       "writing task decides where.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.nr_hugepages", "hugepages.nr_hugepages"),
		.is_advice_only = true,
		.advice_only_because = "What is set aside is lost to everything else, and making "
				       "them may stall the host.",
		.readback = READBACK_PARTIAL,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/hugetlb.c@6.12"),
	},
	{
		.id = "vm.nr_overcommit_hugepages",
		.title = "Huge pages that may be made beyond those set aside",
		.path = "/proc/sys/vm/nr_overcommit_hugepages",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
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
		.couplings = WORDS("hugepages.nr_overcommit_hugepages"),
		.defaults = nr_overcommit_hugepages_defaults,
		.default_count = ARRAY_SIZE(nr_overcommit_hugepages_defaults),
		.is_advice_only = true,
		.advice_only_because = "It lets programs take memory that cannot be swapped.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/hugetlb.c@6.12"),
	},
	{
		.id = "vm.numa_stat",
		.title = "Counting of allocations by node",
		.path = "/proc/sys/vm/numa_stat",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:mm/vmstat.c@6.12",
		.needs_config = "CONFIG_NUMA",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; off, the counters in numastat stand still.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = numa_stat_defaults,
		.default_count = ARRAY_SIZE(numa_stat_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/vmstat.c@6.12"),
	},
	{
		.id = "vm.numa_zonelist_order",
		.title = "Order in which zones of other nodes are tried",
		.path = "/proc/sys/vm/numa_zonelist_order",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_TEXT },
		.unit = UNIT_NONE,
		.limits_reference = "kernel:mm/page_alloc.c@6.12",
		.needs_config = "CONFIG_NUMA",
		.effect = EFFECT_NOW,
		.effect_text = "Does nothing: the order is by node.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "kernel:mm/page_alloc.c@6.12",
		.combine = COMBINE_OWN,
		.inert = numa_zonelist_order_inert,
		.inert_count = ARRAY_SIZE(numa_zonelist_order_inert),
		.is_advice_only = true,
		.advice_only_because =
			"The kernel accepts its one word alone: there is nothing to choose.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/page_alloc.c@6.12"),
	},
	{
		.id = "vm.oom_kill_allocating_task",
		.title = "Whether the task that runs out of memory is the one killed",
		.path = "/proc/sys/vm/oom_kill_allocating_task",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: the kernel takes any int; other than 0 means yes.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds from the next time memory runs out.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = oom_kill_allocating_task_defaults,
		.default_count = ARRAY_SIZE(oom_kill_allocating_task_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/oom_kill.c@6.12"),
	},
	{
		.id = "vm.overcommit_kbytes",
		.title = "Memory that may be promised in strict mode",
		.path = "/proc/sys/vm/overcommit_kbytes",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_KIBIBYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(9007199254740991),
		.limits_reference = "own: the kernel takes any unsigned long; more than this many "
				    "KiB no machine has.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, and sets vm.overcommit_ratio to 0.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.overcommit_ratio"),
		.defaults = overcommit_kbytes_defaults,
		.default_count = ARRAY_SIZE(overcommit_kbytes_defaults),
		.exclusive_with = "vm.overcommit_ratio",
		.is_advice_only = true,
		.advice_only_because =
			"A limit below what is promised already keeps every program from starting.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/util.c@6.12"),
	},
	{
		.id = "vm.overcommit_memory",
		.title = "How much memory is promised beyond what there is",
		.path = "/proc/sys/vm/overcommit_memory",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "kernel:mm/util.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next allocation; 2 counts promises against CommitLimit.",
		/* 1 is what some vendors ship, 2 what some servers ask for; each breaks the other.
		 */
		.security = SECURITY_CONTESTED,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = overcommit_memory_defaults,
		.default_count = ARRAY_SIZE(overcommit_memory_defaults),
		.is_advice_only = true,
		.advice_only_because = "Servers disagree about it: follow what yours asks for, and "
				       "see Committed_AS first.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/util.c@6.12"),
	},
	{
		.id = "vm.overcommit_ratio",
		.title = "Share of memory that may be promised in strict mode",
		.path = "/proc/sys/vm/overcommit_ratio",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_PERCENT,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(100),
		.limits_reference = "own: the kernel takes any int; more than all of the memory "
				    "promises what is not there.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once while vm.overcommit_memory is 2, and sets "
			       "vm.overcommit_kbytes to 0.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("vm.overcommit_kbytes"),
		.defaults = overcommit_ratio_defaults,
		.default_count = ARRAY_SIZE(overcommit_ratio_defaults),
		.exclusive_with = "vm.overcommit_kbytes",
		.is_advice_only = true,
		.advice_only_because =
			"A limit below what is promised already keeps every program from starting.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/util.c@6.12"),
	},
	{
		.id = "vm.page-cluster",
		.title = "Pages read from swap at once, as a power of two",
		.path = "/proc/sys/vm/page-cluster",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(31),
		.limits_reference = "own: newer kernels refuse more than 31; older ones take any "
				    "int and shift by it.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next page read from swap.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = page_cluster_defaults,
		.default_count = ARRAY_SIZE(page_cluster_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/swap.c@6.12"),
	},
	{
		.id = "vm.panic_on_oom",
		.title = "Whether the host stops when memory runs out",
		.path = "/proc/sys/vm/panic_on_oom",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "kernel:mm/oom_kill.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds from the next time memory runs out; 2 stops it for a limit "
			       "of a node too.",
		/* Kicksecure asks for 2, so that no screen lock is killed; whoever can use memory
		 * up then stops the host. */
		.security = SECURITY_CONTESTED,
		.authorities = WORDS("Kicksecure"),
		.security_reference = KICKSECURE,
		.combine = COMBINE_OWN,
		.defaults = panic_on_oom_defaults,
		.default_count = ARRAY_SIZE(panic_on_oom_defaults),
		.is_advice_only = true,
		.advice_only_because = "It trades a killed program for a stopped host: clusters "
				       "that fence want that, others do not.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/oom_kill.c@6.12"),
	},
	{
		.id = "vm.percpu_pagelist_fraction",
		.title = "Share of a zone that lists of each CPU may hold",
		.path = "/proc/sys/vm/percpu_pagelist_fraction",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "own: the kernel took 0 and from 8 on.",
		.until = BETWEEN(5, 10, 6, 1),
		.removed_because = "Another meaning under another name took its place.",
		.replaced_by = "vm.percpu_pagelist_high_fraction",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references =
			REFERENCES("kernel:mm/page_alloc.c@5.10", "kernel:kernel/sysctl.c@5.10"),
	},
	{
		.id = "vm.percpu_pagelist_high_fraction",
		.title = "Share of a zone that lists of each CPU may hold",
		.path = "/proc/sys/vm/percpu_pagelist_high_fraction",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "own: 0 or from 8 on; the kernel refuses what lies between.",
		.since = BETWEEN(5, 10, 6, 1),
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; 0 leaves the choice to the kernel.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = percpu_pagelist_high_fraction_defaults,
		.default_count = ARRAY_SIZE(percpu_pagelist_high_fraction_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/page_alloc.c@6.12"),
	},
	{
		.id = "vm.stat_interval",
		.title = "How often counters of each CPU are gathered",
		.path = "/proc/sys/vm/stat_interval",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_SECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(3600),
		.limits_reference = "own: seconds kept as ticks; 0 gathers at every tick.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds from the next gathering.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = stat_interval_defaults,
		.default_count = ARRAY_SIZE(stat_interval_defaults),
		.readback = READBACK_ROUNDED,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/vmstat.c@6.12"),
	},
	{
		.id = "vm.swappiness",
		.title = "Cost of swapping against dropping file pages",
		.path = "/proc/sys/vm/swappiness",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		/* 100 on releases before the bracket 5.3 to 5.9, which refuse more. */
		.max = NUMBER(200),
		.limits_reference = VM_RST,
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next reclaim; 0 does not turn swap off, and control "
			       "groups may have their own.",
		/* Less swapping leaves less of a program's memory on a disk. */
		.security = SECURITY_FALLING,
		.authorities = WORDS("Kicksecure"),
		.security_reference = KICKSECURE,
		.combine = COMBINE_OWN,
		.defaults = swappiness_defaults,
		.default_count = ARRAY_SIZE(swappiness_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE "#swappiness", VM_RST, KICKSECURE),
	},
	{
		.id = "vm.user_reserve_kbytes",
		.title = "Memory kept back for a user to recover in strict mode",
		.path = "/proc/sys/vm/user_reserve_kbytes",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_KIBIBYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(9007199254740991),
		.limits_reference = "own: the kernel takes any unsigned long; more than this many "
				    "KiB no machine has.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next allocation while vm.overcommit_memory is 2.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* 3 % of free memory at boot, at most 128 MiB: free memory at boot is not shown
		   anywhere. */
		.is_advice_only = true,
		.advice_only_because = "With 0 one program can keep its user from ending it.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/util.c@6.12"),
	},
	{
		.id = "vm.vfs_cache_pressure",
		.title = "How readily names and inodes are given up for memory",
		.path = "/proc/sys/vm/vfs_cache_pressure",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(1000),
		.limits_reference = "own: 0 never gives them up and can exhaust memory; above 1000 "
				    "the search itself costs.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds from the next time memory is reclaimed.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = vfs_cache_pressure_defaults,
		.default_count = ARRAY_SIZE(vfs_cache_pressure_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:fs/dcache.c@6.12"),
	},
	{
		.id = "vm.vfs_cache_pressure_denom",
		.title = "What vm.vfs_cache_pressure is divided by",
		.path = "/proc/sys/vm/vfs_cache_pressure_denom",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(100),
		.max = NUMBER(10000),
		.limits_reference = "own: from 100 the kernel takes any int; names and inodes are "
				    "kept too long when it is large beside vm.vfs_cache_pressure.",
		.since = BETWEEN(6, 12, 6, 18),
		.effect = EFFECT_NOW,
		.effect_text = "Holds from the next time memory is reclaimed, whether or not "
			       "vm.vfs_cache_pressure was set, unlike its documentation says.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = vfs_cache_pressure_denom_defaults,
		.default_count = ARRAY_SIZE(vfs_cache_pressure_denom_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references =
			REFERENCES(VM_PAGE, "kernel:Documentation/admin-guide/sysctl/vm.rst@7.3",
				   "kernel:fs/dcache.c@7.3"),
	},
	{
		.id = "vm.watermark_boost_factor",
		.title = "How much more is reclaimed after memory was fragmented",
		.path = "/proc/sys/vm/watermark_boost_factor",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "kernel:mm/page_alloc.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; 0 switches it off.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = watermark_boost_factor_defaults,
		.default_count = ARRAY_SIZE(watermark_boost_factor_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/page_alloc.c@6.12"),
	},
	{
		.id = "vm.watermark_scale_factor",
		.title = "Distance of the marks between which memory is reclaimed",
		.path = "/proc/sys/vm/watermark_scale_factor",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(1000),
		.limits_reference = "own: the kernel takes 1 to 3000 ten-thousandths of a node; "
				    "above a tenth of the memory is wasted.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; a larger one wakes reclaim earlier, so that fewer "
			       "allocations wait.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = watermark_scale_factor_defaults,
		.default_count = ARRAY_SIZE(watermark_scale_factor_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/page_alloc.c@6.12"),
	},
	{
		.id = "vm.zone_reclaim_mode",
		.title = "Whether a node reclaims before it takes memory of another",
		.path = "/proc/sys/vm/zone_reclaim_mode",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(7),
		.limits_reference = "own: bits 1, 2 and 4; the kernel takes any positive int.",
		.needs_config = "CONFIG_NUMA",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next allocation.",
		.security = SECURITY_NEUTRAL,
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = zone_reclaim_mode_defaults,
		.default_count = ARRAY_SIZE(zone_reclaim_mode_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, VM_RST, "kernel:mm/vmscan.c@6.12"),
	},
};

const struct family family_vm = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
