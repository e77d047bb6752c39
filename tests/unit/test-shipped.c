/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The profiles that are shipped: they load, they keep to what operators insist on and forbid, and a
 * stock, healthy host of each kernel is fit.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged.h"

static char folder[4096];
static const char *const folders[] = { folder, NULL };
static const struct profile_search search = { folders };

static int find_folder(void **state)
{
	const char *top = getenv("top_srcdir");

	(void)state;
	(void)snprintf(folder, sizeof(folder), "%s/profiles", top ? top : ".");
	return 0;
}

static void load_shipped(struct shelf *shelf, const char *name)
{
	shelf_new(shelf);
	if (profile_set_load(&shelf->set, name, &search, &shelf->diag) < 0)
		fail_msg("%s: %s", shelf->diag.count ? shelf->diag.lines[0].place : "",
			 shelf_sentence(shelf));
	assert_int_equal(profile_set_finish(&shelf->set, &shelf->diag), 0);
}

static const char *const shipped[] = {
	"base-server", "benchmark",  "database",   "low-latency",
	"realtime",    "udp-server", "web-server",
};

static void check_words(const char *name)
{
	struct shelf shelf;

	load_shipped(&shelf, name);
	for (size_t i = 0; i < shelf.set.rule_count; i++) {
		const struct rule *rule = shelf.set.rules[i];

		if (strlen(rule->rationale) <= 80 || !rule->remedy || rule->reference_count == 0)
			fail_msg("%s: %s: words or references are missing", name, rule->id);
	}
	shelf_done(&shelf);
}

static void every_rule_has_words_and_references(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(shipped); i++)
		check_words(shipped[i]);
}

static void all_profiles_can_be_asked_for_at_once(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	for (size_t i = 0; i < ARRAY_SIZE(shipped); i++)
		assert_int_equal(profile_set_load(&shelf.set, shipped[i], &search, &shelf.diag), 0);
	if (profile_set_finish(&shelf.set, &shelf.diag) < 0)
		fail_msg("%s", shelf_sentence(&shelf));
	assert_int_equal(shelf.set.file_count, ARRAY_SIZE(shipped));
	shelf_done(&shelf);
}

static void benchmark_changes_nothing(void **state)
{
	struct shelf shelf;

	(void)state;
	load_shipped(&shelf, "benchmark");
	assert_int_equal(shelf.set.file_count, 1);
	for (size_t i = 0; i < shelf.set.rule_count; i++)
		assert_int_equal(shelf.set.rules[i]->set, RULE_SET_NOTHING);
	shelf_done(&shelf);
}

/* operators.md, its forbidden list: what no rule of a profile may be about at all. */
struct forbidden {
	const char *profile;
	const char *ids[8];
};

