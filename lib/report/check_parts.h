/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parts of the text report, one under the other. Private to the check_*.c files. */
#ifndef REPORT_CHECK_PARTS_H
#define REPORT_CHECK_PARTS_H

#include "report/layout.h"
#include "report/report.h"

/* Columns of the word at the left that says what a line is about. */
#define CHECK_LABEL_COLUMNS 10

struct check_page {
	const struct report *report;
	struct text *text;
	size_t section_start; /* length of the text where the section began */
};

/* One paragraph behind a label. */
void check_section(struct check_page *page);
void check_line(const struct check_page *page, enum paint paint, const char *label,
		const struct text *words);
/* One paragraph over the whole width. */
void check_paragraph(const struct check_page *page, const struct text *words);
/* "net.core.somaxconn on eth0", and what is the same on others. */
void check_add_subject(const struct check_page *page, struct text *words, size_t index);
/* The same " is 128". */
void check_add_current(const struct check_page *page, struct text *words, size_t index);
/* " [rule-id]" */
void check_add_rule(const struct check_page *page, struct text *words, const struct rule *rule);
/* "tuneadv check -v", with the root that was asked for; then the profiles. */
void check_add_command(const struct check_page *page, struct text *words, const char *command);
void check_add_profiles(const struct check_page *page, struct text *words);
/* Whether this reading would be had by root. */
bool check_needs_root(const struct report *report, const struct finding *finding);

void check_verdict(const struct check_page *page);	/* check_verdict.c */
void check_surroundings(const struct check_page *page); /* check_verdict.c */
void check_fails(const struct check_page *page);	/* check_fails.c */
void check_unknown(const struct check_page *page);	/* check_groups.c */
void check_considered(const struct check_page *page);	/* check_groups.c */
void check_waived(const struct check_page *page);	/* check_groups.c */
void check_inert(const struct check_page *page);	/* check_groups.c */
void check_posture(const struct check_page *page);	/* check_posture.c */
void check_each(const struct check_page *page);		/* check_rest.c: with -v */
void check_tally(const struct check_page *page);	/* check_rest.c */
void check_next(const struct check_page *page);		/* check_rest.c */

#endif
