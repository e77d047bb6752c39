/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One write, what the file says then, and what else moved. */
#include "config.h"

#include "sweep.h"

#include <string.h>

static char *file_text(struct sweep *sweep, const char *path)
{
	auto_text struct text text = { 0 };

	if (source_read(sweep->source, path, &text) < 0)
		return NULL;
	return owned(span_copy(span_trim(text_span(&text))));
}

char *reading_text(const struct tunable *tunable, const struct reading *reading)
{
	char *text = NULL;

	if (reading->state == READING_VALUE &&
	    value_text(&tunable->format, &reading->value, &text) == 0)
		return text;
	return owned(strdup(reading->raw ? reading->raw : reading_state_name(reading->state)));
}

void attempt_make(struct sweep *sweep, const struct tunable_reading *place, const char *text,
		  struct attempt *ret_attempt)
{
	*ret_attempt = (struct attempt){ 0 };
	ret_attempt->error = source_write(sweep->source, place->path, span_of(text));
	if (reading_take(sweep->source, place->tunable, place->path, &ret_attempt->after) < 0)
		(void)owned(NULL);
}

void attempt_done(struct attempt *attempt)
{
	reading_done(&attempt->after);
}

/* Counts and states move by themselves, and what the whole host shares for others' reasons too. */
static bool is_watchable(const struct sweep *sweep, const struct tunable_reading *reading)
{
	return reading->reading.state == READING_VALUE && !reading->tunable->is_read_only &&
	       !reading->tunable->is_secret &&
	       (!sweep->outside || is_of_namespace(reading->tunable->scope));
}

static void watch_one(struct sweep *sweep, const struct tunable_reading *reading)
{
	struct watched watched = { .reading = reading };

	watched.text = file_text(sweep, reading->path);
	if (!watched.text)
		return;
	watched.canonical = reading_text(reading->tunable, &reading->reading);
	sweep->watched[sweep->watched_count++] = watched;
}

void watch_begin(struct sweep *sweep)
{
	size_t capacity = 0;
	size_t count;

	for (size_t i = 0; i < sweep->row_count; i++) {
		(void)snapshot_tunables(sweep->snapshot, sweep->rows[i], &count);
		capacity += count;
	}
	sweep->watched = owned(calloc(capacity + 1, sizeof(*sweep->watched)));
	sweep->watched_count = 0;
	for (size_t i = 0; i < sweep->row_count; i++) {
		const struct tunable_reading *readings =
			snapshot_tunables(sweep->snapshot, sweep->rows[i], &count);

		for (size_t k = 0; k < count; k++) {
			if (is_watchable(sweep, &readings[k]))
				watch_one(sweep, &readings[k]);
		}
	}
}

static bool is_named(const struct tunable *tunable, const char *id)
{
	if (tunable->exclusive_with && strcmp(tunable->exclusive_with, id) == 0)
		return true;
	for (size_t i = 0; tunable->couplings && tunable->couplings[i]; i++) {
		const char *instance;
		const struct tunable *moved = coupling_find(tunable->couplings[i], &instance);

		if (moved && strcmp(moved->id, id) == 0)
			return true;
	}
	return false;
}

static bool has_moved(struct sweep *sweep, const struct watched *watched)
{
	autofree char *now = file_text(sweep, watched->reading->path);

	return now && strcmp(now, watched->text) != 0;
}

void watch_look(struct sweep *sweep, const struct tunable_reading *place, const char *text,
		struct opinion *opinion)
{
	for (size_t i = 0; i < sweep->watched_count; i++) {
		struct watched *watched = &sweep->watched[i];
		const struct tunable *other = watched->reading->tunable;

		if (watched->reading == place || !has_moved(sweep, watched))
			continue;
		watched->is_moved = true;
		if (other == place->tunable)
			opinion_add(opinion, VERDICT_AGREES, "moves its other instances");
		else if (is_named(place->tunable, other->id))
			opinion_add(opinion, VERDICT_AGREES, "moves %s, as the row says",
				    other->id);
		else
			opinion_add(opinion, VERDICT_DISAGREES,
				    "%s moves %s, which no coupling names", text, other->id);
	}
}

static void write_back(struct sweep *sweep, const struct watched *watched)
{
	int r = 0;

	if (has_moved(sweep, watched))
		r = source_write(sweep->source, watched->reading->path,
				 span_of(watched->canonical));
	(void)r; /* whether it is back is looked at in the end */
}

/* The one that was written comes first: putting it back may move the others back. */
void watch_restore(struct sweep *sweep, const struct tunable_reading *place)
{
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < sweep->watched_count; i++) {
			if (sweep->watched[i].reading == place)
				write_back(sweep, &sweep->watched[i]);
		}
		for (size_t i = 0; i < sweep->watched_count; i++) {
			if (sweep->watched[i].is_moved)
				write_back(sweep, &sweep->watched[i]);
		}
	}
}

void watch_end(struct sweep *sweep, struct opinion *opinion)
{
	for (size_t i = 0; i < sweep->watched_count; i++) {
		struct watched *watched = &sweep->watched[i];

		if (has_moved(sweep, watched))
			opinion_add(opinion, VERDICT_DISAGREES, "%s was not put back to %s",
				    watched->reading->tunable->id, watched->canonical);
		free(watched->text);
		free(watched->canonical);
	}
	free(sweep->watched);
	sweep->watched = NULL;
	sweep->watched_count = 0;
}
