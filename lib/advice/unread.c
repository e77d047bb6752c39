/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plan could not learn: whether it is enough is not known then. */
#include "config.h"

#include "advice/plan_parts.h"
#include "base/array.h"

/* As for the verdict of check, but of what is asked for alone. */
int plan_note_unread(struct planner *planner)
{
	struct plan *plan = planner->plan;

	for (size_t i = 0; i < planner->findings->count; i++) {
		const struct finding *finding = &planner->findings->findings[i];
		int r;

		if (!finding_is_undecided(finding) ||
		    !left_out_is_asked_for(planner->options, finding))
			continue;
		r = array_reserve(&plan->unread, &plan->unread_capacity, plan->unread_count + 1,
				  sizeof(const struct finding *));
		if (r < 0)
			return r;
		plan->unread[plan->unread_count++] = finding;
	}
	return 0;
}

size_t plan_count_unread(const struct plan *plan, enum severity fail_on)
{
	size_t count = 0;

	for (size_t i = 0; fail_on && i < plan->unread_count; i++)
		count += plan->unread[i]->rule->severity >= fail_on;
	return count;
}
