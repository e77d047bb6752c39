/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One rule, one host: the result, the reason, and the sentence. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged.h"

struct row {
	const char *rule; /* what is special about it */
	struct file files[5];
	enum result result;
	enum because because;
	const char *current; /* NULL: none */
	const char *text;    /* the sentence, or its beginning before a '*' */
};

#define RELEASE_FILE   "proc/sys/kernel/osrelease"
#define CORE	       "proc/sys/net/core/"
#define IPV4	       "proc/sys/net/ipv4/"
#define KERNEL	       "proc/sys/kernel/"
#define CONNTRACK      "proc/sys/net/netfilter/nf_conntrack_"
#define NODES	       "sys/devices/system/node/online"
#define S(relation)    "\"tunable\":\"net.core.somaxconn\",\"assert\":{" relation "}"
#define COOKIES	       "\"tunable\":\"net.ipv4.tcp_syncookies\",\"assert\":{\"one-of\":[1,2]}"
#define SYN_BACKLOG    "\"tunable\":\"net.ipv4.tcp_max_syn_backlog\",\"assert\":{\"at-least\":1024}"
#define NUMA	       "\"tunable\":\"kernel.numa_balancing\",\"assert\":{\"equals\":0}"
#define WHEN_NODES     ",\"when\":{\"fact\":\"nodes.count\",\"at-least\":2}"
#define RMEM(relation) "\"tunable\":\"net.ipv4.tcp_rmem\",\"element\":1,\"assert\":{" relation "}"
#define RT                                                                       \
	"\"tunable\":\"kernel.sched_rt_runtime_us\",\"assert\":{\"between\":[0," \
	"{\"of\":\"kernel.sched_rt_period_us\",\"plus\":-1}]},\"set\":false"
#define TRACKED                                                                             \
	"\"tunable\":\"net.netfilter.nf_conntrack_count\",\"assert\":{\"at-most\":{\"of\":" \
	"\"net.netfilter.nf_conntrack_max\",\"times\":\"4/5\"}},"                           \
	"\"when\":{\"tunable\":\"net.netfilter.nf_conntrack_max\",\"more-than\":0}"

