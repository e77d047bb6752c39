/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Explanations and lists: what they must say, and what they must not claim. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report-sample.h"
#include "report/layout.h"

#define SYN_BACKLOG "net.ipv4.tcp_max_syn_backlog"

static char *taken(struct text *text, int r)
{
	char *bytes = NULL;

	assert_int_equal(r, 0);
	assert_int_equal(text_take(text, &bytes), 0);
	return bytes;
}

static char *explained(struct sample *sample, const char *id, bool is_json)
{
	struct explanation explanation = {
		.frame = &sample->frame,
		.style = &sample->style,
		.tunable = tunable_find(id),
		.profiles = &sample->set,
		.snapshot = sample->host.snapshot,
	};
	struct text text = { 0 };

	if (!explanation.tunable)
		explanation.fact = fact_find(id);
	assert_true(explanation.tunable || explanation.fact);
	return is_json ? taken(&text, report_explain_json(&explanation, &text))
		       : taken(&text, report_explain_text(&explanation, &text));
}

static void a_tunable_tells_value_default_limits_and_references(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_CAPTURED);

	autofree char *text = explained(&sample, "net.core.somaxconn", false);

	assert_has(text, "net.core.somaxconn - ");
	assert_has(text, "\nNow           4096 connections\n");
	assert_has(text, "\nDefault       4096 connections. ");
	assert_has(text, "\nLimits        1 to 65535\n              tuneadv's own limits: ");
	assert_has(text, "\nPath          /proc/sys/net/core/somaxconn\n");
	assert_has(text, "\nTakes effect  at a server's next listen(). ");
	assert_has(text, "\nSecurity      a higher number is never weaker\n");
	assert_has(text, "\nReferences    kernel:");
	assert_has(text, "\nHost          Linux 6.12.9, ");
	sample_done(&sample);
}

static void a_default_of_another_release_is_not_claimed(void **state)
{
	static const struct file vendor[] = {
		{ "proc/sys/kernel/osrelease", "4.18.0-553.el8_10.x86_64\n" },
		{ NULL, NULL },
	};
	struct sample sample;

	(void)state;
	sample_new(&sample, vendor, SAMPLE_CAPTURED);

	autofree char *text = explained(&sample, "net.core.somaxconn", false);

	assert_has_not(text, "\nDefault       4096 connections. ");
	sample_done(&sample);
}

static void inert_is_yes_no_or_not_known(void **state)
{
	static const struct {
		const char *syncookies;
		const char *text;
		const char *json;
	} rows[] = {
		{ "1\n", "\nInert         yes, it does nothing here now. ", "\"now\":\t\"yes\"" },
		{ "0\n", "\nInert         not now; elsewhere it can be. ", "\"now\":\t\"no\"" },
		{ "junk\n", "\nInert         not known here. ", "\"now\":\t\"unknown\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct file files[] = {
			{ "proc/sys/net/ipv4/tcp_syncookies", rows[i].syncookies },
			{ NULL, NULL },
		};
		struct sample sample;

		sample_new(&sample, files, SAMPLE_CAPTURED);

		autofree char *text = explained(&sample, SYN_BACKLOG, false);
		autofree char *json = explained(&sample, SYN_BACKLOG, true);

		assert_has(text, rows[i].text);
		assert_has(json, rows[i].json);
		sample_done(&sample);
	}
}

static void rules_that_speak_of_it_are_named(void **state)
{
	struct operand operand = { .literal = "4096" };
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_CAPTURED);

	struct rule *rule = sample_rule(&sample, "accept-queue", "net.core.somaxconn");

	rule->operands = &operand;
	rule->operand_count = 1;
	sample.profile.rules = rule;
	sample.profile.rule_count = 1;

	autofree char *text = explained(&sample, "net.core.somaxconn", false);
	autofree char *other = explained(&sample, SYN_BACKLOG, false);

	assert_has(text, "\nProfiles      web-server wants at least 4096 connections (medium, "
			 "accept-queue)\n");
	assert_has_not(other, "accept-queue");
	sample_done(&sample);
}

