/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a captured root says of itself: read strictly, and honoured. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>

#include "source-tree.h"
#include "source/capture.h"

/* Texts are written with ' for ": a reader of this file has enough to count. */
#define TAKEN                                                         \
	"'taken': { 'uid': 1000, 'machine': 'riscv64', 'page_size': " \
	"65536, 'netns_cookie': '7' }"
#define HEAD  "{ 'schema': 'tuneadv-capture/1', "
#define EMPTY "{ 'errno': null, 'list': [] }"
#define LISTS "'listeners': " EMPTY ", 'threads': " EMPTY " }"
#define PATHS HEAD TAKEN ", 'samples': [ {} ], 'paths': [ "
#define NONE  HEAD TAKEN ", 'samples': [], 'paths': [], "
#define HEARS NONE "'listeners': { 'errno': null, 'list': [ "
#define RUNS  NONE "'listeners': " EMPTY ", 'threads': { 'errno': null, 'list': [ "

struct quoted {
	char text[4096];
};

static struct quoted quote(const char *text)
{
	struct quoted quoted = { 0 };

	assert_true(strlen(text) < sizeof(quoted.text));
	for (size_t i = 0; text[i]; i++)
		quoted.text[i] = text[i] == '\'' ? '"' : text[i];
	return quoted;
}

static int parse(const char *text, struct manifest **ret_manifest, struct diag *diag)
{
	struct quoted quoted = quote(text);

	return manifest_parse(span_of(quoted.text), "m", ret_manifest, diag);
}

static void what_is_not_as_the_schema_says_is_refused_with_its_place(void **state)
{
	static const char *const rows[] = {
		"",
		"[]",
		"{}",
		"{ 'schema': 1 }",
		"{ 'schema': 'tuneadv-capture/2' }",
		HEAD "'taken': [] }",
		HEAD "'taken': { 'uid': -1, 'page_size': 1 } }",
		HEAD "'taken': { 'uid': 4294967296, 'page_size': 1 } }",
		HEAD "'taken': { 'uid': 1.5, 'page_size': 1 } }",
		HEAD TAKEN " }",
		HEAD TAKEN ", 'samples': 1 }",
		HEAD TAKEN ", 'samples': [], 'paths': {} }",
		HEAD TAKEN ", 'samples': [], 'paths': [], 'listeners': [] }",
		PATHS "1 ], " LISTS,
		PATHS "{} ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': '0844', 'errno': null, 'write': null, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS
		"{ 'kind': 'file', 'mode': '77777777777777777777', 'errno': null, 'write': null, "
		"'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': '', 'errno': null, 'write': null, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': 420, 'errno': null, 'write': null, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': 'nonsense', 'write': null, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': 13, 'write': null, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': true, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'nothing', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ '/a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ 'a' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ '' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ '/a/../b' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ '/a//b' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ '/./b' ] } ], " LISTS,
		PATHS "{ 'kind': 'file', 'mode': null, 'errno': null, 'write': null, "
		      "'paths': [ '/a', '/a' ] } ], " LISTS,
		HEARS "{ 'family': 'inet', 'address': '7f', 'port': 1, "
		      "'device': 0, 'queued': 0, 'backlog': 0 } ] }, 'threads': " EMPTY " }",
		HEARS "{ 'family': 'inet', 'address': 'any', 'port': 65536, "
		      "'device': 0, 'queued': 0, 'backlog': 0 } ] }, 'threads': " EMPTY " }",
		RUNS "{ 'tid': 1, 'policy': 'fifo', 'priority': 100 } ] } }",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		auto_manifest struct manifest *manifest = NULL;
		auto_diag struct diag diag = { 0 };
		int r = parse(rows[i], &manifest, &diag);

		if (r != -EBADMSG || manifest || diag.count != 1 ||
		    strncmp(diag.lines[0].place, "m:1:", 4) != 0)
			fail_msg("%d with %zu sentences: %s", r, diag.count, rows[i]);
	}
}

