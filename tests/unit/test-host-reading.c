/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Readings, and why a file is not there; each file read once and only what is needed. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define RELEASE_FILE "proc/sys/kernel/osrelease"
#define CORE	     "proc/sys/net/core/"

static const struct tunable plain = {
	.id = "test.plain",
	.path = "/proc/sys/test/plain",
	.scope = SCOPE_HOST,
	.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
};

static const struct tunable removed = {
	.id = "test.removed",
	.path = "/proc/sys/test/removed",
	.scope = SCOPE_HOST,
	.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
	.until = { .absent_in = RELEASE(4, 12), .present_in = RELEASE(4, 15) },
	.removed_because = "it did nothing",
};

static const struct tunable later = {
	.id = "test.later",
	.path = "/proc/sys/test/later",
	.scope = SCOPE_HOST,
	.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
	.since = { .absent_in = RELEASE(6, 8), .present_in = RELEASE(6, 12) },
	.needs_config = "CONFIG_TEST",
};

static const struct tunable of_module = {
	.id = "test.module",
	.path = "/proc/sys/test/module",
	.scope = SCOPE_HOST,
	.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
	.needs_module = "nf_test",
};

static const struct tunable of_host = {
	.id = "test.host",
	.path = "/proc/sys/test/host",
	.scope = SCOPE_HOST,
	.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
	.is_hidden_in_child_netns = true,
	.shown_in_child_netns = { .absent_in = RELEASE(6, 8), .present_in = RELEASE(6, 12) },
};

static const struct tunable of_each = {
	.id = "test.each",
	.path = "/proc/sys/test/each",
	.scope = SCOPE_NETNS,
	.format = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
	.own_in_child_netns = { .absent_in = RELEASE(6, 5), .present_in = RELEASE(6, 8) },
};

static void take_one(struct host *host, const struct tunable *tunable)
{
	host->needs.tunables = malloc(sizeof(*host->needs.tunables));
	assert_non_null(host->needs.tunables);
	host->needs.tunables[0] = tunable;
	host->needs.tunable_count = 1;
	host->needs.tunable_capacity = 1;
	host_take(host);
}

static const struct reading *reading_of_one(const struct host *host, const struct tunable *tunable)
{
	size_t count;
	const struct tunable_reading *readings = snapshot_tunables(host->snapshot, tunable, &count);

	assert_int_equal(count, 1);
	assert_null(readings[0].instance);
	assert_string_equal(readings[0].path, tunable->path);
	return &readings[0].reading;
}

