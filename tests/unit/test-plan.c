/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which values a plan writes, and in which order. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "planned.h"

#define SYS "proc/sys/"
#define CPUS                                             \
	{                                                \
		"sys/devices/system/cpu/online", "0-1\n" \
	}
#define CONF(name, value)                                          \
	{                                                          \
		SYS "net/ipv4/conf/" name "/rp_filter", value "\n" \
	}
#define S(text)		 "\"tunable\":\"net.core.somaxconn\",\"assert\":{" text "}"
#define RMEM(text)	 "\"tunable\":\"net.ipv4.tcp_rmem\",\"assert\":{" text "}"
#define RMEM_AT(n, text) "\"tunable\":\"net.ipv4.tcp_rmem\",\"element\":" n ",\"assert\":{" text "}"
#define FILTER(text)	 "\"tunable\":\"net.ipv4.conf.rp_filter\",\"assert\":{" text "}"
#define T(id, text)	 "\"tunable\":\"" id "\",\"assert\":{" text "}"
#define SOMAXCONN(text)                             \
	{                                           \
		SYS "net/core/somaxconn", text "\n" \
	}
#define RMEM_IS(text)                              \
	{                                          \
		SYS "net/ipv4/tcp_rmem", text "\n" \
	}

struct row {
	const char *rules;
	struct file files[5];
	const char *changes;  /* as planned_says() */
	const char *left_out; /* as planned_leaves(); NULL: none */
};

static const struct row rows[] = {
	/* one rule */
	{ RULE("a", S("\"at-least\":4096")),
	  { SOMAXCONN("128") },
	  "net.core.somaxconn=4096",
	  NULL },
	{ RULE("a", S("\"at-least\":4096")), { SOMAXCONN("65535") }, "", NULL },
	{ RULE("a", S("\"at-least\":4096") ",\"set\":8192"),
	  { SOMAXCONN("128") },
	  "net.core.somaxconn=8192",
	  NULL },
	{ RULE("a", S("\"more-than\":4096")),
	  { SOMAXCONN("4096") },
	  "net.core.somaxconn=4097",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"less-than\":10")),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=9",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"at-most\":10")),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=10",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"at-most\":10")),
	  { { SYS "vm/swappiness", "1\n" } },
	  "",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"between\":[10,30]")),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=30",
	  NULL },
	{ RULE("a", T("net.core.netdev_budget", "\"between\":[600,900]")),
	  { { SYS "net/core/netdev_budget", "300\n" } },
	  "net.core.netdev_budget=600",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"between\":[10,30]") ",\"set\":20"),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=20",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"equals\":5")),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=5",
	  NULL },
	{ RULE("a", T("net.ipv4.tcp_syncookies", "\"one-of\":[1,2]")),
	  { { SYS "net/ipv4/tcp_syncookies", "0\n" } },
	  "net.ipv4.tcp_syncookies=1",
	  NULL },
	/* vectors, element by element: what is better is never lowered */
	{ RULE("a", RMEM("\"at-least\":[4096,131072,6291456]")),
	  { RMEM_IS("8192\t65536\t33554432") },
	  "net.ipv4.tcp_rmem=8192 131072 33554432",
	  NULL },
	{ RULE("a", RMEM_AT("2", "\"at-least\":6291456")),
	  { RMEM_IS("4096 131072 262144") },
	  "net.ipv4.tcp_rmem=4096 131072 6291456",
	  NULL },
	{ RULE("a", RMEM_AT("1", "\"at-least\":131072")),
	  { RMEM_IS("4096 8192 16384") },
	  "net.ipv4.tcp_rmem=4096 131072 131072",
	  NULL },
	{ RULE("a", RMEM("\"equals\":[4096,131072,6291456]")),
	  { RMEM_IS("8192 65536 33554432") },
	  "net.ipv4.tcp_rmem=4096 131072 6291456",
	  NULL },
	/* several rules on one place: the highest floor, the lowest ceiling */
	{ RULE("a", S("\"at-least\":1024")) "," RULE("b", S("\"at-least\":8192")),
	  { SOMAXCONN("128") },
	  "net.core.somaxconn=8192",
	  NULL },
	{ RULE("a", RMEM("\"at-least\":[4096,131072,6291456]")) "," RULE(
		  "b", RMEM_AT("2", "\"at-least\":16777216")),
	  { RMEM_IS("4096 8192 16384") },
	  "net.ipv4.tcp_rmem=4096 131072 16777216",
	  NULL },
	{ RULE("a", T("vm.swappiness", "\"at-most\":30")) "," RULE("b", T("vm.swappiness",
									  "\"at-most\":10")),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=10",
	  NULL },
	/* a choice that suits the other rules too */
	{ RULE("a", T("vm.swappiness", "\"one-of\":[1,20]")) "," RULE("b", T("vm.swappiness",
									     "\"at-least\":10")),
	  { { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=20",
	  NULL },
	/* what only the host makes contradictory, as its number of CPUs is no literal */
	{ RULE("a", S("\"at-least\":4096")) "," RULE(
		  "b", S("\"at-most\":{\"of\":\"cpus.online-count\",\"times\":1000}")),
	  { CPUS, SOMAXCONN("128") },
	  "",
	  "a:contradicted" },
	/* falling numbers could not be put back */
	{ RULE("a", RMEM("\"at-least\":[4096,131072,6291456]")),
	  { RMEM_IS("6291456 131072 4096") },
	  "",
	  "a:not-undoable" },
	/* each interface; what "all" has counts for every one */
	{ RULE("a", FILTER("\"one-of\":[1,2]")),
	  { CONF("all", "0"), CONF("default", "0"), CONF("eth0", "0"), CONF("eth1", "2") },
	  "net.ipv4.conf.rp_filter/eth0=1",
	  NULL },
	{ RULE("a", FILTER("\"equals\":1")),
	  { CONF("all", "2"), CONF("default", "0"), CONF("eth0", "0") },
	  "",
	  "a/eth0:advice-only" },
	{ RULE("z", "\"for-each\":[\"all\"]," FILTER(
			    "\"equals\":1")) "," RULE("a", FILTER("\"equals\":1")),
	  { CONF("all", "2"), CONF("default", "1"), CONF("eth0", "0") },
	  "net.ipv4.conf.rp_filter/all=1; net.ipv4.conf.rp_filter/eth0=1",
	  NULL },
};

static void the_value_is_what_the_rules_want_and_no_less_than_there_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct planned planned;

		planned_new(&planned, rows[i].rules, rows[i].files, NULL);
		assert_int_equal(planned.status, 0);

		autofree char *says = planned_says(&planned);
		autofree char *leaves = planned_leaves(&planned);

		if (strcmp(says, rows[i].changes) != 0)
			fail_msg("row %zu: \"%s\", not \"%s\" (left out: %s)", i, says,
				 rows[i].changes, leaves);
		if (strcmp(leaves, rows[i].left_out ? rows[i].left_out : "") != 0)
			fail_msg("row %zu: left out \"%s\"", i, leaves);
		if (plan_is_refused(&planned.plan))
			fail_msg("row %zu: refused: %s", i, planned.plan.refusal.why.bytes);
		planned_done(&planned);
	}
}

