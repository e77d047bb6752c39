/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words of the enumerations, paths of instances, rows of facts and owners. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "tunable/fact.h"
#include "tunable/tunable.h"

static void words_are_those_of_the_report(void **state)
{
	(void)state;
	assert_string_equal(scope_name(SCOPE_HOST), "host");
	assert_string_equal(scope_name(SCOPE_RX_QUEUE), "rx-queue");
	assert_string_equal(scope_name(SCOPE_IRQ), "irq");
	assert_string_equal(effect_name(EFFECT_NEXT_LISTEN), "next-listen");
	assert_string_equal(effect_name(EFFECT_BOOT), "boot");
	assert_string_equal(security_name(SECURITY_NEUTRAL), "neutral");
	assert_string_equal(security_name(SECURITY_RT_BANDWIDTH), "protective");
	assert_string_equal(security_name(SECURITY_CONTESTED), "contested");
	assert_string_equal(security_name(SECURITY_UNREVIEWED), "unreviewed");
	assert_string_equal(combine_name(COMBINE_AND), "and");
	assert_string_equal(combine_name(COMBINE_MIN), "min");
	assert_string_equal(knowledge_name(KNOWLEDGE_RECALLED), "recalled");
}

static void numbers_outside_have_no_word(void **state)
{
	(void)state;
	assert_string_equal(scope_name((enum scope)0), "");
	assert_string_equal(scope_name((enum scope)(SCOPE_PAGE_SIZE + 1)), "");
	assert_string_equal(effect_name((enum effect)99), "");
	assert_string_equal(security_name((enum security)0), "");
	assert_string_equal(combine_name((enum combine)99), "");
	assert_string_equal(knowledge_name((enum knowledge)0), "");
}

static void a_fragment_fills_the_braces_and_cannot_climb(void **state)
{
	static const struct {
		const char *id;
		const char *fragment;
		const char *path; /* NULL: refused */
	} cases[] = {
		{ "net.core.somaxconn", NULL, "/proc/sys/net/core/somaxconn" },
		{ "net.core.somaxconn", "eth0", NULL },
		{ "net.ipv4.conf.rp_filter", "eth0.100",
		  "/proc/sys/net/ipv4/conf/eth0.100/rp_filter" },
		{ "net.ipv4.conf.rp_filter", NULL, NULL },
		{ "net.ipv4.conf.rp_filter", "", NULL },
		{ "net.ipv4.conf.rp_filter", "..", NULL },
		{ "net.ipv4.conf.rp_filter", ".", NULL },
		{ "net.ipv4.conf.rp_filter", "/etc", NULL },
		{ "net.ipv4.conf.rp_filter", "eth0/", NULL },
		{ "net.ipv4.conf.rp_filter", "eth0/../lo", NULL },
		{ "net.ipv4.conf.rp_filter", "..eth0", "/proc/sys/net/ipv4/conf/..eth0/rp_filter" },
		{ "net.rps_cpus", "eth0/queues/rx-0", "/sys/class/net/eth0/queues/rx-0/rps_cpus" },
		{ "cpufreq.governor", "policy0",
		  "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor" },
		{ "irq.smp_affinity_list", "36", "/proc/irq/36/smp_affinity_list" },
		{ "block.scheduler", "nvme0n1", "/sys/block/nvme0n1/queue/scheduler" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		autofree char *path = NULL;
		int r = tunable_path(tunable_find(cases[i].id), cases[i].fragment, &path);

		if (r != (cases[i].path ? 0 : -EINVAL))
			fail_msg("row %zu: %d", i, r);
		if (cases[i].path)
			assert_string_equal(path, cases[i].path);
		else
			assert_null(path);
	}
}

static void facts_are_complete_sorted_and_found(void **state)
{
	const struct fact_row *before = NULL;

	(void)state;
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++) {
		const struct fact_row *row = fact_row(fact);

		assert_non_null(row);
		if (!row->id || !row->title || !row->references || !row->references[0])
			fail_msg("fact %d lacks something", (int)fact);
		if (before && strcmp(before->id, row->id) >= 0)
			fail_msg("%s is not after %s", row->id, before->id);
		assert_int_equal(fact_find(row->id), fact);
		assert_true(row->scope == SCOPE_HOST || row->scope == SCOPE_NODE);
		assert_true(*value_kind_name(row->format.kind) != '\0');
		assert_true(row->unit >= UNIT_NONE && row->unit <= UNIT_PERCENT);
		assert_true(strlen(row->title) > 0 && strlen(row->title) <= 70);
		before = row;
	}
	assert_null(fact_row((enum fact)0));
	assert_null(fact_row(FACT_END_));
	assert_int_equal(fact_find("cpus"), 0);
	assert_int_equal(fact_find(""), 0);
}

