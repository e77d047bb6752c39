/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The value that would be written to a place: what its rules ask for together, and never less than
 * is there already. */
#include "config.h"

#include "advice/plan_parts.h"

#include <errno.h>
#include <string.h>

#include "advice/wish.h"

static bool is_bound(const struct wish *wish)
{
	/* A range with a value of its own within means that value. */
	if (wish->set.kind && wish->rule->relation == RELATION_BETWEEN)
		return false;
	return wish_is_floor(wish->rule->relation) || wish_is_ceiling(wish->rule->relation);
}

/* ---- joining ---- */

static bool is_beyond(struct number a, struct number bound, bool is_upwards)
{
	int order = number_compare(a, bound);

	return is_upwards ? order < 0 : order > 0;
}

/* Moves @value to the bound unless it is better already; a vector element by element. */
static int move_to(struct value *value, const struct value *bound, bool is_upwards)
{
	int order;
	int r;

	if (value->kind == VALUE_VECTOR && bound->kind == VALUE_VECTOR) {
		for (size_t i = 0; i < value->vector.count && i < bound->vector.count; i++) {
			struct number *n = &value->vector.elements[i];

			if (is_beyond(*n, bound->vector.elements[i], is_upwards))
				*n = bound->vector.elements[i];
		}
		return 0;
	}
	r = value_compare(value, bound, &order);
	if (r < 0)
		return r;
	if (is_upwards ? order < 0 : order > 0)
		*value = *bound; /* numbers and flags own nothing */
	return 0;
}

/* What is just enough where the bound itself is not. */
static int beyond(const struct value *bound, bool is_upwards, struct value *ret_value)
{
	static const struct number one = NUMBER(1);
	static const struct number minus_one = NUMBER_MINUS(1);
	struct number n;
	int r;

	if (bound->kind == VALUE_FLAG) {
		*ret_value = (struct value){ .kind = VALUE_FLAG, .flag = is_upwards };
		return 0;
	}
	if (bound->kind != VALUE_NUMBER)
		return -EINVAL;
	r = number_scale(bound->number, one, 1, is_upwards ? one : minus_one, ROUND_EXACT, &n);
	if (r < 0)
		return r;
	*ret_value = (struct value){ .kind = VALUE_NUMBER, .number = n };
	return 0;
}

static int apply_bound(const struct wish *wish, bool is_upwards, struct value *whole)
{
	enum relation relation = wish->rule->relation;
	bool is_second = relation == RELATION_BETWEEN && !is_upwards;
	const struct value *bound = wish->set.kind ? &wish->set : &wish->operands[is_second];
	auto_value struct value part = { 0 };
	struct value strict;
	int r = wish_pick(wish->rule, whole, &part);

	if (r < 0)
		return r;
	if (!wish->set.kind && (relation == RELATION_MORE_THAN || relation == RELATION_LESS_THAN)) {
		r = beyond(bound, is_upwards, &strict);
		if (r < 0)
			return r;
		bound = &strict;
	}
	r = move_to(&part, bound, is_upwards);
	return r < 0 ? r : wish_put(wish->rule, &part, whole);
}

static int apply_bounds(const struct wishes *wishes, bool is_upwards, struct value *whole)
{
	for (size_t i = 0; i < wishes->asking_count; i++) {
		const struct wish *wish = &wishes->wishes[i];
		enum relation relation = wish->rule->relation;
		int r;

		if (!is_bound(wish) ||
		    !(is_upwards ? wish_is_floor(relation) : wish_is_ceiling(relation)))
			continue;
		r = apply_bound(wish, is_upwards, whole);
		if (r < 0)
			return r;
	}
	return 0;
}

/* Rules that name values; @choice of the first of them, for the others their first. */
static int apply_named(const struct wishes *wishes, size_t choice, struct value *whole)
{
	bool is_first = true;

	for (size_t i = 0; i < wishes->asking_count; i++) {
		const struct wish *wish = &wishes->wishes[i];
		const struct value *named = &wish->set;
		bool holds = false;
		int r = is_bound(wish) || is_first ? 0 : wish_holds(wish, whole, &holds);

		if (r < 0)
			return r;
		if (is_bound(wish) || holds)
			continue;
		if (!wish->set.kind)
			named = &wish->operands[is_first ? choice : 0];
		is_first = false;
		r = wish_put(wish->rule, named, whole);
		if (r < 0)
			return r;
	}
	return 0;
}

/* Between how many values the first rule that names some lets us choose. */
static size_t count_choices(const struct wishes *wishes)
{
	for (size_t i = 0; i < wishes->asking_count; i++) {
		const struct wish *wish = &wishes->wishes[i];

		if (!is_bound(wish))
			return wish->set.kind ? 1 : wish->count;
	}
	return 1;
}

