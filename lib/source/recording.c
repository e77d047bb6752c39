/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A source between tuneadv and another one, that remembers every answer. What the asker reads are
 * the remembered bytes themselves, so that a capture holds exactly what was judged.
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "source/capture.h"
#include "source/names.h"
#include "source/source_ops.h"

/* As in source.c: a sysctl gives its number to the first read alone, and clears what it is asked
 * for. */
#define FIRST_READ 4095

struct recording {
	struct source source;
	struct source *inner;
	struct capture_paths paths; /* in the order of asking, with repetitions */
	int status;		    /* -ENOMEM stays */
};

static struct recording *recording_of(struct source *source)
{
	return (struct recording *)(void *)source;
}

/* Takes @bytes. Running out of memory is told by recording_take(). */
static void note(struct recording *recording, const char *path, struct capture_path known)
{
	struct capture_paths *all = &recording->paths;
	auto_text struct text canonical = { 0 };

	capture_canonical(&canonical, path);
	if (text_take(&canonical, &known.path) < 0 ||
	    array_reserve(&all->paths, &all->capacity, all->count + 1, sizeof(*all->paths)) < 0) {
		free(known.path);
		free(known.bytes);
		recording->status = -ENOMEM;
		return;
	}
	known.order = all->count;
	all->paths[all->count++] = known;
}

/* What is not there at all, or a file that refuses: then its mode may still show. */
static void note_refusal(struct recording *recording, const char *path, int error)
{
	struct capture_path known = { .kind = CAPTURE_NOTHING, .error = error };
	struct source_stat st;

	if (error != -ENOENT && error != -ENOTDIR &&
	    recording->inner->ops->stat(recording->inner, path, &st) == 0) {
		known.kind = S_ISDIR(st.mode) ? CAPTURE_PLACE : CAPTURE_NAME;
		known.mode = st.mode;
	}
	note(recording, path, known);
}

struct content {
	char *bytes;
	size_t length;
	size_t capacity;
};

static int content_read(int fd, struct content *content)
{
	size_t room = FIRST_READ;

	for (;;) {
		int r = array_reserve(&content->bytes, &content->capacity, room, 1);
		ssize_t got;

		if (r < 0)
			return r;
		got = read(fd, content->bytes + content->length, room - content->length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return 0;
		content->length += (size_t)got;
		if (content->length > SOURCE_TABLE_MAX)
			return -EFBIG;
		if (content->length < room)
			continue;
		/* A value that did not fit its first read is asked for anew, whole. */
		if (room == FIRST_READ && lseek(fd, 0, SEEK_SET) == 0)
			content->length = 0;
		room = room <= SOURCE_VALUE_MAX ? SOURCE_VALUE_MAX + 1 : room * 2;
	}
}

/* A descriptor of these bytes; -1 where the kernel or a sandbox has no such files. */
static int descriptor_of(const struct content *content)
{
	autoclose int fd = memfd_create("tuneadv", MFD_CLOEXEC);

	for (size_t at = 0; fd >= 0 && at < content->length;) {
		ssize_t put = write(fd, content->bytes + at, content->length - at);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return -1;
		at += (size_t)put;
	}
	if (fd >= 0 && lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	return take_fd(&fd);
}

static mode_t mode_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? st.st_mode : 0;
}

static int recording_open_file(struct source *source, const char *path)
{
	struct recording *recording = recording_of(source);
	autoclose int fd = recording->inner->ops->open_file(recording->inner, path);
	struct capture_path known = { .kind = CAPTURE_FILE };
	struct content content = { 0 };
	int copy;

	if (fd < 0) {
		int r = fd;

		note_refusal(recording, path, r);
		return r;
	}
	known.mode = mode_of(fd);
	known.error = content_read(fd, &content);
	if (known.error == -ENOMEM)
		recording->status = -ENOMEM;
	if (known.error < 0) {
		free(content.bytes);
		known.kind = S_ISDIR(known.mode) ? CAPTURE_PLACE : CAPTURE_NAME;
		note(recording, path, known);
		/* Whoever reads on finds the same error. */
		return lseek(fd, 0, SEEK_SET) < 0 ? known.error : take_fd(&fd);
	}
	copy = descriptor_of(&content);
	known.bytes = content.bytes;
	known.length = content.length;
	note(recording, path, known);
	if (copy >= 0)
		return copy;
	return lseek(fd, 0, SEEK_SET) < 0 ? -errno : take_fd(&fd);
}

/* Each name in a folder is known to be there, whether or not somebody asks for it later. */
static void note_names(struct recording *recording, const char *path, int fd)
{
	auto_names struct source_names names = { 0 };
	auto_text struct text child = { 0 };
	int r = names_read(fd, SOURCE_NAMES_MAX, &names);

	if (r == -ENOMEM)
		recording->status = r;
	for (size_t i = 0; r == 0 && i < names.count; i++) {
		text_clear(&child);
		text_addf(&child, "%s/%s", path, names.names[i]);
		r = text_status(&child);
		if (r == 0)
			note(recording, child.bytes, (struct capture_path){ 0 });
		else
			recording->status = r;
	}
}

static int recording_open_folder(struct source *source, const char *path)
{
	struct recording *recording = recording_of(source);
	autoclose int fd = recording->inner->ops->open_folder(recording->inner, path);

	if (fd < 0) {
		int r = fd;

		note_refusal(recording, path, r);
		return r;
	}
	note(recording, path, (struct capture_path){ .kind = CAPTURE_FOLDER, .mode = mode_of(fd) });
	note_names(recording, path, fd);
	return lseek(fd, 0, SEEK_SET) < 0 ? -errno : take_fd(&fd);
}

static int recording_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	struct recording *recording = recording_of(source);
	int r = recording->inner->ops->stat(recording->inner, path, ret_stat);
	struct capture_path known = { .kind = CAPTURE_NOTHING, .error = r };

	if (r == 0) {
		known.kind = S_ISDIR(ret_stat->mode) ? CAPTURE_PLACE : CAPTURE_NAME;
		known.mode = ret_stat->mode;
	}
	note(recording, path, known);
	return r;
}

