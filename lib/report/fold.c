/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is said of many instances alike is said once. */
#include "config.h"

#include <string.h>

#include "report/fold.h"
#include "report/words.h"

static bool is_same_string(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool has_same_operands(const struct finding *a, const struct finding *b)
{
	if (a->operand_count != b->operand_count)
		return false;
	for (size_t i = 0; i < a->operand_count; i++) {
		if (!is_same_string(a->operands[i], b->operands[i]))
			return false;
	}
	return true;
}

static bool says_same(const struct finding *a, const struct finding *b)
{
	return a->rule == b->rule && a->result == b->result && a->because == b->because &&
	       a->error == b->error && a->changeable == b->changeable && a->inert == b->inert &&
	       is_same_string(a->waiver, b->waiver) && is_same_string(a->current, b->current) &&
	       is_same_string(a->effective, b->effective) && has_same_operands(a, b);
}

bool fold_begins(const struct findings *findings, size_t index)
{
	const struct finding *finding = &findings->findings[index];

	for (size_t i = index; i-- > 0;) {
		const struct finding *other = &findings->findings[i];

		if (says_same(other, finding))
			return false;
	}
	return true;
}

static enum scope scope_of(const struct rule *rule)
{
	return rule->tunable ? rule->tunable->scope : fact_row(rule->fact)->scope;
}

void fold_where(struct text *text, const struct findings *findings, size_t index)
{
	const struct finding *first = &findings->findings[index];
	auto_text struct text names = { 0 };
	size_t count = 0;
	size_t shown = 0;

	for (size_t i = index; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (!says_same(first, finding))
			continue;
		count += finding->instances;
		if (!finding->instance || finding->instances > 1 || shown == WORDS_SHOWN_MAX)
			continue;
		if (shown > 0)
			text_add(&names, ", ");
		words_add(&names, finding->instance->name);
		shown++;
	}
	if (count > 1 || shown > 0)
		words_where(text, scope_of(first->rule), &names, shown, count);
}

static enum rule_standing standing_of(const struct finding *finding)
{
	if (finding->waiver)
		return STANDING_WAIVED;
	switch (finding->result) {
	case RESULT_PASS:
		return STANDING_HOLDS;
	case RESULT_FAIL:
		return STANDING_FAILS;
	case RESULT_NOT_APPLICABLE:
		return STANDING_NOT_APPLICABLE;
	case RESULT_UNKNOWN:
	case RESULT_ERROR:
		break;
	}
	return STANDING_UNKNOWN;
}

/* Which of two standings tells more of the rule. */
static unsigned int weight_of(enum rule_standing standing)
{
	switch (standing) {
	case STANDING_FAILS:
		return 5;
	case STANDING_UNKNOWN:
		return 4;
	case STANDING_HOLDS:
		return 3;
	case STANDING_NOT_APPLICABLE:
		return 2;
	case STANDING_WAIVED:
		return 1;
	}
	return 0;
}

enum rule_standing rule_standing(const struct findings *findings, const struct rule *rule,
				 enum because *ret_because)
{
	enum rule_standing standing = STANDING_NOT_APPLICABLE;
	enum because because = BECAUSE_NO_INSTANCE;
	unsigned int weight = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (finding->rule != rule || weight_of(standing_of(finding)) <= weight)
			continue;
		standing = standing_of(finding);
		because = finding->because;
		weight = weight_of(standing);
	}
	*ret_because = because;
	return standing;
}

void names_add(struct names *names, const char *name)
{
	size_t known = names->count < NAMES_MAX ? names->count : NAMES_MAX;

	for (size_t i = 0; i < known; i++) {
		if (strcmp(names->names[i], name) == 0)
			return;
	}
	if (names->count < NAMES_MAX)
		names->names[names->count] = name;
	names->count++;
}

void names_print(struct text *text, const struct names *names)
{
	size_t known = names->count < NAMES_MAX ? names->count : NAMES_MAX;

	for (size_t i = 0; i < known; i++) {
		if (i > 0)
			text_add(text, ", ");
		words_add(text, names->names[i]);
	}
	if (names->count > known)
		text_addf(text, " and %zu more", names->count - known);
}
