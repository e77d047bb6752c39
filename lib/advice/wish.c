/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the rules about one place want of it, as values. */
#include "config.h"

#include "advice/wish.h"

#include <errno.h>
#include <string.h>

#include "advice/judge.h"
#include "base/array.h"

static void wish_done(struct wish *wish)
{
	for (size_t i = 0; i < wish->count; i++)
		value_done(&wish->operands[i]);
	free(wish->operands);
	value_done(&wish->set);
	*wish = (struct wish){ 0 };
}
#define auto_wish cleanup(wish_done)

void wishes_done(struct wishes *wishes)
{
	for (size_t i = 0; i < wishes->count; i++)
		wish_done(&wishes->wishes[i]);
	free(wishes->wishes);
}

bool wish_is_floor(enum relation relation)
{
	return relation == RELATION_AT_LEAST || relation == RELATION_MORE_THAN ||
	       relation == RELATION_BETWEEN;
}

bool wish_is_ceiling(enum relation relation)
{
	return relation == RELATION_AT_MOST || relation == RELATION_LESS_THAN ||
	       relation == RELATION_BETWEEN;
}

/* ---- operands ---- */

/*
 * Where an operand is known only to lie between two values, the end that meets the rule for
 * certain. -ENODATA: there is none.
 */
static int certain_end(const struct rule *rule, size_t index, struct value *low, struct value *high,
		       struct value *ret_value)
{
	bool takes_high = wish_is_floor(rule->relation) && index == 0;
	bool takes_low = wish_is_ceiling(rule->relation) && !takes_high;

	if (high->kind && !takes_high && !takes_low && !value_equal(low, high))
		return -ENODATA;
	*ret_value = high->kind && takes_high ? *high : *low;
	if (high->kind && takes_high)
		high->kind = 0;
	else
		low->kind = 0;
	return 0;
}

static int add_operand(struct wish *wish, const struct judge *judge, size_t index)
{
	const struct rule *rule = wish->rule;
	enum rounding rounding = relation_rounding(rule->relation);
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	int r;

	if (rule->relation == RELATION_BETWEEN && index == 0)
		rounding = ROUND_UP;
	r = operand_value(&rule->operands[index], rule->format, rule->unit, rounding,
			  &judge->resolver, &low, &high, NULL);
	if (r < 0)
		return r == -ENOMEM ? r : -ENODATA;
	r = certain_end(rule, index, &low, &high, &wish->operands[wish->count]);
	if (r < 0)
		return r;
	wish->count++;
	return 0;
}

static int wish_init(struct wish *wish, const struct wishes *wishes, const struct finding *finding)
{
	const struct rule *rule = finding->rule;
	auto_judge struct judge judge = { 0 };
	int r = judge_init(&judge, rule, wishes->planner->snapshot);

	if (r < 0)
		return r;
	wish->finding = finding;
	wish->rule = rule;
	wish->operands = calloc(rule->operand_count + 1, sizeof(*wish->operands));
	if (!wish->operands)
		return -ENOMEM;
	for (size_t i = 0; i < rule->operand_count; i++) {
		r = add_operand(wish, &judge, i);
		if (r < 0)
			return r;
	}
	if (rule->set != RULE_SET_LITERAL)
		return 0;
	r = value_parse(rule->format, span_of(rule->set_literal), &wish->set);
	return r < 0 && r != -ENOMEM ? -ENODATA : r;
}

static int add_wish(struct wishes *wishes, struct wish *wish)
{
	int r = array_reserve(&wishes->wishes, &wishes->capacity, wishes->count + 1,
			      sizeof(*wishes->wishes));

	if (r < 0)
		return r;
	wishes->wishes[wishes->count++] = *wish;
	*wish = (struct wish){ 0 };
	return 0;
}

/* ---- elements ---- */

int wish_pick(const struct rule *rule, const struct value *whole, struct value *ret_value)
{
	if (!rule->element_plus_one)
		return value_copy(whole, ret_value);
	return value_element(whole, rule->element_plus_one - 1, ret_value);
}

int wish_put(const struct rule *rule, const struct value *part, struct value *whole)
{
	struct value copy = { 0 };
	int r;

	if (rule->element_plus_one) {
		if (part->kind != VALUE_NUMBER || rule->element_plus_one > whole->vector.count)
			return -ERANGE;
		whole->vector.elements[rule->element_plus_one - 1] = part->number;
		return 0;
	}
	r = value_copy(part, &copy);
	if (r < 0)
		return r;
	value_done(whole);
	*whole = copy;
	return 0;
}

/* Does @whole, as the value of the place, meet the rule? */
int wish_holds(const struct wish *wish, const struct value *whole, bool *ret_holds)
{
	auto_value struct value part = { 0 };
	enum truth truth = TRUTH_UNKNOWN;
	int r = wish_pick(wish->rule, whole, &part);

	if (r == -ENOMEM)
		return r;
	if (r == 0)
		r = relation_holds(wish->rule->relation, &part, wish->operands, wish->count,
				   &truth);
	if (r == -ENOMEM)
		return r;
	*ret_holds = r == 0 && truth == TRUTH_YES;
	return 0;
}

/* ---- all together ---- */

static int add_asking(struct wishes *wishes, const struct place *place)
{
	for (size_t i = 0; i < place->asking_count; i++) {
		auto_wish struct wish wish = { 0 };
		int r = wish_init(&wish, wishes, place->asking[i]);

		if (r == 0)
			r = add_wish(wishes, &wish);
		if (r < 0)
			return r;
	}
	wishes->asking_count = wishes->count;
	return 0;
}

static bool is_about(const struct finding *finding, const struct tunable_reading *reading)
{
	if (finding->rule->tunable != reading->tunable)
		return false;
	return finding->instances > 1 || finding->instance == reading->instance;
}

/* Requirements that hold at the place must go on doing so. */
static int add_holding(struct wishes *wishes)
{
	const struct findings *findings = wishes->planner->findings;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];
		auto_wish struct wish wish = { 0 };
		bool holds = false;
		int r;

		if (finding->result != RESULT_PASS || finding->rule->kind != RULE_REQUIREMENT ||
		    !is_about(finding, wishes->reading))
			continue;
		r = wish_init(&wish, wishes, finding);
		if (r == -ENODATA)
			continue;
		if (r == 0)
			r = wish_holds(&wish, &wishes->reading->reading.value, &holds);
		if (r == 0 && holds)
			r = add_wish(wishes, &wish);
		if (r < 0)
			return r;
	}
	return 0;
}

int wishes_gather(struct wishes *wishes, const struct place *place)
{
	int r = add_asking(wishes, place);

	return r < 0 ? r : add_holding(wishes);
}
