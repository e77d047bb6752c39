/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A plan for people: what would be written and why, what is left out, and the command that goes on.
 */
#include "config.h"

#include <string.h>

#include "report/change_page.h"
#include "report/plan_parts.h"
#include "report/undecided.h"
#include "report/words.h"

/* ---- the first line ---- */

static void add_verdict(const struct check_page *page, const struct plan *plan, struct text *words)
{
	bool has_color = page->report->style->has_color;
	auto_text struct text count = { 0 };

	words_count(&count, plan->change_count, "change", "changes");
	change_keep_status(page, &count);
	if (plan_is_refused(plan)) {
		paint_add(words, has_color, PAINT_BAD, "refused");
		text_add(words, ", nothing is written");
	} else if (plan->change_count > 0) {
		paint_add(words, has_color, PAINT_STRONG, count.bytes ? count.bytes : "");
	} else {
		paint_add(words, has_color, PAINT_GOOD, "nothing to change");
	}
	if (plan->left_out_count > 0)
		text_addf(words, ", %zu left out", plan->left_out_count);
	undecided_add_count(words, plan, page->report->style->fail_on);
}

static void add_head(const struct check_page *page, const struct plan *plan)
{
	const struct report *report = page->report;
	auto_text struct text words = { 0 };

	for (size_t i = 0; i < report->profiles->chosen_count; i++) {
		if (i > 0)
			text_add(&words, " + ");
		words_add(&words, report->profiles->chosen[i]->name);
	}
	text_add(&words, ": ");
	add_verdict(page, plan, &words);
	text_add(&words, " - ");
	words_host(&words, report->frame, report->snapshot);
	change_paragraph(page, &words);
}

static void add_refusal(const struct check_page *page, const struct plan *plan)
{
	const struct guard_refusal *refusal = &plan->refusal;
	auto_text struct text words = { 0 };

	if (!plan_is_refused(plan))
		return;
	text_add_safe(&words, text_span(&refusal->why));
	text_add(&words, ". Nothing switches this off.");
	check_line(page, PAINT_BAD, "refused", &words);
	change_keep_status(page, &words);
}

/* ---- changes ---- */

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool says_same(const struct change *a, const struct change *b)
{
	return a->tunable == b->tunable && a->owner == b->owner &&
	       is_same(a->from_text, b->from_text) && is_same(a->to_text, b->to_text) &&
	       is_same(a->rules, b->rules) && is_same(a->privilege, b->privilege);
}

static bool begins(const struct plan *plan, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (says_same(&plan->changes[i], &plan->changes[index]))
			return false;
	}
	return true;
}

static enum paint paint_of(enum severity severity)
{
	if (severity == SEVERITY_HIGH)
		return PAINT_BAD;
	return severity == SEVERITY_MEDIUM ? PAINT_WARN : PAINT_STRONG;
}

static void add_step(const struct check_page *page, const struct plan *plan, size_t index)
{
	const struct change *change = &plan->changes[index];
	const struct rule *rule = change->finding->rule;
	auto_text struct text names = { 0 };
	auto_text struct text words = { 0 };
	struct change_subject subject = {
		.id = change->tunable->id,
		.tunable = change->tunable,
		.names = &names,
		.rules = change->rules,
	};

	for (size_t i = index; i < plan->change_count; i++) {
		const struct change *other = &plan->changes[i];

		if (!says_same(change, other))
			continue;
		subject.count++;
		if (other->instance)
			change_add_name(&names, &subject.shown, other->instance->name);
	}
	change_add_step(page, &words, &subject, change->from_text, change->to_text);
	check_line(page, paint_of(rule->severity), severity_name(rule->severity), &words);
	change_keep_status(page, &words);
}

/* What a profile says at length: its first sentence, or with -v all. */
static void add_prose(const struct check_page *page, const char *before, const char *prose)
{
	auto_text struct text words = { 0 };

	if (!prose)
		return;
	text_add(&words, before);
	text_add_safe(&words, page->report->style->is_verbose ? span_of(prose)
							      : words_first_sentence(prose));
	change_detail(page, &words);
}

