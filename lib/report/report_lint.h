/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lint found, as documents. Private to report/ and the door. */
#ifndef REPORT_REPORT_LINT_H
#define REPORT_REPORT_LINT_H

#include "advice/lint.h"
#include "report/report.h"

struct lint_report {
	const struct report_frame *frame;
	const struct report_style *style;
	const struct snapshot *snapshot;
	const char *release_asked; /* that the files were judged for; NULL: the host's own */
	const struct lint *lint;
};

must_check int report_lint_text(const struct lint_report *report, struct text *ret_text);
must_check int report_lint_json(const struct lint_report *report, struct text *ret_text);
/* Annotations as GitHub's workflows take them from the output of a step. */
must_check int report_lint_github(const struct lint_report *report, struct text *ret_text);

#endif
