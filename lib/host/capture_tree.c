/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the files of a capture lie, so that its links lead to them as they did on the host. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "host/capture.h"

#define LINKS_MAX 8 /* one within another */

void capture_tree_done(struct capture_tree *tree)
{
	for (size_t i = 0; i < tree->count; i++)
		free(tree->entries[i].path);
	free(tree->entries);
	*tree = (struct capture_tree){ 0 };
}

/* Takes @path. */
static int add_entry(struct capture_tree *tree, char *path, const struct capture_path *what,
		     enum capture_kind kind)
{
	int r = array_reserve(&tree->entries, &tree->capacity, tree->count + 1,
			      sizeof(*tree->entries));

	if (r < 0) {
		free(path);
		return r;
	}
	tree->entries[tree->count++] = (struct capture_entry){
		.path = path,
		.kind = kind,
		.bytes = what && what->bytes ? what->bytes : "",
		.length = what && what->bytes ? what->length : 0,
	};
	return 0;
}

/* ---- through links ---- */

/* Adds the parts of @path to @text, where ".." takes the last one off. */
static void add_parts(struct text *text, struct span path)
{
	struct span part;

	while (span_split(&path, '/', &part)) {
		if (part.length == 0 || span_is(part, "."))
			continue;
		if (span_is(part, "..")) {
			while (text->length > 0 && text->bytes[text->length - 1] != '/')
				text->length--;
			if (text->length > 0)
				text->bytes[--text->length] = '\0';
			continue;
		}
		text_add_char(text, '/');
		text_add_span(text, part);
	}
}

/* The outermost link that @path leads through; @ret_length: of its name. */
static const struct capture_path *link_before(const struct capture_paths *paths, const char *path,
					      size_t *ret_length)
{
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		struct span name = { .bytes = path, .length = (size_t)(slash - path) };
		const struct capture_path *found = capture_paths_find_span(paths, name);

		if (found && found->kind == CAPTURE_LINK) {
			*ret_length = name.length;
			return found;
		}
	}
	return NULL;
}

/* The place of @path behind all links that are known. */
static int place_of(const struct capture_paths *paths, const char *path, char **ret_place)
{
	auto_text struct text place = { 0 };

	text_add(&place, path);
	for (int links = 0; links < LINKS_MAX && text_status(&place) == 0; links++) {
		auto_text struct text next = { 0 };
		const struct capture_path *link;
		size_t length;
		char *bytes;

		link = link_before(paths, place.bytes, &length);
		if (!link)
			break;
		if (link->bytes[0] != '/') {
			add_parts(&next, (struct span){ place.bytes, length });
			add_parts(&next, span_of(".."));
		}
		add_parts(&next, (struct span){ link->bytes, link->length });
		add_parts(&next, span_from(text_span(&place), length));
		if (text_take(&next, &bytes) < 0)
			return -ENOMEM;
		text_clear(&place);
		text_add(&place, bytes);
		free(bytes);
	}
	return text_take(&place, ret_place);
}

/* ---- all of them ---- */

/* Adds what there is to store of @path; @before: the folder of its sample. */
static int add_path(struct capture_tree *tree, const struct capture_paths *paths,
		    const struct capture_path *path, const char *before)
{
	bool is_folder = path->kind == CAPTURE_FOLDER || path->kind == CAPTURE_PLACE;
	auto_text struct text full = { 0 };
	autofree char *place = NULL;
	char *bytes;
	int r;

	/* An empty file in the place of one that refused would look like an empty value. */
	if (path->kind == CAPTURE_NOTHING || path->error < 0)
		return 0;
	r = place_of(paths, path->path, &place);
	if (r < 0)
		return r;
	text_add(&full, before);
	text_add(&full, place + 1);
	r = text_take(&full, &bytes);
	if (r < 0)
		return r;
	if (is_folder)
		return add_entry(tree, bytes, NULL, CAPTURE_FOLDER);
	return add_entry(tree, bytes, path->kind == CAPTURE_NAME ? NULL : path,
			 path->kind == CAPTURE_LINK ? CAPTURE_LINK : CAPTURE_FILE);
}