static void nothing_that_operators_forbid_is_asked_for(void **state)
{
	static const struct forbidden rows[] = {
		{ "udp-server",
		  { "net.core.rmem_default", "net.ipv4.udp_rmem_min",
		    "net.ipv4.tcp_max_syn_backlog" } },
		{ "database",
		  { "vm.overcommit_memory", "vm.nr_hugepages", "thp.enabled", "thp.size_enabled",
		    "block.scheduler", "block.write_cache" } },
		{ "low-latency",
		  { "kernel.nmi_watchdog", "kernel.soft_watchdog", "smt.control",
		    "net.ipv4.tcp_low_latency", "net.core.busy_poll" } },
		{ "realtime",
		  { "kernel.nmi_watchdog", "kernel.soft_watchdog", "kernel.watchdog",
		    "kernel.hung_task_timeout_secs", "thp.enabled", "kernel.numa_balancing" } },
		{ "benchmark",
		  { "kernel.perf_event_max_sample_rate", "kernel.perf_event_paranoid" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct shelf shelf;

		load_shipped(&shelf, rows[i].profile);
		for (size_t k = 0; k < shelf.set.rule_count; k++) {
			for (size_t n = 0; n < ARRAY_SIZE(rows[i].ids) && rows[i].ids[n]; n++)
				assert_string_not_equal(shelf.set.rules[k]->subject_id,
							rows[i].ids[n]);
		}
		shelf_done(&shelf);
	}
}

static void base_server_writes_nothing_that_is_the_hosts(void **state)
{
	struct shelf shelf;

	(void)state;
	load_shipped(&shelf, "base-server");
	for (size_t i = 0; i < shelf.set.rule_count; i++) {
		const struct rule *rule = shelf.set.rules[i];

		assert_true(rule->set == RULE_SET_NOTHING || rule->tunable->scope == SCOPE_NETNS);
	}
	shelf_done(&shelf);
}

/* operators.md: what a web server's profile must not touch. */
static void web_server_asks_for_nothing_forbidden(void **state)
{
	static const char *const forbidden[] = {
		"net.ipv4.tcp_tw_reuse",       "net.ipv4.tcp_abort_on_overflow",
		"net.ipv4.conf.rp_filter",     "net.core.netdev_max_backlog",
		"net.ipv4.tcp_synack_retries",
	};
	const struct rule *rule;
	struct shelf shelf;

	(void)state;
	load_shipped(&shelf, "web-server");
	for (size_t i = 0; i < shelf.set.rule_count; i++) {
		for (size_t k = 0; k < ARRAY_SIZE(forbidden); k++)
			assert_string_not_equal(shelf.set.rules[i]->subject_id, forbidden[k]);
	}
	rule = shelf_rule(&shelf, "syn-backlog");
	assert_int_equal(rule->set, RULE_SET_NOTHING);
	assert_int_equal(rule->kind, RULE_CONSIDER);
	/* Of several values the first is what would be written: 1, never 2. */
	assert_string_equal(shelf_rule(&shelf, "syn-cookies")->operands[0].literal, "1");
	shelf_done(&shelf);
}

/* ---- stock hosts: the defaults of kernel.md 2, 3, 5, 6, 9 ---- */

struct stock {
	const char *release, *buffer_max, *tcp_rmem, *rt_runtime;
	size_t decided; /* passes */
};

static const struct stock stocks[] = {
	{ "5.10.234", "212992\n", "4096\t131072\t6291456\n", "950000\n", 9 },
	{ "6.1.140", "212992\n", "4096\t131072\t6291456\n", "950000\n", 9 },
	{ "6.12.9", "212992\n", "4096\t131072\t6291456\n", "950000\n", 8 },
	{ "6.18.2", "4194304\n", "4096\t131072\t33554432\n", "950000\n", 8 },
	{ "7.2.13", "4194304\n", "4096\t131072\t33554432\n", "1000000\n", 8 },
};

static void put_stock(const struct host *host, const struct stock *stock)
{
	const struct file files[] = {
		{ "proc/sys/kernel/osrelease", stock->release },
		{ "proc/sys/kernel/arch", "x86_64\n" },
		{ "proc/meminfo", "MemTotal:       16384000 kB\n" },
		{ "proc/sys/net/core/somaxconn", "4096\n" },
		{ "proc/sys/net/core/netdev_max_backlog", "1000\n" },
		{ "proc/sys/net/core/rmem_max", stock->buffer_max },
		{ "proc/sys/net/core/wmem_max", stock->buffer_max },
		{ "proc/sys/net/ipv4/tcp_rmem", stock->tcp_rmem },
		{ "proc/sys/net/ipv4/tcp_wmem", "4096\t16384\t4194304\n" },
		{ "proc/sys/net/ipv4/tcp_syncookies", "1\n" },
		{ "proc/sys/net/ipv4/tcp_max_syn_backlog", "1024\n" },
		{ "proc/sys/net/netfilter/nf_conntrack_max", "262144\n" },
		{ "proc/sys/net/netfilter/nf_conntrack_count", "12\n" },
		{ "proc/sys/fs/file-max", "9223372036854775807\n" },
		{ "proc/sys/fs/file-nr", "1984\t0\t9223372036854775807\n" },
		{ "proc/sys/kernel/sched_rt_runtime_us", stock->rt_runtime },
		{ "proc/sys/kernel/sched_rt_period_us", "1000000\n" },
		{ "proc/sys/kernel/numa_balancing", "0\n" },
		{ "sys/devices/system/node/online", "0\n" },
		{ NULL, NULL },
	};

	tree_files(host, files);
}

static void check_stock(const struct stock *stock)
{
	struct findings findings;
	struct summary summary;
	struct shelf shelf;
	struct host host;

	load_shipped(&shelf, "web-server");
	host_new(&host);
	put_stock(&host, stock);
	host_open(&host, false);
	assert_int_equal(profile_set_needs(&shelf.set, &host.needs), 0);
	host_take(&host);
	findings_init(&findings);
	assert_int_equal(findings_evaluate(&shelf.set, host.snapshot, NULL, 0, &findings, NULL), 0);
	findings_summarize(&findings, &summary);
	for (size_t i = 0; i < findings.count; i++) {
		const struct finding *finding = &findings.findings[i];

		if (finding->result == RESULT_FAIL || finding->result == RESULT_ERROR ||
		    (finding->result == RESULT_UNKNOWN &&
		     finding->rule->severity >= SEVERITY_MEDIUM))
			fail_msg("%s: %s: %s", stock->release, finding->id, finding->because_text);
	}
	assert_int_equal(findings_verdict(&findings, SEVERITY_MEDIUM), VERDICT_FIT);
	if (summary.pass != stock->decided)
		fail_msg("%s: %zu passes, not %zu", stock->release, summary.pass, stock->decided);
	findings_done(&findings);
	host_done(&host);
	shelf_done(&shelf);
}

static void a_stock_host_is_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(stocks); i++)
		check_stock(&stocks[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_has_words_and_references),
		cmocka_unit_test(all_profiles_can_be_asked_for_at_once),
		cmocka_unit_test(benchmark_changes_nothing),
		cmocka_unit_test(nothing_that_operators_forbid_is_asked_for),
		cmocka_unit_test(base_server_writes_nothing_that_is_the_hosts),
		cmocka_unit_test(web_server_asks_for_nothing_forbidden),
		cmocka_unit_test(a_stock_host_is_fit),
	};

	return cmocka_run_group_tests(tests, find_folder, NULL);
}
