/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Findings that say the same of several instances, told once; rules counted by how they fare.
 * Private to report/. */
#ifndef REPORT_FOLD_H
#define REPORT_FOLD_H

#include "report/report.h"

/* Is finding number @index the first that says this? The others are told with it. */
bool fold_begins(const struct findings *findings, size_t index);
/* " on eth0", " on 14 interfaces (eth0, eth1, ...)"; nothing where there are no instances. */
void fold_where(struct text *text, const struct findings *findings, size_t index);

/* How a rule fares over all its instances; waived findings are left out. */
enum rule_standing {
	STANDING_HOLDS = 1,
	STANDING_FAILS,
	STANDING_UNKNOWN,
	STANDING_NOT_APPLICABLE,
	STANDING_WAIVED, /* nothing else is left */
};

/* @ret_because: of the first finding with that standing. */
enum rule_standing rule_standing(const struct findings *findings, const struct rule *rule,
				 enum because *ret_because);

/* A list of words for people: "a, b, c and 3 more". */
#define NAMES_MAX 4
struct names {
	const char *names[NAMES_MAX]; /* borrowed */
	size_t count;		      /* of different ones */
};

/* Counts @name unless it is among those kept: findings of one rule follow each other, so a name
 * past the limit is at worst counted once for each rule. */
void names_add(struct names *names, const char *name);
void names_print(struct text *text, const struct names *names);

#endif
