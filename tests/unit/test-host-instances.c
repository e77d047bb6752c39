/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Instances of each scope and their readings (numbers: as in test-host-cpus). */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define CONF "proc/sys/net/ipv4/conf/"
#define NET  "sys/class/net/"
#define CPU  "sys/devices/system/cpu/"

#define UEVENT(name, index) "INTERFACE=" name "\nIFINDEX=" #index "\n"

static const struct file netdevs[] = {
	{ CONF "all/rp_filter", "0\n" },
	{ CONF "default/rp_filter", "2\n" },
	{ CONF "eth1/rp_filter", "1\n" },
	{ CONF "eth0/rp_filter", "0\n" },
	{ CONF "lo/rp_filter", "0\n" },
	{ CONF "veth1a2b/rp_filter", "1\n" },
	{ "sys/devices/pci0/net/eth0/uevent", UEVENT("eth0", 3) },
	{ "sys/devices/pci0/net/eth0/queues/rx-0/rps_cpus", "3\n" },
	{ "sys/devices/pci0/net/eth0/queues/rx-10/rps_cpus", "0\n" },
	{ "sys/devices/pci0/net/eth0/queues/rx-2/rps_cpus", "00000000,0000000f\n" },
	{ "sys/devices/pci0/net/eth0/queues/tx-0/xps_cpus", "0\n" },
	{ "sys/devices/pci0/net/eth1/uevent", UEVENT("eth1", 2) },
	{ "sys/devices/virtual/net/lo/uevent", UEVENT("lo", 1) },
	{ "sys/devices/virtual/net/veth1a2b/uevent", UEVENT("veth1a2b", 9) },
	{ NET "bonding_masters", "\n" },
	{ NULL, NULL },
};

static void host_of_netdevs(struct host *host)
{
	host_new(host);
	tree_files(host, netdevs);
	tree_link(host, NET "eth0", "../../devices/pci0/net/eth0");
	tree_link(host, NET "eth1", "../../devices/pci0/net/eth1");
	tree_link(host, NET "lo", "../../devices/virtual/net/lo");
	tree_link(host, NET "veth1a2b", "../../devices/virtual/net/veth1a2b");
	host_open(host, false);
}

/* "NAME NAME ..." of a tunable's readings, owned by the caller. */
static char *names_of(const struct host *host, const char *id)
{
	auto_text struct text text = { 0 };
	size_t count;
	const struct tunable_reading *readings =
		snapshot_tunables(host->snapshot, tunable_find(id), &count);
	char *names;

	for (size_t i = 0; i < count; i++) {
		text_add(&text, i > 0 ? " " : "");
		text_add(&text, readings[i].instance ? readings[i].instance->name : "-");
	}
	assert_int_equal(text_take(&text, &names), 0);
	return names;
}

static void assert_names(struct host *host, const char *id, const char *expected)
{
	if (!host->snapshot) {
		assert_int_equal(needs_add(&host->needs, id), 0);
		host_take(host);
	}

	autofree char *names = names_of(host, id);

	assert_string_equal(names, expected);
}

static void groups_come_first_then_devices_by_index(void **state)
{
	struct host host;
	size_t count;
	const struct tunable_reading *readings;

	(void)state;
	host_of_netdevs(&host);
	assert_names(&host, "net.ipv4.conf.rp_filter", "all default eth1 eth0");
	readings =
		snapshot_tunables(host.snapshot, tunable_find("net.ipv4.conf.rp_filter"), &count);
	assert_true(readings[0].instance->is_group);
	assert_int_equal(readings[0].instance->number, -1);
	assert_false(readings[2].instance->is_group);
	assert_int_equal(readings[2].instance->number, 2);
	assert_string_equal(readings[2].path, "/proc/sys/net/ipv4/conf/eth1/rp_filter");
	host_done(&host);
}

static void virtual_device_is_left_out_unless_named(void **state)
{
	struct host host;
	size_t count;
	const struct tunable_reading *readings;

	(void)state;
	host_of_netdevs(&host);
	assert_int_equal(needs_add_instance(&host.needs, "veth1a2b"), 0);
	assert_names(&host, "net.ipv4.conf.rp_filter", "all default eth1 eth0 veth1a2b");
	readings =
		snapshot_tunables(host.snapshot, tunable_find("net.ipv4.conf.rp_filter"), &count);
	assert_true(readings[4].instance->is_virtual);
	assert_int_equal(readings[4].instance->number, 9);
	assert_false(readings[3].instance->is_virtual);
	host_done(&host);
}

/* A host of containers has a thousand of them. */
static void virtual_device_costs_no_file(void **state)
{
	struct host host;

	(void)state;
	host_of_netdevs(&host);
	assert_names(&host, "net.ipv4.conf.rp_filter", "all default eth1 eth0");
	assert_int_equal(host_opened(&host, "/" NET "veth1a2b/uevent"), 0);
	assert_int_equal(host_opened(&host, "/" CONF "veth1a2b/rp_filter"), 0);
	assert_int_equal(host_opened(&host, "/" NET "eth0/uevent"), 1);
	host_done(&host);
}

