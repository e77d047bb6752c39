/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a network device is: its index, and whether it is one that nobody configures by hand. */
#ifndef HOST_NETDEV_H
#define HOST_NETDEV_H

#include <stdbool.h>
#include <stdint.h>

#include "source/source.h"

struct netdev {
	int64_t number; /* ifindex; -1: sysfs does not show this device */
	bool is_virtual;
};

/*
 * /sys/class/net shows the devices of the namespace in which it was mounted, /proc those of this
 * thread's. Do both show the same ones, as far as they have names of their own (others come and go
 * at any moment)? True where there is nothing to compare. -ENOMEM, else 0.
 */
must_check int netdev_sysfs_is_ours(struct source *source, bool *ret_ours);

/*
 * -ENOMEM, else 0. Without @has_sysfs only the name tells. A device that its name and place already
 * tell to be virtual is asked for its index only when it @is_wanted: a host of containers has a
 * thousand of them.
 */
must_check int netdev_look(struct source *source, const char *name, bool has_sysfs, bool is_wanted,
			   struct netdev *ret_netdev);

#endif
