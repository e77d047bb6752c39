/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What every source shares: tables line by line, and the names in a folder. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source-tree.h"
#include "source/names.h"
#include "source/source.h"

#define LONG_TABLE (SOURCE_TABLE_MAX + 4096)

static struct tree tree;

static int make_tree(void **state)
{
	(void)state;
	tree_new(&tree);
	return 0;
}

static int remove_tree(void **state)
{
	(void)state;
	tree_done(&tree);
	return 0;
}

static struct source *open_live(void)
{
	struct source *source = NULL;

	assert_int_equal(source_open_live(-1, -1, &source), 0);
	return source;
}

static char *bytes_of(size_t length, char c)
{
	char *bytes = malloc(length + 1);

	assert_non_null(bytes);
	memset(bytes, c, length);
	bytes[length] = '\0';
	return bytes;
}

/* ---- tables ---- */

static void table_is_given_line_by_line(void **state)
{
	static const char *const lines[] = { "first", "", "  third ", "last, without newline" };
	auto_source struct source *source = open_live();
	auto_table struct source_table *table = NULL;
	struct span line;

	(void)state;
	tree_text(&tree, "table", "first\n\n  third \nlast, without newline");
	assert_int_equal(source_table_open(source, tree_path(&tree, "table"), &table), 0);
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		assert_int_equal(source_table_line(table, &line), 1);
		assert_true(span_is(line, lines[i]));
	}
	assert_int_equal(source_table_line(table, &line), 0);
	assert_int_equal(source_table_line(table, &line), 0);
}

static void empty_table_has_no_line(void **state)
{
	auto_source struct source *source = open_live();
	auto_table struct source_table *table = NULL;
	struct span line;

	(void)state;
	tree_text(&tree, "empty", "");
	assert_int_equal(source_table_open(source, tree_path(&tree, "empty"), &table), 0);
	assert_int_equal(source_table_line(table, &line), 0);
}

static void long_table_loses_no_line(void **state)
{
	auto_source struct source *source = open_live();
	auto_table struct source_table *table = NULL;
	auto_text struct text text = { 0 };
	struct span line;
	char wanted[32];

	(void)state;
	for (int i = 0; i < 50000; i++)
		text_addf(&text, "line %d\n", i * 7919);
	tree_file(&tree, "long", text.bytes, text.length);
	assert_int_equal(source_table_open(source, tree_path(&tree, "long"), &table), 0);
	for (int i = 0; i < 50000; i++) {
		(void)snprintf(wanted, sizeof(wanted), "line %d", i * 7919);
		assert_int_equal(source_table_line(table, &line), 1);
		assert_true(span_is(line, wanted));
	}
	assert_int_equal(source_table_line(table, &line), 0);
}

static void line_may_have_64_kib_and_not_a_byte_more(void **state)
{
	static const struct {
		size_t length;
		const char *end;
		int result;
	} rows[] = {
		{ SOURCE_VALUE_MAX, "", 1 },
		{ SOURCE_VALUE_MAX, "\nx\n", 1 },
		{ SOURCE_VALUE_MAX + 1, "", -EFBIG },
		{ SOURCE_VALUE_MAX + 1, "\nx\n", -EFBIG },
		{ 3 * SOURCE_VALUE_MAX, "\nx\n", -EFBIG },
	};
	auto_source struct source *source = open_live();

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		autofree char *bytes = bytes_of(rows[i].length, 'x');
		auto_table struct source_table *table = NULL;
		auto_text struct text text = { 0 };
		struct span line = { .length = 0 };
		char name[32];

		(void)snprintf(name, sizeof(name), "line-%zu", i);
		text_add(&text, "before\n");
		text_add(&text, bytes);
		text_add(&text, rows[i].end);
		tree_file(&tree, name, text.bytes, text.length);
		assert_int_equal(source_table_open(source, tree_path(&tree, name), &table), 0);
		assert_int_equal(source_table_line(table, &line), 1);
		assert_true(span_is(line, "before"));
		assert_int_equal(source_table_line(table, &line), rows[i].result);
		if (rows[i].result == 1)
			assert_true(span_is(line, bytes));
		else /* an error stays */
			assert_int_equal(source_table_line(table, &line), rows[i].result);
	}
}

