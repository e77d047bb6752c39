/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads our own input files whole, without hanging on what only looks like one. */
#include "config.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK_BYTES 16384

static const char *kind_name(mode_t mode)
{
	if (S_ISDIR(mode))
		return "a directory";
	if (S_ISFIFO(mode))
		return "a FIFO";
	if (S_ISSOCK(mode))
		return "a socket";
	return "a device";
}

static int open_regular(const char *path, int *ret_fd, struct stat *ret_facts, struct diag *diag)
{
	/* Without O_NONBLOCK the open of a FIFO would wait for a writer. */
	autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0) {
		int code = -errno;

		return diag_add(diag, code, path, "cannot be opened: %s", errno_words(code));
	}

	if (fstat(fd, ret_facts) < 0) {
		int code = -errno;

		return diag_add(diag, code, path, "cannot be examined: %s", errno_words(code));
	}
	if (!S_ISREG(ret_facts->st_mode))
		return diag_add(diag, -EINVAL, path, "found %s, expected a regular file",
				kind_name(ret_facts->st_mode));
	*ret_fd = take_fd(&fd);
	return 0;
}

/* To the end, not to st_size: a file may grow while it is read, and says 0 in some filesystems. */
static int read_to_end(int fd, size_t max_bytes, struct text *bytes)
{
	char chunk[CHUNK_BYTES];

	for (;;) {
		ssize_t count = read(fd, chunk, sizeof(chunk));

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -errno;
		if (count == 0)
			return text_status(bytes);
		if ((size_t)count > max_bytes - bytes->length)
			return -EFBIG;
		text_add_span(bytes, (struct span){ .bytes = chunk, .length = (size_t)count });
		if (text_status(bytes) < 0)
			return text_status(bytes);
	}
}

int file_read(const char *path, size_t max_bytes, struct text *ret_bytes,
	      struct file_facts *ret_facts, struct diag *diag)
{
	autoclose int fd = -1;
	auto_text struct text bytes = { 0 };
	struct stat facts;
	int r = open_regular(path, &fd, &facts, diag);

	if (r < 0)
		return r;
	r = read_to_end(fd, max_bytes, &bytes);
	if (r == -EFBIG)
		return diag_add(diag, r, path, "is larger than %zu bytes", max_bytes);
	if (r < 0)
		return diag_add(diag, r, path, "cannot be read: %s", errno_words(r));
	*ret_bytes = bytes;
	bytes = (struct text){ 0 };
	if (ret_facts)
		*ret_facts = (struct file_facts){ .owner = facts.st_uid, .mode = facts.st_mode };
	return 0;
}
