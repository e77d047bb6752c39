/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: net.ipv4, one set for each network namespace. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define IP_SYSCTL      "kernel:Documentation/networking/ip-sysctl.rst@6.12"
#define IP_SYSCTL_PAGE "doc:https://docs.kernel.org/networking/ip-sysctl.html"
#define IPV4_TABLE     "kernel:net/ipv4/sysctl_net_ipv4.c@6.12"

/* tcp_conn_request() reads the limit only where no cookie may be sent. */
static const struct condition syncookies_on[] = {
	{
		.of = "net.ipv4.tcp_syncookies",
		.relation = RELATION_NOT,
		.operands = { { .literal = "0" } },
		.operand_count = 1,
	},
};

static const struct inert max_syn_backlog_inert[] = {
	{
		.code = "syncookies-on",
		.text = "With tcp_syncookies on the kernel does not read this limit: the queue of "
			"half-open connections is bounded by the listener's own backlog.",
		.conditions = syncookies_on,
		.condition_count = ARRAY_SIZE(syncookies_on),
		.since = BETWEEN(4, 2, 4, 9),
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:net/ipv4/tcp_input.c@6.12",
	},
};

/*
 * The first element is a page of the machine; it was 4096 on every machine between the commits
 * bd68a2a854ad and e70f3c701276, and as an upper bound a page is right there too.
 */
#define ONE_PAGE                                                                                 \
	{                                                                                        \
		.of = "memory.page-size", .has_min = true, .min = NUMBER(4096), .has_max = true, \
		.max = NUMBER(262144),                                                           \
	}
/* One part in 128 of the memory that buffers may use, between two bounds. */
#define MEMORY_SHARE(least, most)                                                             \
	{                                                                                     \
		.of = "memory.total", .times_numerator = NUMBER(1), .times_denominator = 128, \
		.has_min = true, .min = NUMBER(least), .has_max = true, .max = NUMBER(most),  \
	}

static const struct tunable_default tcp_rmem_defaults[] = {
	{
		.since = SINCE(3, 16),
		.elements =
			ELEMENTS(ONE_PAGE, { .literal = "87380" }, MEMORY_SHARE(87380, 6291456)),
		.element_count = 3,
		.is_upper_bound = true,
		.how = "The kernel sets the last element at boot to memory / 128, at most 6 MiB.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/ipv4/tcp.c@4.14.177",
	},
	{
		/* A 4.15.18 tree of a distribution has it too, so from 4.14.177 on nothing is
		 * certain before 4.20. */
		.since = { .absent_in = RELEASE_PATCH(4, 14, 177), .present_in = RELEASE(4, 20) },
		.elements =
			ELEMENTS(ONE_PAGE, { .literal = "131072" }, MEMORY_SHARE(131072, 6291456)),
		.element_count = 3,
		.is_upper_bound = true,
		.how = "The kernel sets the last element at boot to memory / 128, at most 6 MiB.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "commit:a337531b942b",
	},
	{
		.since = BETWEEN(6, 14, 6, 17),
		.elements =
			ELEMENTS(ONE_PAGE, { .literal = "131072" }, MEMORY_SHARE(131072, 33554432)),
		.element_count = 3,
		.is_upper_bound = true,
		.how = "The kernel sets the last element at boot to memory / 128, at most 32 MiB.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "commit:572be9bf9d0d",
	},
};

static const struct tunable_default tcp_wmem_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements =
			ELEMENTS(ONE_PAGE, { .literal = "16384" }, MEMORY_SHARE(65536, 4194304)),
		.element_count = 3,
		.is_upper_bound = true,
		.how = "The kernel sets the last element at boot to memory / 128, at most 4 MiB.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/ipv4/tcp.c@6.12",
	},
};

static const struct tunable_default ip_local_port_range_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "32768" }, { .literal = "60999" }),
		.element_count = 2,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_TRIED,
		.reference = IP_SYSCTL,
	},
};

