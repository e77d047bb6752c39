/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Findings -> plan: which values would be written, in which order, and what is left out and why.
 * Pure. */
#ifndef ADVICE_PLAN_H
#define ADVICE_PLAN_H

#include "advice/finding.h"
#include "guard/guard.h"

/* Why a failing finding is not in the plan, or is in it but cannot be made here. */
enum left_out {
	LEFT_OUT_CONSIDER = 1, /* only worth considering; --consider takes it in */
	LEFT_OUT_NOT_ASKED,    /* --only, --except */
	LEFT_OUT_ADVICE, /* the rule writes nothing, or the row is advice-only: a person must act */
	LEFT_OUT_READ_ONLY, /* the kernel offers no write here */
	LEFT_OUT_BOOT,	    /* only the boot line changes it */
	LEFT_OUT_HOST_WIDE, /* in a container, without --host-wide */
	LEFT_OUT_OTHER_NAMESPACE,
	LEFT_OUT_GUARD,	       /* refused by the guard; `why` says it */
	LEFT_OUT_NOT_UNDOABLE, /* its value now is one that we could not put back */
	LEFT_OUT_WAIVED,
	LEFT_OUT_UNKNOWN,      /* its value now, or what it should be, is not known */
	LEFT_OUT_CONTRADICTED, /* no value suits all rules that are about this place */
};

struct change {
	const struct finding *finding; /* the first that asks for it */
	const struct tunable *tunable;
	const struct instance *instance; /* NULL: none */
	char *path;
	struct value from;
	struct value to;
	char *from_text; /* canonical */
	char *to_text;
	const char *rule_id; /* of @finding */
	char *rules;	     /* all rules that ask, separated by ", " */
	/* What keeps this process from making it, as one sentence ("needs root"); NULL: nothing
	 * known. */
	char *privilege;
	const struct owner_row *owner; /* who would fight it, or NULL */
};

struct left_out_finding {
	const struct finding *finding;
	enum left_out reason;
	char *why; /* one sentence */
};

struct plan {
	struct change *changes; /* in the order of writing */
	size_t change_count;
	size_t change_capacity;
	struct left_out_finding *left_out;
	size_t left_out_count;
	size_t left_out_capacity;
	/* Requirements that were asked for and could not be decided, waived ones aside: whether
	 * they hold is as unknown after the plan as before it. */
	const struct finding **unread;
	size_t unread_count;
	size_t unread_capacity;
	/* The guard refused the plan as a whole (a prefix would be weaker): nothing of it is
	 * written. */
	struct guard_refusal refusal;
};

struct plan_options {
	bool with_consider;
	bool is_host_wide;	   /* write host-wide settings from inside a container too */
	const char *const *only;   /* rule ids, NULL-terminated; NULL: all */
	const char *const *except; /* rule ids, NULL-terminated; NULL: none */
};

void plan_init(struct plan *plan);
void plan_done(struct plan *plan);
#define auto_plan cleanup(plan_done)
/*
 * The plan borrows from the findings, the set and the snapshot, which must hold couplings too
 * (needs_add_for_change()). Floors and ceilings of several rules on one place are joined: the
 * highest floor, element by element; a value that is better is never lowered. Ordered so that no
 * coupling or range is violated in between (e.g. a period before its runtime). 0, -ENOMEM, -ENOENT
 * (an unknown rule in only or except, named in @diag), -EINVAL.
 */
must_check int plan_make(const struct findings *findings, const struct profile_set *set,
			 const struct snapshot *snapshot, const struct plan_options *options,
			 struct plan *ret_plan, struct diag *diag);

/* Refused by the guard as a whole? */
static inline bool plan_is_refused(const struct plan *plan)
{
	return plan->refusal.answer != 0 && plan->refusal.answer != GUARD_ALLOWED;
}

/* Number of plan->unread that count at this threshold (0: never). */
size_t plan_count_unread(const struct plan *plan, enum severity fail_on);

const char *left_out_name(enum left_out reason); /* "consider", "not-asked", "advice-only", ... */

#endif
