/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changes and takes back, with no more privilege than the values in question need. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "change/privilege.h"

_Static_assert((int)TUNEADV_OUTCOME_PLANNED == (int)OUTCOME_PLANNED, "words differ");
_Static_assert((int)TUNEADV_OUTCOME_ROLLED_BACK == (int)OUTCOME_ROLLED_BACK, "words differ");
_Static_assert((int)TUNEADV_OUTCOME_INCOMPLETE == (int)OUTCOME_INCOMPLETE, "words differ");
_Static_assert((int)TUNEADV_OUTCOME_NOTHING_TO_DO == (int)OUTCOME_NOTHING_TO_DO, "words differ");

/* ---- what the writes need ---- */

struct row_list {
	const struct tunable **rows;
	size_t count;
	size_t capacity;
};

static int row_list_add(struct row_list *list, const struct tunable *row)
{
	int r = row ? array_reserve(&list->rows, &list->capacity, list->count + 1,
				    sizeof(*list->rows))
		    : 0;

	if (r == 0 && row)
		list->rows[list->count++] = row;
	return r;
}

static int add_rows_of(struct row_list *list, const struct journal *journal)
{
	for (size_t i = 0; i < journal->entry_count; i++) {
		int r = row_list_add(list, journal->entries[i].tunable);

		if (r < 0)
			return r;
	}
	return 0;
}

/* What a journal in the folder may make us put back. Damage is told by the transaction itself. */
static int add_recorded_rows(struct row_list *list, struct state_folder *folder)
{
	struct journal **journals = NULL;
	size_t count = 0;
	int r = journal_load_all(folder, &journals, &count, NULL);

	if (r == -ENOMEM)
		return r;
	r = 0;
	for (size_t i = 0; r == 0 && i < count; i++)
		r = add_rows_of(list, journals[i]);
	journals_free(journals, count);
	return r;
}

/* @plan: NULL for what only takes back. */
static int lower(const struct tuneadv_context *context, struct state_folder *folder,
		 const struct plan *plan, struct privilege_saved **ret_saved)
{
	struct row_list list = { 0 };
	int r = add_recorded_rows(&list, folder);

	for (size_t i = 0; r == 0 && plan && i < plan->change_count; i++)
		r = row_list_add(&list, plan->changes[i].tunable);
	if (r == 0)
		r = privilege_lower(list.rows, list.count, context->uid, ret_saved);
	free(list.rows);
	return r;
}

/* ---- the state folder ---- */

/* NULL: out of memory. */
static char *make_option(const char *path)
{
	auto_text struct text option = { 0 };
	char *taken = NULL;

	if (strcmp(path, STATE_FOLDER_DEFAULT) == 0)
		return strdup("");
	text_add(&option, " --state-dir ");
	text_add_quoted(&option, path);
	return text_take(&option, &taken) < 0 ? NULL : taken;
}

int tuneadv_state_open(struct tuneadv_context *context, const char *path, int is_read_only,
		       struct tuneadv_state **ret_state, struct tuneadv_diag *diag)
{
	if (!context || !path || !ret_state)
		return -EINVAL;

	struct state_options options = {
		.path = path,
		.euid = context->uid,
		.is_read_only = is_read_only != 0,
	};
	struct tuneadv_state *state = calloc(1, sizeof(*state));

	if (!state)
		return -ENOMEM;
	state->path = strdup(path);
	state->option = make_option(path);

	int r = state->path && state->option ? state_open(&options, &state->folder, door_diag(diag))
					     : -ENOMEM;

	if (r < 0) {
		tuneadv_state_free(state);
		return r;
	}
	*ret_state = state;
	return 0;
}

void tuneadv_state_free(struct tuneadv_state *state)
{
	if (!state)
		return;
	state_close(state->folder);
	free(state->path);
	free(state->option);
	free(state);
}

int tuneadv_state_lock(struct tuneadv_state *state, struct tuneadv_diag *diag)
{
	return state ? state_lock(state->folder, door_diag(diag)) : -EINVAL;
}

