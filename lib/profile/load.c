/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Loading profiles: a file, then what it extends, then its rules, which may name what the base has.
 */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/text.h"

/* The files that are being loaded, from the one that was asked for to the innermost base. */
struct chain {
	const struct chain *up;
	const struct profile *profile;
	unsigned int depth;
};

struct loader {
	const struct span *given; /* the bytes of the outermost file; NULL: they are read */
	struct profile_set *set;
	const struct profile_search *search;
	struct diag *diag;
};

static const struct profile *find_loaded(const struct profile_set *set, const char *path)
{
	for (size_t i = 0; i < set->file_count; i++) {
		if (strcmp(set->files[i]->path, path) == 0)
			return set->files[i];
	}
	return NULL;
}

/* One file may be asked for by name and by path. */
static const struct profile *find_twin(const struct profile_set *set, const struct profile *profile)
{
	for (size_t i = 0; i < set->file_count; i++) {
		const struct profile *other = set->files[i];

		if (strcmp(other->name, profile->name) == 0 &&
		    span_equal(text_span(&other->bytes), text_span(&profile->bytes)))
			return other;
	}
	return NULL;
}

static const char *file_name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int complain_cycle(const struct reader *reader, const struct json_node *node,
			  const struct chain *chain)
{
	auto_text struct text names = { 0 };

	text_add(&names, reader->profile->extends);
	for (const struct chain *c = chain; c; c = c->up)
		text_addf(&names, ", which is extended by %s", c->profile->name);
	if (text_status(&names) < 0)
		return text_status(&names);
	return complain(reader, node, "this profile extends itself: %s", names.bytes);
}

static bool is_in_chain(const struct chain *chain, const char *path)
{
	for (const struct chain *c = chain; c; c = c->up) {
		if (strcmp(c->profile->path, path) == 0)
			return true;
	}
	return false;
}

static int load_file(const struct loader *loader, const char *path, const struct chain *up,
		     const struct profile **ret_profile);

static int load_base(const struct loader *loader, const struct reader *reader,
		     const struct chain *chain)
{
	const struct json_node *node = json_member(json_root(reader->json), "extends");
	struct profile *profile = reader->profile;
	autofree char *path = NULL;
	int r;

	if (!node)
		return 0;
	if (chain->depth >= PROFILE_DEPTH_MAX)
		return complain(reader, node, "more than %d profiles extend each other",
				PROFILE_DEPTH_MAX);
	if (strcmp(profile->extends, profile->name) == 0)
		return complain_cycle(reader, node, chain);
	r = search_find(loader->search, profile->extends, profile->path, &path, NULL);
	if (r == -ENOENT)
		return complain(reader, node, "there is no profile \"%s\" to extend",
				profile->extends);
	if (r < 0)
		return r;
	if (is_in_chain(chain, path))
		return complain_cycle(reader, node, chain);
	r = load_file(loader, path, chain, &profile->base);
	if (r < 0 && r != -ENOMEM)
		return complain(reader, node, "the profile \"%s\" cannot be extended",
				profile->extends);
	return r;
}

static int read_file(const struct loader *loader, struct profile *profile, bool is_given,
		     struct json **ret_json)
{
	struct file_facts facts = { 0 };
	int r;

	if (is_given) {
		text_add_span(&profile->bytes, *loader->given);
		r = text_status(&profile->bytes);
	} else {
		r = file_read(profile->path, PROFILE_MAX_BYTES, &profile->bytes, &facts,
			      loader->diag);
	}
	if (r < 0)
		return r;
	profile->owner = facts.owner;
	profile->mode = facts.mode;
	return json_read(text_span(&profile->bytes), profile->path, ret_json, loader->diag);
}

static int read_profile(const struct loader *loader, struct profile *profile,
			const struct chain *up)
{
	auto_json struct json *json = NULL;
	struct chain chain = { up, profile, up ? up->depth + 1 : 1 };
	struct reader reader = { .profile = profile, .diag = loader->diag };
	int r = read_file(loader, profile, loader->given && !up, &json);

	if (r < 0)
		return r;
	reader.json = json;
	r = read_head(&reader, file_name_of(profile->path));
	if (r < 0)
		return r;
	r = load_base(loader, &reader, &chain);
	if (r < 0)
		return r;
	return read_body(&reader);
}

static int load_file(const struct loader *loader, const char *path, const struct chain *up,
		     const struct profile **ret_profile)
{
	struct profile_set *set = loader->set;
	const struct profile *loaded = find_loaded(set, path);
	auto_profile struct profile *profile = NULL;
	int r;

	if (loaded) {
		*ret_profile = loaded;
		return 0;
	}
	profile = calloc(1, sizeof(*profile));
	if (!profile)
		return -ENOMEM;
	profile->path = strdup(path);
	if (!profile->path)
		return -ENOMEM;
	r = read_profile(loader, profile, up);
	if (r < 0)
		return r;
	loaded = find_twin(set, profile);
	if (loaded) {
		*ret_profile = loaded;
		return 0;
	}
	r = array_reserve(&set->files, &set->file_capacity, set->file_count + 1,
			  sizeof(*set->files));
	if (r < 0)
		return r;
	*ret_profile = profile;
	set->files[set->file_count++] = take_ptr(profile);
	return 0;
}

static int choose(struct profile_set *set, const struct profile *profile)
{
	int r;

	for (size_t i = 0; i < set->chosen_count; i++) {
		if (set->chosen[i] == profile)
			return 0;
	}
	r = array_reserve(&set->chosen, &set->chosen_capacity, set->chosen_count + 1,
			  sizeof(*set->chosen));
	if (r < 0)
		return r;
	set->chosen[set->chosen_count++] = profile;
	return 0;
}

int profile_set_load(struct profile_set *set, const char *name_or_path,
		     const struct profile_search *search, struct diag *diag)
{
	const struct loader loader = { .set = set, .search = search, .diag = diag };
	const struct profile *profile = NULL;
	autofree char *path = NULL;
	int r = 0;

	if (strchr(name_or_path, '/')) {
		path = strdup(name_or_path);
		r = path ? 0 : -ENOMEM;
	} else {
		r = search_find(search, name_or_path, NULL, &path, diag);
	}
	if (r < 0)
		return r;
	r = load_file(&loader, path, NULL, &profile);
	if (r < 0)
		return r;
	return choose(set, profile);
}

int profile_set_load_all(struct profile_set *set, const struct profile_search *search,
			 struct diag *diag)
{
	cleanup(name_list_done) struct name_list list = { 0 };
	int r = search_list(search, &list, diag);

	for (size_t i = 0; r == 0 && i < list.count; i++) {
		r = profile_set_load(set, list.names[i], search, diag);
		/* A broken one has told of itself; the others are there all the same. */
		if (r < 0 && r != -ENOMEM)
			r = 0;
	}
	return r;
}

int profile_set_add(struct profile_set *set, const char *path, struct span bytes,
		    const struct profile_search *search, struct diag *diag)
{
	const struct loader loader = {
		.given = &bytes,
		.set = set,
		.search = search,
		.diag = diag,
	};
	const struct profile *profile = NULL;
	int r = load_file(&loader, path, NULL, &profile);

	return r < 0 ? r : choose(set, profile);
}
