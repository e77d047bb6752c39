/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Plan -> journal, in memory: everything is read anew, and what is not as it was planned, or would
 * leave the host weaker by now, ends it before anything is written.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/sha256.h"
#include "change/work.h"

struct preparation {
	const struct transaction *transaction;
	const struct here *here;
	const struct plan *plan;
	struct snapshot *snapshot;
	struct journal *journal;
	size_t entry_capacity;
	struct outcome *outcome;
	struct diag *diag;
};

static int copy(const char *from, char **ret_copy)
{
	*ret_copy = strdup(from ? from : "");
	return *ret_copy ? 0 : -ENOMEM;
}

static int refuse(struct preparation *preparation, const char *about, const char *why)
{
	preparation->outcome->state = OUTCOME_REFUSED;
	outcome_say(&preparation->outcome->because, "%s: %s", about, why);
	return -ECANCELED;
}

static int read_anew(struct preparation *preparation)
{
	const struct plan *plan = preparation->plan;
	auto_needs struct needs needs = { 0 };
	int r = 0;

	needs_init(&needs);
	for (size_t i = 0; r == 0 && i < plan->change_count; i++) {
		r = needs_add(&needs, plan->changes[i].tunable->id);
		if (r == 0 && plan->changes[i].instance)
			r = needs_add_instance(&needs, plan->changes[i].instance->name);
	}
	if (r == 0)
		r = needs_add_for_change(&needs);
	if (r == 0)
		r = snapshot_new(&preparation->snapshot);
	if (r == 0)
		r = snapshot_take(preparation->snapshot, preparation->transaction->source, &needs,
				  preparation->diag);
	return r;
}

/* The same place in the new snapshot; NULL when it is gone or another one of that name. */
static const struct tunable_reading *find_reading(const struct preparation *preparation,
						  const struct change *change)
{
	size_t count;
	const struct tunable_reading *readings =
		snapshot_tunables(preparation->snapshot, change->tunable, &count);

	for (size_t i = 0; i < count; i++) {
		const struct instance *instance = readings[i].instance;

		if (strcmp(readings[i].path, change->path) != 0)
			continue;
		/* Where the plan did not learn its number, the name alone tells. */
		if (!instance || !change->instance || change->instance->number < 0)
			return !instance == !change->instance ? &readings[i] : NULL;
		return instance->number == change->instance->number ? &readings[i] : NULL;
	}
	return NULL;
}

static bool has_path(const struct journal *journal, const char *path)
{
	for (size_t i = 0; i < journal->entry_count; i++) {
		if (strcmp(journal->entries[i].path, path) == 0)
			return true;
	}
	return false;
}

static int add_entry(struct preparation *preparation, const struct tunable_reading *reading,
		     const struct change *change)
{
	struct journal *journal = preparation->journal;
	const struct tunable *tunable = reading->tunable;
	const struct instance *instance = reading->instance;
	struct journal_entry *entry;
	int r = array_reserve(&journal->entries, &preparation->entry_capacity,
			      journal->entry_count + 1, sizeof(*journal->entries));

	if (r < 0)
		return r;
	entry = &journal->entries[journal->entry_count++];
	*entry = (struct journal_entry){
		.role = change ? ENTRY_CHANGE : ENTRY_COUPLING,
		.tunable = tunable,
		.instance_number = instance ? instance->number : -1,
		.result = ENTRY_PLANNED,
	};
	r = copy(tunable->id, &entry->tunable_id);
	if (r == 0 && instance)
		r = copy(instance->name, &entry->instance_name);
	if (r == 0 && instance)
		r = copy(instance->fragment, &entry->fragment);
	if (r == 0)
		r = copy(reading->path, &entry->path);
	if (r == 0)
		r = copy(change ? change->rules : "", &entry->rules);
	if (r == 0)
		r = place_identity(preparation->transaction->source, tunable,
				   instance ? instance->name : NULL, &entry->identity);
	if (r == 0)
		r = value_text(&tunable->format, &reading->reading.value, &entry->from);
	if (r == 0)
		r = value_text(&tunable->format, change ? &change->to : &reading->reading.value,
			       &entry->to);
	if (r == 0 && change && value_equal(&reading->reading.value, &change->to))
		entry->result = ENTRY_ALREADY;
	return r;
}

static bool is_planned(const struct preparation *preparation, const char *path)
{
	for (size_t i = 0; i < preparation->plan->change_count; i++) {
		if (strcmp(preparation->plan->changes[i].path, path) == 0)
			return true;
	}
	return false;
}

/* @moved: the one instance that moves; NULL: of the same scope its namesake, else every one. */
static bool is_moved(const struct tunable_reading *reading, const struct change *change,
		     const char *moved)
{
	const struct instance *written = change->instance;

	if (!reading->instance)
		return true;
	if (reading->tunable == change->tunable)
		return written && coupling_moves(change->tunable, written->name,
						 change->tunable->id, reading->instance->name);
	if (moved)
		return strcmp(moved, reading->instance->name) == 0;
	return !written || reading->tunable->scope != change->tunable->scope ||
	       strcmp(written->name, reading->instance->name) == 0;
}

