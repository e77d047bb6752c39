/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes finished transactions back: the newest, one by name, or all; never over what somebody else
 * changed unless asked to. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/work.h"

static bool is_of_profile(const struct journal *journal, const char *name)
{
	for (size_t i = 0; i < journal->profile_count; i++) {
		const struct journal_profile *profile = &journal->profiles[i];

		if (strcmp(profile->name, name) == 0 ||
		    (profile->path && strcmp(profile->path, name) == 0))
			return true;
	}
	return false;
}

/* An id names one; a profile its newest transaction. */
static struct journal *find_in(struct journal *const *journals, size_t count, const char *which)
{
	for (size_t i = count; which && i-- > 0;) {
		if (strcmp(journals[i]->id, which) == 0)
			return journals[i];
	}
	for (size_t i = count; i-- > 0;) {
		if (!which || is_of_profile(journals[i], which))
			return journals[i];
	}
	return NULL;
}

static void count_foreign(const struct work *work, size_t *drifted, size_t *elsewhere)
{
	for (size_t i = 0; i < work->count; i++) {
		const struct place *place = &work->places[i];

		*drifted += place->is_left && place->stand != STAND_ELSEWHERE;
		*elsewhere += place->stand == STAND_ELSEWHERE;
	}
}

/* What would be done, in the outcome, without doing it. */
static int survey(const struct take_back *order, struct journal *journal, size_t *drifted,
		  size_t *elsewhere)
{
	auto_work struct work work = { 0 };
	int r = work_init(&work, order->transaction, order->here, journal, order->outcome,
			  order->diag);

	if (r == 0)
		r = take_back_decide(order, &work);
	if (r < 0)
		return r;
	count_foreign(&work, drifted, elsewhere);
	for (size_t i = 0; i < work.count; i++) {
		struct place *place = &work.places[i];

		if (!place->is_taken_back || place->is_covered)
			continue;
		place->result = place->stand == STAND_BEFORE ? ENTRY_ALREADY : ENTRY_PLANNED;
		place->error = 0;
	}
	return 0;
}

static void refuse_for(const struct take_back *order, struct outcome *outcome,
		       const struct journal *journal, size_t drifted, size_t elsewhere)
{
	const char *option = order->transaction->state_option;

	outcome->state = OUTCOME_REFUSED;
	if (elsewhere > 0) {
		outcome_say(&outcome->because,
			    "transaction %s was made in another network namespace (%s)",
			    journal->id, journal->netns_inode);
		outcome_say(&outcome->remedy, "ip netns exec NAME tuneadv revert %s%s", journal->id,
			    option ? option : "");
		return;
	}
	outcome_say(&outcome->because,
		    "%zu value%s of transaction %s cannot be told to be what it left there",
		    drifted, drifted == 1 ? "" : "s", journal->id);
	outcome_say_drifted(&outcome->remedy, order->transaction, journal->id);
}

/* Targets, newest first; one, or all. */
struct targets {
	struct journal *const *journals;
	size_t count;
	bool is_all;
	struct journal *one;
};

static struct journal *target(const struct targets *targets, size_t index)
{
	if (targets->is_all)
		return targets->journals[targets->count - 1 - index];
	return targets->one;
}

/* Every target before the first write. Sets the outcome's state when that ends it. */
static int survey_all(const struct take_back *order, const struct targets *targets, bool is_dry_run)
{
	cleanup(outcome_done) struct outcome seen = { 0 };
	struct take_back look = *order;

	look.outcome = &seen;
	for (size_t i = 0; i < targets->count; i++) {
		struct journal *journal = target(targets, i);
		size_t drifted = 0;
		size_t elsewhere = 0;
		int r = survey(&look, journal, &drifted, &elsewhere);

		if (r < 0)
			return r;
		if (drifted + elsewhere == 0 || seen.state == OUTCOME_REFUSED)
			continue;
		refuse_for(order, &seen, journal, drifted, elsewhere);
	}
	if (!seen.state && is_dry_run)
		seen.state = OUTCOME_PLANNED;
	if (!seen.state)
		return 0;
	*order->outcome = seen;
	seen = (struct outcome){ 0 };
	return 0;
}

static int run(const struct take_back *order, const struct targets *targets)
{
	enum outcome_state whole = OUTCOME_REVERTED;
	enum outcome_state state;
	int r = 0;

	/* What a crash left above or below goes first, unless it is what was asked for. */
	if (!targets->is_all)
		r = take_back_unfinished(*order, targets->one, &state);
	if (r == 0 && !targets->is_all && state == OUTCOME_INCOMPLETE)
		whole = OUTCOME_INCOMPLETE;
	if (r < 0)
		return r;
	for (size_t i = 0; i < targets->count; i++) {
		r = take_back_journal(order, target(targets, i), &state);
		if (r < 0 && i == 0)
			return r;
		/* The layers below are what this one would have uncovered. */
		if (r < 0 || state != OUTCOME_REVERTED) {
			whole = i == 0 && whole == OUTCOME_REVERTED ? state : OUTCOME_INCOMPLETE;
			break;
		}
	}
	order->outcome->state = whole;
	if (whole == OUTCOME_INCOMPLETE && !order->outcome->remedy)
		outcome_say_command(&order->outcome->remedy, order->transaction, "recover");
	return 0;
}

static int not_found(const struct journals *journals, const char *which, struct outcome *outcome,
		     struct diag *diag)
{
	if (which && !find_in(journals->stale, journals->stale_count, which))
		return diag_add(diag, -ENOENT, which, "no such transaction is applied");
	outcome->state = OUTCOME_NOTHING_TO_DO;
	if (journals->stale_count > 0)
		outcome_say(&outcome->because,
			    "what was applied before the last boot ended with that boot");
	return 0;
}

int transaction_revert(const struct transaction *transaction, const struct revert_options *options,
		       struct outcome *ret_outcome, struct diag *diag)
{
	auto_here struct here here = { 0 };
	auto_journals struct journals journals = { 0 };
	struct take_back order = {
		.transaction = transaction,
		.here = &here,
		.journals = &journals,
		.policy = options->skips_drifted	? DRIFT_SKIPPED
			  : options->overwrites_drifted ? DRIFT_OVERWRITTEN
							: DRIFT_LEFT,
		.passes_elsewhere = true,
		.outcome = ret_outcome,
		.diag = diag,
	};
	struct targets targets = { .is_all = options->is_all };
	int r = here_take(transaction->source, &here, diag);

	if (r == 0)
		r = journals_take(transaction->state, &here, &journals, diag);
	if (r < 0)
		return r;
	if (journals.has_damage) {
		ret_outcome->state = OUTCOME_REFUSED;
		outcome_say(&ret_outcome->because,
			    "a record is damaged, and may hold the same values");
		return 0;
	}
	targets.journals = journals.journals;
	targets.one = find_in(journals.journals, journals.count, options->which);
	targets.count = options->is_all ? journals.count : 1;
	if (!targets.one)
		return not_found(&journals, options->which, ret_outcome, diag);
	r = survey_all(&order, &targets, options->is_dry_run);
	if (r < 0 || ret_outcome->state)
		return r;
	journals_remove_stale(transaction, &here, &journals, false, diag);
	return run(&order, &targets);
}
