/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where bytes come from: the live kernel or a captured root; tests add a simulated kernel. The only
 * door to the inspected system: every other file of the library asks here.
 */
#ifndef SOURCE_SOURCE_H
#define SOURCE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/text.h"

#define SOURCE_VALUE_MAX (64 * 1024)	    /* bytes of one value, and of one line of a table */
#define SOURCE_TABLE_MAX (64 * 1024 * 1024) /* bytes of one table */
#define SOURCE_NAMES_MAX (1024 * 1024)	    /* names in one folder */

struct source;

enum source_kind {
	SOURCE_LIVE = 1,
	SOURCE_CAPTURED,
};

/*
 * The live system. @proc_fd and @sys_fd are folders opened by the caller after it entered the
 * namespaces it wants (borrowed; they must outlive the source), or -1 for this process's own /proc
 * and /sys. "/proc/self" is always this process, -ENOENT where that /proc does not show it.
 */
must_check int source_open_live(int proc_fd, int sys_fd, struct source **ret_source);
/* A captured tree: @root holds proc/, sys/, and perhaps run/ and etc/. Nothing outside it is ever
 * opened. -ENOTDIR, -ENOENT. */
must_check int source_open_captured(const char *root, struct source **ret_source,
				    struct diag *diag);
/* What a captured tree says of the host and of whoever took it. */
struct source_capture {
	uint32_t uid;
	uint64_t page_size; /* 0: not known */
	uint32_t sample_count;
};

void source_free(struct source *source);
static inline void source_freep(struct source **source)
{
	source_free(*source);
}
#define auto_source cleanup(source_freep)

enum source_kind source_kind(const struct source *source);
/* Once reading @path failed: is it certain that the host said so? In a captured tree only when its
 * manifest tells: else the file may simply not have been taken. */
bool source_knows(struct source *source, const char *path);
/* NULL: a live host, or a tree that does not tell. */
const struct source_capture *source_capture(const struct source *source);
/* Bytes of a page. -ENOTSUP: a captured tree does not tell. */
must_check int source_page_size(const struct source *source, uint64_t *ret_bytes);

/*
 * Paths are absolute and as on the inspected host ("/proc/sys/net/core/somaxconn"). Errors are the
 * kernel's own errno, negative; in a captured root also: -ELOOP or -EXDEV for a way out of it,
 * -EINVAL for what is not a regular file (FIFO, device, socket), -EISDIR, -EFBIG past the limits.
 * No call blocks on a FIFO or touches a device.
 */

/* The whole value, read to the end, final newline included. At most SOURCE_VALUE_MAX, else -EFBIG.
 * Replaces @ret_text. */
must_check int source_read(struct source *source, const char *path, struct text *ret_text);

/* A table, line by line; memory is bounded by one line. */
struct source_table;
must_check int source_table_open(struct source *source, const char *path,
				 struct source_table **ret_table);
/* 1 and a line without its newline (valid until the next call), 0 at the end, or an error (-EFBIG
 * past a limit). */
must_check int source_table_line(struct source_table *table, struct span *ret_line);
void source_table_close(struct source_table *table);
static inline void source_table_closep(struct source_table **table)
{
	source_table_close(*table);
}
#define auto_table cleanup(source_table_closep)

struct source_names {
	char **names; /* sorted: digits by their number ("cpu2" before "cpu10"), the rest bytewise;
			 without . and .. */
	size_t count;
	char *bytes; /* one block that holds all names */
};

must_check int source_list(struct source *source, const char *path, struct source_names *ret_names);
void source_names_done(struct source_names *names);
#define auto_names cleanup(source_names_done)

struct source_stat {
	mode_t mode; /* type and permission bits */
	dev_t device;
	ino_t inode;
};

must_check int source_stat(struct source *source, const char *path, struct source_stat *ret_stat);
/* 0 when this process may open @path for writing, else -EACCES, -EROFS, ...; -ENOTSUP on a captured
 * root. */
must_check int source_may_write(struct source *source, const char *path);
/* The target of a symlink, as text, not followed. */
must_check int source_link(struct source *source, const char *path, struct text *ret_target);
/* One write(2) of @text. -ENOTSUP on a captured root; -EIO when the kernel took less than all. */
must_check int source_write(struct source *source, const char *path, struct span text);
/* What uname(2) calls the machine, live only (-ENOTSUP on a captured root). */
must_check int source_machine(struct source *source, struct text *ret_machine);
/* The number of this thread's network namespace that is never used again, since Linux 5.14, live
 * only. -ENOPROTOOPT: an older kernel; -ENOTSUP on a captured root. */
must_check int source_netns_cookie(struct source *source, uint64_t *ret_cookie);

struct source_listener {
	uint8_t family;	     /* AF_INET, AF_INET6 */
	uint8_t protocol;    /* IPPROTO_TCP */
	uint8_t address[16]; /* network order; the first 4 for AF_INET */
	uint16_t port;
	uint32_t device; /* ifindex it is bound to, or 0 */
	uint32_t queued; /* connections waiting for accept() */
	uint32_t
		backlog; /* the cap in force: min(listen backlog, somaxconn) of the last listen() */
	uint32_t uid;
	uint32_t inode;
	uint64_t cookie;
};

struct source_listeners {
	struct source_listener *listeners;
	size_t count;
	size_t capacity;
};

/* Every listening TCP socket of the network namespace, by sock_diag. -ENOTSUP on a captured root.
 */
must_check int source_tcp_listeners(struct source *source, struct source_listeners *ret_listeners);
void source_listeners_done(struct source_listeners *listeners);

struct source_sched {
	uint32_t policy; /* SCHED_OTHER, ... */
	uint64_t flags;	 /* SCHED_FLAG_RESET_ON_FORK, ... */
	int32_t nice;
	uint32_t priority;   /* 1 to 99 for SCHED_FIFO and SCHED_RR */
	uint64_t runtime_ns; /* SCHED_DEADLINE; newer kernels: also the slice of SCHED_OTHER */
	uint64_t deadline_ns;
	uint64_t period_ns;
};

must_check int source_sched_get(struct source *source, pid_t tid, struct source_sched *ret_sched);
must_check int source_sched_set(struct source *source, pid_t tid, const struct source_sched *sched);

#endif
