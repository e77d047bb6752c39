/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The least that changing files with a record can cost, for "make bench" to measure against: write
 * and sync a record of all old values, then for each path read, write, read, and end the record.
 * Usage: apply-loop RECORD VALUE LIST (one path a line).
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATHS_MAX 4096

static int read_one(const char *path, char *value, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, value, size - 1);

	if (fd >= 0)
		(void)close(fd); /* read side only */
	value[got > 0 ? got : 0] = '\0';
	return got < 0 ? -1 : 0;
}

static int write_one(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t put = fd < 0 ? -1 : write(fd, value, strlen(value));

	return fd < 0 || close(fd) < 0 || put < 0 ? -1 : 0;
}

static int keep_record(int fd, char *const *paths, size_t count)
{
	char value[4096];
	char line[8192];

	for (size_t i = 0; i < count; i++) {
		int length;

		if (read_one(paths[i], value, sizeof(value)) < 0)
			return -1;
		length = snprintf(line, sizeof(line), "%s %s", paths[i], value);
		if (length < 0 || write(fd, line, (size_t)length) != length)
			return -1;
	}
	return fsync(fd);
}

static int change_all(char *const *paths, size_t count, const char *wanted)
{
	char value[4096];

	for (size_t i = 0; i < count; i++) {
		if (read_one(paths[i], value, sizeof(value)) < 0 ||
		    write_one(paths[i], wanted) < 0 ||
		    read_one(paths[i], value, sizeof(value)) < 0 ||
		    strncmp(value, wanted, strlen(wanted)) != 0)
			return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static char list[1024 * 1024];
	static char *paths[PATHS_MAX];
	size_t count = 0;
	int fd = -1;

	if (argc != 4 || read_one(argv[3], list, sizeof(list)) < 0)
		return 2;
	for (char *path = list, *end; (end = strchr(path, '\n')) && count < PATHS_MAX;
	     path = end + 1) {
		*end = '\0';
		paths[count++] = path;
	}
	fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || keep_record(fd, paths, count) < 0 || change_all(paths, count, argv[2]) < 0 ||
	    write(fd, "end\n", 4) != 4 || fdatasync(fd) < 0 || close(fd) < 0)
		return 1;
	printf("%zu changed\n", count);
	return 0;
}
