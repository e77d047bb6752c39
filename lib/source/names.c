/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The names in an open folder: read with few system calls, bounded, sorted as people count. */
#include "config.h"

#include "source/names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Names while they are being read: bytes may still move, so there are no pointers into them yet. */
struct names_found {
	char *bytes;
	size_t capacity;
	size_t length;
	size_t count;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits_length(const char *text)
{
	size_t length = 0;

	while (is_digit(text[length]))
		length++;
	return length;
}

/* Compares the numbers that both texts begin with, and moves both behind them. Any length:
 * interface names may carry more digits than 64 bits hold. */
static int compare_numbers(const char **a, const char **b)
{
	size_t length_a;
	size_t length_b;
	int order;

	while (**a == '0' && is_digit((*a)[1]))
		(*a)++;
	while (**b == '0' && is_digit((*b)[1]))
		(*b)++;
	length_a = digits_length(*a);
	length_b = digits_length(*b);
	if (length_a != length_b)
		return length_a < length_b ? -1 : 1;
	order = memcmp(*a, *b, length_a);
	*a += length_a;
	*b += length_b;
	return order;
}

int names_compare(const char *a, const char *b)
{
	const char *rest_a = a;
	const char *rest_b = b;

	while (*rest_a && *rest_b) {
		int order;

		if (is_digit(*rest_a) && is_digit(*rest_b)) {
			order = compare_numbers(&rest_a, &rest_b);
			if (order)
				return order;
			continue;
		}
		order = (unsigned char)*rest_a - (unsigned char)*rest_b;
		if (order)
			return order;
		rest_a++;
		rest_b++;
	}
	if (*rest_a || *rest_b)
		return *rest_a ? 1 : -1;
	return strcmp(a, b); /* "cpu02" and "cpu2": the order must stay total */
}

static int compare_slots(const void *a, const void *b)
{
	const char *const *name_a = a;
	const char *const *name_b = b;

	return names_compare(*name_a, *name_b);
}

static int found_add(struct names_found *found, const char *name, size_t max_names)
{
	size_t size = strlen(name) + 1;
	int r;

	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return 0;
	if (found->count >= max_names || size > SOURCE_TABLE_MAX - found->length)
		return -EFBIG;
	r = array_reserve(&found->bytes, &found->capacity, found->length + size, 1);
	if (r < 0)
		return r;
	memcpy(found->bytes + found->length, name, size);
	found->length += size;
	found->count++;
	return 0;
}

static int found_read(struct names_found *found, int fd, size_t max_names)
{
	/* Large enough for /proc with some thousand processes at once. */
	_Alignas(struct dirent64) char block[64 * 1024];

	for (;;) {
		ssize_t got = getdents64(fd, block, sizeof(block));

		if (got < 0)
			return -errno;
		if (got == 0)
			return 0;
		for (size_t at = 0; at < (size_t)got;) {
			const struct dirent64 *slot = (const void *)(block + at);
			int r = found_add(found, slot->d_name, max_names);

			if (r < 0)
				return r;
			at += slot->d_reclen;
		}
	}
}

int names_read(int fd, size_t max_names, struct source_names *ret_names)
{
	struct names_found found = { 0 };
	autofree char *bytes = NULL;
	autofree char **names = NULL;
	size_t at = 0;
	int r;

	r = found_read(&found, fd, max_names);
	bytes = found.bytes;
	if (r < 0)
		return r;
	names = calloc(found.count + 1, sizeof(*names));
	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < found.count; i++) {
		names[i] = bytes + at;
		at += strlen(names[i]) + 1;
	}
	qsort(names, found.count, sizeof(*names), compare_slots);
	ret_names->count = found.count;
	ret_names->names = take_ptr(names);
	ret_names->bytes = take_ptr(bytes);
	return 0;
}

void source_names_done(struct source_names *names)
{
	free(names->names);
	free(names->bytes);
	*names = (struct source_names){ 0 };
}
