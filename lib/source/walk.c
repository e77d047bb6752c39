/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Resolves a path inside a root without openat2(2). Each step opens one name with O_NOFOLLOW below
 * a descriptor that is known to be inside, and symlinks are spliced in as text. The kernel never
 * sees
 * "..": going up means walking down again to the parent from the root, so that a folder which
 * somebody moves away meanwhile cannot lead outside.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/captured.h"

#define WALK_LINKS_MAX 40 /* as the kernel */
#define STEP_FLAGS     (O_PATH | O_NOFOLLOW | O_CLOEXEC)

struct walk {
	int root_fd;  /* borrowed */
	int at_fd;    /* the folder reached, or -1: to be opened again by its place */
	char *place;  /* "/a/b" of that folder, without links; "" for the root */
	char *rest;   /* what is still to go */
	char *cursor; /* in rest */
	int links;
};

static void walk_done(struct walk *walk)
{
	if (walk->at_fd >= 0)
		(void)close(walk->at_fd); /* O_PATH: nothing to lose */
	free(walk->place);
	free(walk->rest);
}

static void walk_move(struct walk *walk, int fd)
{
	if (walk->at_fd >= 0)
		(void)close(walk->at_fd); /* as above */
	walk->at_fd = fd;
}

/* Opens the folder at walk->place anew. None of its names is a link unless the tree is being
 * changed under us; then O_NOFOLLOW ends the walk. */
static int walk_reopen(struct walk *walk)
{
	autoclose int fd = openat(walk->root_fd, ".", STEP_FLAGS | O_DIRECTORY);
	struct span rest = span_of(walk->place);
	struct span name;

	if (fd < 0)
		return -errno;
	while (span_split(&rest, '/', &name)) {
		autofree char *copy = NULL;
		int next;

		if (name.length == 0)
			continue;
		copy = span_copy(name);
		if (!copy)
			return -ENOMEM;
		next = openat(fd, copy, STEP_FLAGS | O_DIRECTORY);
		if (next < 0)
			return -errno;
		(void)close(fd); /* as above */
		fd = next;
	}
	walk_move(walk, take_fd(&fd));
	return 0;
}

static void walk_up(struct walk *walk)
{
	char *last = strrchr(walk->place, '/');

	if (!last)
		return; /* above the root is the root */
	*last = '\0';
	walk_move(walk, -1);
}

static int walk_down(struct walk *walk, const char *name, int fd)
{
	auto_text struct text place = { 0 };
	char *bytes;
	int r;

	text_addf(&place, "%s/%s", walk->place, name);
	r = text_take(&place, &bytes);
	if (r < 0)
		return r;
	free(walk->place);
	walk->place = bytes;
	walk_move(walk, fd);
	return 0;
}

/* Puts the target of the link @fd before what is still to go. */
static int walk_splice(struct walk *walk, int fd)
{
	auto_text struct text rest = { 0 };
	char target[PATH_MAX];
	ssize_t length;
	char *bytes;
	int r;

	if (++walk->links > WALK_LINKS_MAX)
		return -ELOOP;
	length = readlinkat(fd, "", target, sizeof(target));
	if (length < 0)
		return -errno;
	if (length == 0)
		return -ENOENT;
	if ((size_t)length == sizeof(target))
		return -ENAMETOOLONG;
	text_add_span(&rest, (struct span){ .bytes = target, .length = (size_t)length });
	text_add(&rest, walk->cursor);
	r = text_take(&rest, &bytes);
	if (r < 0)
		return r;
	free(walk->rest);
	walk->rest = bytes;
	walk->cursor = bytes;
	if (target[0] == '/') {
		walk->place[0] = '\0';
		walk_move(walk, -1);
	}
	return 0;
}

/* The next name, copied; empty when none is left. The cursor then stands behind it, on a slash when
 * the name must be a folder. */
static int walk_next(struct walk *walk, char name[NAME_MAX + 1])
{
	size_t length;

	walk->cursor += strspn(walk->cursor, "/");
	length = strcspn(walk->cursor, "/");
	if (length > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(name, walk->cursor, length);
	name[length] = '\0';
	walk->cursor += length;
	return 0;
}

/* One name further: 1 when @ret_fd is what was looked for, 0 when there is more to go. */
static int walk_step(struct walk *walk, const char *name, int flags, int *ret_fd)
{
	bool is_last = walk->cursor[strspn(walk->cursor, "/")] == '\0';
	bool must_be_folder = *walk->cursor == '/';
	autoclose int fd = -1;
	struct stat st;
	int r;

	fd = openat(walk->at_fd, name, STEP_FLAGS);
	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	if (S_ISLNK(st.st_mode) && (must_be_folder || !(flags & O_NOFOLLOW)))
		return walk_splice(walk, fd);
	if (must_be_folder && !S_ISDIR(st.st_mode))
		return -ENOTDIR;
	if (is_last && !must_be_folder && !S_ISDIR(st.st_mode)) {
		if (flags & O_PATH) {
			*ret_fd = take_fd(&fd);
			return 1;
		}
		*ret_fd = openat(walk->at_fd, name, flags | O_NOFOLLOW | O_CLOEXEC);
		return *ret_fd < 0 ? -errno : 1;
	}
	r = walk_down(walk, name, fd);
	if (r == 0)
		(void)take_fd(&fd); /* the walk has it */
	return r;
}

static int walk_run(struct walk *walk, int flags)
{
	char name[NAME_MAX + 1];
	int found = -1;
	int r;

	for (;;) {
		r = walk_next(walk, name);
		if (r < 0)
			return r;
		if (walk->at_fd < 0 && strcmp(name, "..") != 0)
			r = walk_reopen(walk);
		if (r < 0)
			return r;
		if (name[0] == '\0')
			break;
		if (strcmp(name, ".") == 0)
			continue;
		if (strcmp(name, "..") == 0) {
			walk_up(walk);
			continue;
		}
		r = walk_step(walk, name, flags, &found);
		if (r != 0)
			return r < 0 ? r : found;
	}
	/* The path ends at the folder reached. */
	if (flags & O_PATH)
		return take_fd(&walk->at_fd);
	found = openat(walk->at_fd, ".", flags | O_NOFOLLOW | O_CLOEXEC);
	return found < 0 ? -errno : found;
}

int walk_open(int root_fd, const char *path, int flags)
{
	cleanup(walk_done) struct walk walk = { .root_fd = root_fd, .at_fd = -1 };

	if (path[0] == '\0')
		return -ENOENT;
	if (strlen(path) >= PATH_MAX)
		return -ENAMETOOLONG;
	walk.place = span_copy(span_of(""));
	walk.rest = span_copy(span_of(path));
	if (!walk.place || !walk.rest)
		return -ENOMEM;
	walk.cursor = walk.rest;
	return walk_run(&walk, flags);
}
