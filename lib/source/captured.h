/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of a captured root, which the tests bend: how paths are resolved and reopened. */
#ifndef SOURCE_CAPTURED_H
#define SOURCE_CAPTURED_H

#include "source/capture.h"
#include "source/source_ops.h"

enum captured_resolver {
	CAPTURED_OPENAT2 = 1, /* the kernel stays inside the root; Linux 5.6 */
	CAPTURED_WALK,	      /* walk.c does: older kernels, and sandboxes that forbid openat2 */
};

struct captured {
	struct source source;
	int root_fd;
	enum captured_resolver resolver;
	const char *descriptors;   /* where this process finds its own: "/proc/self/fd" */
	struct manifest *manifest; /* NULL: the tree has none */
};

/*
 * Opens @path inside the folder @root_fd with @flags, as if that were the root of the whole system:
 * component by component, never through a link that the kernel follows. With O_NOFOLLOW a symlink
 * at the end is opened itself (O_PATH) or refused (-ELOOP). More than 40 links: -ELOOP.
 */
must_check int walk_open(int root_fd, const char *path, int flags);

/* From the manifest (captured_told.c); -ENOTSUP without one. */
const struct source_capture *captured_about(const struct source *source);
must_check int captured_machine(struct source *source, struct text *ret_machine);
must_check int captured_netns_cookie(struct source *source, uint64_t *ret_cookie);
must_check int captured_tcp_listeners(struct source *source,
				      struct source_listeners *ret_listeners);
must_check int captured_sched_get(struct source *source, pid_t tid, struct source_sched *ret_sched);

#endif
