/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: CPUs: isolation and frequency governors. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable rows[] = {
	{
		.id = "cpu.isolated",
		.title = "CPUs kept out of scheduling by the boot line",
		.path = "/sys/devices/system/cpu/isolated",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST },
		.unit = UNIT_CPUS,
		.limits_reference =
			"kernel:Documentation/ABI/testing/sysfs-devices-system-cpu@6.12",
		.effect = EFFECT_BOOT,
		.effect_text = "Set by isolcpus= on the boot line.",
		.security = SECURITY_NEUTRAL,
		.security_reference =
			"doc:https://docs.kernel.org/admin-guide/kernel-parameters.html",
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.is_boot_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(
			"kernel:Documentation/admin-guide/kernel-parameters.txt@7.2",
			"kernel:Documentation/ABI/testing/sysfs-devices-system-cpu@6.12"),
	},
	{
		.id = "cpufreq.governor",
		.title = "How the frequency of a group of CPUs is chosen",
		.path = "/sys/devices/system/cpu/cpufreq/{policy}/scaling_governor",
		.scope = SCOPE_POLICY,
		.format = { .kind = VALUE_CHOICE },
		.unit = UNIT_NONE,
		/* The set is open: governors are modules, and vendors have their own. */
		.limits_reference = "kernel:drivers/cpufreq/cpufreq.c@6.12",
		.needs_config = "CONFIG_CPU_FREQ",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once; with intel_pstate or amd_pstate in active mode "
			       "`powersave` is the normal dynamic mode.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("doc:https://docs.kernel.org/admin-guide/pm/cpufreq.html",
					 "kernel:drivers/cpufreq/cpufreq.c@6.12"),
	},
};

const struct family family_cpu = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
