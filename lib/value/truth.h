/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Three-valued answers: what could not be had is never a yes. */
#ifndef VALUE_TRUTH_H
#define VALUE_TRUTH_H

enum truth {
	TRUTH_NO = 1,
	TRUTH_YES,
	TRUTH_UNKNOWN,
};

static inline enum truth truth_of(int yes)
{
	return yes ? TRUTH_YES : TRUTH_NO;
}

static inline enum truth truth_not(enum truth a)
{
	return a == TRUTH_UNKNOWN ? a : (a == TRUTH_YES ? TRUTH_NO : TRUTH_YES);
}

/* A no decides, whatever the other says. */
static inline enum truth truth_and(enum truth a, enum truth b)
{
	if (a == TRUTH_NO || b == TRUTH_NO)
		return TRUTH_NO;
	return a == TRUTH_YES && b == TRUTH_YES ? TRUTH_YES : TRUTH_UNKNOWN;
}

#endif
