/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Documents of changes over plans, outcomes and standings made by hand. Include after cmocka.h. */
#ifndef TESTS_CHANGE_SAMPLE_H
#define TESTS_CHANGE_SAMPLE_H

#include "report-sample.h"
#include "report/report_change.h"

struct change_sample {
	struct sample sample;
	struct plan plan;
	struct change changes[SAMPLE_MAX];
	struct left_out_finding left_out[SAMPLE_MAX];
	const struct finding *unread[SAMPLE_MAX];
	struct outcome outcome;
	struct outcome_change outcome_changes[SAMPLE_MAX];
	const char *verb;
	struct journal journals[4];
	struct journal_profile journal_profiles[4][1];
	struct standing standing[4];
	struct standings standings;
	const char *state_folder;
	bool has_plan; /* the outcome is of the plan */
};

enum change_document {
	CHANGE_PLAN_TEXT = 1,
	CHANGE_PLAN_JSON,
	CHANGE_PLAN_SYSCTL_D,
	CHANGE_PLAN_SHELL,
	CHANGE_PLAN_ANSIBLE,
	CHANGE_OUTCOME_TEXT,
	CHANGE_OUTCOME_JSON,
	CHANGE_OUTCOME_SYSCTL_D,
	CHANGE_OUTCOME_SHELL,
	CHANGE_OUTCOME_ANSIBLE,
	CHANGE_STATUS_TEXT,
	CHANGE_STATUS_JSON,
	CHANGE_DOCUMENT_END,
};

/* Nothing planned, nothing changed, nothing standing. */
void change_sample_new(struct change_sample *sample);
void change_sample_done(struct change_sample *sample);
/* "128 -> 4096" of a tunable; everything may be changed afterwards. */
struct change *change_sample_plan(struct change_sample *sample, const char *rule,
				  const char *tunable, const char *path);
void change_sample_leave(struct change_sample *sample, const char *rule, const char *tunable,
			 enum left_out reason, const char *why);
/* A requirement that could not be read (EACCES), of the severity that decides. */
struct finding *change_sample_unread(struct change_sample *sample, const char *rule,
				     const char *tunable);
struct outcome_change *change_sample_outcome(struct change_sample *sample, const char *tunable,
					     const char *path, enum entry_result result);
/* A transaction of one profile, with all outcome changes so far. */
struct standing *change_sample_stand(struct change_sample *sample, const char *id,
				     enum journal_state state);
int change_sample_render(struct change_sample *sample, enum change_document document,
			 struct text *text);
/* The document, owned by the caller. */
char *change_sample_document(struct change_sample *sample, enum change_document document);

#endif
