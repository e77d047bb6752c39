/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A tar archive as POSIX describes it (ustar, with pax records for long names): the same bytes for
 * the same capture, so no owners and no times.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture_target.h"

#define BLOCK	   512
#define SAME_TIME  315532800UL /* 1980-01-01: some programs wonder about 1970 */
#define NAME_MAX_  100
#define PREFIX_MAX 155

struct header {
	char name[NAME_MAX_];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char time[12];
	char sum[8];
	char type;
	char link[NAME_MAX_];
	char magic[6];
	char version[2];
	char user[32];
	char group[32];
	char major[8];
	char minor[8];
	char prefix[PREFIX_MAX];
	char padding[12];
};

_Static_assert(sizeof(struct header) == BLOCK, "a header fills a block");

static int write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t written = write(fd, bytes, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return -errno;
		bytes += written;
		length -= (size_t)written;
	}
	return 0;
}

static int write_padded(int fd, const char *bytes, size_t length)
{
	static const char zeros[BLOCK];
	int r = write_all(fd, bytes, length);

	return r < 0 || length % BLOCK == 0 ? r : write_all(fd, zeros, BLOCK - length % BLOCK);
}

/* Octal digits up to the end of the field, where a NUL is. */
static void set_number(char *field, size_t size, unsigned long number)
{
	field[--size] = '\0';
	for (; size > 0; number /= 8)
		field[--size] = (char)('0' + number % 8);
}

static void set_sum(struct header *header)
{
	const unsigned char *bytes = (const unsigned char *)header;
	unsigned long sum = 0;

	memset(header->sum, ' ', sizeof(header->sum));
	for (size_t i = 0; i < sizeof(*header); i++)
		sum += bytes[i];
	set_number(header->sum, sizeof(header->sum) - 1, sum);
}

static void fill(struct header *header, char type, size_t size)
{
	unsigned long mode = type == '5' ? 0755 : type == '2' ? 0777 : 0644;

	memset(header, 0, sizeof(*header));
	set_number(header->mode, sizeof(header->mode), mode);
	set_number(header->uid, sizeof(header->uid), 0);
	set_number(header->gid, sizeof(header->gid), 0);
	set_number(header->size, sizeof(header->size), size);
	set_number(header->time, sizeof(header->time), SAME_TIME);
	header->type = type;
	memcpy(header->magic, "ustar", sizeof(header->magic));
	memcpy(header->version, "00", sizeof(header->version));
}

/* False: neither field holds it, nor both together. */
static bool set_name(struct header *header, const char *name)
{
	size_t length = strlen(name);

	if (length <= NAME_MAX_) {
		memcpy(header->name, name, length);
		return true;
	}
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		size_t before = (size_t)(slash - name);
		size_t after = length - before - 1;

		if (before > PREFIX_MAX)
			return false;
		if (after == 0 || after > NAME_MAX_)
			continue;
		memcpy(header->prefix, name, before);
		memcpy(header->name, slash + 1, after);
		return true;
	}
	return false;
}

static size_t digits_of(size_t number)
{
	size_t digits = 1;

	for (; number >= 10; number /= 10)
		digits++;
	return digits;
}

/* "LENGTH KEY=VALUE\n", where the length counts itself. */
static int put_record(int fd, const char *key, const char *value)
{
	size_t rest = strlen(key) + strlen(value) + 3;
	size_t length = rest + digits_of(rest);
	struct header header;
	char *record = NULL;
	int r;

	length = rest + digits_of(length);
	if (asprintf(&record, "%zu %s=%s\n", length, key, value) < 0)
		return -ENOMEM;
	fill(&header, 'x', strlen(record));
	(void)set_name(&header, "pax"); /* short enough */
	set_sum(&header);
	r = write_all(fd, (const char *)&header, sizeof(header));
	if (r == 0)
		r = write_padded(fd, record, strlen(record));
	free(record);
	return r;
}

static int put_named(int fd, const char *name, const struct tuneadv_capture_entry *entry)
{
	bool is_link = entry->kind == TUNEADV_CAPTURE_LINK;
	bool is_file = entry->kind == TUNEADV_CAPTURE_FILE;
	char type = is_file ? '0' : is_link ? '2' : '5';
	struct header header;
	int r = 0;

	fill(&header, type, is_file ? entry->length : 0);
	if (!set_name(&header, name)) {
		r = put_record(fd, "path", name);
		memcpy(header.name, name, NAME_MAX_);
	}
	if (r == 0 && is_link && entry->length > NAME_MAX_)
		r = put_record(fd, "linkpath", entry->bytes);
	if (is_link)
		memcpy(header.link, entry->bytes,
		       entry->length < NAME_MAX_ ? entry->length : NAME_MAX_);
	set_sum(&header);
	if (r == 0)
		r = write_all(fd, (const char *)&header, sizeof(header));
	return r < 0 || !is_file ? r : write_padded(fd, entry->bytes, entry->length);
}

int tar_put(int fd, const char *top, const struct tuneadv_capture_entry *entry)
{
	bool is_folder = entry->kind == TUNEADV_CAPTURE_FOLDER;
	char *name = NULL;

	if (asprintf(&name, "%s/%s%s", top, entry->path, is_folder ? "/" : "") < 0)
		return -ENOMEM;

	int r = put_named(fd, name, entry);

	free(name);
	return r;
}

int tar_end(int fd)
{
	static const char zeros[2 * BLOCK];

	return write_all(fd, zeros, sizeof(zeros));
}