static void device_without_hardware_made_on_purpose_is_judged(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CONF "bond0/rp_filter", "0\n" },
				{ CONF "dummy0/rp_filter", "0\n" }, { CONF "wg0/rp_filter", "0\n" },
				{ "sys/devices/virtual/net/bond0/uevent",
				  "DEVTYPE=bond\n" UEVENT("bond0", 7) },
				{ "sys/devices/virtual/net/dummy0/uevent", UEVENT("dummy0", 8) },
				{ "sys/devices/virtual/net/wg0/uevent", UEVENT("wg0", 5) },
				{ NET "x", NULL }));
	tree_link(&host, NET "bond0", "../../devices/virtual/net/bond0");
	tree_link(&host, NET "dummy0", "../../devices/virtual/net/dummy0");
	tree_link(&host, NET "wg0", "../../devices/virtual/net/wg0");
	host_open(&host, false);
	assert_names(&host, "net.ipv4.conf.rp_filter", "bond0");
	host_done(&host);
}

/* 32: per-interface folders without sysfs, as a container's capture shows them. */
static void devices_without_sysfs_have_no_index(void **state)
{
	struct host host;
	size_t count;
	const struct tunable_reading *readings;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CONF "all/rp_filter", "1\n" }, { CONF "lo/rp_filter", "0\n" },
				{ CONF "eth0/rp_filter", "" }, { CONF "veth0/rp_filter", "0\n" }));
	host_open(&host, false);
	assert_names(&host, "net.ipv4.conf.rp_filter", "all eth0");
	readings =
		snapshot_tunables(host.snapshot, tunable_find("net.ipv4.conf.rp_filter"), &count);
	assert_int_equal(readings[1].instance->number, -1);
	assert_int_equal(readings[1].reading.state, READING_MALFORMED);
	host_done(&host);
}

static void sysfs_of_another_namespace_is_not_ours(void **state)
{
	static const struct {
		const char *dev; /* of this thread's namespace */
		bool is_ours;
	} cases[] = {
		{ "Inter-| Receive\n face |bytes\n    lo: 0 0\n  eth0: 1 2\n  eth1: 3 4\n", true },
		{ "Inter-| Receive\n face |bytes\n    lo: 0 0\n", false },
		{ "    lo: 0 0\n  eth0: 1 2\n", false },
		{ "    lo: 0 0\n  eth0: 1 2\n  eth7: 1 2\n", false },
		/* one that came a moment later */
		{ "    lo: 0\n  eth0: 1\n  eth1: 3\n  veth9: 5\n", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct host host;

		host_new(&host);
		tree_files(&host, netdevs);
		tree_link(&host, NET "eth0", "../../devices/pci0/net/eth0");
		tree_link(&host, NET "eth1", "../../devices/pci0/net/eth1");
		tree_file(&host, "proc/thread-self/net/dev", cases[i].dev);
		host_open(&host, true);
		assert_int_equal(needs_add(&host.needs, "net.ipv4.conf.rp_filter"), 0);
		assert_names(&host, "net.rps_cpus",
			     cases[i].is_ours ? "eth0/rx-0 eth0/rx-2 eth0/rx-10" : "");
		/* /proc/sys follows the thread: its devices are ours, only without an index */
		assert_names(&host, "net.ipv4.conf.rp_filter",
			     cases[i].is_ours ? "all default eth1 eth0" : "all default eth0 eth1");
		host_done(&host);
	}
}

static void receive_queues_are_named_by_their_device(void **state)
{
	struct host host;
	size_t count;
	const struct tunable_reading *readings;

	(void)state;
	host_of_netdevs(&host);
	assert_names(&host, "net.rps_cpus", "eth0/rx-0 eth0/rx-2 eth0/rx-10");
	readings = snapshot_tunables(host.snapshot, tunable_find("net.rps_cpus"), &count);
	assert_string_equal(readings[1].path, "/sys/class/net/eth0/queues/rx-2/rps_cpus");
	assert_int_equal(readings[1].instance->number, 3);

	autofree char *says = host_says(&host, "net.rps_cpus/eth0/rx-2");

	assert_string_equal(says, "f");
	host_done(&host);
}

/* 35 */
static void transmit_queues_are_not_receive_queues(void **state)
{
	struct host host;

	(void)state;
	host_of_netdevs(&host);
	check_wants(&host, WANTS({ "net.xps_cpus/eth0/tx-0", "0" }));
	assert_names(&host, "net.xps_cpus", "eth0/tx-0");
	host_done(&host);
}

static void idle_states_are_named_by_their_cpu(void **state)
{
	struct host host;
	const struct tunable_reading *readings;
	size_t count;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CPU "online", "0-1\n" }, { CPU "possible", "0-1\n" },
				{ CPU "cpu0/cpuidle/state0/disable", "0\n" },
				{ CPU "cpu0/cpuidle/state10/disable", "1\n" },
				{ CPU "cpu0/cpuidle/state2/disable", "0\n" },
				{ CPU "cpu0/cpuidle/states/disable", "0\n" },
				{ CPU "cpu1/topology/core_id", "1\n" },
				{ CPU "cpuidle/current_driver", "intel_idle\n" }));
	host_open(&host, false);
	check_wants(&host, WANTS({ "cpuidle.state_disable/cpu0/state10", "1" }));
	assert_names(&host, "cpuidle.state_disable", "cpu0/state0 cpu0/state2 cpu0/state10");
	readings = snapshot_tunables(host.snapshot, tunable_find("cpuidle.state_disable"), &count);
	assert_int_equal(count, 3);
	assert_string_equal(readings[2].path,
			    "/sys/devices/system/cpu/cpu0/cpuidle/state10/disable");
	host_done(&host);
}