static const struct row rows[] = {
	/* relations, with numbers and units */
	{ S("\"at-least\":4096"),
	  { { CORE "somaxconn", "128\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "128",
	  "128 connections; at least 4096 are wanted" },
	{ S("\"at-least\":4096"),
	  { { CORE "somaxconn", "4096\n" } },
	  RESULT_PASS,
	  BECAUSE_MET,
	  "4096",
	  "4096 connections; at least 4096 are wanted" },
	{ S("\"at-least\":4096"),
	  { { CORE "somaxconn", "0x10000\n" } },
	  RESULT_PASS,
	  BECAUSE_MET,
	  "65536",
	  "*" },
	{ S("\"more-than\":4096"),
	  { { CORE "somaxconn", "4096\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "4096",
	  "4096 connections; more than 4096 are wanted" },
	{ S("\"at-most\":4096"),
	  { { CORE "somaxconn", "65536\n" } },
	  RESULT_FAIL,
	  BECAUSE_ABOVE_CEILING,
	  "65536",
	  "65536 connections; at most 4096 are wanted" },
	{ S("\"less-than\":4096"),
	  { { CORE "somaxconn", "4096\n" } },
	  RESULT_FAIL,
	  BECAUSE_ABOVE_CEILING,
	  "4096",
	  "*" },
	{ S("\"between\":[512,4096]"),
	  { { CORE "somaxconn", "128\n" } },
	  RESULT_FAIL,
	  BECAUSE_OUTSIDE_RANGE,
	  "128",
	  "128 connections; between 512 and 4096 are wanted" },
	{ S("\"equals\":4096"),
	  { { CORE "somaxconn", "128\n" } },
	  RESULT_FAIL,
	  BECAUSE_DIFFERS,
	  "128",
	  "128 connections; 4096 are wanted" },
	{ S("\"not\":1"),
	  { { CORE "somaxconn", "1\n" } },
	  RESULT_FAIL,
	  BECAUSE_EXCLUDED_VALUE,
	  "1",
	  "1 connection; anything but 1 is wanted" },
	{ COOKIES,
	  { { IPV4 "tcp_syncookies", "0\n" } },
	  RESULT_FAIL,
	  BECAUSE_NOT_ONE_OF,
	  "0",
	  "0; one of 1 or 2 is wanted" },
	{ COOKIES, { { IPV4 "tcp_syncookies", "2\n" } }, RESULT_PASS, BECAUSE_MET, "2", "*" },
	{ "\"fact\":\"cpus.isolated\",\"assert\":{\"within\":\"2-3\"}",
	  { { "sys/devices/system/cpu/isolated", "1-2\n" } },
	  RESULT_FAIL,
	  BECAUSE_NOT_WITHIN,
	  "1-2",
	  "CPUs 1-2; only CPUs of 2-3 are wanted" },
	{ "\"fact\":\"cpus.isolated\",\"assert\":{\"disjoint\":\"0,2\"}",
	  { { "sys/devices/system/cpu/isolated", "1-2\n" } },
	  RESULT_FAIL,
	  BECAUSE_OVERLAPS,
	  "1-2",
	  "CPUs 1-2; no CPU of 0,2 is wanted" },
	{ "\"fact\":\"cpus.isolated\",\"assert\":{\"contains\":\"2-3\"}",
	  { { "sys/devices/system/cpu/isolated", "1-2\n" } },
	  RESULT_FAIL,
	  BECAUSE_NOT_WITHIN,
	  "1-2",
	  "CPUs 1-2; all CPUs of 2-3 are wanted" },
	/* elements and sizes */
	{ RMEM("\"at-least\":\"128 KiB\""),
	  { { IPV4 "tcp_rmem", "4096\t65536\t6291456\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "65536",
	  "64 KiB; at least 128 KiB is wanted" },
	{ RMEM("\"at-least\":\"128 KiB\""),
	  { { IPV4 "tcp_rmem", "4096\t1048577\t6291456\n" } },
	  RESULT_PASS,
	  BECAUSE_MET,
	  "1048577",
	  "1048577 bytes; at least 128 KiB is wanted" },
	{ "\"tunable\":\"net.ipv4.tcp_rmem\",\"assert\":{\"at-least\":[4096,131072,6291456]}",
	  { { IPV4 "tcp_rmem", "4096\t131072\t131072\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "4096 131072 131072",
	  "4096 131072 131072 bytes; at least 4096 131072 6291456 bytes are wanted" },
	/* readings without a value are never a pass */
	{ S("\"at-least\":1"),
	  { { NULL, NULL } },
	  RESULT_UNKNOWN,
	  BECAUSE_ABSENT,
	  NULL,
	  "/proc/sys/net/core/somaxconn does not exist here, and nothing explains why" },
	{ S("\"at-least\":1"),
	  { { CORE "somaxconn", NULL } },
	  RESULT_UNKNOWN,
	  BECAUSE_UNREADABLE,
	  NULL,
	  "/proc/sys/net/core/somaxconn cannot be read: *" },
	{ S("\"at-least\":1"),
	  { { CORE "somaxconn", "33 junk\n" } },
	  RESULT_ERROR,
	  BECAUSE_MALFORMED,
	  NULL,
	  "/proc/sys/net/core/somaxconn says \"33 junk\", which is no number" },
	{ "\"tunable\":\"net.core.netdev_budget_usecs\",\"assert\":{\"at-least\":4000}",
	  { { RELEASE_FILE, "3.19.8\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_NOT_YET,
	  NULL,
	  "this kernel is older than net.core.netdev_budget_usecs" },
	{ "\"tunable\":\"net.core.rmem_max\",\"assert\":{\"at-least\":4096}",
	  { { RELEASE_FILE, "5.10.1\n" }, { CORE "somaxconn", "4096\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_OTHER_NAMESPACE,
	  NULL,
	  "net.core.rmem_max belongs to the host and is not shown in this network namespace" },
	/* conditions */
	{ NUMA WHEN_NODES,
	  { { NODES, "0\n" }, { KERNEL "numa_balancing", "1\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_CONDITION_NOT_MET,
	  NULL,
	  "only for hosts where nodes.count is at least 2; here it is 1 node" },
	{ NUMA WHEN_NODES,
	  { { NODES, "0-1\n" }, { KERNEL "numa_balancing", "1\n" } },
	  RESULT_FAIL,
	  BECAUSE_DIFFERS,
	  "1",
	  "1; 0 is wanted" },
	{ S("\"at-least\":1") ",\"when\":{\"fact\":\"kernel.release\",\"less-than\":\"6.12\"}",
	  { { CORE "somaxconn", "128\n" } },
	  RESULT_UNKNOWN,
	  BECAUSE_CONDITION_UNKNOWN,
	  NULL,
	  "it is not known whether kernel.release is less than 6.12*" },
	{ S("\"at-least\":1") ",\"when\":{\"fact\":\"kernel.release\",\"less-than\":\"6.12\"}",
	  { { CORE "somaxconn", "128\n" }, { RELEASE_FILE, "5.14.0-427.el9.x86_64\n" } },
	  RESULT_UNKNOWN,
	  BECAUSE_CONDITION_UNKNOWN,
	  NULL,
	  "it is not known whether *" },
	/* one that is not met decides, whatever the others say */
	{ S("\"at-least\":1") ",\"when\":[{\"fact\":\"kernel.release\",\"less-than\":\"6.12\"},{"
			      "\"fact\":\"kernel.trust\",\"not\":\"vendor\"}]",
	  { { CORE "somaxconn", "128\n" }, { RELEASE_FILE, "5.14.0-427.el9.x86_64\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_CONDITION_NOT_MET,
	  NULL,
	  "only for hosts where kernel.trust is anything but vendor; here it is vendor" },
	{ S("\"at-least\":1") ",\"when\":{\"fact\":\"kernel.release\",\"less-than\":\"6.12\"}",
	  { { CORE "somaxconn", "128\n" }, { RELEASE_FILE, "6.11.10\n" } },
	  RESULT_PASS,
	  BECAUSE_MET,
	  "128",
	  "*" },
	/* computed operands */
	{ TRACKED,
	  { { CONNTRACK "count", "81\n" }, { CONNTRACK "max", "101\n" } },
	  RESULT_FAIL,
	  BECAUSE_ABOVE_CEILING,
	  "81",
	  "81 connections; at most 80 are wanted" },
	{ TRACKED,
	  { { CONNTRACK "count", "80\n" }, { CONNTRACK "max", "101\n" } },
	  RESULT_PASS,
	  BECAUSE_MET,
	  "80",
	  "*" },
	{ TRACKED,
	  { { CONNTRACK "count", "80\n" }, { CONNTRACK "max", "0\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_CONDITION_NOT_MET,
	  NULL,
	  "only for hosts where net.netfilter.nf_conntrack_max is more than 0; here it is 0 *" },
	{ RT,
	  { { KERNEL "sched_rt_runtime_us", "1000000\n" },
	    { KERNEL "sched_rt_period_us", "1000000\n" } },
	  RESULT_FAIL,
	  BECAUSE_OUTSIDE_RANGE,
	  "1000000",
	  "1000000 us; between 0 us and 999999 us is wanted" },
	{ RT,
	  { { KERNEL "sched_rt_runtime_us", "-1\n" },
	    { KERNEL "sched_rt_period_us", "1000000\n" } },
	  RESULT_FAIL,
	  BECAUSE_OUTSIDE_RANGE,
	  "-1",
	  "-1 us; between 0 us and 999999 us is wanted" },
	{ RT,
	  { { KERNEL "sched_rt_runtime_us", "950000\n" } },
	  RESULT_UNKNOWN,
	  BECAUSE_OPERAND_UNKNOWN,
	  "950000",
	  "kernel.sched_rt_period_us, which it is compared with, is not known*" },
	/* this kernel's own default, known or not */
	{ RMEM("\"at-least\":{\"of\":\"default\"}"),
	  { { IPV4 "tcp_rmem", "4096\t87380\t6291456\n" }, { RELEASE_FILE, "6.12.9\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "87380",
	  "87380 bytes; at least 128 KiB is wanted" },
	{ RMEM("\"at-least\":{\"of\":\"default\"}"),
	  { { IPV4 "tcp_rmem", "4096\t87380\t6291456\n" }, { RELEASE_FILE, "4.18.0-477.el8\n" } },
	  RESULT_UNKNOWN,
	  BECAUSE_OPERAND_UNKNOWN,
	  "87380",
	  "87380 bytes; what it is compared with is not known exactly: between *" },
	{ RMEM("\"at-least\":{\"of\":\"default\"}"),
	  { { IPV4 "tcp_rmem", "4096\t87380\t6291456\n" } },
	  RESULT_UNKNOWN,
	  BECAUSE_OPERAND_UNKNOWN,
	  "87380",
	  "*" },
	/* settings that do nothing */
	{ SYN_BACKLOG,
	  { { IPV4 "tcp_max_syn_backlog", "64\n" },
	    { IPV4 "tcp_syncookies", "1\n" },
	    { RELEASE_FILE, "6.12.9\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_INERT,
	  "64",
	  "*" },
	{ SYN_BACKLOG,
	  { { IPV4 "tcp_max_syn_backlog", "64\n" },
	    { IPV4 "tcp_syncookies", "0\n" },
	    { RELEASE_FILE, "6.12.9\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "64",
	  "64 connections; at least 1024 are wanted" },
	/* inside the bracket, and on a vendor's kernel, nobody knows: a pass stands, a fail does
	 * not */
	{ SYN_BACKLOG,
	  { { IPV4 "tcp_max_syn_backlog", "64\n" },
	    { IPV4 "tcp_syncookies", "1\n" },
	    { RELEASE_FILE, "4.4.0\n" } },
	  RESULT_UNKNOWN,
	  BECAUSE_CONDITION_UNKNOWN,
	  "64",
	  "64 connections; at least 1024 are wanted; but whether this setting does *" },
	{ SYN_BACKLOG,
	  { { IPV4 "tcp_max_syn_backlog", "2048\n" },
	    { IPV4 "tcp_syncookies", "1\n" },
	    { RELEASE_FILE, "4.4.0\n" } },
	  RESULT_PASS,
	  BECAUSE_MET,
	  "2048",
	  "*" },
	{ SYN_BACKLOG,
	  { { IPV4 "tcp_max_syn_backlog", "64\n" },
	    { IPV4 "tcp_syncookies", "1\n" },
	    { RELEASE_FILE, "3.19.8\n" } },
	  RESULT_FAIL,
	  BECAUSE_BELOW_FLOOR,
	  "64",
	  "*" },
};

/* Only there does a missing file prove something. */
static const struct row live_rows[] = {
	{ NUMA,
	  { { RELEASE_FILE, "6.12.9\n" } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_NOT_BUILT_IN,
	  NULL,
	  "this kernel was built without CONFIG_NUMA_BALANCING" },
	{ "\"tunable\":\"net.netfilter.nf_conntrack_count\",\"assert\":{\"at-most\":9}",
	  { { RELEASE_FILE, "6.12.9\n" }, { "sys/module", NULL } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_MODULE_NOT_LOADED,
	  NULL,
	  "the kernel module nf_conntrack is not loaded" },
	{ TRACKED,
	  { { RELEASE_FILE, "6.12.9\n" }, { "sys/module", NULL } },
	  RESULT_NOT_APPLICABLE,
	  BECAUSE_MODULE_NOT_LOADED,
	  NULL,
	  "the kernel module nf_conntrack is not loaded" },
};

static bool text_matches(const char *text, const char *pattern)
{
	size_t length = strcspn(pattern, "*");

	if (!pattern[length])
		return strcmp(text, pattern) == 0;
	return strncmp(text, pattern, length) == 0;
}

static bool is_judged_right(const struct row *row, bool is_live)
{
	char rule[1024];
	const struct finding *finding;
	struct judged judged;
	bool is_right;

	(void)snprintf(rule, sizeof(rule), "{\"id\":\"r\",%s," TAIL, row->rule);
	judged_new(&judged, NULL, rule, row->files, is_live);
	judged_evaluate(&judged, NULL, 0);
	assert_int_equal(judged.findings.count, 1);
	finding = &judged.findings.findings[0];
	is_right = finding->result == row->result && finding->because == row->because &&
		   !finding->current == !row->current &&
		   (!row->current || strcmp(finding->current, row->current) == 0) &&
		   text_matches(finding->because_text, row->text);
	if (!is_right)
		print_error("%s\n  %s %s %s: %s\n", row->rule, result_name(finding->result),
			    because_name(finding->because),
			    finding->current ? finding->current : "-", finding->because_text);
	assert_string_equal(finding->id, "r");
	assert_int_equal(finding->inert != NULL, finding->because == BECAUSE_INERT);
	judged_done(&judged);
	return is_right;
}

static void a_rule_is_judged_as_the_row_says(void **state)
{
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		wrong += is_judged_right(&rows[i], false) ? 0 : 1;
	for (size_t i = 0; i < ARRAY_SIZE(live_rows); i++)
		wrong += is_judged_right(&live_rows[i], true) ? 0 : 1;
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_judged_as_the_row_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
