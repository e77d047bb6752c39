/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captured roots: nothing in one hangs, escapes or exhausts, whichever way paths are resolved. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <sys/resource.h>
#include <time.h>

#include "source-root.h"

/* ---- reading ---- */

struct read_row {
	const char *path;
	int result;
	const char *text;
};

static const struct read_row read_rows[] = {
	{ "/etc/inside", 0, "inside\n" },
	{ "//etc/.//inside", 0, "inside\n" },
	{ "/etc/../etc/inside", 0, "inside\n" },
	{ "/../../etc/inside", 0, "inside\n" },
	{ "/proc/self/comm", 0, "with\nnewline\n" },
	{ "/proc/net/netstat", 0, "TcpExt:\n" },
	{ "/proc/thread-self/net/netstat", -ENOENT, NULL },
	{ "/sys/class/eth0/mtu", 0, "1500\n" },
	{ "/sys/class/eth0/../eth0/mtu", 0, "1500\n" },
	{ "/sys/absolute", 0, "1500\n" },
	{ "/new\nline/fi\nle", 0, "x" },
	{ "/top/etc/inside", 0, "inside\n" },
	{ "/up/up/../etc/inside", 0, "inside\n" },
	{ "/top/top/up/sys/class/eth0/mtu", 0, "1500\n" },
	{ "/chain-40", 0, "end of the chain\n" },
	{ "/chain-41", -ELOOP, NULL },
	{ "/loop-a", -ELOOP, NULL },
	{ "/loop-b/x", -ELOOP, NULL },
	{ "/self-loop", -ELOOP, NULL },
	{ "/out-relative", -ENOENT, NULL },
	{ "/out-far", -ENOENT, NULL },
	{ "/out-absolute", -ENOENT, NULL },
	{ "/out-folder/secret", -ENOENT, NULL },
	{ "/out-magic", -ENOENT, NULL },
	{ "/../outside/secret", -ENOENT, NULL },
	{ "/etc/passwd", -ENOENT, NULL },
	{ "/etc/inside/", -ENOTDIR, NULL },
	{ "/etc/inside/x", -ENOTDIR, NULL },
	{ "/etc/inside/..", -ENOTDIR, NULL },
	{ "/sys/absolute/", -ENOTDIR, NULL },
	{ "/etc", -EISDIR, NULL },
	{ "/etc/", -EISDIR, NULL },
	{ "/", -EISDIR, NULL },
	{ "/sys/class/eth0", -EISDIR, NULL },
	{ "/fifo", -EINVAL, NULL },
	{ "/socket", -EINVAL, NULL },
	{ "/huge", -EFBIG, NULL },
	{ "/missing", -ENOENT, NULL },
	{ "/missing/x", -ENOENT, NULL },
	{ "etc/inside", -EINVAL, NULL },
	{ "", -EINVAL, NULL },
};

static void expect_read(const struct variant *variant, const struct read_row *row)
{
	auto_source struct source *source = open_variant(variant);
	auto_text struct text text = { 0 };
	int r;

	text_add(&text, "kept");
	r = source_read(source, row->path, &text);
	if (r != row->result)
		fail_msg("%s: read %s: %d, not %d", variant->name, row->path, r, row->result);
	assert_string_equal(text.bytes, row->text ? row->text : "kept");
}

static void reads_stay_inside_and_take_regular_files_alone(void **state)
{
	(void)state;
	(void)alarm(20); /* ends the test when a FIFO blocks */
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++)
		for (size_t j = 0; j < ARRAY_SIZE(read_rows); j++)
			expect_read(&variants[i], &read_rows[j]);
	(void)alarm(0);
}

static void tables_refuse_what_values_refuse(void **state)
{
	static const struct {
		const char *path;
		int result;
	} rows[] = {
		{ "/fifo", -EINVAL },	    { "/socket", -EINVAL },  { "/etc", -EISDIR },
		{ "/loop-a", -ELOOP },	    { "/missing", -ENOENT }, { "/out-far", -ENOENT },
		{ "/proc/net/netstat", 0 },
	};

	(void)state;
	(void)alarm(20);
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		auto_source struct source *source = open_variant(&variants[i]);

		for (size_t j = 0; j < ARRAY_SIZE(rows); j++) {
			auto_table struct source_table *table = NULL;

			assert_int_equal(source_table_open(source, rows[j].path, &table),
					 rows[j].result);
		}
	}
	(void)alarm(0);
}

