/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-outcome/1 of a plan: nothing is written yet. */
#include "config.h"

#include "report/outcome_json.h"
#include "report/undecided.h"

static enum outcome_state state_of(const struct plan *plan)
{
	if (plan_is_refused(plan))
		return OUTCOME_REFUSED;
	return plan->change_count > 0 ? OUTCOME_PLANNED : OUTCOME_NOTHING_TO_DO;
}

static void add_change(struct document *document, struct json_container *in,
		       const struct change *change)
{
	const struct instance *instance = change->instance;
	struct change_told told = {
		.subject = change->tunable->id,
		.tunable = change->tunable,
		.instance = instance ? instance->name : NULL,
		.instance_number = instance ? instance->number : -1,
		.path = change->path,
		.rules = change->rules,
		.from = change->from_text,
		.to = change->to_text,
		.result = entry_result_name(ENTRY_PLANNED),
		.because = change->finding->rule->rationale,
		.privilege = change->privilege,
		.owner = change->owner ? change->owner->name : NULL,
	};

	change_json_add(document, in, &told);
}

static void add_left_out(struct document *document, struct json_container *in,
			 const struct left_out_finding *left_out)
{
	const struct finding *finding = left_out->finding;
	struct json_container *object = json_add_object(document->writer, in, NULL);

	json_add_string(document->writer, object, "finding", finding->id);
	json_add_string(document->writer, object, "rule", finding->rule->id);
	change_json_add_subject(document, object, subject_kind_name(finding->rule->subject),
				finding->rule->subject_id);
	document_add_instance(document, object, finding->instance);
	json_add_string(document->writer, object, "reason", left_out_name(left_out->reason));
	json_add_string(document->writer, object, "because", left_out->why);
}

static void add_guard(struct document *document, const struct plan *plan)
{
	struct json_container *root = document_root(document);

	if (!plan_is_refused(plan)) {
		json_add_null(document->writer, root, "guard");
		return;
	}

	struct json_container *guard = json_add_object(document->writer, root, "guard");
	bool is_known = plan->refusal.write < plan->change_count;

	json_add_string(document->writer, guard, "code", guard_answer_name(plan->refusal.answer));
	json_add_string(document->writer, guard, "change",
			is_known ? plan->changes[plan->refusal.write].tunable->id : NULL);
	document_add_text(document, guard, "text", &plan->refusal.why);
}

int report_plan_json(const struct plan_report *report, struct text *ret_text)
{
	const struct plan *plan = report->plan;
	const struct outcome_told told = {
		.verb = "apply",
		.state = state_of(plan),
		.because = plan_is_refused(plan) ? plan->refusal.why.bytes : NULL,
	};
	auto_document struct document document;

	document_init(&document, report->frame);
	outcome_json_begin(&document, report->snapshot, &told);
	add_guard(&document, plan);

	struct json_container *root = document_root(&document);
	struct json_container *changes = json_add_array(document.writer, root, "changes");

	for (size_t i = 0; i < plan->change_count; i++)
		add_change(&document, changes, &plan->changes[i]);

	struct json_container *left_out = json_add_array(document.writer, root, "left_out");

	for (size_t i = 0; i < plan->left_out_count; i++)
		add_left_out(&document, left_out, &plan->left_out[i]);
	undecided_add_json(&document, plan, report->style);
	return document_end(&document, ret_text);
}
