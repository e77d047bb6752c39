/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* No plan asks for more than the machine bears: memory for each row that costs some, and CPUs. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "guard-host.h"

/* A host of 1 GiB and four CPUs, and the most that it bears. */
struct borne {
	const char *id;
	const char *now;
	const char *most;
	const char *beyond;
	const char *small;
	const char *stock; /* the release's default, where the row states one */
};

static const struct borne rows[] = {
	{ "fs.pipe-max-size", "1048576", "16777216", "16777217", "8192", "1048576" },
	{ "net.core.optmem_max", "131072", "16777216", "16777217", "8192", "131072" },
	{ "net.core.rps_sock_flow_entries", "0", "4194304", "4194305", NULL, NULL },
	{ "net.ipv4.tcp_child_ehash_entries", "0", "2097152", "2097153", NULL, NULL },
	{ "net.ipv4.tcp_limit_output_bytes", "1048576", "16777216", "16777217", "8192", "1048576" },
	{ "net.ipv4.udp_rmem_min", "4096", "262144", "262145", NULL, NULL },
	{ "net.ipv4.udp_wmem_min", "4096", "262144", "262145", NULL, NULL },
	{ "net.core.netdev_max_backlog", "1000", "14563", "14564", "500", "1000" },
	{ "net.core.rmem_max", "212992", "16777216", "16777217", "8192", "212992" },
	{ "net.core.wmem_max", "212992", "16777216", "16777217", "8192", "212992" },
	{ "net.ipv4.tcp_rmem", "4096 131072 6291456", "4096 131072 16777216",
	  "4096 131072 16777217", "4096 4096 4096", "4096 131072 6291456" },
	{ "net.ipv4.tcp_wmem", "4096 16384 4194304", "4096 16384 16777216", "4096 16384 16777217",
	  "4096 4096 4096", "4096 16384 4194304" },
	{ "net.netfilter.nf_conntrack_max", "65536", "262144", "262145", NULL, NULL },
	{ "vm.dirty_background_bytes", "4096", "536870912", "536870913", NULL, NULL },
	{ "vm.dirty_bytes", "8192", "536870912", "536870913", NULL, NULL },
	{ "vm.max_map_count", "65530", "1048576", "1048577", "1024", "65530" },
};

static enum guard_answer answer_for(const struct borne *row, bool is_known, const char *now,
				    const char *to)
{
	const struct tunable *tunable = tunable_find(row->id);
	struct wish wish = { tunable, NULL, to };
	enum guard_answer answer;
	struct host host;
	size_t at;

	host_new(&host);
	tree_files(&host, FILES({ KERNEL_FILE, "6.12.9\n" }, { "proc/sys/kernel/arch", "x86_64\n" },
				{ "proc/sys/vm/dirty_ratio", "0\n" },
				{ "proc/sys/vm/dirty_background_ratio", "0\n" }));
	tree_file(&host, tunable->path + 1, now);
	if (is_known) {
		tree_file(&host, MEMORY_FILE, "MemTotal: 1048576 kB\n");
		tree_file(&host, CPU_FILE, "0-3\n");
	}
	host_open(&host, false);
	assert_int_equal(needs_add(&host.needs, row->id), 0);
	assert_int_equal(needs_add_for_change(&host.needs), 0);
	host_take(&host);
	answer = answer_on(&host, &wish, 1, &at);
	host_done(&host);
	return answer;
}

static void memory_bounds_what_costs_memory(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(answer_for(&rows[i], true, rows[i].now, rows[i].most),
				 GUARD_ALLOWED);
		assert_int_equal(answer_for(&rows[i], true, rows[i].now, rows[i].beyond),
				 GUARD_OUT_OF_RANGE);
		/* What stands there may stay, and may be lowered where that is no weakening. */
		assert_int_equal(answer_for(&rows[i], true, rows[i].beyond, rows[i].beyond),
				 GUARD_ALLOWED);
		assert_int_not_equal(answer_for(&rows[i], true, rows[i].beyond, rows[i].most),
				     GUARD_OUT_OF_RANGE);
	}
}

static void without_the_memory_only_the_default_may_be_asked_for(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(answer_for(&rows[i], false, rows[i].now, rows[i].most),
				 GUARD_UNKNOWN);
		assert_int_equal(answer_for(&rows[i], false, rows[i].most, rows[i].most),
				 GUARD_ALLOWED);
		if (rows[i].stock)
			assert_int_equal(answer_for(&rows[i], false, rows[i].small, rows[i].stock),
					 GUARD_ALLOWED);
	}
}

/* Sizes of packets, an address, and the mark below which writers are woken. */
static bool holds_nothing(const char *id)
{
	static const char *const ids[] = { "net.ipv4.tcp_base_mss", "net.ipv4.tcp_min_snd_mss",
					   "net.ipv4.tcp_mtu_probe_floor",
					   "net.ipv4.tcp_notsent_lowat", "vm.mmap_min_addr" };

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		if (strcmp(ids[i], id) == 0)
			return true;
	}
	return false;
}