static void a_rule_tells_wish_value_and_reason(void **state)
{
	struct operand operand = {
		.of = "cpus.online-count",
		.times_numerator = NUMBER(1024),
		.has_max = true,
		.max = NUMBER(65535),
	};
	struct sample sample;
	struct text text = { 0 };

	(void)state;
	sample_new(&sample, NULL, SAMPLE_CAPTURED);

	struct rule *rule = sample_rule(&sample, "accept-queue", "net.core.somaxconn");
	const struct rule *rules[] = { rule };
	const struct explanation explanation = {
		.frame = &sample.frame,
		.style = &sample.style,
		.rules = rules,
		.rule_count = 1,
		.profiles = &sample.set,
		.snapshot = sample.host.snapshot,
	};

	rule->operands = &operand;
	rule->operand_count = 1;

	autofree char *bytes = taken(&text, report_explain_text(&explanation, &text));

	assert_has(bytes, "\nWants         net.core.somaxconn: at least 1024 x "
			  "cpus.online-count, but at most 65535\n");
	assert_has(bytes, "\nNow           4096 connections\n");
	assert_has(bytes, "\nWhy           Because it matters. More words follow.\n");
	sample_done(&sample);
}

static void a_fact_tells_value_and_file(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_CAPTURED);

	autofree char *text = explained(&sample, "kernel.release-text", false);

	assert_has(text, "\nNow           6.12.9\n");
	assert_has(text, "\nFrom          /proc/sys/kernel/osrelease\n");
	sample_done(&sample);
}

static char *listed(enum list_subject subject, unsigned int width, bool is_json)
{
	const struct report_frame frame = { .version = "0.1.0", .root = "/" };
	const struct report_style style = { .width = width };
	const struct list list = { .frame = &frame, .style = &style, .subject = subject };
	struct text text = { 0 };

	return is_json ? taken(&text, report_list_json(&list, &text))
		       : taken(&text, report_list_text(&list, &text));
}

static void lists_hold_every_row_and_stay_within_the_width(void **state)
{
	static const unsigned int widths[] = { 60, 80, 120, 200 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(widths); i++) {
		autofree char *text = listed(LIST_TUNABLES, widths[i], false);
		struct span rest = span_of(text);
		struct span line;

		while (span_split(&rest, '\n', &line)) {
			if (layout_columns(line) > widths[i])
				fail_msg("wider than %u: %.*s", widths[i], (int)line.length,
					 line.bytes);
		}
		for (size_t j = 0; j < tunable_count(); j++)
			assert_has(text, tunable_at(j)->id);
	}

	autofree char *json = listed(LIST_FACTS, 0, true);

	for (unsigned int i = 1; i < FACT_END_; i++)
		assert_has(json, fact_row((enum fact)i)->id);
	assert_has(json, "\"tunables\":\tnull");
}

static void columns_of_a_list_are_aligned(void **state)
{
	(void)state;

	autofree char *text = listed(LIST_TUNABLES, 0, false);
	const char *scope = strstr(text, "SCOPE");
	struct span rest = span_of(text);
	struct span line;

	assert_non_null(scope);
	while (span_split(&rest, '\n', &line)) {
		size_t column = (size_t)(scope - text);

		if (line.length == 0)
			continue;
		assert_true(line.length > column);
		assert_int_equal(line.bytes[column - 1], ' ');
		assert_int_not_equal(line.bytes[column], ' ');
	}
}

static void an_empty_list_says_so(void **state)
{
	(void)state;

	autofree char *counters = listed(LIST_COUNTERS, 80, false);
	autofree char *profiles = listed(LIST_PROFILES, 80, false);

	assert_string_equal(counters, "This version watches no counters.\n");
	assert_string_equal(profiles, "No profiles were found.\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tunable_tells_value_default_limits_and_references),
		cmocka_unit_test(a_default_of_another_release_is_not_claimed),
		cmocka_unit_test(inert_is_yes_no_or_not_known),
		cmocka_unit_test(rules_that_speak_of_it_are_named),
		cmocka_unit_test(a_rule_tells_wish_value_and_reason),
		cmocka_unit_test(a_fact_tells_value_and_file),
		cmocka_unit_test(lists_hold_every_row_and_stay_within_the_width),
		cmocka_unit_test(columns_of_a_list_are_aligned),
		cmocka_unit_test(an_empty_list_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
