/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Findings -> plan: what is asked for each place, what is left of it, and the guard's word on all
 * of it. */
#include "config.h"

#include "advice/plan.h"

#include <errno.h>
#include <string.h>

#include "advice/plan_parts.h"
#include "base/array.h"

void plan_init(struct plan *plan)
{
	*plan = (struct plan){ 0 };
	plan->refusal.answer = GUARD_ALLOWED;
}

static void change_done(struct change *change)
{
	free(change->path);
	value_done(&change->from);
	value_done(&change->to);
	free(change->from_text);
	free(change->to_text);
	free(change->rules);
	free(change->privilege);
	*change = (struct change){ 0 };
}
#define auto_change cleanup(change_done)

void plan_done(struct plan *plan)
{
	for (size_t i = 0; i < plan->change_count; i++)
		change_done(&plan->changes[i]);
	free(plan->changes);
	for (size_t i = 0; i < plan->left_out_count; i++)
		free(plan->left_out[i].why);
	free(plan->left_out);
	free(plan->unread);
	guard_refusal_done(&plan->refusal);
	plan_init(plan);
}

static void planner_done(struct planner *planner)
{
	for (size_t i = 0; i < planner->place_count; i++)
		free(planner->places[i].asking);
	free(planner->places);
}
#define auto_planner cleanup(planner_done)

/* ---- places ---- */

static struct place *find_place(struct planner *planner, const struct tunable_reading *reading)
{
	for (size_t i = 0; i < planner->place_count; i++) {
		if (planner->places[i].reading == reading)
			return &planner->places[i];
	}
	return NULL;
}

static int add_place(struct planner *planner, const struct tunable_reading *reading,
		     struct place **ret_place)
{
	int r = array_reserve(&planner->places, &planner->place_capacity, planner->place_count + 1,
			      sizeof(*planner->places));

	if (r < 0)
		return r;
	*ret_place = &planner->places[planner->place_count++];
	**ret_place = (struct place){ .reading = reading };
	return 0;
}

static int ask(struct planner *planner, const struct finding *finding)
{
	struct place *place = find_place(planner, finding->reading);
	int r = place ? 0 : add_place(planner, finding->reading, &place);

	if (r < 0)
		return r;
	r = array_reserve(&place->asking, &place->asking_capacity, place->asking_count + 1,
			  sizeof(const struct finding *));
	if (r < 0)
		return r;
	place->asking[place->asking_count++] = finding;
	return 0;
}

static int sort_findings(struct planner *planner)
{
	for (size_t i = 0; i < planner->findings->count; i++) {
		const struct finding *finding = &planner->findings->findings[i];
		auto_text struct text why = { 0 };
		enum left_out reason = 0;
		int r;

		if (!finding_is_candidate(finding))
			continue;
		r = left_out_judge(planner, finding, &reason, &why);
		if (r == 0)
			r = reason ? plan_leave_out(planner->plan, finding, reason, &why)
				   : ask(planner, finding);
		if (r < 0)
			return r;
	}
	return 0;
}

static int leave_out_place(struct planner *planner, const struct place *place, enum left_out reason,
			   const struct text *why)
{
	for (size_t i = 0; i < place->asking_count; i++) {
		int r = plan_leave_out(planner->plan, place->asking[i], reason, why);

		if (r < 0)
			return r;
	}
	return 0;
}

/* What is only worth considering gives way to what is required. */
static int drop_considered(struct planner *planner, struct place *place, const struct text *why,
			   bool *ret_dropped)
{
	size_t required = 0;

	*ret_dropped = false;
	for (size_t i = 0; i < place->asking_count; i++)
		required += place->asking[i]->rule->kind == RULE_REQUIREMENT;
	if (required == 0 || required == place->asking_count)
		return 0;
	required = 0;
	for (size_t i = 0; i < place->asking_count; i++) {
		const struct finding *finding = place->asking[i];
		int r;

		if (finding->rule->kind == RULE_REQUIREMENT) {
			place->asking[required++] = finding;
			continue;
		}
		r = plan_leave_out(planner->plan, finding, LEFT_OUT_CONTRADICTED, why);
		if (r < 0)
			return r;
	}
	place->asking_count = required;
	*ret_dropped = true;
	return 0;
}

