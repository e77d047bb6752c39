/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Documents: findings, explanations and lists as text for people and JSON for programs. Pure: into
 * a text, never out. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "advice/finding.h"
#include "advice/posture.h"
#include "host/snapshot.h"
#include "profile/profile.h"

/* What every document tells beside its subject. */
struct report_frame {
	const char *root; /* "/" or the captured root's path */
	const char *version;
	int64_t time_s;			/* since 1970, UTC */
	uint32_t uid;			/* of whoever asked */
	const struct diag *diagnostics; /* or NULL */
};

struct report_style {
	bool has_color;	       /* escape sequences; text only */
	bool is_verbose;       /* passes too, one line each */
	bool is_quiet;	       /* the verdict alone */
	unsigned int width;    /* columns; 0: do not wrap */
	enum severity fail_on; /* 0: never */
	/* What commands to run must name, each NULL where they need not. */
	const char *state_folder;
	const char *const *profile_folders;
	const char *const *profile_words; /* instead of the profiles' names */
};

struct report {
	const struct report_frame *frame;
	const struct report_style *style;
	const struct profile_set *profiles;
	const struct snapshot *snapshot;
	const struct findings *findings;
	const struct posture *posture;
};

must_check int report_check_text(const struct report *report,
				 struct text *ret_text); /* check_text.c */
must_check int report_check_json(const struct report *report,
				 struct text *ret_text); /* check_json.c */

/* What `explain` tells: exactly one of tunable, fact and rules is set. */
struct explanation {
	const struct report_frame *frame;
	const struct report_style *style;
	const struct tunable *tunable;
	enum fact fact;
	const struct rule *const *rules; /* rules of that id, in all profiles */
	size_t rule_count;
	const struct profile_set *profiles; /* all known: which rules name the subject */
	const struct snapshot *snapshot;    /* holds what the subject needs */
};

must_check int report_explain_text(const struct explanation *explanation, struct text *ret_text);
must_check int report_explain_json(const struct explanation *explanation, struct text *ret_text);

enum list_subject {
	LIST_PROFILES = 1,
	LIST_TUNABLES,
	LIST_COUNTERS,
	LIST_FACTS,
};

struct list {
	const struct report_frame *frame;
	const struct report_style *style;
	enum list_subject subject;
	const struct profile_set *profiles; /* LIST_PROFILES */
	const struct snapshot *snapshot;    /* for the host of the document; NULL: nothing known */
};

must_check int report_list_text(const struct list *list, struct text *ret_text);
/* A manual page: tunables alone. */
must_check int report_list_man(const struct list *list, struct text *ret_text);
must_check int report_list_json(const struct list *list, struct text *ret_text);

/* The "host" object of every document, and its one line for people. */
must_check int report_error_json(const struct report_frame *frame, int code, const char *message,
				 const char *place, struct text *ret_text);

#endif
