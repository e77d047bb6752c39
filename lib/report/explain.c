/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What explanations say of a row on this host: its default here, what acts, who manages it. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/document.h"
#include "report/explain.h"

static const struct release *release_of(const struct snapshot *snapshot)
{
	return snapshot ? snapshot_release(snapshot) : NULL;
}

void explained_default_done(struct explained_default *explained)
{
	value_done(&explained->low);
	value_done(&explained->high);
}

/* The last row that has certainly begun, where no later one may have. */
static const struct tunable_default *row_of(const struct tunable *tunable,
					    const struct release *release)
{
	const struct tunable_default *certain = NULL;

	for (size_t i = 0; i < tunable->default_count; i++) {
		switch (release_reached(release, &tunable->defaults[i].since)) {
		case TRUTH_YES:
			certain = &tunable->defaults[i];
			break;
		case TRUTH_UNKNOWN:
			certain = NULL;
			break;
		case TRUTH_NO:
			break;
		}
	}
	return certain;
}

int explain_default(const struct tunable *tunable, const struct snapshot *snapshot,
		    struct explained_default *ret_default)
{
	struct explained_default explained = { 0 };
	struct resolver resolver = { 0 };
	int r;

	if (!snapshot) {
		explained.why = "nothing is known of this host";
		*ret_default = explained;
		return 0;
	}
	snapshot_resolver(snapshot, &resolver);
	r = tunable_default_on(tunable, release_of(snapshot), &resolver, &explained.low,
			       &explained.high, &explained.why);
	if (r == -ENOMEM)
		return r;
	if (r < 0 && !explained.why)
		explained.why = "no default of it is recorded";
	if (r == 0)
		explained.row = row_of(tunable, release_of(snapshot));
	if (explained.row && explained.row->known == KNOWLEDGE_RECALLED) {
		explained_default_done(&explained);
		explained = (struct explained_default){
			.why = "its default is only remembered, not verified",
		};
	}
	*ret_default = explained;
	return 0;
}

bool explain_is_about(const struct rule *rule, const struct explanation *explanation)
{
	if (explanation->tunable)
		return rule->subject == SUBJECT_TUNABLE && rule->tunable == explanation->tunable;
	return rule->subject == SUBJECT_FACT && rule->fact == explanation->fact;
}

bool explain_owner_runs(const struct snapshot *snapshot, const struct owner_row *owner)
{
	size_t count = 0;
	const struct owner_row *const *owners = snapshot ? snapshot_owners(snapshot, &count) : NULL;

	for (size_t i = 0; i < count; i++) {
		if (owners[i] == owner)
			return true;
	}
	return false;
}
