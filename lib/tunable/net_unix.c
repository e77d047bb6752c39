/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: local sockets. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

static const struct tunable_default unix_max_dgram_qlen_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "10" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/unix/af_unix.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "net.unix.max_dgram_qlen",
		.title = "Messages that may wait at a local datagram socket",
		.path = "/proc/sys/net/unix/max_dgram_qlen",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(65535),
		.limits_reference =
			"own: the kernel takes any int; each message holds kernel memory.",
		.effect = EFFECT_NEW_SOCKETS,
		.effect_text = "Holds for sockets opened from now on.",
		.security = SECURITY_NEUTRAL,
		.security_reference = "kernel:net/unix/af_unix.c@6.12",
		.combine = COMBINE_OWN,
		.defaults = unix_max_dgram_qlen_defaults,
		.default_count = ARRAY_SIZE(unix_max_dgram_qlen_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("kernel:net/unix/sysctl_net_unix.c@6.12",
					 "kernel:net/unix/af_unix.c@6.12"),
	},
};

const struct family family_net_unix = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
