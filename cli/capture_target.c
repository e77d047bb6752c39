/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes under a name that nobody takes for a whole capture, and renames at the end. */
#include "config.h"

#include "capture_target.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* Held back while a capture is written: it is given up, and then they act. */
static bool has_signal(void)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t pending;

	if (sigpending(&pending) < 0)
		return false;
	for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++) {
		if (sigismember(&pending, ending[i]) == 1)
			return true;
	}
	return false;
}

/* The folder that all lies in when the archive is unpacked: its own name. */
static char *top_of(const char *place)
{
	const char *name = strrchr(place, '/');
	size_t length;

	name = name ? name + 1 : place;
	length = strlen(name);
	if (ends_with(name, ".tar"))
		length -= strlen(".tar");
	if (length == 0 || name[0] == '.' || name[0] == '-')
		return strdup("capture");
	return strndup(name, length);
}

static int begin_tar(struct target *target)
{
	struct stat st;

	target->top = top_of(target->place);
	if (!target->top)
		return -ENOMEM;
	if (target->is_standard) {
		target->fd = STDOUT_FILENO;
		return 0;
	}
	if (lstat(target->place, &st) == 0)
		return -EEXIST;
	target->fd =
		open(target->partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0666);
	return target->fd < 0 ? -errno : 0;
}

static bool is_empty_folder(const char *path)
{
	DIR *folder = opendir(path);
	size_t count = 0;

	if (!folder)
		return false;
	while (readdir(folder))
		count++;
	(void)closedir(folder); /* read side only */
	return count == 2;	/* "." and ".." */
}

/* An empty folder is as good as none. */
static int begin_folder(struct target *target)
{
	struct stat st;

	if (lstat(target->place, &st) == 0 && !is_empty_folder(target->place))
		return -EEXIST;
	if (mkdir(target->partial, 0777) < 0)
		return -errno;
	target->fd = open(target->partial, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return target->fd < 0 ? -errno : 0;
}

int target_begin(struct target *target, const char *path)
{
	size_t length = strlen(path);
	struct stat st;
	bool is_folder;

	*target = (struct target){ .path = path, .fd = -1 };
	target->is_standard = strcmp(path, "-") == 0;
	is_folder = ends_with(path, "/") || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
	target->is_tar = target->is_standard || (!is_folder && ends_with(path, ".tar"));
	if (!target->is_tar && !is_folder)
		return -EINVAL;
	while (length > 1 && path[length - 1] == '/')
		length--;
	target->place = strndup(path, length);
	if (!target->place ||
	    asprintf(&target->partial, "%s.partial-%ld", target->place, (long)getpid()) < 0) {
		target->partial = NULL;
		return -ENOMEM;
	}
	return target->is_tar ? begin_tar(target) : begin_folder(target);
}

static int put_file(int folder_fd, const struct tuneadv_capture_entry *entry)
{
	int fd = openat(folder_fd, entry->path,
			O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	size_t at = 0;
	int r = 0;

	if (fd < 0)
		return -errno;
	while (at < entry->length && r == 0) {
		ssize_t written = write(fd, entry->bytes + at, entry->length - at);

		if (written < 0 && errno != EINTR)
			r = -errno;
		if (written > 0)
			at += (size_t)written;
	}
	if (close(fd) < 0 && r == 0)
		r = -errno;
	return r;
}

static int put_into_folder(const struct target *target, const struct tuneadv_capture_entry *entry)
{
	switch (entry->kind) {
	case TUNEADV_CAPTURE_FOLDER:
		return mkdirat(target->fd, entry->path, 0777) < 0 ? -errno : 0;
	case TUNEADV_CAPTURE_LINK:
		return symlinkat(entry->bytes, target->fd, entry->path) < 0 ? -errno : 0;
	case TUNEADV_CAPTURE_FILE:
		break;
	}
	return put_file(target->fd, entry);
}

int target_put(void *closure, const struct tuneadv_capture_entry *entry)
{
	struct target *target = closure;

	if (has_signal())
		return -EINTR;
	if (entry->kind == TUNEADV_CAPTURE_FILE) {
		target->file_count++;
		target->byte_count += entry->length;
	}
	return target->is_tar ? tar_put(target->fd, target->top, entry)
			      : put_into_folder(target, entry);
}

/* A name that somebody took meanwhile is not taken from them. */
static int give_name(const struct target *target)
{
	if (!target->is_tar && rmdir(target->place) < 0 && errno != ENOENT)
		return -EEXIST;
	if (renameat2(AT_FDCWD, target->partial, AT_FDCWD, target->place, RENAME_NOREPLACE) == 0)
		return 0;
	/* Older kernels and some file systems know no such rename. */
	if (errno != EINVAL && errno != ENOSYS)
		return -errno;
	if (access(target->place, F_OK) == 0)
		return -EEXIST;
	return rename(target->partial, target->place) < 0 ? -errno : 0;
}

int target_end(struct target *target)
{
	int r = target->is_tar ? tar_end(target->fd) : 0;

	if (r < 0 || target->is_standard)
		return r;
	/* Some file systems report a full disk only here. */
	if (fsync(target->fd) < 0 && errno != EINVAL)
		r = -errno;
	if (close(target->fd) < 0 && r == 0)
		r = -errno;
	target->fd = -1;
	if (r == 0)
		r = give_name(target);
	if (r < 0)
		return r;
	free(target->partial);
	target->partial = NULL;
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

void target_done(struct target *target)
{
	if (target->fd >= 0 && !target->is_standard) {
		(void)close(target->fd); /* it is thrown away */
		if (target->partial)
			(void)nftw(target->partial, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	}
	free(target->place);
	free(target->partial);
	free(target->top);
	*target = (struct target){ .fd = -1 };
}
