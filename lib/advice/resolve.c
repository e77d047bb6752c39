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

static bool resolve(void *closure, const char *id, struct resolved *ret_resolved)
{
	const struct judge *judge = closure;
	struct span name = span_of(id);

	if (span_skip(&name, ID_PARAMETER))
		return resolve_parameter(judge, name.bytes, ret_resolved);
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
