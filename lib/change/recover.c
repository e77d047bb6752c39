/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes back what a crash left half done. */
#include "config.h"

#include "change/work.h"

int transaction_recover(const struct transaction *transaction, struct outcome *ret_outcome,
			struct diag *diag)
{
	auto_here struct here here = { 0 };
	auto_journals struct journals journals = { 0 };
	struct take_back order = {
		.transaction = transaction,
		.here = &here,
		.journals = &journals,
		.policy = DRIFT_LEFT,
		.outcome = ret_outcome,
		.diag = diag,
	};
	int r = here_take(transaction->source, &here, diag);

	if (r == 0)
		r = journals_take(transaction->state, &here, &journals, diag);
	if (r == 0)
		journals_remove_stale(transaction, &here, &journals, false, diag);
	if (r == 0)
		r = take_back_unfinished(order, NULL, &ret_outcome->state);
	if (r < 0)
		return r;
	if (journals.has_damage) {
		ret_outcome->state = OUTCOME_INCOMPLETE;
		outcome_say(&ret_outcome->because,
			    "a record is damaged, so what it holds is not known");
	}
	if (ret_outcome->state == OUTCOME_INCOMPLETE && ret_outcome->transaction &&
	    !ret_outcome->remedy)
		outcome_say_drifted(&ret_outcome->remedy, transaction, ret_outcome->transaction);
	return 0;
}
