/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plan could not learn, in plans and outcomes alike. Private to report/. */
#ifndef REPORT_UNDECIDED_H
#define REPORT_UNDECIDED_H

#include "report/change_page.h"
#include "report/document.h"

/* Does it count at this threshold? @plan NULL: nothing does. */
bool undecided_has(const struct plan *plan, const struct finding *finding, enum severity fail_on);
/* ", 2 undecided", or nothing. */
void undecided_add_count(struct text *words, const struct plan *plan, enum severity fail_on);
/* A line for each rule and cause: which, and why it is not known. */
void undecided_add_lines(const struct check_page *page, const struct plan *plan);
/* "undecided": an array, one object for each finding. @style NULL: none counts. */
void undecided_add_json(struct document *document, const struct plan *plan,
			const struct report_style *style);

#endif
