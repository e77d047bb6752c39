/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reports over a small captured host and findings made by hand. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report-sample.h"

static const struct file plain_host[] = {
	{ "proc/sys/kernel/osrelease", "6.12.9\n" },
	{ "proc/sys/kernel/random/boot_id", "0b0e3b8e-6ad6-4d2c-9a3c-5d1f3d4f6a11\n" },
	{ "proc/sys/net/core/somaxconn", "4096\n" },
	{ "proc/sys/net/ipv4/tcp_syncookies", "1\n" },
	{ "proc/sys/net/ipv4/tcp_max_syn_backlog", "512\n" },
	{ "proc/sys/net/ipv4/tcp_rmem", "4096 131072 6291456\n" },
	{ "sys/devices/system/cpu/possible", "0-1\n" },
	{ "sys/devices/system/cpu/present", "0-1\n" },
	{ "sys/devices/system/cpu/online", "0-1\n" },
	{ "sys/devices/system/node/online", "0\n" },
	{ NULL, NULL },
};

void sample_new(struct sample *sample, const struct file *files, enum sample_kind kind)
{
	static const char *const ids[] = { "net.core.somaxconn", "net.ipv4.tcp_rmem",
					   "net.ipv4.tcp_max_syn_backlog" };

	memset(sample, 0, sizeof(*sample));
	host_new(&sample->host);
	tree_files(&sample->host, plain_host);
	if (files)
		tree_files(&sample->host, files);
	if (kind != SAMPLE_CHILD) /* what only the host's own namespace shows */
		tree_file(&sample->host, "proc/sys/net/core/netdev_max_backlog", "1000\n");
	host_open(&sample->host, kind == SAMPLE_LIVE);
	needs_add_identity(&sample->host.needs);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		assert_int_equal(needs_add(&sample->host.needs, ids[i]), 0);
	host_take(&sample->host);
	diag_init(&sample->diag);
	sample->frame = (struct report_frame){
		.root = kind == SAMPLE_LIVE ? "/" : "/captured",
		.version = "0.1.0",
		.time_s = 1796072400,
		.uid = 1000,
		.diagnostics = &sample->diag,
	};
	sample->style.fail_on = SEVERITY_MEDIUM;
	sample->profile.name = (char *)"web-server";
	sample->profile.path = (char *)"profiles/web-server.json";
	sample->files[0] = &sample->profile;
	sample->chosen[0] = &sample->profile;
	sample->set = (struct profile_set){
		.files = sample->files,
		.file_count = 1,
		.chosen = sample->chosen,
		.chosen_count = 1,
		.rules = sample->in_force,
	};
	sample->findings.findings = sample->list;
}

void sample_done(struct sample *sample)
{
	diag_done(&sample->diag);
	host_done(&sample->host);
}

struct rule *sample_rule(struct sample *sample, const char *id, const char *tunable)
{
	size_t at = sample->set.rule_count++;
	struct rule *rule = &sample->rules[at];

	assert_true(at < SAMPLE_MAX);
	*rule = (struct rule){
		.id = (char *)id,
		.subject = SUBJECT_TUNABLE,
		.subject_id = (char *)tunable,
		.tunable = tunable_find(tunable),
		.relation = RELATION_AT_LEAST,
		.severity = SEVERITY_MEDIUM,
		.kind = RULE_REQUIREMENT,
		.rationale = (char *)"Because it matters. More words follow.",
		.profile = &sample->profile,
	};
	assert_non_null(rule->tunable);
	rule->format = &rule->tunable->format;
	rule->unit = rule->tunable->unit;
	sample->in_force[at] = rule;
	return rule;
}

struct instance *sample_instance(struct sample *sample, enum scope kind, const char *name)
{
	struct instance *instance = &sample->instances[sample->instance_count++];

	assert_true(sample->instance_count <= SAMPLE_MAX);
	*instance = (struct instance){
		.kind = kind,
		.name = (char *)name,
		.fragment = (char *)name,
		.number = 2,
	};
	return instance;
}

struct finding *sample_finding(struct sample *sample, const struct rule *rule, enum result result,
			       enum because because)
{
	size_t at = sample->findings.count++;
	struct finding *finding = &sample->list[at];

	assert_true(at < SAMPLE_MAX);
	sample->operands[at][0] = (char *)"10";
	*finding = (struct finding){
		.id = rule->id,
		.rule = rule,
		.instances = 1,
		.result = result,
		.because = because,
		.because_text = (char *)"it is so",
		.current = (char *)"1",
		.effective = (char *)"1",
		.operands = sample->operands[at],
		.operand_count = 1,
		.confidence = CONFIDENCE_EXPECTED,
		.changeable = CHANGEABLE_YES,
	};
	return finding;
}

static struct report report_of(struct sample *sample)
{
	static const struct posture nothing_weakened = { .scope = POSTURE_SHORT };

	return (struct report){
		.frame = &sample->frame,
		.style = &sample->style,
		.profiles = &sample->set,
		.snapshot = sample->host.snapshot,
		.findings = &sample->findings,
		.posture = &nothing_weakened,
	};
}

char *sample_text(struct sample *sample)
{
	struct report report = report_of(sample);
	auto_text struct text text = { 0 };
	char *bytes = NULL;

	assert_int_equal(report_check_text(&report, &text), 0);
	assert_int_equal(text_take(&text, &bytes), 0);
	return bytes;
}

char *sample_json(struct sample *sample)
{
	struct report report = report_of(sample);
	auto_text struct text text = { 0 };
	char *bytes = NULL;

	assert_int_equal(report_check_json(&report, &text), 0);
	assert_int_equal(text_take(&text, &bytes), 0);
	return bytes;
}

size_t count_of(const char *text, const char *part)
{
	size_t count = 0;

	for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
		count++;
	return count;
}

size_t count_lines(const char *text)
{
	return count_of(text, "\n");
}
