/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A state folder of our own below /tmp, journals to put into it, and what is then found there. */
#ifndef TESTS_STATE_PLACE_H
#define TESTS_STATE_PLACE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "change/journal_parts.h"

#define PLACE_TEMPLATE "/tmp/tuneadv-test-state-XXXXXX"
#define PLACE_DIGEST   "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define PLACE_BOOT     "b0000000-1111-2222-3333-444444444444"

struct place {
	char parent[sizeof(PLACE_TEMPLATE)];
	char path[sizeof(PLACE_TEMPLATE) + 16]; /* of the folder, not yet there */
};

static inline void place_clear(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *file;

	while (folder && (file = readdir(folder))) {
		autofree char *inner = NULL;

		if (strcmp(file->d_name, ".") == 0 || strcmp(file->d_name, "..") == 0)
			continue;
		assert_true(asprintf(&inner, "%s/%s", path, file->d_name) > 0);
		if (unlink(inner) < 0)
			place_clear(inner);
	}
	if (folder)
		closedir(folder);
	(void)rmdir(path); /* some cases take it away themselves */
}

static inline int place_make(void **state)
{
	struct place *place = calloc(1, sizeof(*place));

	assert_non_null(place);
	(void)snprintf(place->parent, sizeof(place->parent), "%s", PLACE_TEMPLATE);
	assert_non_null(mkdtemp(place->parent));
	(void)snprintf(place->path, sizeof(place->path), "%s/tuneadv", place->parent);
	*state = place;
	return 0;
}

static inline int place_remove(void **state)
{
	struct place *place = *state;

	place_clear(place->parent);
	free(place);
	return 0;
}

static inline struct state_folder *place_open(const struct place *place)
{
	const struct state_options options = { .path = place->path, .euid = geteuid() };
	struct state_folder *folder = NULL;

	assert_int_equal(state_open(&options, &folder, NULL), 0);
	return folder;
}

static inline struct state_folder *place_lock(const struct place *place)
{
	struct state_folder *folder = place_open(place);

	assert_int_equal(state_lock(folder, NULL), 0);
	return folder;
}

static inline void place_write(const struct place *place, const char *name, struct span bytes)
{
	autofree char *path = NULL;
	int fd;

	assert_true(asprintf(&path, "%s/%s", place->path, name) > 0);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, 0644), 0);
	assert_true(write(fd, bytes.bytes, bytes.length) == (ssize_t)bytes.length);
	assert_int_equal(close(fd), 0);
}