static void device_is_refused_unopened(void **state)
{
	auto_text struct text text = { 0 };

	(void)state;
	if (faccessat(tree.fd, "root/device", F_OK, 0) < 0)
		SKIP_CASE("making a device node needs a privilege");
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		auto_source struct source *source = open_variant(&variants[i]);

		assert_int_equal(source_read(source, "/device", &text), -EINVAL);
	}
}

static void path_too_long_is_refused(void **state)
{
	char path[PATH_MAX + 10];
	auto_text struct text text = { 0 };

	(void)state;
	memset(path, '/', sizeof(path));
	path[sizeof(path) - 1] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		auto_source struct source *source = open_variant(&variants[i]);

		assert_int_equal(source_read(source, path, &text), -ENAMETOOLONG);
		memset(path + 1, 'x', 300);
		assert_int_equal(source_read(source, path + sizeof(path) - 400, &text), -EISDIR);
		path[302] = '\0';
		assert_int_equal(source_read(source, path, &text), -ENAMETOOLONG);
		memset(path, '/', sizeof(path) - 1);
	}
}

/* Bytes that this process has read so far, or -1. */
static long long bytes_read(void)
{
	char text[512];
	int fd = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		(void)close(fd);
	if (length < 7 || memcmp(text, "rchar: ", 7) != 0)
		return -1;
	text[length] = '\0';
	return strtoll(text + 7, NULL, 10);
}

static void gigabyte_costs_neither_memory_nor_time(void **state)
{
	struct rusage before;
	struct rusage after;
	struct timespec start;
	struct timespec end;
	long long already = bytes_read();

	(void)state;
	assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &start), 0);
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		auto_source struct source *source = open_variant(&variants[i]);
		auto_table struct source_table *table = NULL;
		auto_text struct text text = { 0 };
		struct span line;

		assert_int_equal(source_read(source, "/huge", &text), -EFBIG);
		assert_int_equal(source_table_open(source, "/huge", &table), 0);
		assert_int_equal(source_table_line(table, &line), -EFBIG);
	}
	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &end), 0);
	assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
	assert_true(after.ru_maxrss - before.ru_maxrss < 4096); /* kilobytes */
	assert_true(end.tv_sec - start.tv_sec < 3);
	if (already < 0)
		return;
	/* A value and a table of each variant, and what bytes_read() itself took. */
	assert_true(bytes_read() - already <
		    (long long)ARRAY_SIZE(variants) * (SOURCE_VALUE_MAX + 1 + 128 * 1024) + 1024);
}

static int read_as_nobody(void *context)
{
	auto_source struct source *source = open_variant(context);
	auto_text struct text text = { 0 };
	int r = become_nobody();

	return r < 0 ? r : source_read(source, "/unreadable", &text);
}

static void unreadable_file_is_eacces(void **state)
{
	struct variant copies[ARRAY_SIZE(variants)];

	(void)state;
	memcpy(copies, variants, sizeof(copies));
	for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
		int r = result_in_child(read_as_nobody, &copies[i]);

		if (r == -EPERM || r == -EINVAL)
			SKIP_CASE("this namespace has no user %d", NOBODY);
		assert_int_equal(r, -EACCES);
	}
}

/* ---- the rest of the interface ---- */

