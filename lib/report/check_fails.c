/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Requirements that fail, the gravest first: what is wrong, why it matters, what helps. */
#include "config.h"

#include <string.h>

#include "report/check_parts.h"
#include "report/fold.h"
#include "report/words.h"

static enum paint paint_of(enum severity severity)
{
	switch (severity) {
	case SEVERITY_HIGH:
		return PAINT_BAD;
	case SEVERITY_MEDIUM:
		return PAINT_WARN;
	case SEVERITY_LOW:
	case SEVERITY_INFO:
		break;
	}
	return PAINT_STRONG;
}

static void add_head(const struct check_page *page, size_t index)
{
	const struct finding *finding = &page->report->findings->findings[index];
	const struct rule *rule = finding->rule;
	auto_text struct text words = { 0 };

	check_add_current(page, &words, index);
	if (finding->effective && finding->current &&
	    strcmp(finding->effective, finding->current) != 0) {
		text_add(&words, " (acts as ");
		words_value(&words, finding->effective, UNIT_NONE);
		text_add_char(&words, ')');
	}
	text_add(&words, ", wanted ");
	words_wanted(&words, rule, finding->operands, finding->operand_count);
	check_add_rule(page, &words, rule);
	check_line(page, paint_of(rule->severity), severity_name(rule->severity), &words);
}

/* What a profile says at length: its first sentence, or with -v all. */
static void add_prose(const struct check_page *page, const char *before, const char *prose)
{
	struct span whole = span_of(prose ? prose : "");
	auto_text struct text words = { 0 };

	if (whole.length == 0)
		return;
	text_add(&words, before);
	text_add_safe(&words,
		      page->report->style->is_verbose ? whole : words_first_sentence(prose));
	check_line(page, PAINT_DIM, "", &words);
}

static void add_effect(const struct check_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	words_moment(&words, tunable, "Takes effect ");
	check_line(page, PAINT_DIM, "", &words);
}

/* Why it cannot simply be changed; NULL when it can. */
static const char *obstacle_of(enum changeable changeable)
{
	switch (changeable) {
	case CHANGEABLE_READ_ONLY:
		return "It is a state, not a setting: nothing can be written to it.";
	case CHANGEABLE_NEEDS_PRIVILEGE:
		return "Changing it needs root.";
	case CHANGEABLE_BOOT_ONLY:
		return "Only the boot line changes it.";
	case CHANGEABLE_CANNOT_BE_STEERED:
		return "The kernel does not let anyone steer it.";
	case CHANGEABLE_NOT_IN_THIS_NAMESPACE:
		return "It belongs to the host: it cannot be changed from this namespace.";
	case CHANGEABLE_ADVICE_ONLY:
		return "A person must decide this one; tuneadv never writes it.";
	case CHANGEABLE_YES:
	case CHANGEABLE_UNKNOWN:
		break;
	}
	return NULL;
}

static void add_change(const struct check_page *page, const struct finding *finding)
{
	const struct tunable *tunable = finding->rule->tunable;
	const char *obstacle = obstacle_of(finding->changeable);
	auto_text struct text words = { 0 };

	if (!tunable)
		return;
	if (finding->changeable == CHANGEABLE_YES ||
	    finding->changeable == CHANGEABLE_NEEDS_PRIVILEGE ||
	    finding->changeable == CHANGEABLE_UNKNOWN)
		add_effect(page, tunable);
	if (!obstacle)
		return;
	text_add(&words, obstacle);
	if (finding->changeable == CHANGEABLE_ADVICE_ONLY && tunable->advice_only_because) {
		text_add_char(&words, ' ');
		words_add(&words, tunable->advice_only_because);
	}
	check_line(page, PAINT_DIM, "", &words);
}

static void add_owner(const struct check_page *page, const struct owner_row *owner)
{
	auto_text struct text words = { 0 };

	words_add(&words, owner->title);
	text_add(&words, " runs here and manages this: change it there, or it is changed back.");
	check_line(page, PAINT_DIM, "", &words);
}

/* What decides nothing is told in two lines. */
static bool is_brief(const struct report_style *style, const struct rule *rule)
{
	return !style->is_verbose && rule->severity < style->fail_on;
}

static void add_fail(const struct check_page *page, size_t index)
{
	const struct finding *finding = &page->report->findings->findings[index];
	const struct rule *rule = finding->rule;

	add_head(page, index);
	add_prose(page, "", rule->rationale);
	if (is_brief(page->report->style, rule))
		return;
	add_change(page, finding);
	if (finding->owner)
		add_owner(page, finding->owner);
	add_prose(page, "Remedy: ", rule->remedy);
}

void check_fails(const struct check_page *page)
{
	const struct findings *findings = page->report->findings;

	for (unsigned int severity = SEVERITY_HIGH; severity >= SEVERITY_INFO; severity--) {
		for (size_t i = 0; i < findings->count; i++) {
			const struct finding *finding = &findings->findings[i];

			if (finding->result == RESULT_FAIL && !finding->waiver &&
			    finding->rule->kind == RULE_REQUIREMENT &&
			    finding->rule->severity == severity && fold_begins(findings, i))
				add_fail(page, i);
		}
	}
}
