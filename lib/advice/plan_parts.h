/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that make a plan share. Private to this floor. */
#ifndef ADVICE_PLAN_PARTS_H
#define ADVICE_PLAN_PARTS_H

#include "advice/plan.h"

/* One setting in one place, and the failing findings that ask for a change of it. All borrowed but
 * for the array. */
struct place {
	const struct tunable_reading *reading;
	const struct finding **asking; /* by id */
	size_t asking_count;
	size_t asking_capacity;
};

struct planner {
	const struct findings *findings;
	const struct profile_set *set;
	const struct snapshot *snapshot;
	const struct plan_options *options;
	bool is_contained; /* in a container, as far as is known */
	struct plan *plan;
	struct place *places; /* in order of their first finding */
	size_t place_count;
	size_t place_capacity;
};

/* ---- left_out.c ---- */

/* Would anybody expect this finding in a plan? Passes and what does not apply are not. */
bool finding_is_candidate(const struct finding *finding);
/* Not by --only and --except put aside? */
bool left_out_is_asked_for(const struct plan_options *options, const struct finding *finding);
/* The first reason against it; 0: none, it goes into the plan. */
must_check int left_out_judge(const struct planner *planner, const struct finding *finding,
			      enum left_out *ret_reason, struct text *why);
/* Puts it among those left out. */
must_check int plan_leave_out(struct plan *plan, const struct finding *finding,
			      enum left_out reason, const struct text *why);
/* -ENOENT, named in @diag, for a word of --only or --except that is no rule in force. */
must_check int plan_check_words(const struct profile_set *set, const struct plan_options *options,
				struct diag *diag);

/* ---- unread.c ---- */

must_check int plan_note_unread(struct planner *planner);

/* ---- target.c ---- */

/*
 * The value that meets all rules which ask for @place, and keeps those that hold there. *ret_reason
 * is 0 and @ret_to filled, or why there is none.
 */
must_check int target_find(const struct planner *planner, const struct place *place,
			   struct value *ret_to, enum left_out *ret_reason, struct text *why);

/* ---- order.c ---- */

/* As plan_make() promises; otherwise in the order in which they are. */
must_check int plan_order(struct plan *plan);

#endif
