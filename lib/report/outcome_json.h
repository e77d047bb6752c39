/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The frame of tuneadv-outcome/1, of plans and of outcomes alike. Private to report/. */
#ifndef REPORT_OUTCOME_JSON_H
#define REPORT_OUTCOME_JSON_H

#include "report/change_json.h"

struct outcome_told {
	const char *verb;
	const char *transaction; /* or NULL */
	enum outcome_state state;
	const char *because; /* or NULL */
	const char *remedy;  /* or NULL */
};

/* All keys before "guard", "changes" and "left_out", which follow in this order. */
void outcome_json_begin(struct document *document, const struct snapshot *snapshot,
			const struct outcome_told *told);

#endif
