/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A captured root full of hazards, and the ways to open it. Include after cmocka.h. */
#ifndef TESTS_SOURCE_ROOT_H
#define TESTS_SOURCE_ROOT_H

#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

#include "source-tree.h"
#include "source/captured.h"

#define GIGABYTE (1024L * 1024 * 1024)

static struct tree tree;

/* Each claim holds for the kernel's resolver and for ours, with and without a /proc to reopen by.
 */
struct variant {
	const char *name;
	enum captured_resolver resolver;
	const char *descriptors;
};

static const struct variant variants[] = {
	{ "openat2", CAPTURED_OPENAT2, "/proc/self/fd" },
	{ "openat2, no proc", CAPTURED_OPENAT2, "/nonexistent" },
	{ "walk", CAPTURED_WALK, "/proc/self/fd" },
	{ "walk, no proc", CAPTURED_WALK, "/nonexistent" },
};

static struct source *open_variant(const struct variant *variant)
{
	struct source *source = NULL;
	struct captured *captured;

	assert_int_equal(source_open_captured(tree_path(&tree, "root"), &source, NULL), 0);
	captured = (struct captured *)source;
	captured->resolver = variant->resolver;
	captured->descriptors = variant->descriptors;
	return source;
}

static void make_socket(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s", tree.path, path);
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(close(fd), 0);
}

static void make_hazards(void)
{
	char name[32];
	char target[32];
	int fd;

	assert_int_equal(mkfifoat(tree.fd, "root/fifo", 0644), 0);
	make_socket("root/socket");
	/* Needs a privilege that containers lack; then the rows with it find nothing. */
	(void)mknodat(tree.fd, "root/device", S_IFCHR | 0644, makedev(1, 5));
	fd = openat(tree.fd, "root/huge", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_int_equal(ftruncate(fd, GIGABYTE), 0);
	assert_int_equal(close(fd), 0);
	tree_text(&tree, "root/unreadable", "secret\n");
	assert_int_equal(fchmodat(tree.fd, "root/unreadable", 0, 0), 0);
	tree_link(&tree, "loop-b", "root/loop-a");
	tree_link(&tree, "loop-a", "root/loop-b");
	tree_link(&tree, "self-loop/x", "root/self-loop");
	tree_text(&tree, "root/chain-0", "end of the chain\n");
	for (int i = 1; i <= 41; i++) {
		(void)snprintf(name, sizeof(name), "root/chain-%d", i);
		(void)snprintf(target, sizeof(target), "chain-%d", i - 1);
		tree_link(&tree, target, name);
	}
}

static void make_ways_out(void)
{
	tree_folder(&tree, "outside");
	tree_text(&tree, "outside/secret", "secret\n");
	tree_link(&tree, "../outside/secret", "root/out-relative");
	tree_link(&tree, "../../../../../../../../etc/passwd", "root/out-far");
	tree_link(&tree, "/etc/passwd", "root/out-absolute");
	tree_link(&tree, tree_path(&tree, "outside"), "root/out-folder");
	tree_link(&tree, "/", "root/top");
	tree_link(&tree, "..", "root/up");
	tree_link(&tree, "/proc/self/fd/0", "root/out-magic");
}

static int make_tree(void **state)
{
	(void)state;
	tree_new(&tree);
	tree_folder(&tree, "root");
	tree_folder(&tree, "root/proc");
	tree_folder(&tree, "root/proc/12345");
	tree_folder(&tree, "root/proc/12345/net");
	tree_text(&tree, "root/proc/12345/net/netstat", "TcpExt:\n");
	tree_text(&tree, "root/proc/12345/comm", "with\nnewline\n");
	tree_folder(&tree, "root/etc");
	tree_text(&tree, "root/etc/inside", "inside\n");
	tree_folder(&tree, "root/sys");
	tree_folder(&tree, "root/sys/devices");
	tree_folder(&tree, "root/sys/devices/eth0");
	tree_text(&tree, "root/sys/devices/eth0/mtu", "1500\n");
	tree_folder(&tree, "root/sys/class");
	tree_link(&tree, "../devices/eth0", "root/sys/class/eth0");
	tree_link(&tree, "/sys/devices/eth0/mtu", "root/sys/absolute");
	tree_folder(&tree, "root/new\nline");
	tree_text(&tree, "root/new\nline/fi\nle", "x");
	make_hazards();
	make_ways_out();
	tree_link(&tree, "12345", "root/proc/self");
	tree_link(&tree, "self/net", "root/proc/net");
	return 0;
}

static int remove_tree(void **state)
{
	(void)state;
	tree_done(&tree);
	return 0;
}

#endif
