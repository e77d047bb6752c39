/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a capture knows of each path that was asked for, written by recording.c and read back by
 * manifest.c: the bytes alone do not tell why a file is missing, nor who could have written it.
 */
#ifndef SOURCE_CAPTURE_H
#define SOURCE_CAPTURE_H

#include "source/source.h"

#define MANIFEST_NAME	"tuneadv-capture.json"
#define MANIFEST_SCHEMA "tuneadv-capture/1"
#define MANIFEST_MAX	(32 * 1024 * 1024) /* bytes */
#define SECOND_SAMPLE	"sample-2"

enum capture_kind {
	CAPTURE_NOTHING = 1, /* nothing was found there; the error says why */
	CAPTURE_NAME,	     /* a file that is there; its content was not taken */
	CAPTURE_PLACE,	     /* a folder that is there; its names were not taken */
	CAPTURE_FOLDER,	     /* with all its names */
	CAPTURE_FILE,	     /* with its content */
	CAPTURE_LINK,	     /* with its target, not followed */
};

struct capture_path {
	char *path; /* absolute, as capture_canonical() gives it */
	enum capture_kind kind;
	mode_t mode; /* 0: not known */
	int error;   /* of reading or listing it, negative; 0: none */
	bool has_write;
	int write;   /* 0: this process could write it; else why not, negative */
	char *bytes; /* content or target, owned; NULL: none */
	size_t length;
	size_t order; /* of asking, among those of one path */
};

struct capture_paths {
	struct capture_path *paths; /* sorted by path, each once */
	size_t count;
	size_t capacity;
};

void capture_paths_done(struct capture_paths *paths);
#define auto_capture_paths cleanup(capture_paths_done)
/* NULL: was never asked for. */
struct capture_path *capture_paths_find(const struct capture_paths *paths, const char *path);
struct capture_path *capture_paths_find_span(const struct capture_paths *paths, struct span path);
void capture_paths_sort(struct capture_paths *paths);
/* The one name of a path that has several: /proc/thread-self and /proc/net are /proc/self, and what
 * cannot be printed is \xNN. */
void capture_canonical(struct text *ret_text, const char *path);

const char *capture_kind_name(enum capture_kind kind); /* "file", ... */
enum capture_kind capture_kind_find(const char *name); /* 0: no such kind */
const char *capture_policy_name(uint32_t policy);      /* "fifo", ...; NULL: not realtime */
bool capture_policy_find(const char *name, uint32_t *ret_policy);

/* A realtime thread. */
struct capture_thread {
	pid_t tid;
	struct source_sched sched;
	char *cpus; /* as the kernel lists them; NULL: not known */
	char *comm; /* NULL: left out */
};

struct capture_threads {
	struct capture_thread *threads;
	size_t count;
	size_t capacity;
};

void capture_threads_done(struct capture_threads *threads);

/* ---- recording ---- */

struct recording;

/* A source that answers what @inner answers and remembers all of it; @inner must outlive it. */
must_check int recording_new(struct source *inner, struct recording **ret_recording);
struct source *recording_source(struct recording *recording);
/* Takes what was remembered so far. */
must_check int recording_take(struct recording *recording, struct capture_paths *ret_paths);
void recording_free(struct recording *recording);
static inline void recording_freep(struct recording **recording)
{
	recording_free(*recording);
}
#define auto_recording cleanup(recording_freep)

/* ---- what a captured root says of itself ---- */

struct manifest {
	struct source_capture about;
	char *machine; /* NULL: not known */
	bool has_cookie;
	uint64_t cookie;
	struct capture_paths paths;
	int listeners_error; /* negative; 0: they are all there */
	struct source_listeners listeners;
	int threads_error;
	struct capture_threads threads;
};

/* @name is what diagnostics call it. -EBADMSG with a place for whatever is not such a document. */
must_check int manifest_parse(struct span bytes, const char *name, struct manifest **ret_manifest,
			      struct diag *diag);
void manifest_free(struct manifest *manifest);
static inline void manifest_freep(struct manifest **manifest)
{
	manifest_free(*manifest);
}
#define auto_manifest cleanup(manifest_freep)

#endif
