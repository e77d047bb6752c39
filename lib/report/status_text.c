/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands, what drifted and what is unfinished, for people. */
#include "config.h"

#include <string.h>

#include "report/change_page.h"
#include "report/document.h"
#include "report/outcome_words.h"
#include "report/words.h"

struct status_page {
	struct check_page page;
	const struct status_report *status;
};

struct counts {
	size_t drifted; /* values */
	size_t unfinished;
	size_t in_progress;
};

static struct counts count_all(const struct standings *standings)
{
	struct counts counts = { 0 };

	for (size_t i = 0; i < standings->count; i++) {
		const struct standing *standing = &standings->standings[i];

		counts.drifted += standing->drifted_count;
		counts.in_progress += standing->is_in_progress;
		counts.unfinished += standing->is_unfinished && !standing->is_in_progress;
	}
	return counts;
}

static void add_head(const struct status_page *page)
{
	const struct standings *standings = page->status->standings;
	bool has_color = page->page.report->style->has_color;
	struct counts counts = count_all(standings);
	auto_text struct text words = { 0 };

	if (standings->count == 0) {
		paint_add(&words, has_color, PAINT_GOOD, "nothing is applied");
	} else {
		words_count(&words, standings->count, "transaction", "transactions");
	}
	if (counts.drifted > 0) {
		text_add(&words, ", ");
		paint_begin(&words, has_color, PAINT_BAD);
		words_count(&words, counts.drifted, "value drifted", "values drifted");
		paint_end(&words, has_color);
	}
	if (counts.unfinished > 0) {
		text_add(&words, ", ");
		paint_begin(&words, has_color, PAINT_BAD);
		text_addf(&words, "%zu unfinished", counts.unfinished);
		paint_end(&words, has_color);
	}
	if (counts.in_progress > 0)
		text_addf(&words, ", %zu in progress", counts.in_progress);
	text_add(&words, " - state in ");
	words_add(&words, page->status->state_folder);
	change_paragraph(&page->page, &words);
}

/* ---- one transaction ---- */

static void add_title(const struct status_page *page, const struct standing *standing)
{
	const struct journal *journal = standing->journal;
	auto_text struct text words = { 0 };

	paint_begin(&words, page->page.report->style->has_color, PAINT_STRONG);
	for (size_t i = 0; i < journal->profile_count; i++) {
		if (i > 0)
			text_add(&words, " + ");
		words_add(&words, journal->profiles[i].name);
	}
	paint_end(&words, page->page.report->style->has_color);
	text_add(&words, ": ");
	words_count(&words, standing->change_count, "value", "values");
	if (standing->drifted_count > 0)
		text_addf(&words, ", %zu drifted", standing->drifted_count);
	text_addf(&words, ", by user %lu at ", (unsigned long)journal->uid);
	document_time(&words, journal->time_s);
	text_add(&words, " - transaction ");
	words_add(&words, journal->id);
	change_paragraph(&page->page, &words);
}

static void add_note(const struct status_page *page, enum paint paint, const char *label,
		     const char *sentence)
{
	auto_text struct text words = { 0 };

	text_add(&words, sentence);
	check_line(&page->page, paint, label, &words);
}

static void add_notes(const struct status_page *page, const struct standing *standing)
{
	if (standing->is_in_progress)
		add_note(page, PAINT_WARN, "busy", "Somebody is at it right now.");
	else if (standing->is_unfinished)
		add_note(page, PAINT_BAD, "half done",
			 "A crash left it so; the values before it are on record.");
	if (standing->is_of_other_boot)
		add_note(page, PAINT_DIM, "old",
			 "Of an earlier boot: its values ended with that, nothing is to be taken "
			 "back.");
	if (standing->is_of_other_netns)
		add_note(page, PAINT_WARN, "elsewhere",
			 "Of another network namespace: what stands there cannot be seen from "
			 "here.");
	if (standing->journal->has_torn_line)
		add_note(page, PAINT_DIM, "torn",
			 "The last line of its journal was cut by a crash and is left out.");
}

static void add_change(const struct status_page *page, const struct outcome_change *change)
{
	auto_text struct text name = { 0 };
	auto_text struct text words = { 0 };
	struct change_subject subject = {
		.id = change->subject,
		.tunable = tunable_find(change->subject),
		.names = &name,
		.count = 1,
		.rules = change->rules,
	};

	change_add_name(&name, &subject.shown, change->instance);
	change_add_step(&page->page, &words, &subject, change->from, change->to);
	if (change->result == ENTRY_DRIFTED && change->got &&
	    strcmp(change->got, change->to) != 0) {
		text_add(&words, "; now ");
		words_value(&words, change->got, UNIT_NONE);
	}
	if (change->because) {
		text_add(&words, ": ");
		words_add(&words, change->because);
	}
	check_line(&page->page, outcome_result_paint(change->result),
		   outcome_result_word(change->result), &words);
	change_keep_status(&page->page, &name);
}

static void add_standing(const struct status_page *page, const struct standing *standing)
{
	bool is_verbose = page->page.report->style->is_verbose;

	add_title(page, standing);
	add_notes(page, standing);
	for (size_t i = 0; i < standing->change_count; i++) {
		const struct outcome_change *change = &standing->changes[i];

		if (is_verbose || change->result == ENTRY_CHANGED ||
		    outcome_result_is_trouble(change->result))
			add_change(page, change);
	}
}

/* ---- what follows ---- */

static void add_command(const struct status_page *page, struct text *words, const char *command,
			const char *transaction)
{
	if (page->page.report->frame->uid != 0)
		text_add(words, "sudo ");
	text_addf(words, "tuneadv %s", command);
	change_add_state(&page->page, words);
	if (transaction) {
		text_add_char(words, ' ');
		text_add_quoted(words, transaction);
	}
}

/* The newest that could be taken back from here. */
static const struct standing *newest(const struct standings *standings)
{
	for (size_t i = standings->count; i-- > 0;) {
		const struct standing *standing = &standings->standings[i];

		if (!standing->is_of_other_boot && !standing->is_of_other_netns)
			return standing;
	}
	return NULL;
}

static void add_next(struct status_page *page)
{
	const struct standing *standing = newest(page->status->standings);
	struct counts counts = count_all(page->status->standings);
	auto_text struct text words = { 0 };

	if (!standing && !counts.unfinished)
		return;
	check_section(&page->page);
	text_add(&words, "Next: ");
	if (counts.unfinished > 0) {
		text_add(&words, "take back what a crash left half done: ");
		add_command(page, &words, "recover", NULL);
	} else if (standing->is_in_progress) {
		text_add(&words, "wait for it to end");
	} else {
		text_add(&words, "to take the newest back: ");
		add_command(page, &words, "revert", standing->journal->id);
		if (standing->drifted_count > 0)
			text_add(&words, " --skip-drifted (leaves what drifted), or "
					 "--overwrite-drifted");
	}
	change_paragraph(&page->page, &words);
}

int report_status_text(const struct status_report *report, struct text *ret_text)
{
	struct report whole = { .frame = report->frame, .style = report->style };
	struct status_page page = {
		.page = { .report = &whole, .text = ret_text, .section_start = ret_text->length },
		.status = report,
	};

	add_head(&page);
	if (report->style->is_quiet)
		return text_status(ret_text);
	for (size_t i = 0; i < report->standings->count; i++) {
		check_section(&page.page);
		add_standing(&page, &report->standings->standings[i]);
	}
	add_next(&page);
	return text_status(ret_text);
}
