/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: terminals, namespaces of users, and the lock between root and the kernel. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable rows[] = {
	{
		.id = "dev.tty.ldisc_autoload",
		.title = "Users make the kernel load modules of terminal protocols",
		.path = "/proc/sys/dev/tty/ldisc_autoload",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: before 6.1 the kernel takes any int, and any but 0 is 1.",
		.needs_config = "CONFIG_TTY",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next change of a terminal's protocol.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("1", "0"),
		.secure_floor = "0",
		.authorities =
			WORDS("ComplianceAsCode", "GrapheneOS", "KSPP", "Kicksecure", "Talos",
			      "kernel-hardening-checker", "konstruktoid", "secureblue"),
		.security_reference = "kernel:drivers/tty/Kconfig@6.12",
		.combine = COMBINE_OWN,
		/* The kernel's build decides (CONFIG_LDISC_AUTOLOAD). */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("kernel:drivers/tty/tty_io.c@6.12",
					 "kernel:drivers/tty/Kconfig@6.12"),
	},
	{
		.id = "dev.tty.legacy_tiocsti",
		.title = "Programs may put input into a terminal as if it was typed",
		.path = "/proc/sys/dev/tty/legacy_tiocsti",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:drivers/tty/tty_io.c@6.12",
		.since = BETWEEN(6, 1, 6, 12),
		.needs_config = "CONFIG_TTY",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next ioctl(TIOCSTI); without it screen readers of "
			       "old cannot type.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("1", "0"),
		.secure_floor = "0",
		.authorities = WORDS("ComplianceAsCode", "KSPP", "Kicksecure", "Talos",
				     "kernel-hardening-checker"),
		.security_reference = "kernel:drivers/tty/Kconfig@6.12",
		.combine = COMBINE_OWN,
		/* The kernel's build decides (CONFIG_LEGACY_TIOCSTI). */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_BRACKETED,
		.references = REFERENCES("kernel:drivers/tty/tty_io.c@6.12",
					 "kernel:drivers/tty/Kconfig@6.12"),
	},
	{
		.id = "lockdown.level",
		.title = "What of the kernel even root may not touch",
		.path = "/sys/kernel/security/lockdown",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_CHOICE },
		.unit = UNIT_NONE,
		.choices = WORDS("none", "integrity", "confidentiality"),
		.limits_reference = "kernel:security/lockdown/lockdown.c@6.12",
		/* No option is named: where securityfs is not mounted it is not shown either. */
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, until the next boot.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("none", "integrity", "confidentiality"),
		.secure_floor = "integrity",
		.authorities = WORDS("Bottlerocket", "KSPP"),
		.security_reference = "kernel:security/lockdown/lockdown.c@6.12",
		.combine = COMBINE_OWN,
		.latches = WORDS("integrity", "confidentiality"),
		.is_advice_only = true,
		.advice_only_because =
			"It cannot be lowered until the next boot, and what profilers, debuggers "
			"and unsigned modules need stops working.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("kernel:security/lockdown/lockdown.c@6.12"),
	},
	{
		.id = "user.max_user_namespaces",
		.title = "User namespaces that each user may make",
		.path = "/proc/sys/user/max_user_namespaces",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = INT_LIMIT,
		.limits_reference = "kernel:kernel/ucount.c@6.12",
		.needs_config = "CONFIG_USER_NS",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next clone() or unshare().",
		/* 0 keeps users from code of the kernel that only root reaches else, and breaks
		 * the sandboxes of browsers and containers without root. */
		.security = SECURITY_CONTESTED,
		.authorities = WORDS("Bottlerocket", "ComplianceAsCode", "KSPP", "Talos",
				     "ansible-lockdown", "kernel-hardening-checker"),
		.security_reference = "doc:https://docs.kernel.org/admin-guide/sysctl/user.html",
		.combine = COMBINE_OWN,
		/* Half of kernel.threads-max, which memory decides. */
		.capability = "cap_sys_resource",
		.capability_reference = "kernel:kernel/ucount.c@6.12",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("doc:https://docs.kernel.org/admin-guide/sysctl/user.html",
					 "kernel:kernel/ucount.c@6.12"),
	},
};

const struct family family_sec_host = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
