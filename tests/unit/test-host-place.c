/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a kernel runs and what limits it: hypervisor, container, control groups, power, namespace,
 * other programs. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define DMI    "sys/class/dmi/id/"
#define CLOCKS "sys/devices/system/clocksource/clocksource0/available_clocksource"
#define SUPPLY "sys/class/power_supply/"
#define GROUP  "sys/fs/cgroup/"

struct sign {
	struct file files[3];
	const char *says;
};

static void check_signs(const char *id, const struct sign *signs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct file *files = signs[i].files;

		check_host(FILES(files[0], files[1], files[2]), WANTS({ id, signs[i].says }));
	}
}

static void hypervisor_is_named_by_whole_words_alone(void **state)
{
	static const struct sign signs[] = {
		{ { { "sys/hypervisor/type", "xen\n" } }, "xen" },
		{ { { CLOCKS, "tsc kvm-clock acpi_pm \n" } }, "kvm" },
		{ { { CLOCKS, "hyperv_clocksource_tsc_page acpi_pm\n" } }, "microsoft" },
		{ { { DMI "sys_vendor", "VMware, Inc.\n" } }, "vmware" },
		{ { { DMI "sys_vendor", "innotek GmbH\n" } }, "oracle" },
		{ { { DMI "sys_vendor", "QEMU\n" }, { CLOCKS, "tsc hpet\n" } }, "qemu" },
		{ { { DMI "sys_vendor", "QEMU\n" }, { CLOCKS, "kvm-clock\n" } }, "kvm" },
		{ { { DMI "sys_vendor", "Amazon EC2\n" }, { DMI "product_name", "m5.large\n" } },
		  "kvm" },
		{ { { DMI "sys_vendor", "Amazon EC2\n" },
		    { DMI "product_name", "m5.metal\n" },
		    { "proc/cpuinfo", "processor : 0\nflags : fpu lm\n" } },
		  "none" },
		{ { { DMI "sys_vendor", "Microsoft Corporation\n" },
		    { DMI "product_name", "Surface Pro\n" },
		    { "proc/cpuinfo", "processor : 0\nflags : fpu lm\n" } },
		  "none" },
		{ { { DMI "sys_vendor", "Microsoft Corporation\n" },
		    { DMI "product_name", "Virtual Machine\n" } },
		  "microsoft" },
		{ { { DMI "sys_vendor", "Not QEMU\n" } }, "(absent)" },
		{ { { "proc/cpuinfo", "processor : 0\nflags : fpu lm hypervisor\n" } }, "other" },
		{ { { "proc/cpuinfo", "processor : 0\nflags : fpu lm\n\n" } }, "none" },
		{ { { "proc/cpuinfo", "processor : 0\nflags : fpu lm\n\n" },
		    { "proc/bus/pci/devices", "0000\t80861237\t0\n0020\t80eebeef\t12\n" } },
		  "oracle" },
		{ { { "proc/sysinfo", "Manufacturer: IBM\nVM00 Control Program: z/VM  6.2.0\n" } },
		  "zvm" },
		{ { { "proc/sysinfo", "Manufacturer: IBM\nVM00 Control Program: KVM/Linux\n" } },
		  "kvm" },
		{ { { "proc/sysinfo", "Manufacturer: IBM\nLPAR Number: 3\n" } }, "none" },
		{ { { "proc/device-tree/ibm,partition-name", "lp1" } }, "powervm" },
		{ { { "proc/cpuinfo", "processor : 0\nFeatures : fp asimd\n" } }, "(absent)" },
		{ { { "proc", NULL } }, "(absent)" },
	};

	(void)state;
	check_signs("virtualization", signs, ARRAY_SIZE(signs));
}

static void device_tree_holds_words_ended_by_nul(void **state)
{
	static const char words[] = "vendor,board\0linux,kvm";
	struct host host;

	(void)state;
	host_new(&host);
	tree_bytes(&host, "proc/device-tree/hypervisor/compatible", words, sizeof(words));
	host_open(&host, false);
	check_wants(&host, WANTS({ "virtualization", "kvm" }));
	host_done(&host);
}

