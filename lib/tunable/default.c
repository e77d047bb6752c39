/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a setting is on a host that nobody touched: exactly, or between two bounds, or not known. */
#include "config.h"

#include "tunable/tunable.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"

struct bounds {
	struct value low;
	struct value high;
};

static void bounds_done(struct bounds *bounds)
{
	value_done(&bounds->low);
	value_done(&bounds->high);
}
#define auto_bounds cleanup(bounds_done)

static struct value number_value(struct number n)
{
	return (struct value){ .kind = VALUE_NUMBER, .number = n };
}

static bool is_this_arch(const struct resolver *resolver, const char *arch)
{
	struct resolved resolved = { 0 };

	if (!resolver || !resolver->resolve(resolver->closure, "arch", &resolved))
		return false;
	return resolved.value && resolved.value->kind == VALUE_TEXT &&
	       strcmp(resolved.value->text, arch) == 0;
}

/*
 * May this machine have memory that the kernel cannot address directly (high memory)? Its sizes do
 * not follow from the memory total then. Where the machine type is not known: no.
 */
static bool has_high_memory(const struct resolver *resolver)
{
	struct resolved resolved = { 0 };
	const char *arch;

	if (!resolver->resolve(resolver->closure, "arch", &resolved) || !resolved.value ||
	    resolved.value->kind != VALUE_TEXT)
		return false;
	arch = resolved.value->text;
	return !strstr(arch, "64") && strcmp(arch, "s390x") != 0;
}

static int literal_bounds(const char *literal, const struct value_format *format,
			  struct bounds *ret_bounds)
{
	auto_bounds struct bounds bounds = { 0 };
	int r = value_parse(format, span_of(literal), &bounds.low);

	if (r < 0)
		return r;
	r = value_copy(&bounds.low, &bounds.high);
	if (r < 0)
		return r;
	*ret_bounds = bounds;
	bounds = (struct bounds){ 0 };
	return 0;
}

/*
 * What an upper bound leaves open. @computed is the clamped form, @open the same without its
 * ceiling. The quantity it was computed from is a little more than what the kernel had when it
 * computed (memory for its own image and boot is given back later), so near the ceiling the truth
 * may still lie below; an eighth above it is taken as safely past.
 */
static struct bounds bounds_below(const struct operand *operand, struct number computed,
				  struct number open)
{
	struct number floor = operand->has_min ? operand->min : number_from_u64(0);
	struct bounds bounds = { .low = number_value(floor), .high = number_value(computed) };
	struct number safe;

	if (!operand->has_max)
		return bounds;
	if (number_scale(operand->max, number_from_u64(9), 8, number_from_u64(0), ROUND_UP, &safe) <
	    0)
		return bounds;
	if (number_compare(open, safe) >= 0)
		bounds.low = bounds.high;
	return bounds;
}

static int linear_bounds(const struct tunable *tunable, const struct tunable_default *row,
			 const struct operand *operand, const struct resolver *resolver,
			 struct bounds *ret_bounds, const char **ret_why)
{
	const struct value_format format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 };
	auto_bounds struct bounds clamped = { 0 };
	auto_bounds struct bounds open = { 0 };
	struct operand ceilingless = *operand;
	int r;

	if (!resolver) {
		*ret_why = "this default depends on the machine, of which nothing is known";
		return -ENODATA;
	}
	r = operand_value(operand, &format, tunable->unit, ROUND_DOWN, resolver, &clamped.low,
			  &clamped.high, ret_why);
	if (r == -ENODATA && row->is_upper_bound && operand->has_min && operand->has_max) {
		/* Whatever the quantity is, the kernel clamps. */
		ret_bounds->low = number_value(operand->min);
		ret_bounds->high = number_value(operand->max);
		return 0;
	}
	if (r < 0)
		return r;
	if (clamped.high.kind == 0)
		clamped.high = clamped.low;
	if (!row->is_upper_bound) {
		*ret_bounds = clamped;
		return 0;
	}
	ceilingless.has_max = false;
	r = operand_value(&ceilingless, &format, tunable->unit, ROUND_DOWN, resolver, &open.low,
			  &open.high, ret_why);
	if (r < 0)
		return r;
	*ret_bounds = bounds_below(operand, clamped.high.number, open.low.number);
	if (has_high_memory(resolver) && operand->has_min)
		ret_bounds->low = number_value(operand->min);
	return 0;
}

