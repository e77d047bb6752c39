/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One rule and one reading: what follows. What decides before that is in conditions.c. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static void operands_done(struct judged_operands *operands)
{
	for (size_t i = 0; i < operands->count; i++) {
		value_done(&operands->low[i]);
		value_done(&operands->high[i]);
	}
	free(operands->low);
	free(operands->high);
}
#define auto_operands cleanup(operands_done)

/* ---- the reading ---- */

static int judge_state(const struct judge *judge, const struct reading *reading, const char *path,
		       struct finding *finding)
{
	enum because because = because_of_state(reading->state);
	enum result result = RESULT_NOT_APPLICABLE;
	const struct valueless valueless = { judge->rule->subject_id, judge->rule->tunable, reading,
					     path };
	auto_text struct text text = { 0 };

	if (because == BECAUSE_ABSENT || because == BECAUSE_UNREADABLE)
		result = RESULT_UNKNOWN;
	if (because == BECAUSE_MALFORMED)
		result = RESULT_ERROR;
	if (reading->state == READING_UNREADABLE)
		finding->error = reading->error;
	because_state(&text, &valueless);
	return finding_decide(finding, result, because, &text);
}

/* The value, or the element of it that the rule is about. -ERANGE: it has no such element. */
static int pick(const struct judge *judge, const struct value *whole, struct value *ret_value)
{
	if (!judge->rule->element_plus_one)
		return value_copy(whole, ret_value);
	return value_element(whole, judge->rule->element_plus_one - 1, ret_value);
}

static int decide_too_short(const struct judge *judge, struct finding *finding)
{
	auto_text struct text text = { 0 };

	text_addf(&text, "%s has no element %u here", judge->rule->subject_id,
		  judge->rule->element_plus_one - 1);
	return finding_decide(finding, RESULT_ERROR, BECAUSE_MALFORMED, &text);
}

/* ---- what it is compared with ---- */

static int evaluate_operand(const struct judge *judge, size_t index,
			    struct judged_operands *operands)
{
	const struct rule *rule = judge->rule;
	const struct operand *operand = &rule->operands[index];
	enum rounding rounding = relation_rounding(rule->relation);
	int r;

	if (rule->relation == RELATION_BETWEEN && index == 0)
		rounding = ROUND_UP;
	r = operand_value(operand, rule->format, rule->unit, rounding, &judge->resolver,
			  &operands->low[index], &operands->high[index], NULL);
	if (r == -ENOMEM)
		return r;
	if (r < 0 && !operands->unknown)
		operands->unknown = operand;
	return 0;
}

static int evaluate_operands(const struct judge *judge, struct judged_operands *operands)
{
	size_t count = judge->rule->operand_count;

	operands->low = calloc(count, sizeof(*operands->low));
	operands->high = calloc(count, sizeof(*operands->high));
	if (!operands->low || !operands->high)
		return -ENOMEM;
	operands->count = count;
	for (size_t i = 0; i < count; i++) {
		int r = evaluate_operand(judge, i, operands);

		if (r < 0)
			return r;
	}
	return 0;
}

/* Where an operand lies between two values, the end that decided. */
static const struct value *deciding_end(const struct judge *judge,
					const struct judged_operands *operands, size_t index,
					bool is_met)
{
	enum relation relation = judge->rule->relation;
	bool is_floor = relation == RELATION_AT_LEAST || relation == RELATION_MORE_THAN ||
			(relation == RELATION_BETWEEN && index == 0);

	if (!operands->high[index].kind || is_floor != is_met)
		return &operands->low[index];
	return &operands->high[index];
}

static int keep_operands(const struct judge *judge, const struct judged_operands *operands,
			 bool is_met, struct finding *finding)
{
	finding->operands = calloc(operands->count, sizeof(*finding->operands));
	if (!finding->operands)
		return -ENOMEM;
	for (size_t i = 0; i < operands->count; i++) {
		int r = value_text(judge->rule->format, deciding_end(judge, operands, i, is_met),
				   &finding->operands[i]);

		if (r < 0)
			return r;
		finding->operand_count++;
	}
	return 0;
}

/* ---- the relation ---- */

