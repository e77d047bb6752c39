/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Two rules that no value can satisfy together, found before anything is read. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

/* What a rule asks for, its literals parsed. */
struct wish {
	const struct rule *rule;
	enum relation relation;
	struct value *operands;
	size_t count;
};

static void wish_done(struct wish *wish)
{
	for (size_t i = 0; i < wish->count; i++)
		value_done(&wish->operands[i]);
	free(wish->operands);
	*wish = (struct wish){ 0 };
}
#define auto_wish cleanup(wish_done)

static bool has_literals_only(const struct rule *rule)
{
	for (size_t i = 0; i < rule->operand_count; i++) {
		if (!rule->operands[i].literal)
			return false;
	}
	return true;
}

/* The literal, or of a whole vector the element that the other rule is about. */
static int parse_operand(const struct rule *rule, size_t index, uint32_t element_plus_one,
			 struct value *ret_value)
{
	auto_value struct value whole = { 0 };
	int r = value_parse(rule->format, span_of(rule->operands[index].literal), &whole);

	if (r < 0)
		return r;
	if (element_plus_one && !rule->element_plus_one)
		return value_element(&whole, element_plus_one - 1, ret_value);
	*ret_value = whole;
	whole.kind = 0;
	return 0;
}

static int wish_init(struct wish *wish, const struct rule *rule, uint32_t element_plus_one)
{
	wish->rule = rule;
	wish->relation = rule->relation;
	wish->operands = calloc(rule->operand_count, sizeof(*wish->operands));
	if (!wish->operands)
		return -ENOMEM;
	for (size_t i = 0; i < rule->operand_count; i++) {
		int r = parse_operand(rule, i, element_plus_one, &wish->operands[i]);

		if (r < 0)
			return r;
		wish->count++;
	}
	return 0;
}

static bool is_finite(const struct wish *wish)
{
	return wish->relation == RELATION_EQUALS || wish->relation == RELATION_ONE_OF;
}

static int wish_holds(const struct wish *wish, const struct value *value, bool *ret_holds)
{
	enum truth truth;
	int r = relation_holds(wish->relation, value, wish->operands, wish->count, &truth);

	if (r < 0)
		return r;
	*ret_holds = truth == TRUTH_YES;
	return 0;
}

int rule_literals_hold(const struct rule *rule, const struct value *value, bool *ret_holds)
{
	auto_wish struct wish wish = { 0 };
	int r;

	*ret_holds = true;
	if (!has_literals_only(rule))
		return 0;
	r = wish_init(&wish, rule, rule->element_plus_one);
	if (r < 0)
		return r;
	return wish_holds(&wish, value, ret_holds);
}

/* None of the values that @finite names satisfies @other. */
static int excludes_all(const struct wish *finite, const struct wish *other, bool *ret_excludes)
{
	for (size_t i = 0; i < finite->count; i++) {
		bool holds;
		int r = wish_holds(other, &finite->operands[i], &holds);

		if (r < 0)
			return r;
		if (holds) {
			*ret_excludes = false;
			return 0;
		}
	}
	*ret_excludes = true;
	return 0;
}

/* The lowest value that a wish allows, or NULL. */
static const struct value *floor_of(const struct wish *wish)
{
	bool has_floor = wish->relation == RELATION_AT_LEAST ||
			 wish->relation == RELATION_MORE_THAN || wish->relation == RELATION_BETWEEN;

	return has_floor ? &wish->operands[0] : NULL;
}

static const struct value *ceiling_of(const struct wish *wish)
{
	if (wish->relation == RELATION_BETWEEN)
		return &wish->operands[1];
	return wish->relation == RELATION_AT_MOST || wish->relation == RELATION_LESS_THAN
		       ? &wish->operands[0]
		       : NULL;
}

static bool is_strict(const struct wish *wish)
{
	return wish->relation == RELATION_MORE_THAN || wish->relation == RELATION_LESS_THAN;
}

static int is_above(const struct wish *low, const struct wish *high, bool *ret_is_above)
{
	const struct value *floor = floor_of(low);
	const struct value *ceiling = ceiling_of(high);
	bool strict = is_strict(low) || is_strict(high);
	enum truth fits;
	int r;

	*ret_is_above = false;
	if (!floor || !ceiling)
		return 0;
	r = relation_holds(strict ? RELATION_MORE_THAN : RELATION_AT_LEAST, ceiling, floor, 1,
			   &fits);
	if (r < 0)
		return r;
	*ret_is_above = fits == TRUTH_NO;
	return 0;
}

static int wishes_contradict(const struct wish *a, const struct wish *b, bool *ret_contradict)
{
	int r;

	if (is_finite(a))
		return excludes_all(a, b, ret_contradict);
	if (is_finite(b))
		return excludes_all(b, a, ret_contradict);
	r = is_above(a, b, ret_contradict);
	if (r < 0 || *ret_contradict)
		return r;
	return is_above(b, a, ret_contradict);
}

