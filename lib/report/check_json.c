/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-report/1: all findings, for programs. */
#include "config.h"

#include "report/document.h"
#include "report/finding_json.h"
#include "report/posture_json.h"
#include "report/report.h"

static void add_profile(struct document *document, struct json_container *in,
			const struct profile *profile)
{
	struct json_container *object = json_add_object(document->writer, in, NULL);

	json_add_string(document->writer, object, "name", profile->name);
	json_add_string(document->writer, object, "path", profile->path);
	document_add_digest(document, object, profile);
}

static bool is_chosen(const struct profile_set *set, const struct profile *profile)
{
	for (size_t i = 0; i < set->chosen_count; i++) {
		if (set->chosen[i] == profile)
			return true;
	}
	return false;
}

/* Those asked for, then what they extend: findings name those files too. */
static void add_profiles(struct document *document, const struct profile_set *set)
{
	struct json_container *profiles =
		json_add_array(document->writer, document_root(document), "profiles");

	for (size_t i = 0; i < set->chosen_count; i++)
		add_profile(document, profiles, set->chosen[i]);
	for (size_t i = 0; i < set->file_count; i++) {
		if (!is_chosen(set, set->files[i]))
			add_profile(document, profiles, set->files[i]);
	}
}

static void add_summary(struct document *document, const struct findings *findings)
{
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, document_root(document), "summary");
	struct summary summary;

	findings_summarize(findings, &summary);
	json_add_u64(writer, object, "pass", summary.pass);
	json_add_u64(writer, object, "fail", summary.fail);
	json_add_u64(writer, object, "not_applicable", summary.not_applicable);
	json_add_u64(writer, object, "unknown", summary.unknown);
	json_add_u64(writer, object, "error", summary.error);
	json_add_u64(writer, object, "waived", summary.waived);
}

int report_check_json(const struct report *report, struct text *ret_text)
{
	auto_document struct document document;

	document_init(&document, report->frame);

	struct json_writer *writer = document.writer;
	struct json_container *root = document_root(&document);
	enum verdict verdict = findings_verdict(report->findings, report->style->fail_on);

	document_begin(&document, report->snapshot, "tuneadv-report/1");
	add_profiles(&document, report->profiles);
	json_add_u64(writer, root, "window_ms", 0); /* read once; watching comes with counters */
	json_add_string(writer, root, "verdict", verdict_name(verdict));
	add_summary(&document, report->findings);
	posture_add_json(&document, report->posture);

	struct json_container *findings = json_add_array(writer, root, "findings");

	for (size_t i = 0; i < report->findings->count; i++)
		finding_add(&document, findings, &report->findings->findings[i]);
	return document_end(&document, ret_text);
}