/* 32 */
static void text_is_a_value_whole_or_malformed(void **state)
{
	static const struct {
		const char *text;
		enum reading_state state;
		const char *raw;
	} cases[] = {
		{ "128\n", READING_VALUE, NULL },
		{ "0x80\n", READING_VALUE, NULL },
		{ "33 junk\n", READING_MALFORMED, "33 junk" },
		{ "", READING_MALFORMED, "" },
		{ "\033[31m\n", READING_MALFORMED, "\\x1b[31m" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct reading *reading;
		struct host host;

		host_new(&host);
		tree_file(&host, "proc/sys/test/plain", cases[i].text);
		host_open(&host, false);
		take_one(&host, &plain);
		reading = reading_of_one(&host, &plain);
		assert_int_equal(reading->state, cases[i].state);
		assert_int_equal(reading->error, 0);
		if (cases[i].raw)
			assert_string_equal(reading->raw, cases[i].raw);
		assert_int_equal(host.diag.count, cases[i].raw ? 1 : 0);
		host_done(&host);
	}
}

static void malformed_text_is_shown_cut(void **state)
{
	const struct reading *reading;
	char text[1000];
	struct host host;

	(void)state;
	memset(text, 'x', sizeof(text));
	host_new(&host);
	tree_bytes(&host, "proc/sys/test/plain", text, sizeof(text));
	host_open(&host, false);
	take_one(&host, &plain);
	reading = reading_of_one(&host, &plain);
	assert_int_equal(reading->state, READING_MALFORMED);
	assert_int_equal(strlen(reading->raw), 200);
	host_done(&host);
}

/* 32: tabs between the numbers of a vector, as the kernel prints them. */
static void tabs_separate_the_elements_of_a_vector(void **state)
{
	(void)state;
	check_host(FILES({ "proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n" }),
		   WANTS({ "net.ipv4.tcp_rmem", "4096 131072 6291456" }));
}

static void folder_in_place_of_a_file_is_unreadable(void **state)
{
	const struct reading *reading;
	struct host host;

	(void)state;
	host_new(&host);
	tree_folder(&host, "proc/sys/test/plain");
	host_open(&host, false);
	take_one(&host, &plain);
	reading = reading_of_one(&host, &plain);
	assert_int_equal(reading->state, READING_UNREADABLE);
	assert_int_equal(reading->error, -EISDIR);
	assert_int_equal(host.diag.count, 0);
	host_done(&host);
}

struct missing {
	const struct tunable *tunable;
	bool is_live;
	struct file files[3];
	enum reading_state state;
};

static void missing_file_is_explained_only_by_proof(void **state)
{
	static const struct missing cases[] = {
		/* nothing explains it */
		{ &plain, true, { { RELEASE_FILE, "6.1.0\n" } }, READING_ABSENT },
		/* the release does, also in a capture */
		{ &removed, true, { { RELEASE_FILE, "4.15.0\n" } }, READING_REMOVED },
		{ &removed, false, { { RELEASE_FILE, "4.15.0\n" } }, READING_REMOVED },
		{ &removed, true, { { RELEASE_FILE, "4.9.0\n" } }, READING_ABSENT },
		{ &later, true, { { RELEASE_FILE, "6.1.0\n" } }, READING_NOT_YET },
		{ &later, false, { { RELEASE_FILE, "6.1.0\n" } }, READING_NOT_YET },
		{ &later, true, { { "proc/x", "" } }, READING_ABSENT },
		/* between the two releases that were read, the missing file is the probe */
		{ &later, true, { { RELEASE_FILE, "6.9.0\n" } }, READING_NOT_YET },
		{ &later, false, { { RELEASE_FILE, "6.9.0\n" } }, READING_ABSENT },
		/* a vendor's number is no proof */
		{ &removed, true, { { RELEASE_FILE, "4.18.0-240.el8.x86_64\n" } }, READING_ABSENT },
		{ &later, true, { { RELEASE_FILE, "5.14.0-427.el9.x86_64\n" } }, READING_ABSENT },
		/* the way it was built, where the release has it */
		{ &later, true, { { RELEASE_FILE, "6.12.0\n" } }, READING_NOT_BUILT_IN },
		{ &later, false, { { RELEASE_FILE, "6.12.0\n" } }, READING_ABSENT },
		/* the module */
		{ &of_module,
		  true,
		  { { RELEASE_FILE, "6.1.0\n" }, { "sys/module", NULL } },
		  READING_NO_MODULE },
		{ &of_module,
		  true,
		  { { RELEASE_FILE, "6.1.0\n" }, { "sys/module/nf_test", NULL } },
		  READING_ABSENT },
		{ &of_module, false, { { RELEASE_FILE, "6.1.0\n" } }, READING_ABSENT },
		/* without sysfs no module shows, loaded or not */
		{ &of_module, true, { { RELEASE_FILE, "6.1.0\n" } }, READING_ABSENT },
		/* the namespace */
		{ &of_host,
		  true,
		  { { RELEASE_FILE, "6.1.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_OTHER_NAMESPACE },
		{ &of_host,
		  false,
		  { { RELEASE_FILE, "6.1.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_OTHER_NAMESPACE },
		{ &of_host,
		  true,
		  { { RELEASE_FILE, "6.1.0\n" },
		    { CORE "somaxconn", "128\n" },
		    { CORE "netdev_max_backlog", "1\n" } },
		  READING_ABSENT },
		{ &of_host,
		  true,
		  { { RELEASE_FILE, "6.12.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_ABSENT },
		/* the namespace, until each had one; between the two the missing file decides */
		{ &of_each,
		  false,
		  { { RELEASE_FILE, "6.1.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_OTHER_NAMESPACE },
		{ &of_each,
		  true,
		  { { RELEASE_FILE, "6.6.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_OTHER_NAMESPACE },
		{ &of_each,
		  false,
		  { { RELEASE_FILE, "6.6.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_ABSENT },
		{ &of_each,
		  true,
		  { { RELEASE_FILE, "6.8.0\n" }, { CORE "somaxconn", "128\n" } },
		  READING_ABSENT },
		{ &of_each,
		  true,
		  { { RELEASE_FILE, "6.1.0\n" },
		    { CORE "somaxconn", "128\n" },
		    { CORE "netdev_max_backlog", "1\n" } },
		  READING_ABSENT },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct missing *missing = &cases[i];
		const struct reading *reading;
		struct host host;

		host_new(&host);
		tree_files(&host, FILES(missing->files[0], missing->files[1], missing->files[2]));
		host_open(&host, missing->is_live);
		take_one(&host, missing->tunable);
		reading = reading_of_one(&host, missing->tunable);
		if (reading->state != missing->state)
			print_error("case %zu: %s\n", i, reading_state_name(reading->state));
		assert_int_equal(reading->state, missing->state);
		assert_int_equal(reading->error, missing->state == READING_ABSENT ? -ENOENT : 0);
		host_done(&host);
	}
}

static void need_everything(struct needs *needs)
{
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++)
		needs->facts[fact] = true;
	for (size_t i = 0; i < tunable_count(); i++)
		assert_int_equal(needs_add(needs, tunable_at(i)->id), 0);
}

static void no_file_is_read_twice(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host,
		   FILES({ "proc/cmdline", "quiet\n" },
			 { "proc/version", "Linux version 6.1.0 x\n" },
			 { "proc/cpuinfo", "processor : 0\nphysical id : 0\ncore id : 0\n"
					   "flags : fpu lm\n\nprocessor : 1\nphysical id : 0\n"
					   "core id : 1\n\n" },
			 { "proc/self/cgroup", "0::/a\n" },
			 { "sys/devices/system/cpu/isolated", "1\n" },
			 { "sys/devices/system/node/node0/cpulist", "0-1\n" },
			 { "proc/sys/net/ipv4/conf/all/rp_filter", "0\n" },
			 { "proc/meminfo", "MemTotal: 1024 kB\nSwapTotal: 8 kB\nSwapFree: 8 kB\n" },
			 { "proc/loadavg", "0.20 0.18 0.12 1/80 11206\n" }));
	host_open(&host, false);
	need_everything(&host.needs);
	host_take(&host);
	for (size_t i = 0; i < host.witness.count; i++) {
		const char *path = host.witness.opened[i];

		if (host_opened(&host, path) != 1)
			print_error("%s was opened %zu times\n", path, host_opened(&host, path));
		assert_int_equal(host_opened(&host, path), 1);
	}
	assert_int_equal(host_opened(&host, "/proc/cpuinfo"), 1);
	assert_int_equal(host_opened(&host, "/sys/devices/system/cpu/isolated"), 1);
	host_done(&host);
}

static void nothing_is_read_that_nobody_needs(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CORE "somaxconn", "128\n" }, { RELEASE_FILE, "6.1.0\n" }));
	host_open(&host, false);
	assert_int_equal(needs_add(&host.needs, "cpus.possible"), 0);
	host_take(&host);
	assert_int_equal(host.witness.count, 1);
	assert_int_equal(host_opened(&host, "/sys/devices/system/cpu/possible"), 1);
	assert_null(snapshot_fact(host.snapshot, FACT_SOCKETS));
	assert_null(snapshot_release(host.snapshot));
	host_done(&host);
}

static void snapshot_is_taken_once(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_folder(&host, "proc");
	host_open(&host, false);
	host_take(&host);
	assert_int_equal(snapshot_take(host.snapshot, &host.witness.source, &host.needs, NULL),
			 -EINVAL);
	assert_false(snapshot_is_live(host.snapshot));
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_a_value_whole_or_malformed),
		cmocka_unit_test(malformed_text_is_shown_cut),
		cmocka_unit_test(tabs_separate_the_elements_of_a_vector),
		cmocka_unit_test(folder_in_place_of_a_file_is_unreadable),
		cmocka_unit_test(missing_file_is_explained_only_by_proof),
		cmocka_unit_test(no_file_is_read_twice),
		cmocka_unit_test(nothing_is_read_that_nobody_needs),
		cmocka_unit_test(snapshot_is_taken_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