/* ---- transactions ---- */

struct ready {
	struct transaction transaction;
	struct audit audit;
};

/* A captured host is data: there is nothing that could be changed. */
static int make_ready(const struct tuneadv_context *context, const struct tuneadv_state *state,
		      const struct tuneadv_audit *audit, struct ready *ret_ready, struct diag *diag)
{
	if (!context || !state)
		return -EINVAL;
	if (source_kind(context->source) != SOURCE_LIVE)
		return diag_add(diag, -EINVAL, context->root,
				"this is a captured host; only a live one can be changed");
	if (audit)
		ret_ready->audit = (struct audit){ audit->event, audit->closure };
	ret_ready->transaction = (struct transaction){
		.source = context->source,
		.state = state->folder,
		.audit = audit && audit->event ? &ret_ready->audit : NULL,
		.version = tuneadv_version(),
		.time_s = context->time_s,
		.uid = context->uid,
		.state_option = state->option,
	};
	return 0;
}

static struct tuneadv_outcome *outcome_new(void)
{
	struct tuneadv_outcome *outcome = calloc(1, sizeof(*outcome));

	if (outcome)
		outcome_init(&outcome->outcome);
	return outcome;
}

/* How a call ended, its privileges given back: the outcome goes to the caller or is freed. */
static int conclude(int r, struct privilege_saved *saved, struct tuneadv_outcome *outcome,
		    struct tuneadv_outcome **ret_outcome, struct diag *diag)
{
	int restored = privilege_restore(saved);

	/* What was written stands all the same, so this is no failure of the call. */
	if (restored < 0)
		(void)diag_add(diag, restored, NULL,
			       "the capabilities of this process stay lowered");
	if (r < 0) {
		tuneadv_outcome_free(outcome);
		return r;
	}
	*ret_outcome = outcome;
	return 0;
}

int tuneadv_apply(struct tuneadv_context *context, struct tuneadv_state *state,
		  const struct tuneadv_profiles *profiles, const struct tuneadv_plan *plan,
		  const struct tuneadv_audit *audit, struct tuneadv_outcome **ret_outcome,
		  struct tuneadv_diag *diag)
{
	struct privilege_saved *saved = NULL;
	struct ready ready = { 0 };

	if (!profiles || !plan || !ret_outcome)
		return -EINVAL;

	int r = make_ready(context, state, audit, &ready, door_diag(diag));

	if (r < 0)
		return r;

	struct tuneadv_outcome *outcome = outcome_new();

	if (!outcome)
		return -ENOMEM;
	outcome->plan = &plan->plan;
	r = lower(context, state->folder, &plan->plan, &saved);
	if (r == 0)
		r = transaction_apply(&ready.transaction, &plan->plan, &profiles->set,
				      &outcome->outcome, door_diag(diag));
	return conclude(r, saved, outcome, ret_outcome, door_diag(diag));
}

void tuneadv_revert_options_init(struct tuneadv_revert_options *options)
{
	*options = (struct tuneadv_revert_options){ .size = sizeof(*options) };
}

static int ask_privilege(const struct tuneadv_context *context, struct tuneadv_outcome *outcome)
{
	for (size_t i = 0; i < outcome->outcome.change_count; i++) {
		const struct outcome_change *change = &outcome->outcome.changes[i];
		const struct tunable *tunable = tunable_find(change->subject);
		auto_text struct text sentence = { 0 };
		autofree char *missing = NULL;

		if (change->result != ENTRY_PLANNED || !tunable || !change->path)
			continue;

		int r = door_privilege(context, tunable, change->path, &missing);

		if (r < 0)
			return r;
		if (!missing)
			continue;
		text_addf(&sentence, "%s %s", change->subject, missing);
		return text_take(&sentence, &outcome->missing);
	}
	return 0;
}

static int refuse_for_privilege(struct tuneadv_outcome *outcome)
{
	free(outcome->outcome.because);
	outcome->outcome.because = strdup(outcome->missing);
	outcome->outcome.state = OUTCOME_REFUSED;
	return outcome->outcome.because ? 0 : -ENOMEM;
}