/* The kernel's own two links: recorded under the one name, found by the other. */
static const struct capture_path aliases[] = {
	{ .path = (char *)"proc/net", .bytes = (char *)"self/net", .length = 8 },
	{ .path = (char *)"proc/thread-self", .bytes = (char *)"self", .length = 4 },
};

static int add_sample(struct capture_tree *tree, const struct capture_paths *paths,
		      const char *before)
{
	int r = 0;

	for (size_t i = 0; i < paths->count && r == 0; i++)
		r = add_path(tree, paths, &paths->paths[i], before);
	for (size_t i = 0; i < ARRAY_SIZE(aliases) && r == 0; i++) {
		auto_text struct text full = { 0 };
		char *bytes;

		text_addf(&full, "%s%s", before, aliases[i].path);
		r = text_take(&full, &bytes);
		if (r == 0)
			r = add_entry(tree, bytes, &aliases[i], CAPTURE_LINK);
	}
	return r;
}

/* As a walk through the tree meets them: '/' before every other byte. */
static int compare_entries(const void *a, const void *b)
{
	const struct capture_entry *first = a;
	const struct capture_entry *second = b;
	const unsigned char *left = (const unsigned char *)first->path;
	const unsigned char *right = (const unsigned char *)second->path;

	while (*left && *left == *right) {
		left++;
		right++;
	}
	if (*left != *right) {
		int left_rank = *left == '/' ? 1 : *left ? *left + 1 : 0;
		int right_rank = *right == '/' ? 1 : *right ? *right + 1 : 0;

		return left_rank - right_rank;
	}
	/* Of one place: the fullest answer first. */
	return (int)second->kind - (int)first->kind;
}

/* The folders that lead to each entry, as far as the one before did not. */
static int add_folders(struct capture_tree *tree)
{
	size_t count = tree->count;
	const char *before = "";
	int r = 0;

	for (size_t i = 0; i < count && r == 0; i++) {
		const char *path = tree->entries[i].path;

		for (const char *slash = strchr(path, '/'); slash && r == 0;
		     slash = strchr(slash + 1, '/')) {
			size_t length = (size_t)(slash - path);
			char *copy;

			if (strncmp(path, before, length) == 0 && before[length] == '/')
				continue;
			copy = span_copy((struct span){ path, length });
			r = copy ? add_entry(tree, copy, NULL, CAPTURE_FOLDER) : -ENOMEM;
		}
		before = path;
	}
	return r;
}

static void drop_repetitions(struct capture_tree *tree)
{
	size_t kept = 0;

	for (size_t i = 0; i < tree->count; i++) {
		if (kept > 0 && strcmp(tree->entries[kept - 1].path, tree->entries[i].path) == 0) {
			free(tree->entries[i].path);
			continue;
		}
		tree->entries[kept++] = tree->entries[i];
	}
	tree->count = kept;
}

static void sort(struct capture_tree *tree)
{
	if (tree->count > 1)
		qsort(tree->entries, tree->count, sizeof(*tree->entries), compare_entries);
}

int capture_tree_make(const struct capture *capture, struct capture_tree *ret_tree)
{
	auto_capture_tree struct capture_tree tree = { 0 };
	int r = add_sample(&tree, &capture->paths, "");

	if (r == 0 && capture->has_second)
		r = add_sample(&tree, &capture->second, SECOND_SAMPLE "/");
	if (r < 0)
		return r;
	sort(&tree);
	r = add_folders(&tree);
	if (r < 0)
		return r;
	sort(&tree);
	drop_repetitions(&tree);
	*ret_tree = tree;
	tree = (struct capture_tree){ 0 };
	return 0;
}
