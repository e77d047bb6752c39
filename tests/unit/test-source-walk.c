/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The resolver of our own: as the kernel's on thousands of paths, and taken where that is barred.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "source-tree.h"
#include "source/captured.h"

#define RANDOM_TREES 40
#define RANDOM_PATHS 250

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

static struct captured *open_root(const char *path, enum captured_resolver resolver)
{
	struct source *source = NULL;
	struct captured *captured;

	assert_int_equal(source_open_captured(tree_path(&tree, path), &source, NULL), 0);
	captured = (struct captured *)source;
	captured->resolver = resolver;
	return captured;
}

/* The same numbers in each run: a failing path must be found again. */
static uint32_t next_random(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525U + 1013904223U;
	return (*seed >> 16) % below;
}

static void random_path(uint32_t *seed, bool is_absolute, struct text *path)
{
	static const char *const names[] = { "a", "b", "c", "..", ".", "" };
	uint32_t count = 1 + next_random(seed, 6);

	text_clear(path);
	if (is_absolute)
		text_add(path, "/");
	for (uint32_t i = 0; i < count; i++) {
		if (i > 0)
			text_add(path, "/");
		text_add(path, names[next_random(seed, ARRAY_SIZE(names))]);
	}
	if (path->length == 0)
		text_add(path, ".");
}

/* Folders, files and many links between them, named a, b and c on four floors. */
static void plant(uint32_t *seed, const char *folder, int floors)
{
	for (char name = 'a'; name <= 'c'; name++) {
		auto_text struct text place = { 0 };
		auto_text struct text target = { 0 };
		uint32_t kind = next_random(seed, 10);

		text_addf(&place, "%s/%c", folder, name);
		if (kind < 4 && floors > 0) {
			tree_folder(&tree, place.bytes);
			plant(seed, place.bytes, floors - 1);
		} else if (kind < 8) {
			random_path(seed, next_random(seed, 3) == 0, &target);
			tree_link(&tree, target.bytes, place.bytes);
		} else if (kind < 9) {
			tree_text(&tree, place.bytes, place.bytes);
		}
	}
}

static void both_agree(struct captured *kernel, struct captured *walk, const char *path,
		       size_t *found)
{
	auto_text struct text kernel_text = { 0 };
	auto_text struct text walk_text = { 0 };
	struct source_stat kernel_stat = { 0 };
	struct source_stat walk_stat = { 0 };
	int r = source_stat(&kernel->source, path, &kernel_stat);

	if (source_stat(&walk->source, path, &walk_stat) != r ||
	    kernel_stat.inode != walk_stat.inode || kernel_stat.mode != walk_stat.mode)
		fail_msg("stat of %s: the two do not agree (%d)", path, r);
	*found += r == 0;
	r = source_link(&kernel->source, path, &kernel_text);
	if (source_link(&walk->source, path, &walk_text) != r ||
	    !span_equal(text_span(&kernel_text), text_span(&walk_text)))
		fail_msg("link %s: the two do not agree (%d)", path, r);
	r = source_read(&kernel->source, path, &kernel_text);
	if (source_read(&walk->source, path, &walk_text) != r ||
	    !span_equal(text_span(&kernel_text), text_span(&walk_text)))
		fail_msg("read of %s: the two do not agree (%d)", path, r);
}

static void walk_finds_what_the_kernel_finds(void **state)
{
	uint32_t seed = 2026;
	size_t found = 0;
	bool is_barred;

	(void)state;
	for (int i = 0; i < RANDOM_TREES; i++) {
		char root[32];
		struct captured *kernel;
		struct captured *walk;

		(void)snprintf(root, sizeof(root), "root-%d", i);
		tree_folder(&tree, root);
		plant(&seed, root, 3);
		kernel = open_root(root, CAPTURED_OPENAT2);
		walk = open_root(root, CAPTURED_WALK);
		for (int j = 0; j < RANDOM_PATHS; j++) {
			auto_text struct text path = { 0 };

			random_path(&seed, true, &path);
			both_agree(kernel, walk, path.bytes, &found);
		}
		is_barred = kernel->resolver != CAPTURED_OPENAT2;
		source_free(&kernel->source);
		source_free(&walk->source);
		if (is_barred)
			SKIP_CASE("this kernel or sandbox has no openat2");
	}
	/* Enough of them exist for the agreement to mean something. */
	assert_in_range(found, RANDOM_TREES * RANDOM_PATHS / 10, RANDOM_TREES * RANDOM_PATHS);
}

/* Lets openat2 fail with @error for this process. */
static int bar_openat2(unsigned int error)
{
	struct sock_filter steps[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(steps), .filter = steps };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		return -errno;
	return 0;
}

static int read_with_openat2_barred(void *context)
{
	const unsigned int *error = context;
	struct captured *captured = open_root("barred", CAPTURED_OPENAT2);
	auto_source struct source *owned = &captured->source;
	auto_text struct text text = { 0 };

	if (bar_openat2(*error) < 0)
		return -ENOTSUP;
	if (source_read(owned, "/link", &text) < 0 || !span_is(text_span(&text), "inside\n"))
		return -EIO;
	if (source_read(owned, "/out", &text) != -ENOENT)
		return -EXDEV;
	return captured->resolver == CAPTURED_WALK ? 0 : -EINVAL;
}

static void walk_is_taken_where_openat2_is_barred(void **state)
{
	static unsigned int errors[] = { ENOSYS, EPERM };

	(void)state;
	tree_folder(&tree, "barred");
	tree_text(&tree, "barred/file", "inside\n");
	tree_text(&tree, "secret", "secret\n");
	tree_link(&tree, "/file", "barred/link");
	tree_link(&tree, "../secret", "barred/out");
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		int r = result_in_child(read_with_openat2_barred, &errors[i]);

		if (r == -ENOTSUP)
			SKIP_CASE("this kernel takes no seccomp filter");
		assert_int_equal(r, 0);
	}
}

static void walk_keeps_no_descriptor(void **state)
{
	static const char *const paths[] = {
		"/link", "/out", "/", "/file/x", "/missing", "/file/"
	};
	autoclose int root_fd = openat(tree.fd, "barred", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int before = dup(root_fd);
	int after;

	(void)state;
	assert_int_equal(close(before), 0);
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		int fd = walk_open(root_fd, paths[i], O_RDONLY | O_CLOEXEC);

		if (fd >= 0)
			assert_int_equal(close(fd), 0);
	}
	after = dup(root_fd);
	assert_int_equal(after, before);
	assert_int_equal(close(after), 0);
	assert_int_equal(walk_open(root_fd, "", O_PATH), -ENOENT);
	assert_int_equal(walk_open(root_fd, "/link", O_RDONLY | O_NOFOLLOW), -ELOOP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walk_finds_what_the_kernel_finds),
		cmocka_unit_test(walk_is_taken_where_openat2_is_barred),
		cmocka_unit_test(walk_keeps_no_descriptor),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
