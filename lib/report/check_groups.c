/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What does not fail but must be said: unknown, worth considering, waived, inert. */
#include "config.h"

#include "report/check_parts.h"
#include "report/document.h"
#include "report/fold.h"
#include "report/words.h"

#define CONSIDERED_MAX 5 /* lines without -v */
#define INERT_MAX      5

static bool is_unknown(const struct finding *finding)
{
	return (finding->result == RESULT_UNKNOWN || finding->result == RESULT_ERROR) &&
	       !finding->waiver;
}

/* EACCES and EPERM have one remedy. */
static bool has_same_cause(const struct report *report, const struct finding *a,
			   const struct finding *b)
{
	if (check_needs_root(report, a) || check_needs_root(report, b))
		return check_needs_root(report, a) && check_needs_root(report, b);
	return a->because == b->because && a->error == b->error;
}

struct group {
	size_t first;
	size_t count; /* instances */
	struct names subjects;
};

/* False when an earlier finding has told of this one's cause. */
static bool gather(const struct report *report, size_t index, struct group *ret_group)
{
	const struct findings *findings = report->findings;
	struct group group = { .first = index };

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (!is_unknown(finding) ||
		    !has_same_cause(report, finding, &findings->findings[index]))
			continue;
		if (i < index)
			return false;
		group.count += finding->instances;
		names_add(&group.subjects, finding->rule->subject_id);
	}
	*ret_group = group;
	return true;
}

static void add_cause(struct text *words, const struct group *group, const struct finding *first)
{
	switch (first->because) {
	case BECAUSE_UNREADABLE:
		words_count(words, group->count, "reading", "readings");
		text_addf(words, " failed (%s)",
			  first->error ? document_errno(first->error) : "no reason given");
		return;
	case BECAUSE_ABSENT:
		words_count(words, group->count, "setting is", "settings are");
		text_add(words, " not here, and nothing explains why");
		return;
	case BECAUSE_CONDITION_UNKNOWN:
		words_count(words, group->count, "check depends", "checks depend");
		text_add(words, " on something that is not known");
		return;
	case BECAUSE_OPERAND_UNKNOWN:
		words_count(words, group->count, "check has", "checks have");
		text_add(words, " nothing to compare with");
		return;
	case BECAUSE_MALFORMED:
		words_count(words, group->count, "reading is", "readings are");
		text_add(words, " malformed");
		return;
	case BECAUSE_MET:
	case BECAUSE_BELOW_FLOOR:
	case BECAUSE_ABOVE_CEILING:
	case BECAUSE_OUTSIDE_RANGE:
	case BECAUSE_NOT_ONE_OF:
	case BECAUSE_DIFFERS:
	case BECAUSE_EXCLUDED_VALUE:
	case BECAUSE_NOT_WITHIN:
	case BECAUSE_OVERLAPS:
	case BECAUSE_CONDITION_NOT_MET:
	case BECAUSE_PARAMETER_UNSET:
	case BECAUSE_NO_INSTANCE:
	case BECAUSE_INERT:
	case BECAUSE_REMOVED:
	case BECAUSE_NOT_YET:
	case BECAUSE_NOT_BUILT_IN:
	case BECAUSE_MODULE_NOT_LOADED:
	case BECAUSE_OTHER_NAMESPACE:
		break;
	}
	words_count(words, group->count, "check", "checks");
	text_add(words, " could not be decided");
}

static void add_group(const struct check_page *page, const struct group *group)
{
	const struct report *report = page->report;
	const struct finding *first = &report->findings->findings[group->first];
	auto_text struct text words = { 0 };

	if (check_needs_root(report, first)) {
		words_count(&words, group->count, "reading needs", "readings need");
		text_add(&words, " root: sudo ");
		check_add_command(page, &words, "check");
		check_add_profiles(page, &words);
	} else if (group->count == 1 && first->because_text) {
		check_add_subject(page, &words, group->first);
		text_add(&words, ": ");
		words_add(&words, first->because_text);
		check_add_rule(page, &words, first->rule);
	} else {
		add_cause(&words, group, first);
		text_add(&words, ": ");
		names_print(&words, &group->subjects);
	}
	check_line(page, PAINT_WARN, "unknown", &words);
}

void check_unknown(const struct check_page *page)
{
	const struct findings *findings = page->report->findings;

	for (size_t i = 0; i < findings->count; i++) {
		struct group group;

		if (!is_unknown(&findings->findings[i]) || !gather(page->report, i, &group))
			continue;
		/* With -v each is told by itself; what root would read stays one command. */
		if (!page->report->style->is_verbose ||
		    check_needs_root(page->report, &findings->findings[i]))
			add_group(page, &group);
	}
}

static void add_considered(const struct check_page *page, size_t index)
{
	const struct finding *finding = &page->report->findings->findings[index];
	const struct rule *rule = finding->rule;
	auto_text struct text words = { 0 };

	check_add_current(page, &words, index);
	text_add(&words, ", perhaps better ");
	words_wanted(&words, rule, finding->operands, finding->operand_count);
	if (rule->rationale) {
		text_add(&words, ": ");
		text_add_safe(&words, words_first_sentence(rule->rationale));
	}
	check_add_rule(page, &words, rule);
	check_line(page, PAINT_STRONG, "consider", &words);
}

static void add_more(const struct check_page *page, const char *label, size_t count)
{
	auto_text struct text words = { 0 };

	text_addf(&words, "and %zu more: ", count);
	check_add_command(page, &words, "check -v");
	check_add_profiles(page, &words);
	check_line(page, PAINT_STRONG, label, &words);
}

void check_considered(const struct check_page *page)
{
	const struct findings *findings = page->report->findings;
	size_t shown = 0;
	size_t hidden = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (finding->result != RESULT_FAIL || finding->waiver ||
		    finding->rule->kind != RULE_CONSIDER || !fold_begins(findings, i))
			continue;
		if (shown == CONSIDERED_MAX && !page->report->style->is_verbose) {
			hidden++;
			continue;
		}
		add_considered(page, i);
		shown++;
	}
	if (hidden > 0)
		add_more(page, "consider", hidden);
}

void check_waived(const struct check_page *page)
{
	const struct findings *findings = page->report->findings;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];
		auto_text struct text words = { 0 };

		if (!finding->waiver || !fold_begins(findings, i))
			continue;
		check_add_subject(page, &words, i);
		text_addf(&words, " (%s): ", result_name(finding->result));
		words_add(&words, finding->waiver);
		check_add_rule(page, &words, finding->rule);
		check_line(page, PAINT_DIM, "waived", &words);
	}
}

static void add_inert(const struct check_page *page, size_t index)
{
	const struct finding *finding = &page->report->findings->findings[index];
	auto_text struct text words = { 0 };

	check_add_subject(page, &words, index);
	text_add(&words, " does nothing here. ");
	words_add(&words, finding->inert ? finding->inert->text : finding->because_text);
	check_add_rule(page, &words, finding->rule);
	check_line(page, PAINT_DIM, "inert", &words);
}

void check_inert(const struct check_page *page)
{
	const struct findings *findings = page->report->findings;
	size_t shown = 0;
	size_t hidden = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (finding->result != RESULT_NOT_APPLICABLE || finding->waiver ||
		    finding->because != BECAUSE_INERT || !fold_begins(findings, i))
			continue;
		if (shown == INERT_MAX && !page->report->style->is_verbose) {
			hidden++;
			continue;
		}
		add_inert(page, i);
		shown++;
	}
	if (hidden > 0)
		add_more(page, "inert", hidden);
}
