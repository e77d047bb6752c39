/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What of the boot line is stored. It may hold passwords and addresses, under names that nobody
 * can list; so a value is kept only where the kernel's own parameter is known to hold none, and a
 * name only where it is the kernel's own.
 */
#include "config.h"

#include "host/capture.h"

/* Kept with their values. */
static const char *const harmless[] = {
	"audit",
	"cgroup_disable",
	"cgroup_no_v1",
	"clocksource",
	"default_hugepagesz",
	"elevator",
	"hpet",
	"hugepages",
	"hugepagesz",
	"idle",
	"init_on_alloc",
	"init_on_free",
	"intel_idle.max_cstate",
	"intel_iommu",
	"intel_pstate",
	"amd_iommu",
	"amd_pstate",
	"iommu",
	"iommu.passthrough",
	"irqaffinity",
	"isolcpus",
	"kthread_cpus",
	"l1tf",
	"maxcpus",
	"mce",
	"mds",
	"mem",
	"mitigations",
	"nmi_watchdog",
	"nohz",
	"nohz_full",
	"noht",
	"nopti",
	"nosmt",
	"nosoftlockup",
	"nospectre_v1",
	"nospectre_v2",
	"notsc",
	"nowatchdog",
	"nr_cpus",
	"nr_softirqs",
	"numa",
	"numa_balancing",
	"page_poison",
	"pcie_aspm",
	"preempt",
	"processor.max_cstate",
	"psi",
	"pti",
	"quiet",
	"randomize_kstack_offset",
	"rcu_nocb_poll",
	"rcu_nocbs",
	"rcupdate.rcu_expedited",
	"rcupdate.rcu_normal",
	"retbleed",
	"ro",
	"rw",
	"selinux",
	"skew_tick",
	"slab_nomerge",
	"spec_store_bypass_disable",
	"spectre_v2",
	"systemd.unified_cgroup_hierarchy",
	"thp_anon",
	"threadirqs",
	"transparent_hugepage",
	"tsc",
	"tsx",
	"tsx_async_abort",
	"workqueue.power_efficient",
	"workqueue.unbound_cpus",
};

/* The kernel's own, with values that tell of this host: their names alone are told. */
static const char *const known[] = {
	"BOOT_IMAGE", "acpi",	     "apparmor", "blacklist", "console",   "crashkernel",
	"earlycon",   "earlyprintk", "init",	 "initrd",    "ip",	   "kgdboc",
	"lockdown",   "loglevel",    "lsm",	 "nfsroot",   "panic",	   "pci",
	"rdinit",     "resume",	     "root",	 "rootdelay", "rootflags", "rootfstype",
	"rootwait",   "security",    "swiotlb",	 "vga",
};

static bool is_among(struct span name, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (span_is(name, words[i]))
			return true;
	}
	return false;
}

static bool is_plain(struct span value)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+,:.*/=";

	for (size_t i = 0; i < value.length; i++) {
		bool is_in = false;

		for (size_t k = 0; k + 1 < sizeof(plain) && !is_in; k++)
			is_in = plain[k] == value.bytes[i];
		if (!is_in)
			return false;
	}
	return true;
}

int capture_clean_boot_line(struct capture *capture, struct capture_path *path)
{
	struct span rest = { .bytes = path->bytes, .length = path->length };
	auto_text struct text kept = { 0 };
	bool is_of_kernel = true;
	struct span token;
	int r = 0;

	while (r == 0 && span_token(&rest, &token)) {
		struct span value = token;
		struct span name = { 0 };

		if (span_is(token, "--"))
			is_of_kernel = false; /* what follows is for the first process */
		if (!span_split(&value, '=', &name))
			name = token;
		if (is_of_kernel && is_among(name, harmless, ARRAY_SIZE(harmless)) &&
		    is_plain(token)) {
			if (kept.length > 0)
				text_add_char(&kept, ' ');
			text_add_span(&kept, token);
			continue;
		}
		if (!is_of_kernel || !is_among(name, known, ARRAY_SIZE(known)))
			name.length = 0;
		r = capture_leave_out(capture, path->path, "boot-line", name);
	}
	text_add_char(&kept, '\n');
	if (r == 0)
		r = text_status(&kept);
	return r < 0 ? r : capture_replace(path, &kept);
}
