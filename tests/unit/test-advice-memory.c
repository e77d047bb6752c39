/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Profiles and findings in which each allocation fails once in its turn: -ENOMEM, nothing lost,
 * nothing used after it was freed (the sanitizers see to that), and never a set that looks whole.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged.h"

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

#define FORM(of)   "\"assert\":{\"at-least\":{\"of\":\"" of "\"}}"
#define NODES	   "{\"fact\":\"nodes.count\",\"at-least\":1}"
#define OPEN_FILES "{\"tunable\":\"fs.file-nr\",\"element\":0,\"one-of\":[1,2,1984]}"
#define NUMBER_7   "{\"type\":\"number\",\"title\":\"N\",\"default\":7}"
#define RP                                                                          \
	"\"tunable\":\"net.ipv4.conf.rp_filter\",\"for-each\":[\"eth0\",\"eth9\"]," \
	"\"assert\":{\"one-of\":[1,2]},\"set\":1,\"remedy\":\"x\""
#define INERT "\"tunable\":\"net.ipv4.tcp_max_syn_backlog\",\"assert\":{\"at-least\":99}"

static const char floor_rule[] =
	RULE("floor", "\"tunable\":\"net.core.somaxconn\"," FORM("parameter.n"));
static const char vector_rule[] =
	RULE("vector", "\"tunable\":\"net.ipv4.tcp_rmem\"," FORM("default") ",\"when\":[" NODES
									    "," OPEN_FILES "]");
static const char each_rule[] = RULE("each", RP);
/* No word: of a choice without brackets the parser drops a text that it began in vain. */
static const char cpus_rule[] =
	RULE("cpus", "\"fact\":\"cpus.isolated\",\"assert\":{\"within\":\"0-3\"}");
static const char inert_rule[] = RULE("inert", INERT);

static const struct file files[] = {
	{ "proc/sys/kernel/osrelease", "6.12.9\n" },
	{ "proc/meminfo", "MemTotal: 16384000 kB\n" },
	{ "proc/sys/fs/file-nr", "1984\t0\t99999\n" },
	{ "proc/sys/net/core/somaxconn", "4096\n" },
	{ "proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n" },
	{ "proc/sys/net/ipv4/tcp_syncookies", "1\n" },
	{ "proc/sys/net/ipv4/tcp_max_syn_backlog", "64\n" },
	{ "proc/sys/net/ipv4/conf/all/rp_filter", "2\n" },
	{ "proc/sys/net/ipv4/conf/eth0/rp_filter", "1\n" },
	{ "sys/kernel/mm/transparent_hugepage/defrag", "always [madvise] never\n" },
	{ "sys/devices/system/cpu/isolated", "4-5\n" },
	{ "sys/devices/system/node/online", "0\n" },
	{ NULL, NULL },
};

static const struct waiver waivers[] = { { "cpus", "meant so" } };

static int load(struct profile_set *set, const struct shelf *shelf)
{
	int r = profile_set_load(set, "top", &shelf->search, NULL);

	if (r < 0)
		return r;
	r = profile_set_parameter(set, "n", "8", NULL);
	return r < 0 ? r : profile_set_finish(set, NULL);
}

static void put_profiles(struct shelf *shelf)
{
	char text[4096];

	shelf_new(shelf);
	(void)snprintf(text, sizeof(text),
		       HEAD("base") "\"parameters\":{\"n\":" NUMBER_7 "}," RULES("%s"), floor_rule);
	shelf_put(shelf, "base.json", text);
	(void)snprintf(text, sizeof(text), HEAD("top") "\"extends\":\"base\"," RULES("%s,%s,%s,%s"),
		       vector_rule, each_rule, cpus_rule, inert_rule);
	shelf_put(shelf, "top.json", text);
}

static void each_allocation_of_loading_that_fails_is_told(void **state)
{
	struct shelf shelf;
	size_t turn = 0;
	int r;

	(void)state;
	put_profiles(&shelf);
	do {
		auto_profile_set struct profile_set set;

		profile_set_init(&set);
		failures = 0;
		before_failing = turn++;
		r = load(&set, &shelf);
		before_failing = NEVER;
		assert_int_equal(r, failures > 0 ? -ENOMEM : 0);
	} while (r < 0);
	assert_true(turn > 50);
	shelf_done(&shelf);
}

static void each_allocation_of_judging_that_fails_is_told(void **state)
{
	struct shelf shelf;
	struct host host;
	size_t turn = 0;
	int r;

	(void)state;
	put_profiles(&shelf);
	assert_int_equal(load(&shelf.set, &shelf), 0);
	host_new(&host);
	tree_files(&host, files);
	host_open(&host, false);
	assert_int_equal(profile_set_needs(&shelf.set, &host.needs), 0);
	host_take(&host);
	do {
		auto_findings struct findings findings;

		findings_init(&findings);
		failures = 0;
		before_failing = turn++;
		r = findings_evaluate(&shelf.set, host.snapshot, waivers, 1, &findings, NULL);
		before_failing = NEVER;
		assert_int_equal(r, failures > 0 ? -ENOMEM : 0);
		assert_int_equal(findings.count, r < 0 ? 0 : 6);
	} while (r < 0);
	assert_true(turn > 50);
	host_done(&host);
	shelf_done(&shelf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_allocation_of_loading_that_fails_is_told),
		cmocka_unit_test(each_allocation_of_judging_that_fails_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
