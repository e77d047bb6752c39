/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Rows: programs that keep settings as they want them. Only what each was read to write; where it
 * writes other settings than this registry knows, they stand here too, for the day it does.
 *
 * TLP is not here: it runs for a moment at a change of the power source and leaves no process, so
 * "it runs" cannot be seen.
 */
#include "config.h"

#include "tunable/fact.h"

#include <string.h>

#include "base/cleanup.h"
#include "base/text.h"
#include "tunable/family.h"

static const struct owner_row owners[] = {
	{
		/* Its daemon sets up forwarding for its bridges. */
		.name = "dockerd",
		.title = "Docker",
		.unit = "docker.service",
		.pid_file = "/run/docker.pid",
		.comm = "dockerd",
		.manages = WORDS("net.ipv4.ip_forward"),
		.reference = "doc:https://github.com/moby/moby/blob/master/daemon/libnetwork/"
			     "drivers/bridge/setup_ip_forwarding.go",
	},
	{
		.name = "irqbalance",
		.title = "irqbalance",
		.unit = "irqbalance.service",
		.manages = WORDS("irq.smp_affinity_list"),
		.reference =
			"doc:https://manpages.ubuntu.com/manpages/noble/en/man1/irqbalance.1.html",
	},
	{
		/* A kubelet, kube-proxy and container runtime in one process. */
		.name = "k3s",
		.title = "K3s",
		.unit = "k3s.service",
		.manages = WORDS("kernel.panic", "kernel.panic_on_oops",
				 "net.netfilter.nf_conntrack_max", "vm.overcommit_memory",
				 "vm.panic_on_oom"),
		.reference = "doc:https://ranchermanager.docs.rancher.com/v2.15/troubleshooting/"
			     "kubernetes-components/"
			     "troubleshooting-worker-nodes-and-generic-components",
	},
	{
		.name = "kube-proxy",
		.title = "Kubernetes kube-proxy",
		.unit = "kube-proxy.service",
		.manages = WORDS("net.netfilter.nf_conntrack_max"),
		.reference = "doc:https://kubernetes.io/docs/reference/generated/kube-proxy",
	},
	{
		/* Usually kube-proxy runs as a pod below it and cannot be seen by itself. */
		.name = "kubelet",
		.title = "Kubernetes kubelet",
		.unit = "kubelet.service",
		.manages = WORDS("kernel.keys.root_maxbytes", "kernel.keys.root_maxkeys",
				 "kernel.panic", "kernel.panic_on_oops",
				 "net.netfilter.nf_conntrack_max", "vm.overcommit_memory",
				 "vm.panic_on_oom"),
		.reference =
			"doc:https://github.com/kubernetes/kubernetes/blob/master/pkg/kubelet/cm/"
			"container_manager_linux.go",
	},
	{
		/* With the P-state drivers in active mode it also holds the governor. */
		.name = "power-profiles-daemon",
		.title = "power-profiles-daemon",
		.unit = "power-profiles-daemon.service",
		.manages = WORDS("cpufreq.governor"),
		.reference =
			"doc:https://gitlab.freedesktop.org/upower/power-profiles-daemon/-/blob/"
			"main/README.md",
	},
	{
		/* Its profiles may name any sysctl and any file of sysfs. */
		.name = "tuned",
		.title = "TuneD",
		.unit = "tuned.service",
		.pid_file = "/run/tuned/tuned.pid",
		.comm = "tuned",
		.manages = WORDS("block.", "cpufreq.", "fs.", "irq.", "kernel.", "net.", "thp.",
				 "vm."),
		.reference =
			"doc:https://docs.redhat.com/en/documentation/red_hat_enterprise_linux/10/"
			"optimize-tuned_plug_ins",
	},
};

size_t owner_count(void)
{
	return ARRAY_SIZE(owners);
}

const struct owner_row *owner_at(size_t index)
{
	return index < ARRAY_SIZE(owners) ? &owners[index] : NULL;
}

bool owner_manages(const struct owner_row *owner, const char *tunable_id)
{
	for (size_t i = 0; owner->manages[i]; i++) {
		const char *managed = owner->manages[i];

		if (span_ends(span_of(managed), ".")) {
			if (span_starts(span_of(tunable_id), managed))
				return true;
		} else if (strcmp(managed, tunable_id) == 0) {
			return true;
		}
	}
	return false;
}
