/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A second opinion on NUMA nodes from libnuma, loaded only when it is asked for: its constructor
 * reads sysfs and costs a third of an empty process, and it calls exit(1) when memory runs out
 * (HOUSE 1). The only file that knows libnuma.
 */
#include "config.h"

#include "host/numa.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#define LIBRARY "libnuma.so.1"

static void close_library(void **library)
{
	if (*library)
		(void)dlclose(*library); /* nothing is lost by a failing close */
}

/* A function pointer and what dlsym() gives have the same size on every system that has dlsym(). */
static bool find(void *library, const char *name, int (**ret_function)(void))
{
	void *found = dlsym(library, name);

	if (!found)
		return false;
	memcpy(ret_function, &found, sizeof(found));
	return true;
}

int numa_crosscheck(const struct snapshot *snapshot, struct diag *diag)
{
	const struct fact_reading *online = snapshot_fact(snapshot, FACT_NODES_ONLINE);
	cleanup(close_library) void *library = NULL;
	int (*available)(void);
	int (*max_node)(void);
	int64_t last = -1;

	if (!snapshot_is_live(snapshot) || !online || online->reading.state != READING_VALUE)
		return -ENODATA;
	library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!library || !find(library, "numa_available", &available) ||
	    !find(library, "numa_max_node", &max_node))
		return -ENOTSUP;
	if (available() < 0)
		return -ENOTSUP;
	for (int64_t node = cpulist_next(&online->reading.value.cpulist, 0); node >= 0;
	     node = cpulist_next(&online->reading.value.cpulist, (uint32_t)node + 1))
		last = node;
	if (max_node() == last)
		return 0;
	return diag_add(diag, -EBADMSG, online->path,
			"libnuma knows nodes up to %d, sysfs shows them up to %lld", max_node(),
			(long long)last);
}