static const struct row order_rows[] = {
	/* rt: longer period first; shorter period last */
	{ RULE("a", T("kernel.sched_rt_runtime_us", "\"equals\":1500000")) "," RULE(
		  "b", T("kernel.sched_rt_period_us", "\"equals\":2000000")),
	  { { SYS "kernel/sched_rt_runtime_us", "950000\n" },
	    { SYS "kernel/sched_rt_period_us", "1000000\n" } },
	  "kernel.sched_rt_period_us=2000000; kernel.sched_rt_runtime_us=1500000",
	  NULL },
	{ RULE("a", T("kernel.sched_rt_period_us", "\"equals\":500000")) "," RULE(
		  "b", T("kernel.sched_rt_runtime_us", "\"equals\":400000")),
	  { { SYS "kernel/sched_rt_runtime_us", "950000\n" },
	    { SYS "kernel/sched_rt_period_us", "1000000\n" } },
	  "kernel.sched_rt_runtime_us=400000; kernel.sched_rt_period_us=500000",
	  NULL },
	/* the background threshold stays below the other */
	{ RULE("a", T("vm.dirty_ratio", "\"at-most\":8")) "," RULE(
		  "b", T("vm.dirty_background_ratio", "\"at-most\":4")),
	  { { SYS "vm/dirty_ratio", "20\n" },
	    { SYS "vm/dirty_background_ratio", "10\n" },
	    { SYS "vm/dirty_bytes", "0\n" },
	    { SYS "vm/dirty_background_bytes", "0\n" } },
	  "vm.dirty_background_ratio=4; vm.dirty_ratio=8",
	  NULL },
	{ RULE("a", T("vm.dirty_background_ratio",
		      "\"at-least\":25")) "," RULE("b", T("vm.dirty_ratio", "\"at-least\":40")),
	  { { SYS "vm/dirty_ratio", "20\n" },
	    { SYS "vm/dirty_background_ratio", "10\n" },
	    { SYS "vm/dirty_bytes", "0\n" },
	    { SYS "vm/dirty_background_bytes", "0\n" } },
	  "vm.dirty_ratio=40; vm.dirty_background_ratio=25",
	  NULL },
	/* only one of a pair counts */
	{ RULE("a", T("vm.dirty_bytes", "\"at-least\":268435456")) "," RULE(
		  "b", T("vm.dirty_ratio", "\"at-most\":8")),
	  { { SYS "vm/dirty_ratio", "20\n" },
	    { SYS "vm/dirty_background_ratio", "10\n" },
	    { SYS "vm/dirty_bytes", "0\n" },
	    { SYS "vm/dirty_background_bytes", "0\n" } },
	  "vm.dirty_bytes=268435456",
	  "b:contradicted" },
	/* nothing else: as the rules are */
	{ RULE("b", S("\"at-least\":4096")) "," RULE("a", T("vm.swappiness", "\"at-most\":10")),
	  { SOMAXCONN("128"), { SYS "vm/swappiness", "60\n" } },
	  "vm.swappiness=10; net.core.somaxconn=4096",
	  NULL },
};

