/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many findings together: instances, folding, waivers, parameters, verdict; and what is changeable.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged.h"

#define CONF		    "proc/sys/net/ipv4/conf/"
#define UEVENT(name, index) "INTERFACE=" name "\nIFINDEX=" #index "\n"
#define RP(id, more, relation) \
	RULE(id, "\"tunable\":\"net.ipv4.conf.rp_filter\"," more "\"assert\":{" relation "}")
#define SOMAXCONN(id, relation) \
	RULE(id, "\"tunable\":\"net.core.somaxconn\",\"assert\":{" relation "}")

static const struct file netdevs[] = {
	{ CONF "all/rp_filter", "0\n" },
	{ CONF "default/rp_filter", "2\n" },
	{ CONF "eth0/rp_filter", "1\n" },
	{ CONF "eth1/rp_filter", "1\n" },
	{ CONF "eth2/rp_filter", "2\n" },
	{ CONF "veth1/rp_filter", "0\n" },
	{ "sys/devices/pci0/net/eth0/uevent", UEVENT("eth0", 2) },
	{ "sys/devices/pci0/net/eth1/uevent", UEVENT("eth1", 3) },
	{ "sys/devices/pci0/net/eth2/uevent", UEVENT("eth2", 4) },
	{ "sys/devices/virtual/net/veth1/uevent", UEVENT("veth1", 9) },
	{ NULL, NULL },
};

static void judge_netdevs(struct judged *judged, const char *rules, const struct file *more)
{
	static const char *const names[] = { "eth0", "eth1", "eth2" };

	judged_new(judged, NULL, rules, netdevs, false);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char link[64], target[64];

		(void)snprintf(link, sizeof(link), "sys/class/net/%s", names[i]);
		(void)snprintf(target, sizeof(target), "../../devices/pci0/net/%s", names[i]);
		tree_link(&judged->host, link, target);
	}
	tree_link(&judged->host, "sys/class/net/veth1", "../../devices/virtual/net/veth1");
	if (more)
		tree_files(&judged->host, more);
	judged_evaluate(judged, NULL, 0);
}

static void check_results(const struct judged *judged, const char *const (*wanted)[2], size_t count)
{
	assert_int_equal(judged->findings.count, count);
	for (size_t i = 0; i < count; i++) {
		const struct finding *finding = &judged->findings.findings[i];

		assert_string_equal(finding->id, wanted[i][0]);
		assert_string_equal(result_name(finding->result), wanted[i][1]);
	}
}

static void each_device_is_judged_and_virtual_ones_only_by_name(void **state)
{
	static const char *const wanted[][2] = {
		{ "a", "pass" },       { "a/eth2", "fail" },
		{ "b/all", "fail" },   { "b/eth7", "not-applicable" },
		{ "b/veth1", "fail" },
	};
	struct judged judged;

	(void)state;
	judge_netdevs(&judged,
		      RP("a", "",
			 "\"equals\":1") "," RP("b", "\"for-each\":[\"veth1\",\"eth7\",\"all\"],",
						"\"equals\":1"),
		      NULL);
	check_results(&judged, wanted, ARRAY_SIZE(wanted));
	assert_int_equal(judged_finding(&judged, "b/eth7")->because, BECAUSE_NO_INSTANCE);
	judged_done(&judged);
}

static void passes_that_say_the_same_are_folded(void **state)
{
	const struct finding *folded, *single;
	struct judged judged;

	(void)state;
	judge_netdevs(&judged, RP("a", "", "\"one-of\":[1,2]"), NULL);
	assert_int_equal(judged.findings.count, 2);
	folded = judged_finding(&judged, "a");
	single = judged_finding(&judged, "a/eth2");
	assert_non_null(folded);
	assert_non_null(single);
	assert_int_equal(folded->instances, 2);
	assert_null(folded->instance);
	assert_null(folded->reading);
	assert_string_equal(folded->current, "1");
	assert_int_equal(single->instances, 1);
	assert_string_equal(single->instance->name, "eth2");
	assert_string_equal(single->reading->path, "/proc/sys/net/ipv4/conf/eth2/rp_filter");
	judged_done(&judged);
}