static void table_ends_with_an_error_past_64_mib(void **state)
{
	auto_source struct source *source = open_live();
	auto_table struct source_table *table = NULL;
	autoclose int fd = openat(tree.fd, "huge", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	struct span line;
	size_t total = 0;
	int r;

	(void)state;
	for (off_t at = 32 * 1024; at < LONG_TABLE; at += 32 * 1024)
		assert_int_equal(pwrite(fd, "\n", 1, at - 1), 1);
	assert_int_equal(ftruncate(fd, LONG_TABLE), 0);
	assert_int_equal(source_table_open(source, tree_path(&tree, "huge"), &table), 0);
	while ((r = source_table_line(table, &line)) == 1)
		total += line.length + 1;
	assert_int_equal(r, -EFBIG);
	assert_in_range(total, SOURCE_TABLE_MAX - 64 * 1024, SOURCE_TABLE_MAX);
}

static void missing_table_is_enoent(void **state)
{
	auto_source struct source *source = open_live();
	auto_table struct source_table *table = NULL;

	(void)state;
	assert_int_equal(source_table_open(source, "/proc/no/such", &table), -ENOENT);
	assert_int_equal(source_table_open(source, "proc/stat", &table), -EINVAL);
	assert_null(table);
}

/* ---- names ---- */

static void names_sort_as_people_count(void **state)
{
	static const char *const sorted[] = {
		"",	   "0",	   "00",     "1",      "2",	  "10",
		"a",	   "cpu2", "cpu02x", "cpu2x",  "cpu10",	  "cpu18446744073709551616",
		"cpuidle", "eth0", "eth00",  "eth0.9", "eth0.10", "eth1",
		"eth\xff",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sorted); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(sorted); j++) {
			int order = names_compare(sorted[i], sorted[j]);

			order = (order > 0) - (order < 0);
			if (order != (i > j) - (i < j))
				fail_msg("\"%s\" against \"%s\": %d", sorted[i], sorted[j], order);
		}
	}
}

static void list_is_sorted_and_without_dots(void **state)
{
	static const char *const sorted[] = { "cpu0", "cpu2", "cpu10", "with\nnewline", "\xff" };
	auto_source struct source *source = open_live();
	auto_names struct source_names names = { 0 };

	(void)state;
	tree_folder(&tree, "names");
	tree_folder(&tree, "names/cpu10");
	tree_text(&tree, "names/\xff", "");
	tree_text(&tree, "names/with\nnewline", "");
	tree_text(&tree, "names/cpu2", "");
	tree_link(&tree, "nowhere", "names/cpu0");
	assert_int_equal(source_list(source, tree_path(&tree, "names"), &names), 0);
	assert_int_equal(names.count, ARRAY_SIZE(sorted));
	for (size_t i = 0; i < names.count; i++)
		assert_string_equal(names.names[i], sorted[i]);
}

static void empty_folder_is_a_list_of_none(void **state)
{
	auto_source struct source *source = open_live();
	auto_names struct source_names names = { 0 };

	(void)state;
	tree_folder(&tree, "none");
	assert_int_equal(source_list(source, tree_path(&tree, "none"), &names), 0);
	assert_int_equal(names.count, 0);
	assert_non_null(names.names);
	assert_int_equal(source_list(source, "/proc/sys/kernel/ostype", &names), -ENOTDIR);
	assert_int_equal(source_list(source, "/proc/no/such", &names), -ENOENT);
	assert_int_equal(source_list(source, "proc", &names), -EINVAL);
}

static void large_folder_is_listed_whole_or_refused(void **state)
{
	auto_source struct source *source = open_live();
	auto_names struct source_names names = { 0 };
	auto_names struct source_names fewer = { 0 };
	autoclose int fd = -1;
	char name[64];

	(void)state;
	tree_folder(&tree, "many");
	for (int i = 2999; i >= 0; i--) {
		(void)snprintf(name, sizeof(name), "many/a-rather-long-name-of-a-link-%d", i);
		tree_link(&tree, "x", name);
	}
	assert_int_equal(source_list(source, tree_path(&tree, "many"), &names), 0);
	assert_int_equal(names.count, 3000);
	for (int i = 0; i < 3000; i++) {
		(void)snprintf(name, sizeof(name), "a-rather-long-name-of-a-link-%d", i);
		assert_string_equal(names.names[i], name);
	}
	fd = openat(tree.fd, "many", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(names_read(fd, 2999, &fewer), -EFBIG);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	assert_int_equal(names_read(fd, 3000, &fewer), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_is_given_line_by_line),
		cmocka_unit_test(empty_table_has_no_line),
		cmocka_unit_test(long_table_loses_no_line),
		cmocka_unit_test(line_may_have_64_kib_and_not_a_byte_more),
		cmocka_unit_test(table_ends_with_an_error_past_64_mib),
		cmocka_unit_test(missing_table_is_enoent),
		cmocka_unit_test(names_sort_as_people_count),
		cmocka_unit_test(list_is_sorted_and_without_dots),
		cmocka_unit_test(empty_folder_is_a_list_of_none),
		cmocka_unit_test(large_folder_is_listed_whole_or_refused),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
