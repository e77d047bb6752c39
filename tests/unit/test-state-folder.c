/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The state folder: made so that all may look, refused when others could have written into it. */
#include "config.h"

#include "state-place.h"

static int open_as(const char *path, uint32_t euid, bool is_read_only, struct state_folder **folder,
		   struct diag *diag)
{
	const struct state_options options = { .path = path,
					       .euid = euid,
					       .is_read_only = is_read_only };

	return state_open(&options, folder, diag);
}

static mode_t mode_of(const char *path)
{
	struct stat facts;

	assert_int_equal(lstat(path, &facts), 0);
	return facts.st_mode & 07777;
}

static void missing_folder_is_made_for_all_to_read(void **state)
{
	const struct place *place = *state;
	static const mode_t masks[] = { 0, 022, 077, 0277 };

	for (size_t i = 0; i < ARRAY_SIZE(masks); i++) {
		mode_t before = umask(masks[i]);
		struct state_folder *folder = place_open(place);

		(void)umask(before);
		assert_int_equal(mode_of(place->path), 0755);
		state_close(folder);
		assert_int_equal(rmdir(place->path), 0);
	}
}

static void folder_that_is_there_keeps_its_mode(void **state)
{
	const struct place *place = *state;

	assert_int_equal(mkdir(place->path, 0700), 0);
	state_close(place_open(place));
	assert_int_equal(mode_of(place->path), 0700);
}

static void looking_makes_no_folder(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = NULL;
	auto_loaded struct loaded loaded = { 0 };
	bool is_locked = true;
	pid_t pid = 1;

	assert_int_equal(open_as(place->path, geteuid(), true, &folder, NULL), 0);
	assert_int_equal(access(place->path, F_OK), -1);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.result, 0);
	assert_int_equal(loaded.count, 0);
	assert_int_equal(state_is_locked(folder, &is_locked, &pid), 0);
	assert_false(is_locked);
	assert_int_equal(state_lock(folder, NULL), -EINVAL);
}

static void looking_takes_no_lock(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = NULL;
	auto_journal struct journal *journal = sample("a", 1);

	assert_int_equal(mkdir(place->path, 0755), 0);
	assert_int_equal(open_as(place->path, geteuid(), true, &folder, NULL), 0);
	assert_int_equal(state_lock(folder, NULL), -EINVAL);
	assert_int_equal(journal_create(folder, journal, NULL), -ENOLCK);
	assert_int_equal(place_count(place), 0);
}

static void no_parent_is_made(void **state)
{
	const struct place *place = *state;
	struct state_folder *folder = NULL;
	auto_diag struct diag diag = { 0 };
	autofree char *path = NULL;

	assert_true(asprintf(&path, "%s/deeper", place->path) > 0);
	assert_int_equal(open_as(path, geteuid(), false, &folder, &diag), -ENOENT);
	assert_null(folder);
	assert_int_equal(diag.count, 1);
	assert_string_equal(diag.lines[0].place, path);
}

static void symlink_is_refused(void **state)
{
	const struct place *place = *state;
	static const char *const ends[] = { "", "/", "//" };

	assert_int_equal(symlink(place->parent, place->path), 0);
	for (size_t i = 0; i < ARRAY_SIZE(ends) * 2; i++) {
		struct state_folder *folder = NULL;
		auto_diag struct diag diag = { 0 };
		autofree char *path = NULL;
		int r;

		assert_true(asprintf(&path, "%s%s", place->path, ends[i / 2]) > 0);
		r = open_as(path, geteuid(), i % 2 == 0, &folder, &diag);
		assert_true(r == -ENOTDIR || r == -ELOOP);
		assert_null(folder);
		assert_int_equal(diag.count, 1);
		assert_non_null(strstr(diag.lines[0].sentence, "symbolic link"));
	}
}

