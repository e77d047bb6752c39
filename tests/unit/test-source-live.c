/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The live source: values, links and writes. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <sys/utsname.h>

#include "source-tree.h"
#include "source/source.h"

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

/* ---- values ---- */

static void value_is_read_whole_with_its_newline(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text text = { 0 };

	(void)state;
	text_add(&text, "what was there before");
	assert_int_equal(source_read(source, "/proc/sys/kernel/ostype", &text), 0);
	assert_string_equal(text.bytes, "Linux\n");
	assert_int_equal(source_kind(source), SOURCE_LIVE);
}

static void errors_are_the_kernels_own_and_leave_the_text_alone(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text text = { 0 };

	(void)state;
	text_add(&text, "kept");
	assert_int_equal(source_read(source, "/proc/sys/no/such", &text), -ENOENT);
	assert_int_equal(source_read(source, "/proc/sys/kernel", &text), -EISDIR);
	assert_int_equal(source_read(source, "/proc/sys/kernel/ostype/x", &text), -ENOTDIR);
	assert_int_equal(source_read(source, "proc/sys/kernel/ostype", &text), -EINVAL);
	assert_int_equal(source_read(source, "", &text), -EINVAL);
	assert_string_equal(text.bytes, "kept");
}

static void value_may_have_64_kib_and_not_a_byte_more(void **state)
{
	static const struct {
		size_t length;
		int result;
	} rows[] = {
		{ 0, 0 },
		{ 4094, 0 },
		{ 4095, 0 },
		{ 4096, 0 },
		{ 5000, 0 },
		{ SOURCE_VALUE_MAX, 0 },
		{ SOURCE_VALUE_MAX + 1, -EFBIG },
		{ 2 * SOURCE_VALUE_MAX, -EFBIG },
	};
	auto_source struct source *source = open_live();

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		autofree char *bytes = bytes_of(rows[i].length, 'x');
		auto_text struct text text = { 0 };
		char name[32];

		(void)snprintf(name, sizeof(name), "value-%zu", rows[i].length);
		if (rows[i].length > 0)
			bytes[0] = '<';
		tree_file(&tree, name, bytes, rows[i].length);
		assert_int_equal(source_read(source, tree_path(&tree, name), &text),
				 rows[i].result);
		if (rows[i].result < 0)
			continue;
		assert_int_equal(text.length, rows[i].length);
		assert_true(span_is(text_span(&text), bytes));
	}
}

/* Writes the odd numbers from 1 to @last to the reserved ports of a network namespace of our own,
 * and reads them back. The kernel gives them to the first read alone. */
static int read_reserved_ports(void *context)
{
	static const char path[] = "/proc/sys/net/ipv4/ip_local_reserved_ports";
	const int *last = context;
	auto_source struct source *source = NULL;
	auto_text struct text ports = { 0 };
	auto_text struct text found = { 0 };
	int fd;
	int r;

	if (unshare(CLONE_NEWNET) < 0)
		return -EPERM;
	for (int port = 1; port <= *last; port += 2)
		text_addf(&ports, "%s%d", port > 1 ? "," : "", port);
	text_add(&ports, "\n");
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -EPERM;
	for (size_t at = 0; at < ports.length;) {
		ssize_t written = write(fd, ports.bytes + at, ports.length - at);

		if (written <= 0)
			return -EPERM;
		at += (size_t)written;
	}
	(void)close(fd);
	if (source_open_live(-1, -1, &source) < 0)
		return -ENOMEM;
	r = source_read(source, path, &found);
	if (r < 0)
		return r;
	return span_equal(text_span(&ports), text_span(&found)) ? 0 : -EBADMSG;
}

static void sysctl_longer_than_a_page_is_never_cut(void **state)
{
	int some = 3999;
	int all = 65535;
	int r = result_in_child(read_reserved_ports, &some);

	(void)state;
	if (r == -EPERM)
		SKIP_CASE("a network namespace with a writable /proc/sys is not to be had");
	assert_int_equal(r, 0);
	assert_int_equal(result_in_child(read_reserved_ports, &all), -EFBIG);
}

