/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Puts the families of rows together and finds a row in them. */
#include "config.h"

#include "tunable/tunable.h"

#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "tunable/family.h"

static const struct family *const families[] = {
	&family_block,	     &family_cpu,	   &family_fs,		&family_irq,
	&family_kernel,	     &family_net_conf,	   &family_net_core,	&family_net_ipv4,
	&family_netfilter,   &family_thp,	   &family_vm,		&family_net_unix,
	&family_clocksource, &family_workqueue,	   &family_kernel_perf, &family_kernel_watchdog,
	&family_sched_debug, &family_kernel_sched, &family_hugepages,	&family_ksm,
	&family_zswap,	     &family_sec_fs,	   &family_sec_host,	&family_sec_kernel,
	&family_sec_program, &family_sec_vm,	   &family_sec_net4,	&family_sec_net6,
};

size_t tunable_count(void)
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		count += families[i]->count;
	return count;
}

_Static_assert(ARRAY_SIZE(families) <= TUNABLE_FAMILIES_MAX, "a walk has room for all");

/*
 * The smallest row that was not passed. The ids of some families lie between those of others
 * (net.ipv4.conf.*, net.rps_cpus), so the order is a merge: a table would be mutable state or need
 * a hand that keeps it sorted over files.
 */
const struct tunable *tunable_next(struct tunable_walk *walk)
{
	const struct tunable *smallest = NULL;
	size_t from = 0;

	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		const struct tunable *row;

		if (walk->passed[i] >= families[i]->count)
			continue;
		row = &families[i]->rows[walk->passed[i]];
		if (smallest && strcmp(row->id, smallest->id) >= 0)
			continue;
		smallest = row;
		from = i;
	}
	if (smallest)
		walk->passed[from]++;
	return smallest;
}

const struct tunable *tunable_at(size_t index)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *row = tunable_next(&walk);

	for (size_t i = 0; row && i < index; i++)
		row = tunable_next(&walk);
	return row;
}

static int compare_id(const void *id, const void *row)
{
	return strcmp(id, ((const struct tunable *)row)->id);
}

const struct tunable *tunable_find(const char *id)
{
	const struct tunable *row = NULL;

	for (size_t i = 0; !row && i < ARRAY_SIZE(families); i++)
		row = bsearch(id, families[i]->rows, families[i]->count, sizeof(*row), compare_id);
	return row;
}
