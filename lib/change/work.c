/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A journal being carried out or taken back. All memory that telling the outcome needs is taken
 * before the first write, so that running out of it later loses a sentence and not a fact.
 */
#include "config.h"

#include "change/work.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"

static int copy(const char *from, char **ret_copy)
{
	if (!from)
		return 0;
	*ret_copy = strdup(from);
	return *ret_copy ? 0 : -ENOMEM;
}

static int begin_outcome(struct place *place)
{
	const struct journal_entry *entry = place->entry;
	struct outcome_change *change = &place->outcome;

	change->instance_number = entry->instance_number;

	int r = copy(entry->tunable_id, &change->subject);

	if (r == 0)
		r = copy(entry->instance_name, &change->instance);
	if (r == 0)
		r = copy(entry->rules, &change->rules);
	if (r == 0)
		r = copy(entry->path, &change->path);
	if (r == 0)
		r = copy(entry->from, &change->from);
	if (r == 0)
		r = copy(entry->to, &change->to);
	return r;
}

/* Do the changes of this journal move the place besides writing it? */
static bool is_coupled(const struct journal *journal, const struct journal_entry *entry)
{
	if (entry->role == ENTRY_COUPLING)
		return true;
	for (size_t i = 0; i < journal->entry_count; i++) {
		const struct journal_entry *other = &journal->entries[i];

		if (other != entry && other->role == ENTRY_CHANGE &&
		    coupling_moves(other->tunable, other->instance_name, entry->tunable_id,
				   entry->instance_name))
			return true;
	}
	return false;
}

int work_init(struct work *work, const struct transaction *transaction, struct here *here,
	      struct journal *journal, struct outcome *outcome, struct diag *diag)
{
	size_t count = journal->entry_count;
	int r;

	*work = (struct work){
		.transaction = transaction,
		.here = here,
		.journal = journal,
		.outcome = outcome,
		.diag = diag,
	};
	work->places = calloc(count ? count : 1, sizeof(*work->places));
	if (!work->places)
		return -ENOMEM;
	r = array_reserve(&outcome->changes, &outcome->change_capacity,
			  outcome->change_count + count, sizeof(*outcome->changes));
	while (r == 0 && work->count < count) {
		struct place *place = &work->places[work->count++];

		r = place_init(place, &journal->entries[work->count - 1]);
		if (r == 0)
			r = begin_outcome(place);
		place->is_coupled = is_coupled(journal, place->entry);
	}
	if (r == 0 && (!outcome->transaction || strcmp(outcome->transaction, journal->id) != 0)) {
		char *id = strdup(journal->id);

		if (!id)
			return -ENOMEM;
		free(outcome->transaction);
		outcome->transaction = id;
	}
	return r;
}

/* Couplings are told of only where they did not end as they should. */
static bool is_worth_telling(const struct place *place)
{
	if (place->entry->role == ENTRY_CHANGE)
		return true;
	switch (place->result) {
	case ENTRY_FAILED:
	case ENTRY_DRIFTED:
	case ENTRY_SKIPPED:
		return true;
	case ENTRY_RESTORED:
		return place->weak != NULL;
	case ENTRY_PLANNED:
	case ENTRY_CHANGED:
	case ENTRY_ALREADY:
	case ENTRY_REFUSED:
	case ENTRY_GONE:
		break;
	}
	return false;
}

static void tell(struct outcome *outcome, struct place *place)
{
	const struct journal_entry *entry = place->entry;
	struct outcome_change *change = &place->outcome;

	change->result = place->result;
	change->error = place->error;
	if (entry->got && !change->got)
		outcome_say(&change->got, "%s", entry->got);
	if (place->why)
		outcome_say(&change->because, "%s", place->why);
	if (place->result == ENTRY_RESTORED && place->weak) {
		change->was_weak = true;
		outcome_say(&change->because, "restored as it was, which is weak: %s", place->weak);
	}
	outcome->changes[outcome->change_count++] = *change;
	*change = (struct outcome_change){ 0 };
}

void work_done(struct work *work)
{
	for (size_t i = 0; i < work->count; i++) {
		/* Half made: the room may be missing too. */
		if (work->places[i].outcome.to && is_worth_telling(&work->places[i]) &&
		    work->outcome->change_count < work->outcome->change_capacity)
			tell(work->outcome, &work->places[i]);
		place_done(&work->places[i]);
	}
	free(work->places);
	work->places = NULL;
	work->count = 0;
}

void place_show(struct place *place, const struct value *now)
{
	char *printed;

	if (value_text(&place->entry->tunable->format, now, &printed) < 0)
		return;
	free(place->outcome.got);
	place->outcome.got = printed;
}

void work_show_now(struct work *work, struct place *place)
{
	cleanup(reading_done) struct reading now = { 0 };

	if (place_read(work->here, place, &now) == 0 && now.state == READING_VALUE)
		place_show(place, &now.value);
}

int work_note(struct work *work, struct place *place)
{
	place->entry->result = place->result;
	place->entry->error = place->error;
	return journal_append_entry(work->transaction->state, work->journal,
				    (size_t)(place->entry - work->journal->entries), work->diag);
}