static void fails_are_never_folded(void **state)
{
	static const char *const wanted[][2] = {
		{ "a/eth0", "fail" },
		{ "a/eth1", "fail" },
		{ "a/eth2", "pass" },
	};
	struct judged judged;

	(void)state;
	judge_netdevs(&judged, RP("a", "", "\"equals\":2"), NULL);
	check_results(&judged, wanted, ARRAY_SIZE(wanted));
	judged_done(&judged);
}

/* The kernel takes the greater of "all" and the interface (kernel.md 3). */
static void the_effective_value_is_what_counts(void **state)
{
	static const struct file all_loose[] = { { CONF "all/rp_filter", "2\n" }, { NULL, NULL } };
	const struct finding *finding;
	struct judged judged;

	(void)state;
	judge_netdevs(&judged, RP("a", "\"for-each\":[\"eth0\"],", "\"equals\":1"), all_loose);
	finding = judged_finding(&judged, "a/eth0");
	assert_non_null(finding);
	assert_int_equal(finding->result, RESULT_FAIL);
	assert_string_equal(finding->current, "1");
	assert_string_equal(finding->effective, "2");
	assert_string_equal(finding->because_text, "2 in effect (1 here); 1 is wanted");
	judged_done(&judged);
}

static void no_device_is_not_applicable(void **state)
{
	static const struct file none[] = { { "sys/block", NULL }, { NULL, NULL } };
	const struct finding *finding;
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL,
		   RULE("a", "\"tunable\":\"block.scheduler\",\"assert\":{\"not\":\"bfq\"}"), none,
		   false);
	judged_evaluate(&judged, NULL, 0);
	finding = judged_finding(&judged, "a");
	assert_non_null(finding);
	assert_int_equal(finding->result, RESULT_NOT_APPLICABLE);
	assert_int_equal(finding->because, BECAUSE_NO_INSTANCE);
	judged_done(&judged);
}

static void a_fact_of_each_node_is_judged_for_each(void **state)
{
	static const struct file nodes[] = {
		{ "sys/devices/system/node/online", "0-1\n" },
		{ "sys/devices/system/node/node0/cpulist", "0-3\n" },
		{ "sys/devices/system/node/node1/cpulist", "4-7\n" },
		{ NULL, NULL },
	};
	static const char *const wanted[][2] = { { "a/node0", "pass" }, { "a/node1", "fail" } };
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL,
		   RULE("a", "\"fact\":\"node.cpus\",\"assert\":{\"within\":\"0-5\"}"), nodes,
		   false);
	judged_evaluate(&judged, NULL, 0);
	check_results(&judged, wanted, ARRAY_SIZE(wanted));
	assert_int_equal(judged.findings.findings[1].changeable, CHANGEABLE_READ_ONLY);
	judged_done(&judged);
}

/* ---- parameters ---- */

static const struct file small_queue[] = {
	{ "proc/sys/net/core/somaxconn", "511\n" },
	{ NULL, NULL },
};

#define BACKLOG	 "\"backlog\":{\"type\":\"number\",\"title\":\"B\"}"
#define DECLARED SOMAXCONN("a", "\"at-least\":{\"of\":\"parameter.backlog\",\"max\":65535}")

static const struct {
	const char *value; /* NULL: unset */
	enum result result;
	enum because because;
	const char *operand;
} parameter_rows[] = {
	{ NULL, RESULT_NOT_APPLICABLE, BECAUSE_PARAMETER_UNSET, NULL },
	{ "511", RESULT_PASS, BECAUSE_MET, "511" },
	{ "512", RESULT_FAIL, BECAUSE_BELOW_FLOOR, "512" },
	{ "1000000", RESULT_FAIL, BECAUSE_BELOW_FLOOR, "65535" },
};

