/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a name needs, the value that acts, and what ids stand for on a host. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define CONF "proc/sys/net/ipv4/conf/"

static bool has_tunable(const struct needs *needs, const char *id)
{
	for (size_t i = 0; i < needs->tunable_count; i++) {
		if (strcmp(needs->tunables[i]->id, id) == 0)
			return true;
	}
	return false;
}

static void name_that_nobody_knows_is_refused(void **state)
{
	auto_needs struct needs needs;

	(void)state;
	needs_init(&needs);
	assert_int_equal(needs_add(&needs, "net.core.nosuch"), -ENOENT);
	assert_int_equal(needs_add(&needs, "default:net.core.nosuch"), -ENOENT);
	assert_int_equal(needs.tunable_count, 0);
}

static void names_beside_the_host_need_nothing(void **state)
{
	auto_needs struct needs needs;

	(void)state;
	needs_init(&needs);
	assert_int_equal(needs_add(&needs, "default"), 0);
	assert_int_equal(needs_add(&needs, "parameter.server"), 0);
	assert_int_equal(needs.tunable_count, 0);
}

static void each_tunable_is_needed_once(void **state)
{
	auto_needs struct needs needs;

	(void)state;
	needs_init(&needs);
	assert_int_equal(needs_add(&needs, "net.core.somaxconn"), 0);
	assert_int_equal(needs_add(&needs, "net.core.somaxconn"), 0);
	assert_int_equal(needs.tunable_count, 1);
	assert_int_equal(needs_add_instance(&needs, "eth0"), 0);
	assert_int_equal(needs_add_instance(&needs, "eth0"), 0);
	assert_int_equal(needs.instance_count, 1);
}

static void what_makes_a_setting_inert_is_needed_too(void **state)
{
	auto_needs struct needs needs;

	(void)state;
	needs_init(&needs);
	assert_int_equal(needs_add(&needs, "net.ipv4.tcp_max_syn_backlog"), 0);
	assert_true(has_tunable(&needs, "net.ipv4.tcp_syncookies"));
}

static void what_a_default_is_computed_from_is_needed_too(void **state)
{
	auto_needs struct needs needs;

	(void)state;
	needs_init(&needs);
	assert_int_equal(needs_add(&needs, "net.ipv4.tcp_rmem"), 0);
	assert_true(needs.facts[FACT_MEMORY_TOTAL]);
	assert_true(needs.facts[FACT_MEMORY_PAGE_SIZE]);
	assert_false(needs.facts[FACT_SOCKETS]);
}

