/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report for people: verdict, fails, one line for each silent group, next step. */
#include "config.h"

#include "report/check_parts.h"

/* A blank line, unless the section before it was empty. */
static void begin_section(struct check_page *page)
{
	if (page->text->length > page->section_start)
		text_add_char(page->text, '\n');
	page->section_start = page->text->length;
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
	begin_section(&page);
	check_fails(&page);
	begin_section(&page);
	check_unknown(&page);
	check_considered(&page);
	check_waived(&page);
	check_inert(&page);
	begin_section(&page);
	if (report->style->is_verbose) {
		check_each(&page);
		begin_section(&page);
	}
	check_tally(&page);
	check_next(&page);
	return text_status(ret_text);
}