static int revert(const struct tuneadv_context *context, const struct ready *ready,
		  struct revert_options *options, struct tuneadv_outcome *outcome,
		  struct diag *diag)
{
	bool is_dry_run = options->is_dry_run;

	/* Found out before the first write: half a way back would be the worst end. */
	options->is_dry_run = true;

	int r = transaction_revert(&ready->transaction, options, &outcome->outcome, diag);

	if (r == 0)
		r = ask_privilege(context, outcome);
	if (r < 0 || is_dry_run || outcome->outcome.state != OUTCOME_PLANNED)
		return r;
	if (outcome->missing)
		return refuse_for_privilege(outcome);
	outcome_done(&outcome->outcome);
	outcome_init(&outcome->outcome);
	options->is_dry_run = false;
	return transaction_revert(&ready->transaction, options, &outcome->outcome, diag);
}

int tuneadv_revert(struct tuneadv_context *context, struct tuneadv_state *state,
		   const struct tuneadv_revert_options *options, const struct tuneadv_audit *audit,
		   struct tuneadv_outcome **ret_outcome, struct tuneadv_diag *diag)
{
	struct privilege_saved *saved = NULL;
	struct ready ready = { 0 };

	if (!options || options->size != sizeof(*options) || !ret_outcome)
		return -EINVAL;
	if (options->skips_drifted && options->overwrites_drifted)
		return -EINVAL;

	struct revert_options inner = {
		.which = options->which,
		.is_all = options->is_all != 0,
		.skips_drifted = options->skips_drifted != 0,
		.overwrites_drifted = options->overwrites_drifted != 0,
		.is_dry_run = options->is_dry_run != 0,
	};
	int r = make_ready(context, state, audit, &ready, door_diag(diag));

	if (r < 0)
		return r;

	struct tuneadv_outcome *outcome = outcome_new();

	if (!outcome)
		return -ENOMEM;
	r = lower(context, state->folder, NULL, &saved);
	if (r == 0)
		r = revert(context, &ready, &inner, outcome, door_diag(diag));
	return conclude(r, saved, outcome, ret_outcome, door_diag(diag));
}

int tuneadv_recover(struct tuneadv_context *context, struct tuneadv_state *state,
		    const struct tuneadv_audit *audit, struct tuneadv_outcome **ret_outcome,
		    struct tuneadv_diag *diag)
{
	struct privilege_saved *saved = NULL;
	struct ready ready = { 0 };

	if (!ret_outcome)
		return -EINVAL;

	int r = make_ready(context, state, audit, &ready, door_diag(diag));

	if (r < 0)
		return r;

	struct tuneadv_outcome *outcome = outcome_new();

	if (!outcome)
		return -ENOMEM;
	r = lower(context, state->folder, NULL, &saved);
	if (r == 0)
		r = transaction_recover(&ready.transaction, &outcome->outcome, door_diag(diag));
	return conclude(r, saved, outcome, ret_outcome, door_diag(diag));
}

/* ---- outcomes ---- */

void tuneadv_outcome_free(struct tuneadv_outcome *outcome)
{
	if (!outcome)
		return;
	outcome_done(&outcome->outcome);
	free(outcome->missing);
	free(outcome);
}

enum tuneadv_outcome_state tuneadv_outcome_state(const struct tuneadv_outcome *outcome)
{
	return (enum tuneadv_outcome_state)(outcome ? outcome->outcome.state : 0);
}

size_t tuneadv_outcome_count(const struct tuneadv_outcome *outcome)
{
	size_t count = 0;

	for (size_t i = 0; outcome && i < outcome->outcome.change_count; i++) {
		enum entry_result result = outcome->outcome.changes[i].result;

		count += result == ENTRY_PLANNED || result == ENTRY_CHANGED ||
			 result == ENTRY_RESTORED;
	}
	return count;
}

const char *tuneadv_outcome_missing(const struct tuneadv_outcome *outcome)
{
	return outcome ? outcome->missing : NULL;
}
