/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: connection tracking. They exist only while its module is loaded. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define CONNTRACK_PAGE	"doc:https://docs.kernel.org/networking/nf_conntrack-sysctl.html"
#define CONNTRACK_TABLE "kernel:net/netfilter/nf_conntrack_standalone.c@6.12"

static const struct tunable rows[] = {
	{
		.id = "net.netfilter.nf_conntrack_count",
		.title = "Connections tracked now",
		.path = "/proc/sys/net/netfilter/nf_conntrack_count",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_CONNECTIONS,
		.limits_reference = CONNTRACK_TABLE,
		.needs_module = "nf_conntrack",
		.effect = EFFECT_NOW,
		.effect_text = "A count; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = CONNTRACK_TABLE,
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(CONNTRACK_PAGE, CONNTRACK_TABLE),
	},
	{
		.id = "net.netfilter.nf_conntrack_max",
		.title = "Most connections tracked in one network namespace",
		.path = "/proc/sys/net/netfilter/nf_conntrack_max",
		/* One number for the whole host, compared with the count of each namespace; child
		 * namespaces see it, read-only. */
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_CONNECTIONS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = INT_LIMIT,
		.limits_reference =
			"own: 0 was \"no limit\" through 6.18 and is refused from 6.19 on; beyond "
			"that the kernel takes any int.",
		.needs_module = "nf_conntrack",
		/* There without write bits: seen on 5.10, 6.1, 6.12, 6.18 and 7.3; older ones were
		 * not read for it. */
		.is_hidden_in_child_netns = true,
		.shown_in_child_netns = SINCE(5, 10),
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next new connection; more entries in the same number "
			       "of buckets make each look-up longer.",
		/* A table too small loses new connections; that a larger one fits into memory is
		 * for the plan to see. */
		.security = SECURITY_RISING,
		.security_reference = CONNTRACK_PAGE,
		.combine = COMBINE_OWN,
		/* Its default has steps (262144 with more than 4 GiB of memory, 65536 with more
		 * than 1 GiB) that a linear form cannot say, and follows a module parameter where
		 * that is given: none is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(CONNTRACK_PAGE, CONNTRACK_TABLE,
					 "kernel:net/netfilter/nf_conntrack_core.c@6.12"),
	},
};

const struct family family_netfilter = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
