/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Paths and threads of a capture: finding, naming, freeing. */
#include "config.h"

#include "source/capture.h"

#include <sched.h>
#include <string.h>

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

static const char *const kind_names[] = {
	[CAPTURE_NOTHING] = "nothing", [CAPTURE_NAME] = "name", [CAPTURE_PLACE] = "place",
	[CAPTURE_FOLDER] = "folder",   [CAPTURE_FILE] = "file", [CAPTURE_LINK] = "link",
};

static const struct {
	uint32_t policy;
	const char *name;
} policies[] = {
	{ SCHED_FIFO, "fifo" },
	{ SCHED_RR, "rr" },
	{ SCHED_DEADLINE, "deadline" },
};

void capture_paths_done(struct capture_paths *paths)
{
	for (size_t i = 0; i < paths->count; i++) {
		free(paths->paths[i].path);
		free(paths->paths[i].bytes);
	}
	free(paths->paths);
	*paths = (struct capture_paths){ 0 };
}

static int compare_paths(const void *a, const void *b)
{
	const struct capture_path *left = a;
	const struct capture_path *right = b;

	int order = strcmp(left->path, right->path);

	return order ? order : (left->order > right->order) - (left->order < right->order);
}

void capture_paths_sort(struct capture_paths *paths)
{
	if (paths->count > 1)
		qsort(paths->paths, paths->count, sizeof(*paths->paths), compare_paths);
}

/* As strcmp(3) of the two as texts. */
static int compare_span(struct span left, const char *right)
{
	size_t length = strlen(right);
	size_t shorter = left.length < length ? left.length : length;
	int order = shorter > 0 ? memcmp(left.bytes, right, shorter) : 0;

	return order ? order : (left.length > length) - (left.length < length);
}

struct capture_path *capture_paths_find_span(const struct capture_paths *paths, struct span path)
{
	size_t first = 0;
	size_t last = paths->count;

	while (first < last) {
		size_t middle = first + (last - first) / 2;
		int order = compare_span(path, paths->paths[middle].path);

		if (order == 0)
			return &paths->paths[middle];
		if (order < 0)
			last = middle;
		else
			first = middle + 1;
	}
	return NULL;
}

struct capture_path *capture_paths_find(const struct capture_paths *paths, const char *path)
{
	return capture_paths_find_span(paths, span_of(path));
}

void capture_canonical(struct text *ret_text, const char *path)
{
	struct span rest = span_of(path);

	text_clear(ret_text);
	if (span_skip(&rest, "/proc/thread-self/"))
		text_add(ret_text, "/proc/self/");
	else if (span_skip(&rest, "/proc/net/"))
		text_add(ret_text, "/proc/self/net/");
	text_add_safe(ret_text, rest);
}

const char *capture_kind_name(enum capture_kind kind)
{
	return word_at(kind_names, ARRAY_SIZE(kind_names), kind);
}

enum capture_kind capture_kind_find(const char *name)
{
	for (enum capture_kind kind = CAPTURE_NOTHING; kind <= CAPTURE_LINK; kind++) {
		if (strcmp(kind_names[kind], name) == 0)
			return kind;
	}
	return 0;
}

const char *capture_policy_name(uint32_t policy)
{
	for (size_t i = 0; i < ARRAY_SIZE(policies); i++) {
		if (policies[i].policy == policy)
			return policies[i].name;
	}
	return NULL;
}

bool capture_policy_find(const char *name, uint32_t *ret_policy)
{
	for (size_t i = 0; i < ARRAY_SIZE(policies); i++) {
		if (strcmp(policies[i].name, name) == 0) {
			*ret_policy = policies[i].policy;
			return true;
		}
	}
	return false;
}

void capture_threads_done(struct capture_threads *threads)
{
	for (size_t i = 0; i < threads->count; i++) {
		free(threads->threads[i].cpus);
		free(threads->threads[i].comm);
	}
	free(threads->threads);
	*threads = (struct capture_threads){ 0 };
}