static void what_a_later_version_adds_is_passed_over(void **state)
{
	static const char later[] = HEAD TAKEN
		", 'new': { 'key': [ 1 ] }, 'samples': [ {}, {} ], 'paths': [ "
		"{ 'kind': 'portal', 'mode': null, 'errno': null, 'write': null, 'paths': [ '/a' ] "
		"}, "
		"{ 'kind': 'name', 'mode': '0600', 'errno': 'EXOTIC', 'write': null, 'paths': [ "
		"'/b' ] } ], "
		"'listeners': { 'errno': null, 'list': [ { 'family': 'smc', 'address': 'any', "
		"'port': 1, 'device': 0, 'queued': 0, 'backlog': 0 } ] }, "
		"'threads': { 'errno': null, 'list': [ { 'tid': 1, 'policy': 'ext', "
		"'priority': 0 } ] } }";
	auto_manifest struct manifest *manifest = NULL;

	(void)state;
	assert_int_equal(parse(later, &manifest, NULL), 0);
	assert_int_equal(manifest->about.sample_count, 2);
	assert_int_equal(manifest->paths.count, 1);
	assert_int_equal(manifest->paths.paths[0].error, -EIO);
	assert_int_equal(manifest->listeners.count, 0);
	assert_int_equal(manifest->threads.count, 0);
}

/* ---- a root with one ---- */

static const char whole[] = PATHS
	"{ 'kind': 'file', 'mode': '0444', 'errno': null, "
	"'write': 'EACCES', 'paths': [ '/proc/irq/9/smp_affinity' ] }, "
	"{ 'kind': 'file', 'mode': '0644', 'errno': null, "
	"'write': 'yes', 'paths': [ '/proc/good' ] }, "
	"{ 'kind': 'name', 'mode': '0600', 'errno': 'EACCES', "
	"'write': null, 'paths': [ '/proc/locked' ] }, "
	"{ 'kind': 'name', 'mode': '0644', 'errno': null, "
	"'write': null, 'paths': [ '/proc/unread' ] }, "
	"{ 'kind': 'place', 'mode': '0555', 'errno': null, "
	"'write': null, 'paths': [ '/sys/place' ] }, "
	"{ 'kind': 'folder', 'mode': '0755', 'errno': null, "
	"'write': null, 'paths': [ '/sys/lost' ] }, "
	"{ 'kind': 'nothing', 'mode': null, 'errno': 'ENOENT', "
	"'write': null, 'paths': [ '/proc/self/net/absent' ] }, "
	"{ 'kind': 'nothing', 'mode': null, 'errno': 'EPERM', "
	"'write': null, 'paths': [ '/proc/hidden' ] } ], "
	"'listeners': { 'errno': null, 'list': [ { 'family': 'inet', 'address': 'loopback', "
	"'port': 80, 'device': 0, 'queued': 1, 'backlog': 128 }, { 'family': 'inet6', "
	"'address': '20010db8000000000000000000000009', 'port': 81, 'device': 3, 'queued': 0, "
	"'backlog': 5 } ] }, 'threads': { 'errno': null, "
	"'list': [ { 'tid': 42, 'policy': 'rr', 'priority': 7 } ] } }";

static struct tree tree;

static int make_tree(void **state)
{
	(void)state;
	tree_new(&tree);
	tree_folder(&tree, "proc");
	tree_folder(&tree, "proc/irq");
	tree_folder(&tree, "proc/irq/9");
	tree_text(&tree, "proc/irq/9/smp_affinity", "1\n");
	tree_text(&tree, "proc/good", "5\n");
	tree_text(&tree, "proc/locked", "planted\n");
	tree_text(&tree, "proc/unread", "");
	tree_text(&tree, "proc/hidden", "planted\n");
	tree_text(&tree, "proc/unlisted", "6\n");
	tree_text(&tree, MANIFEST_NAME, quote(whole).text);
	return 0;
}

static int remove_tree(void **state)
{
	(void)state;
	tree_done(&tree);
	return 0;
}

static struct source *open_tree(void)
{
	struct source *source = NULL;

	assert_int_equal(source_open_captured(tree.path, &source, NULL), 0);
	return source;
}

