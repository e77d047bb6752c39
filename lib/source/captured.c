/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A captured root: files that others packed. Nothing outside the folder is opened, whatever its
 * links say, and nothing but a regular file is read: each path is first looked up without opening
 * (O_PATH), judged, and only then opened through its descriptor.
 */
#include "config.h"

#include "source/captured.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* openat2 answers EAGAIN when a rename anywhere on the system crossed a ".." it was resolving. */
#define RESOLVE_TRIES 16
#define READ_FLAGS    (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

static int open_by_kernel(int root_fd, const char *path, int flags)
{
	struct open_how how = {
		.flags = (uint64_t)(unsigned int)flags,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
	};

	for (int tries = 0; tries < RESOLVE_TRIES; tries++) {
		long fd = syscall(SYS_openat2, root_fd, path, &how, sizeof(how));

		if (fd >= 0)
			return (int)fd;
		if (errno != EAGAIN && errno != EINTR)
			return -errno;
	}
	return -EAGAIN;
}

static int resolve(struct captured *captured, const char *path, int flags)
{
	int fd;

	flags |= O_CLOEXEC;
	if (captured->resolver == CAPTURED_WALK)
		return walk_open(captured->root_fd, path, flags);
	fd = open_by_kernel(captured->root_fd, path, flags);
	if (fd == -EAGAIN)
		return walk_open(captured->root_fd, path, flags);
	/* Too old a kernel, or a sandbox that knows no openat2 and says EPERM. */
	if (fd != -ENOSYS && fd != -EPERM)
		return fd;
	captured->resolver = CAPTURED_WALK;
	return walk_open(captured->root_fd, path, flags);
}

/* Opens @path without opening what it is: nothing blocks and no driver hears of it. */
static int look_up(struct captured *captured, const char *path, int flags, struct stat *ret_stat)
{
	autoclose int fd = resolve(captured, path, O_PATH | flags);

	if (fd < 0)
		return fd;
	if (fstat(fd, ret_stat) < 0)
		return -errno;
	return take_fd(&fd);
}

static bool is_same_file(int fd, const struct stat *st)
{
	struct stat now;

	return fstat(fd, &now) == 0 && now.st_dev == st->st_dev && now.st_ino == st->st_ino;
}

/* Opens for reading what @found_fd stands for, by this process's own /proc. */
static int reopen_found(const struct captured *captured, int found_fd, const struct stat *st)
{
	char path[PATH_MAX];
	autoclose int fd = -1;

	(void)snprintf(path, sizeof(path), "%s/%d", captured->descriptors, found_fd);
	do {
		fd = open(path, READ_FLAGS);
	} while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -errno;
	/* Inside a chroot "/proc" may be anything, even part of the captured tree. */
	return is_same_file(fd, st) ? take_fd(&fd) : -ENOENT;
}

static int tree_open_file(struct captured *captured, const char *path)
{
	struct stat st;
	autoclose int found_fd = look_up(captured, path, 0, &st);
	autoclose int fd = -1;

	if (found_fd < 0)
		return found_fd;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	fd = reopen_found(captured, found_fd, &st);
	if (fd != -ENOENT)
		return take_fd(&fd);
	fd = resolve(captured, path, READ_FLAGS);
	if (fd >= 0 && !is_same_file(fd, &st))
		return -ESTALE; /* the tree is being changed under us */
	return take_fd(&fd);
}

