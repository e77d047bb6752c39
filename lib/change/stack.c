/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes one journal back, whoever asked: judged, decided, re-pointed, written, ended. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

void journals_done(struct journals *journals)
{
	journals_free(journals->journals, journals->count);
	journals_free(journals->stale, journals->stale_count);
	*journals = (struct journals){ 0 };
}

int journals_take(struct state_folder *state, const struct here *here,
		  struct journals *ret_journals, struct diag *diag)
{
	auto_journals struct journals journals = { 0 };
	size_t count = 0;
	size_t kept = 0;
	int r = journal_load_all(state, &journals.journals, &count, diag);

	journals.count = count;
	if (r < 0 && r != -EBADMSG)
		return r;
	journals.has_damage = r == -EBADMSG;
	journals.stale = calloc(count ? count : 1, sizeof(struct journal *));
	if (!journals.stale)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		struct journal *journal = journals.journals[i];

		if (here_is_boot_of(here, journal) && journal->state != JOURNAL_REVERTED)
			journals.journals[kept++] = journal;
		else
			journals.stale[journals.stale_count++] = journal;
	}
	journals.count = kept;
	*ret_journals = journals;
	journals = (struct journals){ 0 };
	return 0;
}

void journals_remove_stale(const struct transaction *transaction, const struct here *here,
			   const struct journals *journals, bool with_other_boots,
			   struct diag *diag)
{
	for (size_t i = 0; i < journals->stale_count; i++) {
		if (!with_other_boots && !here_is_boot_of(here, journals->stale[i]))
			continue;
		/* It is in nobody's way: the next one tries again. */
		if (journal_remove(transaction->state, journals->stale[i], diag) < 0)
			return;
	}
}

static void leave(struct place *place, enum entry_result result, int error, const char *why)
{
	place->is_left = true;
	place->result = result;
	place->error = error;
	place->why = why;
}

static void decide_foreign(struct place *place, enum drift_policy policy)
{
	bool is_unread = place->stand == STAND_UNREADABLE;
	const char *why = is_unread ? "it cannot be read" : "somebody else changed it meanwhile";

	switch (policy) {
	case DRIFT_LEFT:
		if (is_unread)
			leave(place, ENTRY_FAILED, place->error, why);
		else
			leave(place, ENTRY_DRIFTED, -ESTALE, why);
		return;
	case DRIFT_SKIPPED:
		place->result = ENTRY_SKIPPED;
		place->error = is_unread ? place->error : -ESTALE;
		place->why = why;
		return;
	case DRIFT_OVERWRITTEN:
		place->is_repointed = place->is_covered;
		place->is_taken_back = !place->is_covered;
		place->is_forced = true;
		return;
	}
}

static void decide(struct place *place, enum drift_policy policy)
{
	switch (place->stand) {
	case STAND_BEFORE:
	case STAND_OURS:
		place->is_taken_back = true;
		return;
	case STAND_COVERED:
		place->is_repointed = true;
		place->is_taken_back = place->is_coupled;
		place->result = ENTRY_SKIPPED;
		place->why = "a later transaction set it too, and will bring back the value before";
		return;
	case STAND_GONE:
		place->result = ENTRY_GONE;
		place->error = place->error ? place->error : -ENOENT;
		place->why = "it is not there any more";
		return;
	case STAND_ELSEWHERE:
		leave(place, place->result, -EXDEV, "it belongs to another network namespace");
		return;
	case STAND_DRIFTED:
	case STAND_UNREADABLE:
		decide_foreign(place, policy);
		return;
	}
}

int take_back_decide(const struct take_back *order, struct work *work)
{
	int r = undo_judge(work);

	if (r == 0)
		r = layers_judge(work, order->journals->journals, order->journals->count);
	for (size_t i = 0; r == 0 && i < work->count; i++) {
		struct place *place = &work->places[i];

		if (place->stand)
			decide(place, order->policy);
		if (place->stand == STAND_DRIFTED && !place->is_forced)
			work_show_now(work, place);
	}
	return r;
}

static bool is_anything_to_do(const struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		const struct place *place = &work->places[i];

		if (place->is_repointed || (place->is_taken_back && place->stand != STAND_BEFORE))
			return true;
	}
	return false;
}

/* What a person chose to leave stays left, should this process die on the way. */
static int begin(struct work *work)
{
	int r = journal_append_state(work->transaction->state, work->journal, JOURNAL_REVERTING,
				     work->diag);

	if (r == 0)
		work->journal->state = JOURNAL_REVERTING;
	for (size_t i = 0; i < work->count && r == 0; i++) {
		const struct place *place = &work->places[i];

		if (place->result == ENTRY_SKIPPED && !place->is_covered)
			r = work_note(work, &work->places[i]);
	}
	return r;
}

/* Without a place for the lines nothing was written yet, but perhaps by whom we come after. */
static enum outcome_state stop(const struct take_back *order, const struct work *work, int error)
{
	outcome_say(&order->outcome->because,
		    "the record of transaction %s could not be continued (%s)", work->journal->id,
		    strerrorname_np(-error));
	outcome_say_command(&order->outcome->remedy, order->transaction, "recover");
	return work->journal->state == JOURNAL_COMMITTED ? OUTCOME_REFUSED : OUTCOME_INCOMPLETE;
}

/* Nothing of it can be judged from here. */
static bool is_elsewhere(const struct here *here, const struct journal *journal)
{
	if (here_is_netns_of(here, journal))
		return false;
	for (size_t i = 0; i < journal->entry_count; i++) {
		if (!tunable_is_of_netns(journal->entries[i].tunable))
			return false;
	}
	return true;
}

int take_back_journal(const struct take_back *order, struct journal *journal,
		      enum outcome_state *ret_state)
{
	auto_work struct work work = { 0 };
	int r = work_init(&work, order->transaction, order->here, journal, order->outcome,
			  order->diag);

	if (r == 0)
		r = take_back_decide(order, &work);
	if (r < 0)
		return r;
	/* Whoever stands where it can be judged will find it as it is. */
	if (is_elsewhere(order->here, journal)) {
		*ret_state = OUTCOME_INCOMPLETE;
		return 0;
	}
	if (is_anything_to_do(&work)) {
		r = begin(&work);
		if (r == 0)
			r = layers_repoint(&work, order->journals->journals,
					   order->journals->count);
		if (r < 0) {
			*ret_state = stop(order, &work, r);
			return 0;
		}
	}
	undo_run(&work);
	*ret_state = undo_finish(&work);
	return 0;
}

int take_back_unfinished(struct take_back order, const struct journal *except,
			 enum outcome_state *ret_state)
{
	enum outcome_state whole = OUTCOME_NOTHING_TO_DO;

	order.policy = DRIFT_LEFT;
	for (size_t i = order.journals->count; i-- > 0;) {
		struct journal *journal = order.journals->journals[i];
		enum outcome_state state;
		int r;

		if (journal == except || !journal_is_unfinished(journal))
			continue;
		if (order.passes_elsewhere && is_elsewhere(order.here, journal))
			continue;
		r = take_back_journal(&order, journal, &state);
		if (r < 0)
			return r;
		if (state != OUTCOME_REVERTED)
			whole = OUTCOME_INCOMPLETE;
		else if (whole == OUTCOME_NOTHING_TO_DO)
			whole = OUTCOME_REVERTED;
	}
	*ret_state = whole;
	return 0;
}
