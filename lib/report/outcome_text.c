/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How apply, revert or recover ended, for people: the verdict, each value, what is weak again, the
 * next step. */
#include "config.h"

#include <string.h>

#include "report/change_page.h"
#include "report/document.h"
#include "report/outcome_words.h"
#include "report/undecided.h"
#include "report/words.h"

struct outcome_page {
	struct check_page page;
	const struct outcome *outcome;
	const char *verb;
	const struct plan *plan; /* or NULL */
};

/* ---- the first line ---- */

static size_t count_results(const struct outcome *outcome, enum entry_result result)
{
	size_t count = 0;

	for (size_t i = 0; i < outcome->change_count; i++)
		count += outcome->changes[i].result == result;
	return count;
}

static const char *state_words(const struct outcome_page *page, enum paint *ret_paint)
{
	*ret_paint = PAINT_GOOD;
	switch (page->outcome->state) {
	case OUTCOME_PLANNED:
		*ret_paint = PAINT_STRONG;
		return "a plan, nothing is written";
	case OUTCOME_COMMITTED:
		return "done";
	case OUTCOME_REVERTED:
		return "taken back";
	case OUTCOME_NOTHING_TO_DO:
		return "nothing to do";
	case OUTCOME_ROLLED_BACK:
		*ret_paint = PAINT_WARN;
		return "failed and rolled back, the host is as it was";
	case OUTCOME_INCOMPLETE:
		*ret_paint = PAINT_BAD;
		return "incomplete, the journal is kept";
	case OUTCOME_REFUSED:
		*ret_paint = PAINT_BAD;
		return "refused, nothing was changed";
	}
	*ret_paint = PAINT_BAD;
	return "how it ended is not known";
}

static void add_count(struct text *words, size_t count, const char *one, const char *many)
{
	if (count == 0)
		return;
	text_add(words, ", ");
	words_count(words, count, one, many);
}

static void add_counts(struct text *words, const struct outcome *outcome)
{
	/* Of what was refused nothing is going to be written. */
	if (outcome->state != OUTCOME_REFUSED)
		add_count(words, count_results(outcome, ENTRY_PLANNED), "change", "changes");
	add_count(words, count_results(outcome, ENTRY_CHANGED), "value changed", "values changed");
	add_count(words, count_results(outcome, ENTRY_ALREADY), "as wanted already",
		  "as wanted already");
	add_count(words, count_results(outcome, ENTRY_RESTORED), "value restored",
		  "values restored");
	for (enum entry_result i = ENTRY_PLANNED; i <= ENTRY_SKIPPED; i++) {
		const char *word = outcome_result_word(i);

		if (outcome_result_is_trouble(i))
			add_count(words, count_results(outcome, i), word, word);
	}
}

static void add_head(const struct outcome_page *page)
{
	const struct outcome *outcome = page->outcome;
	enum paint paint;
	const char *state = state_words(page, &paint);
	auto_text struct text words = { 0 };

	words_add(&words, page->verb);
	text_add(&words, ": ");
	paint_add(&words, page->page.report->style->has_color, paint, state);
	add_counts(&words, outcome);
	undecided_add_count(&words, page->plan, page->page.report->style->fail_on);
	if (outcome->transaction) {
		text_add(&words, " - transaction ");
		words_add(&words, outcome->transaction);
	}
	change_paragraph(&page->page, &words);
	if (outcome->because) {
		auto_text struct text because = { 0 };

		words_add(&because, outcome->because);
		change_paragraph(&page->page, &because);
	}
}

/* ---- each value ---- */

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool says_same(const struct outcome_change *a, const struct outcome_change *b)
{
	return is_same(a->subject, b->subject) && is_same(a->from, b->from) &&
	       is_same(a->to, b->to) && is_same(a->got, b->got) && a->result == b->result &&
	       a->error == b->error && is_same(a->because, b->because) &&
	       is_same(a->rules, b->rules) && a->was_weak == b->was_weak;
}

static bool begins(const struct outcome *outcome, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (says_same(&outcome->changes[i], &outcome->changes[index]))
			return false;
	}
	return true;
}

/* The subject with the places that are alike; @names must outlive it. */
static struct change_subject subject_of(const struct outcome *outcome, size_t index,
					struct text *names)
{
	const struct outcome_change *change = &outcome->changes[index];
	struct change_subject subject = {
		.id = change->subject,
		.tunable = tunable_find(change->subject),
		.names = names,
		.rules = change->rules,
	};

	for (size_t i = index; i < outcome->change_count; i++) {
		if (!says_same(change, &outcome->changes[i]))
			continue;
		subject.count++;
		change_add_name(names, &subject.shown, outcome->changes[i].instance);
	}
	return subject;
}

