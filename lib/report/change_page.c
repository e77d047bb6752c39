/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines that the texts about changes share. */
#include "config.h"

#include "report/change_page.h"

#include "report/words.h"

void change_keep_status(const struct check_page *page, const struct text *part)
{
	if (text_status(part) < 0)
		page->text->status = part->status;
}

void change_paragraph(const struct check_page *page, const struct text *words)
{
	wrap_add(page->text, span_of(""), text_span(words), page->report->style->width, 0);
	change_keep_status(page, words);
}

void change_detail(const struct check_page *page, const struct text *words)
{
	if (words->length > 0)
		check_line(page, PAINT_DIM, "", words);
	change_keep_status(page, words);
}

void change_add_name(struct text *names, size_t *shown, const char *name)
{
	if (!name || *shown == WORDS_SHOWN_MAX)
		return;
	if (*shown > 0)
		text_add(names, ", ");
	words_add(names, name);
	(*shown)++;
}

static void add_option(struct text *words, const char *option, const char *value)
{
	text_addf(words, " %s ", option);
	text_add_quoted(words, value);
}

void change_add_state(const struct check_page *page, struct text *words)
{
	const char *folder = page->report->style->state_folder;

	if (folder)
		add_option(words, "--state-dir", folder);
}

void change_add_profiles(const struct check_page *page, struct text *words)
{
	const struct report_style *style = page->report->style;

	for (size_t i = 0; style->profile_folders && style->profile_folders[i]; i++)
		add_option(words, "--profile-dir", style->profile_folders[i]);
	if (!style->profile_words) {
		check_add_profiles(page, words);
		return;
	}
	for (size_t i = 0; style->profile_words[i]; i++) {
		text_add_char(words, ' ');
		text_add_quoted(words, style->profile_words[i]);
	}
}

static enum unit unit_of(const struct tunable *tunable)
{
	/* A list of CPUs is no quantity. */
	return tunable && tunable->format.kind != VALUE_CPULIST ? tunable->unit : UNIT_NONE;
}

void change_add_step(const struct check_page *page, struct text *words,
		     const struct change_subject *subject, const char *from, const char *to)
{
	bool has_color = page->report->style->has_color;

	paint_begin(words, has_color, PAINT_STRONG);
	words_add(words, subject->id);
	paint_end(words, has_color);
	if (subject->tunable && subject->names && (subject->shown > 0 || subject->count > 1))
		words_where(words, subject->tunable->scope, subject->names, subject->shown,
			    subject->count);
	text_add(words, to ? " " : " is ");
	words_value(words, from, to ? UNIT_NONE : unit_of(subject->tunable));
	if (to) {
		text_add(words, " -> ");
		words_value(words, to, unit_of(subject->tunable));
	}
	if (!subject->rules || !*subject->rules)
		return;
	text_add_char(words, ' ');
	paint_begin(words, has_color, PAINT_DIM);
	text_add_char(words, '[');
	words_add(words, subject->rules);
	text_add_char(words, ']');
	paint_end(words, has_color);
}