/* All places of @coupling that move with a change. */
static int add_coupling(struct preparation *preparation, const struct change *change,
			const char *coupling)
{
	const char *moved = NULL;
	const struct tunable *tunable = coupling_find(coupling, &moved);
	const struct tunable_reading *readings;
	size_t count = 0;
	int r = 0;

	if (!tunable)
		return 0;
	readings = snapshot_tunables(preparation->snapshot, tunable, &count);
	for (size_t i = 0; r == 0 && i < count; i++) {
		const struct tunable_reading *reading = &readings[i];

		if (!is_moved(reading, change, moved))
			continue;
		if (has_path(preparation->journal, reading->path) ||
		    is_planned(preparation, reading->path))
			continue;
		if (reading->reading.state == READING_VALUE)
			r = add_entry(preparation, reading, NULL);
		else if (reading->reading.state == READING_UNREADABLE)
			r = refuse(preparation, tunable->id,
				   "it moves with a change and cannot be read, so it could not be "
				   "put back");
	}
	return r;
}

/* Before the change itself: what is restored in reverse comes after it then. */
static int add_couplings(struct preparation *preparation, const struct change *change)
{
	const char *const *coupling = change->tunable->couplings;
	const char *partner = change->tunable->exclusive_with;
	int r = 0;

	for (; r == 0 && coupling && *coupling; coupling++)
		r = add_coupling(preparation, change, *coupling);
	if (r == 0 && partner)
		r = add_coupling(preparation, change, partner);
	return r;
}

static int add_change(struct preparation *preparation, const struct change *change)
{
	const struct tunable_reading *reading = find_reading(preparation, change);
	int r;

	if (!reading || reading->reading.state != READING_VALUE)
		return refuse(preparation, change->path, "it cannot be read any more; plan anew");
	if (!value_equal(&reading->reading.value, &change->from) &&
	    !value_equal(&reading->reading.value, &change->to))
		return refuse(preparation, change->path,
			      "it has another value now than when this was planned; plan anew");
	r = add_couplings(preparation, change);
	return r == 0 ? add_entry(preparation, reading, change) : r;
}

/* Once more before the write: the host may have moved since the plan. */
static int ask_guard(struct preparation *preparation)
{
	const struct plan *plan = preparation->plan;
	auto_refusal struct guard_refusal refusal = { 0 };
	autofree struct guard_write *writes = calloc(plan->change_count, sizeof(*writes));
	int r;

	if (!writes)
		return -ENOMEM;
	for (size_t i = 0; i < plan->change_count; i++) {
		const struct change *change = &plan->changes[i];

		writes[i] = (struct guard_write){
			.tunable = change->tunable,
			.instance = find_reading(preparation, change)->instance,
			.to = &change->to,
		};
	}
	r = guard_writes(preparation->snapshot, writes, plan->change_count, &refusal);
	if (r < 0 || refusal.answer == GUARD_ALLOWED)
		return r;
	return refuse(preparation, guard_answer_name(refusal.answer),
		      refusal.why.bytes ? refusal.why.bytes : "refused by the guard");
}

static int add_profiles(struct journal *journal, const struct profile_set *set)
{
	journal->profiles =
		calloc(set->chosen_count ? set->chosen_count : 1, sizeof(*journal->profiles));
	if (!journal->profiles)
		return -ENOMEM;
	for (size_t i = 0; i < set->chosen_count; i++) {
		const struct profile *profile = set->chosen[i];
		struct journal_profile *ours = &journal->profiles[journal->profile_count++];
		char digest[SHA256_HEX_SIZE];
		int r;

		sha256_hex(text_span(&profile->bytes), digest);
		r = copy(profile->name, &ours->name);
		if (r == 0)
			r = copy(profile->path, &ours->path);
		if (r == 0)
			r = copy(digest, &ours->sha256);
		if (r < 0)
			return r;
	}
	return 0;
}

static int add_origin(struct preparation *preparation, const struct profile_set *set,
		      uint64_t sequence)
{
	const struct transaction *transaction = preparation->transaction;
	struct journal *journal = preparation->journal;
	int r = journal_id_new(transaction->time_s, &journal->id);

	journal->time_s = transaction->time_s;
	journal->uid = transaction->uid;
	journal->sequence = sequence;
	journal->state = JOURNAL_PREPARED;
	if (r == 0)
		r = copy(transaction->version, &journal->version);
	if (r == 0)
		r = copy(preparation->here->boot_id, &journal->boot_id);
	if (r == 0)
		r = copy(preparation->here->netns_inode, &journal->netns_inode);
	if (r == 0)
		r = copy(preparation->here->netns_cookie, &journal->netns_cookie);
	return r == 0 ? add_profiles(journal, set) : r;
}

int prepare(const struct transaction *transaction, const struct here *here, const struct plan *plan,
	    const struct profile_set *set, uint64_t sequence, struct journal **ret_journal,
	    struct outcome *outcome, struct diag *diag)
{
	auto_journal struct journal *journal = calloc(1, sizeof(*journal));
	auto_snapshot struct snapshot *snapshot = NULL;
	struct preparation preparation = {
		.transaction = transaction,
		.here = here,
		.plan = plan,
		.journal = journal,
		.outcome = outcome,
		.diag = diag,
	};
	int r = journal ? 0 : -ENOMEM;

	if (r == 0)
		r = read_anew(&preparation);
	snapshot = preparation.snapshot;
	for (size_t i = 0; r == 0 && i < plan->change_count; i++)
		r = add_change(&preparation, &plan->changes[i]);
	if (r == 0)
		r = ask_guard(&preparation);
	if (r == 0)
		r = add_origin(&preparation, set, sequence);
	/* Refused, and the outcome says why. */
	if (r == -ECANCELED)
		return 0;
	if (r < 0)
		return r;
	*ret_journal = take_ptr(journal);
	return 0;
}
