/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plan could not learn: the requirements that make apply end with 3, each with its cause. */
#include "config.h"

#include "report/undecided.h"

#include <string.h>

#include "report/change_json.h"
#include "report/words.h"

bool undecided_has(const struct plan *plan, const struct finding *finding, enum severity fail_on)
{
	if (!plan || !fail_on || finding->rule->severity < fail_on)
		return false;
	for (size_t i = 0; i < plan->unread_count; i++) {
		if (plan->unread[i] == finding)
			return true;
	}
	return false;
}

void undecided_add_count(struct text *words, const struct plan *plan, enum severity fail_on)
{
	size_t count = plan ? plan_count_unread(plan, fail_on) : 0;

	if (count > 0)
		text_addf(words, ", %zu undecided", count);
}

static const char *cause_of(const struct finding *finding)
{
	return finding->because_text ? finding->because_text : "it is not known";
}

static bool is_same(const struct finding *a, const struct finding *b)
{
	return a->rule == b->rule && a->error == b->error && strcmp(cause_of(a), cause_of(b)) == 0;
}

static bool begins(const struct plan *plan, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (is_same(plan->unread[i], plan->unread[index]))
			return false;
	}
	return true;
}

static enum scope scope_of(const struct rule *rule)
{
	return rule->tunable ? rule->tunable->scope : fact_row(rule->fact)->scope;
}

static void add_where(const struct check_page *page, const struct plan *plan, size_t index,
		      struct text *words)
{
	auto_text struct text names = { 0 };
	size_t shown = 0;
	size_t count = 0;

	for (size_t i = index; i < plan->unread_count; i++) {
		const struct finding *finding = plan->unread[i];

		if (!is_same(plan->unread[index], finding))
			continue;
		count += finding->instances;
		if (finding->instance)
			change_add_name(&names, &shown, finding->instance->name);
	}
	if (shown > 0 || count > 1)
		words_where(words, scope_of(plan->unread[index]->rule), &names, shown, count);
	change_keep_status(page, &names);
}

static void add_line(const struct check_page *page, const struct plan *plan, size_t index)
{
	const struct finding *finding = plan->unread[index];
	auto_text struct text words = { 0 };

	words_subject(&words, finding->rule);
	add_where(page, plan, index, &words);
	text_add(&words, ": ");
	words_add(&words, cause_of(finding));
	check_add_rule(page, &words, finding->rule);
	check_line(page, PAINT_WARN, "undecided", &words);
	change_keep_status(page, &words);
}

void undecided_add_lines(const struct check_page *page, const struct plan *plan)
{
	enum severity fail_on = page->report->style->fail_on;

	for (size_t i = 0; plan && i < plan->unread_count; i++) {
		if (undecided_has(plan, plan->unread[i], fail_on) && begins(plan, i))
			add_line(page, plan, i);
	}
}

static void add_object(struct document *document, struct json_container *in,
		       const struct finding *finding)
{
	struct json_container *object = json_add_object(document->writer, in, NULL);

	json_add_string(document->writer, object, "finding", finding->id);
	json_add_string(document->writer, object, "rule", finding->rule->id);
	change_json_add_subject(document, object, subject_kind_name(finding->rule->subject),
				finding->rule->subject_id);
	document_add_instance(document, object, finding->instance);
	json_add_string(document->writer, object, "severity",
			severity_name(finding->rule->severity));
	json_add_string(document->writer, object, "result", result_name(finding->result));
	document_add_errno(document, object, "errno", finding->error);
	json_add_string(document->writer, object, "because", cause_of(finding));
}

void undecided_add_json(struct document *document, const struct plan *plan,
			const struct report_style *style)
{
	struct json_container *array =
		json_add_array(document->writer, document_root(document), "undecided");

	for (size_t i = 0; plan && style && i < plan->unread_count; i++) {
		if (undecided_has(plan, plan->unread[i], style->fail_on))
			add_object(document, array, plan->unread[i]);
	}
}
