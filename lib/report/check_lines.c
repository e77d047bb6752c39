/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lines that all parts of the text report are made of, and the words that several of them say.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/check_parts.h"
#include "report/fold.h"
#include "report/words.h"

void check_line(const struct check_page *page, enum paint paint, const char *label,
		const struct text *words)
{
	paragraph_add(page->text, page->report->style, paint, label, CHECK_LABEL_COLUMNS, words);
}

void check_paragraph(const struct check_page *page, const struct text *words)
{
	paragraph_add(page->text, page->report->style, PAINT_STRONG, "", 0, words);
}

void check_add_subject(const struct check_page *page, struct text *words, size_t index)
{
	bool has_color = page->report->style->has_color;
	const struct findings *findings = page->report->findings;

	paint_begin(words, has_color, PAINT_STRONG);
	words_subject(words, findings->findings[index].rule);
	paint_end(words, has_color);
	fold_where(words, findings, index);
}

void check_add_current(const struct check_page *page, struct text *words, size_t index)
{
	check_add_subject(page, words, index);
	text_add(words, " is ");
	words_value(words, page->report->findings->findings[index].current, UNIT_NONE);
}

void check_add_rule(const struct check_page *page, struct text *words, const struct rule *rule)
{
	bool has_color = page->report->style->has_color;

	text_add_char(words, ' ');
	paint_begin(words, has_color, PAINT_DIM);
	text_add_char(words, '[');
	words_add(words, rule->id);
	text_add_char(words, ']');
	paint_end(words, has_color);
}

void check_add_command(const struct check_page *page, struct text *words, const char *command)
{
	const char *root = page->report->frame->root;

	text_addf(words, "tuneadv %s", command);
	if (root && strcmp(root, "/") != 0) {
		text_add(words, " --root ");
		text_add_quoted(words, root);
	}
}

void check_add_profiles(const struct check_page *page, struct text *words)
{
	const struct profile_set *set = page->report->profiles;

	for (size_t i = 0; i < set->chosen_count; i++) {
		text_add_char(words, ' ');
		text_add_quoted(words, set->chosen[i]->name);
	}
}

bool check_needs_root(const struct report *report, const struct finding *finding)
{
	return finding->because == BECAUSE_UNREADABLE && report->frame->uid != 0 &&
	       snapshot_is_live(report->snapshot) &&
	       (finding->error == -EACCES || finding->error == -EPERM);
}

void check_section(struct check_page *page)
{
	if (page->text->length > page->section_start)
		text_add_char(page->text, '\n');
	page->section_start = page->text->length;
}
