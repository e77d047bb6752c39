/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads each file of the command line by the shape that its name tells; a malformed row fails. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/shapes.h"

struct reading {
	size_t cells;
	struct shape_rows rows;
	struct shape_headed headed;
	struct shape_columns columns;
	struct shape_hex hex;
};

static int count(void *into, const struct shape_cell *cell)
{
	struct reading *reading = into;

	(void)cell;
	reading->cells++;
	return 0;
}

static int read_pair(struct reading *reading, struct span line)
{
	struct shape_pair pair;
	int r = shape_pair_read(line, &pair);

	reading->cells++;
	return r;
}

static int read_line(struct reading *reading, const char *path, struct span line)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	if (strstr(path, "/pressure/"))
		return shape_pressure_line(&reading->rows, line);
	if (strcmp(name, "interrupts") == 0 || strcmp(name, "softirqs") == 0)
		return shape_columns_line(&reading->columns, line);
	if (strcmp(name, "netstat") == 0 || strcmp(name, "snmp") == 0)
		return shape_headed_line(&reading->headed, line);
	if (strcmp(name, "softnet_stat") == 0)
		return shape_hex_line(&reading->hex, line);
	return read_pair(reading, line);
}

/* 0 when every row is of its shape and there is at least one number. */
static int check_file(const char *path)
{
	struct reading reading = { .rows = { .take = count, .into = &reading } };
	FILE *file = fopen(path, "r");
	size_t capacity = 0;
	char *bytes = NULL;
	ssize_t length;
	size_t row = 0;
	int r = 0;

	if (!file)
		return 1;
	reading.headed.rows = reading.rows;
	reading.columns.rows = reading.rows;
	reading.hex.rows = reading.rows;
	while (r == 0 && (length = getline(&bytes, &capacity, file)) > 0) {
		struct span line = { .bytes = bytes, .length = (size_t)length };

		if (span_ends(line, "\n"))
			line.length--;
		row++;
		r = read_line(&reading, path, line);
	}
	if (r < 0)
		printf("%s: row %zu is malformed\n", path, row);
	else if (reading.cells == 0)
		printf("%s: no number\n", path);
	shape_headed_done(&reading.headed);
	shape_columns_done(&reading.columns);
	free(bytes);
	fclose(file);
	return r < 0 || reading.cells == 0;
}

int main(int count_of_words, char **words)
{
	int bad = count_of_words < 2;

	for (int i = 1; i < count_of_words; i++)
		bad |= check_file(words[i]);
	printf("%d files read by their shapes\n", count_of_words - 1);
	return bad;
}
