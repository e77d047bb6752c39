/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: connection tracking. They exist only while its module is loaded. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define CONNTRACK_PAGE	"doc:https://docs.kernel.org/networking/nf_conntrack-sysctl.html"
#define CONNTRACK_TABLE "kernel:net/netfilter/nf_conntrack_standalone.c@6.12"

static const struct tunable_default netfilter_nf_conntrack_tcp_loose_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/netfilter/nf_conntrack_proto_tcp.c@6.12",
	},
};

static const struct tunable_default netfilter_nf_conntrack_tcp_timeout_established_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "432000" }),
		.element_count = 1,
		.how = "Five days.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/netfilter/nf_conntrack_proto_tcp.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "net.netfilter.nf_conntrack_buckets",
		.title = "Size of the table of tracked connections",
		.path = "/proc/sys/net/netfilter/nf_conntrack_buckets",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1024),
		.max = NUMBER(16777216),
		.limits_reference = "own: the kernel rounds up to a page; more than 16 million "
				    "lists take memory for nothing.",
		.needs_module = "nf_conntrack",
		/* There without write bits, as nf_conntrack_max. */
		.is_hidden_in_child_netns = true,
		.shown_in_child_netns = SINCE(5, 10),
		.effect = EFFECT_NOW,
		.effect_text = "Rebuilds the table at once, while packets wait.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* A 16384th of the memory in pages, 65536 or 262144 from 4 GiB on, by release. */
		.is_advice_only = true,
		.advice_only_because = "It rebuilds the table of a running firewall; "
				       "nf_conntrack_max alone makes its lists longer.",
		.readback = READBACK_ROUNDED,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(CONNTRACK_PAGE, CONNTRACK_TABLE),
	},
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
	{
		.id = "net.netfilter.nf_conntrack_tcp_loose",
		.title = "Whether connections are tracked that began before",
		.path = "/proc/sys/net/netfilter/nf_conntrack_tcp_loose",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = CONNTRACK_TABLE,
		.needs_module = "nf_conntrack",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("1", "0"),
		.security_reference = CONNTRACK_PAGE,
		.combine = COMBINE_OWN,
		.defaults = netfilter_nf_conntrack_tcp_loose_defaults,
		.default_count = ARRAY_SIZE(netfilter_nf_conntrack_tcp_loose_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(CONNTRACK_PAGE, CONNTRACK_TABLE),
	},
	{
		.id = "net.netfilter.nf_conntrack_tcp_timeout_established",
		.title = "Silence after which a tracked connection is forgotten",
		.path = "/proc/sys/net/netfilter/nf_conntrack_tcp_timeout_established",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_SECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(60),
		.max = NUMBER(864000),
		.limits_reference = "own: seconds kept as ticks; a short one drops sessions, a "
				    "long one fills the table.",
		.needs_module = "nf_conntrack",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet of a connection.",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = netfilter_nf_conntrack_tcp_timeout_established_defaults,
		.default_count =
			ARRAY_SIZE(netfilter_nf_conntrack_tcp_timeout_established_defaults),
		.is_advice_only = true,
		.advice_only_because =
			"Too short it drops idle sessions, too long it lets the table fill.",
		.readback = READBACK_ROUNDED,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(CONNTRACK_PAGE, CONNTRACK_TABLE),
	},
};

const struct family family_netfilter = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
