/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The real-time limit: a runtime within a period. Either alone can take it away, so both are judged
 * as one share, and which share is none at all depends on the release (security.md 2).
 */
#include "config.h"

#include "guard/parts.h"

/* What the kernel gives the threads of interrupts: sched_set_fifo(), MAX_RT_PRIO / 2. */
#define IRQ_THREAD_PRIORITY 50

struct share {
	uint64_t runtime;
	uint64_t period;
	bool is_unlimited; /* negative, or all of the period */
};

/* The kernel keeps 32 bits of each; more is nothing that it showed. */
static bool is_counted(const struct value *value)
{
	return value && value->kind == VALUE_NUMBER && value->number.magnitude <= UINT32_MAX;
}

static bool share_of(const struct value *runtime, const struct value *period,
		     struct share *ret_share)
{
	if (!is_counted(runtime) || !is_counted(period) || period->number.negative ||
	    period->number.magnitude == 0)
		return false;
	*ret_share = (struct share){
		.runtime = runtime->number.magnitude,
		.period = period->number.magnitude,
		.is_unlimited = runtime->number.negative ||
				runtime->number.magnitude >= period->number.magnitude,
	};
	return true;
}

/* Is @value what this release starts with, known exactly? */
static bool is_default(const struct snapshot *snapshot, const char *id, const struct value *value)
{
	struct resolver resolver;
	struct resolved resolved = { 0 };

	snapshot_resolver(snapshot, &resolver);
	return resolver.resolve(resolver.closure, id, &resolved) && resolved.value &&
	       !resolved.value_high && value_equal(resolved.value, value);
}

static bool is_larger(const struct share *is, const struct share *was)
{
	if (was->is_unlimited)
		return false;
	return is->is_unlimited || is->runtime * was->period > was->runtime * is->period;
}

enum guard_answer rt_judge(const struct moment *moment, struct text *why)
{
	const struct moment start = { .snapshot = moment->snapshot };
	const struct value *runtime = moment_value_of(moment, RT_RUNTIME);
	const struct value *period = moment_value_of(moment, RT_PERIOD);
	const struct value *runtime_was = moment_value_of(&start, RT_RUNTIME);
	const struct value *period_was = moment_value_of(&start, RT_PERIOD);
	struct share is;
	struct share was;

	if (!runtime || !period || !runtime_was || !period_was)
		return refuse(why, GUARD_UNKNOWN,
			      "the share of real-time tasks is " RT_RUNTIME " of " RT_PERIOD
			      ", and one of them is not known");
	if (value_equal(runtime, runtime_was) && value_equal(period, period_was))
		return GUARD_ALLOWED;
	if (!share_of(runtime, period, &is) || !share_of(runtime_was, period_was, &was))
		return refuse(why, GUARD_INCOMPARABLE,
			      RT_RUNTIME " and " RT_PERIOD " make no share that can be compared");
	if (runtime->number.negative)
		return refuse(why, GUARD_WEAKER, "a negative " RT_RUNTIME " takes the limit away");
	/* From 7.2 on the kernel itself starts with all of the period. */
	if (is.is_unlimited && !(is_default(moment->snapshot, "default:" RT_RUNTIME, runtime) &&
				 is_default(moment->snapshot, "default:" RT_PERIOD, period)))
		return refuse(why, GUARD_WEAKER,
			      RT_RUNTIME " of the whole " RT_PERIOD " takes the limit away");
	if (is_larger(&is, &was))
		return refuse(why, GUARD_WEAKER,
			      "real-time tasks could take a larger share of " RT_PERIOD
			      " than now");
	return GUARD_ALLOWED;
}

enum guard_answer guard_rt_priority(uint32_t priority, struct text *why)
{
	if (priority == 0)
		return refuse(why, GUARD_OUT_OF_RANGE, "real-time priorities begin at 1");
	if (priority >= IRQ_THREAD_PRIORITY)
		return refuse(why, GUARD_WEAKER,
			      "priority %lu would come before the threads of interrupts, which "
			      "have %d; at most %d is safe",
			      (unsigned long)priority, IRQ_THREAD_PRIORITY,
			      IRQ_THREAD_PRIORITY - 1);
	return GUARD_ALLOWED;
}
