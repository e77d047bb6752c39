/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where profiles are: folders that are searched in order. The only listing of a folder of ours. */
#include "config.h"

#include "profile/reader.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"

#define SUFFIX ".json"

static int join(struct span folder, const char *name, char **ret_path)
{
	auto_text struct text text = { 0 };

	text_add_span(&text, folder);
	if (!span_ends(folder, "/"))
		text_add_char(&text, '/');
	text_add(&text, name);
	text_add(&text, SUFFIX);
	return text_take(&text, ret_path);
}

/* 1: there is such a file, or something that keeps us from knowing, which opening it will tell. */
static int try_folder(struct span folder, const char *name, char **ret_path)
{
	autofree char *path = NULL;
	int r = join(folder, name, &path);

	if (r < 0)
		return r;
	if (access(path, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	*ret_path = take_ptr(path);
	return 1;
}

static struct span folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return span_of(".");
	return (struct span){ .bytes = path, .length = slash == path ? 1 : (size_t)(slash - path) };
}

static int complain_missing(const struct profile_search *search, const char *name,
			    struct diag *diag)
{
	auto_text struct text folders = { 0 };

	for (size_t i = 0; search->folders[i]; i++)
		text_addf(&folders, "%s%s", i ? ", " : "", search->folders[i]);
	if (text_status(&folders) < 0)
		return text_status(&folders);
	return diag_add(diag, -ENOENT, NULL, "there is no profile %s: looked for %s%s in %s", name,
			name, SUFFIX, folders.length ? folders.bytes : "no folder");
}

int search_find(const struct profile_search *search, const char *name, const char *beside,
		char **ret_path, struct diag *diag)
{
	int r;

	if (!name_is_valid(name))
		return diag_add(diag, -ENOENT, NULL,
				"\"%s\" is no name of a profile: expected lower-case words and "
				"digits joined by '-', or a path with '/'",
				name);
	for (size_t i = 0; search->folders[i]; i++) {
		r = try_folder(span_of(search->folders[i]), name, ret_path);
		if (r != 0)
			return r < 0 ? r : 0;
	}
	r = beside ? try_folder(folder_of(beside), name, ret_path) : 0;
	if (r != 0)
		return r < 0 ? r : 0;
	return complain_missing(search, name, diag);
}

void name_list_done(struct name_list *list)
{
	strings_free(list->names, list->count);
}

static bool has_name(const struct name_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->names[i], name) == 0)
			return true;
	}
	return false;
}

static int add_file(struct name_list *list, const char *file_name)
{
	struct span span = span_of(file_name);
	autofree char *name = NULL;
	int r;

	if (!span_ends(span, SUFFIX))
		return 0;
	span.length -= strlen(SUFFIX);
	name = span_copy(span);
	if (!name)
		return -ENOMEM;
	if (!name_is_valid(name) || has_name(list, name))
		return 0;
	r = array_reserve(&list->names, &list->capacity, list->count + 1, sizeof(*list->names));
	if (r < 0)
		return r;
	list->names[list->count++] = take_ptr(name);
	return 0;
}

static int list_folder(const char *folder, struct name_list *list, struct diag *diag)
{
	autoclosedir DIR *dir = opendir(folder);

	if (!dir && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (!dir && errno == ENOMEM)
		return -ENOMEM;
	if (!dir) {
		/* The other folders may still have what is asked for. */
		(void)diag_add(diag, -errno, folder, "cannot be listed: %s", errno_words(-errno));
		return 0;
	}
	for (;;) {
		const struct dirent *entry = readdir(dir);
		int r = entry ? add_file(list, entry->d_name) : 0;

		if (!entry || r < 0)
			return r;
	}
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int search_list(const struct profile_search *search, struct name_list *ret_list, struct diag *diag)
{
	cleanup(name_list_done) struct name_list list = { 0 };

	for (size_t i = 0; search->folders[i]; i++) {
		int r = list_folder(search->folders[i], &list, diag);

		if (r < 0)
			return r;
	}
	if (list.count > 0)
		qsort(list.names, list.count, sizeof(*list.names), compare_names);
	*ret_list = list;
	list = (struct name_list){ 0 };
	return 0;
}
