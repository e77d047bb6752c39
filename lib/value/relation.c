/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Relations between values, also where a value is known only to lie between two others. */
#include "config.h"

#include "value/condition.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"

struct relation_row {
	const char *name;
	size_t operands_min;
	size_t operands_max;
};

static const struct relation_row relation_rows[] = {
	[RELATION_AT_LEAST] = { "at-least", 1, 1 },   [RELATION_AT_MOST] = { "at-most", 1, 1 },
	[RELATION_LESS_THAN] = { "less-than", 1, 1 }, [RELATION_MORE_THAN] = { "more-than", 1, 1 },
	[RELATION_BETWEEN] = { "between", 2, 2 },     [RELATION_ONE_OF] = { "one-of", 1, SIZE_MAX },
	[RELATION_EQUALS] = { "equals", 1, 1 },	      [RELATION_NOT] = { "not", 1, SIZE_MAX },
	[RELATION_WITHIN] = { "within", 1, 1 },	      [RELATION_DISJOINT] = { "disjoint", 1, 1 },
	[RELATION_CONTAINS] = { "contains", 1, 1 },
};

/* What is known of one value: it lies between the two, which are the same when it is exact. */
struct extent {
	const struct value *low;
	const struct value *high;
};

static bool relation_is_known(enum relation relation)
{
	return relation >= RELATION_AT_LEAST && relation <= RELATION_CONTAINS;
}

const char *relation_name(enum relation relation)
{
	return relation_is_known(relation) ? relation_rows[relation].name : "";
}

enum relation relation_from_name(const char *name)
{
	for (enum relation i = RELATION_AT_LEAST; i <= RELATION_CONTAINS; i++)
		if (!strcmp(name, relation_rows[i].name))
			return i;
	return 0;
}

enum rounding relation_rounding(enum relation relation)
{
	return relation == RELATION_AT_LEAST || relation == RELATION_MORE_THAN ? ROUND_UP
									       : ROUND_DOWN;
}

/* With @is_strict, equal does not count. */
static int at_least(const struct value *a, const struct value *b, bool is_strict, bool *ret_yes)
{
	int order;
	int r;

	if (a->kind != VALUE_VECTOR || b->kind != VALUE_VECTOR) {
		r = value_compare(a, b, &order);
		if (r < 0)
			return r;
		*ret_yes = is_strict ? order > 0 : order >= 0;
		return 0;
	}
	if (is_strict || a->vector.count != b->vector.count)
		return -EINVAL;
	*ret_yes = true;
	for (size_t i = 0; i < a->vector.count; i++)
		if (number_compare(a->vector.elements[i], b->vector.elements[i]) < 0)
			*ret_yes = false;
	return 0;
}

/* Yes when even the least of @a is enough for the most of @b, no when the most of @a is not enough
 * for the least of @b. */
static int extent_at_least(struct extent a, struct extent b, bool is_strict, enum truth *ret_truth)
{
	bool surely, perhaps;
	int r;

	if (!a.low->kind || !b.low->kind) {
		*ret_truth = TRUTH_UNKNOWN;
		return 0;
	}
	r = at_least(a.low, b.high, is_strict, &surely);
	if (r < 0)
		return r;
	r = at_least(a.high, b.low, is_strict, &perhaps);
	if (r < 0)
		return r;
	*ret_truth = surely ? TRUTH_YES : perhaps ? TRUTH_UNKNOWN : TRUTH_NO;
	return 0;
}

static bool elements_overlap(struct extent a, struct extent b)
{
	const struct value_vector *a_low = &a.low->vector, *a_high = &a.high->vector;
	const struct value_vector *b_low = &b.low->vector, *b_high = &b.high->vector;

	if (a_low->count != b_low->count || a_high->count != b_high->count ||
	    a_low->count != a_high->count)
		return false;
	for (size_t i = 0; i < a_low->count; i++)
		if (number_compare(a_high->elements[i], b_low->elements[i]) < 0 ||
		    number_compare(a_low->elements[i], b_high->elements[i]) > 0)
			return false;
	return true;
}

/* Could the two be the same? Kinds without an order say nothing by their ends. */
static bool extents_overlap(struct extent a, struct extent b)
{
	int low_to_high, high_to_low;

	if (a.low->kind == VALUE_VECTOR)
		return elements_overlap(a, b);
	if (value_compare(a.low, b.high, &low_to_high) < 0 ||
	    value_compare(a.high, b.low, &high_to_low) < 0)
		return true;
	return low_to_high <= 0 && high_to_low >= 0;
}

static bool is_exact(struct extent a)
{
	return a.low == a.high || value_equal(a.low, a.high);
}

