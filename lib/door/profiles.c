/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is wanted: profiles by name or path, with their parameters. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

static void folders_free(char **folders)
{
	for (size_t i = 0; folders && folders[i]; i++)
		free(folders[i]);
	free(folders);
}

/* NULL: out of memory. */
static char **folders_copy(const char *const *folders)
{
	size_t count = 0;

	while (folders && folders[count])
		count++;

	char **copy = calloc(count + 1, sizeof(*copy));

	for (size_t i = 0; copy && i < count; i++) {
		copy[i] = strdup(folders[i]);
		if (!copy[i]) {
			folders_free(copy);
			return NULL;
		}
	}
	return copy;
}

int tuneadv_profiles_new(const char *const *folders, struct tuneadv_profiles **ret_profiles)
{
	struct tuneadv_profiles *profiles = calloc(1, sizeof(*profiles));

	if (!profiles)
		return -ENOMEM;
	profiles->folders = folders_copy(folders);
	if (!profiles->folders) {
		free(profiles);
		return -ENOMEM;
	}
	profile_set_init(&profiles->set);
	*ret_profiles = profiles;
	return 0;
}

void tuneadv_profiles_free(struct tuneadv_profiles *profiles)
{
	if (!profiles)
		return;
	profile_set_done(&profiles->set);
	folders_free(profiles->folders);
	free(profiles);
}

static struct profile_search profiles_search(const struct tuneadv_profiles *profiles)
{
	return (struct profile_search){ .folders = (const char *const *)profiles->folders };
}

static int profiles_open(const struct tuneadv_profiles *profiles, struct diag *diag)
{
	if (!profiles)
		return -EINVAL;
	if (profiles->is_finished)
		return diag_add(diag, -EINVAL, NULL,
				"the profiles are put together already; nothing can be added");
	return 0;
}

/* Broken profiles are left out of the guess: their own errors would only hide the question. */
static void suggest_profile(const struct profile_search *search, const char *name,
			    struct diag *diag)
{
	auto_profile_set struct profile_set known;
	struct nearest nearest;

	profile_set_init(&known);
	if (profile_set_load_all(&known, search, NULL) < 0)
		return;
	nearest_init(&nearest, name);
	for (size_t i = 0; i < known.file_count; i++)
		nearest_offer(&nearest, known.files[i]->name);
	nearest_complain(&nearest, -ENOENT, diag);
}

int tuneadv_profiles_load(struct tuneadv_profiles *profiles, const char *name_or_path,
			  struct tuneadv_diag *diag)
{
	int r = profiles_open(profiles, door_diag(diag));

	if (r < 0)
		return r;
	if (!name_or_path)
		return -EINVAL;

	struct profile_search search = profiles_search(profiles);

	r = profile_set_load(&profiles->set, name_or_path, &search, door_diag(diag));
	if (r == -ENOENT && !strchr(name_or_path, '/'))
		suggest_profile(&search, name_or_path, door_diag(diag));
	return r;
}

int tuneadv_profiles_load_all(struct tuneadv_profiles *profiles, struct tuneadv_diag *diag)
{
	int r = profiles_open(profiles, door_diag(diag));

	if (r < 0)
		return r;

	struct profile_search search = profiles_search(profiles);

	return profile_set_load_all(&profiles->set, &search, door_diag(diag));
}

int tuneadv_profiles_set(struct tuneadv_profiles *profiles, const char *name, const char *value,
			 struct tuneadv_diag *diag)
{
	int r = profiles_open(profiles, door_diag(diag));

	if (r < 0)
		return r;
	if (!name || !value)
		return -EINVAL;
	return profile_set_parameter(&profiles->set, name, value, door_diag(diag));
}

int tuneadv_profiles_finish(struct tuneadv_profiles *profiles, struct tuneadv_diag *diag)
{
	int r = profiles_open(profiles, door_diag(diag));

	if (r < 0)
		return r;
	r = profile_set_finish(&profiles->set, door_diag(diag));
	if (r < 0)
		return r;
	profiles->is_finished = true;
	return 0;
}
