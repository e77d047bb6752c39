/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From the many spellings of a sysctl to its one row: dots, slashes, VLANs, aliases. */
#ifndef TUNABLE_LOOKUP_H
#define TUNABLE_LOOKUP_H

#include "tunable/tunable.h"

/*
 * The path below /proc/sys that a key names: "net/ipv4/conf/eth0.100/rp_filter" for that and for
 * "net.ipv4.conf.eth0/100.rp_filter". As systemd and procps read it: the first separator decides,
 * dots and slashes change places where it is a dot. Globs stay. -EINVAL: empty, "..", a leading
 * separator, "//", or a byte below blank.
 */
must_check int sysctl_path(struct span key, struct text *ret_path);

/*
 * The row whose file this path below /proc/sys is, and what fills its braces (length 0: it has
 * none): "net/ipv4/conf/all/rp_filter" is net.ipv4.conf.rp_filter of "all". A glob may stand for
 * what fills the braces. NULL: no row.
 */
const struct tunable *sysctl_row(struct span path, struct span *ret_fragment);

/* Is @path the file of some sysctl that a kernel between 5.10 and 7.3 is known to have, also one
 * without a row? Names of instances are matched as they are. */
bool sysctl_is_known(struct span path);
/* The known path that is nearest to a misspelt one; NULL: none is near. */
const char *sysctl_nearest(struct span path);

#endif
