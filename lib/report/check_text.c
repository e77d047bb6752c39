/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report for people: verdict, fails, one line for each silent group, next step. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/check_parts.h"
#include "report/fold.h"
#include "report/words.h"

void check_section(struct check_page *page)
{
	if (page->text->length > page->section_start)
		text_add_char(page->text, '\n');
	page->section_start = page->text->length;
}

void check_line(const struct check_page *page, enum paint paint, const char *label,
		const struct text *words)
{
	const struct report_style *style = page->report->style;
	auto_text struct text painted = { 0 };

	if (*label)
		paint_add(&painted, style->has_color, paint, label);
	wrap_add(page->text, text_span(&painted), text_span(words), style->width,
		 CHECK_LABEL_COLUMNS);
	if (text_status(words) < 0 || text_status(&painted) < 0)
		page->text->status = -ENOMEM;
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

static bool is_plain_word(const char *string)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789/._-+=:@";

	return *string && strspn(string, plain) == strlen(string);
}

void check_add_quoted(struct text *words, const char *string)
{
	struct span rest = span_of(string);
	struct span part;
	bool is_first = true;

	if (is_plain_word(string)) {
		text_add(words, string);
		return;
	}
	text_add_char(words, '\'');
	while (span_split(&rest, '\'', &part)) {
		if (!is_first)
			text_add(words, "'\\''");
		text_add_safe(words, part);
		is_first = false;
	}
	text_add_char(words, '\'');
}

void check_add_command(const struct check_page *page, struct text *words, const char *command)
{
	const char *root = page->report->frame->root;

	text_addf(words, "tuneadv %s", command);
	if (root && strcmp(root, "/") != 0) {
		text_add(words, " --root ");
		check_add_quoted(words, root);
	}
}

void check_add_profiles(const struct check_page *page, struct text *words)
{
	const struct profile_set *set = page->report->profiles;

	for (size_t i = 0; i < set->chosen_count; i++) {
		text_add_char(words, ' ');
		check_add_quoted(words, set->chosen[i]->name);
	}
}

bool check_needs_root(const struct report *report, const struct finding *finding)
{
	return finding->because == BECAUSE_UNREADABLE && report->frame->uid != 0 &&
	       snapshot_is_live(report->snapshot) &&
	       (finding->error == -EACCES || finding->error == -EPERM);
}

int report_check_text(const struct report *report, struct text *ret_text)
{
	struct check_page page = {
		.report = report,
		.text = ret_text,
		.section_start = ret_text->length,
	};

	check_verdict(&page);
	if (report->style->is_quiet)
		return text_status(ret_text);
	check_surroundings(&page);
	check_section(&page);
	check_fails(&page);
	check_section(&page);
	check_unknown(&page);
	check_considered(&page);
	check_waived(&page);
	check_inert(&page);
	check_section(&page);
	if (report->style->is_verbose) {
		check_each(&page);
		check_section(&page);
	}
	check_tally(&page);
	check_next(&page);
	return text_status(ret_text);
}
