/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The paths of a manifest: groups of those that were alike. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "source/manifest_parts.h"

static int mode_of(struct manifest_reading *reading, const struct json_node *group,
		   mode_t *ret_mode)
{
	const struct json_node *node;
	uint64_t mode = 0;
	int r = manifest_member_or_null(reading, group, "mode", JSON_STRING, &node);

	*ret_mode = 0;
	if (r < 0 || !node)
		return r;
	for (const char *digit = json_string(node); *digit; digit++) {
		if (*digit < '0' || *digit > '7' || mode > 07777)
			r = -EBADMSG;
		mode = mode * 8 + (uint64_t)(*digit - '0');
	}
	if (r < 0 || mode > 07777 || json_string(node)[0] == '\0')
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "expected permission bits in octal such as \"0644\"");
	*ret_mode = (mode_t)mode;
	return 0;
}

static int write_of(struct manifest_reading *reading, const struct json_node *group,
		    struct capture_path *known)
{
	const struct json_node *node;
	int r = manifest_member_or_null(reading, group, "write", JSON_STRING, &node);

	if (r < 0 || !node)
		return r;
	known->has_write = true;
	if (strcmp(json_string(node), "yes") == 0)
		return 0;
	return manifest_errno(reading, node, &known->write);
}

static int kind_of(struct manifest_reading *reading, const struct json_node *group,
		   struct capture_path *known)
{
	const struct json_node *node;
	int r = manifest_member(reading, group, "kind", JSON_STRING, &node);

	if (r < 0)
		return r;
	known->kind = capture_kind_find(json_string(node));
	if (known->kind == CAPTURE_PLACE || known->kind == CAPTURE_FOLDER)
		known->mode |= S_IFDIR;
	else if (known->kind != CAPTURE_NOTHING && known->mode != 0)
		known->mode |= S_IFREG;
	if (known->kind == CAPTURE_NOTHING && known->error == 0)
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "found nothing without an errno, expected both");
	return 0;
}

static bool is_sound(const char *path)
{
	struct span rest = span_of(path);
	struct span part;

	if (!span_skip(&rest, "/"))
		return false;
	while (span_split(&rest, '/', &part)) {
		if (part.length == 0 || span_is(part, ".") || span_is(part, ".."))
			return false;
	}
	return true;
}

static int add_path(struct manifest_reading *reading, const struct json_node *node,
		    const struct capture_path *known)
{
	struct capture_paths *all = &reading->manifest->paths;
	int r = json_expect(reading->json, node, JSON_STRING, reading->diag);

	if (r < 0)
		return r;
	if (!is_sound(json_string(node)))
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "expected an absolute path without \".\" and \"..\"");
	r = array_reserve(&all->paths, &all->capacity, all->count + 1, sizeof(*all->paths));
	if (r < 0)
		return r;
	all->paths[all->count] = *known;
	all->paths[all->count].order = all->count;
	all->paths[all->count].path = strdup(json_string(node));
	return all->paths[all->count++].path ? 0 : -ENOMEM;
}

static int read_group(struct manifest_reading *reading, const struct json_node *group)
{
	struct capture_path known = { 0 };
	const struct json_node *paths;
	int r = json_expect(reading->json, group, JSON_OBJECT, reading->diag);

	if (r == 0)
		r = mode_of(reading, group, &known.mode);
	if (r == 0)
		r = manifest_member_errno(reading, group, "errno", &known.error);
	if (r == 0)
		r = write_of(reading, group, &known);
	if (r == 0)
		r = kind_of(reading, group, &known);
	if (r == 0)
		r = manifest_member(reading, group, "paths", JSON_ARRAY, &paths);
	/* A kind of a later version: as if it had not been asked for. */
	if (r < 0 || !known.kind)
		return r;
	for (const struct json_node *n = json_first(paths); n && r == 0; n = json_next(n))
		r = add_path(reading, n, &known);
	return r;
}

int manifest_read_paths(struct manifest_reading *reading, const struct json_node *root)
{
	struct capture_paths *all = &reading->manifest->paths;
	const struct json_node *groups;
	int r = manifest_member(reading, root, "paths", JSON_ARRAY, &groups);

	if (r < 0)
		return r;
	for (const struct json_node *n = json_first(groups); n && r == 0; n = json_next(n))
		r = read_group(reading, n);
	if (r < 0)
		return r;
	capture_paths_sort(all);
	for (size_t i = 1; i < all->count; i++) {
		if (strcmp(all->paths[i - 1].path, all->paths[i].path) == 0)
			return json_complain(reading->json, groups, -EBADMSG, reading->diag,
					     "found %s twice, expected each path once",
					     all->paths[i].path);
	}
	return 0;
}
