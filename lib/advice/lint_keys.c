/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The keys of one file, found by hash: a file of a million lines has few. */
#include "config.h"

#include "advice/lint_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define TABLE_FIRST 256

/* FNV-1a: nobody gains by making the keys of his own file collide. */
static size_t hash_of(struct span path)
{
	uint64_t hash = 0xcbf29ce484222325U;

	for (size_t i = 0; i < path.length; i++)
		hash = (hash ^ (unsigned char)path.bytes[i]) * 0x100000001b3U;
	return (size_t)(hash ^ (hash >> 32));
}

/* The slot of that path, or the empty one where it belongs. */
static size_t *slot_of(const struct lint_keys *keys, struct span path)
{
	size_t at = hash_of(path) & (keys->table_size - 1);

	while (keys->table[at] && !span_is(path, keys->keys[keys->table[at] - 1].path))
		at = (at + 1) & (keys->table_size - 1);
	return &keys->table[at];
}

static int make_room(struct lint_keys *keys)
{
	size_t size = keys->table_size ? 2 * keys->table_size : TABLE_FIRST;
	size_t *table;
	size_t *old = keys->table;

	if (2 * (keys->count + 1) <= keys->table_size)
		return 0;
	table = calloc(size, sizeof(*table));
	if (!table)
		return -ENOMEM;
	keys->table = table;
	keys->table_size = size;
	for (size_t i = 0; i < keys->count; i++)
		*slot_of(keys, span_of(keys->keys[i].path)) = i + 1;
	free(old);
	return 0;
}

int lint_keys_get(struct lint_keys *keys, struct span path, struct lint_key **ret_key)
{
	size_t *slot;
	struct lint_key *key;
	int r = make_room(keys);

	if (r < 0)
		return r;
	slot = slot_of(keys, path);
	if (!*slot) {
		r = array_reserve(&keys->keys, &keys->capacity, keys->count + 1, sizeof(*key));
		if (r < 0)
			return r;
		key = &keys->keys[keys->count];
		*key = (struct lint_key){ .path = span_copy(path) };
		if (!key->path)
			return -ENOMEM;
		*slot = ++keys->count;
	}
	*ret_key = &keys->keys[*slot - 1];
	return 0;
}

void lint_verdicts_clear(struct lint_verdicts *verdicts)
{
	for (size_t i = 0; i < verdicts->count; i++) {
		free(verdicts->verdicts[i].message);
		free(verdicts->verdicts[i].instead);
	}
	verdicts->count = 0;
}

void lint_keys_done(struct lint_keys *keys)
{
	for (size_t i = 0; i < keys->count; i++) {
		free(keys->keys[i].path);
		free(keys->keys[i].value);
		lint_verdicts_clear(&keys->keys[i].verdicts);
		free(keys->keys[i].verdicts.verdicts);
	}
	free(keys->keys);
	free(keys->table);
	*keys = (struct lint_keys){ 0 };
}
