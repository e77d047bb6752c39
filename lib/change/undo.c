/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The one direction: towards the values before apply, in reverse, past failures. What is done about
 * a place is decided by what the kernel shows, not by the lines of the journal.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

bool journal_is_unfinished(const struct journal *journal)
{
	return journal->state != JOURNAL_COMMITTED && journal->state != JOURNAL_REVERTED;
}

/* Nothing of it was ever ours, or it was settled before. */
static bool is_settled(const struct work *work, const struct place *place)
{
	switch (place->entry->result) {
	case ENTRY_REFUSED:
	case ENTRY_GONE:
	case ENTRY_SKIPPED:
		return true;
	case ENTRY_ALREADY:
		return !place->is_coupled;
	case ENTRY_RESTORED:
		return work->journal->state == JOURNAL_INCOMPLETE;
	case ENTRY_PLANNED:
	case ENTRY_CHANGED:
	case ENTRY_FAILED:
	case ENTRY_DRIFTED:
		break;
	}
	return false;
}

/*
 * A coupling that is neither as before nor as apply noted it. While a journal is unfinished its
 * note may be missing, and an undo that was broken off may have moved it once more.
 */
static bool was_moved_by_us(const struct work *work, const struct place *place)
{
	if (work->journal->state == JOURNAL_INCOMPLETE)
		return place->entry->result == ENTRY_FAILED;
	if (work->journal->state == JOURNAL_REVERTING)
		return true;
	if (work->journal->state != JOURNAL_PREPARED)
		return false;
	for (size_t i = 0; i < work->count; i++) {
		const struct place *other = &work->places[i];

		if (other->stand == STAND_OURS &&
		    coupling_moves(other->entry->tunable, other->entry->instance_name,
				   place->entry->tunable_id, place->entry->instance_name))
			return true;
	}
	return false;
}

int undo_judge(struct work *work)
{
	bool is_unfinished = journal_is_unfinished(work->journal);
	bool is_here = here_is_netns_of(work->here, work->journal);

	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];
		int r = 0;

		if (is_settled(work, place))
			continue;
		if (!is_here && tunable_is_of_netns(place->entry->tunable))
			place->stand = STAND_ELSEWHERE;
		else
			r = place_judge(work->here, place, is_unfinished);
		if (r < 0)
			return r;
	}
	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];

		if (place->stand == STAND_DRIFTED && place->is_coupled &&
		    was_moved_by_us(work, place))
			place->stand = STAND_OURS;
	}
	return 0;
}

static void settle(struct place *place, enum entry_result result, int error)
{
	place->is_left = result == ENTRY_FAILED || result == ENTRY_DRIFTED;
	/* Which change failed is what a reader looks for; that it was undone goes without saying.
	 */
	if (place->is_cause && !place->is_left)
		return;
	place->result = result;
	place->error = error;
}

/* The other of a pair brings this one back: it shows 0, and 0 cannot be written. */
static bool comes_with_partner(const struct work *work, const struct place *place)
{
	const struct tunable *tunable = place->entry->tunable;

	if (!value_is_idle(tunable, &place->goal))
		return false;
	for (size_t i = 0; i < work->count; i++) {
		const struct place *other = &work->places[i];

		if (strcmp(other->entry->tunable_id, tunable->exclusive_with) == 0)
			return !value_is_idle(other->entry->tunable, &other->goal);
	}
	return false;
}

static void settle_at_goal(struct place *place)
{
	if (place->result == ENTRY_RESTORED && !place->is_left)
		return;
	if (place->is_covered)
		return;
	if (place->stand == STAND_OURS || place->is_written || place->is_restored)
		settle(place, ENTRY_RESTORED, 0);
	else
		settle(place, ENTRY_ALREADY, 0);
}

static void undo_read(struct work *work, struct place *place, const struct value *now, bool is_last)
{
	if (value_equal(now, &place->goal)) {
		settle_at_goal(place);
		return;
	}
	if (comes_with_partner(work, place)) {
		if (is_last)
			settle(place, ENTRY_FAILED, -EIO);
		return;
	}
	if (!place->is_forced && !place->is_coupled && !place_is_ours(place, now, true)) {
		place->is_taken_back = false;
		place->why = "somebody else changed it meanwhile";
		place_show(place, now);
		settle(place, ENTRY_DRIFTED, -ESTALE);
		return;
	}

	enum entry_result before = place->result;
	int error = place->error;
	const char *why = place->why;

	place_restore(work, place, now);
	if (place->result == ENTRY_RESTORED && (place->is_cause || place->is_covered)) {
		place->result = before;
		place->error = error;
		place->why = why;
		place->is_left = false;
		return;
	}
	place->is_left = place->result == ENTRY_FAILED;
}

static void undo_place(struct work *work, struct place *place, bool is_last)
{
	cleanup(reading_done) struct reading now = { 0 };
	int r;

	if (!place->is_taken_back)
		return;
	r = place_read(work->here, place, &now);
	if (r == 0 && now.state == READING_VALUE) {
		undo_read(work, place, &now.value, is_last);
		return;
	}
	if (r == 0 && now.state == READING_ABSENT) {
		place->is_taken_back = false;
		settle(place, ENTRY_GONE, now.error);
		return;
	}
	if (r == 0 && now.state == READING_UNREADABLE)
		r = now.error;
	/* What we wrote a moment ago goes back even where it cannot be seen. */
	if (place->is_forced)
		place_restore(work, place, NULL);
	else
		settle(place, ENTRY_FAILED, r < 0 ? r : -EBADMSG);
	place->is_left = place->result == ENTRY_FAILED;
}

void undo_run(struct work *work)
{
	/* Twice: bringing one back may have moved another that was in its place already. */
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = work->count; i-- > 0;)
			undo_place(work, &work->places[i], pass == 1);
	}
}

static bool is_anything_left(const struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		if (work->places[i].is_left)
			return true;
	}
	return false;
}

/* That these lines may be missing is no loss: a later recovery reads the kernel. */
static void note_what_is_left(struct work *work)
{
	int r = 0;

	for (size_t i = 0; i < work->count && r == 0; i++) {
		if (work->places[i].stand != STAND_ELSEWHERE)
			r = work_note(work, &work->places[i]);
	}
	if (r == 0)
		r = journal_append_state(work->transaction->state, work->journal,
					 JOURNAL_INCOMPLETE, work->diag);
	if (r == 0)
		work->journal->state = JOURNAL_INCOMPLETE;
}

enum outcome_state undo_finish(struct work *work)
{
	const struct transaction *transaction = work->transaction;
	int r;

	if (is_anything_left(work)) {
		/* Nothing moved since the last time that this was noted. */
		if (work->journal->state != JOURNAL_INCOMPLETE)
			note_what_is_left(work);
		return OUTCOME_INCOMPLETE;
	}
	/* Should the line fail and the file stay, recovery finds all values in their place. */
	r = journal_append_state(transaction->state, work->journal, JOURNAL_REVERTED, work->diag);
	if (journal_remove(transaction->state, work->journal, work->diag) < 0 && r < 0)
		diag_add(work->diag, r, NULL,
			 "the record of transaction %s could neither be ended nor removed",
			 work->journal->id);
	work->journal->state = JOURNAL_REVERTED;
	return OUTCOME_REVERTED;
}