static void a_rule_follows_its_parameter(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(parameter_rows); i++) {
		const char *value = parameter_rows[i].value;
		const struct finding *finding;
		struct judged judged;

		judged_new(&judged, BACKLOG, DECLARED, small_queue, false);
		if (value)
			assert_int_equal(profile_set_parameter(&judged.shelf.set, "backlog", value,
							       NULL),
					 0);
		judged_evaluate(&judged, NULL, 0);
		finding = judged_finding(&judged, "a");
		assert_non_null(finding);
		assert_int_equal(finding->result, parameter_rows[i].result);
		assert_int_equal(finding->because, parameter_rows[i].because);
		if (parameter_rows[i].operand)
			assert_string_equal(finding->operands[0], parameter_rows[i].operand);
		judged_done(&judged);
	}
}

/* ---- verdict and waivers ---- */

#define SEVERE(id, severity, kind, relation)                                          \
	"{\"id\":\"" id "\",\"tunable\":\"net.core.somaxconn\",\"assert\":{" relation \
	"},\"severity\":\"" severity "\",\"kind\":\"" kind                            \
	"\",\"rationale\":\"b\",\"references\":[\"doc:x\"]}"
#define UNREADABLE(id, severity)                                                         \
	"{\"id\":\"" id "\",\"tunable\":\"fs.file-max\",\"assert\":{\"at-least\":4096}," \
	"\"severity\":\"" severity "\",\"rationale\":\"b\",\"references\":[\"doc:x\"]}"
#define FAILS "\"at-least\":4096"

static const struct {
	const char *rules;
	enum severity fail_on;
	enum verdict verdict;
} verdict_rows[] = {
	{ SEVERE("a", "high", "requirement", FAILS), SEVERITY_MEDIUM, VERDICT_NOT_FIT },
	{ SEVERE("a", "medium", "requirement", FAILS), SEVERITY_MEDIUM, VERDICT_NOT_FIT },
	{ SEVERE("a", "low", "requirement", FAILS), SEVERITY_MEDIUM, VERDICT_FIT },
	{ SEVERE("a", "low", "requirement", FAILS), SEVERITY_LOW, VERDICT_NOT_FIT },
	{ SEVERE("a", "high", "consider", FAILS), SEVERITY_LOW, VERDICT_FIT },
	{ SEVERE("a", "high", "requirement", FAILS), 0, VERDICT_FIT },
	{ SEVERE("a", "high", "requirement", "\"at-least\":1"), SEVERITY_LOW, VERDICT_FIT },
	{ UNREADABLE("a", "high"), SEVERITY_MEDIUM, VERDICT_UNDECIDED },
	{ UNREADABLE("a", "low"), SEVERITY_MEDIUM, VERDICT_FIT },
	/* what fails decides before what is not known */
	{ UNREADABLE("a", "high") "," SEVERE("b", "medium", "requirement", FAILS), SEVERITY_MEDIUM,
	  VERDICT_NOT_FIT },
};

static void requirements_at_or_above_the_threshold_decide(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(verdict_rows); i++) {
		struct judged judged;

		judged_new(&judged, NULL, verdict_rows[i].rules, small_queue, false);
		judged_evaluate(&judged, NULL, 0);
		assert_int_equal(findings_verdict(&judged.findings, verdict_rows[i].fail_on),
				 verdict_rows[i].verdict);
		judged_done(&judged);
	}
}

static void a_waived_fail_keeps_its_result_and_decides_nothing(void **state)
{
	static const struct waiver waivers[] = {
		{ "a", "the application asks for 128" },
		{ "b", "needless" },
		{ "nobody", "x" },
	};
	const struct finding *finding;
	struct summary summary;
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL,
		   SEVERE("a", "high", "requirement", FAILS) "," SEVERE("b", "high", "requirement",
									"\"at-least\":1"),
		   small_queue, false);
	judged_evaluate(&judged, waivers, ARRAY_SIZE(waivers));
	finding = judged_finding(&judged, "a");
	assert_non_null(finding);
	assert_int_equal(finding->result, RESULT_FAIL);
	assert_string_equal(finding->waiver, "the application asks for 128");
	assert_null(judged_finding(&judged, "b")->waiver);
	assert_int_equal(findings_verdict(&judged.findings, SEVERITY_LOW), VERDICT_FIT);
	findings_summarize(&judged.findings, &summary);
	assert_int_equal(summary.waived, 1);
	assert_int_equal(summary.fail, 0);
	assert_int_equal(summary.pass, 1);
	assert_int_equal(judged.shelf.diag.count, 1);
	assert_non_null(strstr(shelf_sentence(&judged.shelf), "nobody"));
	judged_done(&judged);
}