static void add_reason(struct text *words, const struct outcome_change *change)
{
	bool is_read = change->result == ENTRY_CHANGED || change->result == ENTRY_DRIFTED ||
		       change->result == ENTRY_SKIPPED;

	if (is_read && change->got && !is_same(change->got, change->to)) {
		text_add(words, change->result == ENTRY_CHANGED ? "; last read as " : "; now ");
		words_value(words, change->got, UNIT_NONE);
	}
	if (change->because) {
		text_add(words, ": ");
		words_add(words, change->because);
	}
	if (change->error)
		text_addf(words, " (%s)", document_errno(change->error));
}

static void add_change(const struct outcome_page *page, size_t index)
{
	const struct outcome_change *change = &page->outcome->changes[index];
	bool is_back = strcmp(page->verb, "apply") != 0 || change->result == ENTRY_RESTORED;
	auto_text struct text names = { 0 };
	auto_text struct text words = { 0 };
	struct change_subject subject = subject_of(page->outcome, index, &names);

	change_add_step(&page->page, &words, &subject, is_back ? change->to : change->from,
			is_back ? change->from : change->to);
	add_reason(&words, change);
	check_line(&page->page, outcome_result_paint(change->result),
		   outcome_result_word(change->result), &words);
	change_keep_status(&page->page, &names);
	/* Not what acts by itself. */
	if (change->result == ENTRY_CHANGED && subject.tunable &&
	    subject.tunable->effect != EFFECT_NOW) {
		auto_text struct text moment = { 0 };

		words_moment(&moment, subject.tunable, "Takes effect ");
		change_detail(&page->page, &moment);
	}
}

/* Without -v: not what is as it was. */
static bool is_told(const struct outcome *outcome, size_t index)
{
	enum entry_result result = outcome->changes[index].result;

	return result != ENTRY_ALREADY &&
	       (result != ENTRY_PLANNED || outcome->state != OUTCOME_REFUSED);
}

/* Exact, and said loudly: nobody shall learn it from an incident. */
static void add_weak(const struct outcome_page *page, size_t index)
{
	const struct outcome_change *change = &page->outcome->changes[index];
	bool is_planned = change->result == ENTRY_PLANNED;
	auto_text struct text names = { 0 };
	auto_text struct text words = { 0 };
	struct change_subject subject = subject_of(page->outcome, index, &names);

	subject.rules = NULL;
	change_add_step(&page->page, &words, &subject, change->from, NULL);
	text_add(&words, is_planned ? " after that, as it was before the change: this is weaker "
				      "than what any profile may ask for."
				    : " again, as it was before the change: this is weaker than "
				      "what any profile may ask for.");
	check_line(&page->page, PAINT_BAD, "WEAK", &words);
	change_keep_status(&page->page, &names);
}

/* ---- what follows ---- */

static void add_next(struct outcome_page *page)
{
	const struct outcome *outcome = page->outcome;
	auto_text struct text words = { 0 };

	if (!outcome->remedy && outcome->state != OUTCOME_COMMITTED)
		return;
	check_section(&page->page);
	text_add(&words, "Next: ");
	if (outcome->remedy) {
		words_add(&words, outcome->remedy);
	} else {
		text_add(&words, "to take it back: ");
		if (page->page.report->frame->uid != 0)
			text_add(&words, "sudo ");
		text_add(&words, "tuneadv revert");
		change_add_state(&page->page, &words);
		if (outcome->transaction) {
			text_add_char(&words, ' ');
			text_add_quoted(&words, outcome->transaction);
		}
	}
	change_paragraph(&page->page, &words);
}

int report_outcome_text(const struct outcome_report *report, struct text *ret_text)
{
	struct report whole = { .frame = report->frame, .style = report->style };
	struct outcome_page page = {
		.page = { .report = &whole, .text = ret_text, .section_start = ret_text->length },
		.outcome = report->outcome,
		.verb = report->verb,
		.plan = report->plan,
	};
	const struct outcome *outcome = report->outcome;

	add_head(&page);
	for (size_t i = 0; i < outcome->change_count; i++) {
		/* Even the quietest hears this. */
		if (outcome->changes[i].was_weak && begins(outcome, i))
			add_weak(&page, i);
	}
	if (report->style->is_quiet)
		return text_status(ret_text);
	check_section(&page.page);
	for (size_t i = 0; i < outcome->change_count; i++) {
		if (begins(outcome, i) && (report->style->is_verbose || is_told(outcome, i)))
			add_change(&page, i);
	}
	undecided_add_lines(&page.page, report->plan);
	add_next(&page);
	return text_status(ret_text);
}