static int extent_equals(struct extent a, struct extent b, enum truth *ret_truth)
{
	if (!a.low->kind || !b.low->kind) {
		*ret_truth = TRUTH_UNKNOWN;
		return 0;
	}
	if (a.low->kind != b.low->kind)
		return -EINVAL;
	if (is_exact(a) && is_exact(b))
		*ret_truth = truth_of(value_equal(a.low, b.low));
	else
		*ret_truth = extents_overlap(a, b) ? TRUTH_UNKNOWN : TRUTH_NO;
	return 0;
}

static int extent_of_cpus(enum relation relation, struct extent a, struct extent b,
			  enum truth *ret_truth)
{
	const struct cpulist *subject = &a.low->cpulist, *operand = &b.low->cpulist;

	if ((a.low->kind && a.low->kind != VALUE_CPULIST) ||
	    (b.low->kind && b.low->kind != VALUE_CPULIST))
		return -EINVAL;
	if (!a.low->kind || !b.low->kind || !is_exact(a) || !is_exact(b))
		*ret_truth = TRUTH_UNKNOWN;
	else if (relation == RELATION_WITHIN)
		*ret_truth = truth_of(cpulist_within(subject, operand));
	else if (relation == RELATION_CONTAINS)
		*ret_truth = truth_of(cpulist_within(operand, subject));
	else
		*ret_truth = truth_of(cpulist_disjoint(subject, operand));
	return 0;
}

/* The operands of one relation, as they were given. */
struct operand_extents {
	const struct value *low;
	const struct value *high; /* NULL: all exact */
	size_t count;
};

static struct extent extent_at(const struct operand_extents *operands, size_t i)
{
	struct extent extent = { &operands->low[i], &operands->low[i] };

	if (operands->high && operands->high[i].kind)
		extent.high = &operands->high[i];
	return extent;
}

static int extent_one_of(struct extent subject, const struct operand_extents *operands,
			 enum truth *ret_truth)
{
	enum truth differs = TRUTH_YES;

	for (size_t i = 0; i < operands->count; i++) {
		enum truth equals;
		int r = extent_equals(subject, extent_at(operands, i), &equals);

		if (r < 0)
			return r;
		differs = truth_and(differs, truth_not(equals));
	}
	*ret_truth = truth_not(differs);
	return 0;
}

static int extent_between(struct extent subject, const struct operand_extents *operands,
			  enum truth *ret_truth)
{
	enum truth low, high;
	int r = extent_at_least(subject, extent_at(operands, 0), false, &low);

	if (r < 0)
		return r;
	r = extent_at_least(extent_at(operands, 1), subject, false, &high);
	if (r < 0)
		return r;
	*ret_truth = truth_and(low, high);
	return 0;
}

int relation_holds_between(enum relation relation, const struct value *subject,
			   const struct value *subject_high, const struct value *operands,
			   const struct value *operands_high, size_t operand_count,
			   enum truth *ret_truth)
{
	struct operand_extents extents = { operands, operands_high, operand_count };
	struct extent is = { subject, subject };
	struct extent first;
	int r;

	if (!relation_is_known(relation) || operand_count < relation_rows[relation].operands_min ||
	    operand_count > relation_rows[relation].operands_max)
		return -EINVAL;
	if (subject_high && subject_high->kind)
		is.high = subject_high;
	first = extent_at(&extents, 0);
	switch (relation) {
	case RELATION_AT_LEAST:
		return extent_at_least(is, first, false, ret_truth);
	case RELATION_AT_MOST:
		return extent_at_least(first, is, false, ret_truth);
	case RELATION_LESS_THAN:
		return extent_at_least(first, is, true, ret_truth);
	case RELATION_MORE_THAN:
		return extent_at_least(is, first, true, ret_truth);
	case RELATION_BETWEEN:
		return extent_between(is, &extents, ret_truth);
	case RELATION_EQUALS:
	case RELATION_ONE_OF:
		return extent_one_of(is, &extents, ret_truth);
	case RELATION_NOT:
		r = extent_one_of(is, &extents, ret_truth);
		if (r >= 0)
			*ret_truth = truth_not(*ret_truth);
		return r;
	case RELATION_WITHIN:
	case RELATION_DISJOINT:
	case RELATION_CONTAINS:
		return extent_of_cpus(relation, is, first, ret_truth);
	}
	return -EINVAL;
}

int relation_holds(enum relation relation, const struct value *subject,
		   const struct value *operands, size_t operand_count, enum truth *ret_truth)
{
	return relation_holds_between(relation, subject, NULL, operands, NULL, operand_count,
				      ret_truth);
}
