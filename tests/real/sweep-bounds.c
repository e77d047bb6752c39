/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the sweep leaves alone even in a guest, and what it must prepare. */
#include "config.h"

#include "sweep.h"

#include <string.h>

#include "tunable/family.h"

static const struct bound bounds[] = {
	{
		.id = "block.nr_requests",
		.has_high = true,
		.high = NUMBER(64),
		.because = "no more than the device has is taken",
	},
	{
		.id = "cpu.online",
		.is_left_alone = true,
		.because = "a CPU that goes and comes back resets settings of its own",
	},
	{
		.id = "fs.file-max",
		.has_low = true,
		.low = NUMBER(8192),
		.because = "with fewer the guest cannot open its files",
	},
	{
		.id = "fs.nr_open",
		.has_low = true,
		.low = NUMBER(1024),
		.because = "with fewer the guest cannot open its files",
	},
	{
		.id = "hugepages.nr_hugepages",
		.has_high = true,
		.high = NUMBER(8),
		.because = "each page is taken from the guest's memory at once",
	},
	{
		.id = "kernel.kexec_load_disabled",
		.is_left_alone = true,
		.because = "it goes from 0 to 1 alone, and then stays so",
	},
	{
		.id = "kernel.modules_disabled",
		.is_left_alone = true,
		.because = "it goes from 0 to 1 alone, and then stays so",
	},
	{
		.id = "kernel.numa_balancing",
		.has_high = true,
		.high = NUMBER(1),
		.because = "this release has no memory tiers",
		.lifted = BETWEEN(5, 17, 5, 19),
	},
	{
		.id = "kernel.panic_on_",
		.is_left_alone = true,
		.because = "another fault would then end the guest",
	},
	{
		.id = "kernel.pid_max",
		.has_low = true,
		.low = NUMBER(1024),
		.because = "with fewer no process starts",
	},
	{
		.id = "kernel.sched_rt_runtime_us",
		.has_high = true,
		.high = NUMBER(1000000),
		.because = "more than the period is refused, and a longer period leaves the "
			   "deadline tasks too little",
	},
	{
		.id = "kernel.sched_util_clamp_max",
		.has_low = true,
		.low = NUMBER(1024),
		.because = "it may not lie below kernel.sched_util_clamp_min",
	},
	{
		.id = "kernel.threads-max",
		.has_low = true,
		.low = NUMBER(1024),
		.because = "with fewer no process starts",
	},
	{
		.id = "kernel.usermodehelper.",
		.is_left_alone = true,
		.because = "bits that are taken away do not come back",
	},
	{
		.id = "lockdown.level",
		.is_left_alone = true,
		.because = "it only goes up",
	},
	{
		.id = "net.core.netdev_budget_usecs",
		.has_low = true,
		.low = NUMBER(20000),
		.because = "newer kernels refuse less than two ticks, and no file tells how long "
			   "one is",
	},
	{
		.id = "net.core.rps_sock_flow_entries",
		.has_high = true,
		.high = NUMBER(1048576),
		.because = "the table is allocated at once",
	},
	{
		.id = "net.ipv4.ip_unprivileged_port_start",
		.has_high = true,
		.high = NUMBER(32768),
		.because = "it may not lie above the first port of net.ipv4.ip_local_port_range",
	},
	{
		.id = "net.netfilter.nf_conntrack_buckets",
		.has_high = true,
		.high = NUMBER(1048576),
		.because = "the table is allocated at once",
	},
	{
		.id = "net.rps_flow_cnt",
		.has_low = true,
		.has_high = true,
		.low = NUMBER(2),
		.high = NUMBER(1048576),
		.because = "the table is allocated at once; newer releases refuse 1",
	},
	{
		.id = "net.threaded",
		.is_left_alone = true,
		.because = "on 7.3 switching it off never ends while the interface is down",
	},
	{
		.id = "sched.fair_server_period_ns",
		.has_low = true,
		.low = NUMBER(50000000),
		.because = "the server's runtime must fit into it",
	},
	{
		.id = "sched.fair_server_runtime_ns",
		.has_high = true,
		.high = NUMBER(1000000000),
		.because = "it must fit into the server's period",
	},
	{
		.id = "smt.control",
		.is_left_alone = true,
		.because = "CPUs that go and come back reset settings of their own",
	},
	{
		.id = "vm.dirty_bytes",
		.has_low = true,
		.low = NUMBER(8192),
		.because = "less than two pages is refused, and 0 is only shown",
	},
	{
		.id = "vm.max_map_count",
		.has_low = true,
		.low = NUMBER(1024),
		.because = "with fewer no program starts",
	},
	{
		.id = "vm.min_free_kbytes",
		.has_high = true,
		.high = NUMBER(32768),
		.because = "more of the guest's memory than that makes it kill its processes",
	},
	{
		.id = "vm.mmap_rnd_bits",
		.has_low = true,
		.has_high = true,
		.low = NUMBER(28),
		.high = NUMBER(32),
		.because = "the guest's machine has no others",
	},
	{
		.id = "vm.mmap_rnd_compat_bits",
		.has_low = true,
		.has_high = true,
		.low = NUMBER(8),
		.high = NUMBER(16),
		.because = "the guest's machine has no others",
	},
	{
		.id = "vm.nr_hugepages",
		.has_high = true,
		.high = NUMBER(8),
		.because = "each page is taken from the guest's memory at once",
	},
	{
		.id = "vm.nr_hugepages_mempolicy",
		.has_high = true,
		.high = NUMBER(8),
		.because = "each page is taken from the guest's memory at once",
	},
	{
		.id = "vm.overcommit_memory",
		.has_high = true,
		.high = NUMBER(1),
		.because = "2 refuses memory to the guest's own programs",
	},
	{
		.id = "vm.percpu_pagelist_fraction",
		.has_low = true,
		.low = NUMBER(8),
		.because = "what lies between 0 and 8 is refused",
	},
	{
		.id = "vm.percpu_pagelist_high_fraction",
		.has_low = true,
		.low = NUMBER(8),
		.because = "what lies between 0 and 8 is refused",
	},
	{
		.id = "vm.swappiness",
		.has_high = true,
		.high = NUMBER(100),
		.because = "this release refuses more",
		.lifted = BETWEEN(5, 3, 5, 9),
	},
	{
		.id = "vm.watermark_scale_factor",
		.has_high = true,
		.high = NUMBER(1000),
		.because = "more of the guest's memory than that makes it kill its processes",
	},
};

