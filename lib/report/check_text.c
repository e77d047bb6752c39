/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report for people: verdict, fails, one line for each silent group, next step. */
#include "config.h"

#include "report/check_parts.h"

/* A blank line, unless the section before it was empty. */
int report_check_text(const struct report *report, struct text *ret_text)
{
	struct check_page page = {
		.report = report,
		.text = ret_text,
		.section_start = ret_text->length,
	};

	if (report->profiles->chosen_count == 0) {
		check_posture(&page);
		return text_status(ret_text);
	}
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
	check_posture(&page);
	check_section(&page);
	if (report->style->is_verbose) {
		check_each(&page);
		check_section(&page);
	}
	check_tally(&page);
	check_next(&page);
	return text_status(ret_text);
}
