/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One journal being carried out or taken back: for the files of this floor only. */
#ifndef CHANGE_WORK_H
#define CHANGE_WORK_H

#include "change/place.h"

struct work {
	const struct transaction *transaction;
	struct here *here;
	struct journal *journal; /* borrowed */
	struct place *places;	 /* one for each entry */
	size_t count;
	struct outcome *outcome; /* has room for all places */
	struct diag *diag;
};

/* Takes all the memory that telling the outcome needs. -ENOMEM, -EBADMSG. */
must_check int work_init(struct work *work, const struct transaction *transaction,
			 struct here *here, struct journal *journal, struct outcome *outcome,
			 struct diag *diag);
/* Moves what happened into the outcome. */
void work_done(struct work *work);
#define auto_work cleanup(work_done)
/* Whoever reads of drift asks for the value that is there instead: it becomes what was `got`. */
void place_show(struct place *place, const struct value *now);
/* The same with what is read for it, as far as it can be read. */
void work_show_now(struct work *work, struct place *place);
/* Appends the result of a place to the journal, as a hint. */
must_check int work_note(struct work *work, struct place *place);

/* One write of a change, with all that HOUSE 5 makes of it. Fills the place's result and error,
 * and got. */
void place_write(struct work *work, struct place *place);
/* Remembers in the entry what was read: then it is ours to take back, whatever it is. -ENOMEM. */
must_check int place_keep_got(struct place *place, const struct value *got);
/* One write back of the goal. Fills the same. */
void place_restore(struct work *work, struct place *place, const struct value *now);

/* How all places stand, couplings included; 0 for those that were never ours. -ENOMEM. */
must_check int undo_judge(struct work *work);
/* Every place that is_taken_back, in reverse, past failures. */
void undo_run(struct work *work);
/* Ends a journal that was taken back: removed when nothing is left, else incomplete. */
enum outcome_state undo_finish(struct work *work);

/* ---- layers: @journals oldest first ---- */

struct layer {
	struct journal *journal;
	size_t entry;
};

/* The next later transaction that holds the same place. */
bool layer_above(struct journal *const *journals, size_t count, const struct journal *journal,
		 size_t entry, struct layer *ret_above);
/* Marks places that a later transaction set again: covered, or drifted where its `from` is not
 * what we left. */
must_check int layers_judge(struct work *work, struct journal *const *journals, size_t count);
/* Gives the layers above our `from`, without a write of the kernel. */
must_check int layers_repoint(struct work *work, struct journal *const *journals, size_t count);

/* ---- what apply, revert and recover share ---- */

/* What is done about values that somebody else changed meanwhile. */
enum drift_policy {
	DRIFT_LEFT = 1, /* and named; the journal is kept */
	DRIFT_SKIPPED,
	DRIFT_OVERWRITTEN,
};

/* All journals, oldest first. Apart those that hold nothing: of other boots, for their values died
 * with that boot; and taken back whole, by one who died before he removed the file. */
struct journals {
	struct journal **journals;
	size_t count;
	struct journal **stale;
	size_t stale_count;
	bool has_damage; /* at least one could not be read, and is named in the diagnostics */
};

void journals_done(struct journals *journals);
#define auto_journals cleanup(journals_done)
must_check int journals_take(struct state_folder *state, const struct here *here,
			     struct journals *ret_journals, struct diag *diag);
void journals_remove_stale(const struct transaction *transaction, const struct here *here,
			   const struct journals *journals, bool with_other_boots,
			   struct diag *diag);
bool journal_is_unfinished(const struct journal *journal);

struct take_back {
	const struct transaction *transaction;
	struct here *here;
	const struct journals *journals;
	enum drift_policy policy;
	bool passes_elsewhere; /* journals of other network namespaces are not in the way */
	struct outcome *outcome;
	struct diag *diag;
};

/* Judges the places of @work and decides what is done about each. -ENOMEM. */
must_check int take_back_decide(const struct take_back *order, struct work *work);
/* Takes one journal back, as far as it can be from here. An error before any write. */
must_check int take_back_journal(const struct take_back *order, struct journal *journal,
				 enum outcome_state *ret_state);
/*
 * Every unfinished journal of this boot but @except (NULL: none), newest first; what drifted is
 * left. OUTCOME_NOTHING_TO_DO, _REVERTED or _INCOMPLETE.
 */
must_check int take_back_unfinished(struct take_back order, const struct journal *except,
				    enum outcome_state *ret_state);

/* Plan -> journal, in memory. *ret_journal NULL: the outcome says why there is none. */
must_check int prepare(const struct transaction *transaction, const struct here *here,
		       const struct plan *plan, const struct profile_set *set, uint64_t sequence,
		       struct journal **ret_journal, struct outcome *outcome, struct diag *diag);

/* Sentences of an outcome; running out of memory loses them, not the outcome. */
void outcome_say(char **sentence, const char *format, ...) format_like(2, 3);
/* "tuneadv COMMAND", finding the same state. */
void outcome_say_command(char **sentence, const struct transaction *transaction,
			 const char *command);
/* "tuneadv revert ID --skip-drifted (or --overwrite-drifted)", likewise. */
void outcome_say_drifted(char **sentence, const struct transaction *transaction, const char *id);
void outcome_change_done(struct outcome_change *change);
void audit_tell(const struct audit *audit, const char *format, ...) format_like(2, 3);

#endif
