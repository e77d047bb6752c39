/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is silent, counted (or with -v told one by one), and the next step. */
#include "config.h"

#include "report/check_parts.h"
#include "report/fold.h"
#include "report/words.h"

static void add_pass(const struct check_page *page, size_t index)
{
	const struct finding *finding = &page->report->findings->findings[index];
	const struct rule *rule = finding->rule;
	auto_text struct text words = { 0 };

	check_add_current(page, &words, index);
	text_add(&words, ", wanted ");
	words_wanted(&words, rule, finding->operands, finding->operand_count);
	check_add_rule(page, &words, rule);
	check_line(page, PAINT_GOOD, "pass", &words);
}

static void add_undecided(const struct check_page *page, size_t index, const char *label,
			  enum paint paint)
{
	const struct finding *finding = &page->report->findings->findings[index];
	auto_text struct text words = { 0 };

	check_add_subject(page, &words, index);
	text_add(&words, ": ");
	words_add(&words, finding->because_text);
	check_add_rule(page, &words, finding->rule);
	check_line(page, paint, label, &words);
}

static void add_each(const struct check_page *page, size_t index)
{
	switch (page->report->findings->findings[index].result) {
	case RESULT_PASS:
		add_pass(page, index);
		return;
	case RESULT_NOT_APPLICABLE:
		if (page->report->findings->findings[index].because == BECAUSE_INERT)
			return; /* told above */
		add_undecided(page, index, "n/a", PAINT_DIM);
		return;
	case RESULT_UNKNOWN:
		add_undecided(page, index, "unknown", PAINT_WARN);
		return;
	case RESULT_ERROR:
		add_undecided(page, index, "error", PAINT_WARN);
		return;
	case RESULT_FAIL: /* told above */
		return;
	}
}

void check_each(const struct check_page *page)
{
	const struct findings *findings = page->report->findings;

	for (size_t i = 0; i < findings->count; i++) {
		if (!findings->findings[i].waiver && fold_begins(findings, i))
			add_each(page, i);
	}
}

/* Why a rule is not for this host, as a word in a list. */
static const char *absence_of(enum because because)
{
	switch (because) {
	case BECAUSE_CONDITION_NOT_MET:
		return "not for a host like this";
	case BECAUSE_PARAMETER_UNSET:
		return "parameter not set";
	case BECAUSE_NO_INSTANCE:
		return "no such device";
	case BECAUSE_INERT:
		return "inert";
	case BECAUSE_REMOVED:
		return "removed from this kernel";
	case BECAUSE_NOT_YET:
		return "newer than this kernel";
	case BECAUSE_NOT_BUILT_IN:
		return "not built into this kernel";
	case BECAUSE_MODULE_NOT_LOADED:
		return "module not loaded";
	case BECAUSE_OTHER_NAMESPACE:
		return "the host's";
	case BECAUSE_MET:
	case BECAUSE_BELOW_FLOOR:
	case BECAUSE_ABOVE_CEILING:
	case BECAUSE_OUTSIDE_RANGE:
	case BECAUSE_NOT_ONE_OF:
	case BECAUSE_DIFFERS:
	case BECAUSE_EXCLUDED_VALUE:
	case BECAUSE_NOT_WITHIN:
	case BECAUSE_OVERLAPS:
	case BECAUSE_ABSENT:
	case BECAUSE_UNREADABLE:
	case BECAUSE_CONDITION_UNKNOWN:
	case BECAUSE_OPERAND_UNKNOWN:
	case BECAUSE_MALFORMED:
		break;
	}
	return "other";
}

struct tally {
	size_t holding;
	size_t absent;
	size_t absent_because[BECAUSE_MALFORMED + 1];
};

static void count_rules(const struct report *report, struct tally *ret_tally)
{
	struct tally tally = { 0 };

	for (size_t i = 0; i < report->profiles->rule_count; i++) {
		const struct rule *rule = report->profiles->rules[i];
		enum because because;
		enum rule_standing standing = rule_standing(report->findings, rule, &because);

		if (standing == STANDING_HOLDS)
			tally.holding++;
		if (standing != STANDING_NOT_APPLICABLE)
			continue;
		tally.absent++;
		tally.absent_because[because]++;
	}
	*ret_tally = tally;
}

void check_tally(const struct check_page *page)
{
	struct tally tally;
	auto_text struct text words = { 0 };
	const char *joint = " (";

	count_rules(page->report, &tally);
	words_count(&words, tally.holding, "rule holds", "rules hold");
	if (tally.absent > 0) {
		text_add(&words, "; ");
		words_count(&words, tally.absent, "does not apply here", "do not apply here");
		for (unsigned int i = 0; i < ARRAY_SIZE(tally.absent_because); i++) {
			if (!tally.absent_because[i])
				continue;
			text_add(&words, joint);
			if (tally.absent_because[i] < tally.absent)
				text_addf(&words, "%zu ", tally.absent_because[i]);
			text_add(&words, absence_of((enum because)i));
			joint = ", ";
		}
		text_add_char(&words, ')');
	}
	text_add_char(&words, '.');
	check_paragraph(page, &words);
}

/* The gravest requirement that fails; NULL: none does. */
static const struct finding *gravest_fail(const struct findings *findings)
{
	const struct finding *gravest = NULL;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (finding->result != RESULT_FAIL || finding->waiver ||
		    finding->rule->kind != RULE_REQUIREMENT)
			continue;
		if (!gravest || finding->rule->severity > gravest->rule->severity)
			gravest = finding;
	}
	return gravest;
}

static bool has_unknown(const struct findings *findings)
{
	struct summary summary;

	findings_summarize(findings, &summary);
	return summary.unknown + summary.error > 0;
}

/* Is there a failing requirement that apply could plan a write for? */
static bool has_remedy_of_ours(const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];
		const struct rule *rule = finding->rule;

		if (finding->result == RESULT_FAIL && !finding->waiver && rule->tunable &&
		    rule->kind == RULE_REQUIREMENT && rule->set != RULE_SET_NOTHING &&
		    !rule->tunable->is_read_only && !rule->tunable->is_advice_only &&
		    !rule->tunable->is_boot_only)
			return true;
	}
	return false;
}

void check_next(const struct check_page *page)
{
	const struct report *report = page->report;
	const struct finding *fail = gravest_fail(report->findings);
	auto_text struct text words = { 0 };

	text_add(&words, "Next: ");
	if (has_remedy_of_ours(report->findings)) {
		text_add(&words, "what would be changed, without changing it: ");
		check_add_command(page, &words, "apply --dry-run");
		check_add_profiles(page, &words);
	} else if (fail) {
		text_add(&words, "what it does and what is known of it: ");
		check_add_command(page, &words, "explain");
		text_add_char(&words, ' ');
		words_add(&words, fail->rule->subject_id);
	} else if (findings_verdict(report->findings, report->style->fail_on) == VERDICT_FIT) {
		text_add(&words, has_unknown(report->findings)
					 ? "nothing that is known needs to change"
					 : "nothing needs to change");
		if (!report->style->is_verbose) {
			text_add(&words, "; every rule: ");
			check_add_command(page, &words, "check -v");
			check_add_profiles(page, &words);
		}
	} else {
		text_add(&words, "every rule, and why it could not be decided: ");
		check_add_command(page, &words, "check -v");
		check_add_profiles(page, &words);
	}
	check_paragraph(page, &words);
}
