/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all sources share: handing each question to the source asked, and reading a value whole. */
#include "config.h"

#include "source/source.h"

#include <errno.h>
#include <unistd.h>

#include "source/names.h"
#include "source/source_ops.h"

/*
 * How much a live value is first asked for. The kernel allocates and clears as much memory as a
 * reader of a sysctl asks for (and one byte more), so asking for 64 KiB each time would cost more
 * than the rest of the call; one page holds nearly all values.
 */
#define FIRST_READ 4095

void source_free(struct source *source)
{
	if (source)
		source->ops->free(source);
}

enum source_kind source_kind(const struct source *source)
{
	return source->ops->kind;
}

bool source_knows(struct source *source, const char *path)
{
	if (source->ops->kind == SOURCE_LIVE)
		return true;
	return source->ops->knows && source->ops->knows(source, path);
}

const struct source_capture *source_capture(const struct source *source)
{
	return source->ops->capture ? source->ops->capture(source) : NULL;
}

int source_page_size(const struct source *source, uint64_t *ret_bytes)
{
	const struct source_capture *capture = source_capture(source);
	long size;

	if (source->ops->kind == SOURCE_LIVE) {
		size = sysconf(_SC_PAGESIZE);
		if (size <= 0)
			return -ENODATA;
		*ret_bytes = (uint64_t)size;
		return 0;
	}
	if (!capture || capture->page_size == 0)
		return -ENOTSUP;
	*ret_bytes = capture->page_size;
	return 0;
}

static ssize_t read_some(int fd, char *bytes, size_t size)
{
	ssize_t got;

	do {
		got = read(fd, bytes, size);
	} while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

/*
 * Reads @fd to its end into @bytes, of SOURCE_VALUE_MAX + 1 bytes. A sysctl gives numbers to one
 * read only: a second one finds the end, whatever did not fit the first. So when the first read
 * came back full, the value is read again from its beginning with all the room there is.
 */
static int value_read(int fd, size_t first_read, char *bytes, size_t *ret_length)
{
	size_t room = first_read;
	size_t length = 0;

	for (;;) {
		ssize_t got = read_some(fd, bytes + length, room - length);

		if (got < 0)
			return (int)got;
		if (got == 0)
			break;
		length += (size_t)got;
		if (length > SOURCE_VALUE_MAX)
			return -EFBIG;
		if (length < room)
			continue;
		room = SOURCE_VALUE_MAX + 1;
		if (lseek(fd, 0, SEEK_SET) == 0)
			length = 0;
	}
	*ret_length = length;
	return 0;
}

int source_read(struct source *source, const char *path, struct text *ret_text)
{
	char bytes[SOURCE_VALUE_MAX + 1];
	bool is_live = source->ops->kind == SOURCE_LIVE;
	autoclose int fd = -1;
	size_t length = 0;
	int r;

	if (path[0] != '/')
		return -EINVAL;
	fd = source->ops->open_file(source, path);
	if (fd < 0)
		return fd;
	r = value_read(fd, is_live ? FIRST_READ : sizeof(bytes), bytes, &length);
	if (r < 0)
		return r;
	text_clear(ret_text);
	text_add_span(ret_text, (struct span){ .bytes = bytes, .length = length });
	return text_status(ret_text);
}

int source_list(struct source *source, const char *path, struct source_names *ret_names)
{
	autoclose int fd = -1;

	if (path[0] != '/')
		return -EINVAL;
	fd = source->ops->open_folder(source, path);
	if (fd == -ENOENT && source->ops->was_empty && source->ops->was_empty(source, path)) {
		*ret_names = (struct source_names){ 0 };
		return 0;
	}
	if (fd < 0)
		return fd;
	return names_read(fd, SOURCE_NAMES_MAX, ret_names);
}

int source_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	return path[0] == '/' ? source->ops->stat(source, path, ret_stat) : -EINVAL;
}

int source_may_write(struct source *source, const char *path)
{
	return path[0] == '/' ? source->ops->may_write(source, path) : -EINVAL;
}

int source_link(struct source *source, const char *path, struct text *ret_target)
{
	return path[0] == '/' ? source->ops->link(source, path, ret_target) : -EINVAL;
}

int source_write(struct source *source, const char *path, struct span text)
{
	/* An empty write changes nothing and reports success: never what the caller meant. */
	if (path[0] != '/' || text.length == 0)
		return -EINVAL;
	return source->ops->write(source, path, text);
}

int source_machine(struct source *source, struct text *ret_machine)
{
	return source->ops->machine(source, ret_machine);
}

int source_netns_cookie(struct source *source, uint64_t *ret_cookie)
{
	return source->ops->netns_cookie ? source->ops->netns_cookie(source, ret_cookie) : -ENOTSUP;
}

int source_tcp_listeners(struct source *source, struct source_listeners *ret_listeners)
{
	return source->ops->tcp_listeners(source, ret_listeners);
}

void source_listeners_done(struct source_listeners *listeners)
{
	free(listeners->listeners);
	*listeners = (struct source_listeners){ 0 };
}

int source_sched_get(struct source *source, pid_t tid, struct source_sched *ret_sched)
{
	return source->ops->sched_get(source, tid, ret_sched);
}

int source_sched_set(struct source *source, pid_t tid, const struct source_sched *sched)
{
	return source->ops->sched_set(source, tid, sched);
}
