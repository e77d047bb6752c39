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
	&family_sec_program, &family_sec_vm,
};

size_t tunable_count(void)
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		count += families[i]->count;
	return count;
}

/* The smallest row that no cursor has passed; its family's cursor moves on. NULL at the end. */
static const struct tunable *next_row(size_t cursors[ARRAY_SIZE(families)])
{
	const struct tunable *smallest = NULL;
	size_t from = 0;

	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		const struct tunable *row;

		if (cursors[i] >= families[i]->count)
			continue;
		row = &families[i]->rows[cursors[i]];
		if (smallest && strcmp(row->id, smallest->id) >= 0)
			continue;
		smallest = row;
		from = i;
	}
	if (smallest)
		cursors[from]++;
	return smallest;
}

/*
 * The ids of some families lie between those of others (net.ipv4.conf.*, net.rps_cpus), so the
 * order is a merge. It is done anew for each index: a table would be mutable state or need a hand
 * that keeps it sorted over files, and a hundred rows cost nothing.
 */
const struct tunable *tunable_at(size_t index)
{
	size_t cursors[ARRAY_SIZE(families)] = { 0 };
	const struct tunable *row = next_row(cursors);

	for (size_t i = 0; row && i < index; i++)
		row = next_row(cursors);
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
