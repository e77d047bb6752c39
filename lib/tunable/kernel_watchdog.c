/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: the detectors of what hangs. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define KERNEL_PAGE "doc:https://docs.kernel.org/admin-guide/sysctl/kernel.html"

static const struct tunable_default watchdog_thresh_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "10" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:kernel/watchdog.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "kernel.hung_task_timeout_secs",
		.title = "Time after which a task that cannot be woken is reported; 0: never",
		.path = "/proc/sys/kernel/hung_task_timeout_secs",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_SECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(9223372036854775),
		.limits_reference = "own: the kernel bounds it by what its clock can count.",
		.needs_config = "CONFIG_DETECT_HUNG_TASK",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once.",
		.security = SECURITY_FALLING,
		.is_zero_weakest = true,
		.security_reference = KERNEL_PAGE,
		.combine = COMBINE_OWN,
		/* A choice of the kernel's build; 120 in most. */
		.is_advice_only = true,
		.advice_only_because =
			"It reports tasks that hang: 0 hides the sign and keeps the fault.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/hung_task.c@6.12"),
	},
	{
		.id = "kernel.nmi_watchdog",
		.title = "Detector of CPUs that hang with interrupts off",
		.path = "/proc/sys/kernel/nmi_watchdog",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:kernel/watchdog.c@6.12",
		.needs_config = "CONFIG_LOCKUP_DETECTOR",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; it takes one performance counter of each CPU.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("kernel.watchdog"),
		/* 1, or 0 in guests of KVM and where no detector is built in. */
		.is_advice_only = true,
		.advice_only_because = "It reports CPUs that hang: switching it off hides the sign "
				       "and keeps the fault.",
		.readback = READBACK_EXACT,
		/* ENOTSUPP, which has no name outside the kernel: no counter to build it on. Newer
		 * kernels then leave out the write bit. */
		.not_steerable = (const int[]){ 524, 0 },
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/watchdog.c@6.12"),
	},
	{
		.id = "kernel.soft_watchdog",
		.title = "Detector of CPUs that run one task for too long",
		.path = "/proc/sys/kernel/soft_watchdog",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:kernel/watchdog.c@6.12",
		.needs_config = "CONFIG_SOFTLOCKUP_DETECTOR",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("kernel.watchdog"),
		/* 1, unless the boot line says nosoftlockup. */
		.is_advice_only = true,
		.advice_only_because = "It reports CPUs that hang: switching it off hides the sign "
				       "and keeps the fault.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/watchdog.c@6.12"),
	},
	{
		.id = "kernel.watchdog",
		.title = "Both detectors of CPUs that hang",
		.path = "/proc/sys/kernel/watchdog",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:kernel/watchdog.c@6.12",
		.needs_config = "CONFIG_LOCKUP_DETECTOR",
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds at once, for kernel.nmi_watchdog and kernel.soft_watchdog together.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.couplings = WORDS("kernel.nmi_watchdog", "kernel.soft_watchdog"),
		/* 1, unless the boot line says nowatchdog. */
		.is_advice_only = true,
		.advice_only_because = "It reports CPUs that hang: switching it off hides the sign "
				       "and keeps the fault.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/watchdog.c@6.12"),
	},
	{
		.id = "kernel.watchdog_cpumask",
		.title = "CPUs that the detectors of hanging CPUs watch",
		.path = "/proc/sys/kernel/watchdog_cpumask",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:kernel/watchdog.c@6.12",
		.needs_config = "CONFIG_LOCKUP_DETECTOR",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; CPUs of nohz_full= are left out at boot.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* All possible CPUs but those of nohz_full=. */
		.is_advice_only = true,
		.advice_only_because = "Leaving CPUs out stops the report of their hangs; it is a "
				       "better way than switching the detector off.",
		.readback = READBACK_SUBSET,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/watchdog.c@6.12"),
	},
	{
		.id = "kernel.watchdog_thresh",
		.title = "Time after which a CPU counts as hanging; 0: never",
		.path = "/proc/sys/kernel/watchdog_thresh",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_SECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(60),
		.limits_reference = "kernel:kernel/watchdog.c@6.12",
		.needs_config = "CONFIG_LOCKUP_DETECTOR",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = watchdog_thresh_defaults,
		.default_count = ARRAY_SIZE(watchdog_thresh_defaults),
		.is_advice_only = true,
		.advice_only_because = "It reports CPUs that hang: switching it off hides the sign "
				       "and keeps the fault.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(KERNEL_PAGE, "kernel:kernel/watchdog.c@6.12"),
	},
};

const struct family family_kernel_watchdog = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
