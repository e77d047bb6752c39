/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Documents of change: plans before, outcomes after, and what stands. Pure. */
#ifndef REPORT_REPORT_CHANGE_H
#define REPORT_REPORT_CHANGE_H

#include "advice/plan.h"
#include "change/transaction.h"
#include "report/report.h"

struct plan_report {
	const struct report_frame *frame;
	const struct report_style *style;
	const struct profile_set *profiles;
	const struct snapshot *snapshot;
	const struct findings *findings;
	const struct plan *plan;
};

/* What would be written, in order, each with from, to, why, when it acts, who would fight it; and
 * what is left out. */
must_check int report_plan_text(const struct plan_report *report, struct text *ret_text);
/* tuneadv-outcome/1 with state planned (refused, nothing-to-do). */
must_check int report_plan_json(const struct plan_report *report, struct text *ret_text);
/* A reviewed file for shops that let no new tool write as root; each line with its rule's id.
 * sysctl.d holds sysctls alone: what it cannot say stands in a comment. */
must_check int report_plan_sysctl_d(const struct plan_report *report, struct text *ret_text);
must_check int report_plan_shell(const struct plan_report *report, struct text *ret_text);
must_check int report_plan_ansible(const struct plan_report *report, struct text *ret_text);

struct outcome_report {
	const struct report_frame *frame;
	const struct report_style *style;
	const struct snapshot *snapshot; /* for the host; may be NULL */
	const struct outcome *outcome;
	const char *verb;	 /* "apply", "revert", "recover" */
	const struct plan *plan; /* that was carried out; NULL: none */
};

must_check int report_outcome_text(const struct outcome_report *report, struct text *ret_text);
must_check int report_outcome_json(const struct outcome_report *report, struct text *ret_text);
/* revert --dry-run in the three file formats: from `to` back to `from`. */
must_check int report_outcome_sysctl_d(const struct outcome_report *report, struct text *ret_text);
must_check int report_outcome_shell(const struct outcome_report *report, struct text *ret_text);
must_check int report_outcome_ansible(const struct outcome_report *report, struct text *ret_text);

struct status_report {
	const struct report_frame *frame;
	const struct report_style *style;
	const struct snapshot *snapshot; /* for the host; may be NULL */
	const struct standings *standings;
	const char *state_folder;
};

must_check int report_status_text(const struct status_report *report, struct text *ret_text);
must_check int report_status_json(const struct status_report *report,
				  struct text *ret_text); /* tuneadv-status/1 */

#endif