static void a_waiver_may_name_one_instance(void **state)
{
	static const struct waiver waivers[] = { { "a/node1", "x" } };
	static const struct file nodes[] = {
		{ "sys/devices/system/node/online", "0-1\n" },
		{ "sys/devices/system/node/node0/cpulist", "0-3\n" },
		{ "sys/devices/system/node/node1/cpulist", "4-7\n" },
		{ NULL, NULL },
	};
	struct judged judged;

	(void)state;
	judged_new(&judged, NULL, RULE("a", "\"fact\":\"node.cpus\",\"assert\":{\"within\":\"9\"}"),
		   nodes, false);
	judged_evaluate(&judged, waivers, 1);
	assert_int_equal(judged.findings.count, 2);
	assert_null(judged_finding(&judged, "a/node0")->waiver);
	assert_non_null(judged_finding(&judged, "a/node1")->waiver);
	assert_int_equal(judged.shelf.diag.count, 0);
	judged_done(&judged);
}

/* ---- changeable ---- */

static const struct {
	const char *id;
	enum reading_state state;
	int may_write;
	mode_t mode;
	enum changeable changeable;
} changeable_rows[] = {
	{ "net.core.somaxconn", READING_VALUE, 0, 0644, CHANGEABLE_YES },
	{ "net.core.somaxconn", READING_VALUE, -EACCES, 0644, CHANGEABLE_NEEDS_PRIVILEGE },
	{ "net.core.somaxconn", READING_VALUE, -EROFS, 0644, CHANGEABLE_READ_ONLY },
	{ "net.core.somaxconn", READING_VALUE, -EACCES, 0444, CHANGEABLE_READ_ONLY },
	{ "net.core.somaxconn", READING_VALUE, -ENOTSUP, 0, CHANGEABLE_UNKNOWN },
	{ "net.core.somaxconn", READING_ABSENT, 0, 0, CHANGEABLE_UNKNOWN },
	{ "net.core.rmem_max", READING_VALUE, -EACCES, 0444, CHANGEABLE_NOT_IN_THIS_NAMESPACE },
	{ "net.core.rmem_max", READING_OTHER_NAMESPACE, -ENOENT, 0,
	  CHANGEABLE_NOT_IN_THIS_NAMESPACE },
	{ "fs.file-nr", READING_VALUE, 0, 0644, CHANGEABLE_READ_ONLY },
	{ "kernel.numa_balancing", READING_VALUE, 0, 0644, CHANGEABLE_ADVICE_ONLY },
	{ "net.ipv4.tcp_tw_reuse", READING_VALUE, 0, 0644, CHANGEABLE_ADVICE_ONLY },
};

static void changeable_says_why_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(changeable_rows); i++) {
		const struct tunable *tunable = tunable_find(changeable_rows[i].id);

		assert_non_null(tunable);
		assert_string_equal(changeable_name(changeable_of(tunable, changeable_rows[i].state,
								  changeable_rows[i].may_write,
								  changeable_rows[i].mode)),
				    changeable_name(changeable_rows[i].changeable));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_device_is_judged_and_virtual_ones_only_by_name),
		cmocka_unit_test(passes_that_say_the_same_are_folded),
		cmocka_unit_test(fails_are_never_folded),
		cmocka_unit_test(the_effective_value_is_what_counts),
		cmocka_unit_test(no_device_is_not_applicable),
		cmocka_unit_test(a_fact_of_each_node_is_judged_for_each),
		cmocka_unit_test(a_rule_follows_its_parameter),
		cmocka_unit_test(requirements_at_or_above_the_threshold_decide),
		cmocka_unit_test(a_waived_fail_keeps_its_result_and_decides_nothing),
		cmocka_unit_test(a_waiver_may_name_one_instance),
		cmocka_unit_test(changeable_says_why_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
