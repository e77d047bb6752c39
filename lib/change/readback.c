/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* In what the value read back may honestly differ from the one written (HOUSE 5). Pure. */
#include "config.h"

#include "change/place.h"

static bool is_subset(const struct value *to, const struct value *got)
{
	return to->kind == VALUE_CPULIST && got->kind == VALUE_CPULIST &&
	       cpulist_count(&got->cpulist) > 0 && cpulist_within(&got->cpulist, &to->cpulist);
}

/* Rounding moves a number to the next power of two at most; further away it is another number. */
static bool is_rounded(struct number to, struct number got)
{
	if (to.negative || got.negative)
		return number_compare(to, got) == 0;
	return got.magnitude >= to.magnitude / 2 && got.magnitude / 2 <= to.magnitude;
}

static bool is_near(const struct value *to, const struct value *got,
		    bool is_close(struct number to, struct number got))
{
	if (to->kind != got->kind)
		return false;
	if (to->kind == VALUE_NUMBER)
		return is_close(to->number, got->number);
	if (to->kind != VALUE_VECTOR || to->vector.count != got->vector.count)
		return false;
	for (size_t i = 0; i < to->vector.count; i++) {
		if (!is_close(to->vector.elements[i], got->vector.elements[i]))
			return false;
	}
	return true;
}

static bool is_at_least(struct number to, struct number got)
{
	return number_compare(got, to) >= 0;
}

/* Of a vector some elements taken and the others left as they were. */
static bool is_part(const struct value *from, const struct value *to, const struct value *got)
{
	if (to->kind != VALUE_VECTOR || from->kind != VALUE_VECTOR || got->kind != VALUE_VECTOR ||
	    got->vector.count != to->vector.count || from->vector.count != to->vector.count)
		return false;
	for (size_t i = 0; i < to->vector.count; i++) {
		struct number now = got->vector.elements[i];

		if (number_compare(now, to->vector.elements[i]) != 0 &&
		    number_compare(now, from->vector.elements[i]) != 0)
			return false;
	}
	return true;
}

bool readback_is_honest(const struct tunable *tunable, const struct value *from,
			const struct value *to, const struct value *got)
{
	if (value_equal(got, to))
		return true;
	/* Nothing was taken at all. */
	if (value_equal(got, from))
		return false;
	switch (tunable->readback) {
	case READBACK_EXACT:
		return false;
	case READBACK_SUBSET:
		return is_subset(to, got);
	case READBACK_ROUNDED:
		return is_near(to, got, is_rounded);
	case READBACK_AT_LEAST:
		return is_near(to, got, is_at_least);
	case READBACK_PARTIAL:
		return is_part(from, to, got);
	}
	return false;
}

bool value_is_idle(const struct tunable *tunable, const struct value *value)
{
	return tunable->exclusive_with && value->kind == VALUE_NUMBER &&
	       value->number.magnitude == 0;
}
