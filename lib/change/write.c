/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One value written, forth or back. "write, then believe" is not enough (HOUSE 5): read before,
 * write the canonical text in one go, read after, and judge what came of it.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

#define WHY_FOREIGN "somebody else changed it meanwhile"
#define WHY_KEPT    "the kernel took the write and kept the old value"
#define WHY_OTHER   "the kernel took another value than the one written"
#define WHY_WEAKER  "what the kernel made of it would be weaker than before"
#define WHY_STEERED "the kernel does not let it be steered"
#define WHY_GONE    "it is not there any more"
#define WHY_UNREAD  "it was written, and what it is now could not be read"
#define WHY_REFUSED "the kernel refused the write"

static void settle(struct place *place, enum entry_result result, int error, const char *why)
{
	place->result = result;
	place->error = error;
	place->why = why;
}

static int send(const struct work *work, const struct place *place, const char *verb,
		const char *text)
{
	const struct journal_entry *entry = place->entry;
	int r = source_write(work->transaction->source, entry->path, span_of(text));

	audit_tell(work->transaction->audit, "transaction %s: %s %s (%s) to \"%s\"%s%s",
		   work->journal->id, verb, entry->tunable_id, entry->path, text,
		   r < 0 ? " failed: " : "", r < 0 ? strerrorname_np(-r) : "");
	return r;
}

int place_keep_got(struct place *place, const struct value *got)
{
	struct value copy = { 0 };
	char *printed;
	int r = value_copy(got, &copy);

	if (r < 0)
		return r;
	r = value_text(&place->entry->tunable->format, got, &printed);
	if (r < 0) {
		value_done(&copy);
		return r;
	}
	free(place->entry->got);
	place->entry->got = printed;
	if (place->got.kind)
		value_done(&place->got);
	place->got = copy;
	return 0;
}

static bool reads_as(struct work *work, const struct place *place, const struct value *value)
{
	/* Twice: much hangs on it, and memory or the file may be short for a moment. */
	for (int tries = 0; tries < 2; tries++) {
		cleanup(reading_done) struct reading now = { 0 };

		if (place_read(work->here, place, &now) == 0 && now.state == READING_VALUE)
			return value_equal(&now.value, value);
	}
	return false;
}

/* Did an earlier change of this transaction move it? Then nobody else did. */
static bool was_moved_by_us(const struct work *work, const struct place *place)
{
	for (size_t i = 0; i < work->count; i++) {
		const struct journal_entry *other = work->places[i].entry;

		if (work->places[i].is_written &&
		    coupling_moves(other->tunable, other->instance_name, place->entry->tunable_id,
				   place->entry->instance_name))
			return true;
	}
	return false;
}

/* The write was refused, and yet a vector may have leading elements of it: the whole goes back. */
static void write_failed(struct work *work, struct place *place, int error)
{
	bool is_steering = tunable_cannot_be_steered(place->entry->tunable, error);

	if (!reads_as(work, place, &place->from)) {
		/* What it says does not matter: what is read then does. */
		(void)send(work, place, "put back", place->goal_text);
		place->is_written = !reads_as(work, place, &place->from);
	} else {
		place->is_written = false;
	}
	if (is_steering && !place->is_written)
		settle(place, ENTRY_REFUSED, error, WHY_STEERED);
	else
		settle(place, ENTRY_FAILED, error, WHY_REFUSED);
}

static void judge_got(struct place *place, const struct value *got)
{
	const struct tunable *tunable = place->entry->tunable;

	if (value_equal(got, &place->from)) {
		place->is_written = false;
		settle(place, ENTRY_FAILED, -EIO, WHY_KEPT);
	} else if (value_equal(got, &place->to)) {
		settle(place, ENTRY_CHANGED, 0, NULL);
	} else if (!readback_is_honest(tunable, &place->from, &place->to, got)) {
		settle(place, ENTRY_FAILED, -EIO, WHY_OTHER);
	} else if (guard_compare(tunable, &place->from, got) != GUARD_ALLOWED) {
		settle(place, ENTRY_FAILED, -EPERM, WHY_WEAKER);
	} else {
		settle(place, ENTRY_CHANGED, 0, NULL);
	}
}

static void write_taken(struct work *work, struct place *place)
{
	cleanup(reading_done) struct reading now = { 0 };
	/* That it is the same instance was asked right before the write: what took the place of a
	 * device that went away since is gone for a revert. */
	int r = reading_take(work->here->source, place->entry->tunable, place->entry->path, &now);

	if (r == 0 && now.state != READING_VALUE)
		r = now.error ? now.error : -EBADMSG;
	if (r == 0)
		r = place_keep_got(place, &now.value);
	if (r < 0) {
		place->is_forced = true;
		settle(place, ENTRY_FAILED, r, WHY_UNREAD);
		return;
	}
	judge_got(place, &now.value);
}

void place_write(struct work *work, struct place *place)
{
	cleanup(reading_done) struct reading now = { 0 };
	int r = place_read(work->here, place, &now);

	if (r < 0) {
		settle(place, ENTRY_FAILED, r, NULL);
		return;
	}
	if (now.state != READING_VALUE) {
		settle(place, ENTRY_FAILED, now.error ? now.error : -EBADMSG,
		       now.state == READING_ABSENT ? WHY_GONE : NULL);
		return;
	}
	if (value_equal(&now.value, &place->to)) {
		settle(place, ENTRY_ALREADY, 0, NULL);
		return;
	}
	if (!value_equal(&now.value, &place->from) && !was_moved_by_us(work, place)) {
		settle(place, ENTRY_FAILED, -ESTALE, WHY_FOREIGN);
		return;
	}
	place->is_sent = true;
	place->is_written = true;
	r = send(work, place, "set", place->to_text);
	if (r < 0)
		write_failed(work, place, r);
	else
		write_taken(work, place);
}

/* A journal may be forged: nothing goes back that a profile could not have set, but for its
 * strength. */
static int check_goal(const struct place *place)
{
	auto_text struct text why = { 0 };
	enum guard_answer answer;
	int r = guard_restore(place->entry->tunable, &place->goal, &answer, &why);

	if (r < 0)
		return r;
	return answer == GUARD_ALLOWED ? 0 : -EPERM;
}

void place_restore(struct work *work, struct place *place, const struct value *now)
{
	int r = check_goal(place);

	if (r < 0) {
		settle(place, ENTRY_FAILED, r,
		       r == -EPERM ? "the value before is one that may not be written" : NULL);
		return;
	}
	if (now && value_equal(now, &place->goal))
		return;
	r = send(work, place, "restore", place->goal_text);
	if (reads_as(work, place, &place->goal)) {
		place->is_restored = true;
		settle(place, ENTRY_RESTORED, 0, NULL);
		return;
	}
	settle(place, ENTRY_FAILED, r < 0 ? r : -EIO, r < 0 ? WHY_REFUSED : WHY_OTHER);
}
