/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What explanations work out of rows and a snapshot, for text and JSON alike. Private to report/.
 */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "report/layout.h"
#include "report/report.h"

/* What the setting would be on a host that nobody touched. */
struct explained_default {
	struct value low; /* kind 0: not known, and then @why says why */
	struct value high;
	const char *why;		   /* borrowed */
	const struct tunable_default *row; /* where it comes from; NULL: several could be it */
};

must_check int explain_default(const struct tunable *tunable, const struct snapshot *snapshot,
			       struct explained_default *ret_default);
void explained_default_done(struct explained_default *explained);
#define auto_explained_default cleanup(explained_default_done)

/* Does the rule speak of this tunable, as its subject? */
bool explain_is_about(const struct rule *rule, const struct explanation *explanation);

bool explain_owner_runs(const struct snapshot *snapshot, const struct owner_row *owner);

/* ---- text ---- */

#define EXPLAIN_LABEL_COLUMNS 14

struct explain_page {
	const struct explanation *explanation;
	struct text *text;
};

void explain_line(const struct explain_page *page, const char *label, const struct text *words);
void explain_sentence(const struct explain_page *page, const char *label, const char *sentence);
void explain_list(const struct explain_page *page, const char *label, const char *const *strings);
void explain_readings(const struct explain_page *page, const struct tunable *tunable);
void explain_fact_readings(const struct explain_page *page, enum fact fact);
void explain_tunable(const struct explain_page *page, const struct tunable *tunable);
void explain_rule(const struct explain_page *page, const struct rule *rule);

#endif
