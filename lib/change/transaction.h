/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Plan -> journal -> kernel, and back; the only writer. All or nothing: whatever moment is the
 * last, every tunable has its old value, or every one its new, or the journal names exactly which
 * differ (HOUSE 4).
 */
#ifndef CHANGE_TRANSACTION_H
#define CHANGE_TRANSACTION_H

#include "advice/plan.h"
#include "change/journal.h"
#include "source/source.h"

/* Where commands look for the state when nobody names a folder. */
#define STATE_FOLDER_DEFAULT "/run/tuneadv"

enum outcome_state {
	OUTCOME_PLANNED = 1, /* a dry run */
	OUTCOME_COMMITTED,
	OUTCOME_ROLLED_BACK, /* failed, and the host is as it was */
	OUTCOME_REVERTED,
	OUTCOME_INCOMPLETE, /* the journal is kept; what differs is named */
	OUTCOME_REFUSED,    /* nothing was changed */
	OUTCOME_NOTHING_TO_DO,
};

struct outcome_change {
	char *subject;		 /* id of the tunable */
	char *instance;		 /* name, or NULL */
	int64_t instance_number; /* ifindex, CPU, ...; negative: it has none */
	char *rules;
	char *path;
	char *from;
	char *to;
	char *got; /* or NULL */
	enum entry_result result;
	int error;     /* negative errno or 0 */
	char *because; /* a sentence, or NULL */
	bool was_weak; /* restored to a value below the secure floor, as it was before: said loudly
			*/
};

struct outcome {
	char *transaction; /* id, or NULL */
	enum outcome_state state;
	struct outcome_change *changes;
	size_t change_count;
	size_t change_capacity;
	char *because; /* why it was refused or failed, or NULL */
	char *remedy;  /* the command that goes on, or NULL */
};

void outcome_init(struct outcome *outcome);
void outcome_done(struct outcome *outcome);
#define auto_outcome cleanup(outcome_done)

/* Told of each write: for the system's log. */
struct audit {
	void (*event)(void *closure, const char *message);
	void *closure;
};

/* Where and as whom a transaction is made. */
struct transaction {
	struct source *source;
	struct state_folder *state; /* locked */
	const struct audit *audit;  /* or NULL */
	const char *version;
	int64_t time_s;
	uint32_t uid;
	/* What the commands that we tell must carry to find this state, with a blank before it
	 * and quoted for a shell: " --state-dir /tmp/state"; NULL: nothing. */
	const char *state_option;
};

/*
 * Carries out @plan. First what a crash left unfinished is recovered (-ENOTRECOVERABLE when that
 * fails). Return 0 with @ret_outcome filled (committed, rolled-back, incomplete, refused,
 * nothing-to-do), or -ENOMEM before any change.
 */
must_check int transaction_apply(const struct transaction *transaction, const struct plan *plan,
				 const struct profile_set *set, struct outcome *ret_outcome,
				 struct diag *diag);

struct revert_options {
	const char *which; /* transaction id or profile name; NULL: the newest */
	bool is_all;	   /* every layer, newest first */
	bool skips_drifted;
	bool overwrites_drifted;
	bool is_dry_run;
};

/* -ENOENT: no such transaction. Drift without an option: refused, named. */
must_check int transaction_revert(const struct transaction *transaction,
				  const struct revert_options *options, struct outcome *ret_outcome,
				  struct diag *diag);
/* Every unfinished journal, towards the values before its apply; what drifted is left and named. */
must_check int transaction_recover(const struct transaction *transaction,
				   struct outcome *ret_outcome, struct diag *diag);

/* One journal as it stands against the kernel: for status. Reads, never writes. */
struct standing {
	const struct journal *journal;
	bool is_unfinished; /* a crash left it, or (is_in_progress) somebody is at it now */
	bool is_in_progress;
	bool is_of_other_boot;		/* nothing to revert: the values died with that boot */
	bool is_of_other_netns;		/* cannot be judged from here */
	struct outcome_change *changes; /* result: changed, already, drifted, gone */
	size_t change_count;
	size_t drifted_count;
};

struct standings {
	struct standing *standings; /* oldest first */
	size_t count;
	struct journal **journals;
};

must_check int transaction_status(struct source *source, struct state_folder *state,
				  struct standings *ret_standings, struct diag *diag);
void standings_done(struct standings *standings);

const char *outcome_state_name(enum outcome_state state);

#endif
