/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Two rules that no value can satisfy together are found before anything is read. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "profile-text.h"

struct pair {
	const char *first;
	const char *second;
	bool contradict;
};

#define S(relation) "\"tunable\":\"net.core.somaxconn\",\"assert\":{" relation "}"
#define R(relation) "\"tunable\":\"net.ipv4.tcp_rmem\",\"assert\":{" relation "}"
#define E(n, relation) \
	"\"tunable\":\"net.ipv4.tcp_rmem\",\"element\":" n ",\"assert\":{" relation "}"
#define T(relation) "\"tunable\":\"thp.enabled\",\"assert\":{" relation "}"
#define K(relation) "\"fact\":\"kernel.release\",\"assert\":{" relation "}"
#define I(names, relation) \
	"\"tunable\":\"net.ipv4.conf.rp_filter\"," names "\"assert\":{" relation "}"
#define WHEN(n) ",\"when\":{\"fact\":\"nodes.count\",\"at-least\":" n "}"

static const struct pair pairs[] = {
	{ S("\"at-least\":4096"), S("\"at-most\":128"), true },
	{ S("\"at-most\":128"), S("\"at-least\":4096"), true },
	{ S("\"at-least\":4096"), S("\"at-most\":4096"), false },
	{ S("\"at-least\":4096"), S("\"less-than\":4096"), true },
	{ S("\"more-than\":4096"), S("\"at-most\":4096"), true },
	{ S("\"more-than\":4095"), S("\"at-most\":4096"), false },
	{ S("\"at-least\":128"), S("\"at-least\":4096"), false },
	{ S("\"between\":[128,512]"), S("\"at-least\":4096"), true },
	{ S("\"between\":[128,512]"), S("\"between\":[513,600]"), true },
	{ S("\"between\":[128,512]"), S("\"between\":[512,600]"), false },
	{ S("\"equals\":128"), S("\"equals\":4096"), true },
	{ S("\"equals\":4096"), S("\"equals\":\"4096\""), false },
	{ S("\"equals\":4096"), S("\"at-least\":4096"), false },
	{ S("\"equals\":4096"), S("\"not\":4096"), true },
	{ S("\"one-of\":[1,2]"), S("\"one-of\":[3,4]"), true },
	{ S("\"one-of\":[1,2]"), S("\"one-of\":[2,3]"), false },
	{ S("\"one-of\":[1,2]"), S("\"at-least\":3"), true },
	{ S("\"one-of\":[1,2]"), S("\"not\":1"), false },
	/* only literals can be compared beforehand */
	{ S("\"at-least\":{\"of\":\"cpus.online-count\"}"), S("\"at-most\":1"), false },
	/* words and releases */
	{ T("\"equals\":\"always\""), T("\"not\":\"always\""), true },
	{ T("\"one-of\":[\"always\",\"madvise\"]"), T("\"equals\":\"never\""), true },
	{ T("\"one-of\":[\"always\",\"madvise\"]"), T("\"equals\":\"madvise\""), false },
	{ K("\"at-least\":\"6.12\""), K("\"less-than\":\"6.12\""), true },
	{ K("\"at-least\":\"6.12\""), K("\"less-than\":\"6.13\""), false },
	/* vectors, elements, and both */
	{ R("\"at-least\":[4096,8192,16384]"), R("\"at-most\":[4096,8192,8192]"), true },
	{ R("\"at-least\":[4096,8192,16384]"), R("\"at-most\":[4096,8192,16384]"), false },
	{ E("2", "\"at-least\":16384"), E("2", "\"at-most\":8192"), true },
	{ E("2", "\"at-least\":16384"), E("1", "\"at-most\":8192"), false },
	{ R("\"at-least\":[4096,8192,16384]"), E("2", "\"at-most\":8192"), true },
	{ E("2", "\"at-most\":8192"), R("\"at-least\":[4096,8192,16384]"), true },
	{ R("\"at-least\":[4096,8192,16384]"), E("1", "\"at-most\":8192"), false },
	{ R("\"equals\":[4096,8192,16384]"), E("1", "\"equals\":8193"), true },
	{ R("\"not\":[4096,8192,16384]"), E("1", "\"equals\":8192"), false },
	/* other subjects */
	{ S("\"at-least\":4096"), E("0", "\"at-most\":4096"), false },
	/* instances */
	{ I("", "\"equals\":1"), I("", "\"equals\":2"), true },
	{ I("\"for-each\":[\"a\",\"b\"],", "\"equals\":1"), I("", "\"equals\":2"), true },
	{ I("\"for-each\":[\"a\",\"b\"],", "\"equals\":1"),
	  I("\"for-each\":[\"b\"],", "\"equals\":2"), true },
	{ I("\"for-each\":[\"a\"],", "\"equals\":1"), I("\"for-each\":[\"b\"],", "\"equals\":2"),
	  false },
	/* conditions */
	{ S("\"at-least\":4096") WHEN("2"), S("\"at-most\":128"), true },
	{ S("\"at-least\":4096") WHEN("2"), S("\"at-most\":128") WHEN("2"), true },
	{ S("\"at-least\":4096") WHEN("2"), S("\"at-most\":128") WHEN("3"), false },
};