static void container_is_named_by_whole_words_alone(void **state)
{
	static const struct sign signs[] = {
		{ { { "run/.containerenv", "" } }, "podman" },
		{ { { ".dockerenv", "" } }, "docker" },
		{ { { ".dockerenv", "" }, { "run/secrets/kubernetes.io", NULL } }, "kubernetes" },
		{ { { "run/systemd/container", "systemd-nspawn\n" } }, "systemd-nspawn" },
		{ { { "run/systemd/container", "something\n" } }, "other" },
		{ { { "proc/1/cgroup", "0::/kubepods.slice/kubepods-pod1.slice/cri-1.scope\n" } },
		  "kubernetes" },
		{ { { "proc/1/cgroup", "4:cpu:/docker/0123\n0::/\n" } }, "docker" },
		{ { { "proc/1/cgroup", "0::/system.slice/docker-0123.scope\n" } }, "docker" },
		{ { { "proc/1/cgroup", "0::/lxc.payload.web\n" } }, "lxc" },
		{ { { "proc/1/cgroup", "0::/machine.slice/libpod-0.scope\n" } }, "podman" },
		{ { { "proc/1/cgroup", "0::/machine.slice/systemd-nspawn@web.service\n" } },
		  "systemd-nspawn" },
		{ { { "proc/1/cgroup", "0::/machine.slice/machine-web.scope\n" } },
		  "systemd-nspawn" },
		{ { { "proc/1/cgroup", "0::/docker/01/kubepods/pod2/34\n" } }, "kubernetes" },
		{ { { "proc/1/cgroup", "0::/dockerlike/x\n" } }, "(absent)" },
		{ { { "proc/1/cgroup", "0::/system.slice/docker.service\n" } }, "(absent)" },
		{ { { "proc/1/cgroup", "0::/init.scope\n" } }, "none" },
		{ { { "proc/1/cgroup", "0::/\n" } }, "(absent)" },
		{ { { "proc/vz", NULL } }, "openvz" },
		{ { { "proc/vz", NULL }, { "proc/bc", NULL } }, "(absent)" },
		{ { { "proc/sys/kernel/osrelease", "5.15.1-microsoft-standard-WSL2\n" } }, "wsl" },
		{ { { "proc", NULL } }, "(absent)" },
	};

	(void)state;
	check_signs("container", signs, ARRAY_SIZE(signs));
}

static void image_of_a_container_booted_as_a_machine_is_none(void **state)
{
	static const char *const links[][2] = {
		{ "proc/self/ns/pid", "pid:[4026531836]" },
		{ "proc/self/ns/uts", "uts:[4026531838]" },
		{ "proc/self/ns/ipc", "ipc:[4026531839]" },
		{ "proc/self/ns/cgroup", "cgroup:[4026531835]" },
	};

	(void)state;
	/* One namespace of its own (the last round: none) makes the marker file count. */
	for (size_t own = 0; own <= ARRAY_SIZE(links); own++) {
		bool is_machine = own == ARRAY_SIZE(links);
		struct host host;

		host_new(&host);
		tree_file(&host, ".dockerenv", "");
		tree_file(&host, "proc/1/cgroup", "0::/init.scope\n");
		for (size_t i = 0; i < ARRAY_SIZE(links); i++)
			tree_link(&host, links[i][0], i == own ? "x:[4026532281]" : links[i][1]);
		host_open(&host, false);
		check_wants(&host, WANTS({ "container", is_machine ? "none" : "docker" }));
		host_done(&host);
	}
}

