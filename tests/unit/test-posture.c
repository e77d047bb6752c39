/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which protections are given up, on hosts of our own making. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "advice/posture.h"
#include "host-tree.h"

#define SYS "proc/sys/"

static void judge(struct host *host, enum posture_scope scope, struct snapshot **ret_snapshot,
		  struct posture *ret_posture)
{
	auto_needs struct needs needs;

	needs_init(&needs);
	needs_add_identity(&needs);
	assert_int_equal(posture_needs(scope, &needs), 0);
	host_open(host, false);
	assert_int_equal(snapshot_new(ret_snapshot), 0);
	assert_int_equal(snapshot_take(*ret_snapshot, host->witness.inner, &needs, NULL), 0);
	assert_int_equal(posture_judge(*ret_snapshot, scope, ret_posture), 0);
}

static const struct posture_line *find(const struct posture *posture, const char *id,
				       const char *instance)
{
	for (size_t i = 0; i < posture->count; i++) {
		const struct tunable_reading *reading = posture->lines[i].reading;

		if (strcmp(reading->tunable->id, id) == 0 &&
		    (!instance || strcmp(reading->instance->name, instance) == 0))
			return &posture->lines[i];
	}
	return NULL;
}

static void what_a_benchmark_left_is_seen(void **state)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_posture struct posture posture = { 0 };
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ SYS "kernel/osrelease", "6.12.0\n" },
				{ SYS "net/ipv4/tcp_syncookies", "0\n" },
				{ SYS "kernel/randomize_va_space", "2\n" },
				{ SYS "kernel/perf_event_paranoid", "-1\n" }));
	judge(&host, POSTURE_SHORT, &snapshot, &posture);
	assert_int_equal(posture_count(&posture, POSTURE_WEAKENED), 2);
	assert_string_equal(find(&posture, "net.ipv4.tcp_syncookies", NULL)->usual, "1");
	assert_int_equal(find(&posture, "kernel.randomize_va_space", NULL)->state, POSTURE_SECURE);
	assert_true(posture_is_left_behind(&posture));
	host_done(&host);
}

/* Weaker than an authority wants, and all the same what the kernel begins with. */
static void a_releases_own_default_is_not_weakened(void **state)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_posture struct posture posture = { 0 };
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ SYS "kernel/osrelease", "6.12.0\n" },
				{ SYS "kernel/kptr_restrict", "0\n" },
				{ SYS "net/ipv4/conf/all/rp_filter", "0\n" },
				{ SYS "net/ipv4/conf/default/rp_filter", "0\n" },
				{ SYS "net/ipv4/conf/eth0/rp_filter", "1\n" },
				{ SYS "net/ipv4/conf/eth1/rp_filter", "0\n" }));
	tree_link(&host, "sys/class/net/eth0", "../../devices/a/net/eth0");
	tree_link(&host, "sys/class/net/eth1", "../../devices/a/net/eth1");
	judge(&host, POSTURE_WHOLE, &snapshot, &posture);
	assert_int_equal(posture_count(&posture, POSTURE_WEAKENED), 0);
	assert_int_equal(find(&posture, "kernel.kptr_restrict", NULL)->state, POSTURE_WEAK);
	assert_int_equal(find(&posture, "net.ipv4.conf.rp_filter", "eth0")->state, POSTURE_SECURE);
	assert_int_equal(find(&posture, "net.ipv4.conf.rp_filter", "eth1")->state, POSTURE_WEAK);
	/* `all` acts through the interfaces. */
	assert_null(find(&posture, "net.ipv4.conf.rp_filter", "all"));
	assert_false(posture_is_left_behind(&posture));
	host_done(&host);
}

static void all_raises_every_interface(void **state)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_posture struct posture posture = { 0 };
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ SYS "kernel/osrelease", "6.12.0\n" },
				{ SYS "net/ipv4/conf/all/rp_filter", "1\n" },
				{ SYS "net/ipv4/conf/default/rp_filter", "0\n" },
				{ SYS "net/ipv4/conf/eth0/rp_filter", "0\n" }));
	tree_link(&host, "sys/class/net/eth0", "../../devices/a/net/eth0");
	judge(&host, POSTURE_WHOLE, &snapshot, &posture);
	assert_int_equal(find(&posture, "net.ipv4.conf.rp_filter", "eth0")->state, POSTURE_SECURE);
	host_done(&host);
}

static void programs_are_named_where_there_is_one(void **state)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_posture struct posture posture = { 0 };
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ SYS "kernel/osrelease", "6.12.0\n" },
				{ SYS "kernel/core_pattern", "core\n" },
				{ SYS "kernel/modprobe", "/tmp/x\n" }));
	judge(&host, POSTURE_WHOLE, &snapshot, &posture);
	assert_int_equal(find(&posture, "kernel.core_pattern", NULL)->state, POSTURE_SECURE);
	assert_int_equal(find(&posture, "kernel.modprobe", NULL)->state, POSTURE_RUNS_CODE);
	assert_false(posture_is_left_behind(&posture));
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_benchmark_left_is_seen),
		cmocka_unit_test(a_releases_own_default_is_not_weakened),
		cmocka_unit_test(all_raises_every_interface),
		cmocka_unit_test(programs_are_named_where_there_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
