/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a source must be able to do: for the sources of this folder and the simulated kernel of the
 * tests. */
#ifndef SOURCE_SOURCE_OPS_H
#define SOURCE_SOURCE_OPS_H

#include "source/source.h"

struct source_ops {
	enum source_kind kind;
	/* A read-only descriptor of a regular file, never blocking. The shared reader reads and
	 * closes it. */
	int (*open_file)(struct source *source, const char *path);
	/* A descriptor of a folder for getdents64(2). */
	int (*open_folder)(struct source *source, const char *path);
	int (*stat)(struct source *source, const char *path, struct source_stat *ret_stat);
	int (*may_write)(struct source *source, const char *path);
	int (*link)(struct source *source, const char *path, struct text *ret_target);
	int (*write)(struct source *source, const char *path, struct span text);
	int (*machine)(struct source *source, struct text *ret_machine);
	int (*netns_cookie)(struct source *source, uint64_t *ret_cookie); /* NULL: it has none */
	int (*tcp_listeners)(struct source *source, struct source_listeners *ret_listeners);
	int (*sched_get)(struct source *source, pid_t tid, struct source_sched *ret_sched);
	int (*sched_set)(struct source *source, pid_t tid, const struct source_sched *sched);
	void (*free)(struct source *source);
	/* The next three are NULL where nothing tells more than the files. */
	bool (*knows)(struct source *source, const char *path);
	const struct source_capture *(*capture)(const struct source *source);
	/* Was it an empty folder that whoever carried the files lost, as git does? */
	bool (*was_empty)(struct source *source, const char *path);
};

/* First member of every source. */
struct source {
	const struct source_ops *ops;
};

#endif
