/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Documents of changes over plans, outcomes and standings made by hand. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "change-sample.h"

#include <errno.h>

void change_sample_new(struct change_sample *sample)
{
	memset(sample, 0, sizeof(*sample));
	sample_new(&sample->sample, NULL, SAMPLE_LIVE);
	plan_init(&sample->plan);
	sample->plan.changes = sample->changes;
	sample->plan.left_out = sample->left_out;
	sample->plan.unread = sample->unread;
	sample->outcome.changes = sample->outcome_changes;
	sample->outcome.state = OUTCOME_COMMITTED;
	sample->verb = "apply";
	sample->standings.standings = sample->standing;
	sample->state_folder = "/run/tuneadv";
}

void change_sample_done(struct change_sample *sample)
{
	guard_refusal_done(&sample->plan.refusal);
	sample_done(&sample->sample);
}

struct change *change_sample_plan(struct change_sample *sample, const char *rule,
				  const char *tunable, const char *path)
{
	struct change *change = &sample->changes[sample->plan.change_count++];
	const struct rule *asking = sample_rule(&sample->sample, rule, tunable);

	*change = (struct change){
		.finding = sample_finding(&sample->sample, asking, RESULT_FAIL, BECAUSE_DIFFERS),
		.tunable = asking->tunable,
		.path = (char *)path,
		.from_text = (char *)"128",
		.to_text = (char *)"4096",
		.rule_id = rule,
		.rules = (char *)rule,
	};
	return change;
}

void change_sample_leave(struct change_sample *sample, const char *rule, const char *tunable,
			 enum left_out reason, const char *why)
{
	const struct rule *asking = sample_rule(&sample->sample, rule, tunable);

	sample->left_out[sample->plan.left_out_count++] = (struct left_out_finding){
		.finding = sample_finding(&sample->sample, asking, RESULT_FAIL, BECAUSE_DIFFERS),
		.reason = reason,
		.why = (char *)why,
	};
}

struct finding *change_sample_unread(struct change_sample *sample, const char *rule,
				     const char *tunable)
{
	struct finding *finding =
		sample_finding(&sample->sample, sample_rule(&sample->sample, rule, tunable),
			       RESULT_UNKNOWN, BECAUSE_UNREADABLE);

	finding->because_text = (char *)"it cannot be read";
	finding->error = -EACCES;
	sample->unread[sample->plan.unread_count++] = finding;
	sample->sample.style.fail_on = finding->rule->severity;
	return finding;
}

struct outcome_change *change_sample_outcome(struct change_sample *sample, const char *tunable,
					     const char *path, enum entry_result result)
{
	struct outcome_change *change = &sample->outcome_changes[sample->outcome.change_count++];

	*change = (struct outcome_change){
		.subject = (char *)tunable,
		.rules = (char *)"a-rule, b-rule",
		.path = (char *)path,
		.from = (char *)"128",
		.to = (char *)"4096",
		.instance_number = -1,
		.result = result,
	};
	return change;
}

struct standing *change_sample_stand(struct change_sample *sample, const char *id,
				     enum journal_state state)
{
	size_t at = sample->standings.count++;

	sample->journal_profiles[at][0] = (struct journal_profile){
		.name = (char *)"web-server",
		.path = (char *)"/etc/tuneadv/profiles/web-server.json",
		.sha256 = (char *)"0123456789abcdef0123456789abcdef"
				  "0123456789abcdef0123456789abcdef",
	};
	sample->journals[at] = (struct journal){
		.id = (char *)id,
		.version = (char *)"0.1.0",
		.boot_id = (char *)"0b0e3b8e-6ad6-4d2c-9a3c-5d1f3d4f6a11",
		.netns_inode = (char *)"4026531840",
		.netns_cookie = (char *)"",
		.time_s = 1796072400,
		.uid = 1000,
		.profiles = sample->journal_profiles[at],
		.profile_count = 1,
		.state = state,
	};
	sample->standing[at] = (struct standing){
		.journal = &sample->journals[at],
		.is_unfinished = state != JOURNAL_COMMITTED,
		.changes = sample->outcome_changes,
		.change_count = sample->outcome.change_count,
	};
	return &sample->standing[at];
}

static int render_plan(struct change_sample *sample, enum change_document document,
		       struct text *text)
{
	struct plan_report report = {
		.frame = &sample->sample.frame,
		.style = &sample->sample.style,
		.profiles = &sample->sample.set,
		.snapshot = sample->sample.host.snapshot,
		.findings = &sample->sample.findings,
		.plan = &sample->plan,
	};

	if (document == CHANGE_PLAN_TEXT)
		return report_plan_text(&report, text);
	if (document == CHANGE_PLAN_JSON)
		return report_plan_json(&report, text);
	if (document == CHANGE_PLAN_SYSCTL_D)
		return report_plan_sysctl_d(&report, text);
	return document == CHANGE_PLAN_SHELL ? report_plan_shell(&report, text)
					     : report_plan_ansible(&report, text);
}

static int render_outcome(struct change_sample *sample, enum change_document document,
			  struct text *text)
{
	struct outcome_report report = {
		.frame = &sample->sample.frame,
		.style = &sample->sample.style,
		.snapshot = sample->sample.host.snapshot,
		.outcome = &sample->outcome,
		.verb = sample->verb,
		.plan = sample->has_plan ? &sample->plan : NULL,
	};

	if (document == CHANGE_OUTCOME_TEXT)
		return report_outcome_text(&report, text);
	if (document == CHANGE_OUTCOME_JSON)
		return report_outcome_json(&report, text);
	if (document == CHANGE_OUTCOME_SYSCTL_D)
		return report_outcome_sysctl_d(&report, text);
	return document == CHANGE_OUTCOME_SHELL ? report_outcome_shell(&report, text)
						: report_outcome_ansible(&report, text);
}

int change_sample_render(struct change_sample *sample, enum change_document document,
			 struct text *text)
{
	struct status_report status = {
		.frame = &sample->sample.frame,
		.style = &sample->sample.style,
		.standings = &sample->standings,
		.state_folder = sample->state_folder,
	};

	if (document < CHANGE_OUTCOME_TEXT)
		return render_plan(sample, document, text);
	if (document < CHANGE_STATUS_TEXT)
		return render_outcome(sample, document, text);
	return document == CHANGE_STATUS_TEXT ? report_status_text(&status, text)
					      : report_status_json(&status, text);
}

char *change_sample_document(struct change_sample *sample, enum change_document document)
{
	auto_text struct text text = { 0 };
	char *bytes = NULL;

	assert_int_equal(change_sample_render(sample, document, &text), 0);
	assert_int_equal(text_take(&text, &bytes), 0);
	return bytes;
}