static void keep_ascending(const struct tunable *tunable, struct value *value)
{
	if (!tunable->is_ascending || value->kind != VALUE_VECTOR)
		return;
	for (size_t i = 1; i < value->vector.count; i++) {
		if (number_compare(value->vector.elements[i], value->vector.elements[i - 1]) < 0)
			value->vector.elements[i] = value->vector.elements[i - 1];
	}
}

static int build(const struct wishes *wishes, size_t choice, struct value *ret_to)
{
	auto_value struct value to = { 0 };
	int r = value_copy(&wishes->reading->reading.value, &to);

	if (r == 0)
		r = apply_named(wishes, choice, &to);
	if (r == 0)
		r = apply_bounds(wishes, true, &to);
	if (r == 0)
		r = apply_bounds(wishes, false, &to);
	if (r < 0)
		return r;
	keep_ascending(wishes->reading->tunable, &to);
	*ret_to = to;
	to.kind = 0;
	return 0;
}

/* ---- proof ---- */

/* NULL in *ret_broken: every rule holds. */
static int find_broken(const struct wishes *wishes, const struct value *value,
		       const struct wish **ret_broken)
{
	*ret_broken = NULL;
	for (size_t i = 0; i < wishes->count; i++) {
		bool holds;
		int r = wish_holds(&wishes->wishes[i], value, &holds);

		if (r < 0)
			return r;
		if (!holds) {
			*ret_broken = &wishes->wishes[i];
			return 0;
		}
	}
	return 0;
}

/* What the plan puts into "all" of the same setting; NULL: it stays as it is. */
static const struct value *planned_all(const struct wishes *wishes)
{
	const struct plan *plan = wishes->planner->plan;

	for (size_t i = 0; i < plan->change_count; i++) {
		const struct change *change = &plan->changes[i];

		if (change->tunable == wishes->reading->tunable && change->instance &&
		    change->instance->is_group && strcmp(change->instance->name, "all") == 0)
			return &change->to;
	}
	return NULL;
}

/* What would act here if the place held @to. */
static int effective_of(const struct wishes *wishes, const struct value *to,
			struct value *ret_effective)
{
	struct tunable_reading changed = *wishes->reading;
	const struct value *all = planned_all(wishes);

	if (all && changed.instance && !changed.instance->is_group) {
		const struct value *acting = value_combined(changed.tunable->combine, all, to);

		return acting ? value_copy(acting, ret_effective) : -ENODATA;
	}
	changed.reading.value = *to;
	return snapshot_effective(wishes->planner->snapshot, &changed, ret_effective);
}

static int explain_all(const struct wishes *wishes, struct text *why)
{
	text_addf(why, "what stands in \"all\" of %s acts here whatever this one says",
		  wishes->reading->tunable->id);
	return text_status(why);
}

/* Does the value do what the rules want, together with what else acts on the place? */
static int prove(const struct wishes *wishes, const struct value *to, enum left_out *ret_reason,
		 struct text *why)
{
	auto_value struct value effective = { 0 };
	const struct wish *broken;
	int r = find_broken(wishes, to, &broken);

	if (r < 0)
		return r;
	if (broken) {
		text_addf(why, "no value suits rule %s and the others that are about it",
			  broken->rule->id);
		*ret_reason = LEFT_OUT_CONTRADICTED;
		return text_status(why);
	}
	*ret_reason = 0;
	r = effective_of(wishes, to, &effective);
	if (r < 0)
		return r == -ENODATA ? 0 : r;
	r = find_broken(wishes, &effective, &broken);
	if (r < 0 || !broken)
		return r;
	*ret_reason = LEFT_OUT_ADVICE;
	return explain_all(wishes, why);
}

/* ---- all together ---- */

static int choose(const struct wishes *wishes, struct value *ret_to, enum left_out *ret_reason,
		  struct text *why)
{
	size_t choices = count_choices(wishes);

	*ret_reason = LEFT_OUT_CONTRADICTED;
	for (size_t i = 0; i < choices && *ret_reason; i++) {
		auto_value struct value to = { 0 };
		int r = build(wishes, i, &to);

		text_clear(why);
		if (r == -EINVAL || r == -ERANGE) {
			text_add(why, "what the rules ask for is not a value of it");
			*ret_reason = LEFT_OUT_UNKNOWN;
			return text_status(why);
		}
		if (r == 0)
			r = prove(wishes, &to, ret_reason, why);
		if (r < 0)
			return r;
		if (*ret_reason)
			continue;
		*ret_to = to;
		to.kind = 0;
	}
	return 0;
}

int target_find(const struct planner *planner, const struct place *place, struct value *ret_to,
		enum left_out *ret_reason, struct text *why)
{
	auto_wishes struct wishes wishes = {
		.planner = planner,
		.reading = place->reading,
	};
	int r = wishes_gather(&wishes, place);

	if (r == -ENODATA) {
		text_add(why, "what it should be is not known exactly");
		*ret_reason = LEFT_OUT_UNKNOWN;
		return text_status(why);
	}
	return r < 0 ? r : choose(&wishes, ret_to, ret_reason, why);
}