/* What is counted in bytes costs bytes: each such row has a bound, and is tried above. */
static void rows_with_a_bound_are_all_tried(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		bool is_tried = false;

		for (size_t k = 0; k < ARRAY_SIZE(rows); k++)
			is_tried |= strcmp(rows[k].id, row->id) == 0;
		if (row->unit == UNIT_BYTES && !row->is_read_only && !row->is_advice_only &&
		    row->security != SECURITY_UNREVIEWED && !is_tried && !holds_nothing(row->id))
			fail_msg("%s has no bound", row->id);
	}
}

static void masks_name_cpus_that_are_there(void **state)
{
	static const struct {
		const char *id;
		const char *path;
		const char *instance;
		const char *online;
		const char *isolated;
		const char *now;
		const char *to;
		enum guard_answer answer;
	} cases[] = {
#define RPS   "net.rps_cpus", "sys/class/net/eth0/queues/rx-0/rps_cpus", "eth0/rx-0"
#define IRQ   "irq.smp_affinity_list", "proc/irq/36/smp_affinity_list", "36"
#define XPS   "net.xps_cpus", "sys/class/net/eth0/queues/tx-0/xps_cpus", "eth0/tx-0"
#define ALL   "irq.default_smp_affinity", "proc/irq/default_smp_affinity", NULL
#define BOUND "workqueue.cpumask", "sys/devices/virtual/workqueue/cpumask", NULL
		{ RPS, "0-3\n", "\n", "0\n", "f", GUARD_ALLOWED },
		{ RPS, "0-3\n", "\n", "f\n", "0", GUARD_ALLOWED },
		{ RPS, "0-3\n", "\n", "0\n", "f0", GUARD_OUT_OF_RANGE },
		{ RPS, "0-3\n", "\n", "0\n", "f1", GUARD_ALLOWED },
		{ RPS, "0-3\n", "2-3\n", "0\n", "c", GUARD_OUT_OF_RANGE },
		{ RPS, "0-3\n", "2-3\n", "0\n", "e", GUARD_ALLOWED },
		{ RPS, NULL, NULL, "0\n", "f", GUARD_UNKNOWN },
		{ RPS, NULL, NULL, "f\n", "f", GUARD_ALLOWED },
		{ XPS, "0-3\n", "2-3\n", "0\n", "c", GUARD_ALLOWED },
		{ XPS, "0-3\n", "2-3\n", "f\n", "0", GUARD_ALLOWED },
		{ IRQ, "0-3\n", "\n", "0-3\n", "1", GUARD_ALLOWED },
		{ IRQ, "0-3\n", NULL, "0-3\n", "1", GUARD_ALLOWED },
		{ IRQ, "0-3\n", "\n", "0-3\n", "", GUARD_OUT_OF_RANGE },
		{ IRQ, "0-3\n", "\n", "0-3\n", "4-7", GUARD_OUT_OF_RANGE },
		{ IRQ, "0-3\n", "1,3\n", "0-3\n", "1", GUARD_OUT_OF_RANGE },
		{ IRQ, "0-3\n", "1,3\n", "0-3\n", "1-2", GUARD_ALLOWED },
		/* CPU 4 is not isolated, but not there either. */
		{ IRQ, "0-3\n", "1,3\n", "0-3\n", "1,4", GUARD_OUT_OF_RANGE },
		{ ALL, "0-3\n", "\n", "f\n", "0", GUARD_OUT_OF_RANGE },
		{ ALL, "0-3\n", "2-3\n", "f\n", "c", GUARD_OUT_OF_RANGE },
		{ ALL, "0-3\n", "2-3\n", "f\n", "3", GUARD_ALLOWED },
		{ BOUND, "0-3\n", "2-3\n", "f\n", "8", GUARD_OUT_OF_RANGE },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct wish wish = { tunable_find(cases[i].id), cases[i].instance, cases[i].to };
		enum guard_answer answer;
		struct host host;
		size_t at;

		host_new(&host);
		tree_file(&host, cases[i].path, cases[i].now);
		if (cases[i].online)
			tree_file(&host, CPU_FILE, cases[i].online);
		if (cases[i].isolated)
			tree_file(&host, "sys/devices/system/cpu/isolated", cases[i].isolated);
		host_open(&host, false);
		assert_int_equal(needs_add(&host.needs, cases[i].id), 0);
		assert_int_equal(needs_add_for_change(&host.needs), 0);
		host_take(&host);
		answer = answer_on(&host, &wish, 1, &at);
		host_done(&host);
		if (answer != cases[i].answer)
			fail_msg("case %zu: %s", i, guard_answer_name(answer));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_bounds_what_costs_memory),
		cmocka_unit_test(without_the_memory_only_the_default_may_be_asked_for),
		cmocka_unit_test(rows_with_a_bound_are_all_tried),
		cmocka_unit_test(masks_name_cpus_that_are_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
