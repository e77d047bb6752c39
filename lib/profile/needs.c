/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What must be read so that the rules in force can be judged. */
#include "config.h"

#include "profile/profile.h"

#include <errno.h>

static int add_operand(const struct operand *operand, struct needs *needs)
{
	return operand->of ? needs_add(needs, operand->of) : 0;
}

static int add_condition(const struct condition *condition, struct needs *needs)
{
	int r = needs_add(needs, condition->of);

	for (size_t i = 0; r == 0 && i < condition->operand_count; i++)
		r = add_operand(&condition->operands[i], needs);
	return r;
}

int rule_needs(const struct rule *rule, struct needs *needs)
{
	int r = needs_add(needs, rule->subject_id);

	for (size_t i = 0; r == 0 && i < rule->operand_count; i++)
		r = add_operand(&rule->operands[i], needs);
	for (size_t i = 0; r == 0 && i < rule->when_count; i++)
		r = add_condition(&rule->when[i], needs);
	for (size_t i = 0; r == 0 && i < rule->for_each_count; i++)
		r = needs_add_instance(needs, rule->for_each[i]);
	return r;
}

int profile_set_needs(const struct profile_set *set, struct needs *needs)
{
	int r = 0;

	/* Trust in the release's number decides conditions on it and every default. */
	needs->facts[FACT_KERNEL_RELEASE] = true;
	for (size_t i = 0; r == 0 && i < set->rule_count; i++)
		r = rule_needs(set->rules[i], needs);
	return r;
}