static void what_is_no_folder_is_refused(void **state)
{
	const struct place *place = *state;
	struct state_folder *folder = NULL;

	assert_int_equal(mkfifo(place->path, 0600), 0);
	assert_int_equal(open_as(place->path, geteuid(), false, &folder, NULL), -ENOTDIR);
	assert_int_equal(open_as("", geteuid(), false, &folder, NULL), -ENOENT);
	assert_null(folder);
}

static void folder_that_others_may_write_is_refused_to_root(void **state)
{
	const struct place *place = *state;
	static const mode_t modes[] = { 0775, 0757, 0777, 01777, 02775, 0720, 0702 };

	assert_int_equal(mkdir(place->path, 0755), 0);
	for (size_t i = 0; i < ARRAY_SIZE(modes) * 2; i++) {
		struct state_folder *folder = NULL;
		auto_diag struct diag diag = { 0 };

		assert_int_equal(chmod(place->path, modes[i / 2]), 0);
		assert_int_equal(open_as(place->path, 0, i % 2 == 0, &folder, &diag), -EPERM);
		assert_null(folder);
		assert_int_equal(diag.count, 1);
		assert_string_equal(diag.lines[0].place, place->path);
	}
	assert_int_equal(chmod(place->path, 0755), 0);
}

static void folder_of_another_user_is_refused_to_root(void **state)
{
	const struct place *place = *state;
	struct state_folder *folder = NULL;
	auto_diag struct diag diag = { 0 };

	assert_int_equal(mkdir(place->path, 0755), 0);
	/* Without root, the folder is another's than root's already. */
	if (geteuid() == 0)
		assert_int_equal(chown(place->path, 1, 1), 0);
	assert_int_equal(open_as(place->path, 0, true, &folder, &diag), -EPERM);
	assert_null(folder);
	assert_int_equal(diag.count, 1);
	assert_non_null(strstr(diag.lines[0].sentence, "belongs to user"));
	/* A normal user is told what stands there all the same. */
	assert_int_equal(open_as(place->path, 65534, true, &folder, NULL), 0);
	state_close(folder);
}

static void parents_are_not_judged(void **state)
{
	const struct place *place = *state;

	if (geteuid() != 0)
		skip();
	assert_int_equal(chmod(place->parent, 0777), 0);
	assert_int_equal(chown(place->parent, 1, 1), 0);
	state_close(place_open(place));
}

static void folder_that_is_swapped_gets_nothing(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_loaded struct loaded loaded = { 0 };
	autofree char *aside = NULL;

	assert_true(asprintf(&aside, "%s/aside", place->parent) > 0);
	assert_int_equal(rename(place->path, aside), 0);
	assert_int_equal(mkdir(place->path, 0777), 0);
	place_write(place, "z.journal", span_of("{}\n"));
	assert_int_equal(journal_create(folder, journal, NULL), 0);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_COMMITTED, NULL), 0);
	assert_int_equal(place_count(place), 1);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.result, 0);
	assert_int_equal(loaded.count, 1);
	assert_string_equal(loaded.journals[0]->id, "a");
}

static void closing_nothing_is_fine(void **state)
{
	(void)state; /* needs no place */
	state_close(NULL);
	journal_free(NULL);
	journals_free(NULL, 0);
}

#define IN_PLACE(claim) cmocka_unit_test_setup_teardown(claim, place_make, place_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(missing_folder_is_made_for_all_to_read),
		IN_PLACE(folder_that_is_there_keeps_its_mode),
		IN_PLACE(looking_makes_no_folder),
		IN_PLACE(looking_takes_no_lock),
		IN_PLACE(no_parent_is_made),
		IN_PLACE(symlink_is_refused),
		IN_PLACE(what_is_no_folder_is_refused),
		IN_PLACE(folder_that_others_may_write_is_refused_to_root),
		IN_PLACE(folder_of_another_user_is_refused_to_root),
		IN_PLACE(parents_are_not_judged),
		IN_PLACE(folder_that_is_swapped_gets_nothing),
		cmocka_unit_test(closing_nothing_is_fine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
