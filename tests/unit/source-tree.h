/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Temporary trees for the tests of source/. Include after cmocka.h. */
#ifndef TESTS_SOURCE_TREE_H
#define TESTS_SOURCE_TREE_H

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

#define NOBODY 65534

#define SKIP_CASE(...)                                    \
	do {                                              \
		print_message("%s: skipped: ", __func__); \
		print_message(__VA_ARGS__);               \
		print_message("\n");                      \
		skip();                                   \
	} while (0)

struct tree {
	char path[64];
	int fd;
};

static inline void tree_new(struct tree *tree)
{
	(void)snprintf(tree->path, sizeof(tree->path), "/tmp/tuneadv-test-XXXXXX");
	assert_non_null(mkdtemp(tree->path));
	assert_int_equal(chmod(tree->path, 0755), 0); /* NOBODY looks in as well */
	tree->fd = open(tree->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(tree->fd >= 0);
}

static inline int tree_remove_one(const char *path, const struct stat *st, int kind,
				  struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

static inline void tree_done(struct tree *tree)
{
	(void)close(tree->fd);
	assert_int_equal(nftw(tree->path, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void tree_folder(const struct tree *tree, const char *path)
{
	assert_int_equal(mkdirat(tree->fd, path, 0755), 0);
}

static inline void tree_file(const struct tree *tree, const char *path, const char *bytes,
			     size_t length)
{
	int fd = openat(tree->fd, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	while (length > 0) {
		ssize_t written = write(fd, bytes, length);

		assert_true(written > 0);
		bytes += written;
		length -= (size_t)written;
	}
	assert_int_equal(close(fd), 0);
}

static inline void tree_text(const struct tree *tree, const char *path, const char *text)
{
	tree_file(tree, path, text, strlen(text));
}

static inline void tree_link(const struct tree *tree, const char *target, const char *path)
{
	assert_int_equal(symlinkat(target, tree->fd, path), 0);
}

/* The path of a file of the tree, absolute; valid until the next call. */
static inline const char *tree_path(const struct tree *tree, const char *path)
{
	static char absolute[4096];

	(void)snprintf(absolute, sizeof(absolute), "%s/%s", tree->path, path);
	return absolute;
}

/* What @run returns, negated (0 to 127), in a child that is user NOBODY where it may change. */
static inline int result_in_child(int (*run)(void *context), void *context)
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0)
		_exit(-run(context));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return -WEXITSTATUS(status);
}

static inline int become_nobody(void)
{
	if (geteuid() != 0)
		return 0;
	if (setresgid(NOBODY, NOBODY, NOBODY) < 0 || setresuid(NOBODY, NOBODY, NOBODY) < 0)
		return -errno;
	return 0;
}

#endif
