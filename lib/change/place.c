/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One place of a journal: is it still there, what does it hold, and whose value is that? */
#include "config.h"

#include "change/place.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"
#include "host/netdev.h"

#define NET_FOLDER   "/sys/class/net/"
#define BLOCK_FOLDER "/sys/block/"

static int parse(const struct journal_entry *entry, const char *text, struct value *ret_value)
{
	return text ? value_parse(&entry->tunable->format, span_of(text), ret_value) : 0;
}

static int judge_weakness(struct place *place)
{
	auto_text struct text why = { 0 };
	enum guard_answer answer;
	int r = guard_value(place->entry->tunable, &place->from, &answer, &why);

	if (r == 0 && answer == GUARD_WEAKER)
		r = text_take(&why, &place->weak);
	return r;
}

int place_init(struct place *place, struct journal_entry *entry)
{
	int r;

	*place = (struct place){ .entry = entry, .result = entry->result, .error = entry->error };
	r = parse(entry, entry->from, &place->from);
	if (r == 0)
		r = parse(entry, entry->to, &place->to);
	if (r == 0)
		r = parse(entry, entry->got, &place->got);
	if (r == 0)
		r = value_copy(&place->from, &place->goal);
	/* Not the journal's text: what is written is only ever our own printer's. */
	if (r == 0)
		r = value_text(&entry->tunable->format, &place->from, &place->goal_text);
	if (r == 0)
		r = value_text(&entry->tunable->format, &place->to, &place->to_text);
	if (r == 0)
		r = judge_weakness(place);
	return r;
}

static void forget(struct value *value)
{
	if (value->kind)
		value_done(value);
	*value = (struct value){ 0 };
}

void place_done(struct place *place)
{
	forget(&place->from);
	forget(&place->to);
	forget(&place->got);
	forget(&place->goal);
	free(place->goal_text);
	free(place->to_text);
	free(place->weak);
	outcome_change_done(&place->outcome);
}

bool tunable_is_of_netns(const struct tunable *tunable)
{
	switch (tunable->scope) {
	case SCOPE_NETNS:
	case SCOPE_NETDEV:
	case SCOPE_RX_QUEUE:
	case SCOPE_TX_QUEUE:
		return true;
	case SCOPE_HOST:
	case SCOPE_BLOCK:
	case SCOPE_CPU:
	case SCOPE_NODE:
	case SCOPE_POLICY:
	case SCOPE_IRQ:
	case SCOPE_IDLE_STATE:
	case SCOPE_PAGE_SIZE:
		break;
	}
	/* The host's own, but a child namespace would show it as gone. */
	return tunable->is_hidden_in_child_netns;
}

/* A file below the folder of a device, without blanks. */
static int device_file(struct source *source, const char *folder, struct span name,
		       const char *file, struct text *ret_text)
{
	auto_text struct text path = { 0 };
	int r;

	text_add(&path, folder);
	text_add_span(&path, name);
	text_addf(&path, "/%s", file);
	r = text_status(&path);
	return r < 0 ? r : source_read(source, path.bytes, ret_text);
}

int place_identity(struct source *source, const struct tunable *tunable, const char *instance,
		   char **ret_identity)
{
	auto_text struct text text = { 0 };
	struct span identity = span_of("");
	int r = 0;

	if (tunable->scope == SCOPE_BLOCK && instance)
		r = device_file(source, BLOCK_FOLDER, span_of(instance), "diskseq", &text);
	if (r < 0 && r != -ENOENT)
		return r;
	if (r == 0)
		identity = span_trim(text_span(&text));
	*ret_identity = span_copy(identity);
	return *ret_identity ? 0 : -ENOMEM;
}

/* Where sysfs shows other devices than ours, the name alone tells. */
static int check_ifindex(struct here *here, const struct journal_entry *entry)
{
	auto_text struct text text = { 0 };
	struct span name = span_of(entry->instance_name);
	struct span netdev = name;
	uint64_t number;
	int r = 0;

	if (entry->instance_number < 0)
		return 0;
	if (!here->has_own_sysfs) {
		bool is_ours = true;

		r = netdev_sysfs_is_ours(here->source, &is_ours);
		if (r < 0)
			return r;
		here->has_own_sysfs = truth_of(is_ours);
	}
	if (here->has_own_sysfs == TRUTH_NO)
		return 0;
	/* "eth0/rx-0" */
	if (!span_split(&name, '/', &netdev))
		return -ENODEV;
	r = device_file(here->source, NET_FOLDER, netdev, "ifindex", &text);
	if (r < 0)
		return r == -ENOENT ? -ENODEV : r;
	if (number_parse_u64(span_trim(text_span(&text)), NUMBER_BASE_10, &number) < 0)
		return -ENODEV;
	return number == (uint64_t)entry->instance_number ? 0 : -ENODEV;
}

