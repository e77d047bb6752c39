/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The registry's self-test, continued: what the guard and the undo stand on. */
#ifndef ROW_CHECKS_GUARD_H
#define ROW_CHECKS_GUARD_H

#include <string.h>

#include "base/cleanup.h"
#include "tunable/tunable.h"

#define RANKED_SPAN_MAX 64 /* a number with more values than this is no row of ranks */

/* How many ranks hold @word. */
static size_t times_ranked(const struct tunable *row, const char *word)
{
	size_t times = 0;

	for (size_t i = 0; row->secure_ranks[i]; i++) {
		struct span rest = span_of(row->secure_ranks[i]);
		struct span token;

		while (span_token(&rest, &token))
			times += span_is(token, word) ? 1 : 0;
	}
	return times;
}

static const char *check_words_of_rank(const struct tunable *row, const char *rank)
{
	struct span rest = span_of(rank);
	struct span token;

	while (span_token(&rest, &token)) {
		autofree char *word = span_copy(token);
		auto_value struct value value = { 0 };
		auto_text struct text printed = { 0 };

		if (!word || value_parse(&row->format, token, &value) < 0)
			return "rank is no value";
		value_print(&printed, &row->format, &value);
		if (!span_equal(text_span(&printed), token))
			return "rank is not canonical";
		if (times_ranked(row, word) != 1)
			return "value in two ranks";
	}
	return NULL;
}

/* Each value that the limits allow has a rank: what has none could never be written. */
static const char *check_ranks_are_whole(const struct tunable *row)
{
	for (size_t i = 0; row->choices && row->choices[i]; i++)
		if (times_ranked(row, row->choices[i]) != 1)
			return "choice without a rank";
	if (row->format.kind != VALUE_NUMBER)
		return NULL;
	if (!row->has_min || !row->has_max || row->min.negative || row->max.negative ||
	    row->max.magnitude - row->min.magnitude > RANKED_SPAN_MAX)
		return "ranks of a number without narrow limits";
	for (uint64_t n = row->min.magnitude; n <= row->max.magnitude; n++) {
		auto_text struct text word = { 0 };

		number_print(&word, number_from_u64(n));
		if (times_ranked(row, word.bytes) != 1)
			return "number without a rank";
	}
	return NULL;
}

static const char *check_ranks(const struct tunable *row)
{
	size_t count = 0;

	if (!row->secure_ranks)
		return NULL;
	if (row->format.kind != VALUE_NUMBER && row->format.kind != VALUE_FLAG &&
	    row->format.kind != VALUE_CHOICE)
		return "ranks of a kind that has none";
	for (; row->secure_ranks[count]; count++) {
		const char *fault = check_words_of_rank(row, row->secure_ranks[count]);

		if (fault)
			return fault;
	}
	if (count < 2)
		return "one rank is no order";
	/* The weakest rank is never asked for, so a floor there says nothing. */
	if (row->secure_floor && strcmp(row->secure_floor, row->secure_ranks[0]) == 0)
		return "floor is the weakest rank";
	/* Of what authorities disagree on, only some values are weak to all. */
	return row->security == SECURITY_CONTESTED ? NULL : check_ranks_are_whole(row);
}

static bool is_switch(const struct tunable *row)
{
	return row->format.kind == VALUE_NUMBER || row->format.kind == VALUE_FLAG;
}

static bool is_direction(const struct tunable *row)
{
	return row->security == SECURITY_RISING || row->security == SECURITY_FALLING;
}

static bool is_mask(const struct tunable *row)
{
	return row->security == SECURITY_FEWER_BITS || row->security == SECURITY_MORE_BITS;
}

/* Orders whose floor is a value of the row itself, not the name of a rank. */
static bool has_floor_of_its_kind(const struct tunable *row)
{
	return is_direction(row) || is_mask(row) || row->security == SECURITY_MORE_WORDS ||
	       row->security == SECURITY_WIDER;
}

static const char *check_sets(const struct tunable *row)
{
	if (is_mask(row) && (row->format.kind != VALUE_NUMBER || row->min.negative))
		return "bits of a kind that has none";
	if (row->all_bits && !is_mask(row))
		return "all bits of what is no mask";
	if (row->security == SECURITY_MORE_WORDS && row->format.kind != VALUE_TEXT)
		return "words of a kind that has none";
	if (row->security == SECURITY_WIDER &&
	    (row->format.kind != VALUE_VECTOR || row->format.elements != 2))
		return "ends of a kind that has none";
	return NULL;
}

static const char *check_order(const struct tunable *row)
{
	if (is_direction(row) && !is_switch(row))
		return "direction of a kind that has none";
	if (row->is_zero_weakest && (!is_direction(row) || row->format.kind != VALUE_NUMBER))
		return "limit without a direction";
	if (row->security == SECURITY_RT_BANDWIDTH &&
	    (row->format.kind != VALUE_NUMBER || !row->couplings))
		return "share without its other half";
	if (row->combine != COMBINE_OWN && (row->scope != SCOPE_NETDEV || !is_switch(row)))
		return "combination of what has no group";
	return check_sets(row);
}

/* Each once and sorted, as tests/guard/authorities.tsv has them. */
static const char *check_authorities(const struct tunable *row)
{
	if (row->authorities && !row->authorities[0])
		return "no authorities";
	for (size_t i = 0; row->authorities && row->authorities[i]; i++)
		if (!*row->authorities[i] ||
		    (i > 0 && strcmp(row->authorities[i - 1], row->authorities[i]) >= 0))
			return "authorities";
	return NULL;
}

static bool is_ever_written(const struct tunable *row)
{
	return !row->is_advice_only && !row->is_read_only && !row->is_boot_only &&
	       !row->is_secret && row->security != SECURITY_UNREVIEWED &&
	       row->security != SECURITY_CONTESTED && row->security != SECURITY_PROGRAM;
}

/* What moves with a setting must be one that its undo may put back. */
static const char *check_partners(const struct tunable *row)
{
	const struct tunable *other;
	bool is_coupled = false;

	for (size_t i = 0; row->couplings && row->couplings[i]; i++) {
		const char *moved = NULL;

		other = coupling_find(row->couplings[i], &moved);
		if (other && is_ever_written(row) && !is_ever_written(other))
			return "coupling that is never written";
		if (row->exclusive_with && strcmp(row->couplings[i], row->exclusive_with) == 0)
			is_coupled = true;
	}
	if (!row->exclusive_with)
		return NULL;
	other = tunable_find(row->exclusive_with);
	if (!other || !other->exclusive_with || strcmp(other->exclusive_with, row->id) != 0)
		return "partner of one side";
	if (!is_coupled || row->format.kind != VALUE_NUMBER || other->format.kind != VALUE_NUMBER)
		return "partner that is not coupled, or no number";
	return NULL;
}

static const char *check_capability(const struct tunable *row, bool (*is_sound)(const char *))
{
	if ((row->capability == NULL) != (row->capability_reference == NULL))
		return "capability_reference";
	if (!row->capability)
		return NULL;
	if (!span_starts(span_of(row->capability), "cap_") ||
	    strspn(row->capability, "abcdefghijklmnopqrstuvwxyz_") != strlen(row->capability))
		return "capability";
	return is_sound(row->capability_reference) ? NULL : "capability_reference";
}

#endif