static void paths_answer_as_on_the_host(void **state)
{
	static const struct {
		const char *path;
		int read;
		int stat;
		mode_t mode; /* permission bits; 0: any */
		int write;
		bool is_known; /* that the host said so */
	} rows[] = {
		{ "/proc/irq/9/smp_affinity", 0, 0, 0444, -EACCES, false },
		{ "/proc/good", 0, 0, 0644, 0, false },
		{ "/proc/locked", -EACCES, 0, 0600, -ENOTSUP, true },
		{ "/proc/unread", -ENODATA, 0, 0644, -ENOTSUP, false },
		{ "/proc/self/net/absent", -ENOENT, -ENOENT, 0, -ENOTSUP, true },
		{ "/proc/thread-self/net/absent", -ENOENT, -ENOENT, 0, -ENOTSUP, true },
		{ "/proc/net/absent", -ENOENT, -ENOENT, 0, -ENOTSUP, true },
		{ "/proc/hidden", -EPERM, -EPERM, 0, -ENOTSUP, true },
		{ "/proc/unlisted", 0, 0, 0, -ENOTSUP, false },
		{ "/proc/nowhere", -ENOENT, -ENOENT, 0, -ENOTSUP, false },
		{ "/sys/lost", -ENOENT, 0, 0755, -ENOTSUP, false },
	};
	auto_source struct source *source = open_tree();

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		auto_text struct text text = { 0 };
		struct source_stat st = { 0 };
		int r = source_read(source, rows[i].path, &text);

		if (r != rows[i].read)
			fail_msg("%s reads as %d", rows[i].path, r);
		r = source_stat(source, rows[i].path, &st);
		if (r != rows[i].stat)
			fail_msg("%s is looked at with %d", rows[i].path, r);
		if (rows[i].mode != 0 && (st.mode & 07777) != rows[i].mode)
			fail_msg("%s has mode %o", rows[i].path, st.mode);
		assert_int_equal(source_may_write(source, rows[i].path), rows[i].write);
		assert_int_equal(source_knows(source, rows[i].path), rows[i].is_known);
	}
}

static void only_a_folder_known_to_be_empty_is_empty(void **state)
{
	auto_source struct source *source = open_tree();
	auto_names struct source_names names = { 0 };

	(void)state;
	assert_int_equal(source_list(source, "/sys/place", &names), -ENODATA);
	assert_int_equal(source_list(source, "/proc/irq", &names), 0);
	source_names_done(&names);
	assert_int_equal(source_list(source, "/sys/lost", &names), 0);
	assert_int_equal(names.count, 0);
}

static void what_no_file_tells_comes_from_the_manifest(void **state)
{
	auto_source struct source *source = open_tree();
	auto_text struct text machine = { 0 };
	struct source_listeners listeners = { 0 };
	struct source_sched sched = { 0 };
	uint64_t number = 0;

	(void)state;
	assert_int_equal(source_machine(source, &machine), 0);
	assert_string_equal(machine.bytes, "riscv64");
	assert_int_equal(source_page_size(source, &number), 0);
	assert_int_equal(number, 65536);
	assert_int_equal(source_netns_cookie(source, &number), 0);
	assert_int_equal(number, 7);
	assert_int_equal(source_capture(source)->uid, 1000);
	assert_int_equal(source_tcp_listeners(source, &listeners), 0);
	assert_int_equal(listeners.count, 2);
	assert_int_equal(listeners.listeners[0].address[0], 127);
	assert_int_equal(listeners.listeners[0].backlog, 128);
	assert_int_equal(listeners.listeners[1].address[15], 9);
	assert_int_equal(listeners.listeners[1].family, AF_INET6);
	source_listeners_done(&listeners);
	assert_int_equal(source_sched_get(source, 42, &sched), 0);
	assert_int_equal(sched.policy, SCHED_RR);
	assert_int_equal(sched.priority, 7);
	assert_int_equal(source_sched_get(source, 43, &sched), -ENOTSUP);
}

static void broken_manifest_opens_nothing(void **state)
{
	auto_diag struct diag diag = { 0 };
	struct source *source = NULL;
	int fd = openat(tree.fd, MANIFEST_NAME, O_WRONLY | O_TRUNC | O_CLOEXEC);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "{", 1), 1);
	assert_int_equal(close(fd), 0);
	assert_int_equal(source_open_captured(tree.path, &source, &diag), -EBADMSG);
	assert_null(source);
	assert_int_equal(diag.count, 1);
	assert_non_null(strstr(diag.lines[0].place, MANIFEST_NAME ":1:"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_as_the_schema_says_is_refused_with_its_place),
		cmocka_unit_test(what_a_later_version_adds_is_passed_over),
		cmocka_unit_test(paths_answer_as_on_the_host),
		cmocka_unit_test(only_a_folder_known_to_be_empty_is_empty),
		cmocka_unit_test(what_no_file_tells_comes_from_the_manifest),
		cmocka_unit_test(broken_manifest_opens_nothing),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
