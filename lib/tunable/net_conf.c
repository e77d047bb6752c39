/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: settings of each network interface and of its receive queues. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable_default rp_filter_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "The kernel's own; distributions set 1 or 2 at boot, and a new network "
		       "namespace starts with what the host has.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/ipv4/devinet.c@6.12",
	},
};

static const struct tunable_default rps_cpus_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Off; a queue made while net.core.rps_default_mask is set starts with that.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:Documentation/networking/scaling.rst@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "net.ipv4.conf.rp_filter",
		.title = "Check of the source address by the way back",
		.path = "/proc/sys/net/ipv4/conf/{netdev}/rp_filter",
		.scope = SCOPE_NETDEV,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference =
			"own: the kernel stores any int, and only 0 (off), 1 (strict) and "
			"2 (loose) have a meaning.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet; the greater number of `all` and of the "
			       "interface counts.",
		/* By strength 1 (strict) is above 2 (loose). Routers with several ways need 2. An
		 * administrator who filters elsewhere may choose 0; a profile may not. */
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "2", "1"),
		.secure_floor = "2",
		.security_reference = "kernel:include/linux/inetdevice.h@6.12",
		.combine = COMBINE_MAX,
		.defaults = rp_filter_defaults,
		.default_count = ARRAY_SIZE(rp_filter_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("kernel:Documentation/networking/ip-sysctl.rst@6.12",
					 "kernel:include/linux/inetdevice.h@6.12"),
	},
	{
		.id = "net.rps_cpus",
		.title = "CPUs to which a receive queue spreads its packets (RPS)",
		.path = "/sys/class/net/{rx-queue}/rps_cpus",
		.scope = SCOPE_RX_QUEUE,
		.format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_MASK },
		.unit = UNIT_CPUS,
		.limits_reference = "kernel:net/core/net-sysfs.c@6.12",
		.needs_config = "CONFIG_RPS",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet of that queue.",
		/* Which CPU handles a packet protects nothing; that the mask leaves housekeeping
		 * CPUs free is for the plan to see. */
		.security = SECURITY_NEUTRAL,
		.security_reference = "doc:https://docs.kernel.org/networking/scaling.html",
		.combine = COMBINE_OWN,
		.defaults = rps_cpus_defaults,
		.default_count = ARRAY_SIZE(rps_cpus_defaults),
		/* Of the user namespace that owns the device; asked for at the write. */
		.capability = "cap_net_admin",
		.capability_reference = "kernel:net/core/net-sysfs.c@6.12",
		/* The kernel takes out the CPUs that are isolated. */
		.readback = READBACK_SUBSET,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES("kernel:Documentation/networking/scaling.rst@6.12",
					 "kernel:net/core/net-sysfs.c@6.12"),
	},
};

const struct family family_net_conf = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