static void change_needs_what_moves_with_it(void **state)
{
	static const struct {
		const char *id;
		const char *other;
	} cases[] = {
		{ "vm.dirty_bytes", "vm.dirty_ratio" },
		{ "vm.dirty_background_ratio", "vm.dirty_background_bytes" },
		{ "kernel.sched_rt_runtime_us", "kernel.sched_rt_period_us" },
		{ "kernel.sched_rt_period_us", "kernel.sched_rt_runtime_us" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_needs struct needs needs;

		needs_init(&needs);
		assert_int_equal(needs_add(&needs, cases[i].id), 0);
		/* What is inert beside it is needed to judge it; partners only to change it. */
		assert_int_equal(needs_add_for_change(&needs), 0);
		assert_true(has_tunable(&needs, cases[i].other));
		assert_int_equal(needs.tunable_count, 2);
		assert_true(needs.facts[FACT_MEMORY_TOTAL]);
		assert_true(needs.facts[FACT_CPUS_ONLINE]);
		assert_true(needs.facts[FACT_CPUS_ONLINE_COUNT]);
		assert_int_equal(needs_add_for_change(&needs), 0);
		assert_int_equal(needs.tunable_count, 2);
	}
}

static void change_needs_interfaces_that_rules_leave_out(void **state)
{
	(void)state;
	for (size_t is_change = 0; is_change < 2; is_change++) {
		const struct tunable *tunable = tunable_find("net.ipv4.conf.rp_filter");
		const struct tunable_reading *readings;
		struct host host;
		size_t count;

		host_new(&host);
		tree_files(&host,
			   FILES({ CONF "all/rp_filter", "0\n" },
				 { CONF "default/rp_filter", "0\n" },
				 { CONF "lo/rp_filter", "1\n" }, { CONF "veth0/rp_filter", "1\n" },
				 { CONF "eth0/rp_filter", "1\n" }));
		host_open(&host, false);
		assert_int_equal(needs_add(&host.needs, tunable->id), 0);
		if (is_change)
			assert_int_equal(needs_add_for_change(&host.needs), 0);
		host_take(&host);
		readings = snapshot_tunables(host.snapshot, tunable, &count);
		assert_int_equal(count, is_change ? 5 : 3);
		for (size_t i = 0; i < count; i++) {
			const char *name = readings[i].instance->name;

			assert_int_equal(readings[i].instance->is_virtual,
					 strcmp(name, "lo") == 0 || strcmp(name, "veth0") == 0);
		}
		host_done(&host);
	}
}

static void identity_names_what_reports_tell(void **state)
{
	auto_needs struct needs needs;

	(void)state;
	needs_init(&needs);
	needs_add_identity(&needs);
	assert_true(needs.facts[FACT_KERNEL_RELEASE_TEXT]);
	assert_true(needs.facts[FACT_CPUS_ONLINE_COUNT]);
	assert_true(needs.facts[FACT_NODES_COUNT]);
	assert_true(needs.facts[FACT_BOOT_ID]);
	assert_true(needs.facts[FACT_NETNS_INODE]);
	assert_false(needs.facts[FACT_SOCKETS]);
	assert_false(needs.facts[FACT_OWNERS]);
	assert_int_equal(needs.tunable_count, 0);
}

/* ---- the value that acts ---- */

struct acting {
	const char *all; /* NULL: no such file */
	const char *own;
	const char *acts; /* NULL: not known */
};

static void interface_acts_by_the_larger_of_all_and_its_own(void **state)
{
	static const struct acting cases[] = {
		{ "0\n", "1\n", "1" }, { "2\n", "1\n", "2" },  { "0\n", "0\n", "0" },
		{ NULL, "1\n", NULL }, { "x\n", "1\n", NULL }, { "1\n", "x\n", NULL },
	};
	const struct tunable *tunable = tunable_find("net.ipv4.conf.rp_filter");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct host host;
		size_t count;
		const struct tunable_reading *readings;
		struct value value = { 0 };
		int r;

		host_new(&host);
		if (cases[i].all)
			tree_file(&host, CONF "all/rp_filter", cases[i].all);
		tree_file(&host, CONF "eth0/rp_filter", cases[i].own);
		host_open(&host, false);
		assert_int_equal(needs_add(&host.needs, tunable->id), 0);
		host_take(&host);
		readings = snapshot_tunables(host.snapshot, tunable, &count);
		assert_int_equal(count, cases[i].all ? 2 : 1);
		r = snapshot_effective(host.snapshot, &readings[count - 1], &value);
		assert_int_equal(r, cases[i].acts ? 0 : -ENODATA);
		if (r == 0) {
			auto_text struct text text = { 0 };

			value_print(&text, &tunable->format, &value);
			assert_string_equal(text.bytes, cases[i].acts);
			value_done(&value);
		}
		host_done(&host);
	}
}

static void value_without_a_group_acts_as_it_is(void **state)
{
	const struct tunable *tunable = tunable_find("net.core.somaxconn");
	struct host host;
	size_t count;
	auto_value struct value value = { 0 };

	(void)state;
	host_new(&host);
	tree_file(&host, "proc/sys/net/core/somaxconn", "4096\n");
	host_open(&host, false);
	assert_int_equal(needs_add(&host.needs, tunable->id), 0);
	host_take(&host);
	assert_int_equal(snapshot_effective(host.snapshot,
					    snapshot_tunables(host.snapshot, tunable, &count),
					    &value),
			 0);
	assert_int_equal(value.number.magnitude, 4096);
	host_done(&host);
}

/* ---- ids ---- */

static const char *unknown_because(const struct resolver *resolver, const char *id)
{
	struct resolved resolved = { 0 };

	assert_true(resolver->resolve(resolver->closure, id, &resolved));
	assert_null(resolved.value);
	assert_non_null(resolved.format);
	return resolved.why;
}