/* ---- may it be written, and could it be put back? ---- */

static const struct value *only_value(const struct snapshot *snapshot,
				      const struct tunable *tunable)
{
	size_t count = 0;
	const struct tunable_reading *readings =
		tunable ? snapshot_tunables(snapshot, tunable, &count) : NULL;

	if (count != 1 || readings->reading.state != READING_VALUE)
		return NULL;
	return &readings->reading.value;
}

static bool is_nought(const struct value *value)
{
	return value->kind == VALUE_NUMBER && value->number.magnitude == 0;
}

/* Of a pair of which one counts, the other shows 0 and comes back when the one is written again. */
static int judge_undo_of_pair(const struct planner *planner, const struct tunable *tunable,
			      struct text *why, enum guard_answer *ret_answer)
{
	const struct tunable *partner = tunable_find(tunable->exclusive_with);
	const struct value *value = only_value(planner->snapshot, partner);

	if (value && !is_nought(value))
		return guard_restore(partner, value, ret_answer, why);
	*ret_answer = GUARD_UNKNOWN;
	text_addf(why, "it shows 0 because %s counts instead, and what that is now is not known",
		  tunable->exclusive_with);
	return text_status(why);
}

static int judge_undo(const struct planner *planner, const struct tunable_reading *reading,
		      enum left_out *ret_reason, struct text *why)
{
	const struct tunable *tunable = reading->tunable;
	const struct value *from = &reading->reading.value;
	enum guard_answer answer = GUARD_UNKNOWN;
	int r = tunable->exclusive_with && is_nought(from)
			? judge_undo_of_pair(planner, tunable, why, &answer)
			: guard_restore(tunable, from, &answer, why);

	if (r < 0)
		return r;
	*ret_reason = answer == GUARD_ALLOWED ? 0 : LEFT_OUT_NOT_UNDOABLE;
	return 0;
}

/* Both of a pair cannot count: the second write would take the first back. */
static bool partner_is_planned(const struct plan *plan, const struct tunable *tunable)
{
	for (size_t i = 0; tunable->exclusive_with && i < plan->change_count; i++) {
		if (strcmp(plan->changes[i].tunable->id, tunable->exclusive_with) == 0)
			return true;
	}
	return false;
}

static int judge_write(const struct planner *planner, const struct tunable_reading *reading,
		       const struct value *to, enum left_out *ret_reason, struct text *why)
{
	const struct tunable *tunable = reading->tunable;
	enum guard_answer answer = GUARD_UNKNOWN;
	int r;

	if (partner_is_planned(planner->plan, tunable)) {
		text_addf(why, "only one of it and %s counts, and the plan has that one",
			  tunable->exclusive_with);
		*ret_reason = LEFT_OUT_CONTRADICTED;
		return text_status(why);
	}
	r = judge_undo(planner, reading, ret_reason, why);
	if (r < 0 || *ret_reason)
		return r;
	text_clear(why);
	r = guard_value(tunable, to, &answer, why);
	if (r < 0)
		return r;
	*ret_reason = answer == GUARD_ALLOWED ? 0 : LEFT_OUT_GUARD;
	return 0;
}

/* ---- changes ---- */

static int print_rules(const struct place *place, char **ret_rules)
{
	auto_text struct text text = { 0 };

	for (size_t i = 0; i < place->asking_count; i++) {
		if (i > 0)
			text_add(&text, ", ");
		text_add(&text, place->asking[i]->rule->id);
	}
	return text_take(&text, ret_rules);
}

static int change_init(struct change *change, const struct place *place, struct value *to)
{
	const struct tunable_reading *reading = place->reading;
	int r;

	change->finding = place->asking[0];
	change->tunable = reading->tunable;
	change->instance = reading->instance;
	change->rule_id = change->finding->rule->id;
	change->owner = change->finding->owner;
	change->path = strdup(reading->path);
	if (!change->path)
		return -ENOMEM;
	r = value_copy(&reading->reading.value, &change->from);
	if (r < 0)
		return r;
	change->to = *to;
	to->kind = 0;
	r = value_text(&change->tunable->format, &change->from, &change->from_text);
	if (r == 0)
		r = value_text(&change->tunable->format, &change->to, &change->to_text);
	return r < 0 ? r : print_rules(place, &change->rules);
}

