/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Carries out a plan: the record is in place before the first write, and whatever fails then leads
 * back, over what was written only.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

/* ---- the way back ---- */

static enum outcome_state roll_back(struct work *work)
{
	bool is_moved = false;

	for (size_t i = 0; i < work->count; i++)
		is_moved |= work->places[i].is_sent;
	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];

		place->is_taken_back = place->is_written || (is_moved && place->is_coupled);
		if (place->entry->role == ENTRY_CHANGE && place->result == ENTRY_PLANNED &&
		    !place->is_taken_back) {
			place->result = ENTRY_SKIPPED;
			place->why = "not written, as another change failed before";
		}
	}
	/* Should the line fail, recovery goes the same way from "prepared". */
	if (is_moved && journal_append_state(work->transaction->state, work->journal,
					     JOURNAL_REVERTING, work->diag) == 0)
		work->journal->state = JOURNAL_REVERTING;
	undo_run(work);
	return undo_finish(work) == OUTCOME_REVERTED ? OUTCOME_ROLLED_BACK : OUTCOME_INCOMPLETE;
}

static bool is_anything_written(const struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		if (work->places[i].is_written)
			return true;
	}
	return false;
}

static enum outcome_state fail(struct work *work, const char *what, int error)
{
	/* Another value than planned, and nothing written yet: not a failure, but a plan of
	 * yesterday. */
	bool is_stale = error == -ESTALE && !is_anything_written(work);
	enum outcome_state state = roll_back(work);

	outcome_say(&work->outcome->because, "%s (%s)%s", what, strerrorname_np(-error),
		    is_stale ? "; plan anew" : "");
	if (state == OUTCOME_INCOMPLETE)
		outcome_say_command(&work->outcome->remedy, work->transaction, "recover");
	return is_stale && state == OUTCOME_ROLLED_BACK ? OUTCOME_REFUSED : state;
}

/* ---- the way forth ---- */

/* What moved with the changes is ours as it is now. */
static int note_couplings(struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];
		cleanup(reading_done) struct reading now = { 0 };
		int r;

		if (place->entry->role != ENTRY_COUPLING)
			continue;
		r = place_read(work->here, place, &now);
		if (r == 0 && now.state == READING_UNREADABLE)
			r = now.error;
		if (r == 0 && now.state == READING_VALUE &&
		    !value_equal(&now.value, &place->from)) {
			r = place_keep_got(place, &now.value);
			if (r == 0)
				r = work_note(work, place);
		}
		if (r < 0)
			return r;
	}
	return 0;
}

static enum outcome_state commit(struct work *work)
{
	int r;

	if (!is_anything_written(work)) {
		/* All were met already, or none can be steered. */
		return roll_back(work) == OUTCOME_INCOMPLETE ? OUTCOME_INCOMPLETE
							     : OUTCOME_NOTHING_TO_DO;
	}
	r = note_couplings(work);
	if (r < 0)
		return fail(work, "what moved with the changes could not be noted", r);
	r = journal_append_state(work->transaction->state, work->journal, JOURNAL_COMMITTED,
				 work->diag);
	if (r < 0)
		return fail(work, "the record could not be ended", r);
	work->journal->state = JOURNAL_COMMITTED;
	return OUTCOME_COMMITTED;
}

static enum outcome_state write_all(struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];
		int r;

		if (place->entry->role != ENTRY_CHANGE || place->result != ENTRY_PLANNED)
			continue;
		place_write(work, place);
		r = work_note(work, place);
		if (place->result == ENTRY_FAILED) {
			place->is_cause = true;
			return fail(work, place->entry->tunable_id, place->error);
		}
		if (r < 0)
			return fail(work, "the record could not be continued", r);
	}
	return commit(work);
}

/* ---- before the first write ---- */

static enum outcome_state refuse(struct outcome *outcome, const char *about, const char *why)
{
	outcome_say(&outcome->because, "%s%s%s", about, *about ? ": " : "", why);
	outcome->state = OUTCOME_REFUSED;
	return OUTCOME_REFUSED;
}