static void tightest_quota_of_all_ancestors_counts(void **state)
{
	(void)state;
	check_host(FILES({ "proc/self/cgroup", "0::/a/b\n" },
			 { GROUP "a/b/cpu.max", "max 100000\n" },
			 { GROUP "a/cpu.max", "150000 100000\n" },
			 { GROUP "cpu.max", "400000 100000\n" }),
		   WANTS({ "cgroup.cpu-quota", "150" }));
	check_host(FILES({ "proc/self/cgroup", "4:cpu,cpuacct:/a\n0::/\n" },
			 { GROUP "cpu,cpuacct/a/cpu.cfs_quota_us", "50000\n" },
			 { GROUP "cpu,cpuacct/a/cpu.cfs_period_us", "100000\n" },
			 { GROUP "cpu,cpuacct/cpu.cfs_quota_us", "-1\n" },
			 { GROUP "cpu,cpuacct/cpu.cfs_period_us", "100000\n" }),
		   WANTS({ "cgroup.cpu-quota", "50" }));
}

static void group_without_quota_has_none(void **state)
{
	(void)state;
	check_host(FILES({ "proc/self/cgroup", "0::/a\n" }, { GROUP "a/cpu.max", "max 100000\n" }),
		   WANTS({ "cgroup.cpu-quota", "(absent)" }));
	check_host(FILES({ "proc", NULL }), WANTS({ "cgroup.cpu-quota", "(absent)" }));
}

static void cpuset_is_that_of_the_nearest_group_that_has_one(void **state)
{
	(void)state;
	check_host(FILES({ "proc/self/cgroup", "0::/a/b\n" },
			 { GROUP "a/cpuset.cpus.effective", "2-3\n" },
			 { GROUP "cpuset.cpus.effective", "0-7\n" }),
		   WANTS({ "cgroup.cpuset", "2-3" }));
	check_host(FILES({ "proc/self/cgroup", "3:cpuset:/x\n" },
			 { GROUP "cpuset/x/cpuset.cpus", "1\n" }),
		   WANTS({ "cgroup.cpuset", "1" }));
}

static void group_outside_of_the_namespace_is_the_root(void **state)
{
	(void)state;
	check_host(FILES({ "proc/self/cgroup", "0::/../../x\n" },
			 { GROUP "cpuset.cpus.effective", "0-1\n" }),
		   WANTS({ "cgroup.cpuset", "0-1" }));
}

/* 31: "self" points to a process that only the capture has. */
static void self_of_a_capture_is_resolved_inside_it(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_file(&host, "proc/4711/cgroup", "0::/captured\n");
	tree_link(&host, "proc/self", "4711");
	tree_file(&host, GROUP "captured/cpu.max", "70000 100000\n");
	host_open(&host, false);
	check_wants(&host, WANTS({ "cgroup.cpu-quota", "70" }));
	host_done(&host);
}

static void power_comes_from_the_wall_unless_a_battery_gives_it(void **state)
{
	static const struct sign signs[] = {
		{ { { "sys/class/power_supply", NULL } }, "mains" },
		{ { { SUPPLY "BAT0/type", "Battery\n" },
		    { SUPPLY "BAT0/status", "Discharging\n" } },
		  "battery" },
		{ { { SUPPLY "BAT0/type", "Battery\n" }, { SUPPLY "BAT0/status", "Full\n" } },
		  "mains" },
		{ { { SUPPLY "mouse/type", "Battery\n" }, { SUPPLY "mouse/scope", "Device\n" } },
		  "mains" },
		{ { { "sys", NULL } }, "(absent)" },
	};

	(void)state;
	check_signs("power.supply", signs, ARRAY_SIZE(signs));
	check_host(FILES({ SUPPLY "AC/type", "Mains\n" }, { SUPPLY "AC/online", "1\n" },
			 { SUPPLY "BAT0/type", "Battery\n" }),
		   WANTS({ "power.supply", "mains" }));
}

