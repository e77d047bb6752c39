/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables of the kernel, line by line: memory is bounded by one line, the whole by a limit. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "source/source_ops.h"

#define TABLE_FIRST_ROOM (16 * 1024)

struct source_table {
	int fd;
	int status; /* an error stays */
	bool is_at_end;
	char *bytes;
	size_t capacity;
	size_t start;	/* of the line that comes next */
	size_t scanned; /* up to here there is no newline */
	size_t end;
	size_t total;
};

int source_table_open(struct source *source, const char *path, struct source_table **ret_table)
{
	auto_table struct source_table *table = NULL;
	int r;

	if (path[0] != '/')
		return -EINVAL;
	table = calloc(1, sizeof(*table));
	if (!table)
		return -ENOMEM;
	table->fd = source->ops->open_file(source, path);
	if (table->fd < 0)
		return table->fd;
	r = array_reserve(&table->bytes, &table->capacity, TABLE_FIRST_ROOM, 1);
	if (r < 0)
		return r;
	*ret_table = take_ptr(table);
	return 0;
}

void source_table_close(struct source_table *table)
{
	if (!table)
		return;
	if (table->fd >= 0)
		(void)close(table->fd); /* read side only */
	free(table->bytes);
	free(table);
}

/* Moves the unfinished line to the front and makes room behind it. */
static int table_make_room(struct source_table *table)
{
	if (table->start > 0) {
		memmove(table->bytes, table->bytes + table->start, table->end - table->start);
		table->scanned -= table->start;
		table->end -= table->start;
		table->start = 0;
	}
	if (table->end < table->capacity)
		return 0;
	return array_reserve(&table->bytes, &table->capacity, table->end + 1, 1);
}

static int table_fill(struct source_table *table)
{
	ssize_t got;
	int r;

	if (table->end - table->start > SOURCE_VALUE_MAX)
		return -EFBIG;
	r = table_make_room(table);
	if (r < 0)
		return r;
	do {
		got = read(table->fd, table->bytes + table->end, table->capacity - table->end);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	table->is_at_end = got == 0;
	table->end += (size_t)got;
	table->total += (size_t)got;
	return table->total > SOURCE_TABLE_MAX ? -EFBIG : 0;
}

/* Hands out @length bytes from the start and goes on @skip bytes behind them. */
static int table_take(struct source_table *table, size_t length, size_t skip, struct span *ret_line)
{
	if (length > SOURCE_VALUE_MAX) {
		table->status = -EFBIG;
		return table->status;
	}
	*ret_line = (struct span){ .bytes = table->bytes + table->start, .length = length };
	table->start += length + skip;
	table->scanned = table->start;
	return 1;
}

int source_table_line(struct source_table *table, struct span *ret_line)
{
	while (table->status == 0) {
		size_t unscanned = table->end - table->scanned;
		const char *newline = memchr(table->bytes + table->scanned, '\n', unscanned);

		if (newline) {
			size_t length = (size_t)(newline - table->bytes) - table->start;

			return table_take(table, length, 1, ret_line);
		}
		table->scanned = table->end;
		if (table->is_at_end && table->start == table->end)
			return 0;
		if (table->is_at_end)
			return table_take(table, table->end - table->start, 0, ret_line);
		table->status = table_fill(table);
	}
	return table->status;
}
