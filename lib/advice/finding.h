/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Findings: what each rule says of each instance on one snapshot. Pure: nothing is read here. */
#ifndef ADVICE_FINDING_H
#define ADVICE_FINDING_H

#include "host/snapshot.h"
#include "profile/profile.h"

enum result {
	RESULT_PASS = 1,
	RESULT_FAIL,
	RESULT_NOT_APPLICABLE,
	RESULT_UNKNOWN,
	RESULT_ERROR,
};

enum confidence {
	CONFIDENCE_OBSERVED = 1, /* counters moved (step 5) */
	CONFIDENCE_EXPECTED,
	CONFIDENCE_CONSIDER,
};

/* Why a finding has its result: the closed list of the report's schema. */
enum because {
	BECAUSE_MET = 1,       /* pass */
	BECAUSE_BELOW_FLOOR,   /* fail: at-least, more-than */
	BECAUSE_ABOVE_CEILING, /* fail: at-most, less-than */
	BECAUSE_OUTSIDE_RANGE, /* fail: between */
	BECAUSE_NOT_ONE_OF,
	BECAUSE_DIFFERS,	   /* fail: equals */
	BECAUSE_EXCLUDED_VALUE,	   /* fail: not */
	BECAUSE_NOT_WITHIN,	   /* fail: within, contains */
	BECAUSE_OVERLAPS,	   /* fail: disjoint */
	BECAUSE_CONDITION_NOT_MET, /* not-applicable: `when` does not hold */
	BECAUSE_PARAMETER_UNSET,   /* not-applicable */
	BECAUSE_NO_INSTANCE,	   /* not-applicable: no such device here */
	BECAUSE_INERT,		   /* not-applicable: the setting does nothing now */
	BECAUSE_REMOVED,	   /* not-applicable */
	BECAUSE_NOT_YET,	   /* not-applicable */
	BECAUSE_NOT_BUILT_IN,	   /* not-applicable */
	BECAUSE_MODULE_NOT_LOADED, /* not-applicable */
	BECAUSE_OTHER_NAMESPACE,   /* not-applicable */
	BECAUSE_ABSENT,		   /* unknown: no such file and nothing explains it */
	BECAUSE_UNREADABLE,	   /* unknown */
	BECAUSE_CONDITION_UNKNOWN, /* unknown: `when` cannot be decided */
	BECAUSE_OPERAND_UNKNOWN,   /* unknown: what it is compared with is not known */
	BECAUSE_MALFORMED,	   /* error */
};

enum changeable {
	CHANGEABLE_YES = 1,
	CHANGEABLE_READ_ONLY,
	CHANGEABLE_NEEDS_PRIVILEGE,
	CHANGEABLE_BOOT_ONLY,
	CHANGEABLE_CANNOT_BE_STEERED,
	CHANGEABLE_NOT_IN_THIS_NAMESPACE,
	CHANGEABLE_ADVICE_ONLY,
	CHANGEABLE_UNKNOWN,
};

struct finding {
	char *id; /* RULE or RULE/INSTANCE */
	const struct rule *rule;
	const struct instance *instance; /* NULL: none, or folded */
	size_t instances;		 /* how many say this: 1, or more when passes are folded */
	const struct tunable_reading *reading;	 /* NULL: a fact, or nothing was read */
	const struct fact_reading *fact_reading; /* NULL: a tunable */
	enum result result;
	enum because because;
	char *because_text; /* one sentence */
	char *current;	    /* canonical; NULL: no value */
	char *effective;    /* canonical; NULL: no value */
	char **operands;    /* canonical, as far as they are known */
	size_t operand_count;
	enum confidence confidence;
	const struct inert *inert; /* NULL: not inert */
	enum changeable changeable;
	const struct owner_row *owner; /* NULL: nobody seen who manages it */
	int error;		       /* negative errno of an unreadable reading, else 0 */
	char *waiver;		       /* the reason given, or NULL */
};

struct findings {
	struct finding *findings; /* sorted by id, then by profile */
	size_t count;
	size_t capacity;
};

struct waiver {
	const char *rule; /* RULE or RULE/INSTANCE */
	const char *reason;
};

struct summary {
	size_t pass;
	size_t fail;
	size_t not_applicable;
	size_t unknown;
	size_t error;
	size_t waived; /* these count nowhere else */
};

enum verdict {
	VERDICT_FIT = 1,
	VERDICT_NOT_FIT,
	VERDICT_UNDECIDED,
};

void findings_init(struct findings *findings);
void findings_done(struct findings *findings);
#define auto_findings cleanup(findings_done)
/* Borrows from @set and @snapshot. A waiver that names no rule is a sentence in @diag, not an
 * error. */
must_check int findings_evaluate(const struct profile_set *set, const struct snapshot *snapshot,
				 const struct waiver *waivers, size_t waiver_count,
				 struct findings *ret_findings, struct diag *diag);
/*
 * Does the setting do nothing for this reason now? What is only remembered, and conditions that are
 * not known or cannot be compared, make it unknown at most. 0 or -ENOMEM.
 */
must_check int inert_evaluate(const struct inert *inert, const struct snapshot *snapshot,
			      enum truth *ret_truth);
/*
 * Whether the subject could be changed here. @may_write: 0, or the negative errno of asking the
 * kernel (-ENOTSUP: not asked); @mode: permission bits of the file. Pure; the caller asks for
 * failing findings only.
 */
enum changeable changeable_of(const struct tunable *tunable, enum reading_state state,
			      int may_write, mode_t mode);
void findings_summarize(const struct findings *findings, struct summary *ret_summary);
/* As the exit status: requirements at or above @fail_on; 0 (never): always fit. */
/* A requirement, not waived, that could not be read or judged. */
bool finding_is_undecided(const struct finding *finding);
enum verdict findings_verdict(const struct findings *findings, enum severity fail_on);

const char *result_name(enum result result);
const char *confidence_name(enum confidence confidence);
const char *because_name(enum because because);
const char *changeable_name(enum changeable changeable);
const char *verdict_name(enum verdict verdict);

#endif