static const struct tunable_default tcp_abort_on_overflow_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_TRIED,
		.reference = IP_SYSCTL,
	},
};

static const struct tunable_default tcp_synack_retries_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "5" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = IP_SYSCTL,
	},
};

static const struct tunable_default tcp_syncookies_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source, in each new network namespace too.",
		.known = KNOWLEDGE_TRIED,
		.reference = "kernel:net/ipv4/tcp_ipv4.c@6.12",
	},
};

static const struct tunable_default tcp_tw_reuse_defaults[] = {
	{
		.since = SINCE(3, 16),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/ipv4/tcp_ipv4.c@4.15.18",
	},
	{
		.since = { .absent_in = RELEASE_PATCH(4, 15, 18), .present_in = RELEASE(4, 20) },
		.elements = ELEMENTS({ .literal = "2" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source: for loopback only.",
		.known = KNOWLEDGE_BRACKETED,
		.reference = "kernel:net/ipv4/tcp_ipv4.c@4.20",
	},
};

static const struct tunable rows[] = {
	{
		.id = "net.ipv4.ip_local_port_range",
		.title = "Ports from which the kernel picks for outgoing connections",
		.path = "/proc/sys/net/ipv4/ip_local_port_range",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_VECTOR(2),
		.unit = UNIT_PORTS,
		.has_min = true,
		.has_max = true,
		.is_ascending = true,
		.min = NUMBER(1024),
		.max = NUMBER(65535),
		.limits_reference =
			"own: the kernel takes 1 to 65535 but nothing below "
			"ip_unprivileged_port_start, and lower ports belong to services.",
		.effect = EFFECT_NOW,
		.effect_text = "The next bind() or connect() without a port picks from it.",
		/* Wider is safer, but spans have no rank that a row could state: never written. */
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		.defaults = ip_local_port_range_defaults,
		.default_count = ARRAY_SIZE(ip_local_port_range_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, IPV4_TABLE),
	},
	{
		.id = "net.ipv4.tcp_abort_on_overflow",
		.title = "Answer a full accept queue with a reset",
		.path = "/proc/sys/net/ipv4/tcp_abort_on_overflow",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference =
			"own: the kernel stores 0 to 255 and asks only whether it is 0.",
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next handshake that completes; from Linux 4.12 on the "
			"first packet is dropped before that, so it rarely acts.",
		/* A reset tells a scanner, and loses a client that a retry would have served. */
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("1", "0"),
		.secure_floor = "0",
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.defaults = tcp_abort_on_overflow_defaults,
		.default_count = ARRAY_SIZE(tcp_abort_on_overflow_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/tcp_minisocks.c@6.12"),
	},
	{
		.id = "net.ipv4.tcp_max_syn_backlog",
		.title = "Half-open connections kept while SYN cookies are off",
		.path = "/proc/sys/net/ipv4/tcp_max_syn_backlog",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_CONNECTIONS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(1),
		.max = NUMBER(65535),
		.limits_reference =
			"own: the kernel takes any int, and below 1 with cookies off drops "
			"nearly every new connection; more than 65535 only costs memory.",
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next connection request; before Linux 4.9 perhaps only "
			"for listeners started afterwards.",
		.security = SECURITY_RISING,
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.inert = max_syn_backlog_inert,
		.inert_count = ARRAY_SIZE(max_syn_backlog_inert),
		/* Its default is max(128, entries of the connection hash / 128); how large that
		 * hash is does not follow from the memory total, so none is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("kernel:net/ipv4/tcp_input.c@6.12",
					 "kernel:net/ipv4/tcp_ipv4.c@6.12", IP_SYSCTL),
	},
	{
		.id = "net.ipv4.tcp_rmem",
		.title = "Receive buffer of a TCP socket: least, first, most",
		.path = "/proc/sys/net/ipv4/tcp_rmem",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_VECTOR(3),
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		.is_ascending = true,
		.min = NUMBER(4096),
		.max = INT_LIMIT,
		.limits_reference =
			"own: newer kernels refuse less than 4096, older ones take 1 to INT_MAX.",
		.effect = EFFECT_NEW_SOCKETS,
		.effect_text =
			"A new socket takes the middle size, and connections take it from their "
			"listener: restart the server; the last size holds at once for sockets "
			"whose buffer the kernel tunes.",
		/* What all sockets together may hold is bounded by tcp_mem, whatever stands here.
		 */
		.security = SECURITY_NEUTRAL,
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.defaults = tcp_rmem_defaults,
		.default_count = ARRAY_SIZE(tcp_rmem_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/tcp.c@6.12"),
	},
	{
		.id = "net.ipv4.tcp_synack_retries",
		.title = "How often an unanswered SYN-ACK is sent again",
		.path = "/proc/sys/net/ipv4/tcp_synack_retries",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_SEGMENTS,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(2),
		.max = NUMBER(5),
		.limits_reference =
			"own: the kernel stores 0 to 255; fewer than 2 loses clients on a lossy "
			"path, more than its default 5 keeps the requests of a flood longer.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds at once, for the requests that are waiting too.",
		.security = SECURITY_FALLING,
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.defaults = tcp_synack_retries_defaults,
		.default_count = ARRAY_SIZE(tcp_synack_retries_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(IP_SYSCTL, IPV4_TABLE, "kernel:net/ipv4/tcp_timer.c@6.12",
					 "kernel:net/ipv4/inet_connection_sock.c@6.12"),
	},
	{
		.id = "net.ipv4.tcp_syncookies",
		.title = "SYN cookies when the queue of half-open connections is full",
		.path = "/proc/sys/net/ipv4/tcp_syncookies",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "own: the kernel stores 0 to 255; what is above 2 acts as 1.",
		.needs_config = "CONFIG_SYN_COOKIES",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next connection request.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "1 2"),
		.secure_floor = "1 2",
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.defaults = tcp_syncookies_defaults,
		.default_count = ARRAY_SIZE(tcp_syncookies_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/tcp_input.c@6.12"),
	},
	{
		.id = "net.ipv4.tcp_tw_reuse",
		.title = "Reuse of TIME_WAIT sockets for outgoing connections",
		.path = "/proc/sys/net/ipv4/tcp_tw_reuse",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = IPV4_TABLE,
		.effect = EFFECT_NOW,
		.effect_text =
			"Holds for the next connect(): it does nothing for connections that a "
			"server accepts, and needs tcp_timestamps.",
		.security = SECURITY_CONTESTED,
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.defaults = tcp_tw_reuse_defaults,
		.default_count = ARRAY_SIZE(tcp_tw_reuse_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/tcp_ipv4.c@6.12"),
	},
	{
		.id = "net.ipv4.tcp_wmem",
		.title = "Send buffer of a TCP socket: least, first, most",
		.path = "/proc/sys/net/ipv4/tcp_wmem",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_VECTOR(3),
		.unit = UNIT_BYTES,
		.has_min = true,
		.has_max = true,
		.is_ascending = true,
		.min = NUMBER(4096),
		.max = INT_LIMIT,
		.limits_reference =
			"own: the kernel takes 1 to INT_MAX; 4096 is its smallest default for "
			"the first size.",
		.effect = EFFECT_NEW_SOCKETS,
		.effect_text =
			"A new socket takes the middle size; the last size holds at once for "
			"sockets whose buffer the kernel tunes.",
		/* As tcp_rmem: the sum is bounded by tcp_mem. */
		.security = SECURITY_NEUTRAL,
		.security_reference = IP_SYSCTL_PAGE,
		.combine = COMBINE_OWN,
		.defaults = tcp_wmem_defaults,
		.default_count = ARRAY_SIZE(tcp_wmem_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/tcp.c@6.12"),
	},
};

const struct family family_net_ipv4 = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
