/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Security as an order: which of two values of one row protects less. */
#include "config.h"

#include "guard/parts.h"

#include <string.h>

/* Ranks are words of the row: kinds that ranks cannot name have none. Nothing here allocates. */
static bool is_word(const struct tunable *tunable, const struct value *value, struct span word)
{
	struct value ranked = { 0 };

	if (value->kind != tunable->format.kind)
		return false;
	if (value->kind == VALUE_CHOICE)
		return span_is(word, value->choice.chosen);
	if (value->kind != VALUE_NUMBER && value->kind != VALUE_FLAG)
		return false;
	return value_parse(&tunable->format, word, &ranked) == 0 && value_equal(value, &ranked);
}

int rank_of(const struct tunable *tunable, const struct value *value)
{
	for (int i = 0; tunable->secure_ranks && tunable->secure_ranks[i]; i++) {
		struct span rest = span_of(tunable->secure_ranks[i]);
		struct span word;

		while (span_token(&rest, &word)) {
			if (is_word(tunable, value, word))
				return i;
		}
	}
	return -1;
}

int rank_floor(const struct tunable *tunable)
{
	for (int i = 1; tunable->secure_floor && tunable->secure_ranks && tunable->secure_ranks[i];
	     i++) {
		if (strcmp(tunable->secure_ranks[i], tunable->secure_floor) == 0)
			return i;
	}
	return 1;
}

bool is_within_limits(const struct tunable *tunable, struct number number)
{
	return (!tunable->has_min || number_compare(number, tunable->min) >= 0) &&
	       (!tunable->has_max || number_compare(number, tunable->max) <= 0);
}

static enum guard_answer compare_ranks(const struct tunable *tunable, const struct value *from,
				       const struct value *to)
{
	int was = rank_of(tunable, from);
	int is = rank_of(tunable, to);

	if (was < 0 || is < 0)
		return GUARD_INCOMPARABLE;
	return is < was ? GUARD_WEAKER : GUARD_ALLOWED;
}

static enum guard_answer compare_numbers(const struct tunable *tunable, const struct value *from,
					 const struct value *to, bool is_rising)
{
	int order;

	if (value_compare(from, to, &order) < 0)
		return GUARD_INCOMPARABLE;
	if (is_rising ? order > 0 : order < 0)
		return GUARD_WEAKER;
	if (from->kind == VALUE_NUMBER &&
	    (!is_within_limits(tunable, from->number) || !is_within_limits(tunable, to->number)))
		return GUARD_INCOMPARABLE;
	return GUARD_ALLOWED;
}

/* Zero lifts some limits: then it is below every other number. */
static enum guard_answer compare_limits(const struct tunable *tunable, const struct value *from,
					const struct value *to)
{
	if (tunable->is_zero_weakest && from->kind == VALUE_NUMBER && to->kind == VALUE_NUMBER) {
		if (to->number.magnitude == 0)
			return GUARD_WEAKER;
		if (from->number.magnitude == 0)
			return is_within_limits(tunable, to->number) ? GUARD_ALLOWED
								     : GUARD_INCOMPARABLE;
	}
	return compare_numbers(tunable, from, to, tunable->security == SECURITY_RISING);
}

uint64_t bits_of(const struct tunable *tunable, struct number number)
{
	return tunable->all_bits && number.magnitude == tunable->all_bits ? UINT64_MAX
									  : number.magnitude;
}

static enum guard_answer compare_bits(const struct tunable *tunable, const struct value *from,
				      const struct value *to)
{
	uint64_t was;
	uint64_t is;

	if (from->kind != VALUE_NUMBER || to->kind != VALUE_NUMBER || from->number.negative ||
	    to->number.negative)
		return GUARD_INCOMPARABLE;
	was = bits_of(tunable, from->number);
	is = bits_of(tunable, to->number);
	if (tunable->security == SECURITY_FEWER_BITS ? is & ~was : was & ~is)
		return GUARD_WEAKER;
	return GUARD_ALLOWED;
}