static void add_obstacles(const struct check_page *page, const struct change *change)
{
	auto_text struct text missing = { 0 };
	auto_text struct text owner = { 0 };

	if (change->privilege) {
		text_add(&missing, "Not by this process: it ");
		words_add(&missing, change->privilege);
		text_add_char(&missing, '.');
	}
	change_detail(page, &missing);
	if (change->owner) {
		words_add(&owner, change->owner->title);
		text_add(&owner,
			 " runs here and manages this: change it there, or it is changed back.");
	}
	change_detail(page, &owner);
}

static void add_change(const struct check_page *page, const struct plan *plan, size_t index)
{
	const struct change *change = &plan->changes[index];
	auto_text struct text moment = { 0 };

	add_step(page, plan, index);
	add_prose(page, "", change->finding->rule->rationale);
	words_moment(&moment, change->tunable, "Takes effect ");
	change_detail(page, &moment);
	add_obstacles(page, change);
	if (page->report->style->is_verbose)
		add_prose(page, "Then: ", change->finding->rule->remedy);
}

/* ---- what follows ---- */

static bool is_forbidden(const struct plan *plan)
{
	for (size_t i = 0; i < plan->change_count; i++) {
		if (plan->changes[i].privilege)
			return true;
	}
	return false;
}

static bool has_considered(const struct plan *plan)
{
	for (size_t i = 0; i < plan->change_count; i++) {
		if (plan->changes[i].finding->confidence == CONFIDENCE_CONSIDER)
			return true;
	}
	return false;
}

static void add_apply(const struct check_page *page, const struct plan *plan, struct text *words)
{
	if (page->report->frame->uid != 0)
		text_add(words, "sudo ");
	check_add_command(page, words, "apply");
	if (has_considered(plan))
		text_add(words, " --consider");
	change_add_state(page, words);
	change_add_profiles(page, words);
}

static void add_next(const struct check_page *page, const struct plan *plan)
{
	const struct report *report = page->report;
	auto_text struct text words = { 0 };

	text_add(&words, "Next: ");
	if (plan_is_refused(plan) && plan->refusal.answer != GUARD_UNKNOWN &&
	    plan->refusal.write < plan->change_count) {
		text_add(&words, "what it protects: ");
		check_add_command(page, &words, "explain");
		text_add_char(&words, ' ');
		words_add(&words, plan->changes[plan->refusal.write].tunable->id);
	} else if (plan_is_refused(plan) || plan->change_count == 0) {
		text_add(&words, "every rule: ");
		check_add_command(page, &words, "check -v");
		change_add_profiles(page, &words);
	} else if (report->frame->root && strcmp(report->frame->root, "/") != 0) {
		text_add(&words, "on the host itself, for a captured tree is never written: "
				 "tuneadv apply");
		change_add_profiles(page, &words);
	} else if (is_forbidden(plan)) {
		add_apply(page, plan, &words);
	} else {
		/* Said before the question too, so no command to make them. */
		text_add(&words, "once made, they are taken back by: ");
		check_add_command(page, &words, "revert");
		change_add_state(page, &words);
		check_add_profiles(page, &words);
	}
	change_paragraph(page, &words);
}

int report_plan_text(const struct plan_report *report, struct text *ret_text)
{
	const struct plan *plan = report->plan;
	struct report whole = {
		.frame = report->frame,
		.style = report->style,
		.profiles = report->profiles,
		.snapshot = report->snapshot,
		.findings = report->findings,
	};
	struct check_page page = {
		.report = &whole,
		.text = ret_text,
		.section_start = ret_text->length,
	};

	add_head(&page, plan);
	if (report->style->is_quiet)
		return text_status(ret_text);
	check_surroundings(&page);
	check_section(&page);
	add_refusal(&page, plan);
	for (size_t i = 0; i < plan->change_count; i++) {
		if (begins(plan, i))
			add_change(&page, plan, i);
	}
	check_section(&page);
	undecided_add_lines(&page, plan);
	plan_add_left_out(&page, plan);
	check_section(&page);
	add_next(&page, plan);
	return text_status(ret_text);
}
