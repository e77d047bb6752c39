/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* In which order a plan is written, so that nothing in between is refused, undone or worse than
 * before. */
#include "config.h"

#include "advice/plan_parts.h"

#include <errno.h>
#include <string.h>

static bool is_about(const struct change *change, const char *id)
{
	return strcmp(change->tunable->id, id) == 0;
}

static bool is_raised(const struct change *change)
{
	int order;

	return value_compare(&change->to, &change->from, &order) == 0 && order > 0;
}

/*
 * The kernel takes no runtime longer than its period. A period that grows goes first, one that
 * shrinks last: then the share of real-time threads is at no moment the larger of both.
 */
static bool period_goes_first(const struct change *first, const struct change *second)
{
	static const char period[] = "kernel.sched_rt_period_us";
	static const char runtime[] = "kernel.sched_rt_runtime_us";

	if (is_about(first, period) && is_about(second, runtime))
		return is_raised(first);
	return is_about(first, runtime) && is_about(second, period) && !is_raised(second);
}

/* Where the background threshold is not below the other the kernel silently takes half of that. */
static bool background_goes_first(const struct change *first, const struct change *second)
{
	static const char *const background[] = { "vm.dirty_background_bytes",
						  "vm.dirty_background_ratio" };
	static const char *const foreground[] = { "vm.dirty_bytes", "vm.dirty_ratio" };

	for (size_t i = 0; i < ARRAY_SIZE(background); i++) {
		for (size_t k = 0; k < ARRAY_SIZE(foreground); k++) {
			if (is_about(first, background[i]) && is_about(second, foreground[k]))
				return !is_raised(second);
			if (is_about(first, foreground[k]) && is_about(second, background[i]))
				return is_raised(first);
		}
	}
	return false;
}

/* Must @first be written before @second? */
static bool goes_first(const struct change *first, const struct change *second)
{
	if (period_goes_first(first, second) || background_goes_first(first, second))
		return true;
	/* Writing the one moves the other, so what is wanted of the other comes after. */
	return coupling_moves(first->tunable, NULL, second->tunable->id, NULL) &&
	       !coupling_moves(second->tunable, NULL, first->tunable->id, NULL);
}

static bool must_wait(const struct change *changes, size_t count, size_t index)
{
	for (size_t i = 0; i < count; i++) {
		if (i != index && changes[i].tunable && goes_first(&changes[i], &changes[index]))
			return true;
	}
	return false;
}

/* The first that need not wait; in a circle the first of all. */
static size_t find_next(const struct change *changes, size_t count)
{
	size_t first = count;

	for (size_t i = 0; i < count; i++) {
		if (!changes[i].tunable)
			continue;
		if (!must_wait(changes, count, i))
			return i;
		if (first == count)
			first = i;
	}
	return first;
}

int plan_order(struct plan *plan)
{
	struct change *ordered;

	if (plan->change_count < 2)
		return 0;
	ordered = calloc(plan->change_count, sizeof(*ordered));
	if (!ordered)
		return -ENOMEM;
	for (size_t i = 0; i < plan->change_count; i++) {
		size_t next = find_next(plan->changes, plan->change_count);

		ordered[i] = plan->changes[next];
		plan->changes[next] = (struct change){ 0 };
	}
	free(plan->changes);
	plan->changes = ordered;
	plan->change_capacity = plan->change_count;
	return 0;
}