static void fifo_does_not_block_a_reader(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text text = { 0 };

	(void)state;
	assert_int_equal(mkfifoat(tree.fd, "fifo", 0644), 0);
	(void)alarm(5); /* ends the test when the open blocks */
	assert_int_equal(source_read(source, tree_path(&tree, "fifo"), &text), 0);
	assert_int_equal(text.length, 0);
	(void)alarm(0);
}

/* ---- folders given by the caller ---- */

static void folders_given_stand_for_proc_and_sys_alone(void **state)
{
	auto_source struct source *source = NULL;
	auto_text struct text text = { 0 };
	auto_names struct source_names names = { 0 };
	autoclose int proc_fd = -1;
	autoclose int sys_fd = -1;

	(void)state;
	tree_folder(&tree, "p");
	tree_folder(&tree, "s");
	tree_text(&tree, "p/value", "of proc\n");
	tree_text(&tree, "s/value", "of sys\n");
	proc_fd = openat(tree.fd, "p", O_PATH | O_DIRECTORY | O_CLOEXEC);
	sys_fd = openat(tree.fd, "s", O_PATH | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(source_open_live(proc_fd, sys_fd, &source), 0);
	assert_int_equal(source_read(source, "/proc/value", &text), 0);
	assert_string_equal(text.bytes, "of proc\n");
	assert_int_equal(source_read(source, "/sys//value", &text), 0);
	assert_string_equal(text.bytes, "of sys\n");
	assert_int_equal(source_list(source, "/proc", &names), 0);
	assert_int_equal(names.count, 1);
	assert_int_equal(source_read(source, "/proc/self/stat", &text), -ENOENT);
	assert_int_equal(source_read(source, "/process/value", &text), -ENOENT);
	assert_int_equal(source_read(source, tree_path(&tree, "p/value"), &text), 0);
}

static void self_below_a_given_proc_is_this_process(void **state)
{
	auto_source struct source *source = NULL;
	auto_text struct text text = { 0 };
	autoclose int proc_fd = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
	char own[32];

	(void)state;
	(void)snprintf(own, sizeof(own), "%d (", (int)getpid());
	assert_int_equal(source_open_live(proc_fd, -1, &source), 0);
	assert_int_equal(source_read(source, "/proc/self/stat", &text), 0);
	assert_true(span_starts(text_span(&text), own));
	assert_int_equal(source_read(source, "/proc/thread-self/stat", &text), 0);
	assert_true(span_starts(text_span(&text), own));
}

/* ---- stat, link, writes ---- */

static void stat_follows_and_link_does_not(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text target = { 0 };
	struct source_stat followed;
	struct source_stat direct;

	(void)state;
	tree_text(&tree, "plain", "x");
	tree_link(&tree, "plain", "pointer");
	assert_int_equal(source_stat(source, tree_path(&tree, "pointer"), &followed), 0);
	assert_int_equal(source_stat(source, tree_path(&tree, "plain"), &direct), 0);
	assert_int_equal(followed.mode, S_IFREG | 0644);
	assert_int_equal(followed.inode, direct.inode);
	assert_int_equal(followed.device, direct.device);
	assert_int_equal(source_stat(source, "/proc/no/such", &direct), -ENOENT);
	assert_int_equal(source_link(source, tree_path(&tree, "pointer"), &target), 0);
	assert_string_equal(target.bytes, "plain");
	assert_int_equal(source_link(source, tree_path(&tree, "plain"), &target), -EINVAL);
	assert_int_equal(source_link(source, "/proc/no/such", &target), -ENOENT);
	assert_string_equal(target.bytes, "plain");
}

static int may_nobody_write(void *context)
{
	auto_source struct source *source = NULL;
	int r = become_nobody();

	if (r < 0)
		return r;
	r = source_open_live(-1, -1, &source);
	return r < 0 ? r : source_may_write(source, context);
}

static void may_write_says_what_open_would_say(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text readonly = { 0 };
	auto_text struct text shared = { 0 };

	(void)state;
	tree_text(&tree, "readonly", "x");
	assert_int_equal(fchmodat(tree.fd, "readonly", 0444, 0), 0);
	tree_text(&tree, "shared", "x");
	assert_int_equal(fchmodat(tree.fd, "shared", 0666, 0), 0);
	text_add(&readonly, tree_path(&tree, "readonly"));
	text_add(&shared, tree_path(&tree, "shared"));
	assert_int_equal(source_may_write(source, shared.bytes), 0);
	assert_int_equal(source_may_write(source, "/proc/no/such"), -ENOENT);
	/* Nobody at all may write these, root included. */
	assert_int_equal(source_may_write(source, readonly.bytes), -EACCES);
	assert_int_equal(source_may_write(source, "/proc/sys/kernel/osrelease"), -EACCES);
	assert_int_equal(source_may_write(source, "/proc/stat"), -EACCES);
	assert_int_equal(result_in_child(may_nobody_write, shared.bytes), 0);
	assert_int_equal(result_in_child(may_nobody_write, readonly.bytes), -EACCES);
}

static void write_is_one_call_that_neither_creates_nor_cuts(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text text = { 0 };

	(void)state;
	tree_text(&tree, "written", "abcdef");
	assert_int_equal(source_write(source, tree_path(&tree, "written"), span_of("xy")), 0);
	assert_int_equal(source_read(source, tree_path(&tree, "written"), &text), 0);
	assert_string_equal(text.bytes, "xycdef");
	assert_int_equal(source_write(source, tree_path(&tree, "fresh"), span_of("x")), -ENOENT);
	assert_int_equal(faccessat(tree.fd, "fresh", F_OK, 0), -1);
	assert_int_equal(source_write(source, tree_path(&tree, "written"), span_of("")), -EINVAL);
	assert_int_equal(source_write(source, "written", span_of("x")), -EINVAL);
	assert_int_equal(source_write(source, "/dev/full", span_of("x")), -ENOSPC);
	assert_int_equal(source_write(source, tree.path, span_of("x")), -EISDIR);
}

static void short_write_is_an_error_and_is_not_continued(void **state)
{
	auto_source struct source *source = open_live();
	autofree char *bytes = bytes_of(64 * 1024, 'x');
	autoclose int reader = -1;
	char got[16 * 1024];

	(void)state;
	assert_int_equal(mkfifoat(tree.fd, "narrow", 0644), 0);
	assert_int_equal(source_write(source, tree_path(&tree, "narrow"), span_of("x")), -ENXIO);
	reader = openat(tree.fd, "narrow", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	assert_true(fcntl(reader, F_SETPIPE_SZ, 4096) >= 4096);
	assert_int_equal(source_write(source, tree_path(&tree, "narrow"), span_of(bytes)), -EIO);
	assert_int_equal(read(reader, got, sizeof(got)), 4096);
	assert_int_equal(read(reader, got, sizeof(got)), 0);
}

static void machine_is_what_uname_says(void **state)
{
	auto_source struct source *source = open_live();
	auto_text struct text machine = { 0 };
	struct utsname names;

	(void)state;
	assert_int_equal(uname(&names), 0);
	assert_int_equal(source_machine(source, &machine), 0);
	assert_string_equal(machine.bytes, names.machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(value_is_read_whole_with_its_newline),
		cmocka_unit_test(errors_are_the_kernels_own_and_leave_the_text_alone),
		cmocka_unit_test(value_may_have_64_kib_and_not_a_byte_more),
		cmocka_unit_test(sysctl_longer_than_a_page_is_never_cut),
		cmocka_unit_test(fifo_does_not_block_a_reader),
		cmocka_unit_test(folders_given_stand_for_proc_and_sys_alone),
		cmocka_unit_test(self_below_a_given_proc_is_this_process),
		cmocka_unit_test(stat_follows_and_link_does_not),
		cmocka_unit_test(may_write_says_what_open_would_say),
		cmocka_unit_test(write_is_one_call_that_neither_creates_nor_cuts),
		cmocka_unit_test(short_write_is_an_error_and_is_not_continued),
		cmocka_unit_test(machine_is_what_uname_says),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