static void namespace_is_known_by_what_it_hides(void **state)
{
	(void)state;
	check_host(FILES({ "proc/sys/net/core/somaxconn", "4096\n" },
			 { "proc/sys/net/core/netdev_max_backlog", "1000\n" }),
		   WANTS({ "netns.initial", "1" }, { "netns.inode", "(absent)" }));
	check_host(FILES({ "proc/sys/net/core/somaxconn", "4096\n" }),
		   WANTS({ "netns.initial", "0" }));
	check_host(FILES({ "proc/sys/net", NULL }), WANTS({ "netns.initial", "(absent)" }));
}

static void inode_of_the_thread_comes_before_that_of_the_process(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_link(&host, "proc/thread-self/ns/net", "net:[4026532008]");
	tree_link(&host, "proc/self/ns/net", "net:[4026531840]");
	host_open(&host, false);
	check_wants(&host, WANTS({ "netns.inode", "4026532008" }));
	host_done(&host);
}

static void owners_are_found_by_their_control_group(void **state)
{
	(void)state;
	check_host(FILES({ GROUP "system.slice/tuned.service/cgroup.events",
			   "populated 1\nfrozen 0\n" },
			 { GROUP "system.slice/irqbalance.service/cgroup.events",
			   "populated 0\nfrozen 0\n" }),
		   WANTS({ "owners", "tuned" }));
	check_host(FILES({ GROUP "systemd/system.slice/irqbalance.service/cgroup.procs", "17\n" },
			 { GROUP "systemd/system.slice/tuned.service/cgroup.procs", "" }),
		   WANTS({ "owners", "irqbalance" }));
}

static void owner_without_systemd_is_found_by_its_process(void **state)
{
	(void)state;
	check_host(FILES({ "run/irqbalance/irqbalance77.sock", "" },
			 { "proc/77/comm", "irqbalance\n" }),
		   WANTS({ "owners", "irqbalance" }));
	check_host(FILES({ "run/irqbalance/irqbalance77.sock", "" }, { "proc/77/comm", "bash\n" }),
		   WANTS({ "owners", "(absent)" }));
}

static void what_is_no_process_id_names_no_owner(void **state)
{
	(void)state;
	check_host(FILES({ "run/irqbalance/irqbalance.sock", "" }),
		   WANTS({ "owners", "(absent)" }));
	check_host(FILES({ "run/tuned/tuned.pid", "" }), WANTS({ "owners", "(absent)" }));
	check_host(FILES({ "run/tuned/tuned.pid", "4294967296\n" }),
		   WANTS({ "owners", "(absent)" }));
}

static void nobody_there_is_an_empty_list_where_groups_are_seen(void **state)
{
	(void)state;
	check_host(FILES({ GROUP "system.slice", NULL }), WANTS({ "owners", "" }));
	check_host(FILES({ "proc", NULL }), WANTS({ "owners", "(absent)" }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hypervisor_is_named_by_whole_words_alone),
		cmocka_unit_test(device_tree_holds_words_ended_by_nul),
		cmocka_unit_test(container_is_named_by_whole_words_alone),
		cmocka_unit_test(image_of_a_container_booted_as_a_machine_is_none),
		cmocka_unit_test(tightest_quota_of_all_ancestors_counts),
		cmocka_unit_test(group_without_quota_has_none),
		cmocka_unit_test(cpuset_is_that_of_the_nearest_group_that_has_one),
		cmocka_unit_test(group_outside_of_the_namespace_is_the_root),
		cmocka_unit_test(self_of_a_capture_is_resolved_inside_it),
		cmocka_unit_test(power_comes_from_the_wall_unless_a_battery_gives_it),
		cmocka_unit_test(namespace_is_known_by_what_it_hides),
		cmocka_unit_test(inode_of_the_thread_comes_before_that_of_the_process),
		cmocka_unit_test(owners_are_found_by_their_control_group),
		cmocka_unit_test(owner_without_systemd_is_found_by_its_process),
		cmocka_unit_test(what_is_no_process_id_names_no_owner),
		cmocka_unit_test(nobody_there_is_an_empty_list_where_groups_are_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
