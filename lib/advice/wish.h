/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the rules about one place want of it, as values. Private to target.c and wish.c. */
#ifndef ADVICE_WISH_H
#define ADVICE_WISH_H

#include "advice/plan_parts.h"

/* What one rule wants of the place, its operands as values. */
struct wish {
	const struct finding *finding;
	const struct rule *rule;
	struct value *operands;
	size_t count;
	struct value set; /* what the rule says is to be written; kind 0: the operand */
};

struct wishes {
	const struct planner *planner;
	const struct tunable_reading *reading; /* of the place */
	struct wish *wishes;		       /* first those that ask */
	size_t count;
	size_t capacity;
	size_t asking_count;
};

void wishes_done(struct wishes *wishes);
#define auto_wishes cleanup(wishes_done)
/*
 * Those that ask for @place, then the requirements that hold there and must go on doing so. The
 * planner and the reading are set. -ENODATA: what is asked for is not known exactly.
 */
must_check int wishes_gather(struct wishes *wishes, const struct place *place);
/* Does @whole, as the value of the place, meet the rule? */
must_check int wish_holds(const struct wish *wish, const struct value *whole, bool *ret_holds);
/* The value, or the element of it that the rule is about; and back into its place. */
must_check int wish_pick(const struct rule *rule, const struct value *whole,
			 struct value *ret_value);
must_check int wish_put(const struct rule *rule, const struct value *part, struct value *whole);
bool wish_is_floor(enum relation relation);
bool wish_is_ceiling(enum relation relation);

#endif
