/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A second opinion on NUMA nodes from libnuma. */
#ifndef HOST_NUMA_H
#define HOST_NUMA_H

#include "host/snapshot.h"

/*
 * Does libnuma see the same nodes? Needs nodes.online of a live root. 0: it does. -EBADMSG with a
 * sentence: it does not. -ENOTSUP: no such library, or it says that there is no NUMA here.
 * -ENODATA: nothing to compare.
 */
must_check int numa_crosscheck(const struct snapshot *snapshot, struct diag *diag);

#endif