static const struct preparation preparations[] = {
	/* The runtime may not exceed the period: without one any period is taken. */
	{ "kernel.sched_rt_period_us", "kernel.sched_rt_runtime_us", "-1" },
};

/* Does @id name it, or is it a beginning (that ends with a dot or a line)? */
static bool is_of(const char *id, const char *name)
{
	size_t length = strlen(name);
	char last = name[length - 1];

	return strcmp(id, name) == 0 ||
	       ((last == '.' || last == '_') && strncmp(id, name, length) == 0);
}

const struct bound *bound_of(const struct tunable *tunable, const struct release *release)
{
	for (size_t i = 0; i < ARRAY_SIZE(bounds); i++) {
		const struct release_bracket *lifted = &bounds[i].lifted;

		if (is_of(tunable->id, bounds[i].id) &&
		    (!release_bracket_is_set(lifted) ||
		     release_reached(release, lifted) != TRUTH_YES))
			return &bounds[i];
	}
	return NULL;
}

const struct preparation *preparation_of(const struct tunable *tunable)
{
	for (size_t i = 0; i < ARRAY_SIZE(preparations); i++) {
		if (strcmp(tunable->id, preparations[i].id) == 0)
			return &preparations[i];
	}
	return NULL;
}

/* Where a new namespace begins with what the first one has, not with the kernel's default. */
bool begins_with_the_hosts(const struct tunable *tunable)
{
	static const char *const ids[] = {
		"net.ipv4.conf.",
		"net.ipv4.tcp_congestion_control",
		"net.ipv4.tcp_rmem",
		"net.ipv4.tcp_wmem",
	};

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		if (is_of(tunable->id, ids[i]))
			return true;
	}
	return false;
}

/* What the machine may lack whatever its kernel has, what nobody mounted or switched on, and what
 * only distributions patch in; no field of a row can say so. */
bool is_of_machine(const struct tunable *tunable)
{
	static const char *const ids[] = {
		"cpufreq.",	 "cpuidle.",	     "fs.binfmt_misc.",
		"intel_pstate.", "kernel.apparmor_", "kernel.unprivileged_userns_clone",
		"kernel.yama.",	 "lockdown.",	     "smt.",
	};

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		if (is_of(tunable->id, ids[i]))
			return true;
	}
	return false;
}
