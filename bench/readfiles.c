/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The least that reading files can cost, for "make bench" to measure against: open, read until the
 * end, close, for each path of a list with one path a line (the file named, or standard input).
 * Prints the number of bytes and of files read. A value costs the same four calls as in the
 * library.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The bytes of one file, or -1. */
static ssize_t read_file(const char *path)
{
	char bytes[4095];
	ssize_t total = 0;
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return -1;
	while ((got = read(fd, bytes, sizeof(bytes))) > 0)
		total += got;
	(void)close(fd); /* read side only */
	return got < 0 ? -1 : total;
}

/* The whole list, at most @size - 1 bytes, terminated; its length or -1. */
static ssize_t read_list(int fd, char *list, size_t size)
{
	size_t length = 0;

	for (;;) {
		ssize_t got = read(fd, list + length, size - 1 - length);

		if (got < 0)
			return -1;
		if (got == 0)
			break;
		length += (size_t)got;
	}
	list[length] = '\0';
	return (ssize_t)length;
}

int main(int argc, char **argv)
{
	static char list[1024 * 1024];
	int fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	uint64_t bytes = 0;
	uint64_t files = 0;
	char *line = list;
	char *end;

	if (fd < 0 || read_list(fd, list, sizeof(list)) < 0) {
		fprintf(stderr, "readfiles: cannot read the list: %s\n", strerror(errno));
		return 2;
	}
	while ((end = strchr(line, '\n'))) {
		ssize_t got;

		*end = '\0';
		got = read_file(line);
		if (got >= 0) {
			bytes += (uint64_t)got;
			files++;
		}
		line = end + 1;
	}
	printf("%ju bytes of %ju files\n", (uintmax_t)bytes, (uintmax_t)files);
	return 0;
}