static int element_bounds(const struct tunable *tunable, const struct tunable_default *row,
			  size_t element, const struct resolver *resolver,
			  struct bounds *ret_bounds, const char **ret_why)
{
	const struct operand *operand = &row->elements[element];
	struct value_format format = tunable->format;

	if (!operand->literal)
		return linear_bounds(tunable, row, operand, resolver, ret_bounds, ret_why);
	if (format.kind == VALUE_VECTOR)
		format.kind = VALUE_NUMBER;
	return literal_bounds(operand->literal, &format, ret_bounds);
}

static int row_bounds(const struct tunable *tunable, const struct tunable_default *row,
		      const struct resolver *resolver, struct bounds *ret_bounds,
		      const char **ret_why)
{
	struct bounds vectors = { .low.kind = VALUE_VECTOR, .high.kind = VALUE_VECTOR };

	if (row->arch && !is_this_arch(resolver, row->arch)) {
		*ret_why = "this default is known for another type of machine only";
		return -ENODATA;
	}
	if (tunable->format.kind != VALUE_VECTOR)
		return element_bounds(tunable, row, 0, resolver, ret_bounds, ret_why);
	for (size_t i = 0; i < row->element_count && i < VALUE_ELEMENTS_MAX; i++) {
		struct bounds element = { 0 };
		int r = element_bounds(tunable, row, i, resolver, &element, ret_why);

		if (r < 0)
			return r;
		vectors.low.vector.elements[i] = element.low.number;
		vectors.high.vector.elements[i] = element.high.number;
		vectors.low.vector.count = vectors.high.vector.count = i + 1;
	}
	*ret_bounds = vectors;
	return 0;
}

static void widen_number(struct number *low, struct number *high, struct number other_low,
			 struct number other_high)
{
	if (number_compare(other_low, *low) < 0)
		*low = other_low;
	if (number_compare(other_high, *high) > 0)
		*high = other_high;
}

/* Takes @other into @bounds. */
static int widen(struct bounds *bounds, const struct bounds *other, const char **ret_why)
{
	if (bounds->low.kind == VALUE_NUMBER) {
		widen_number(&bounds->low.number, &bounds->high.number, other->low.number,
			     other->high.number);
		return 0;
	}
	if (bounds->low.kind == VALUE_VECTOR) {
		for (size_t i = 0; i < bounds->low.vector.count; i++)
			widen_number(&bounds->low.vector.elements[i],
				     &bounds->high.vector.elements[i],
				     other->low.vector.elements[i], other->high.vector.elements[i]);
		return 0;
	}
	if (value_equal(&bounds->low, &other->low))
		return 0;
	*ret_why = "its default changed at a release near this one, and words have no range";
	return -ENODATA;
}

/*
 * Which rows may hold: from the last that is certain, or from the first possible one, to the last
 * possible one. False: none.
 */
static bool candidates(const struct tunable *tunable, const struct release *release,
		       size_t *ret_first, size_t *ret_last)
{
	bool found = false;

	for (size_t i = 0; i < tunable->default_count; i++) {
		enum truth reached = release_reached(release, &tunable->defaults[i].since);

		if (reached == TRUTH_NO)
			continue;
		if (reached == TRUTH_YES || !found)
			*ret_first = i;
		*ret_last = i;
		found = true;
	}
	return found;
}

int tunable_default_on(const struct tunable *tunable, const struct release *release,
		       const struct resolver *resolver, struct value *ret_low,
		       struct value *ret_high, const char **ret_why)
{
	auto_bounds struct bounds bounds = { 0 };
	size_t first = 0;
	size_t last = 0;
	int r;

	*ret_why = NULL;
	if (tunable->default_count == 0) {
		*ret_why = "no default of it is recorded";
		return -ENODATA;
	}
	if (!candidates(tunable, release, &first, &last)) {
		*ret_why = "its default on releases as old as this is not known";
		return -ENODATA;
	}
	r = row_bounds(tunable, &tunable->defaults[first], resolver, &bounds, ret_why);
	for (size_t i = first + 1; r == 0 && i <= last; i++) {
		auto_bounds struct bounds other = { 0 };

		r = row_bounds(tunable, &tunable->defaults[i], resolver, &other, ret_why);
		if (r == 0)
			r = widen(&bounds, &other, ret_why);
	}
	if (r < 0)
		return r;
	*ret_low = bounds.low;
	*ret_high = bounds.high;
	bounds = (struct bounds){ 0 };
	return 0;
}
