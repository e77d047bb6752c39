/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A snapshot in which each allocation fails once in its turn: -ENOMEM, nothing lost, nothing used
 * after it was freed (the sanitizers see to that), and never a snapshot that looks whole.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

/* The linker gives our objects these in the place of the allocator's (--wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);

#define NEVER SIZE_MAX

static size_t before_failing = NEVER; /* allocations that still succeed */
static size_t failures;

static bool is_failing(void)
{
	if (before_failing == NEVER)
		return false;
	if (before_failing > 0) {
		before_failing--;
		return false;
	}
	before_failing = NEVER;
	failures++;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return is_failing() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_failing() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return is_failing() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *string)
{
	return is_failing() ? NULL : __real_strdup(string);
}

/* No choice without brackets: of that the parser drops a text that it began in vain. */
static const struct file files[] = {
	{ "proc/cmdline", "BOOT_IMAGE=/vmlinuz-6.1.0 isolcpus=1 rcu_nocbs=1\n" },
	{ "proc/cpuinfo", "processor : 0\nphysical id : 0\ncore id : 0\nflags : fpu lm\n\n"
			  "processor : 1\nphysical id : 0\ncore id : 1\n\n" },
	{ "proc/meminfo", "MemTotal: 1024 kB\nSwapTotal: 8 kB\nSwapFree: 1 kB\n" },
	{ "proc/loadavg", "0.20 0.18 0.12 1/80 11206\n" },
	{ "proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n" },
	{ "proc/self/cgroup", "0::/a/b\n" },
	{ "sys/fs/cgroup/a/cpu.max", "50000 100000\n" },
	{ "sys/fs/cgroup/a/memory.max", "1048576\n" },
	{ "sys/fs/cgroup/system.slice/tuned.service/cgroup.events", "populated 1\n" },
	{ "sys/devices/system/cpu/cpu0", NULL },
	{ "sys/devices/system/cpu/cpu1/online", "1\n" },
	{ "sys/devices/system/cpu/cpufreq/policy0/affected_cpus", "0-1\n" },
	{ "sys/devices/system/node/node0/cpumap", "3\n" },
	{ "sys/devices/system/node/node0/distance", "10\n" },
	{ "sys/class/power_supply/BAT0/type", "Battery\n" },
	{ "sys/class/net/eth0/uevent", "IFINDEX=3\n" },
	{ "sys/class/net/eth0/queues/rx-0/rps_cpus", "0\n" },
	{ "sys/block/sda/queue/scheduler", "[none] mq-deadline\n" },
	{ "sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n" },
	{ "proc/irq/9/smp_affinity_list", "0-1\n" },
	{ "proc/sys/net/core/somaxconn", "junk\n" },
	{ "proc/sys/net/ipv4/tcp_rmem", "4096 131072 6291456\n" },
	{ "proc/sys/net/ipv4/conf/all/rp_filter", "0\n" },
	{ "proc/sys/net/ipv4/conf/eth0/rp_filter", "1\n" },
	{ NULL, NULL },
};

static void need_everything(struct needs *needs)
{
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++)
		needs->facts[fact] = true;
	for (size_t i = 0; i < tunable_count(); i++)
		assert_int_equal(needs_add(needs, tunable_at(i)->id), 0);
}

static void each_allocation_that_fails_is_told(void **state)
{
	struct source *source = NULL;
	struct host host;
	size_t turn = 0;
	int r;

	(void)state;
	host_new(&host);
	tree_files(&host, files);
	need_everything(&host.needs);
	assert_int_equal(source_open_captured(host.path, &source, &host.diag), 0);
	do {
		struct snapshot *snapshot = NULL;

		assert_int_equal(snapshot_new(&snapshot), 0);
		failures = 0;
		before_failing = turn++;
		r = snapshot_take(snapshot, source, &host.needs, NULL);
		before_failing = NEVER;
		assert_int_equal(r, failures > 0 ? -ENOMEM : 0);
		snapshot_free(snapshot);
		assert_true(turn < 100000);
	} while (r < 0);
	/* The fault was met often, or this test would prove nothing. */
	assert_true(turn > 100);
	source_free(source);
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_allocation_that_fails_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