static bool has_word(struct span words, struct span wanted)
{
	struct span word;

	while (span_token(&words, &word)) {
		if (span_equal(word, wanted))
			return true;
	}
	return false;
}

bool words_hold(struct span words, struct span wanted)
{
	struct span word;

	while (span_token(&wanted, &word)) {
		if (!has_word(words, word))
			return false;
	}
	return true;
}

static enum guard_answer compare_words(const struct value *from, const struct value *to)
{
	if (from->kind != VALUE_TEXT || to->kind != VALUE_TEXT)
		return GUARD_INCOMPARABLE;
	return words_hold(span_of(to->text), span_of(from->text)) ? GUARD_ALLOWED : GUARD_WEAKER;
}

bool span_of_range(const struct value *value, uint64_t *ret_span)
{
	const struct value_vector *ends = &value->vector;

	if (value->kind != VALUE_VECTOR || ends->count != 2 || ends->elements[0].negative ||
	    number_compare(ends->elements[1], ends->elements[0]) < 0)
		return false;
	*ret_span = ends->elements[1].magnitude - ends->elements[0].magnitude;
	return true;
}

static enum guard_answer compare_ranges(const struct value *from, const struct value *to)
{
	uint64_t was;
	uint64_t is;

	if (!span_of_range(from, &was) || !span_of_range(to, &is))
		return GUARD_INCOMPARABLE;
	return is < was ? GUARD_WEAKER : GUARD_ALLOWED;
}

/* Plainly weak words are below all others; between those only a role decides. */
static enum guard_answer compare_contested(const struct tunable *tunable, const struct value *from,
					   const struct value *to)
{
	int was = rank_of(tunable, from);
	int is = rank_of(tunable, to);

	return was >= 0 && is >= 0 && is < was ? GUARD_WEAKER : GUARD_CONTESTED;
}

/* One half of the pair, the other as it was: less time, or the same time of a longer period. */
static enum guard_answer compare_rt(const struct tunable *tunable, const struct value *from,
				    const struct value *to)
{
	bool is_runtime = strcmp(tunable->id, RT_RUNTIME) == 0;

	if (from->kind != VALUE_NUMBER || to->kind != VALUE_NUMBER)
		return GUARD_INCOMPARABLE;
	if (is_runtime && to->number.negative)
		return GUARD_WEAKER;
	/* A negative runtime is no limit at all: whatever follows is one. */
	if (is_runtime && from->number.negative)
		return GUARD_ALLOWED;
	return compare_numbers(tunable, from, to, !is_runtime);
}

enum guard_answer guard_compare(const struct tunable *tunable, const struct value *from,
				const struct value *to)
{
	/* What does not change protects as it did, whatever it is. */
	if (value_equal(from, to))
		return GUARD_ALLOWED;
	switch (tunable->security) {
	case SECURITY_NEUTRAL:
		return from->kind == to->kind ? GUARD_ALLOWED : GUARD_INCOMPARABLE;
	case SECURITY_RANKED:
		return compare_ranks(tunable, from, to);
	case SECURITY_RISING:
	case SECURITY_FALLING:
		return compare_limits(tunable, from, to);
	case SECURITY_FEWER_BITS:
	case SECURITY_MORE_BITS:
		return compare_bits(tunable, from, to);
	case SECURITY_MORE_WORDS:
		return compare_words(from, to);
	case SECURITY_WIDER:
		return compare_ranges(from, to);
	case SECURITY_RT_BANDWIDTH:
		return compare_rt(tunable, from, to);
	case SECURITY_PROGRAM:
		return GUARD_NEVER_WRITTEN;
	case SECURITY_CONTESTED:
		return compare_contested(tunable, from, to);
	case SECURITY_UNREVIEWED:
		return GUARD_UNREVIEWED;
	}
	return GUARD_UNREVIEWED;
}
