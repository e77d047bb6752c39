/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All rules in force on one snapshot: a finding for each rule and instance. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

/* What findings_evaluate() was given, and where the findings go. */
struct evaluation {
	const struct snapshot *snapshot;
	const struct waiver *waivers;
	size_t waiver_count;
	struct findings *findings;
};

/* ---- one finding ---- */

static const struct owner_row *find_owner(const struct snapshot *snapshot,
					  const struct tunable *tunable)
{
	size_t count = 0;
	const struct owner_row *const *owners = snapshot_owners(snapshot, &count);

	for (size_t i = 0; tunable && i < count; i++) {
		if (owner_manages(owners[i], tunable->id))
			return owners[i];
	}
	return NULL;
}

static int finding_init(struct finding *finding, const struct judge *judge, const char *instance)
{
	const struct rule *rule = judge->rule;
	auto_text struct text id = { 0 };

	text_add(&id, rule->id);
	if (instance)
		text_addf(&id, "/%s", instance);
	finding->rule = rule;
	finding->instances = 1;
	finding->confidence =
		rule->kind == RULE_CONSIDER ? CONFIDENCE_CONSIDER : CONFIDENCE_EXPECTED;
	finding->changeable = CHANGEABLE_READ_ONLY;
	finding->owner = find_owner(judge->snapshot, rule->tunable);
	return text_take(&id, &finding->id);
}

static const char *find_waiver(const struct evaluation *evaluation, const struct finding *finding)
{
	for (size_t i = 0; i < evaluation->waiver_count; i++) {
		const struct waiver *waiver = &evaluation->waivers[i];

		if (strcmp(waiver->rule, finding->id) == 0 ||
		    strcmp(waiver->rule, finding->rule->id) == 0)
			return waiver->reason;
	}
	return NULL;
}

/* What passes needs no waiver, and counts as what it is. */
static int waive(const struct evaluation *evaluation, struct finding *finding)
{
	const char *reason = find_waiver(evaluation, finding);

	if (!reason || finding->result == RESULT_PASS || finding->result == RESULT_NOT_APPLICABLE)
		return 0;
	finding->waiver = strdup(reason);
	return finding->waiver ? 0 : -ENOMEM;
}

static int keep(struct evaluation *evaluation, const struct judge *judge, struct finding *finding)
{
	struct findings *findings = evaluation->findings;
	const struct tunable *tunable = judge->rule->tunable;
	enum reading_state state =
		finding->reading ? finding->reading->reading.state : READING_ABSENT;
	int r = waive(evaluation, finding);

	if (r < 0)
		return r;
	/* Whoever may ask the kernel asks for what fails (door/evaluate.c); this much the row says.
	 */
	if (tunable)
		finding->changeable = changeable_of(tunable, state, -ENOTSUP, 0);
	r = array_reserve(&findings->findings, &findings->capacity, findings->count + 1,
			  sizeof(*findings->findings));
	if (r < 0)
		return r;
	findings->findings[findings->count++] = *finding;
	*finding = (struct finding){ 0 };
	return 0;
}

/* ---- instances ---- */

static int add_no_instance(struct evaluation *evaluation, const struct judge *judge,
			   const char *name)
{
	auto_finding struct finding finding = { 0 };
	const struct rule *rule = judge->rule;
	enum scope scope = rule->tunable ? rule->tunable->scope : fact_row(rule->fact)->scope;
	auto_text struct text text = { 0 };
	int r = finding_init(&finding, judge, name);

	if (r < 0)
		return r;
	if (name)
		text_addf(&text, "there is no %s here", name);
	else
		text_addf(&text, "there is no %s here that this rule is about", scope_name(scope));
	finding.result = RESULT_NOT_APPLICABLE;
	finding.because = BECAUSE_NO_INSTANCE;
	r = text_take(&text, &finding.because_text);
	return r < 0 ? r : keep(evaluation, judge, &finding);
}

static bool names_instance(const struct rule *rule, const struct instance *instance)
{
	for (size_t i = 0; i < rule->for_each_count; i++) {
		if (strcmp(rule->for_each[i], instance->name) == 0)
			return true;
	}
	return false;
}

/* "all" and "default" are no interfaces, and loop devices nobody's disks, unless somebody names
 * them. */
static bool is_meant(const struct rule *rule, const struct instance *instance)
{
	if (!instance)
		return true;
	if (rule->for_each)
		return names_instance(rule, instance);
	return !instance->is_group && !instance->is_virtual;
}

/* Leaves result 0 where no condition is about this instance, or all of them hold. */
static int judge_instance(struct judge *judge, const struct instance *instance,
			  struct finding *finding)
{
	int r;

	if (!instance)
		return 0;
	judge->instance = instance;
	r = judge_before(judge, finding);
	judge->instance = NULL;
	return r;
}

static int add_tunable(struct evaluation *evaluation, struct judge *judge,
		       const struct tunable_reading *reading)
{
	auto_finding struct finding finding = { 0 };
	int r = finding_init(&finding, judge, reading->instance ? reading->instance->name : NULL);

	if (r < 0)
		return r;
	finding.instance = reading->instance;
	finding.reading = reading;
	r = judge_instance(judge, reading->instance, &finding);
	if (r == 0 && !finding.result)
		r = judge_tunable(judge, reading, &finding);
	return r < 0 ? r : keep(evaluation, judge, &finding);
}

