/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a snapshot holds, and how one finds something in it. take.c fills it. */
#include "config.h"

#include "host/snapshot.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "host/parts.h"

int snapshot_new(struct snapshot **ret_snapshot)
{
	struct snapshot *snapshot = calloc(1, sizeof(*snapshot));

	if (!snapshot)
		return -ENOMEM;
	*ret_snapshot = snapshot;
	return 0;
}

static void set_free(struct instance_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		free(set->instances[i].name);
		free(set->instances[i].fragment);
	}
	free(set->instances);
	free(set->folder);
	free(set);
}

static void slot_done(struct tunable_slot *slot)
{
	if (!slot->has_default)
		return;
	value_done(&slot->default_low);
	value_done(&slot->default_high);
}

static void facts_done(struct fact_slot *slot)
{
	for (size_t i = 0; i < slot->count; i++) {
		reading_done(&slot->readings[i].reading);
		free(slot->readings[i].path);
	}
	free(slot->readings);
}

void snapshot_free(struct snapshot *snapshot)
{
	if (!snapshot)
		return;
	for (size_t i = 0; i < FACT_END_; i++)
		facts_done(&snapshot->facts[i]);
	for (size_t i = 0; i < snapshot->slot_count; i++)
		slot_done(&snapshot->slots[i]);
	for (size_t i = 0; i < snapshot->reading_count; i++) {
		reading_done(&snapshot->readings[i].reading);
		free(snapshot->readings[i].path);
	}
	for (size_t i = 0; i < snapshot->set_count; i++)
		set_free(snapshot->sets[i]);
	free(snapshot->sets);
	free(snapshot->slots);
	free(snapshot->readings);
	free(snapshot->owners);
	free(snapshot);
}

struct instance_set *snapshot_add_set(struct snapshot *snapshot, enum scope scope,
				      const char *folder)
{
	struct instance_set *set;

	if (array_reserve(&snapshot->sets, &snapshot->set_capacity, snapshot->set_count + 1,
			  sizeof(*snapshot->sets)) < 0)
		return NULL;
	set = calloc(1, sizeof(*set));
	if (!set)
		return NULL;
	set->scope = scope;
	set->folder = strdup(folder);
	if (!set->folder) {
		free(set);
		return NULL;
	}
	snapshot->sets[snapshot->set_count++] = set;
	return set;
}

bool snapshot_is_live(const struct snapshot *snapshot)
{
	return snapshot->is_live;
}

const struct fact_reading *snapshot_fact(const struct snapshot *snapshot, enum fact fact)
{
	const struct fact_row *row = fact_row(fact);
	size_t count;
	const struct fact_reading *readings = snapshot_facts(snapshot, fact, &count);

	return row && row->scope == SCOPE_HOST && count > 0 ? &readings[0] : NULL;
}

const struct fact_reading *snapshot_facts(const struct snapshot *snapshot, enum fact fact,
					  size_t *ret_count)
{
	if (fact < FACT_ARCH || fact >= FACT_END_) {
		*ret_count = 0;
		return NULL;
	}
	*ret_count = snapshot->facts[fact].count;
	return snapshot->facts[fact].readings;
}

const struct tunable_slot *snapshot_slot(const struct snapshot *snapshot,
					 const struct tunable *tunable)
{
	for (size_t i = 0; i < snapshot->slot_count; i++) {
		if (snapshot->slots[i].tunable == tunable)
			return &snapshot->slots[i];
	}
	return NULL;
}

const struct tunable_reading *snapshot_tunables(const struct snapshot *snapshot,
						const struct tunable *tunable, size_t *ret_count)
{
	const struct tunable_slot *slot = snapshot_slot(snapshot, tunable);

	*ret_count = slot ? slot->count : 0;
	return slot && slot->count > 0 ? &snapshot->readings[slot->first] : NULL;
}

const struct owner_row *const *snapshot_owners(const struct snapshot *snapshot, size_t *ret_count)
{
	*ret_count = snapshot->owner_count;
	return snapshot->owners;
}

const struct release *snapshot_release(const struct snapshot *snapshot)
{
	const struct fact_reading *release = snapshot_fact(snapshot, FACT_KERNEL_RELEASE);

	return release && release->reading.state == READING_VALUE ? &release->reading.value.release
								  : NULL;
}