static int tree_open_folder(struct captured *captured, const char *path)
{
	struct stat st;
	autoclose int found_fd = look_up(captured, path, 0, &st);
	int fd;

	if (found_fd < 0)
		return found_fd;
	if (!S_ISDIR(st.st_mode))
		return -ENOTDIR;
	fd = openat(found_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* ---- what the manifest adds ---- */

/* NULL: the manifest does not tell of it, or there is none. */
static int known_path(const struct source *source, const char *path,
		      const struct capture_path **ret_known)
{
	const struct captured *captured = (const struct captured *)source;
	auto_text struct text canonical = { 0 };
	int r;

	*ret_known = NULL;
	if (!captured->manifest)
		return 0;
	capture_canonical(&canonical, path);
	r = text_status(&canonical);
	if (r == 0)
		*ret_known =
			capture_paths_find_span(&captured->manifest->paths, text_span(&canonical));
	return r;
}

/* What was seen but not taken is not empty: nothing is known of it. */
static int answer_of(const struct capture_path *known, enum capture_kind wanted)
{
	if (known->error < 0)
		return known->error;
	if (known->kind == CAPTURE_LINK || known->kind == wanted)
		return 0;
	return known->kind == CAPTURE_NAME || known->kind == CAPTURE_PLACE ? -ENODATA : 0;
}

static int captured_open_file(struct source *source, const char *path)
{
	const struct capture_path *known;
	int r = known_path(source, path, &known);

	if (known)
		r = answer_of(known, CAPTURE_FILE);
	return r < 0 ? r : tree_open_file((struct captured *)source, path);
}

static int captured_open_folder(struct source *source, const char *path)
{
	const struct capture_path *known;
	int r = known_path(source, path, &known);

	if (known)
		r = answer_of(known, CAPTURE_FOLDER);
	return r < 0 ? r : tree_open_folder((struct captured *)source, path);
}

static int captured_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	const struct capture_path *known;
	struct stat st = { 0 };
	autoclose int fd = -1;
	int r = known_path(source, path, &known);

	if (r < 0)
		return r;
	if (known && known->kind == CAPTURE_NOTHING)
		return known->error;
	fd = look_up((struct captured *)source, path, 0, &st);
	/* Whoever unpacked it may have lost an empty folder. */
	if (fd < 0 && !(known && fd == -ENOENT && known->mode != 0))
		return fd;
	*ret_stat = (struct source_stat){
		.mode = known && known->mode != 0 ? known->mode : st.st_mode,
		.device = st.st_dev,
		.inode = st.st_ino,
	};
	return 0;
}

static int tree_link(struct captured *captured, const char *path, struct text *ret_target)
{
	struct stat st;
	autoclose int fd = look_up(captured, path, O_NOFOLLOW, &st);
	char target[PATH_MAX];
	ssize_t length;

	if (fd < 0)
		return fd;
	if (!S_ISLNK(st.st_mode))
		return -EINVAL; /* as readlink(2) says it; on a descriptor the kernel says ENOENT */
	length = readlinkat(fd, "", target, sizeof(target));
	if (length < 0)
		return -errno;
	if ((size_t)length == sizeof(target))
		return -ENAMETOOLONG;
	text_clear(ret_target);
	text_add_span(ret_target, (struct span){ .bytes = target, .length = (size_t)length });
	return text_status(ret_target);
}

static int captured_link(struct source *source, const char *path, struct text *ret_target)
{
	const struct capture_path *known;
	int r = known_path(source, path, &known);

	if (known)
		r = known->error;
	return r < 0 ? r : tree_link((struct captured *)source, path, ret_target);
}

static int captured_may_write(struct source *source, const char *path)
{
	const struct capture_path *known;
	int r = known_path(source, path, &known);

	if (r < 0)
		return r;
	return known && known->has_write ? known->write : -ENOTSUP;
}

/* Some files are there and say ENOENT when they are read: xps_cpus of a single queue. */
static bool captured_knows(struct source *source, const char *path)
{
	const struct capture_path *known;

	return known_path(source, path, &known) == 0 && known && known->error < 0;
}

/* What only a running kernel can do. The arguments have no use here. */

static int captured_write(struct source *source, const char *path, struct span text)
{
	(void)source;
	(void)path;
	(void)text;
	return -ENOTSUP;
}

static int captured_sched_set(struct source *source, pid_t tid, const struct source_sched *sched)
{
	(void)source;
	(void)tid;
	(void)sched;
	return -ENOTSUP;
}

static void captured_free(struct source *source)
{
	struct captured *captured = (struct captured *)source;

	(void)close(captured->root_fd); /* O_PATH: nothing to lose */
	manifest_free(captured->manifest);
	free(captured);
}

static bool captured_was_empty(struct source *source, const char *path)
{
	const struct captured *captured = (const struct captured *)source;
	const struct capture_path *known;
	struct span name;

	if (known_path(source, path, &known) < 0 || !known || known->kind != CAPTURE_FOLDER ||
	    known->error < 0)
		return false;
	name = span_of(known->path);
	for (size_t i = 0; i < captured->manifest->paths.count; i++) {
		struct span other = span_of(captured->manifest->paths.paths[i].path);

		/* It held something: then more was lost than an empty folder. */
		if (span_skip(&other, name.bytes) && span_starts(other, "/"))
			return false;
	}
	return true;
}

static const struct source_ops captured_ops = {
	.kind = SOURCE_CAPTURED,
	.open_file = captured_open_file,
	.open_folder = captured_open_folder,
	.stat = captured_stat,
	.may_write = captured_may_write,
	.link = captured_link,
	.write = captured_write,
	.machine = captured_machine,
	.netns_cookie = captured_netns_cookie,
	.tcp_listeners = captured_tcp_listeners,
	.sched_get = captured_sched_get,
	.sched_set = captured_sched_set,
	.free = captured_free,
	.knows = captured_knows,
	.capture = captured_about,
	.was_empty = captured_was_empty,
};

static const char *why_no_folder(const char *root)
{
	return span_ends(span_of(root), ".tar")
		       ? "it is a file; unpack it with tar -xf and name the folder"
		       : "it is not a folder";
}

/* The tree's own word about itself, where it has one. */
static int read_manifest(struct captured *captured, const char *root, struct diag *diag)
{
	auto_text struct text name = { 0 };
	auto_text struct text bytes = { 0 };
	autoclose int fd = tree_open_file(captured, "/" MANIFEST_NAME);
	char block[16 * 1024];
	ssize_t got;

	text_addf(&name, "%s/%s", root, MANIFEST_NAME);
	if (text_status(&name) < 0)
		return -ENOMEM;
	if (fd == -ENOENT)
		return 0;
	if (fd < 0)
		return diag_add(diag, fd, name.bytes,
				"cannot read what the capture says of "
				"itself: %s",
				errno_words(fd));
	do {
		got = read(fd, block, sizeof(block));
		if (got > 0)
			text_add_span(&bytes, (struct span){ block, (size_t)got });
	} while (bytes.length <= MANIFEST_MAX && (got > 0 || (got < 0 && errno == EINTR)));
	if (got < 0)
		return diag_add(diag, -errno, name.bytes, "cannot read it: %s",
				errno_words(-errno));
	if (text_status(&bytes) < 0)
		return -ENOMEM;
	return manifest_parse(text_span(&bytes), name.bytes, &captured->manifest, diag);
}

int source_open_captured(const char *root, struct source **ret_source, struct diag *diag)
{
	autoclose int fd = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	auto_source struct source *source = NULL;
	struct captured *captured;
	int r;

	if (fd < 0) {
		r = -errno;
		return diag_add(diag, r, root, "cannot open the captured root: %s",
				r == -ENOTDIR ? why_no_folder(root) : errno_words(r));
	}
	captured = calloc(1, sizeof(*captured));
	if (!captured)
		return -ENOMEM;
	captured->source.ops = &captured_ops;
	captured->root_fd = take_fd(&fd);
	captured->resolver = CAPTURED_OPENAT2;
	captured->descriptors = "/proc/self/fd";
	source = &captured->source;
	r = read_manifest(captured, root, diag);
	if (r < 0)
		return r;
	*ret_source = take_ptr(source);
	return 0;
}
