/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sets of CPU (or node) numbers, as the kernel writes and reads them: lists with ranges and
 * strides, grouped hex masks. */
#ifndef VALUE_CPULIST_H
#define VALUE_CPULIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define CPULIST_MAX 65536u /* numbers from 0 to CPULIST_MAX - 1; more is -ERANGE */

struct cpulist {
	uint64_t *words; /* NULL when empty */
	size_t count;	 /* of words; no trailing zero words */
};

void cpulist_done(struct cpulist *list);
#define auto_cpulist cleanup(cpulist_done)
/*
 * "0-3,8", "0-62:2" (stride), "0-31:4/8" (the kernel's used/group form: the first 4 of every 8),
 * "", "(null)" with blanks around: the empty set. One NUL and newlines at the end are dropped (seen
 * in kernel files). "all" and "N" forms of boot lines are not lists: -EBADMSG. Reversed ranges and
 * empty members are -EBADMSG.
 */
must_check int cpulist_parse(struct span text, struct cpulist *ret_list);
/* "ff", "0000,22222222,22222222", "0x..." refused: hexadecimal groups of at most 8 digits, the most
 * significant first. */
must_check int cpulist_parse_mask(struct span text, struct cpulist *ret_list);
void cpulist_print(struct text *text,
		   const struct cpulist *list); /* canonical: "0-3,8"; "" when empty */
void cpulist_print_mask(
	struct text *text,
	const struct cpulist *list); /* canonical: "f", "3,00000000": the first group
					without leading zeros; "0" when empty */
must_check int cpulist_copy(const struct cpulist *list, struct cpulist *ret_copy);
must_check int cpulist_add(struct cpulist *list, uint32_t cpu);
must_check int cpulist_add_range(struct cpulist *list, uint32_t first,
				 uint32_t last); /* both included */
bool cpulist_has(const struct cpulist *list, uint32_t cpu);
size_t cpulist_count(const struct cpulist *list);
bool cpulist_equal(const struct cpulist *a, const struct cpulist *b);
bool cpulist_within(const struct cpulist *inner, const struct cpulist *outer);
bool cpulist_disjoint(const struct cpulist *a, const struct cpulist *b);
/* The smallest member >= @from, or -1. */
int64_t cpulist_next(const struct cpulist *list, uint32_t from);

#endif
