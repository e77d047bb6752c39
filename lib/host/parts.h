/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a snapshot is made of: for the files of this floor only. */
#ifndef HOST_PARTS_H
#define HOST_PARTS_H

#include "host/snapshot.h"

struct fact_slot {
	bool is_taken;
	struct fact_reading *readings;
	size_t count;
	size_t capacity;
};

/* The instances found below one folder. On the heap one by one: readings point into them. */
struct instance_set {
	enum scope scope;
	char *folder;
	struct instance *instances;
	size_t count;
	size_t capacity;
};

struct tunable_slot {
	const struct tunable *tunable;
	size_t first; /* of snapshot.readings */
	size_t count;
	bool has_default;
	struct value default_low;
	struct value default_high;
	const char *default_why;
};

struct snapshot {
	bool is_taken;
	bool is_live;
	struct fact_slot facts[FACT_END_];
	struct instance_set **sets;
	size_t set_count;
	size_t set_capacity;
	struct tunable_slot *slots;
	size_t slot_count;
	size_t slot_capacity;
	struct tunable_reading *readings;
	size_t reading_count;
	size_t reading_capacity;
	const struct owner_row **owners;
	size_t owner_count;
	size_t owner_capacity;
};

const struct tunable_slot *snapshot_slot(const struct snapshot *snapshot,
					 const struct tunable *tunable);
/* Empty set for @folder; its owner is the snapshot. NULL: out of memory. */
struct instance_set *snapshot_add_set(struct snapshot *snapshot, enum scope scope,
				      const char *folder);

#endif
