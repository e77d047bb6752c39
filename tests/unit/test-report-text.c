/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of check: what is told, in which order, how often and how wide. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report-sample.h"

#define RP_FILTER "net.ipv4.conf.rp_filter"

static void first_line_has_verdict_and_host(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	sample_finding(&sample, sample_rule(&sample, "a", "vm.swappiness"), RESULT_PASS,
		       BECAUSE_MET);

	autofree char *fit = sample_text(&sample);

	assert_int_equal(strncmp(fit, "web-server: fit - Linux 6.12.9, 2 CPUs, 1 node", 46), 0);
	sample_finding(&sample, sample_rule(&sample, "b", "vm.swappiness"), RESULT_FAIL,
		       BECAUSE_BELOW_FLOOR);

	autofree char *bad = sample_text(&sample);

	assert_has(bad, "web-server: not fit, 1 of 2 requirements fails - Linux 6.12.9");
	sample.list[1].result = RESULT_UNKNOWN;
	sample.list[1].because = BECAUSE_ABSENT;

	autofree char *open = sample_text(&sample);

	assert_has(open, "web-server: undecided, 1 of 2 requirements is not known - ");
	sample_done(&sample);
}

static void a_fit_host_with_low_failures_says_so(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	sample_finding(&sample, sample_rule(&sample, "a", "vm.swappiness"), RESULT_FAIL,
		       BECAUSE_BELOW_FLOOR);
	sample.rules[0].severity = SEVERITY_LOW;

	autofree char *low = sample_text(&sample);

	assert_has(low, "web-server: fit, though 1 requirement fails below --fail-on medium - ");
	sample.rules[0].severity = SEVERITY_HIGH;
	sample.style.fail_on = 0;

	autofree char *never = sample_text(&sample);

	assert_has(never, "web-server: fit, though 1 requirement fails (--fail-on never) - ");
	sample_done(&sample);
}

static void failures_come_gravest_first(void **state)
{
	static const enum severity severities[] = { SEVERITY_LOW, SEVERITY_HIGH, SEVERITY_MEDIUM };
	static const char *const ids[] = { "a", "b", "c" };
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		struct rule *rule = sample_rule(&sample, ids[i], "vm.swappiness");

		rule->severity = severities[i];
		sample_finding(&sample, rule, RESULT_FAIL, BECAUSE_BELOW_FLOOR);
	}

	autofree char *text = sample_text(&sample);
	const char *high = strstr(text, "\nhigh ");
	const char *medium = strstr(text, "\nmedium ");
	const char *low = strstr(text, "\nlow ");

	assert_true(high && medium && low);
	assert_true(high < medium && medium < low);
	assert_has(text,
		   "Next: what would be changed, without changing it: tuneadv apply --dry-run");
	sample_done(&sample);
}

static void a_failure_tells_value_wish_moment_owner_and_remedy(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct rule *rule = sample_rule(&sample, "accept-queue", "net.core.somaxconn");
	struct finding *finding = sample_finding(&sample, rule, RESULT_FAIL, BECAUSE_BELOW_FLOOR);

	rule->remedy = (char *)"Restart the server. It has a backlog too.";
	finding->owner = owner_at(0);
	finding->changeable = CHANGEABLE_NEEDS_PRIVILEGE;

	autofree char *text = sample_text(&sample);

	assert_has(text, "medium    net.core.somaxconn is 1, wanted at least 10 connections "
			 "[accept-queue]\n");
	assert_has(text, "          Because it matters.\n");
	assert_has(text, "          Takes effect at a server's next listen().");
	assert_has(text, "          Changing it needs root.\n");
	assert_has(text, owner_at(0)->title);
	assert_has(text, "          Remedy: Restart the server.\n");
	sample.style.is_verbose = true;

	autofree char *whole = sample_text(&sample);

	assert_has(whole, "          Because it matters. More words follow.\n");
	assert_has(whole, "Remedy: Restart the server. It has a backlog too.\n");
	sample_done(&sample);
}