static void lists_stay_inside(void **state)
{
	static const struct {
		const char *path;
		int result;
		const char *only;
	} rows[] = {
		{ "/sys/class", 0, "eth0" },
		{ "/sys/class/eth0", 0, "mtu" },
		{ "/sys/class/eth0/", 0, "mtu" },
		{ "/top/etc", 0, "inside" },
		{ "/new\nline", 0, "fi\nle" },
		{ "/proc/self/net", 0, "netstat" },
		{ "/out-folder", -ENOENT, NULL },
		{ "/etc/inside", -ENOTDIR, NULL },
		{ "/fifo", -ENOTDIR, NULL },
		{ "/loop-a", -ELOOP, NULL },
		{ "/proc/thread-self", -ENOENT, NULL },
	};

	(void)state;
	(void)alarm(20);
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		auto_source struct source *source = open_variant(&variants[i]);

		for (size_t j = 0; j < ARRAY_SIZE(rows); j++) {
			auto_names struct source_names names = { 0 };
			int r = source_list(source, rows[j].path, &names);

			assert_int_equal(r, rows[j].result);
			if (!rows[j].only)
				continue;
			assert_int_equal(names.count, 1);
			assert_string_equal(names.names[0], rows[j].only);
		}
	}
	(void)alarm(0);
}

static void stat_follows_and_link_does_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		auto_source struct source *source = open_variant(&variants[i]);
		auto_text struct text target = { 0 };
		struct source_stat st;

		assert_int_equal(source_stat(source, "/sys/class/eth0", &st), 0);
		assert_true(S_ISDIR(st.mode));
		assert_int_equal(source_stat(source, "/fifo", &st), 0);
		assert_true(S_ISFIFO(st.mode));
		assert_int_equal(source_stat(source, "/unreadable", &st), 0);
		assert_int_equal(st.mode, S_IFREG);
		assert_int_equal(source_stat(source, "/out-absolute", &st), -ENOENT);
		assert_int_equal(source_link(source, "/out-absolute", &target), 0);
		assert_string_equal(target.bytes, "/etc/passwd");
		assert_int_equal(source_link(source, "/top/proc/net", &target), 0);
		assert_string_equal(target.bytes, "self/net");
		assert_int_equal(source_link(source, "/etc/inside", &target), -EINVAL);
		assert_int_equal(source_link(source, "/proc/net/", &target), -EINVAL);
		assert_int_equal(source_link(source, "/missing", &target), -ENOENT);
		assert_string_equal(target.bytes, "self/net");
	}
}

static void what_needs_a_kernel_is_not_supported(void **state)
{
	auto_source struct source *source = open_variant(&variants[0]);
	auto_text struct text text = { 0 };
	struct source_listeners listeners = { 0 };
	struct source_sched sched = { 0 };

	(void)state;
	assert_int_equal(source_kind(source), SOURCE_CAPTURED);
	assert_int_equal(source_may_write(source, "/etc/inside"), -ENOTSUP);
	assert_int_equal(source_write(source, "/etc/inside", span_of("x")), -ENOTSUP);
	assert_int_equal(source_machine(source, &text), -ENOTSUP);
	assert_int_equal(source_tcp_listeners(source, &listeners), -ENOTSUP);
	assert_int_equal(source_sched_get(source, 0, &sched), -ENOTSUP);
	assert_int_equal(source_sched_set(source, 0, &sched), -ENOTSUP);
}

static void root_must_be_a_folder(void **state)
{
	auto_diag struct diag diag = { 0 };
	struct source *source = NULL;

	(void)state;
	assert_int_equal(source_open_captured(tree_path(&tree, "none"), &source, &diag), -ENOENT);
	assert_int_equal(source_open_captured(tree_path(&tree, "root/fifo"), &source, &diag),
			 -ENOTDIR);
	assert_int_equal(source_open_captured("", &source, NULL), -ENOENT);
	assert_null(source);
	assert_int_equal(diag.count, 2);
	assert_int_equal(diag.lines[0].code, -ENOENT);
	assert_string_equal(diag.lines[1].place, tree_path(&tree, "root/fifo"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_stay_inside_and_take_regular_files_alone),
		cmocka_unit_test(tables_refuse_what_values_refuse),
		cmocka_unit_test(device_is_refused_unopened),
		cmocka_unit_test(path_too_long_is_refused),
		cmocka_unit_test(gigabyte_costs_neither_memory_nor_time),
		cmocka_unit_test(unreadable_file_is_eacces),
		cmocka_unit_test(lists_stay_inside),
		cmocka_unit_test(stat_follows_and_link_does_not),
		cmocka_unit_test(what_needs_a_kernel_is_not_supported),
		cmocka_unit_test(root_must_be_a_folder),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
