/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Conditions: "the value named so stands in this relation to these operands", in three values. */
#include "config.h"

#include "value/condition.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"

struct condition_operands {
	struct value low[CONDITION_OPERANDS_MAX];
	struct value high[CONDITION_OPERANDS_MAX];
	size_t count;
	const char *unknown; /* the first id that is not known, or not exactly */
};

static void condition_operands_done(struct condition_operands *operands)
{
	for (size_t i = 0; i < operands->count; i++) {
		value_done(&operands->low[i]);
		value_done(&operands->high[i]);
	}
}

static void note_unknown(struct condition_operands *operands, const char *id)
{
	if (!operands->unknown)
		operands->unknown = id;
}

/* The default of an element is the same element of the default. */
static struct operand operand_for_element(const struct operand *operand, uint32_t element_plus_one,
					  const struct resolver *resolver)
{
	struct operand adapted = *operand;
	struct resolved named = { 0 };

	if (operand->literal || !operand->of || strcmp(operand->of, ID_DEFAULT) != 0 ||
	    operand->element_plus_one)
		return adapted;
	if (resolver->resolve(resolver->closure, operand->of, &named) && named.value &&
	    named.value->kind == VALUE_VECTOR)
		adapted.element_plus_one = element_plus_one;
	return adapted;
}

static int read_operands(const struct condition *condition, const struct value_format *format,
			 enum unit unit, const struct resolver *resolver,
			 struct condition_operands *operands)
{
	enum rounding rounding = relation_rounding(condition->relation);

	/* Values are large: only those that are used become ones. */
	operands->unknown = NULL;
	for (operands->count = 0; operands->count < condition->operand_count; operands->count++) {
		size_t i = operands->count;
		struct operand operand = operand_for_element(&condition->operands[i],
							     condition->element_plus_one, resolver);
		const char *why = NULL;
		int r;

		operands->low[i].kind = 0;
		operands->high[i].kind = 0;
		r = operand_value(&operand, format, unit, rounding, resolver, &operands->low[i],
				  &operands->high[i], &why);
		if (r == -ENODATA)
			note_unknown(operands, why);
		else if (r < 0)
			return r;
		else if (operands->high[i].kind)
			note_unknown(operands, operand.of);
	}
	return 0;
}

/* The subject, or the element of it that the condition names. -ENODATA: not there. */
static int read_subject(const struct condition *condition, const struct value *whole,
			struct value *ret_subject)
{
	int r;

	if (!condition->element_plus_one)
		return value_copy(whole, ret_subject);
	r = value_element(whole, condition->element_plus_one - 1, ret_subject);
	return r == -ERANGE ? -ENODATA : r;
}

static int compare_subject(const struct condition *condition, const struct resolved *named,
			   const struct resolver *resolver, enum truth *ret_truth,
			   const char **ret_why)
{
	cleanup(condition_operands_done) struct condition_operands operands;
	auto_value struct value subject = { 0 };
	auto_value struct value subject_high = { 0 };
	struct value_format format = *named->format;
	enum truth truth;
	int r;

	operands.count = 0; /* the rest is large, and set as it is used */
	r = read_subject(condition, named->value, &subject);
	if (r < 0)
		return r;
	if (named->value_high) {
		r = read_subject(condition, named->value_high, &subject_high);
		if (r < 0)
			return r;
	}
	if (condition->element_plus_one)
		format.kind = VALUE_NUMBER;
	r = read_operands(condition, &format, named->unit, resolver, &operands);
	if (r < 0)
		return r;
	r = relation_holds_between(condition->relation, &subject, &subject_high, operands.low,
				   operands.high, condition->operand_count, &truth);
	if (r < 0)
		return r;
	if (truth == TRUTH_UNKNOWN && ret_why)
		*ret_why = operands.unknown ? operands.unknown : condition->of;
	*ret_truth = truth;
	return 0;
}

int condition_evaluate(const struct condition *condition, const struct resolver *resolver,
		       enum truth *ret_truth, const char **ret_why)
{
	struct resolved named = { 0 };
	int r = -ENODATA;

	if (condition->operand_count > CONDITION_OPERANDS_MAX)
		return -EINVAL;
	if (!resolver->resolve(resolver->closure, condition->of, &named))
		return -EINVAL;
	if (named.value && named.value->kind && !named.format)
		return -EINVAL;
	if (named.value && named.value->kind)
		r = compare_subject(condition, &named, resolver, ret_truth, ret_why);
	if (r != -ENODATA)
		return r;
	if (ret_why)
		*ret_why = condition->of;
	*ret_truth = TRUTH_UNKNOWN;
	return 0;
}