static const struct owner_row *owner(const char *name)
{
	for (size_t i = 0; i < owner_count(); i++)
		if (strcmp(owner_at(i)->name, name) == 0)
			return owner_at(i);
	return NULL;
}

static void owners_are_sorted_and_can_be_seen(void **state)
{
	(void)state;
	for (size_t i = 0; i < owner_count(); i++) {
		const struct owner_row *row = owner_at(i);

		if (i > 0)
			assert_true(strcmp(owner_at(i - 1)->name, row->name) < 0);
		assert_non_null(row->title);
		assert_true(row->unit || row->pid_file);
		assert_true(!row->pid_file == !row->comm);
		assert_true(row->manages && row->manages[0]);
		assert_true(span_starts(span_of(row->reference), "doc:https://"));
	}
	assert_null(owner_at(owner_count()));
}

static void an_owner_manages_whole_ids_or_beginnings_with_a_dot(void **state)
{
	static const struct {
		const char *owner;
		const char *id;
		bool manages;
	} cases[] = {
		{ "tuned", "net.core.somaxconn", true },
		{ "tuned", "cpufreq.governor", true },
		{ "tuned", "network.other", false },
		{ "irqbalance", "irq.smp_affinity_list", true },
		{ "irqbalance", "irq.smp_affinity", false },
		{ "irqbalance", "net.core.somaxconn", false },
		{ "kube-proxy", "net.netfilter.nf_conntrack_max", true },
		{ "kube-proxy", "net.netfilter.nf_conntrack_count", false },
		{ "power-profiles-daemon", "cpufreq.governor", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_non_null(owner(cases[i].owner));
		if (owner_manages(owner(cases[i].owner), cases[i].id) != cases[i].manages)
			fail_msg("row %zu", i);
	}
}

static const char *const coupled[] = { "net.ipv4.conf.forwarding", "net.ipv4.ip_forward",
				       "net.ipv4.conf.accept_redirects@all", NULL };

static void couplings_may_name_an_instance_or_their_own_row(void **state)
{
	static const struct {
		const char *written;
		const char *id;
		const char *instance;
		bool moves;
	} rows[] = {
		{ "eth0", "net.ipv4.ip_forward", NULL, true },
		{ "eth0", "net.ipv4.conf.accept_redirects", "all", true },
		{ "eth0", "net.ipv4.conf.accept_redirects", "eth0", false },
		{ "eth0", "net.ipv4.conf.accept_redirects", NULL, true },
		{ "all", "net.ipv4.conf.forwarding", "eth0", true },
		{ "all", "net.ipv4.conf.forwarding", "all", false },
		{ "eth0", "net.ipv4.conf.forwarding", "eth1", false },
		{ NULL, "net.ipv4.conf.forwarding", NULL, false },
		{ "all", "net.ipv4.conf", NULL, false },
		{ "all", "net.core.somaxconn", NULL, false },
	};
	const struct tunable tunable = { .id = "net.ipv4.conf.forwarding", .couplings = coupled };
	const char *instance;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (coupling_moves(&tunable, rows[i].written, rows[i].id, rows[i].instance) !=
		    rows[i].moves)
			fail_msg("row %zu", i);
	assert_string_equal(coupling_find(coupled[2], &instance)->id,
			    "net.ipv4.conf.accept_redirects");
	assert_string_equal(instance, "all");
	assert_ptr_equal(coupling_find(coupled[1], &instance), tunable_find(coupled[1]));
	assert_null(instance);
	assert_null(coupling_find("net.nothing@all", &instance));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(couplings_may_name_an_instance_or_their_own_row),
		cmocka_unit_test(words_are_those_of_the_report),
		cmocka_unit_test(numbers_outside_have_no_word),
		cmocka_unit_test(a_fragment_fills_the_braces_and_cannot_climb),
		cmocka_unit_test(facts_are_complete_sorted_and_found),
		cmocka_unit_test(owners_are_sorted_and_can_be_seen),
		cmocka_unit_test(an_owner_manages_whole_ids_or_beginnings_with_a_dot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
