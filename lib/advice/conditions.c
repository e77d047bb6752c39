/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What decides before a rule's subject is looked at: its conditions and parameters. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static int evaluate_condition(const struct judge *judge, const struct condition *condition,
			      enum truth *ret_truth)
{
	int r;

	*ret_truth = TRUTH_UNKNOWN;
	if (condition_is_about_vendor_release(judge, condition))
		return 0;
	r = condition_evaluate(condition, &judge->resolver, ret_truth, NULL);
	if (r == -ENOMEM)
		return r;
	if (r < 0)
		*ret_truth = TRUTH_UNKNOWN; /* no number for it here: too large, of another kind */
	return 0;
}

/* What does not exist on this host, for a reason that is known. */
static bool is_explained(enum reading_state state)
{
	return state == READING_REMOVED || state == READING_NOT_YET ||
	       state == READING_NOT_BUILT_IN || state == READING_NO_MODULE ||
	       state == READING_OTHER_NAMESPACE;
}

/* A condition on something that this host has not got is not met. */
static int judge_missing(const struct judge *judge, const struct condition *condition,
			 struct finding *finding)
{
	const struct tunable *tunable = tunable_find(condition->of);
	auto_text struct text text = { 0 };
	struct valueless valueless = { condition->of, tunable, NULL, NULL };

	if (tunable)
		valueless.reading = judge_reading(judge, tunable, &valueless.path);
	if (!valueless.reading || !is_explained(valueless.reading->state))
		return 0;
	because_state(&text, &valueless);
	return finding_decide(finding, RESULT_NOT_APPLICABLE,
			      because_of_state(valueless.reading->state), &text);
}

bool condition_is_of_instance(const struct condition *condition)
{
	const struct tunable *tunable = tunable_find(condition->of);

	return tunable && scope_has_instances(tunable->scope);
}

/* A condition that does not hold decides, whatever the others say. */
static int judge_conditions(const struct judge *judge, struct finding *finding)
{
	const struct condition *unknown = NULL;
	auto_text struct text text = { 0 };

	for (size_t i = 0; i < judge->rule->when_count; i++) {
		const struct condition *condition = &judge->rule->when[i];
		enum truth truth;
		int r;

		if (condition_is_of_instance(condition) != (judge->instance != NULL))
			continue;
		r = evaluate_condition(judge, condition, &truth);
		if (r < 0)
			return r;
		if (truth == TRUTH_NO) {
			because_condition(&text, judge, condition, truth);
			return finding_decide(finding, RESULT_NOT_APPLICABLE,
					      BECAUSE_CONDITION_NOT_MET, &text);
		}
		if (truth != TRUTH_UNKNOWN)
			continue;
		unknown = unknown ? unknown : condition;
		r = finding->result ? 0 : judge_missing(judge, condition, finding);
		if (r < 0)
			return r;
	}
	if (!unknown || finding->result)
		return 0;
	because_condition(&text, judge, unknown, TRUTH_UNKNOWN);
	return finding_decide(finding, RESULT_UNKNOWN, BECAUSE_CONDITION_UNKNOWN, &text);
}

static const char *unset_parameter(const struct rule *rule, const struct operand *operands,
				   size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct span name = span_of(operands[i].of ? operands[i].of : "");

		if (span_skip(&name, ID_PARAMETER) && !profile_parameter(rule->profile, name.bytes))
			return name.bytes;
	}
	return NULL;
}

static int judge_parameters(const struct judge *judge, struct finding *finding)
{
	const struct rule *rule = judge->rule;
	const char *name = unset_parameter(rule, rule->operands, rule->operand_count);
	auto_text struct text text = { 0 };

	for (size_t i = 0; !name && i < rule->when_count; i++)
		name = unset_parameter(rule, rule->when[i].operands, rule->when[i].operand_count);
	if (!name)
		return 0;
	text_addf(&text, "the parameter %s is not set, and this rule compares with it", name);
	return finding_decide(finding, RESULT_NOT_APPLICABLE, BECAUSE_PARAMETER_UNSET, &text);
}

int judge_before(const struct judge *judge, struct finding *finding)
{
	struct finding by_conditions = { 0 };
	int r = judge_conditions(judge, &by_conditions);

	if (r < 0)
		return r;
	/* A parameter that is not set explains an unknown condition, but not one that is not met.
	 */
	if (by_conditions.result != RESULT_NOT_APPLICABLE) {
		r = judge_parameters(judge, finding);
		if (r < 0 || finding->result) {
			free(by_conditions.because_text);
			return r;
		}
	}
	finding->result = by_conditions.result;
	finding->because = by_conditions.because;
	finding->because_text = by_conditions.because_text;
	return 0;
}
