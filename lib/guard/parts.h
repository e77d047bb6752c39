/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of the guard share. Private to this floor. */
#ifndef GUARD_PARTS_H
#define GUARD_PARTS_H

#include "guard/guard.h"

/* The pair whose values are judged together, as a share (security.md 2, sched_rt_runtime_us). */
#define RT_RUNTIME "kernel.sched_rt_runtime_us"
#define RT_PERIOD  "kernel.sched_rt_period_us"

/* Answers @answer and adds the sentence; what memory did not allow shows in the text's status. */
enum guard_answer refuse(struct text *why, enum guard_answer answer, const char *format, ...)
	format_like(3, 4);

/* Number of the rank that holds @value, the weakest 0; -1: none does. */
int rank_of(const struct tunable *tunable, const struct value *value);
/* The lowest rank that may be asked for: the row's floor, and never the weakest. */
int rank_floor(const struct tunable *tunable);

/* The set that a number of bits stands for. */
uint64_t bits_of(const struct tunable *tunable, struct number number);
/* Is each word of @wanted among @words? */
bool words_hold(struct span words, struct span wanted);
/* Numbers between the ends; false: no range. */
bool span_of_range(const struct value *value, uint64_t *ret_span);

/* Nobody wrote down what numbers beyond the row's limits do, so they are not ordered either. */
bool is_within_limits(const struct tunable *tunable, struct number number);

/* Writes up to some moment, over what the snapshot shows. */
struct moment {
	const struct snapshot *snapshot;
	const struct guard_write *writes;
	size_t done; /* writes that were made */
};

/* What stands at @reading's place; NULL: not known. Borrowed from the snapshot or the writes. */
const struct value *moment_value(const struct moment *moment,
				 const struct tunable_reading *reading);
/* What a tunable without instances has; NULL: not known. */
const struct value *moment_value_of(const struct moment *moment, const char *id);

/* Is the real-time limit at least as tight as it was before the first write? */
enum guard_answer rt_judge(const struct moment *moment, struct text *why);

/* Do the host's memory and CPUs bear this write? @now is what stands there. */
enum guard_answer bounds_judge(const struct snapshot *snapshot, const struct tunable *tunable,
			       const struct value *now, const struct value *to, struct text *why);

#endif
