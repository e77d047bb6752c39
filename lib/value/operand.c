/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Operands: literals, and linear forms over what an id stands for. */
#include "config.h"

#include "value/condition.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"

typedef unsigned __int128 wide;

/* times numerator / denominator + plus, with the conversion of units within the factor */
struct line {
	struct number numerator;
	uint64_t denominator;
	const struct operand *operand;
	enum rounding rounding;
};

static bool has_factor(const struct operand *operand)
{
	return operand->times_numerator.magnitude || operand->times_denominator;
}

/* True when the operand is the named value itself. */
static bool is_plain(const struct operand *operand)
{
	return !has_factor(operand) && !operand->plus.magnitude && !operand->has_min &&
	       !operand->has_max;
}

static wide greatest_common_divisor(wide a, wide b)
{
	while (b) {
		wide rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static int line_init(struct line *line, const struct operand *operand, uint64_t from, uint64_t to)
{
	struct number times = has_factor(operand) ? operand->times_numerator : number_from_u64(1);
	uint64_t divided_by = operand->times_denominator ? operand->times_denominator : 1;
	wide numerator = (wide)times.magnitude * from;
	wide denominator = (wide)divided_by * to;
	wide divisor = greatest_common_divisor(numerator, denominator);

	numerator /= divisor;
	denominator /= divisor;
	if (numerator > UINT64_MAX || denominator > UINT64_MAX)
		return -ERANGE;
	line->numerator = (struct number){
		.magnitude = (uint64_t)numerator,
		.negative = times.negative && numerator,
	};
	line->denominator = (uint64_t)denominator;
	line->operand = operand;
	return 0;
}

/* Beyond 64 bits the clamp of that side, if there is one, is still the exact answer. */
static int line_at(const struct line *line, struct number n, struct number *ret_number)
{
	const struct operand *operand = line->operand;
	bool is_below = n.negative != line->numerator.negative;
	struct number at;
	int r = number_scale(n, line->numerator, line->denominator, operand->plus, line->rounding,
			     &at);

	if (r == -ERANGE && line->rounding != ROUND_EXACT) {
		if (is_below ? !operand->has_min : !operand->has_max)
			return r;
		at = is_below ? operand->min : operand->max;
		r = 0;
	}
	if (r < 0)
		return r;
	if (operand->has_max && number_compare(at, operand->max) > 0)
		at = operand->max;
	if (operand->has_min && number_compare(at, operand->min) < 0)
		at = operand->min;
	*ret_number = at;
	return 0;
}

static int unit_factor(enum unit from, enum unit to, uint64_t page_size, uint64_t *ret_numerator,
		       uint64_t *ret_denominator)
{
	enum dimension a = unit_dimension(from), b = unit_dimension(to);

	if (a == b || (a != DIMENSION_COUNT && b != DIMENSION_COUNT))
		return unit_ratio(from, to, page_size, ret_numerator, ret_denominator);
	*ret_numerator = 1;
	*ret_denominator = 1;
	return 0;
}

static int literal_value(const char *literal, const struct value_format *format, enum unit unit,
			 uint64_t page_size, struct value *ret_value)
{
	struct number n;
	int r = value_parse(format, span_of(literal), ret_value);

	if (r != -EBADMSG || format->kind != VALUE_NUMBER)
		return r;
	r = quantity_parse(span_of(literal), unit, unit, page_size, &n);
	if (r < 0)
		return r;
	*ret_value = (struct value){ .kind = VALUE_NUMBER, .number = n };
	return 0;
}

/* Picks the element that the operand names. A vector that is shorter here is not known there. */
static int named_value(const struct operand *operand, const struct value *named,
		       struct value *ret_value)
{
	int r;

	if (!operand->element_plus_one)
		return value_copy(named, ret_value);
	r = value_element(named, operand->element_plus_one - 1, ret_value);
	return r == -ERANGE ? -ENODATA : r;
}

/* @end is one end of what is known of the named value. */
static int line_value(const struct line *line, const struct value *end, struct value *ret_value)
{
	struct value named = { 0 };
	int r = named_value(line->operand, end, &named);

	if (r < 0)
		return r;
	r = line_at(line, named.number, &named.number);
	if (r < 0)
		return r;
	*ret_value = named;
	return 0;
}

static enum value_kind named_kind(const struct operand *operand, const struct value *named)
{
	if (operand->element_plus_one)
		return named->kind == VALUE_VECTOR ? VALUE_NUMBER : 0;
	return named->kind;
}

/* A value that is taken as it is; its unit must then be the subject's where it has numbers. */
static int whole_value(const struct operand *operand, const struct resolved *named,
		       struct value *ret_value, struct value *ret_high)
{
	auto_value struct value low = { 0 };
	int r = named_value(operand, named->value, &low);

	if (r < 0)
		return r;
	if (named->value_high) {
		r = named_value(operand, named->value_high, ret_high);
		if (r < 0)
			return r;
	}
	*ret_value = low;
	low.kind = 0;
	return 0;
}

static int scaled_value(const struct operand *operand, enum unit unit, enum rounding rounding,
			uint64_t page_size, const struct resolved *named, struct value *ret_value,
			struct value *ret_high)
{
	struct line line = { .rounding = rounding };
	struct value low = { 0 }, high = { 0 };
	uint64_t from, to;
	int r = unit_factor(named->unit, unit, page_size, &from, &to);

	if (r < 0)
		return r;
	r = line_init(&line, operand, from, to);
	if (r < 0)
		return r;
	r = line_value(&line, named->value, &low);
	if (r < 0)
		return r;
	if (named->value_high) {
		r = line_value(&line, named->value_high, &high);
		if (r < 0)
			return r;
	}
	/* A falling line turns the two ends around. */
	if (high.kind && number_compare(high.number, low.number) < 0) {
		struct value swapped = low;

		low = high;
		high = swapped;
	}
	*ret_value = low;
	*ret_high = high;
	return 0;
}

static int linear_value(const struct operand *operand, const struct value_format *format,
			enum unit unit, enum rounding rounding, const struct resolver *resolver,
			struct value *ret_value, struct value *ret_high)
{
	struct resolved named = { 0 };
	enum value_kind kind;

	if (!operand->of || !resolver->resolve(resolver->closure, operand->of, &named))
		return -EINVAL;
	if (!named.value || !named.value->kind)
		return -ENODATA;
	kind = named_kind(operand, named.value);
	if (kind != format->kind)
		return -EINVAL;
	if (named.value_high && named_kind(operand, named.value_high) != kind)
		return -EINVAL;
	if (kind == VALUE_NUMBER)
		return scaled_value(operand, unit, rounding, resolver->page_size, &named, ret_value,
				    ret_high);
	if (!is_plain(operand) || (kind == VALUE_VECTOR && named.unit != unit))
		return -EINVAL;
	return whole_value(operand, &named, ret_value, ret_high);
}

int operand_value(const struct operand *operand, const struct value_format *format, enum unit unit,
		  enum rounding rounding, const struct resolver *resolver, struct value *ret_value,
		  struct value *ret_high, const char **ret_why)
{
	auto_value struct value high = { 0 };
	struct value value = { 0 };
	int r;

	if (operand->literal)
		r = literal_value(operand->literal, format, unit, resolver->page_size, &value);
	else
		r = linear_value(operand, format, unit, rounding, resolver, &value, &high);
	if (r == -ENODATA && ret_why)
		*ret_why = operand->literal ? operand->literal : operand->of;
	if (r < 0)
		return r;
	*ret_value = value;
	if (ret_high) {
		*ret_high = high;
		high.kind = 0;
	}
	return 0;
}