static int carry_out(const struct transaction *transaction, struct here *here,
		     struct journal *journal, struct outcome *outcome, struct diag *diag)
{
	auto_work struct work work = { 0 };
	bool is_planned = false;
	int r = work_init(&work, transaction, here, journal, outcome, diag);

	if (r < 0)
		return r;
	for (size_t i = 0; i < work.count; i++)
		is_planned |= work.places[i].entry->role == ENTRY_CHANGE &&
			      work.places[i].result == ENTRY_PLANNED;
	if (!is_planned) {
		outcome->state = OUTCOME_NOTHING_TO_DO;
		return 0;
	}
	r = journal_create(transaction->state, journal, diag);
	if (r == -ENOMEM)
		return r;
	if (r < 0) {
		refuse(outcome, "no record of what was can be kept", strerrorname_np(-r));
		return 0;
	}
	outcome->state = write_all(&work);
	return 0;
}

static int recover_first(const struct transaction *transaction, struct here *here,
			 const struct journals *journals, struct diag *diag)
{
	cleanup(outcome_done) struct outcome outcome = { 0 };
	const struct take_back order = {
		.transaction = transaction,
		.here = here,
		.journals = journals,
		.passes_elsewhere = true,
		.outcome = &outcome,
		.diag = diag,
	};
	int r = take_back_unfinished(order, NULL, &outcome.state);

	if (r < 0 || outcome.state == OUTCOME_NOTHING_TO_DO)
		return r;
	for (size_t i = 0; i < outcome.change_count; i++) {
		const struct outcome_change *change = &outcome.changes[i];

		if (change->result == ENTRY_FAILED || change->result == ENTRY_DRIFTED)
			diag_add(diag, change->error, change->path,
				 "left by transaction %s as it is: %s", outcome.transaction,
				 change->because ? change->because : "not restored");
	}
	if (outcome.state == OUTCOME_INCOMPLETE) {
		autofree char *command = NULL;

		outcome_say_drifted(&command, transaction, outcome.transaction);
		return diag_add(
			diag, -ENOTRECOVERABLE, outcome.transaction,
			"what a crash left unfinished could not be taken back whole; %s ends it",
			command ? command : "tuneadv revert");
	}
	diag_add(diag, 0, outcome.transaction,
		 "a crash had left this transaction unfinished; it was taken back first");
	return 0;
}

static bool is_refused(const struct plan *plan, const struct journals *journals,
		       struct outcome *outcome)
{
	if (journals->has_damage)
		return refuse(outcome, "", "a record is damaged, and may hold the same values");
	if (plan->refusal.answer && plan->refusal.answer != GUARD_ALLOWED)
		return refuse(outcome, guard_answer_name(plan->refusal.answer),
			      plan->refusal.why.bytes ? plan->refusal.why.bytes
						      : "refused by the guard");
	for (size_t i = 0; i < plan->change_count; i++) {
		const struct change *change = &plan->changes[i];

		if (change->privilege)
			return refuse(outcome, change->tunable->id, change->privilege);
	}
	return false;
}

int transaction_apply(const struct transaction *transaction, const struct plan *plan,
		      const struct profile_set *set, struct outcome *ret_outcome, struct diag *diag)
{
	auto_here struct here here = { 0 };
	auto_journals struct journals journals = { 0 };
	auto_journal struct journal *journal = NULL;
	uint64_t sequence = 0;
	int r = here_take(transaction->source, &here, diag);

	if (r == 0)
		r = journals_take(transaction->state, &here, &journals, diag);
	if (r < 0)
		return r;
	journals_remove_stale(transaction, &here, &journals, true, diag);
	r = recover_first(transaction, &here, &journals, diag);
	if (r < 0 || is_refused(plan, &journals, ret_outcome))
		return r;
	if (plan->change_count == 0) {
		ret_outcome->state = OUTCOME_NOTHING_TO_DO;
		return 0;
	}
	for (size_t i = 0; i < journals.count; i++) {
		if (journals.journals[i]->sequence > sequence)
			sequence = journals.journals[i]->sequence;
	}
	r = prepare(transaction, &here, plan, set, sequence + 1, &journal, ret_outcome, diag);
	if (r < 0 || !journal)
		return r;
	return carry_out(transaction, &here, journal, ret_outcome, diag);
}