static int decide_unknown_operand(const struct judge *judge, const struct judged_operands *operands,
				  struct finding *finding)
{
	auto_text struct text text = { 0 };

	if (operands->unknown)
		because_operand_unknown(&text, judge, operands->unknown);
	else
		because_operand_vague(&text, judge, finding, operands);
	return finding_decide(finding, RESULT_UNKNOWN, BECAUSE_OPERAND_UNKNOWN, &text);
}

/* A setting that may do nothing here must not be called wrong. */
static int decide_perhaps_inert(const struct judge *judge, struct finding *finding)
{
	auto_text struct text text = { 0 };

	because_compared(&text, judge, finding);
	text_add(&text, "; but whether this setting does anything here is not known");
	return finding_decide(finding, RESULT_UNKNOWN, BECAUSE_CONDITION_UNKNOWN, &text);
}

static int judge_value(const struct judge *judge, const struct value *value,
		       struct finding *finding)
{
	auto_operands struct judged_operands operands = { 0 };
	auto_text struct text text = { 0 };
	enum truth truth;
	int r = evaluate_operands(judge, &operands);

	if (r < 0)
		return r;
	if (operands.unknown)
		return decide_unknown_operand(judge, &operands, finding);
	r = relation_holds_between(judge->rule->relation, value, NULL, operands.low, operands.high,
				   operands.count, &truth);
	if (r < 0)
		return r;
	if (truth == TRUTH_UNKNOWN)
		return decide_unknown_operand(judge, &operands, finding);
	r = keep_operands(judge, &operands, truth == TRUTH_YES, finding);
	if (r < 0)
		return r;
	if (truth == TRUTH_NO && judge->inert_truth == TRUTH_UNKNOWN)
		return decide_perhaps_inert(judge, finding);
	because_compared(&text, judge, finding);
	if (truth == TRUTH_YES)
		return finding_decide(finding, RESULT_PASS, BECAUSE_MET, &text);
	return finding_decide(finding, RESULT_FAIL, because_of_relation(judge->rule->relation),
			      &text);
}

static int judge_effective(const struct judge *judge, const struct value *whole,
			   struct finding *finding)
{
	auto_value struct value value = { 0 };
	auto_text struct text text = { 0 };
	int r = pick(judge, whole, &value);

	if (r == -ERANGE)
		return decide_too_short(judge, finding);
	if (r < 0)
		return r;
	r = value_text(judge->rule->format, &value, &finding->effective);
	if (r < 0)
		return r;
	if (judge->inert_truth != TRUTH_YES)
		return judge_value(judge, &value, finding);
	finding->inert = judge->inert;
	text_add(&text, judge->inert->text);
	return finding_decide(finding, RESULT_NOT_APPLICABLE, BECAUSE_INERT, &text);
}

static int keep_current(const struct judge *judge, const struct value *whole,
			struct finding *finding)
{
	auto_value struct value value = { 0 };
	int r = pick(judge, whole, &value);

	if (r < 0)
		return r == -ERANGE ? 0 : r;
	return value_text(judge->rule->format, &value, &finding->current);
}

int judge_tunable(const struct judge *judge, const struct tunable_reading *reading,
		  struct finding *finding)
{
	auto_value struct value effective = { 0 };
	auto_text struct text text = { 0 };
	int r;

	if (reading->reading.state != READING_VALUE)
		return judge_state(judge, &reading->reading, reading->path, finding);
	r = keep_current(judge, &reading->reading.value, finding);
	if (r < 0)
		return r;
	r = snapshot_effective(judge->snapshot, reading, &effective);
	if (r == -ENODATA) {
		text_addf(&text, "what acts here beside %s is not known", reading->path);
		return finding_decide(finding, RESULT_UNKNOWN, BECAUSE_OPERAND_UNKNOWN, &text);
	}
	if (r < 0)
		return r;
	return judge_effective(judge, &effective, finding);
}

int judge_fact(const struct judge *judge, const struct fact_reading *reading,
	       struct finding *finding)
{
	int r;

	if (reading->reading.state != READING_VALUE)
		return judge_state(judge, &reading->reading, reading->path, finding);
	r = keep_current(judge, &reading->reading.value, finding);
	if (r < 0)
		return r;
	return judge_effective(judge, &reading->reading.value, finding);
}
