/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: net.core. Most belong to the host and are hidden in child network namespaces. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define NET_PAGE   "doc:https://docs.kernel.org/admin-guide/sysctl/net.html"
#define CORE_TABLE "kernel:net/core/sysctl_net_core.c@6.12"

static const struct tunable_default netdev_budget_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "300" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/core/hotdata.c@6.12",
	},
};

static const struct tunable_default netdev_max_backlog_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1000" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/core/hotdata.c@6.12",
	},
};

/*
 * Up to 6.17 the number is 256 times the true size of a small packet, so it depends on the size of
 * the kernel's own structures and cache lines; it was read and seen for x86-64 only.
 */
static const struct tunable_default socket_max_defaults[] = {
	{
		.since = SINCE(3, 16),
		.elements = ELEMENTS({ .literal = "212992" }),
		.element_count = 1,
		.arch = "x86_64",
		.how = "256 small packets with their bookkeeping, as the kernel counts them.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:include/net/sock.h@6.12",
	},
	{
		.since = BETWEEN(6, 17, 6, 18),
		.elements = ELEMENTS({ .literal = "4194304" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "commit:a6d4f25888b8",
	},
};

static const struct tunable_default somaxconn_defaults[] = {
	{
		.elements = ELEMENTS({ .literal = "128" }),
		.element_count = 1,
		.how = "SOMAXCONN in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:include/linux/socket.h@5.3",
	},
	{
		/* The release itself is named by the document and by the commit. */
		.since = SINCE(5, 4),
		.elements = ELEMENTS({ .literal = "4096" }),
		.element_count = 1,
		.how = "SOMAXCONN in the kernel's source; a new network namespace starts with it "
		       "too, whatever the host has.",
		.known = KNOWLEDGE_READ,
		.reference = "commit:19f92a030ca6",
	},
};

static const struct tunable rows[] = {
	{
		.id = "net.core.netdev_budget",
		.title = "Packets handled in one round of receive processing",
		.path = "/proc/sys/net/core/netdev_budget",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_PACKETS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = INT_LIMIT,
		.limits_reference =
			"own: the kernel takes any int; below 1 each round ends after the first "
			"queue it serves.",
		.is_hidden_in_child_netns = true,
		.effect = EFFECT_NOW,
		.effect_text = "The next round of receive processing takes it up.",
		/* A smaller one loses packets to a smaller flood; a larger one is bounded by
		 * netdev_budget_usecs. */
		.security = SECURITY_RISING,
		.security_reference = "kernel:net/core/dev.c@6.12",
		.combine = COMBINE_OWN,
		.defaults = netdev_budget_defaults,
		.default_count = ARRAY_SIZE(netdev_budget_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(NET_PAGE, CORE_TABLE, "kernel:net/core/dev.c@6.12"),
	},
	{
		.id = "net.core.netdev_budget_usecs",
		.title = "Time of one round of receive processing",
		.path = "/proc/sys/net/core/netdev_budget_usecs",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_MICROSECONDS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(2000),
		.max = NUMBER(20000),
		.limits_reference =
			"own: from two ticks at 1000 Hz, for newer kernels refuse less than two "
			"ticks, to two ticks at 100 Hz, for longer rounds keep everything else "
			"off the CPU.",
		.since = BETWEEN(4, 9, 4, 12),
		.is_hidden_in_child_netns = true,
		.effect = EFFECT_NOW,
		.effect_text = "The next round of receive processing takes it up.",
		/* Within the limits each value is a kernel's own default or between two. */
		.security = SECURITY_NEUTRAL,
		.security_reference = "kernel:net/core/hotdata.c@6.12",
		.combine = COMBINE_OWN,
		/* Its default is two ticks, 2000000 / HZ us, and nothing that every host shows
		 * tells HZ: none is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(NET_PAGE, CORE_TABLE, "kernel:net/core/hotdata.c@6.12"),
	},
	{
		.id = "net.core.netdev_max_backlog",
		.title = "Packets queued for one CPU by RPS, loopback, veth and tunnels",
		.path = "/proc/sys/net/core/netdev_max_backlog",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_PACKETS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(65535),
		.limits_reference =
			"own: the kernel takes any int; a negative one lifts the limit, and at "
			"about 2 KiB for a packet 65535 may hold 150 MB on each CPU.",
		.is_hidden_in_child_netns = true,
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next packet; packets of a network card without RPS do "
			"not pass through this queue.",
		/* A shorter queue loses packets to a smaller flood. */
		.security = SECURITY_RISING,
		.security_reference = "kernel:net/core/dev.c@6.12",
		.combine = COMBINE_OWN,
		.defaults = netdev_max_backlog_defaults,
		.default_count = ARRAY_SIZE(netdev_max_backlog_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(NET_PAGE, "kernel:net/core/dev.c@6.12"),
	},
	{
		.id = "net.core.rmem_max",
		.title = "Most receive buffer that a program may ask for",
		.path = "/proc/sys/net/core/rmem_max",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(4096),
		.max = NUMBER(1073741823),
		.limits_reference =
			"own: the kernel's floor is one small packet with its bookkeeping, "
			"below 4096 on x86-64; it doubles what a program asks for and so "
			"stops at half of INT_MAX.",
		.is_hidden_in_child_netns = true,
		.shown_in_child_netns = BETWEEN(6, 8, 6, 12),
		.effect = EFFECT_NEW_SOCKETS,
		.effect_text = "Caps setsockopt(SO_RCVBUF) when it is called; it does not cap the "
			       "buffers that TCP tunes by itself.",
		/* A cap per socket; what all sockets of UDP and TCP hold is bounded by udp_mem and
		 * tcp_mem. */
		.security = SECURITY_NEUTRAL,
		.security_reference = NET_PAGE,
		.combine = COMBINE_OWN,
		.defaults = socket_max_defaults,
		.default_count = ARRAY_SIZE(socket_max_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(NET_PAGE, CORE_TABLE, "kernel:net/core/sock.c@6.12",
					 "commit:19249c0724f2"),
	},
	{
		.id = "net.core.somaxconn",
		.title = "Most connections that may wait for accept() on one listener",
		.path = "/proc/sys/net/core/somaxconn",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_CONNECTIONS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(65535),
		.limits_reference =
			"own: the kernel takes 0 to INT_MAX; 0 leaves room for one connection, "
			"old kernels keep 16 bits, and more only costs memory.",
		.effect = EFFECT_NEXT_LISTEN,
		.effect_text = "A listener keeps its limit until the program calls listen() again: "
			       "restart the program, a reload is not enough.",
		/* It bounds the queue of half-open connections too: a smaller one is filled by a
		 * smaller flood, which is why the kernel raised it. */
		.security = SECURITY_RISING,
		.security_reference = "commit:19f92a030ca6",
		.combine = COMBINE_OWN,
		.defaults = somaxconn_defaults,
		.default_count = ARRAY_SIZE(somaxconn_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("kernel:Documentation/networking/ip-sysctl.rst@6.12",
					 "kernel:net/core/net_namespace.c@6.12",
					 "kernel:net/socket.c@6.12", "commit:19f92a030ca6"),
	},
	{
		.id = "net.core.wmem_max",
		.title = "Most send buffer that a program may ask for",
		.path = "/proc/sys/net/core/wmem_max",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(8192),
		.max = NUMBER(1073741823),
		.limits_reference =
			"own: the kernel's floor is two small packets with their bookkeeping, "
			"about 4.6 KiB on x86-64; it doubles what a program asks for and so "
			"stops at half of INT_MAX.",
		.is_hidden_in_child_netns = true,
		.shown_in_child_netns = BETWEEN(6, 8, 6, 12),
		.effect = EFFECT_NEW_SOCKETS,
		.effect_text = "Caps setsockopt(SO_SNDBUF) when it is called; it does not cap the "
			       "buffers that TCP tunes by itself.",
		/* As rmem_max. */
		.security = SECURITY_NEUTRAL,
		.security_reference = NET_PAGE,
		.combine = COMBINE_OWN,
		.defaults = socket_max_defaults,
		.default_count = ARRAY_SIZE(socket_max_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(NET_PAGE, CORE_TABLE, "kernel:net/core/sock.c@6.12",
					 "commit:19249c0724f2"),
	},
};

const struct family family_net_core = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
