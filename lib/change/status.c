/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands of each transaction, by what the kernel shows now. Reads, never writes. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

static void standing_done(struct standing *standing)
{
	for (size_t i = 0; i < standing->change_count; i++)
		outcome_change_done(&standing->changes[i]);
	free(standing->changes);
}

void standings_done(struct standings *standings)
{
	for (size_t i = 0; standings->standings && i < standings->count; i++)
		standing_done(&standings->standings[i]);
	free(standings->standings);
	journals_free(standings->journals, standings->count);
	*standings = (struct standings){ 0 };
}

static void judge_place(struct work *work, struct place *place)
{
	bool is_standing = work->journal->state == JOURNAL_COMMITTED;

	switch (place->stand) {
	case STAND_OURS:
		place->result = ENTRY_CHANGED;
		return;
	case STAND_COVERED:
		place->result = ENTRY_CHANGED;
		place->why = "a later transaction set it too";
		return;
	case STAND_BEFORE:
		/* What apply set to what it was already did not move. */
		if (!is_standing || value_equal(&place->from, &place->to)) {
			place->result = is_standing ? ENTRY_ALREADY : ENTRY_RESTORED;
			return;
		}
		place->result = ENTRY_DRIFTED;
		place->why = "somebody put the old value back";
		return;
	case STAND_DRIFTED:
		place->result = ENTRY_DRIFTED;
		place->error = -ESTALE;
		place->why = "somebody else changed it meanwhile";
		if (!place->is_covered)
			work_show_now(work, place);
		return;
	case STAND_GONE:
		place->result = ENTRY_GONE;
		place->error = place->error ? place->error : -ENOENT;
		return;
	case STAND_UNREADABLE:
		place->result = ENTRY_FAILED;
		place->why = "it cannot be read";
		return;
	case STAND_ELSEWHERE:
		place->error = -EXDEV;
		place->why = "it belongs to another network namespace";
		return;
	}
}

static void judge_places(struct work *work, struct standing *standing)
{
	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];
		bool is_coupling = place->entry->role == ENTRY_COUPLING;

		if (!place->stand || (is_coupling && place->stand == STAND_BEFORE)) {
			/* Couplings that stand as before are not spoken of. */
			if (is_coupling)
				place->result = ENTRY_ALREADY;
			continue;
		}
		judge_place(work, place);
		standing->is_of_other_netns |= place->stand == STAND_ELSEWHERE;
		standing->drifted_count += place->result == ENTRY_DRIFTED;
	}
}

static int judge_standing(const struct transaction *transaction, struct here *here,
			  struct standings *standings, size_t index, struct diag *diag)
{
	struct standing *standing = &standings->standings[index];
	struct journal *journal = standings->journals[index];
	struct outcome outcome = { 0 };
	struct work work = { 0 };
	int r = work_init(&work, transaction, here, journal, &outcome, diag);

	/* The values of an earlier boot are told as the record has them. */
	if (r == 0 && !standing->is_of_other_boot) {
		r = undo_judge(&work);
		if (r == 0)
			r = layers_judge(&work, standings->journals, standings->count);
		if (r == 0)
			judge_places(&work, standing);
	}
	work_done(&work);
	standing->changes = outcome.changes;
	standing->change_count = outcome.change_count;
	outcome.changes = NULL;
	outcome.change_count = 0;
	outcome_done(&outcome);
	return r;
}

static int judge_all(const struct transaction *transaction, struct standings *standings,
		     struct diag *diag)
{
	auto_here struct here here = { 0 };
	bool is_locked = false;
	pid_t pid;
	int r = here_take(transaction->source, &here, diag);

	if (r == 0)
		r = state_is_locked(transaction->state, &is_locked, &pid);
	for (size_t i = 0; r == 0 && i < standings->count; i++) {
		struct journal *journal = standings->journals[i];
		struct standing *standing = &standings->standings[i];

		standing->journal = journal;
		standing->is_of_other_boot = !here_is_boot_of(&here, journal);
		standing->is_unfinished = journal_is_unfinished(journal);
		standing->is_in_progress = standing->is_unfinished && is_locked &&
					   journal->state != JOURNAL_INCOMPLETE;
		r = judge_standing(transaction, &here, standings, i, diag);
	}
	return r;
}

int transaction_status(struct source *source, struct state_folder *state,
		       struct standings *ret_standings, struct diag *diag)
{
	const struct transaction transaction = { .source = source, .state = state };
	cleanup(standings_done) struct standings standings = { 0 };
	int damage = journal_load_all(state, &standings.journals, &standings.count, diag);
	int r = 0;

	if (damage < 0 && damage != -EBADMSG)
		return damage;
	standings.standings =
		calloc(standings.count ? standings.count : 1, sizeof(*standings.standings));
	if (!standings.standings)
		return -ENOMEM;
	/* Without a record there is nothing that this host would be asked about. */
	if (standings.count > 0)
		r = judge_all(&transaction, &standings, diag);
	if (r < 0)
		return r;
	*ret_standings = standings;
	standings = (struct standings){ 0 };
	return damage;
}
