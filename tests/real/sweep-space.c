/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the sweep writes: a namespace that it makes and that ends with it. */
#include "config.h"

#include "sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>

#include "base/array.h"

static ino_t network_inode(void)
{
	struct stat status;

	return stat("/proc/thread-self/ns/net", &status) < 0 ? 0 : status.st_ino;
}

static int put(const char *path, const char *text)
{
	autoclose int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t written = fd < 0 ? -1 : write(fd, text, strlen(text));

	return written == (ssize_t)strlen(text) ? 0 : -errno;
}

/* A normal user is root of a user namespace of its own, where that is allowed. */
static int unshare_as_user(void)
{
	auto_text struct text uids = { 0 };
	auto_text struct text gids = { 0 };

	text_addf(&uids, "0 %u 1", getuid());
	text_addf(&gids, "0 %u 1", getgid());
	if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) < 0)
		return -errno;
	if (put("/proc/self/setgroups", "deny") < 0 || put("/proc/self/uid_map", uids.bytes) < 0 ||
	    put("/proc/self/gid_map", gids.bytes) < 0)
		return -EPERM;
	return 0;
}

static void run(const char *const *words)
{
	pid_t child = fork();

	if (child == 0) {
		execvp(words[0], (char *const *)words);
		_exit(127);
	}
	if (child > 0)
		(void)waitpid(child, NULL, 0); /* without the interfaces "lo" is swept alone */
}

int space_make(void)
{
	static const char *const pair[] = { "ip",	   "link", "add",	  "sweep0",
					    "numrxqueues", "2",	   "numtxqueues", "2",
					    "type",	   "veth", "peer",	  "name",
					    "sweep1",	   NULL };
	ino_t before = network_inode();
	int r = 0;

	if (unshare(CLONE_NEWNET | CLONE_NEWNS) < 0)
		r = unshare_as_user();
	if (r < 0)
		return r;
	/* Nothing may be written before this is certain. */
	if (before == 0 || network_inode() == before)
		return -EXDEV;
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return -errno;
	/* The host's sysfs shows the host's interfaces; without one of ours none is swept. */
	if (mount("sysfs", "/sys", "sysfs", 0, NULL) < 0)
		fprintf(stderr, "sweep: no sysfs of the namespace: %s\n", strerror(errno));
	run(pair);
	return 0;
}

static bool is_with_the_first(void)
{
	struct stat first;
	struct stat own;

	return stat("/proc/1/ns/mnt", &first) == 0 && stat("/proc/self/ns/mnt", &own) == 0 &&
	       first.st_ino == own.st_ino;
}

bool space_is_thrown_away(void)
{
	struct statfs status;
	struct timespec since_boot;

	if (clock_gettime(CLOCK_BOOTTIME, &since_boot) < 0 || since_boot.tv_sec > 3600)
		return false;
	return is_with_the_first() && statfs("/", &status) == 0 &&
	       (status.f_type == RAMFS_MAGIC || status.f_type == TMPFS_MAGIC);
}

bool is_of_namespace(enum scope scope)
{
	return scope == SCOPE_NETNS || scope == SCOPE_NETDEV || scope == SCOPE_RX_QUEUE ||
	       scope == SCOPE_TX_QUEUE;
}

int space_read(struct source *source, const struct tunable *const *rows, size_t row_count,
	       struct snapshot **ret_snapshot)
{
	static const enum fact facts[] = {
		FACT_ARCH,	     FACT_BOOT_LINE,
		FACT_CPUS_ONLINE,    FACT_CPUS_ONLINE_COUNT,
		FACT_CPUS_POSSIBLE,  FACT_KERNEL_REALTIME,
		FACT_KERNEL_RELEASE, FACT_MEMORY_PAGE_SIZE,
		FACT_MEMORY_TOTAL,   FACT_NETNS_INITIAL,
		FACT_NODES_COUNT,
	};
	auto_needs struct needs needs = { 0 };
	auto_snapshot struct snapshot *snapshot = NULL;
	int r = 0;

	needs_init(&needs);
	needs.has_virtual_netdevs = true;
	for (size_t i = 0; i < ARRAY_SIZE(facts); i++)
		needs.facts[facts[i]] = true;
	/* Not by id: a planted row has the id of a true one. */
	needs.tunables = owned(calloc(row_count, sizeof(*needs.tunables)));
	memcpy(needs.tunables, rows, row_count * sizeof(*rows));
	needs.tunable_count = needs.tunable_capacity = row_count;
	r = needs_add_instance(&needs, "lo");
	if (r == 0)
		r = needs_add_instance(&needs, "sweep0");
	if (r == 0)
		r = snapshot_new(&snapshot);
	if (r == 0)
		r = snapshot_take(snapshot, source, &needs, NULL);
	if (r < 0)
		return r;
	*ret_snapshot = take_ptr(snapshot);
	return 0;
}