static void what_decides_nothing_is_told_in_two_lines(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct rule *rule = sample_rule(&sample, "a", "net.core.somaxconn");

	rule->severity = SEVERITY_LOW;
	rule->remedy = (char *)"Do this.";
	sample_finding(&sample, rule, RESULT_FAIL, BECAUSE_BELOW_FLOOR);

	autofree char *text = sample_text(&sample);

	assert_has_not(text, "Do this.");
	assert_has_not(text, "Takes effect");
	sample_done(&sample);
}

static void add_interfaces(struct sample *sample, const struct rule *rule, size_t count)
{
	static const char *const names[] = { "eth0", "eth1", "eth2", "eth3", "eth4" };

	for (size_t i = 0; i < count; i++) {
		struct finding *finding =
			sample_finding(sample, rule, RESULT_FAIL, BECAUSE_NOT_ONE_OF);

		finding->instance = sample_instance(sample, SCOPE_NETDEV, names[i]);
	}
}

static void what_fails_alike_on_many_interfaces_is_told_once(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_interfaces(&sample, sample_rule(&sample, "a", RP_FILTER), 5);

	autofree char *text = sample_text(&sample);

	assert_has(text, RP_FILTER " on 5 interfaces (eth0, eth1, eth2, ...) is 1, wanted");
	assert_int_equal(count_of(text, "[a]"), 1);
	sample.list[3].current = (char *)"7";

	autofree char *apart = sample_text(&sample);

	assert_has(apart, RP_FILTER " on 4 interfaces (eth0, eth1, eth2, ...) is 1, wanted");
	assert_has(apart, RP_FILTER " on eth3 is 7 (acts as 1), wanted");
	sample_done(&sample);
}

static void what_acts_is_told_when_it_is_not_the_value(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_interfaces(&sample, sample_rule(&sample, "a", RP_FILTER), 1);
	sample.list[0].effective = (char *)"2";

	autofree char *text = sample_text(&sample);

	assert_has(text, "on eth0 is 1 (acts as 2), wanted");
	sample_done(&sample);
}

/* ---- silent groups ---- */

static void add_unreadable(struct sample *sample, int error)
{
	static const char *const ids[] = { "net.core.somaxconn", "vm.swappiness", "fs.file-max" };

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		struct finding *finding =
			sample_finding(sample, sample_rule(sample, ids[i], ids[i]), RESULT_UNKNOWN,
				       BECAUSE_UNREADABLE);

		finding->current = finding->effective = NULL;
		finding->error = error;
	}
}

