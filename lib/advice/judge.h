/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that judge one rule share. Private to this floor. */
#ifndef ADVICE_JUDGE_H
#define ADVICE_JUDGE_H

#include "advice/finding.h"

/* One rule on one snapshot: what is the same for all of its instances. */
struct judge {
	const struct rule *rule;
	const struct snapshot *snapshot;
	struct resolver host;	  /* what the snapshot knows */
	struct resolver resolver; /* and what the rule's profile adds; its closure is the judge */
	char *default_id;	  /* "default:ID" of the subject */
	const struct instance *instance; /* the one that is judged now; NULL: the rule as a whole */
	const struct inert *inert;	 /* the clause that decides, when inert_truth is not no */
	enum truth inert_truth;
};

/* @judge must stay where it is until judge_done(). */
must_check int judge_init(struct judge *judge, const struct rule *rule,
			  const struct snapshot *snapshot);
void judge_done(struct judge *judge);
#define auto_judge cleanup(judge_done)
/* What decides before anything is read: conditions and parameters, or of one instance the
 * conditions that are about it. Leaves result 0 when nothing does. */
must_check int judge_before(const struct judge *judge, struct finding *finding);
/* Whether the condition asks for something of the instance that the rule is about. */
bool condition_is_of_instance(const struct condition *condition);
/* NULL: it was not read, or there is no such instance. */
const struct reading *judge_reading(const struct judge *judge, const struct tunable *tunable,
				    const char **ret_path);
must_check int judge_tunable(const struct judge *judge, const struct tunable_reading *reading,
			     struct finding *finding);
must_check int judge_fact(const struct judge *judge, const struct fact_reading *reading,
			  struct finding *finding);

/* The operands of an assertion as far as they are known; each may lie between two values. */
struct judged_operands {
	struct value *low;
	struct value *high;
	size_t count;
	const struct operand *unknown; /* the first that is not known */
};

/* ---- texts (because.c) ---- */

/* On a vendor's kernel a condition on the release decides nothing (HOUSE 2). */
bool condition_is_about_vendor_release(const struct judge *judge,
				       const struct condition *condition);
void because_condition(struct text *text, const struct judge *judge,
		       const struct condition *condition, enum truth truth);
/* A reading without a value, of a rule's subject or of what a condition names. */
struct valueless {
	const char *id;
	const struct tunable *tunable; /* NULL: a fact */
	const struct reading *reading;
	const char *path; /* or NULL */
};

void because_state(struct text *text, const struct valueless *valueless);
void because_compared(struct text *text, const struct judge *judge, const struct finding *finding);
void because_operand_unknown(struct text *text, const struct judge *judge,
			     const struct operand *operand);
void because_operand_vague(struct text *text, const struct judge *judge,
			   const struct finding *finding, const struct judged_operands *operands);
enum because because_of_relation(enum relation relation);
enum because because_of_state(enum reading_state state);

/* ---- findings (finding.c, fold.c) ---- */

void finding_done(struct finding *finding);
#define auto_finding cleanup(finding_done)
/* Keeps the result and takes the sentence. */
must_check int finding_decide(struct finding *finding, enum result result, enum because because,
			      struct text *sentence);
must_check int findings_fold(struct findings *findings, size_t from);

#endif