static int add_fact(struct evaluation *evaluation, const struct judge *judge,
		    const struct fact_reading *reading)
{
	auto_finding struct finding finding = { 0 };
	int r = finding_init(&finding, judge, reading->instance ? reading->instance->name : NULL);

	if (r < 0)
		return r;
	finding.instance = reading->instance;
	finding.fact_reading = reading;
	r = judge_fact(judge, reading, &finding);
	return r < 0 ? r : keep(evaluation, judge, &finding);
}

static int add_tunables(struct evaluation *evaluation, struct judge *judge, size_t *ret_added)
{
	size_t count = 0;
	const struct tunable_reading *readings =
		snapshot_tunables(evaluation->snapshot, judge->rule->tunable, &count);

	for (size_t i = 0; i < count; i++) {
		int r;

		if (!is_meant(judge->rule, readings[i].instance))
			continue;
		r = add_tunable(evaluation, judge, &readings[i]);
		if (r < 0)
			return r;
		(*ret_added)++;
	}
	return 0;
}

static int add_facts(struct evaluation *evaluation, const struct judge *judge, size_t *ret_added)
{
	size_t count = 0;
	const struct fact_reading *readings =
		snapshot_facts(evaluation->snapshot, judge->rule->fact, &count);

	for (size_t i = 0; i < count; i++) {
		int r;

		if (!is_meant(judge->rule, readings[i].instance))
			continue;
		r = add_fact(evaluation, judge, &readings[i]);
		if (r < 0)
			return r;
		(*ret_added)++;
	}
	return 0;
}

static bool is_found(const struct findings *findings, size_t from, const char *name)
{
	for (size_t i = from; i < findings->count; i++) {
		const struct instance *instance = findings->findings[i].instance;

		if (instance && strcmp(instance->name, name) == 0)
			return true;
	}
	return false;
}

static int add_missing(struct evaluation *evaluation, const struct judge *judge, size_t from)
{
	const struct rule *rule = judge->rule;

	for (size_t i = 0; i < rule->for_each_count; i++) {
		int r = is_found(evaluation->findings, from, rule->for_each[i])
				? 0
				: add_no_instance(evaluation, judge, rule->for_each[i]);

		if (r < 0)
			return r;
	}
	return 0;
}

/* ---- one rule ---- */

static int add_decided_before(struct evaluation *evaluation, const struct judge *judge,
			      bool *ret_is_decided)
{
	auto_finding struct finding finding = { 0 };
	int r = finding_init(&finding, judge, NULL);

	if (r < 0)
		return r;
	r = judge_before(judge, &finding);
	if (r < 0)
		return r;
	*ret_is_decided = finding.result != 0;
	return *ret_is_decided ? keep(evaluation, judge, &finding) : 0;
}

static int evaluate_rule(struct evaluation *evaluation, const struct rule *rule)
{
	auto_judge struct judge judge = { 0 };
	size_t from = evaluation->findings->count;
	bool is_decided = false;
	size_t added = 0;
	int r = judge_init(&judge, rule, evaluation->snapshot);

	if (r < 0)
		return r;
	r = add_decided_before(evaluation, &judge, &is_decided);
	if (r < 0 || is_decided)
		return r;
	r = rule->tunable ? add_tunables(evaluation, &judge, &added)
			  : add_facts(evaluation, &judge, &added);
	if (r < 0)
		return r;
	if (rule->for_each)
		r = add_missing(evaluation, &judge, from);
	else if (added == 0)
		r = add_no_instance(evaluation, &judge, NULL);
	if (r < 0)
		return r;
	return findings_fold(evaluation->findings, from);
}

/* ---- all rules ---- */

static int compare_findings(const void *a, const void *b)
{
	const struct finding *first = a;
	const struct finding *second = b;
	int order = strcmp(first->id, second->id);

	return order ? order : strcmp(first->rule->profile->name, second->rule->profile->name);
}

static bool waiver_is_known(const struct waiver *waiver, const struct profile_set *set)
{
	size_t length = strcspn(waiver->rule, "/");

	for (size_t i = 0; i < set->rule_count; i++) {
		const char *id = set->rules[i]->id;

		if (strlen(id) == length && strncmp(id, waiver->rule, length) == 0)
			return true;
	}
	return false;
}

static void complain_waivers(const struct profile_set *set, const struct waiver *waivers,
			     size_t count, struct diag *diag)
{
	for (size_t i = 0; i < count; i++) {
		if (!waiver_is_known(&waivers[i], set))
			(void)diag_add(diag, -ENOENT, NULL,
				       "no rule of these profiles is called %s, so there is "
				       "nothing to waive",
				       waivers[i].rule); /* told, not failed */
	}
}

int findings_evaluate(const struct profile_set *set, const struct snapshot *snapshot,
		      const struct waiver *waivers, size_t waiver_count,
		      struct findings *ret_findings, struct diag *diag)
{
	auto_findings struct findings findings = { 0 };
	struct evaluation evaluation = {
		.snapshot = snapshot,
		.waivers = waivers,
		.waiver_count = waiver_count,
		.findings = &findings,
	};

	for (size_t i = 0; i < set->rule_count; i++) {
		int r = evaluate_rule(&evaluation, set->rules[i]);

		if (r < 0)
			return r;
	}
	complain_waivers(set, waivers, waiver_count, diag);
	if (findings.count > 0)
		qsort(findings.findings, findings.count, sizeof(*findings.findings),
		      compare_findings);
	*ret_findings = findings;
	findings_init(&findings);
	return 0;
}
