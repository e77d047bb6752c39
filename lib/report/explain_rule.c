/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a rule wants, and of what. */
#include "config.h"

#include "report/explain.h"
#include "report/words.h"

static void add_wish(const struct explain_page *page, const struct rule *rule)
{
	auto_text struct text words = { 0 };

	words_subject(&words, rule);
	text_add(&words, rule->kind == RULE_CONSIDER ? ": perhaps better " : ": ");
	words_assertion(&words, rule->relation, rule->operands, rule->operand_count, rule->unit);
	explain_line(page, "Wants", &words);
}

static void add_condition(const struct explain_page *page, const struct condition *condition,
			  const char *label)
{
	auto_text struct text words = { 0 };

	words_condition(&words, condition);
	explain_line(page, label, &words);
}

static void add_where(const struct explain_page *page, const struct rule *rule)
{
	auto_text struct text words = { 0 };

	for (size_t i = 0; i < rule->for_each_count; i++) {
		if (i > 0)
			text_add(&words, ", ");
		words_add(&words, rule->for_each[i]);
	}
	if (words.length > 0)
		explain_line(page, "On", &words);
}

void explain_rule(const struct explain_page *page, const struct rule *rule)
{
	auto_text struct text words = { 0 };

	add_wish(page, rule);
	add_where(page, rule);
	for (size_t i = 0; i < rule->when_count; i++)
		add_condition(page, &rule->when[i], i == 0 ? "When" : "and when");
	if (rule->tunable)
		explain_readings(page, rule->tunable);
	else if (rule->fact)
		explain_fact_readings(page, rule->fact);
	text_addf(&words, "%s, %s", severity_name(rule->severity),
		  rule->kind == RULE_CONSIDER ? "only to be considered" : "a requirement");
	explain_line(page, "Severity", &words);
	explain_sentence(page, "Why", rule->rationale);
	explain_sentence(page, "Remedy", rule->remedy);
	text_clear(&words);
	words_add(&words, rule->profile->name);
	text_add(&words, ", in ");
	words_add(&words, rule->profile->path);
	explain_line(page, "Profile", &words);
	for (size_t i = 0; i < rule->reference_count; i++)
		explain_sentence(page, i == 0 ? "References" : "", rule->references[i]);
}