static void readings_that_need_root_give_one_command(void **state)
{
	static const struct {
		int error;
		enum sample_kind kind;
		uint32_t uid;
		const char *line;
	} rows[] = {
		{ -EACCES, SAMPLE_LIVE, 1000,
		  "unknown   3 readings need root: sudo tuneadv check web-server\n" },
		{ -EPERM, SAMPLE_LIVE, 1000,
		  "unknown   3 readings need root: sudo tuneadv check web-server\n" },
		/* More rights than root's do not exist, and a captured file stays as it is. */
		{ -EACCES, SAMPLE_LIVE, 0,
		  "unknown   3 readings failed (EACCES): net.core.somaxconn, vm.swappiness, "
		  "fs.file-max\n" },
		{ -EACCES, SAMPLE_CAPTURED, 1000,
		  "unknown   3 readings failed (EACCES): net.core.somaxconn, vm.swappiness, "
		  "fs.file-max\n" },
		{ -EIO, SAMPLE_LIVE, 1000,
		  "unknown   3 readings failed (EIO): net.core.somaxconn, vm.swappiness, "
		  "fs.file-max\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sample sample;

		sample_new(&sample, NULL, rows[i].kind);
		sample.frame.uid = rows[i].uid;
		add_unreadable(&sample, rows[i].error);

		autofree char *text = sample_text(&sample);

		assert_has(text, rows[i].line);
		assert_int_equal(count_of(text, "\nunknown "), 1);
		sample_done(&sample);
	}
}

static void a_single_unknown_tells_its_own_reason(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	sample_finding(&sample, sample_rule(&sample, "a", "vm.swappiness"), RESULT_ERROR,
		       BECAUSE_MALFORMED)
		->because_text = (char *)"it says \"33 junk\"";

	autofree char *text = sample_text(&sample);

	assert_has(text, "unknown   vm.swappiness: it says \"33 junk\" [a]\n");
	sample_done(&sample);
}

static void what_is_inert_is_named_with_its_reason(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct rule *rule = sample_rule(&sample, "syn-backlog", "net.ipv4.tcp_max_syn_backlog");

	sample_finding(&sample, rule, RESULT_NOT_APPLICABLE, BECAUSE_INERT)->inert =
		&rule->tunable->inert[0];

	autofree char *text = sample_text(&sample);

	assert_has(text, "inert     net.ipv4.tcp_max_syn_backlog does nothing here. ");
	assert_has(text, rule->tunable->inert[0].text);
	assert_has(text, "0 rules hold; 1 does not apply here (inert).\n");
	sample_done(&sample);
}

static void what_is_waived_keeps_its_reason_and_fails_no_more(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	sample_finding(&sample, sample_rule(&sample, "a", "vm.swappiness"), RESULT_FAIL,
		       BECAUSE_BELOW_FLOOR)
		->waiver = (char *)"the vendor wants it";

	autofree char *text = sample_text(&sample);

	assert_has(text, "waived    vm.swappiness (fail): the vendor wants it [a]\n");
	assert_has(text, "web-server: fit - ");
	assert_has_not(text, "\nmedium ");
	sample_done(&sample);
}

static void wishes_to_consider_take_a_line_each_and_never_decide(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct rule *rule = sample_rule(&sample, "a", "vm.swappiness");

	rule->kind = RULE_CONSIDER;
	rule->severity = SEVERITY_HIGH;
	sample_finding(&sample, rule, RESULT_FAIL, BECAUSE_BELOW_FLOOR);

	autofree char *text = sample_text(&sample);

	assert_has(text, "web-server: fit - ");
	assert_has(text, "consider  vm.swappiness is 1, perhaps better at least 10: Because it "
			 "matters. [a]\n");
	sample_done(&sample);
}

static void a_child_namespace_is_named_with_what_is_the_hosts(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_CHILD);
	sample_finding(&sample, sample_rule(&sample, "a", "net.core.netdev_max_backlog"),
		       RESULT_NOT_APPLICABLE, BECAUSE_OTHER_NAMESPACE);

	autofree char *text = sample_text(&sample);

	assert_has(text, ", child network namespace, captured in /captured\n");
	assert_has(text, "\nNetwork settings are this namespace's own; CPU, memory, kernel and "
			 "device settings belong to the host.");
	assert_has(text, "not shown in here: net.core.netdev_max_backlog.\n");
	assert_has(text, "1 does not apply here (the host's).\n");
	sample_done(&sample);
}

static void a_container_is_named(void **state)
{
	static const struct file container[] = {
		{ "run/systemd/container", "docker\n" },
		{ NULL, NULL },
	};
	struct sample sample;

	(void)state;
	sample_new(&sample, container, SAMPLE_CAPTURED);

	autofree char *text = sample_text(&sample);

	assert_has(text, ", docker container, captured in /captured\nCPU, memory, kernel and ");
	sample_done(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_line_has_verdict_and_host),
		cmocka_unit_test(a_fit_host_with_low_failures_says_so),
		cmocka_unit_test(failures_come_gravest_first),
		cmocka_unit_test(a_failure_tells_value_wish_moment_owner_and_remedy),
		cmocka_unit_test(what_decides_nothing_is_told_in_two_lines),
		cmocka_unit_test(what_fails_alike_on_many_interfaces_is_told_once),
		cmocka_unit_test(what_acts_is_told_when_it_is_not_the_value),
		cmocka_unit_test(readings_that_need_root_give_one_command),
		cmocka_unit_test(a_single_unknown_tells_its_own_reason),
		cmocka_unit_test(what_is_inert_is_named_with_its_reason),
		cmocka_unit_test(what_is_waived_keeps_its_reason_and_fails_no_more),
		cmocka_unit_test(wishes_to_consider_take_a_line_each_and_never_decide),
		cmocka_unit_test(a_child_namespace_is_named_with_what_is_the_hosts),
		cmocka_unit_test(a_container_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
