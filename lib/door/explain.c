/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One tunable, fact or rule on this host: finds what the id names and reads what it needs. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "base/text.h"

struct named_rules {
	const struct rule **rules;
	size_t count;
	size_t capacity;
};

static int collect_rules(const struct profile_set *set, const char *id, struct named_rules *named)
{
	for (size_t i = 0; i < set->file_count; i++) {
		const struct profile *profile = set->files[i];

		for (size_t j = 0; j < profile->rule_count; j++) {
			if (strcmp(profile->rules[j].id, id) != 0)
				continue;

			int r = array_reserve(&named->rules, &named->capacity, named->count + 1,
					      sizeof(*named->rules));

			if (r < 0)
				return r;
			named->rules[named->count++] = &profile->rules[j];
		}
	}
	return 0;
}

static int read_needs(struct source *source, const struct explanation *explanation, const char *id,
		      struct snapshot **ret_snapshot, struct diag *diag)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_needs struct needs needs;

	needs_init(&needs);
	needs_add_identity(&needs);

	int r = explanation->rule_count == 0 ? needs_add(&needs, id) : 0;

	for (size_t i = 0; r == 0 && i < explanation->rule_count; i++)
		r = rule_needs(explanation->rules[i], &needs);
	if (r == 0)
		r = snapshot_new(&snapshot);
	if (r == 0)
		r = snapshot_take(snapshot, source, &needs, diag);
	if (r < 0)
		return r;
	*ret_snapshot = take_ptr(snapshot);
	return 0;
}

static int complain_unknown(const struct profile_set *set, const char *id, struct diag *diag)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;
	struct nearest nearest;

	/* Returned below, after the hint. */
	(void)diag_add(diag, -ENOENT, NULL, "no tunable, fact or rule is called '%s'", id);
	nearest_init(&nearest, id);
	while ((tunable = tunable_next(&walk)))
		nearest_offer(&nearest, tunable->id);
	for (int i = 1; i < FACT_END_; i++)
		nearest_offer(&nearest, fact_row((enum fact)i)->id);
	for (size_t i = 0; i < set->file_count; i++) {
		for (size_t j = 0; j < set->files[i]->rule_count; j++)
			nearest_offer(&nearest, set->files[i]->rules[j].id);
	}
	nearest_complain(&nearest, -ENOENT, diag);
	return -ENOENT;
}

int tuneadv_render_explain(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			   const char *id, struct tuneadv_diag *diag,
			   const struct tuneadv_style *style, const struct tuneadv_sink *sink)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_text struct text document = { 0 };
	autofree const struct rule **rules = NULL;
	struct named_rules named = { 0 };

	if (!context || !profiles || !id || !sink || !door_style_is_usable(style))
		return -EINVAL;

	struct report_frame frame = door_frame(context, diag);
	struct report_style inner = door_style(style);
	struct explanation explanation = {
		.frame = &frame,
		.style = &inner,
		.tunable = tunable_find(id),
		.profiles = &profiles->set,
	};
	int r = 0;

	if (!explanation.tunable)
		explanation.fact = fact_find(id);
	if (!explanation.tunable && !explanation.fact)
		r = collect_rules(&profiles->set, id, &named);
	rules = named.rules;
	if (r < 0)
		return r;
	if (!explanation.tunable && !explanation.fact && named.count == 0)
		return complain_unknown(&profiles->set, id, door_diag(diag));
	explanation.rules = rules;
	explanation.rule_count = named.count;
	r = read_needs(context->source, &explanation, id, &snapshot, door_diag(diag));
	if (r < 0)
		return r;
	explanation.snapshot = snapshot;
	r = style->format == TUNEADV_FORMAT_JSON ? report_explain_json(&explanation, &document)
						 : report_explain_text(&explanation, &document);
	if (r < 0)
		return r;
	return door_deliver(&document, sink);
}