static void put_pair(struct shelf *shelf, const struct pair *pair)
{
	char text[1024];

	(void)snprintf(text, sizeof(text), HEAD("p1") RULES("{\"id\":\"first\",%s," TAIL),
		       pair->first);
	shelf_put(shelf, "p1.json", text);
	(void)snprintf(text, sizeof(text), HEAD("p2") RULES("\n{\"id\":\"second\",%s," TAIL),
		       pair->second);
	shelf_put(shelf, "p2.json", text);
	assert_int_equal(shelf_load(shelf, "p1"), 0);
	assert_int_equal(shelf_load(shelf, "p2"), 0);
}

static void a_contradiction_is_found_and_nothing_else(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		struct shelf shelf;
		int r;

		shelf_new(&shelf);
		put_pair(&shelf, &pairs[i]);
		r = profile_set_finish(&shelf.set, &shelf.diag);
		if (r != (pairs[i].contradict ? -EINVAL : 0))
			fail_msg("%d: %s | %s", r, pairs[i].first, pairs[i].second);
		shelf_done(&shelf);
	}
}

static void both_rules_are_named_with_file_and_line(void **state)
{
	struct shelf shelf;
	char where[128];

	(void)state;
	shelf_new(&shelf);
	put_pair(&shelf, &pairs[0]);
	assert_int_equal(profile_set_finish(&shelf.set, &shelf.diag), -EINVAL);
	assert_int_equal(shelf.diag.count, 1);
	(void)snprintf(where, sizeof(where), "first (%s/p1.json:2)", shelf.folder);
	assert_non_null(strstr(shelf_sentence(&shelf), where));
	(void)snprintf(where, sizeof(where), "second (%s/p2.json:3)", shelf.folder);
	assert_non_null(strstr(shelf_sentence(&shelf), where));
	assert_non_null(strstr(shelf_sentence(&shelf), "net.core.somaxconn"));
	assert_non_null(strstr(shelf_sentence(&shelf), "at-least 4096"));
	assert_non_null(strstr(shelf.diag.lines[0].place, "p2.json:3:1"));
	shelf_done(&shelf);
}

static void a_rule_that_was_replaced_contradicts_nobody(void **state)
{
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "base.json", HEAD("base") RULES(RULE("r", S("\"at-most\":128"))));
	shelf_put(&shelf, "top.json",
		  HEAD("top") "\"extends\":\"base\"," RULES(
			  RULE("r", S("\"at-least\":4096")) "," RULE("s", S("\"at-least\":200"))));
	assert_int_equal(shelf_load(&shelf, "top"), 0);
	assert_int_equal(profile_set_finish(&shelf.set, &shelf.diag), 0);
	shelf_done(&shelf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_contradiction_is_found_and_nothing_else),
		cmocka_unit_test(both_rules_are_named_with_file_and_line),
		cmocka_unit_test(a_rule_that_was_replaced_contradicts_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
