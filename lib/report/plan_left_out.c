/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plan leaves out, for people: grouped where the cause is one for all, else one by one. */
#include "config.h"

#include <string.h>

#include "report/fold.h"
#include "report/plan_parts.h"
#include "report/undecided.h"
#include "report/words.h"

/* What is common to all that are left out for this; NULL: each has a cause of its own. */
static const char *common_cause(enum left_out reason)
{
	switch (reason) {
	case LEFT_OUT_CONSIDER:
		return "only worth considering (--consider)";
	case LEFT_OUT_NOT_ASKED:
		return "not asked for (--only, --except)";
	case LEFT_OUT_READ_ONLY:
		return "read-only here";
	case LEFT_OUT_BOOT:
		return "changed by the boot line alone";
	case LEFT_OUT_HOST_WIDE:
		return "the whole host's, and this is a container (--host-wide)";
	case LEFT_OUT_OTHER_NAMESPACE:
		return "the host's, out of reach from this namespace";
	case LEFT_OUT_ADVICE:
	case LEFT_OUT_GUARD:
	case LEFT_OUT_NOT_UNDOABLE:
	case LEFT_OUT_WAIVED:
	case LEFT_OUT_UNKNOWN:
	case LEFT_OUT_CONTRADICTED:
		break;
	}
	return NULL;
}

static const char *label_of(enum left_out reason)
{
	switch (reason) {
	case LEFT_OUT_ADVICE:
	case LEFT_OUT_BOOT:
		return "by hand";
	case LEFT_OUT_GUARD:
		return "refused";
	case LEFT_OUT_WAIVED:
		return "waived";
	case LEFT_OUT_UNKNOWN:
		return "unknown";
	case LEFT_OUT_CONSIDER:
	case LEFT_OUT_NOT_ASKED:
	case LEFT_OUT_READ_ONLY:
	case LEFT_OUT_HOST_WIDE:
	case LEFT_OUT_OTHER_NAMESPACE:
	case LEFT_OUT_NOT_UNDOABLE:
	case LEFT_OUT_CONTRADICTED:
		break;
	}
	return "left out";
}

static bool is_same(const struct left_out_finding *a, const struct left_out_finding *b)
{
	return a->finding->rule == b->finding->rule && a->reason == b->reason &&
	       strcmp(a->why, b->why) == 0;
}

static bool begins(const struct plan *plan, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (is_same(&plan->left_out[i], &plan->left_out[index]))
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

	for (size_t i = index; i < plan->left_out_count; i++) {
		const struct finding *finding = plan->left_out[i].finding;

		if (!is_same(&plan->left_out[index], &plan->left_out[i]))
			continue;
		count += finding->instances;
		if (finding->instance)
			change_add_name(&names, &shown, finding->instance->name);
	}
	if (shown > 0 || count > 1)
		words_where(words, scope_of(plan->left_out[index].finding->rule), &names, shown,
			    count);
	change_keep_status(page, &names);
}

static void add_each(const struct check_page *page, const struct plan *plan, size_t index)
{
	const struct left_out_finding *left_out = &plan->left_out[index];
	const struct rule *rule = left_out->finding->rule;
	enum paint paint = left_out->reason == LEFT_OUT_GUARD ? PAINT_BAD : PAINT_WARN;
	auto_text struct text words = { 0 };

	words_subject(&words, rule);
	add_where(page, plan, index, &words);
	text_add(&words, ": ");
	words_add(&words, left_out->why);
	check_add_rule(page, &words, rule);
	check_line(page, paint, label_of(left_out->reason), &words);
	if (left_out->reason == LEFT_OUT_ADVICE && rule->remedy) {
		auto_text struct text remedy = { 0 };

		text_add_safe(&remedy, page->report->style->is_verbose
					       ? span_of(rule->remedy)
					       : words_first_sentence(rule->remedy));
		change_detail(page, &remedy);
	}
	change_keep_status(page, &words);
}

static void add_group(const struct check_page *page, const struct plan *plan, enum left_out reason)
{
	struct names names = { 0 };
	auto_text struct text words = { 0 };

	for (size_t i = 0; i < plan->left_out_count; i++) {
		if (plan->left_out[i].reason == reason)
			names_add(&names, plan->left_out[i].finding->rule->subject_id);
	}
	if (names.count == 0)
		return;
	text_add(&words, common_cause(reason));
	text_add(&words, ": ");
	names_print(&words, &names);
	check_line(page, PAINT_DIM, label_of(reason), &words);
	change_keep_status(page, &words);
}

/* As undecided. */
static bool is_told_before(const struct check_page *page, const struct plan *plan, size_t index)
{
	const struct left_out_finding *left_out = &plan->left_out[index];

	return left_out->reason == LEFT_OUT_UNKNOWN &&
	       undecided_has(plan, left_out->finding, page->report->style->fail_on);
}

void plan_add_left_out(const struct check_page *page, const struct plan *plan)
{
	for (size_t i = 0; i < plan->left_out_count; i++) {
		bool is_grouped = common_cause(plan->left_out[i].reason) != NULL;

		if (is_told_before(page, plan, i))
			continue;
		/* With -v each is told by itself. */
		if ((!is_grouped || page->report->style->is_verbose) && begins(plan, i))
			add_each(page, plan, i);
	}
	if (page->report->style->is_verbose)
		return;
	for (enum left_out reason = LEFT_OUT_CONSIDER; reason <= LEFT_OUT_CONTRADICTED; reason++) {
		if (common_cause(reason))
			add_group(page, plan, reason);
	}
}
