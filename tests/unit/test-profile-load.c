/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How profiles are found, what they extend, and their parameters. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "profile-text.h"

#define SOMAXCONN "\"tunable\":\"net.core.somaxconn\""
#define FLOOR(n)  SOMAXCONN ",\"assert\":{\"at-least\":" n "}"

static void finish(struct shelf *shelf)
{
	if (profile_set_finish(&shelf->set, &shelf->diag) < 0)
		fail_msg("%s", shelf_sentence(shelf));
}

static void load(struct shelf *shelf, const char *name)
{
	int r = shelf_load(shelf, name);

	if (r < 0)
		fail_msg("%s: %d %s %s", name, r,
			 shelf->diag.count ? shelf->diag.lines[0].place : "",
			 shelf_sentence(shelf));
}

/* ---- finding files ---- */

static void a_profile_that_is_not_there_names_the_folders(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	assert_int_equal(shelf_load(&shelf, "nobody"), -ENOENT);
	assert_non_null(strstr(shelf_sentence(&shelf), shelf.folder));
	assert_int_equal(shelf_load(&shelf, "../p"), -ENOENT);
	assert_int_equal(shelf_load(&shelf, "No Name"), -ENOENT);
	shelf_done(&shelf);
}

static void a_profile_asked_for_twice_counts_once(void **state)
{
	struct shelf shelf;
	char path[256];

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "p.json", HEAD("p") RULES(RULE("r", FLOOR("1"))));
	(void)snprintf(path, sizeof(path), "%s//p.json", shelf.folder);
	load(&shelf, "p");
	load(&shelf, path);
	load(&shelf, "p");
	finish(&shelf);
	assert_int_equal(shelf.set.file_count, 1);
	assert_int_equal(shelf.set.chosen_count, 1);
	assert_int_equal(shelf.set.rule_count, 1);
	shelf_done(&shelf);
}

static void the_first_folder_wins(void **state)
{
	struct shelf first, second;
	const char *folders[3] = { NULL };
	const struct profile_search search = { folders };

	(void)state;
	shelf_new(&first);
	shelf_new(&second);
	folders[0] = first.folder;
	folders[1] = second.folder;
	shelf_put(&second, "p.json", HEAD("p") RULES(RULE("far", FLOOR("1"))));
	assert_int_equal(profile_set_load(&first.set, "p", &search, &first.diag), 0);
	shelf_put(&first, "p.json", HEAD("p") RULES(RULE("near", FLOOR("1"))));
	assert_int_equal(profile_set_load(&second.set, "p", &search, &second.diag), 0);
	finish(&first);
	finish(&second);
	assert_non_null(shelf_rule(&first, "far"));
	assert_non_null(shelf_rule(&second, "near"));
	shelf_done(&first);
	shelf_done(&second);
}

static void all_profiles_are_loaded_and_broken_ones_told(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "b.json", HEAD("b") RULES(""));
	shelf_put(&shelf, "a.json", HEAD("a") RULES(""));
	shelf_put(&shelf, "broken.json", "{");
	shelf_put(&shelf, "notes.txt", "x");
	shelf_put(&shelf, "Not A Name.json", "x");
	assert_int_equal(profile_set_load_all(&shelf.set, &shelf.search, &shelf.diag), 0);
	assert_int_equal(shelf.set.chosen_count, 2);
	assert_string_equal(shelf.set.chosen[0]->name, "a");
	assert_string_equal(shelf.set.chosen[1]->name, "b");
	assert_int_equal(shelf.diag.count, 1);
	shelf_done(&shelf);
}

/* ---- extends ---- */

static void a_later_rule_with_the_same_id_replaces(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "base.json",
		  HEAD("base") RULES(RULE("same", FLOOR("1")) "," RULE("own", FLOOR("2"))));
	shelf_put(&shelf, "top.json",
		  HEAD("top") "\"extends\":\"base\"," RULES(RULE("same", FLOOR("3"))));
	/* Also where the base was asked for beside it. */
	load(&shelf, "base");
	load(&shelf, "top");
	finish(&shelf);
	assert_int_equal(shelf.set.file_count, 2);
	assert_int_equal(shelf.set.rule_count, 2);
	assert_string_equal(shelf.set.rules[0]->id, "own");
	assert_string_equal(shelf.set.rules[1]->operands[0].literal, "3");
	shelf_done(&shelf);
}

static void a_shared_base_gives_each_rule_once(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "base.json", HEAD("base") RULES(RULE("r", FLOOR("1"))));
	shelf_put(&shelf, "a.json", HEAD("a") "\"extends\":\"base\"," RULES(""));
	shelf_put(&shelf, "b.json", HEAD("b") "\"extends\":\"base\"," RULES(""));
	load(&shelf, "a");
	load(&shelf, "b");
	finish(&shelf);
	assert_int_equal(shelf.set.file_count, 3);
	assert_int_equal(shelf.set.rule_count, 1);
	shelf_done(&shelf);
}

static void a_base_beside_a_file_given_by_path_is_found(void **state)
{
	const char *nowhere[] = { "/nonexistent", NULL };
	const struct profile_search search = { nowhere };
	struct shelf shelf;
	char path[256];

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "base.json", HEAD("base") RULES(""));
	shelf_put(&shelf, "p.json", HEAD("p") "\"extends\":\"base\"," RULES(""));
	(void)snprintf(path, sizeof(path), "%s/p.json", shelf.folder);
	assert_int_equal(profile_set_load(&shelf.set, path, &search, &shelf.diag), 0);
	assert_int_equal(shelf.set.file_count, 2);
	shelf_done(&shelf);
}

