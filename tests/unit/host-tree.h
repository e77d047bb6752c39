/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small captured hosts that a test builds itself, and what a snapshot says of them. Include after
 * cmocka.h. */
#ifndef TESTS_HOST_TREE_H
#define TESTS_HOST_TREE_H

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/snapshot.h"
#include "source/source_ops.h"

struct file {
	const char *path; /* "proc/stat"; NULL ends a list */
	const char *text; /* NULL: a folder */
};

/* What a fact or tunable must be: a value's canonical text, or "(absent)", "(malformed)", ... */
struct want {
	const char *id; /* "node.cpus/node1" for one instance; NULL ends a list */
	const char *text;
};

#define FILES(...) ((const struct file[]){ __VA_ARGS__, { NULL, NULL } })
#define WANTS(...) ((const struct want[]){ __VA_ARGS__, { NULL, NULL } })

/* A source that stands before another one, may pass for live, and remembers what was opened. */
struct witness {
	struct source source;
	struct source_ops ops;
	struct source *inner;
	char **opened;
	size_t count;
	size_t capacity;
};

struct host {
	char path[64];
	struct witness witness;
	struct needs needs;
	struct snapshot *snapshot;
	struct diag diag;
};

void host_new(struct host *host);
void host_done(struct host *host);
/* Makes the folders above it. */
void tree_file(const struct host *host, const char *path, const char *text);
void tree_bytes(const struct host *host, const char *path, const char *bytes, size_t length);
void tree_folder(const struct host *host, const char *path);
void tree_link(const struct host *host, const char *path, const char *target);
void tree_files(const struct host *host, const struct file *files);

/* Opens the tree; as a live root when @is_live. */
void host_open(struct host *host, bool is_live);
/* Takes the snapshot of host->needs. */
void host_take(struct host *host);
/* How often @path was opened, as file or folder. */
size_t host_opened(const struct host *host, const char *path);
/* The text of a reading, owned by the caller. */
char *host_says(const struct host *host, const char *id);
/* Builds a captured host of @files, asks for all ids of @wants and compares. */
void check_host(const struct file *files, const struct want *wants);
/* The same on a host that was already built and opened. */
void check_wants(struct host *host, const struct want *wants);

#endif