int place_is_there(struct here *here, const struct journal_entry *entry)
{
	autofree char *identity = NULL;
	int r;

	if (!entry->instance_name)
		return 0;
	if (entry->tunable->scope == SCOPE_NETDEV || entry->tunable->scope == SCOPE_RX_QUEUE ||
	    entry->tunable->scope == SCOPE_TX_QUEUE)
		return check_ifindex(here, entry);
	if (entry->identity[0] == '\0')
		return 0;
	r = place_identity(here->source, entry->tunable, entry->instance_name, &identity);
	if (r < 0)
		return r;
	return strcmp(identity, entry->identity) == 0 ? 0 : -ENODEV;
}

int place_read(struct here *here, const struct place *place, struct reading *ret_reading)
{
	int r = place_is_there(here, place->entry);

	if (r == -ENODEV) {
		*ret_reading = (struct reading){ .state = READING_ABSENT, .error = r };
		return 0;
	}
	if (r == -ENOMEM)
		return r;
	/* What cannot be told to be gone is not taken for it. */
	if (r < 0) {
		*ret_reading = (struct reading){ .state = READING_UNREADABLE, .error = r };
		return 0;
	}
	return reading_take(here->source, place->entry->tunable, place->entry->path, ret_reading);
}

/* ---- whose value ---- */

/* Leading elements of one and trailing ones of the other: a write that the kernel broke off. */
static bool is_mix(const struct value *leading, const struct value *trailing,
		   const struct value *now)
{
	size_t i = 0;

	if (now->kind != VALUE_VECTOR || leading->kind != VALUE_VECTOR ||
	    trailing->kind != VALUE_VECTOR || now->vector.count != leading->vector.count ||
	    now->vector.count != trailing->vector.count)
		return false;
	while (i < now->vector.count &&
	       number_compare(now->vector.elements[i], leading->vector.elements[i]) == 0)
		i++;
	while (i < now->vector.count &&
	       number_compare(now->vector.elements[i], trailing->vector.elements[i]) == 0)
		i++;
	return i == now->vector.count;
}

bool place_is_ours(const struct place *place, const struct value *now, bool is_unfinished)
{
	const struct value *left = place->got.kind ? &place->got : &place->to;

	if (place->entry->role == ENTRY_COUPLING)
		return (place->got.kind && value_equal(now, &place->got)) ||
		       value_is_idle(place->entry->tunable, now);
	if (value_equal(now, left) || value_equal(now, &place->to))
		return true;
	if (!place->got.kind &&
	    readback_is_honest(place->entry->tunable, &place->from, &place->to, now))
		return true;
	/* Ours on its way there, or on its way back. */
	return is_unfinished &&
	       (is_mix(left, &place->from, now) || is_mix(&place->to, &place->from, now) ||
		is_mix(&place->from, left, now));
}

int place_judge(struct here *here, struct place *place, bool is_unfinished)
{
	cleanup(reading_done) struct reading reading = { 0 };
	int r = place_read(here, place, &reading);

	if (r < 0)
		return r;
	if (reading.state == READING_UNREADABLE) {
		place->stand = STAND_UNREADABLE;
		place->error = reading.error;
		return 0;
	}
	if (reading.state == READING_MALFORMED) {
		place->stand = STAND_DRIFTED;
		return 0;
	}
	if (reading.state != READING_VALUE) {
		place->stand = STAND_GONE;
		place->error = reading.error;
		return 0;
	}
	if (value_equal(&reading.value, &place->from))
		place->stand = STAND_BEFORE;
	else
		place->stand = place_is_ours(place, &reading.value, is_unfinished) ? STAND_OURS
										   : STAND_DRIFTED;
	return 0;
}
