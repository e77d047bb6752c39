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

static const struct tunable rows[] = {
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
		.security_reference = KICKSECURE,
		.combine = COMBINE_OWN,
		.defaults = swappiness_defaults,
		.default_count = ARRAY_SIZE(swappiness_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE "#swappiness", VM_RST, KICKSECURE),
	},
};

const struct family family_vm = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
