/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether a setting does nothing on this host, for one of the reasons that its row knows. */
#include "config.h"

#include "advice/finding.h"

#include <errno.h>

int inert_evaluate(const struct inert *inert, const struct snapshot *snapshot,
		   enum truth *ret_truth)
{
	const struct release *release = snapshot_release(snapshot);
	struct resolver resolver;
	enum truth truth = release_reached(release, &inert->since);

	if (release_bracket_is_set(&inert->until))
		truth = truth_and(truth, truth_not(release_reached(release, &inert->until)));
	snapshot_resolver(snapshot, &resolver);
	for (size_t i = 0; i < inert->condition_count; i++) {
		enum truth holds;
		int r = condition_evaluate(&inert->conditions[i], &resolver, &holds, NULL);

		if (r == -ENOMEM)
			return r;
		truth = truth_and(truth, r < 0 ? TRUTH_UNKNOWN : holds);
	}
	/* What is only remembered must not decide (HOUSE 2). */
	if (truth == TRUTH_YES && inert->known == KNOWLEDGE_RECALLED)
		truth = TRUTH_UNKNOWN;
	*ret_truth = truth;
	return 0;
}
