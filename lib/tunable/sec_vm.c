/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: vm.*: what makes flaws of programs and of the kernel harder to use. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define VM_PAGE "doc:https://docs.kernel.org/admin-guide/sysctl/vm.html"

static const struct tunable_default memfd_noexec_defaults[] = {
	{
		.since = BETWEEN(6, 1, 6, 12),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:kernel/pid_sysctl.h@6.12",
	},
};

static const struct tunable_default unprivileged_userfaultfd_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:fs/userfaultfd.c@5.10",
	},
	{
		.since = BETWEEN(5, 10, 6, 1),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source: users handle faults of programs, not of the "
		       "kernel.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:fs/userfaultfd.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "vm.memfd_noexec",
		.title = "Files in memory: 0 may be run, 1 not unless asked for, 2 never",
		.path = "/proc/sys/vm/memfd_noexec",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "kernel:kernel/pid_sysctl.h@6.12",
		.since = BETWEEN(6, 1, 6, 12),
		.needs_config = "CONFIG_MEMFD_CREATE",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next memfd_create() in this namespace of processes.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "1", "2"),
		.secure_floor = "1",
		.authorities = WORDS("GrapheneOS"),
		.security_reference = "kernel:mm/memfd.c@6.12",
		.combine = COMBINE_OWN,
		.defaults = memfd_noexec_defaults,
		.default_count = ARRAY_SIZE(memfd_noexec_defaults),
		.capability = "cap_sys_admin",
		.capability_reference = "kernel:kernel/pid_sysctl.h@6.12",
		.is_advice_only = true,
		.advice_only_because = "The first releases that have it do not let it be lowered "
				       "again, so it could not be taken back.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references =
			REFERENCES("kernel:kernel/pid_sysctl.h@6.12", "kernel:mm/memfd.c@6.12"),
	},
	{
		.id = "vm.mmap_min_addr",
		.title = "Lowest address that a user's program may map",
		.path = "/proc/sys/vm/mmap_min_addr",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(65536),
		.limits_reference =
			"own: the kernel takes any number; its own build advises 65536 at most.",
		.needs_config = "CONFIG_MMU",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next mapping.",
		/* A flaw that follows a null pointer finds no page of the user there. 65536 is
		 * asked for on x86 and arm64; the kernel's build and KSPP allow no more than 32768
		 * for programs of 32-bit arm, so that is the floor. */
		.security = SECURITY_RISING,
		.secure_floor = "32768",
		.authorities = WORDS("ComplianceAsCode", "KSPP", "Kicksecure", "dev-sec",
				     "kernel-hardening-checker", "secureblue"),
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		/* The kernel's build decides (CONFIG_DEFAULT_MMAP_MIN_ADDR). */
		.capability = "cap_sys_rawio",
		.capability_reference = "kernel:security/min_addr.c@6.12",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, "kernel:security/min_addr.c@6.12",
					 "kernel:mm/Kconfig@6.12"),
	},
	{
		.id = "vm.mmap_rnd_bits",
		.title = "Bits of chance in the places of mappings",
		.path = "/proc/sys/vm/mmap_rnd_bits",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(8),
		.max = NUMBER(33),
		.limits_reference = "own: the kernel bounds it by the machine and its page size, "
				    "28 to 32 on x86_64, 18 to 33 on arm64 with pages of 4 KiB.",
		.needs_config = "CONFIG_HAVE_ARCH_MMAP_RND_BITS",
		.effect = EFFECT_NEW_PROCESSES,
		.effect_text = "Holds for programs started from now on.",
		/* The most that a machine has differs, so the order alone is known. */
		.security = SECURITY_RISING,
		.authorities = WORDS("GrapheneOS", "Kicksecure", "dev-sec", "secureblue"),
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		/* The kernel's build decides (CONFIG_ARCH_MMAP_RND_BITS). */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, "kernel:arch/x86/Kconfig@6.12",
					 "kernel:arch/arm64/Kconfig@6.12"),
	},
	{
		.id = "vm.mmap_rnd_compat_bits",
		.title = "Bits of chance in the places of mappings of 32-bit programs",
		.path = "/proc/sys/vm/mmap_rnd_compat_bits",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(5),
		.max = NUMBER(17),
		.limits_reference = "own: the kernel bounds it by the machine and its page size, 8 "
				    "to 16 on x86_64, 11 to 16 on arm64 with pages of 4 KiB.",
		.needs_config = "CONFIG_HAVE_ARCH_MMAP_RND_COMPAT_BITS",
		.effect = EFFECT_NEW_PROCESSES,
		.effect_text = "Holds for programs started from now on.",
		.security = SECURITY_RISING,
		.authorities = WORDS("GrapheneOS", "Kicksecure", "dev-sec", "secureblue"),
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		/* The kernel's build decides (CONFIG_ARCH_MMAP_RND_COMPAT_BITS). */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, "kernel:arch/x86/Kconfig@6.12",
					 "kernel:arch/arm64/Kconfig@6.12"),
	},
	{
		.id = "vm.unprivileged_userfaultfd",
		.title = "Users may hold up page faults of the kernel",
		.path = "/proc/sys/vm/unprivileged_userfaultfd",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:fs/userfaultfd.c@6.12",
		.needs_config = "CONFIG_USERFAULTFD",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next userfaultfd().",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("1", "0"),
		.secure_floor = "0",
		.authorities =
			WORDS("KSPP", "Kicksecure", "kernel-hardening-checker", "secureblue"),
		.security_reference = VM_PAGE,
		.combine = COMBINE_OWN,
		.defaults = unprivileged_userfaultfd_defaults,
		.default_count = ARRAY_SIZE(unprivileged_userfaultfd_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(VM_PAGE, "kernel:fs/userfaultfd.c@6.12"),
	},
};

const struct family family_sec_vm = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