static int add_change(struct plan *plan, const struct place *place, struct value *to)
{
	auto_change struct change change = { 0 };
	int r = change_init(&change, place, to);

	if (r < 0)
		return r;
	r = array_reserve(&plan->changes, &plan->change_capacity, plan->change_count + 1,
			  sizeof(*plan->changes));
	if (r < 0)
		return r;
	plan->changes[plan->change_count++] = change;
	change = (struct change){ 0 };
	return 0;
}

static int plan_place(struct planner *planner, struct place *place)
{
	auto_value struct value to = { 0 };
	auto_text struct text why = { 0 };
	enum left_out reason = 0;
	bool is_dropped = false;
	int r = target_find(planner, place, &to, &reason, &why);

	if (r == 0 && reason == LEFT_OUT_CONTRADICTED)
		r = drop_considered(planner, place, &why, &is_dropped);
	if (r == 0 && is_dropped) {
		text_clear(&why);
		r = target_find(planner, place, &to, &reason, &why);
	}
	if (r == 0 && !reason)
		r = judge_write(planner, place->reading, &to, &reason, &why);
	if (r < 0)
		return r;
	return reason ? leave_out_place(planner, place, reason, &why)
		      : add_change(planner->plan, place, &to);
}

/* ---- the whole ---- */

/* "all" first: what is enough for an interface depends on it. */
static int plan_places(struct planner *planner, bool is_group)
{
	for (size_t i = 0; i < planner->place_count; i++) {
		const struct instance *instance = planner->places[i].reading->instance;
		int r;

		if ((instance && instance->is_group) != is_group)
			continue;
		r = plan_place(planner, &planner->places[i]);
		if (r < 0)
			return r;
	}
	return 0;
}

static int judge_whole(const struct snapshot *snapshot, struct plan *plan)
{
	autofree struct guard_write *writes = NULL;

	if (plan->change_count == 0)
		return 0;
	writes = calloc(plan->change_count, sizeof(*writes));
	if (!writes)
		return -ENOMEM;
	for (size_t i = 0; i < plan->change_count; i++) {
		writes[i] = (struct guard_write){
			.tunable = plan->changes[i].tunable,
			.instance = plan->changes[i].instance,
			.to = &plan->changes[i].to,
		};
	}
	return guard_writes(snapshot, writes, plan->change_count, &plan->refusal);
}

static bool is_contained(const struct snapshot *snapshot)
{
	const struct fact_reading *container = snapshot_fact(snapshot, FACT_CONTAINER);

	return container && container->reading.state == READING_VALUE &&
	       container->reading.value.kind == VALUE_CHOICE &&
	       strcmp(container->reading.value.choice.chosen, "none") != 0;
}

int plan_make(const struct findings *findings, const struct profile_set *set,
	      const struct snapshot *snapshot, const struct plan_options *options,
	      struct plan *ret_plan, struct diag *diag)
{
	auto_plan struct plan plan;
	auto_planner struct planner planner = {
		.findings = findings,
		.set = set,
		.snapshot = snapshot,
		.options = options,
		.is_contained = is_contained(snapshot),
		.plan = &plan,
	};
	int r = plan_check_words(set, options, diag);

	plan_init(&plan);
	if (r < 0)
		return r;
	r = sort_findings(&planner);
	if (r == 0)
		r = plan_note_unread(&planner);
	if (r == 0)
		r = plan_places(&planner, true);
	if (r == 0)
		r = plan_places(&planner, false);
	if (r == 0)
		r = plan_order(&plan);
	if (r == 0)
		r = judge_whole(snapshot, &plan);
	if (r < 0)
		return r;
	*ret_plan = plan;
	plan_init(&plan);
	return 0;
}