static void ids_stand_for_what_was_read(void **state)
{
	struct resolver resolver;
	struct resolved resolved = { 0 };
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ "proc/sys/net/core/somaxconn", "128\n" },
				{ "proc/sys/kernel/osrelease", "6.1.0\n" },
				{ "proc/sys/kernel/arch", "x86_64\n" },
				{ "proc/meminfo", "MemTotal: 1024 kB\n" }));
	host_open(&host, false);
	assert_int_equal(needs_add(&host.needs, "net.core.somaxconn"), 0);
	assert_int_equal(needs_add(&host.needs, "net.core.netdev_budget"), 0);
	assert_int_equal(needs_add(&host.needs, "memory.total"), 0);
	assert_int_equal(needs_add(&host.needs, "memory.page-size"), 0);
	host_take(&host);
	snapshot_resolver(host.snapshot, &resolver);
	assert_int_equal(resolver.page_size, 4096);
	assert_true(resolver.resolve(resolver.closure, "net.core.somaxconn", &resolved));
	assert_int_equal(resolved.value->number.magnitude, 128);
	assert_true(resolver.resolve(resolver.closure, "memory.total", &resolved));
	assert_int_equal(resolved.value->number.magnitude, 1024 * 1024);
	assert_int_equal(resolved.unit, UNIT_BYTES);
	assert_true(resolver.resolve(resolver.closure, "default:net.core.somaxconn", &resolved));
	assert_int_equal(resolved.value->number.magnitude, 4096);
	assert_null(resolved.value_high);
	assert_false(resolver.resolve(resolver.closure, "net.core.nosuch", &resolved));
	assert_false(resolver.resolve(resolver.closure, "default:net.core.nosuch", &resolved));
	host_done(&host);
}

static void ids_without_a_value_say_why(void **state)
{
	struct resolver resolver;
	struct resolved resolved = { 0 };
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ "proc/sys/net/core/somaxconn", "many\n" },
				{ CONF "all/rp_filter", "0\n" },
				{ "sys/devices/system/node/node0/cpulist", "0\n" }));
	host_open(&host, false);
	assert_int_equal(needs_add(&host.needs, "net.core.somaxconn"), 0);
	assert_int_equal(needs_add(&host.needs, "vm.swappiness"), 0);
	assert_int_equal(needs_add(&host.needs, "net.ipv4.conf.rp_filter"), 0);
	assert_int_equal(needs_add(&host.needs, "node.cpus"), 0);
	host_take(&host);
	snapshot_resolver(host.snapshot, &resolver);
	assert_int_equal(resolver.page_size, 0);
	assert_string_equal(unknown_because(&resolver, "net.core.somaxconn"),
			    "its text cannot be understood");
	assert_string_equal(unknown_because(&resolver, "vm.swappiness"),
			    "this host does not show it");
	assert_string_equal(unknown_because(&resolver, "net.ipv4.conf.rp_filter"),
			    "it differs from one instance to another");
	assert_string_equal(unknown_because(&resolver, "node.cpus"),
			    "it differs from node to node");
	assert_string_equal(unknown_because(&resolver, "sockets"), "it was not read");
	assert_string_equal(unknown_because(&resolver, "vm.dirty_ratio"), "it was not read");
	assert_string_equal(unknown_because(&resolver, "default:vm.dirty_ratio"),
			    "it was not read");
	/* Without a release a default is any of those that the row knows. */
	assert_true(resolver.resolve(resolver.closure, "default:net.core.somaxconn", &resolved));
	assert_int_equal(resolved.value->number.magnitude, 128);
	assert_int_equal(resolved.value_high->number.magnitude, 4096);
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(name_that_nobody_knows_is_refused),
		cmocka_unit_test(names_beside_the_host_need_nothing),
		cmocka_unit_test(each_tunable_is_needed_once),
		cmocka_unit_test(what_makes_a_setting_inert_is_needed_too),
		cmocka_unit_test(what_a_default_is_computed_from_is_needed_too),
		cmocka_unit_test(change_needs_what_moves_with_it),
		cmocka_unit_test(change_needs_interfaces_that_rules_leave_out),
		cmocka_unit_test(identity_names_what_reports_tell),
		cmocka_unit_test(interface_acts_by_the_larger_of_all_and_its_own),
		cmocka_unit_test(value_without_a_group_acts_as_it_is),
		cmocka_unit_test(ids_stand_for_what_was_read),
		cmocka_unit_test(ids_without_a_value_say_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