static void nothing_is_refused_or_worse_on_the_way(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(order_rows); i++) {
		struct planned planned;

		planned_new(&planned, order_rows[i].rules, order_rows[i].files, NULL);
		assert_int_equal(planned.status, 0);

		autofree char *says = planned_says(&planned);
		autofree char *leaves = planned_leaves(&planned);

		if (strcmp(says, order_rows[i].changes) != 0 ||
		    strcmp(leaves, order_rows[i].left_out ? order_rows[i].left_out : "") != 0)
			fail_msg("row %zu: \"%s\" (left out: %s)", i, says, leaves);
		planned_done(&planned);
	}
}

static void a_change_says_from_to_where_and_for_whom(void **state)
{
	struct planned planned;

	(void)state;
	planned_new(&planned,
		    RULE("a", S("\"at-least\":1024")) "," RULE("b", S("\"at-least\":8192")),
		    FILES(SOMAXCONN("0x80")), NULL);
	assert_int_equal(planned.status, 0);
	assert_int_equal(planned.plan.change_count, 1);

	const struct change *change = &planned.plan.changes[0];

	assert_string_equal(change->from_text, "128");
	assert_string_equal(change->to_text, "8192");
	assert_string_equal(change->rules, "a, b");
	assert_string_equal(change->rule_id, "a");
	assert_string_equal(change->path, "/proc/sys/net/core/somaxconn");
	assert_null(change->privilege);
	assert_null(change->instance);
	assert_int_equal(change->to.number.magnitude, 8192);
	planned_done(&planned);
}

static void what_is_only_considered_gives_way(void **state)
{
	static const struct plan_options options = { .with_consider = true };
	struct planned planned;

	(void)state;
	planned_new(
		&planned,
		RULE("a", S("\"at-least\":{\"of\":\"cpus.online-count\",\"times\":2048}")) "," WISH(
			"b", S("\"at-most\":64")),
		FILES(CPUS, SOMAXCONN("128")), &options);

	autofree char *says = planned_says(&planned);
	autofree char *leaves = planned_leaves(&planned);

	assert_string_equal(says, "net.core.somaxconn=4096");
	assert_string_equal(leaves, "b:contradicted");
	planned_done(&planned);
}

static void a_plan_keeps_what_already_holds(void **state)
{
	struct planned planned;

	(void)state;
	/* The literal of "a" would break "b", which holds. */
	planned_new(
		&planned,
		RULE("a", S("\"at-least\":{\"of\":\"cpus.online-count\",\"times\":2048}")) "," RULE(
			"b", S("\"at-most\":1024")),
		FILES(CPUS, SOMAXCONN("128")), NULL);

	autofree char *says = planned_says(&planned);

	assert_string_equal(says, "");
	assert_int_equal(planned.plan.left_out_count, 1);
	assert_non_null(strstr(planned.plan.left_out[0].why, "no value suits rule"));
	planned_done(&planned);
}

static void made_again_after_its_writes_a_plan_is_empty(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct planned planned;

		planned_new(&planned, rows[i].rules, rows[i].files, NULL);
		for (size_t k = 0; k < planned.plan.change_count; k++)
			tree_file(&planned.judged.host, planned.plan.changes[k].path + 1,
				  planned.plan.changes[k].to_text);

		struct snapshot *snapshot = NULL;
		struct findings findings = { 0 };
		struct source *source = NULL;

		assert_int_equal(snapshot_new(&snapshot), 0);
		assert_int_equal(source_open_captured(planned.judged.host.path, &source, NULL), 0);
		assert_int_equal(snapshot_take(snapshot, source, &planned.judged.host.needs, NULL),
				 0);
		assert_int_equal(findings_evaluate(&planned.judged.shelf.set, snapshot, NULL, 0,
						   &findings, NULL),
				 0);
		for (size_t k = 0; k < findings.count; k++) {
			if (findings.findings[k].result == RESULT_FAIL && !rows[i].left_out)
				fail_msg("row %zu: %s still fails: %s", i, findings.findings[k].id,
					 findings.findings[k].because_text);
		}
		findings_done(&findings);
		snapshot_free(snapshot);
		source_free(source);
		planned_done(&planned);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_value_is_what_the_rules_want_and_no_less_than_there_is),
		cmocka_unit_test(nothing_is_refused_or_worse_on_the_way),
		cmocka_unit_test(a_change_says_from_to_where_and_for_whom),
		cmocka_unit_test(what_is_only_considered_gives_way),
		cmocka_unit_test(a_plan_keeps_what_already_holds),
		cmocka_unit_test(made_again_after_its_writes_a_plan_is_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
