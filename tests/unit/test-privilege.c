/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Who may write what: the table that was measured on a live kernel, each cell asked in a process of
 * that user id with those capabilities, in namespaces of its own. Where a write stays inside of
 * them it is tried too: what is there already is written.
 */
#include "config.h"

#include "change/privilege.h"

#include <errno.h>
#include <grp.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cmocka.h>

#define NOBODY 65534

struct identity {
	const char *name;
	uid_t uid;
	bool has_all;
	cap_value_t capabilities[2];
	int capability_count;
};

static const struct identity identities[] = {
	{ .name = "root", .has_all = true },
	{ .name = "root without capabilities" },
	{ .name = "root with net_admin", .capabilities = { CAP_NET_ADMIN }, .capability_count = 1 },
	{ .name = "nobody", .uid = NOBODY },
	{ .name = "nobody with net_admin",
	  .uid = NOBODY,
	  .capabilities = { CAP_NET_ADMIN },
	  .capability_count = 1 },
	{ .name = "nobody with sys_admin",
	  .uid = NOBODY,
	  .capabilities = { CAP_SYS_ADMIN },
	  .capability_count = 1 },
	{ .name = "nobody with dac_override",
	  .uid = NOBODY,
	  .capabilities = { CAP_DAC_OVERRIDE },
	  .capability_count = 1 },
	{ .name = "nobody with dac_override and net_admin",
	  .uid = NOBODY,
	  .capabilities = { CAP_DAC_OVERRIDE, CAP_NET_ADMIN },
	  .capability_count = 2 },
};

#define IDENTITY_COUNT ARRAY_SIZE(identities)

/* As the identities are listed. */
struct cell_row {
	const char *id;
	const char *fragment;
	bool is_ours; /* of the namespace: may be written here */
	int expected[IDENTITY_COUNT];
};

static const struct cell_row cells[] = {
	{ "net.core.somaxconn", NULL, true, { 0, 0, 0, -EACCES, 0, -EACCES, -EACCES, 0 } },
	{ "net.ipv4.tcp_rmem", NULL, true, { 0, 0, 0, -EACCES, 0, -EACCES, -EACCES, 0 } },
	{ "net.ipv4.conf.rp_filter", "lo", true, { 0, 0, 0, -EACCES, 0, -EACCES, -EACCES, 0 } },
	{ "vm.swappiness", NULL, false, { 0, 0, 0, -EACCES, -EACCES, -EACCES, -EACCES, -EACCES } },
	{ "kernel.sched_rt_runtime_us",
	  NULL,
	  false,
	  { 0, 0, 0, -EACCES, -EACCES, -EACCES, -EACCES, -EACCES } },
	{ "kernel.numa_balancing",
	  NULL,
	  false,
	  { 0, -EPERM, -EPERM, -EACCES, -EACCES, -EACCES, -EACCES, -EACCES } },
	{ "thp.enabled", NULL, false, { 0, 0, 0, -EACCES, -EACCES, -EACCES, 0, 0 } },
	{ "net.rps_cpus",
	  "lo/queues/rx-0",
	  true,
	  { 0, -EPERM, 0, -EACCES, -EACCES, -EACCES, -EPERM, 0 } },
};

static void become(const struct identity *identity)
{
	cap_t wanted = cap_init();

	assert_non_null(wanted);
	assert_int_equal(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0), 0);
	if (identity->uid != 0) {
		assert_int_equal(setgroups(0, NULL), 0);
		assert_int_equal(setresgid(NOBODY, NOBODY, NOBODY), 0);
		assert_int_equal(setresuid(identity->uid, identity->uid, identity->uid), 0);
	}
	if (identity->capability_count > 0) {
		assert_int_equal(cap_set_flag(wanted, CAP_PERMITTED, identity->capability_count,
					      identity->capabilities, CAP_SET),
				 0);
		assert_int_equal(cap_set_flag(wanted, CAP_EFFECTIVE, identity->capability_count,
					      identity->capabilities, CAP_SET),
				 0);
	}
	if (!identity->has_all)
		assert_int_equal(cap_set_proc(wanted), 0);
	(void)cap_free(wanted);
}

/* Number of cells that say something else than was measured. */
static int ask_cell(const struct cell_row *cell, const struct identity *identity)
{
	size_t at = (size_t)(identity - identities);
	const struct tunable *tunable = tunable_find(cell->id);
	auto_source struct source *source = NULL;
	auto_text struct text missing = { 0 };
	auto_text struct text now = { 0 };
	struct source_stat stat = { 0 };
	autofree char *path = NULL;

	if (!tunable || tunable_path(tunable, cell->fragment, &path) < 0 ||
	    source_open_live(-1, -1, &source) < 0)
		return 1;
	if (source_stat(source, path, &stat) == -ENOENT)
		return 0; /* not on this kernel */

	int r = privilege_check(tunable, path, identity->uid, source_may_write(source, path),
				&missing);

	if (r != cell->expected[at] || (r < 0) != (missing.length > 0)) {
		fprintf(stderr, "%s as %s: %d (%s), not %d\n", cell->id, identity->name, r,
			missing.bytes ? missing.bytes : "", cell->expected[at]);
		return 1;
	}
	if (!cell->is_ours)
		return 0;
	if (source_read(source, path, &now) < 0)
		return 1;
	r = source_write(source, path, text_span(&now));
	if (r == cell->expected[at])
		return 0;
	fprintf(stderr, "%s as %s: the write gave %d, not %d\n", cell->id, identity->name, r,
		cell->expected[at]);
	return 1;
}

