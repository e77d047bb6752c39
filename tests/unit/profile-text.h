/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Profiles that a test writes itself, in a folder of its own. Include after cmocka.h. */
#ifndef TESTS_PROFILE_TEXT_H
#define TESTS_PROFILE_TEXT_H

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "profile/profile.h"

#define HEAD(name)  "{\"schema\":\"tuneadv-profile/1\",\"name\":\"" name "\",\"title\":\"T\","
#define TAIL	    "\"severity\":\"low\",\"rationale\":\"because\",\"references\":[\"doc:x\"]}"
#define RULES(text) "\"rules\":[\n" text "\n]}\n"
/* A rule: what is special about it, then what every rule must have. */
#define RULE(id, text) "{\"id\":\"" id "\"," text "," TAIL

struct shelf {
	char folder[64];
	const char *folders[2];
	struct profile_search search;
	struct profile_set set;
	struct diag diag;
};

static inline void shelf_new(struct shelf *shelf)
{
	memset(shelf, 0, sizeof(*shelf));
	(void)snprintf(shelf->folder, sizeof(shelf->folder), "/tmp/tuneadv-profile-XXXXXX");
	assert_non_null(mkdtemp(shelf->folder));
	shelf->folders[0] = shelf->folder;
	shelf->search.folders = shelf->folders;
	profile_set_init(&shelf->set);
	diag_init(&shelf->diag);
}

static inline int shelf_remove(const char *path, const struct stat *st, int kind, struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

static inline void shelf_done(struct shelf *shelf)
{
	profile_set_done(&shelf->set);
	diag_done(&shelf->diag);
	assert_int_equal(nftw(shelf->folder, shelf_remove, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void shelf_put(const struct shelf *shelf, const char *file_name, const char *text)
{
	char path[256];
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/%s", shelf->folder, file_name);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static inline int shelf_load(struct shelf *shelf, const char *name)
{
	return profile_set_load(&shelf->set, name, &shelf->search, &shelf->diag);
}

/* The only sentence, or the first. */
static inline const char *shelf_sentence(const struct shelf *shelf)
{
	return shelf->diag.count > 0 ? shelf->diag.lines[0].sentence : "";
}

static inline const struct rule *shelf_rule(const struct shelf *shelf, const char *id)
{
	for (size_t i = 0; i < shelf->set.rule_count; i++) {
		if (strcmp(shelf->set.rules[i]->id, id) == 0)
			return shelf->set.rules[i];
	}
	return NULL;
}

#endif
