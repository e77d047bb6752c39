/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The live kernel: files below /proc and /sys, perhaps those of another namespace, and elsewhere.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "source/local.h"
#include "source/source_ops.h"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71 /* Linux 5.14 */
#endif

#define OPEN_FLAGS (O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

struct live {
	struct source source;
	int proc_fd; /* borrowed, or -1 */
	int sys_fd;
};

/* A path as openat(2) and its kin want it. */
struct live_place {
	int at;
	const char *path;
};

/* The part of @path below @folder, "." for the folder itself, or NULL. */
static const char *path_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	if (strncmp(path, folder, length) != 0 || (path[length] != '/' && path[length] != '\0'))
		return NULL;
	path += length;
	path += strspn(path, "/");
	return *path ? path : ".";
}

/*
 * With a descriptor of the caller, "/proc/self" is this process as that /proc numbers it: nothing
 * (ENOENT) when it belongs to a process namespace that does not contain us.
 */
static struct live_place live_place(const struct source *source, const char *path)
{
	const struct live *live = (const struct live *)source;
	const char *below;

	below = live->proc_fd >= 0 ? path_below(path, "/proc") : NULL;
	if (below)
		return (struct live_place){ .at = live->proc_fd, .path = below };
	below = live->sys_fd >= 0 ? path_below(path, "/sys") : NULL;
	if (below)
		return (struct live_place){ .at = live->sys_fd, .path = below };
	return (struct live_place){ .at = AT_FDCWD, .path = path };
}

static int live_open(const struct source *source, const char *path, int flags)
{
	struct live_place place = live_place(source, path);
	int fd;

	do {
		fd = openat(place.at, place.path, flags | OPEN_FLAGS);
	} while (fd < 0 && errno == EINTR);
	return fd < 0 ? -errno : fd;
}

static int live_open_file(struct source *source, const char *path)
{
	return live_open(source, path, O_RDONLY);
}

static int live_open_folder(struct source *source, const char *path)
{
	return live_open(source, path, O_RDONLY | O_DIRECTORY);
}

static int live_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	struct live_place place = live_place(source, path);
	struct stat st;

	if (fstatat(place.at, place.path, &st, 0) < 0)
		return -errno;
	*ret_stat = (struct source_stat){
		.mode = st.st_mode,
		.device = st.st_dev,
		.inode = st.st_ino,
	};
	return 0;
}

static int live_may_write(struct source *source, const char *path)
{
	struct live_place place = live_place(source, path);
	struct stat st;

	if (faccessat(place.at, place.path, W_OK, AT_EACCESS) < 0)
		return -errno;
	/* Root passes that check on files that nobody can write; sysctls alone refuse root too. */
	if (path_below(path, "/proc/sys"))
		return 0;
	if (fstatat(place.at, place.path, &st, 0) < 0)
		return -errno;
	return st.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) ? 0 : -EACCES;
}

static int live_link(struct source *source, const char *path, struct text *ret_target)
{
	struct live_place place = live_place(source, path);
	char target[PATH_MAX];
	ssize_t length = readlinkat(place.at, place.path, target, sizeof(target));

	if (length < 0)
		return -errno;
	if ((size_t)length == sizeof(target))
		return -ENAMETOOLONG;
	text_clear(ret_target);
	text_add_span(ret_target, (struct span){ .bytes = target, .length = (size_t)length });
	return text_status(ret_target);
}

/* Exactly one write(2): kernel files take each call as a whole new value, so the rest of a short
 * one must not be sent after it. */
static int live_write(struct source *source, const char *path, struct span text)
{
	autoclose int fd = live_open(source, path, O_WRONLY);
	ssize_t written;

	if (fd < 0)
		return fd;
	written = write(fd, text.bytes, text.length);
	if (written < 0)
		return -errno;
	if ((size_t)written != text.length)
		return -EIO;
	/* After EINTR the descriptor is closed all the same, and the write has been taken. */
	if (close(take_fd(&fd)) < 0 && errno != EINTR)
		return -errno;
	return 0;
}

static int live_machine(struct source *source, struct text *ret_machine)
{
	struct utsname names;

	(void)source; /* one kernel, whatever folders were given */
	if (uname(&names) < 0)
		return -errno;
	text_clear(ret_machine);
	text_add(ret_machine, names.machine);
	return text_status(ret_machine);
}

static int live_netns_cookie(struct source *source, uint64_t *ret_cookie)
{
	socklen_t length = sizeof(*ret_cookie);
	autoclose int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	uint64_t cookie;

	(void)source; /* the network namespace is this thread's */
	if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &length) < 0)
		return -errno;
	*ret_cookie = cookie;
	return 0;
}

static int live_tcp_listeners(struct source *source, struct source_listeners *ret_listeners)
{
	(void)source; /* the network namespace is this thread's */
	return sockdiag_tcp_listeners(ret_listeners);
}

static int live_sched_get(struct source *source, pid_t tid, struct source_sched *ret_sched)
{
	(void)source; /* ids are those of this process's namespace */
	return sched_get(tid, ret_sched);
}

static int live_sched_set(struct source *source, pid_t tid, const struct source_sched *sched)
{
	(void)source; /* as above */
	return sched_set(tid, sched);
}

static void live_free(struct source *source)
{
	free(source);
}

static const struct source_ops live_ops = {
	.kind = SOURCE_LIVE,
	.open_file = live_open_file,
	.open_folder = live_open_folder,
	.stat = live_stat,
	.may_write = live_may_write,
	.link = live_link,
	.write = live_write,
	.machine = live_machine,
	.netns_cookie = live_netns_cookie,
	.tcp_listeners = live_tcp_listeners,
	.sched_get = live_sched_get,
	.sched_set = live_sched_set,
	.free = live_free,
};

int source_open_live(int proc_fd, int sys_fd, struct source **ret_source)
{
	struct live *live = calloc(1, sizeof(*live));

	if (!live)
		return -ENOMEM;
	live->source.ops = &live_ops;
	live->proc_fd = proc_fd;
	live->sys_fd = sys_fd;
	*ret_source = &live->source;
	return 0;
}