static int ask_all(const struct identity *identity)
{
	int wrong = 0;

	if (unshare(CLONE_NEWNET | CLONE_NEWNS) < 0 ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("sysfs", "/sys", "sysfs", 0, NULL) < 0)
		return 100;
	become(identity);
	for (size_t i = 0; i < ARRAY_SIZE(cells); i++)
		wrong += ask_cell(&cells[i], identity);
	return wrong;
}

static int in_child(int (*ask)(const struct identity *), const struct identity *identity)
{
	pid_t pid = fork();
	int status = 0;

	if (pid == 0)
		_exit(ask(identity));
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void who_may_write_what_is_as_measured(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	for (size_t i = 0; i < IDENTITY_COUNT; i++)
		assert_int_equal(in_child(ask_all, &identities[i]), 0);
}

static bool has(cap_t capabilities, cap_flag_t set, cap_value_t value)
{
	cap_flag_value_t flag = CAP_CLEAR;

	return cap_get_flag(capabilities, value, set, &flag) == 0 && flag == CAP_SET;
}

/* Exactly these are effective, of those that matter here. */
static int count_unexpected(cap_flag_t set, const cap_value_t *expected, size_t count)
{
	static const cap_value_t asked[] = { CAP_NET_ADMIN, CAP_SYS_ADMIN, CAP_DAC_OVERRIDE,
					     CAP_KILL, CAP_SYS_PTRACE };
	cap_t now = cap_get_proc();
	int wrong = 0;

	for (size_t i = 0; i < ARRAY_SIZE(asked); i++) {
		bool is_expected = false;

		for (size_t j = 0; j < count; j++)
			is_expected |= expected[j] == asked[i];
		wrong += has(now, set, asked[i]) != is_expected;
	}
	(void)cap_free(now);
	return wrong;
}

static int lower_for(const char *id, uint32_t euid, const cap_value_t *expected, size_t count)
{
	const struct tunable *row = tunable_find(id);
	struct privilege_saved *saved = NULL;
	cap_t before = cap_get_proc();
	int wrong = 0;

	if (!row || privilege_lower(&row, 1, euid, &saved) < 0)
		return 10;
	wrong += count_unexpected(CAP_EFFECTIVE, expected, count);
	if (privilege_restore(saved) < 0)
		return 10;

	cap_t after = cap_get_proc();

	wrong += cap_compare(before, after) != 0;
	(void)cap_free(before);
	(void)cap_free(after);
	return wrong;
}

static int lower_as(const struct identity *identity)
{
	static const cap_value_t net[] = { CAP_NET_ADMIN };
	static const cap_value_t sys[] = { CAP_SYS_ADMIN };
	static const cap_value_t dac[] = { CAP_DAC_OVERRIDE };

	become(identity);
	if (identity->uid == 0)
		return lower_for("net.core.somaxconn", 0, net, 1) +
		       lower_for("vm.swappiness", 0, NULL, 0) +
		       lower_for("kernel.numa_balancing", 0, sys, 1) +
		       lower_for("net.rps_cpus", 0, net, 1) + lower_for("thp.enabled", 0, NULL, 0);
	return lower_for("net.core.somaxconn", NOBODY, net, 1) +
	       lower_for("thp.enabled", NOBODY, dac, 1) +
	       lower_for("vm.swappiness", NOBODY, NULL, 0);
}

static void writing_keeps_only_what_it_needs_and_gives_all_back(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	assert_int_equal(in_child(lower_as, &identities[0]), 0);
	assert_int_equal(in_child(lower_as, &identities[IDENTITY_COUNT - 1]), 0);
}

static void lowering_never_takes_from_the_permitted_set(void **state)
{
	const struct tunable *row = tunable_find("vm.swappiness");
	struct privilege_saved *saved = NULL;
	cap_t before = cap_get_proc();

	(void)state;
	assert_int_equal(privilege_lower(&row, 1, geteuid(), &saved), 0);

	cap_t lowered = cap_get_proc();

	for (cap_value_t value = 0; value <= CAP_LAST_CAP; value++)
		assert_int_equal(has(before, CAP_PERMITTED, value),
				 has(lowered, CAP_PERMITTED, value));
	assert_int_equal(privilege_restore(saved), 0);
	assert_int_equal(privilege_restore(NULL), 0);
	(void)cap_free(before);
	(void)cap_free(lowered);
}

static void what_keeps_a_write_out_is_told(void **state)
{
	static const struct {
		uint32_t euid;
		int may_write;
		int code;
		const char *words;
	} rows[] = {
		{ 0, -ENOTSUP, 0, "" },
		{ 1000, -ENOTSUP, 0, "" },
		{ 0, -EROFS, -EROFS, "is mounted read-only" },
		{ 1000, -EROFS, -EROFS, "is mounted read-only" },
		{ 1000, -EACCES, -EACCES, "needs root" },
		{ 1000, -EPERM, -EACCES, "needs root" },
		{ 0, -EACCES, -EACCES, "is closed to this root" },
	};
	const struct tunable *tunable = tunable_find("vm.swappiness");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		auto_text struct text missing = { 0 };

		assert_int_equal(privilege_check(tunable, tunable->path, rows[i].euid,
						 rows[i].may_write, &missing),
				 rows[i].code);
		assert_int_equal(strncmp(missing.bytes ? missing.bytes : "", rows[i].words,
					 strlen(rows[i].words)),
				 0);
		assert_int_equal(missing.length > 0, rows[i].code < 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_may_write_what_is_as_measured),
		cmocka_unit_test(writing_keeps_only_what_it_needs_and_gives_all_back),
		cmocka_unit_test(lowering_never_takes_from_the_permitted_set),
		cmocka_unit_test(what_keeps_a_write_out_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
