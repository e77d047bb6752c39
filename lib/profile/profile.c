/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The end of everything that a profile is made of. */
#include "config.h"

#include "profile/reader.h"

#include <stdlib.h>

#include "base/text.h"

void strings_free(char **strings, size_t count)
{
	for (size_t i = 0; strings && i < count; i++)
		free(strings[i]);
	free(strings);
}

void operand_done(struct operand *operand)
{
	/* What a rule's operands point to is the rule's own. */
	free((void *)operand->literal);
	free((void *)operand->of);
	*operand = (struct operand){ 0 };
}

void condition_done(struct condition *condition)
{
	free((void *)condition->of);
	for (size_t i = 0; i < condition->operand_count; i++)
		operand_done(&condition->operands[i]);
	*condition = (struct condition){ 0 };
}

void rule_done(struct rule *rule)
{
	free(rule->id);
	free(rule->subject_id);
	strings_free(rule->for_each, rule->for_each_count);
	for (size_t i = 0; i < rule->operand_count; i++)
		operand_done(&rule->operands[i]);
	free(rule->operands);
	for (size_t i = 0; i < rule->when_count; i++)
		condition_done(&rule->when[i]);
	free(rule->when);
	free(rule->set_literal);
	free(rule->rationale);
	free(rule->remedy);
	strings_free(rule->references, rule->reference_count);
	*rule = (struct rule){ 0 };
}

void parameter_done(struct parameter *parameter)
{
	free(parameter->name);
	free(parameter->title);
	value_done(&parameter->value);
	*parameter = (struct parameter){ 0 };
}

void profile_free(struct profile *profile)
{
	if (!profile)
		return;
	free(profile->name);
	free(profile->title);
	free(profile->path);
	text_done(&profile->bytes);
	free(profile->extends);
	for (size_t i = 0; i < profile->rule_count; i++)
		rule_done(&profile->rules[i]);
	free(profile->rules);
	for (size_t i = 0; i < profile->parameter_count; i++)
		parameter_done(&profile->parameters[i]);
	free(profile->parameters);
	free(profile);
}

void profile_set_init(struct profile_set *set)
{
	*set = (struct profile_set){ 0 };
}

void profile_set_done(struct profile_set *set)
{
	for (size_t i = 0; i < set->file_count; i++)
		profile_free(set->files[i]);
	free(set->files);
	free(set->chosen);
	free(set->rules);
	*set = (struct profile_set){ 0 };
}
