/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an id stands for on this host: how conditions and operands see a snapshot. */
#include "config.h"

#include "host/parts.h"

static const char *why_missing(enum reading_state state)
{
	switch (state) {
	case READING_VALUE:
		break;
	case READING_ABSENT:
		return "this host does not show it";
	case READING_REMOVED:
		return "this release no longer has it";
	case READING_NOT_YET:
		return "this release does not have it yet";
	case READING_NOT_BUILT_IN:
		return "this kernel was built without it";
	case READING_NO_MODULE:
		return "its module is not loaded";
	case READING_OTHER_NAMESPACE:
		return "it is hidden in this network namespace";
	case READING_UNREADABLE:
		return "it cannot be read";
	case READING_MALFORMED:
		return "its text cannot be understood";
	}
	return "it was not read";
}

static void resolve_reading(const struct reading *reading, struct resolved *resolved)
{
	if (reading->state == READING_VALUE)
		resolved->value = &reading->value;
	else
		resolved->why = why_missing(reading->state);
}

static void resolve_fact(const struct snapshot *snapshot, enum fact fact, struct resolved *resolved)
{
	const struct fact_row *row = fact_row(fact);
	const struct fact_reading *found = snapshot_fact(snapshot, fact);

	*resolved = (struct resolved){ .format = &row->format, .unit = row->unit };
	if (found)
		resolve_reading(&found->reading, resolved);
	else
		resolved->why = row->scope == SCOPE_HOST ? "it was not read"
							 : "it differs from node to node";
}

static void resolve_tunable(const struct snapshot *snapshot, const struct tunable *tunable,
			    struct resolved *resolved)
{
	size_t count;
	const struct tunable_reading *readings = snapshot_tunables(snapshot, tunable, &count);

	*resolved = (struct resolved){ .format = &tunable->format, .unit = tunable->unit };
	if (scope_has_instances(tunable->scope))
		resolved->why = "it differs from one instance to another";
	else if (count == 0)
		resolved->why = "it was not read";
	else
		resolve_reading(&readings[0].reading, resolved);
}

static void resolve_default(const struct snapshot *snapshot, const struct tunable *tunable,
			    struct resolved *resolved)
{
	const struct tunable_slot *slot = snapshot_slot(snapshot, tunable);

	*resolved = (struct resolved){ .format = &tunable->format, .unit = tunable->unit };
	if (!slot) {
		resolved->why = "it was not read";
	} else if (!slot->has_default) {
		resolved->why = slot->default_why ? slot->default_why
						  : "this release's default is not known";
	} else {
		resolved->value = &slot->default_low;
		if (!value_equal(&slot->default_low, &slot->default_high))
			resolved->value_high = &slot->default_high;
	}
}

static bool resolve(void *closure, const char *id, struct resolved *ret_resolved)
{
	const struct snapshot *snapshot = closure;
	struct span name = span_of(id);
	const struct tunable *tunable;
	enum fact fact;

	if (span_skip(&name, ID_DEFAULT_OF)) {
		tunable = tunable_find(name.bytes);
		if (tunable)
			resolve_default(snapshot, tunable, ret_resolved);
		return tunable != NULL;
	}
	fact = fact_find(id);
	if (fact) {
		resolve_fact(snapshot, fact, ret_resolved);
		return true;
	}
	tunable = tunable_find(id);
	if (tunable)
		resolve_tunable(snapshot, tunable, ret_resolved);
	return tunable != NULL;
}

void snapshot_resolver(const struct snapshot *snapshot, struct resolver *ret_resolver)
{
	const struct fact_reading *page = snapshot_fact(snapshot, FACT_MEMORY_PAGE_SIZE);
	uint64_t size = 0;

	if (page && page->reading.state == READING_VALUE &&
	    number_to_u64(page->reading.value.number, &size) < 0)
		size = 0;
	*ret_resolver = (struct resolver){
		.resolve = resolve,
		/* Resolvers in general may change what they stand on; this one only looks. */
		.closure = (void *)snapshot,
		.page_size = size,
	};
}
