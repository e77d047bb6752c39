/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first line: the verdict and the host; and what of the host is somebody else's. */
#include "config.h"

#include "report/check_parts.h"
#include "report/document.h"
#include "report/fold.h"
#include "report/words.h"

static void add_profiles(struct text *words, const struct profile_set *set)
{
	for (size_t i = 0; i < set->chosen_count; i++) {
		if (i > 0)
			text_add(words, " + ");
		words_add(words, set->chosen[i]->name);
	}
}

struct counts {
	size_t requirements;
	size_t deciding; /* failing, or unknown, at or above the threshold */
	size_t below;	 /* failing below it */
};

static struct counts count_requirements(const struct report *report, enum rule_standing standing)
{
	const struct profile_set *set = report->profiles;
	enum severity fail_on = report->style->fail_on;
	struct counts counts = { 0 };

	for (size_t i = 0; i < set->rule_count; i++) {
		const struct rule *rule = set->rules[i];
		enum because because;

		if (rule->kind != RULE_REQUIREMENT)
			continue;
		counts.requirements++;
		if (rule_standing(report->findings, rule, &because) != standing)
			continue;
		if (fail_on && rule->severity >= fail_on)
			counts.deciding++;
		else
			counts.below++;
	}
	return counts;
}

static void add_deciding(struct text *words, const struct counts *counts, const char *one,
			 const char *many)
{
	text_addf(words, ", %zu of ", counts->deciding);
	words_count(words, counts->requirements, "requirement", "requirements");
	text_addf(words, " %s", counts->deciding == 1 ? one : many);
}

static void add_fit(struct text *words, const struct report *report)
{
	enum severity fail_on = report->style->fail_on;
	struct counts counts = count_requirements(report, STANDING_FAILS);

	if (!counts.below)
		return;
	text_add(words, ", though ");
	words_count(words, counts.below, "requirement", "requirements");
	text_addf(words, " %s", counts.below == 1 ? "fails" : "fail");
	if (fail_on)
		text_addf(words, " below --fail-on %s", severity_name(fail_on));
	else
		text_add(words, " (--fail-on never)");
}

static void add_verdict(struct text *words, const struct report *report)
{
	bool has_color = report->style->has_color;
	struct counts counts;

	switch (findings_verdict(report->findings, report->style->fail_on)) {
	case VERDICT_FIT:
		paint_add(words, has_color, PAINT_GOOD, "fit");
		add_fit(words, report);
		return;
	case VERDICT_NOT_FIT:
		counts = count_requirements(report, STANDING_FAILS);
		paint_add(words, has_color, PAINT_BAD, "not fit");
		add_deciding(words, &counts, "fails", "fail");
		return;
	case VERDICT_UNDECIDED:
		counts = count_requirements(report, STANDING_UNKNOWN);
		paint_add(words, has_color, PAINT_WARN, "undecided");
		add_deciding(words, &counts, "is not known", "are not known");
		return;
	}
}

void check_verdict(const struct check_page *page)
{
	const struct report *report = page->report;
	auto_text struct text words = { 0 };

	add_profiles(&words, report->profiles);
	text_add(&words, ": ");
	add_verdict(&words, report);
	text_add(&words, " - ");
	words_host(&words, report->frame, report->snapshot);
	check_paragraph(page, &words);
}

/* Who looks from inside sees settings that are not its own, and misses some that act on it. */
void check_surroundings(const struct check_page *page)
{
	const struct report *report = page->report;
	bool is_child = document_fact_flag(report->snapshot, FACT_NETNS_INITIAL) == TRUTH_NO;
	struct names hidden = { 0 };
	auto_text struct text words = { 0 };

	if (!is_child && !document_fact_word(report->snapshot, FACT_CONTAINER))
		return;
	if (is_child)
		text_add(&words, "Network settings are this namespace's own; ");
	text_add(&words, "CPU, memory, kernel and device settings belong to the host.");
	for (size_t i = 0; i < report->findings->count; i++) {
		const struct finding *finding = &report->findings->findings[i];

		if (finding->because == BECAUSE_OTHER_NAMESPACE)
			names_add(&hidden, finding->rule->subject_id);
	}
	if (hidden.count > 0) {
		text_add(&words, " The host's too, and not shown in here: ");
		names_print(&words, &hidden);
		text_add_char(&words, '.');
	}
	check_paragraph(page, &words);
}