static inline void place_read(const struct place *place, const char *name, struct text *ret_bytes)
{
	autofree char *path = NULL;
	char chunk[4096];
	ssize_t count;
	int fd;

	assert_true(asprintf(&path, "%s/%s", place->path, name) > 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	while ((count = read(fd, chunk, sizeof(chunk))) > 0)
		text_add_span(ret_bytes, (struct span){ chunk, (size_t)count });
	assert_int_equal(close(fd), 0);
}

/* Files in the folder, the lock aside. */
static inline size_t place_count(const struct place *place)
{
	DIR *folder = opendir(place->path);
	const struct dirent *file;
	size_t count = 0;

	assert_non_null(folder);
	while ((file = readdir(folder)))
		count += file->d_name[0] != '.' ? strcmp(file->d_name, "lock") != 0
						: strlen(file->d_name) > 2;
	closedir(folder);
	return count;
}

/* ---- journals ---- */

static inline char *owned(const char *string)
{
	char *copy = strdup(string);

	assert_non_null(copy);
	return copy;
}

static inline struct journal *sample_new(const char *id, uint64_t sequence)
{
	struct journal *journal = calloc(1, sizeof(*journal));

	assert_non_null(journal);
	journal->id = owned(id);
	journal->version = owned("0.2");
	journal->boot_id = owned(PLACE_BOOT);
	journal->netns_inode = owned("4026531840");
	journal->netns_cookie = owned("18446744073709551615");
	journal->time_s = 1796080500;
	journal->uid = 1000;
	journal->sequence = sequence;
	journal->state = JOURNAL_PREPARED;
	journal->profiles = calloc(1, sizeof(*journal->profiles));
	assert_non_null(journal->profiles);
	journal->profile_count = 1;
	journal->profiles[0].name = owned("web-server");
	journal->profiles[0].path = owned("/usr/share/tuneadv/web-server.json");
	journal->profiles[0].sha256 = owned(PLACE_DIGEST);
	return journal;
}

static inline struct journal_entry *sample_add(struct journal *journal, enum entry_role role,
					       const char *id, const char *from, const char *to)
{
	struct journal_entry *entry;

	journal->entries =
		realloc(journal->entries, (journal->entry_count + 1) * sizeof(*journal->entries));
	assert_non_null(journal->entries);
	entry = &journal->entries[journal->entry_count++];
	*entry = (struct journal_entry){
		.role = role,
		.tunable = tunable_find(id),
		.tunable_id = owned(id),
		.instance_number = -1,
		.identity = owned(""),
		.rules = owned(role == ENTRY_CHANGE ? "rule-a, rule-b" : ""),
		.from = owned(from),
		.to = owned(to),
		.result = ENTRY_PLANNED,
	};
	assert_non_null(entry->tunable);
	entry->path = owned(entry->tunable->path);
	return entry;
}

static inline void sample_place(struct journal_entry *entry, const char *name, const char *fragment,
				int64_t number, const char *identity)
{
	free(entry->path);
	free(entry->identity);
	entry->instance_name = owned(name);
	entry->fragment = owned(fragment);
	entry->instance_number = number;
	entry->identity = owned(identity);
	assert_int_equal(tunable_path(entry->tunable, fragment, &entry->path), 0);
}

/* Two changes and a coupling. */
static inline struct journal *sample(const char *id, uint64_t sequence)
{
	struct journal *journal = sample_new(id, sequence);

	sample_add(journal, ENTRY_CHANGE, "net.core.somaxconn", "128", "4096");
	sample_add(journal, ENTRY_CHANGE, "vm.dirty_bytes", "0", "268435456");
	sample_add(journal, ENTRY_COUPLING, "vm.dirty_ratio", "20", "20");
	return journal;
}

struct loaded {
	struct journal **journals;
	size_t count;
	int result;
};

static inline void loaded_done(struct loaded *loaded)
{
	journals_free(loaded->journals, loaded->count);
}
#define auto_loaded cleanup(loaded_done)

static inline struct loaded load(struct state_folder *folder, struct diag *diag)
{
	struct loaded loaded = { 0 };

	loaded.result = journal_load_all(folder, &loaded.journals, &loaded.count, diag);
	return loaded;
}

static inline void assert_same_string(const char *a, const char *b)
{
	assert_int_equal(!a, !b);
	if (a)
		assert_string_equal(a, b);
}

static inline void assert_same_entry(const struct journal_entry *a, const struct journal_entry *b)
{
	assert_int_equal(a->role, b->role);
	assert_ptr_equal(a->tunable, b->tunable);
	assert_same_string(a->tunable_id, b->tunable_id);
	assert_same_string(a->instance_name, b->instance_name);
	assert_same_string(a->fragment, b->fragment);
	assert_true(a->instance_number == b->instance_number);
	assert_same_string(a->identity, b->identity);
	assert_same_string(a->path, b->path);
	assert_same_string(a->rules, b->rules);
	assert_same_string(a->from, b->from);
	assert_same_string(a->to, b->to);
	assert_same_string(a->got, b->got);
	assert_int_equal(a->result, b->result);
	assert_int_equal(a->error, b->error);
}

static inline void assert_same_journal(const struct journal *a, const struct journal *b)
{
	assert_same_string(a->id, b->id);
	assert_same_string(a->version, b->version);
	assert_same_string(a->boot_id, b->boot_id);
	assert_same_string(a->netns_inode, b->netns_inode);
	assert_same_string(a->netns_cookie, b->netns_cookie);
	assert_true(a->time_s == b->time_s);
	assert_int_equal(a->uid, b->uid);
	assert_true(a->sequence == b->sequence);
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->profile_count, b->profile_count);
	for (size_t i = 0; i < a->profile_count; i++) {
		assert_same_string(a->profiles[i].name, b->profiles[i].name);
		assert_same_string(a->profiles[i].path, b->profiles[i].path);
		assert_same_string(a->profiles[i].sha256, b->profiles[i].sha256);
	}
	assert_int_equal(a->entry_count, b->entry_count);
	for (size_t i = 0; i < a->entry_count; i++)
		assert_same_entry(&a->entries[i], &b->entries[i]);
}

#endif