static void schedulers_of_real_disks_in_every_shape(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host,
		   FILES({ "sys/block/sda/queue/scheduler", "noop [cfq]\n" },
			 { "sys/block/sdb/queue/scheduler", "[mq-deadline] none\n" },
			 { "sys/block/sdc/queue/scheduler", "mq-deadline kyber [bfq] none\n" },
			 { "sys/block/vda/queue/scheduler", "none\n" },
			 { "sys/block/loop0/queue/scheduler", "none\n" },
			 { "sys/block/ram0/queue/scheduler", "none\n" },
			 { "sys/block/zram0/queue/scheduler", "none\n" },
			 { "sys/block/dm-3/queue/scheduler", "none\n" },
			 { "sys/block/nvme0n1/queue/scheduler", "[none] mq-deadline\n" }));
	host_open(&host, false);
	check_wants(&host,
		    WANTS({ "block.scheduler/sda", "cfq" },
			  { "block.scheduler/sdb", "mq-deadline" },
			  { "block.scheduler/sdc", "bfq" }, { "block.scheduler/vda", "none" },
			  { "block.scheduler/nvme0n1", "none" },
			  { "block.scheduler/loop0", "(nothing)" }));
	assert_names(&host, "block.scheduler", "nvme0n1 sda sdb sdc vda");
	host_done(&host);
}

/* 34 */
static void policies_in_their_own_folder(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CPU "cpufreq/policy0/scaling_governor", "walt\n" },
				{ CPU "cpufreq/policy4/affected_cpus", "4-7\n" },
				{ CPU "cpufreq/boost", "1\n" }));
	host_open(&host, false);
	check_wants(&host, WANTS({ "cpufreq.governor/policy0", "walt" },
				 { "cpufreq.governor/policy4", "(absent)" }));
	assert_names(&host, "cpufreq.governor", "policy0 policy4");
	host_done(&host);
}

/* 34 */
static void policies_of_old_kernels_lie_with_their_cpus(void **state)
{
	struct host host;
	size_t count;
	const struct tunable_reading *readings;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CPU "cpu0/cpufreq/scaling_governor", "ondemand\n" },
				{ CPU "cpu1/cpufreq/scaling_governor", "interactive\n" },
				{ CPU "cpufreq/boost", "1\n" }));
	host_open(&host, false);
	assert_names(&host, "cpufreq.governor", "policy0 policy1");
	readings = snapshot_tunables(host.snapshot, tunable_find("cpufreq.governor"), &count);
	assert_string_equal(readings[1].path,
			    "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor");

	autofree char *says = host_says(&host, "cpufreq.governor/policy1");

	assert_string_equal(says, "interactive");
	host_done(&host);
}

/* 34 */
static void guest_without_frequencies_has_no_policy(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host,
		   FILES({ CPU "cpu0", NULL }, { CPU "cpu1", NULL }, { CPU "cpufreq", NULL }));
	host_open(&host, false);
	assert_names(&host, "cpufreq.governor", "");
	host_done(&host);
}

static void interrupts_are_folders_with_a_number(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ "proc/irq/default_smp_affinity", "f\n" },
				{ "proc/irq/9/smp_affinity_list", "0-3\n" },
				{ "proc/irq/36/smp_affinity_list", "2\n" },
				{ "proc/irq/0/smp_affinity_list", "\n" }));
	host_open(&host, false);
	check_wants(&host,
		    WANTS({ "irq.smp_affinity_list/0", "" }, { "irq.smp_affinity_list/36", "2" }));
	assert_names(&host, "irq.smp_affinity_list", "0 9 36");
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_come_first_then_devices_by_index),
		cmocka_unit_test(virtual_device_is_left_out_unless_named),
		cmocka_unit_test(virtual_device_costs_no_file),
		cmocka_unit_test(device_without_hardware_made_on_purpose_is_judged),
		cmocka_unit_test(devices_without_sysfs_have_no_index),
		cmocka_unit_test(sysfs_of_another_namespace_is_not_ours),
		cmocka_unit_test(receive_queues_are_named_by_their_device),
		cmocka_unit_test(transmit_queues_are_not_receive_queues),
		cmocka_unit_test(idle_states_are_named_by_their_cpu),
		cmocka_unit_test(schedulers_of_real_disks_in_every_shape),
		cmocka_unit_test(policies_in_their_own_folder),
		cmocka_unit_test(policies_of_old_kernels_lie_with_their_cpus),
		cmocka_unit_test(guest_without_frequencies_has_no_policy),
		cmocka_unit_test(interrupts_are_folders_with_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