static bool operands_equal(const struct operand *a, const struct operand *b)
{
	if (!a->literal != !b->literal || !a->of != !b->of)
		return false;
	if (a->literal)
		return strcmp(a->literal, b->literal) == 0;
	return strcmp(a->of, b->of) == 0 && a->element_plus_one == b->element_plus_one &&
	       number_compare(a->times_numerator, b->times_numerator) == 0 &&
	       a->times_denominator == b->times_denominator &&
	       number_compare(a->plus, b->plus) == 0 && number_compare(a->min, b->min) == 0 &&
	       number_compare(a->max, b->max) == 0 && a->has_min == b->has_min &&
	       a->has_max == b->has_max;
}

static bool conditions_equal(const struct condition *a, const struct condition *b)
{
	if (strcmp(a->of, b->of) != 0 || a->element_plus_one != b->element_plus_one ||
	    a->relation != b->relation || a->operand_count != b->operand_count)
		return false;
	for (size_t i = 0; i < a->operand_count; i++) {
		if (!operands_equal(&a->operands[i], &b->operands[i]))
			return false;
	}
	return true;
}

/* Rules with different conditions may be meant for different hosts; a rule without any is for all.
 */
static bool may_meet(const struct rule *a, const struct rule *b)
{
	if (a->when_count == 0 || b->when_count == 0)
		return true;
	if (a->when_count != b->when_count)
		return false;
	for (size_t i = 0; i < a->when_count; i++) {
		if (!conditions_equal(&a->when[i], &b->when[i]))
			return false;
	}
	return true;
}

static bool shares_instance(const struct rule *a, const struct rule *b)
{
	if (!a->for_each || !b->for_each)
		return true;
	for (size_t i = 0; i < a->for_each_count; i++) {
		for (size_t k = 0; k < b->for_each_count; k++) {
			if (strcmp(a->for_each[i], b->for_each[k]) == 0)
				return true;
		}
	}
	return false;
}

static bool is_same_subject(const struct rule *a, const struct rule *b)
{
	if (a->subject != b->subject || a->tunable != b->tunable || a->fact != b->fact)
		return false;
	if (a->element_plus_one == b->element_plus_one)
		return true;
	if (a->element_plus_one && b->element_plus_one)
		return false;
	/* A vector that must not be some vector says nothing of one element. */
	return a->relation != RELATION_NOT && b->relation != RELATION_NOT;
}

static void add_wish(struct text *text, const struct rule *rule)
{
	text_addf(text, "rule %s (%s:%u) asks for %s", rule->id, rule->profile->path,
		  rule->place.line, relation_name(rule->relation));
	for (size_t i = 0; i < rule->operand_count; i++)
		text_addf(text, "%s %s", i ? "," : "", rule->operands[i].literal);
}

static int complain_both(const struct rule *a, const struct rule *b, struct diag *diag)
{
	auto_text struct text place = { 0 };
	auto_text struct text sentence = { 0 };

	text_addf(&place, "%s:%u:%u", b->profile->path, b->place.line, b->place.column);
	text_addf(&sentence, "no value of %s can satisfy both: ", a->subject_id);
	add_wish(&sentence, a);
	text_add(&sentence, "; ");
	add_wish(&sentence, b);
	if (text_status(&place) < 0 || text_status(&sentence) < 0)
		return -ENOMEM;
	return diag_add(diag, -EINVAL, place.bytes, "%s", sentence.bytes);
}

static int check_pair(const struct rule *a, const struct rule *b, struct diag *diag)
{
	uint32_t element_plus_one = a->element_plus_one ? a->element_plus_one : b->element_plus_one;
	auto_wish struct wish first = { 0 };
	auto_wish struct wish second = { 0 };
	bool contradict = false;
	int r;

	if (!is_same_subject(a, b) || !shares_instance(a, b) || !may_meet(a, b) ||
	    !has_literals_only(a) || !has_literals_only(b))
		return 0;
	r = wish_init(&first, a, element_plus_one);
	if (r < 0)
		return r;
	r = wish_init(&second, b, element_plus_one);
	if (r < 0)
		return r;
	r = wishes_contradict(&first, &second, &contradict);
	if (r < 0)
		return r;
	return contradict ? complain_both(a, b, diag) : 0;
}

int contradictions_find(const struct rule *const *rules, size_t count, struct diag *diag)
{
	int first = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t k = i + 1; k < count; k++) {
			int r = check_pair(rules[i], rules[k], diag);

			if (r < 0 && r != -EINVAL)
				return r;
			if (r < 0 && first == 0)
				first = r;
		}
	}
	return first;
}
