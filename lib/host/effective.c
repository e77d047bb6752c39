/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The value that acts on an interface: its own together with that of "all". */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "host/snapshot.h"

static const struct reading *reading_of_all(const struct snapshot *snapshot,
					    const struct tunable *tunable)
{
	size_t count;
	const struct tunable_reading *readings = snapshot_tunables(snapshot, tunable, &count);

	for (size_t i = 0; i < count; i++) {
		const struct instance *instance = readings[i].instance;

		if (instance && instance->is_group && strcmp(instance->name, "all") == 0)
			return &readings[i].reading;
	}
	return NULL;
}

static bool is_on(const struct value *value)
{
	return value->kind == VALUE_FLAG ? value->flag : value->number.magnitude != 0;
}

const struct value *value_combined(enum combine combine, const struct value *all,
				   const struct value *own)
{
	int order;

	if (combine == COMBINE_OWN)
		return own;
	if (combine == COMBINE_MAX || combine == COMBINE_MIN) {
		if (value_compare(all, own, &order) < 0)
			return NULL;
		return (combine == COMBINE_MAX ? order > 0 : order < 0) ? all : own;
	}
	if (all->kind != own->kind || (all->kind != VALUE_FLAG && all->kind != VALUE_NUMBER))
		return NULL;
	if (combine == COMBINE_OR)
		return is_on(all) ? all : own;
	return is_on(all) ? own : all;
}

int snapshot_effective(const struct snapshot *snapshot, const struct tunable_reading *reading,
		       struct value *ret_value)
{
	const struct value *acting;
	const struct reading *all;

	if (reading->reading.state != READING_VALUE)
		return -ENODATA;
	/* A group has no packets of its own: nothing is combined with it. */
	if (reading->tunable->combine == COMBINE_OWN || reading->tunable->combine == 0 ||
	    (reading->instance && reading->instance->is_group))
		return value_copy(&reading->reading.value, ret_value);
	all = reading_of_all(snapshot, reading->tunable);
	if (!all || all->state != READING_VALUE)
		return -ENODATA;
	acting = value_combined(reading->tunable->combine, &all->value, &reading->reading.value);
	return acting ? value_copy(acting, ret_value) : -ENODATA;
}