static void a_circle_of_profiles_is_refused(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "a.json", HEAD("a") "\"extends\":\"b\"," RULES(""));
	shelf_put(&shelf, "b.json", HEAD("b") "\"extends\":\"c\"," RULES(""));
	shelf_put(&shelf, "c.json", HEAD("c") "\"extends\":\"a\"," RULES(""));
	assert_int_equal(shelf_load(&shelf, "a"), -EBADMSG);
	assert_non_null(strstr(shelf_sentence(&shelf), "itself"));
	assert_non_null(strstr(shelf.diag.lines[0].place, "/c.json:1:"));
	assert_int_equal(shelf.set.file_count, 0);
	shelf_done(&shelf);
}

static void more_than_eight_levels_are_refused(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	for (int i = 0; i < 10; i++) {
		char name[32], text[256];

		(void)snprintf(name, sizeof(name), "p%d.json", i);
		(void)snprintf(text, sizeof(text),
			       "{\"schema\":\"tuneadv-profile/1\",\"name\":\"p%d\","
			       "\"title\":\"T\",\"rules\":[]}",
			       i);
		if (i < 9)
			(void)snprintf(text, sizeof(text),
				       "{\"schema\":\"tuneadv-profile/1\",\"name\":\"p%d\","
				       "\"title\":\"T\",\"extends\":\"p%d\",\"rules\":[]}",
				       i, i + 1);
		shelf_put(&shelf, name, text);
	}
	assert_int_equal(shelf_load(&shelf, "p2"), 0);
	assert_int_equal(shelf.set.file_count, PROFILE_DEPTH_MAX);
	profile_set_done(&shelf.set);
	assert_int_equal(shelf_load(&shelf, "p1"), -EBADMSG);
	assert_non_null(strstr(shelf_sentence(&shelf), "more than 8"));
	shelf_done(&shelf);
}

static void a_broken_base_breaks_what_extends_it(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "base.json", HEAD("base") RULES("1"));
	shelf_put(&shelf, "p.json", HEAD("p") "\"extends\":\"base\"," RULES(""));
	assert_int_equal(shelf_load(&shelf, "p"), -EBADMSG);
	assert_int_equal(shelf.diag.count, 2);
	assert_non_null(strstr(shelf.diag.lines[0].place, "/base.json:2:1"));
	assert_non_null(strstr(shelf.diag.lines[1].place, "/p.json:1:"));
	shelf_done(&shelf);
}

/* ---- parameters ---- */

static void parameters_take_values_of_their_type(void **state)
{
	static const struct {
		const char *name, *value;
		int r;
	} rows[] = {
		{ "n", "511", 0 },	    { "n", "many", -EBADMSG }, { "n", "2 KiB", -EBADMSG },
		{ "b", "16 MiB", 0 },	    { "b", "2 s", -EBADMSG },  { "t", "250 ms", 0 },
		{ "c", "0-3,8", 0 },	    { "c", "3-0", -EBADMSG },  { "x", "/usr/bin/x", 0 },
		{ "nobody", "1", -ENOENT }, { "n", "", -EBADMSG },
	};
	const struct parameter *parameter;
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "base.json",
		  HEAD("base") "\"parameters\":{\"n\":{\"type\":\"number\",\"title\":\"N\"},"
			       "\"b\":{\"type\":\"bytes\",\"title\":\"B\",\"default\":\"1 KiB\"},"
			       "\"t\":{\"type\":\"time\",\"title\":\"T\"},"
			       "\"c\":{\"type\":\"cpus\",\"title\":\"C\"},"
			       "\"x\":{\"type\":\"text\",\"title\":\"X\"}}," RULES(""));
	shelf_put(&shelf, "p.json",
		  HEAD("p") "\"extends\":\"base\"," RULES(
			  RULE("r",
			       SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"parameter.n\"}}")));
	load(&shelf, "p");
	parameter = profile_parameter(shelf.set.chosen[0], "b");
	assert_non_null(parameter);
	assert_int_equal(parameter->value.number.magnitude, 1024);
	assert_null(profile_parameter(shelf.set.chosen[0], "n"));
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(profile_set_parameter(&shelf.set, rows[i].name, rows[i].value,
						       &shelf.diag),
				 rows[i].r);
	parameter = profile_parameter(shelf.set.chosen[0], "n");
	assert_non_null(parameter);
	assert_int_equal(parameter->value.number.magnitude, 511);
	parameter = profile_parameter(shelf.set.chosen[0], "b");
	assert_int_equal(parameter->value.number.magnitude, 16 << 20);
	shelf_done(&shelf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_profile_that_is_not_there_names_the_folders),
		cmocka_unit_test(a_profile_asked_for_twice_counts_once),
		cmocka_unit_test(the_first_folder_wins),
		cmocka_unit_test(all_profiles_are_loaded_and_broken_ones_told),
		cmocka_unit_test(a_later_rule_with_the_same_id_replaces),
		cmocka_unit_test(a_shared_base_gives_each_rule_once),
		cmocka_unit_test(a_base_beside_a_file_given_by_path_is_found),
		cmocka_unit_test(a_circle_of_profiles_is_refused),
		cmocka_unit_test(more_than_eight_levels_are_refused),
		cmocka_unit_test(a_broken_base_breaks_what_extends_it),
		cmocka_unit_test(parameters_take_values_of_their_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
