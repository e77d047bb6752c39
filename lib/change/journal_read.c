/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The journals of a folder, oldest first. What is damaged is told and left out, not guessed. */
#include "config.h"

#include "change/journal_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"

#define CHUNK_BYTES 16384

struct journal_list {
	struct journal **journals;
	size_t count;
	size_t capacity;
};

static void list_done(struct journal_list *list)
{
	journals_free(list->journals, list->count);
}
#define auto_list cleanup(list_done)

static int damage(const struct state_folder *state, const char *name, struct diag *diag,
		  const char *sentence)
{
	auto_text struct text place = { 0 };

	text_addf(&place, "%s/%s", state->path, name);
	return journal_damage(text_status(&place) < 0 ? name : place.bytes, 1, diag, sentence);
}

static int judge_file(const struct state_folder *state, const char *name, int fd, struct diag *diag)
{
	struct stat facts;

	if (fstat(fd, &facts) < 0)
		return -errno;
	if (!S_ISREG(facts.st_mode))
		return damage(state, name, diag, "is no regular file");
	if (facts.st_uid != 0 && facts.st_uid != state->euid)
		return damage(state, name, diag, "belongs to another user");
	if (facts.st_mode & (S_IWGRP | S_IWOTH))
		return damage(state, name, diag, "can be written by others than its owner");
	return 0;
}

static int read_bytes(const struct state_folder *state, const char *name, int fd,
		      struct text *bytes, struct diag *diag)
{
	char chunk[CHUNK_BYTES];

	for (;;) {
		ssize_t count = read(fd, chunk, sizeof(chunk));

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0) {
			int code = -errno;

			return state_complain(state, name, code, diag, "cannot be read: %s",
					      error_text(code));
		}
		if (count == 0)
			return text_status(bytes);
		if ((size_t)count > JOURNAL_BYTES_MAX - bytes->length)
			return damage(state, name, diag, "is larger than any journal of ours");
		text_add_span(bytes, (struct span){ .bytes = chunk, .length = (size_t)count });
		if (text_status(bytes) < 0)
			return -ENOMEM;
	}
}

/* -ENOENT: taken away since it was listed. */
static int open_journal(const struct state_folder *state, const char *name, int *ret_fd,
			struct diag *diag)
{
	autoclose int fd =
		openat(state->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int r;

	if (fd < 0 && errno == ELOOP)
		return damage(state, name, diag, "is a symbolic link");
	/* A socket, or a device that is not there. */
	if (fd < 0 && errno == ENXIO)
		return damage(state, name, diag, "is no regular file");
	if (fd < 0 && errno == ENOENT)
		return -ENOENT;
	if (fd < 0) {
		r = -errno;
		return state_complain(state, name, r, diag, "cannot be opened: %s", error_text(r));
	}
	r = judge_file(state, name, fd, diag);
	if (r < 0)
		return r;
	*ret_fd = take_fd(&fd);
	return 0;
}

static int read_journal(const struct state_folder *state, const char *id, const char *name,
			struct journal **ret_journal, struct diag *diag)
{
	autoclose int fd = -1;
	auto_text struct text bytes = { 0 };
	auto_text struct text place = { 0 };
	int r = open_journal(state, name, &fd, diag);

	if (r == 0)
		r = read_bytes(state, name, fd, &bytes, diag);
	if (r < 0)
		return r;
	text_addf(&place, "%s/%s", state->path, name);
	if (text_status(&place) < 0)
		return -ENOMEM;
	return journal_parse(text_span(&bytes), id, place.bytes, ret_journal, diag);
}

/* Other files (the lock, one that a crash left half written) are no journals. */
static int id_of_name(const char *name, char **ret_id)
{
	struct span span = span_of(name);
	autofree char *id = NULL;

	if (!span_ends(span, JOURNAL_SUFFIX))
		return -ENOENT;
	span.length -= strlen(JOURNAL_SUFFIX);
	id = span_copy(span);
	if (!id)
		return -ENOMEM;
	if (!journal_id_is_valid(id))
		return -ENOENT;
	*ret_id = take_ptr(id);
	return 0;
}

static int add_journal(const struct state_folder *state, const char *name,
		       struct journal_list *list, struct diag *diag)
{
	autofree char *id = NULL;
	int r = id_of_name(name, &id);

	if (r < 0)
		return r == -ENOENT ? 0 : r;
	r = array_reserve(&list->journals, &list->capacity, list->count + 1,
			  sizeof(*list->journals));
	if (r < 0)
		return r;
	r = read_journal(state, id, name, &list->journals[list->count], diag);
	if (r == 0)
		list->count++;
	return r == -ENOENT ? 0 : r;
}

static int compare_age(const void *a, const void *b)
{
	const struct journal *first = *(const struct journal *const *)a;
	const struct journal *second = *(const struct journal *const *)b;

	if (first->sequence != second->sequence)
		return first->sequence < second->sequence ? -1 : 1;
	return strcmp(first->id, second->id);
}

/* Two of one age: which to take back first is not known, so neither is acted on. */
static int drop_clashes(const struct state_folder *state, struct journal_list *list,
			struct diag *diag)
{
	size_t kept = 0;
	int result = 0;

	for (size_t i = 0; i < list->count;) {
		size_t end = i + 1;

		while (end < list->count &&
		       list->journals[end]->sequence == list->journals[i]->sequence)
			end++;
		if (end == i + 1) {
			list->journals[kept++] = list->journals[i++];
			continue;
		}
		for (; i < end; i++) {
			auto_text struct text name = { 0 };

			text_addf(&name, "%s" JOURNAL_SUFFIX, list->journals[i]->id);
			result = damage(state, text_status(&name) < 0 ? "" : name.bytes, diag,
					"has the sequence of another journal");
			journal_free(list->journals[i]);
		}
	}
	list->count = kept;
	return result;
}

static int read_folder(const struct state_folder *state, struct journal_list *list,
		       struct diag *diag)
{
	autoclose int fd = openat(state->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	autoclosedir DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	int result = 0;

	if (!folder)
		return -errno;
	(void)take_fd(&fd); /* closedir() closes it */
	for (;;) {
		errno = 0;

		const struct dirent *file = readdir(folder);
		int r;

		if (!file)
			return errno ? -errno : result;
		r = add_journal(state, file->d_name, list, diag);
		if (r == -ENOMEM)
			return r;
		if (r < 0 && result == 0)
			result = r;
	}
}

int journal_load_all(struct state_folder *state, struct journal ***ret_journals, size_t *ret_count,
		     struct diag *diag)
{
	auto_list struct journal_list list = { 0 };
	int result = 0;
	int r;

	if (state->fd >= 0)
		result = read_folder(state, &list, diag);
	if (result == -ENOMEM)
		return result;
	if (list.count > 1)
		qsort(list.journals, list.count, sizeof(*list.journals), compare_age);
	r = drop_clashes(state, &list, diag);
	if (result == 0)
		result = r;
	*ret_journals = list.journals;
	*ret_count = list.count;
	list = (struct journal_list){ 0 };
	return result;
}
