/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The stack: where a later transaction set the same place, taking an earlier one out changes what
 * the later will bring back, and nothing in the kernel.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_place(const struct journal *a, const struct journal_entry *first,
			  const struct journal *b, const struct journal_entry *second)
{
	if (!is_same(first->path, second->path) || first->tunable != second->tunable ||
	    first->instance_number != second->instance_number ||
	    !is_same(first->identity, second->identity))
		return false;
	return !tunable_is_of_netns(first->tunable) || (is_same(a->netns_inode, b->netns_inode) &&
							is_same(a->netns_cookie, b->netns_cookie));
}

/* A place of which that transaction would bring something back. */
static bool is_held(const struct journal_entry *entry)
{
	switch (entry->result) {
	case ENTRY_PLANNED:
	case ENTRY_CHANGED:
	case ENTRY_ALREADY:
	case ENTRY_FAILED:
	case ENTRY_DRIFTED:
		return true;
	case ENTRY_REFUSED:
	case ENTRY_RESTORED:
	case ENTRY_GONE:
	case ENTRY_SKIPPED:
		break;
	}
	return false;
}

/* The entry of @journal that holds the place, or SIZE_MAX. */
static size_t find_place(const struct journal *journal, const struct journal *of,
			 const struct journal_entry *entry)
{
	for (size_t i = 0; i < journal->entry_count; i++) {
		if (is_held(&journal->entries[i]) &&
		    is_same_place(of, entry, journal, &journal->entries[i]))
			return i;
	}
	return SIZE_MAX;
}

bool layer_above(struct journal *const *journals, size_t count, const struct journal *journal,
		 size_t entry, struct layer *ret_above)
{
	bool is_above = false;

	for (size_t i = 0; i < count; i++) {
		size_t found;

		if (journals[i] == journal) {
			is_above = true;
			continue;
		}
		if (!is_above || journals[i]->state == JOURNAL_REVERTED ||
		    !is_same(journals[i]->boot_id, journal->boot_id))
			continue;
		found = find_place(journals[i], journal, &journal->entries[entry]);
		if (found == SIZE_MAX)
			continue;
		*ret_above = (struct layer){ .journal = journals[i], .entry = found };
		return true;
	}
	return false;
}

/* What a covered place shows now belongs to the layer above: an undo that moves it as a coupling
 * must bring that back. */
static int hold_value(struct work *work, struct place *place)
{
	cleanup(reading_done) struct reading now = { 0 };
	char *printed;
	int r = place_read(work->here, place, &now);

	if (r < 0 || now.state != READING_VALUE)
		return r;
	r = value_text(&place->entry->tunable->format, &now.value, &printed);
	if (r < 0)
		return r;
	free(place->goal_text);
	place->goal_text = printed;
	value_done(&place->goal);
	place->goal = now.value;
	now.value = (struct value){ 0 };
	return 0;
}

static int judge(struct work *work, struct place *place, const struct layer *above)
{
	const struct journal_entry *upper = &above->journal->entries[above->entry];
	auto_value struct value from = { 0 };
	int r = value_parse(&upper->tunable->format, span_of(upper->from), &from);

	if (r < 0)
		return r;
	place->is_covered = true;
	if (value_equal(&from, &place->from) || place_is_ours(place, &from, false))
		place->stand = STAND_COVERED;
	else
		place->stand = STAND_DRIFTED;
	return place->is_coupled ? hold_value(work, place) : 0;
}

int layers_judge(struct work *work, struct journal *const *journals, size_t count)
{
	for (size_t i = 0; i < work->count; i++) {
		struct place *place = &work->places[i];
		struct layer above;
		int r;

		if (!place->stand || place->stand == STAND_GONE || place->stand == STAND_ELSEWHERE)
			continue;
		if (!layer_above(journals, count, work->journal, i, &above))
			continue;
		r = judge(work, place, &above);
		if (r < 0)
			return r;
	}
	return 0;
}

static int repoint(struct place *place, const struct layer *above)
{
	struct journal_entry *upper = &above->journal->entries[above->entry];
	char *from = strdup(place->entry->from);

	if (!from)
		return -ENOMEM;
	/* A coupling has no value of its own: it wants what was. */
	if (upper->role == ENTRY_COUPLING) {
		char *to = strdup(from);

		if (!to) {
			free(from);
			return -ENOMEM;
		}
		free(upper->to);
		upper->to = to;
	}
	free(upper->from);
	upper->from = from;
	/* It found the value there: now it is the one that holds it. */
	if (upper->result == ENTRY_ALREADY)
		upper->result = ENTRY_CHANGED;
	return 0;
}

static bool is_repointed_into(struct work *work, struct journal *const *journals, size_t count,
			      const struct journal *upper)
{
	for (size_t i = 0; i < work->count; i++) {
		struct layer above;

		if (work->places[i].is_repointed &&
		    layer_above(journals, count, work->journal, i, &above) &&
		    above.journal == upper)
			return true;
	}
	return false;
}

int layers_repoint(struct work *work, struct journal *const *journals, size_t count)
{
	for (size_t i = 0; i < work->count; i++) {
		struct layer above;
		int r;

		if (!work->places[i].is_repointed ||
		    !layer_above(journals, count, work->journal, i, &above))
			continue;
		r = repoint(&work->places[i], &above);
		if (r < 0)
			return r;
	}
	for (size_t i = 0; i < count; i++) {
		int r = 0;

		if (is_repointed_into(work, journals, count, journals[i]))
			r = journal_create(work->transaction->state, journals[i], work->diag);
		if (r < 0)
			return r;
	}
	return 0;
}
