/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a rule's ids stand for: its parameters, its subject's default, and what the host tells; and
 * whether its subject does anything here. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static bool resolve_parameter(const struct judge *judge, const char *name,
			      struct resolved *ret_resolved)
{
	const struct parameter *parameter = profile_parameter(judge->rule->profile, name);

	*ret_resolved = (struct resolved){ .why = "it is not set" };
	if (!parameter)
		return true;
	*ret_resolved = (struct resolved){
		.value = &parameter->value,
		.format = &parameter->format,
		.unit = parameter->unit,
	};
	return true;
}

const struct reading *judge_reading(const struct judge *judge, const struct tunable *tunable,
				    const char **ret_path)
{
	size_t count = 0;
	const struct tunable_reading *readings =
		snapshot_tunables(judge->snapshot, tunable, &count);
	bool has_instances = scope_has_instances(tunable->scope);

	for (size_t i = 0; i < count; i++) {
		if (has_instances && (!judge->instance || strcmp(readings[i].instance->name,
								 judge->instance->name) != 0))
			continue;
		*ret_path = readings[i].path;
		return &readings[i].reading;
	}
	return NULL;
}

/* Of the instance that is judged; false: nothing that differs by instance. */
static bool resolve_of_instance(const struct judge *judge, const char *id,
				struct resolved *ret_resolved)
{
	const struct tunable *tunable = judge->instance ? tunable_find(id) : NULL;
	const struct reading *reading;
	const char *path;

	if (!tunable || tunable->scope != judge->instance->kind)
		return false;
	reading = judge_reading(judge, tunable, &path);
	if (!reading)
		return false;
	if (reading->state != READING_VALUE) {
		*ret_resolved = (struct resolved){ .why = "it has no value there" };
		return true;
	}
	*ret_resolved = (struct resolved){
		.value = &reading->value,
		.format = &tunable->format,
		.unit = tunable->unit,
	};
	return true;
}

static bool resolve(void *closure, const char *id, struct resolved *ret_resolved)
{
	const struct judge *judge = closure;
	struct span name = span_of(id);

	if (span_skip(&name, ID_PARAMETER))
		return resolve_parameter(judge, name.bytes, ret_resolved);
	if (resolve_of_instance(judge, id, ret_resolved))
		return true;
	if (strcmp(id, ID_DEFAULT) == 0)
		id = judge->default_id;
	return judge->host.resolve(judge->host.closure, id, ret_resolved);
}

static int find_inert(struct judge *judge, const struct tunable *tunable)
{
	judge->inert_truth = TRUTH_NO;
	for (size_t i = 0; i < tunable->inert_count; i++) {
		enum truth truth;
		int r = inert_evaluate(&tunable->inert[i], judge->snapshot, &truth);

		if (r < 0)
			return r;
		if (truth == TRUTH_NO || judge->inert_truth == TRUTH_YES)
			continue;
		judge->inert = &tunable->inert[i];
		judge->inert_truth = truth;
	}
	return 0;
}

int judge_init(struct judge *judge, const struct rule *rule, const struct snapshot *snapshot)
{
	auto_text struct text id = { 0 };
	int r;

	*judge = (struct judge){ .rule = rule, .snapshot = snapshot, .inert_truth = TRUTH_NO };
	snapshot_resolver(snapshot, &judge->host);
	judge->resolver = judge->host;
	judge->resolver.resolve = resolve;
	judge->resolver.closure = judge;
	text_addf(&id, ID_DEFAULT_OF "%s", rule->subject_id);
	r = text_take(&id, &judge->default_id);
	if (r < 0)
		return r;
	return rule->tunable ? find_inert(judge, rule->tunable) : 0;
}

void judge_done(struct judge *judge)
{
	free(judge->default_id);
	*judge = (struct judge){ 0 };
}