static int recording_may_write(struct source *source, const char *path)
{
	struct recording *recording = recording_of(source);
	int r = recording->inner->ops->may_write(recording->inner, path);

	note(recording, path, (struct capture_path){ .has_write = true, .write = r });
	return r;
}

static int recording_link(struct source *source, const char *path, struct text *ret_target)
{
	struct recording *recording = recording_of(source);
	int r = recording->inner->ops->link(recording->inner, path, ret_target);
	struct capture_path known = { .kind = CAPTURE_LINK };

	if (r == -EINVAL)
		return r; /* no link; what it is, others ask */
	if (r < 0) {
		note_refusal(recording, path, r);
		return r;
	}
	known.bytes = span_copy(text_span(ret_target));
	known.length = ret_target->length;
	if (!known.bytes)
		recording->status = -ENOMEM;
	else
		note(recording, path, known);
	return r;
}

/* A capture looks and never writes. */

static int recording_write(struct source *source, const char *path, struct span text)
{
	(void)source;
	(void)path;
	(void)text;
	return -ENOTSUP;
}

static int recording_sched_set(struct source *source, pid_t tid, const struct source_sched *sched)
{
	(void)source;
	(void)tid;
	(void)sched;
	return -ENOTSUP;
}

static int recording_machine(struct source *source, struct text *ret_machine)
{
	return source_machine(recording_of(source)->inner, ret_machine);
}

static int recording_netns_cookie(struct source *source, uint64_t *ret_cookie)
{
	return source_netns_cookie(recording_of(source)->inner, ret_cookie);
}

static int recording_tcp_listeners(struct source *source, struct source_listeners *ret_listeners)
{
	return source_tcp_listeners(recording_of(source)->inner, ret_listeners);
}

static int recording_sched_get(struct source *source, pid_t tid, struct source_sched *ret_sched)
{
	return source_sched_get(recording_of(source)->inner, tid, ret_sched);
}

static void recording_source_free(struct source *source)
{
	struct recording *recording = recording_of(source);

	capture_paths_done(&recording->paths);
	free(recording);
}

static const struct source_ops recording_ops = {
	.kind = SOURCE_LIVE,
	.open_file = recording_open_file,
	.open_folder = recording_open_folder,
	.stat = recording_stat,
	.may_write = recording_may_write,
	.link = recording_link,
	.write = recording_write,
	.machine = recording_machine,
	.netns_cookie = recording_netns_cookie,
	.tcp_listeners = recording_tcp_listeners,
	.sched_get = recording_sched_get,
	.sched_set = recording_sched_set,
	.free = recording_source_free,
};

int recording_new(struct source *inner, struct recording **ret_recording)
{
	struct recording *recording = calloc(1, sizeof(*recording));

	if (!recording)
		return -ENOMEM;
	recording->source.ops = &recording_ops;
	recording->inner = inner;
	*ret_recording = recording;
	return 0;
}

struct source *recording_source(struct recording *recording)
{
	return &recording->source;
}

void recording_free(struct recording *recording)
{
	if (recording)
		recording_source_free(&recording->source);
}

/* The fuller answer stands; the first of two that are alike. Takes what @other owns. */
static void merge(struct capture_path *path, struct capture_path *other)
{
	if (other->has_write) {
		path->has_write = true;
		path->write = other->write;
	}
	if (path->mode == 0)
		path->mode = other->mode;
	/* Seen by one call and refused by another: the refusal is what reading it says. */
	if (other->kind == path->kind && path->error == 0)
		path->error = other->error;
	if (other->kind > path->kind) {
		free(path->bytes);
		path->kind = other->kind;
		path->error = other->error;
		path->bytes = take_ptr(other->bytes);
		path->length = other->length;
	}
	free(other->path);
	free(other->bytes);
}

/* What was seen by its name alone. */
static void look_at_name(struct source *inner, struct capture_path *path)
{
	struct source_stat st = { 0 };

	path->kind = CAPTURE_NAME;
	if (inner->ops->stat(inner, path->path, &st) < 0)
		return;
	path->mode = st.mode;
	path->kind = S_ISDIR(st.mode) ? CAPTURE_PLACE : CAPTURE_NAME;
}

int recording_take(struct recording *recording, struct capture_paths *ret_paths)
{
	struct capture_paths *all = &recording->paths;
	size_t kept = 0;

	if (recording->status < 0)
		return recording->status;
	capture_paths_sort(all);
	for (size_t i = 0; i < all->count; i++) {
		if (kept > 0 && strcmp(all->paths[kept - 1].path, all->paths[i].path) == 0)
			merge(&all->paths[kept - 1], &all->paths[i]);
		else
			all->paths[kept++] = all->paths[i];
	}
	all->count = kept;
	for (size_t i = 0; i < all->count; i++) {
		if (!all->paths[i].kind)
			look_at_name(recording->inner, &all->paths[i]);
	}
	*ret_paths = *all;
	*all = (struct capture_paths){ 0 };
	return 0;
}
