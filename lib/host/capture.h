/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Everything that tuneadv reads of a host, taken once to be looked at elsewhere: what was asked for
 * and answered, without secrets, and without addresses and names of processes unless they are
 * wanted. What was left out is listed.
 */
#ifndef HOST_CAPTURE_H
#define HOST_CAPTURE_H

#include "host/snapshot.h"
#include "source/capture.h"

/* Of things of one kind that were not stored. */
struct capture_left_out {
	char *what;	 /* a path, "listeners", "threads" */
	const char *why; /* "boot-line", "builder", "serial-number", ...: static */
	uint64_t count;
	struct text names; /* those that tell nothing of this host, separated by blanks */
};

#define CAPTURE_NAMESPACES 6

struct capture {
	bool with_names;
	struct snapshot *snapshot;
	struct capture_paths paths;
	bool has_second;
	struct capture_paths second; /* the counters once more */
	char *machine;		     /* NULL: not known */
	uint64_t page_size;	     /* 0: not known */
	bool has_cookie;
	uint64_t cookie;
	uint64_t namespaces[CAPTURE_NAMESPACES]; /* in the order of capture_namespace(); 0: not
						    known */
	int listeners_error;
	struct source_listeners listeners;
	int threads_error;
	struct capture_threads threads;
	struct capture_left_out *left_out;
	size_t left_out_count;
	size_t left_out_capacity;
	/* Names that were replaced; a name's place here is its number. */
	struct source_names groups;
	struct source_names devices;
};

/* What cannot be read is part of the capture. 0 or -ENOMEM. */
must_check int capture_take(struct source *source, bool with_names, struct capture **ret_capture,
			    struct diag *diag);
/* The counters once more; -EINVAL when that was done already. */
must_check int capture_sample(struct capture *capture, struct source *source);
void capture_free(struct capture *capture);
static inline void capture_freep(struct capture **capture)
{
	capture_free(*capture);
}
#define auto_capture cleanup(capture_freep)

const char *capture_namespace(size_t index); /* "pid", "user", ...; NULL past the end */
/* "any", "loopback", "other": all that is told of an address without its being told. */
const char *capture_address_kind(const struct source_listener *listener);

/* ---- the tree ---- */

struct capture_entry {
	char *path;		/* without a slash in front */
	enum capture_kind kind; /* CAPTURE_FOLDER, CAPTURE_FILE, CAPTURE_LINK */
	const char *bytes;	/* content or target; borrowed from the capture */
	size_t length;
};

struct capture_tree {
	struct capture_entry *entries; /* each folder before what it holds */
	size_t count;
	size_t capacity;
};

must_check int capture_tree_make(const struct capture *capture, struct capture_tree *ret_tree);
void capture_tree_done(struct capture_tree *tree);
#define auto_capture_tree cleanup(capture_tree_done)

/* ---- parts, for the capture*.c files ---- */

/* Takes what must not be stored out of @paths. 0 or -ENOMEM. */
must_check int capture_clean(struct capture *capture, struct capture_paths *paths);
must_check int capture_leave_out(struct capture *capture, const char *what, const char *why,
				 struct span name);
/* The number of a name, from 1; new ones are added. -ENOMEM. */
must_check int capture_number(struct source_names *names, struct span name, size_t *ret_number);
must_check int capture_clean_boot_line(struct capture *capture, struct capture_path *path);
must_check int capture_clean_groups(struct capture *capture, struct capture_path *path);
must_check int capture_clean_devices(struct capture *capture, struct capture_path *path);
/* Replaces the content. -ENOMEM. */
must_check int capture_replace(struct capture_path *path, struct text *content);
must_check int capture_threads_take(struct capture *capture, struct source *source);

#endif
