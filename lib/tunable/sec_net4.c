/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: the network apart from IPv6: what passes the firewall by, and what fewer need. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define IP_SYSCTL "kernel:Documentation/networking/ip-sysctl.rst@6.12"
#define BRIDGE	  "kernel:net/bridge/br_netfilter_hooks.c@6.12"

static const struct tunable_default bridge_nf_call_arptables_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = BRIDGE,
	},
};

static const struct tunable_default bridge_nf_call_ip6tables_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = BRIDGE,
	},
};

static const struct tunable_default bridge_nf_call_iptables_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = BRIDGE,
	},
};

static const struct tunable_default drop_unicast_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "The kernel's own; distributions may set another, and a new network "
		       "namespace starts with what the host has.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/ipv4/devinet.c@6.12",
	},
};

static const struct tunable_default ping_group_range_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }, { .literal = "0" }),
		.element_count = 2,
		.how = "Fixed in the kernel's source: nobody; systemd lets everybody.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/ipv4/af_inet.c@6.12",
	},
};

static const struct tunable_default mptcp_enabled_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "1" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:net/mptcp/ctrl.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "net.bridge.bridge-nf-call-arptables",
		.title = "Whether arptables sees packets of neighbours that a bridge passes on",
		.path = "/proc/sys/net/bridge/bridge-nf-call-arptables",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: the kernel takes any int; other than 0 means yes.",
		.needs_module = "br_netfilter",
		.own_in_child_netns = SINCE(5, 10),
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet.",
		/* 0 lets bridged packets pass the firewall of the host by. */
		.security = SECURITY_RISING,
		.security_reference = IP_SYSCTL,
		.combine = COMBINE_OWN,
		.defaults = bridge_nf_call_arptables_defaults,
		.default_count = ARRAY_SIZE(bridge_nf_call_arptables_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(BRIDGE, IP_SYSCTL),
	},
	{
		.id = "net.bridge.bridge-nf-call-ip6tables",
		.title = "Whether ip6tables sees IPv6 packets that a bridge passes on",
		.path = "/proc/sys/net/bridge/bridge-nf-call-ip6tables",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: the kernel takes any int; other than 0 means yes.",
		.needs_module = "br_netfilter",
		.own_in_child_netns = SINCE(5, 10),
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet.",
		/* 0 lets bridged packets pass the firewall of the host by. */
		.security = SECURITY_RISING,
		.authorities = WORDS("Talos"),
		.security_reference = IP_SYSCTL,
		.combine = COMBINE_OWN,
		.defaults = bridge_nf_call_ip6tables_defaults,
		.default_count = ARRAY_SIZE(bridge_nf_call_ip6tables_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(BRIDGE, IP_SYSCTL),
	},
	{
		.id = "net.bridge.bridge-nf-call-iptables",
		.title = "Whether iptables sees IPv4 packets that a bridge passes on",
		.path = "/proc/sys/net/bridge/bridge-nf-call-iptables",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: the kernel takes any int; other than 0 means yes.",
		.needs_module = "br_netfilter",
		.own_in_child_netns = SINCE(5, 10),
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet.",
		/* 0 lets bridged packets pass the firewall of the host by. */
		.security = SECURITY_RISING,
		.authorities = WORDS("Talos"),
		.security_reference = IP_SYSCTL,
		.combine = COMBINE_OWN,
		.defaults = bridge_nf_call_iptables_defaults,
		.default_count = ARRAY_SIZE(bridge_nf_call_iptables_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(BRIDGE, IP_SYSCTL),
	},
	{
		.id = "net.ipv4.conf.drop_unicast_in_l2_multicast",
		.title = "Whether a packet for one host that was sent to all is dropped",
		.path = "/proc/sys/net/ipv4/conf/{netdev}/drop_unicast_in_l2_multicast",
		.scope = SCOPE_NETDEV,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: the kernel stores any int; other than 0 means yes.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next packet.",
		.security = SECURITY_RISING,
		.security_reference = IP_SYSCTL,
		.combine = COMBINE_OR,
		.defaults = drop_unicast_defaults,
		.default_count = ARRAY_SIZE(drop_unicast_defaults),
		.is_advice_only = true,
		.advice_only_because = "Only wireless networks that share a key are safer for it.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/ip_input.c@6.12"),
	},
	{
		.id = "net.ipv4.ping_group_range",
		.title = "Groups that may send pings without privilege",
		.path = "/proc/sys/net/ipv4/ping_group_range",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_VECTOR(2),
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(4294967294),
		.limits_reference =
			"own: the kernel takes groups that the user namespace has; 1 0 is nobody.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next socket.",
		/* A socket for pings in the hands of each user, or a ping with more privilege. */
		.security = SECURITY_CONTESTED,
		.authorities = WORDS("systemd"),
		.security_reference = IP_SYSCTL,
		.combine = COMBINE_OWN,
		.defaults = ping_group_range_defaults,
		.default_count = ARRAY_SIZE(ping_group_range_defaults),
		.is_advice_only = true,
		.advice_only_because = "Distributions choose between a socket for all and a ping "
				       "with a privilege of its own.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(IP_SYSCTL, "kernel:net/ipv4/sysctl_net_ipv4.c@6.12",
					 "kernel:net/ipv4/ping.c@6.12"),
	},
	{
		.id = "net.mptcp.enabled",
		.title = "Whether sockets of several ways (MPTCP) can be made",
		.path = "/proc/sys/net/mptcp/enabled",
		.scope = SCOPE_NETNS,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "own: older kernels take any int; other than 0 means yes.",
		.needs_config = "CONFIG_MPTCP",
		.effect = EFFECT_NEW_SOCKETS,
		.effect_text = "Holds for new sockets.",
		.security = SECURITY_FALLING,
		.authorities = WORDS("GrapheneOS"),
		.security_reference = "kernel:Documentation/networking/mptcp-sysctl.rst@6.12",
		.combine = COMBINE_OWN,
		.defaults = mptcp_enabled_defaults,
		.default_count = ARRAY_SIZE(mptcp_enabled_defaults),
		.is_advice_only = true,
		.advice_only_because = "Programs ask for it by themselves: whether any does, its "
				       "administrator knows.",
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES("kernel:Documentation/networking/mptcp-sysctl.rst@6.12",
					 "kernel:net/mptcp/ctrl.c@6.12"),
	},
};

const struct family family_sec_net4 = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
