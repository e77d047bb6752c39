/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a JSON document remembers: its tree, its places, the text of its numbers. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"

static struct json *read_text(const char *text)
{
	auto_diag struct diag diag = { 0 };
	struct json *json = NULL;

	if (json_read(span_of(text), "p.json", &json, &diag) < 0)
		fail_msg("%s: %s", text, diag.lines[0].sentence);
	assert_int_equal(diag.count, 0);
	return json;
}

static void tree_is_walked_in_order(void **state)
{
	auto_json struct json *json =
		read_text("{\"a\":[1,[2],{}],\"b\":{\"c\":true},\"d\":\"\\u00e9\"}");
	const struct json_node *root = json_root(json);
	const struct json_node *a = json_first(root);
	const struct json_node *b = json_next(a);
	const struct json_node *d = json_next(b);

	(void)state;
	assert_int_equal(json_kind(root), JSON_OBJECT);
	assert_int_equal(json_count(root), 3);
	assert_null(json_key(root));
	assert_null(json_next(root));
	assert_string_equal(json_key(a), "a");
	assert_int_equal(json_count(a), 3);
	assert_int_equal(json_kind(json_next(json_first(a))), JSON_ARRAY);
	assert_null(json_key(json_first(a)));
	assert_null(json_next(json_next(json_next(json_first(a)))));
	assert_null(json_first(json_next(json_next(json_first(a)))));
	assert_true(json_boolean(json_member(b, "c")));
	assert_string_equal(json_string(d), "\xc3\xa9");
	assert_null(json_next(d));
	assert_ptr_equal(json_member(root, "d"), d);
	assert_null(json_member(root, "D"));
	assert_null(json_member(a, "a"));
}

static void places_are_those_of_keys_and_values(void **state)
{
	auto_json struct json *json = read_text("{\r\n\t\"a\" :\n  [ 1,\n2 ] }");
	const struct json_node *a = json_first(json_root(json));
	const struct json_node *one = json_first(a);
	const struct json_node *two = json_next(one);

	(void)state;
	assert_int_equal(json_key_place(json, a).line, 2);
	assert_int_equal(json_key_place(json, a).column, 2);
	assert_int_equal(json_place(json, a).line, 3);
	assert_int_equal(json_place(json, a).column, 3);
	assert_int_equal(json_place(json, one).column, 5);
	assert_int_equal(json_key_place(json, one).column, 5);
	assert_int_equal(json_place(json, two).line, 4);
	assert_int_equal(json_place(json, two).column, 1);
}

static void columns_count_bytes(void **state)
{
	auto_json struct json *json = read_text("[\"\xc3\xa9\",1]");

	(void)state;
	assert_int_equal(json_place(json, json_next(json_first(json_root(json)))).column, 7);
}

static void numbers_keep_their_own_text(void **state)
{
	auto_json struct json *json = read_text("[9007199254740992,-7,1.50,1e3]");
	const struct json_node *n = json_first(json_root(json));
	struct number number;

	(void)state;
	assert_int_equal(json_number(json, n, &number), 0);
	assert_true(number.magnitude == UINT64_C(9007199254740992));
	n = json_next(n);
	assert_int_equal(json_number(json, n, &number), 0);
	assert_true(number.magnitude == 7 && number.negative);
	n = json_next(n);
	assert_int_equal(json_number(json, n, &number), -EBADMSG);
	assert_true(span_is(json_raw_number(json, n), "1.50"));
	n = json_next(n);
	assert_int_equal(json_number(json, n, &number), -EBADMSG);
}

static void wrong_kind_is_named_with_the_right_one(void **state)
{
	auto_json struct json *json = read_text("[\n\"x\", null, []]");
	const struct json_node *string = json_first(json_root(json));
	const struct json_node *null = json_next(string);
	auto_diag struct diag diag = { 0 };

	(void)state;
	assert_int_equal(json_expect(json, string, JSON_STRING, &diag), 0);
	assert_int_equal(json_expect(json, string, JSON_OBJECT, &diag), -EBADMSG);
	assert_int_equal(json_expect(json, null, JSON_NUMBER, &diag), -EBADMSG);
	assert_int_equal(json_expect(json, json_next(null), JSON_NULL, &diag), -EBADMSG);
	assert_string_equal(diag.lines[0].sentence, "expected an object, found a string");
	assert_string_equal(diag.lines[0].place, "p.json:2:1");
	assert_string_equal(diag.lines[1].sentence, "expected a number, found null");
	assert_string_equal(diag.lines[2].sentence, "expected null, found an array");
}

static void each_unknown_key_is_named_at_its_place(void **state)
{
	static const char *const known[] = { "id", "when", NULL };
	static const char *const none[] = { NULL };
	auto_json struct json *json = read_text("{\"id\":1,\n \"wehn\":2,\"x\":3}");
	auto_json struct json *good = read_text("{\"when\":1}");
	auto_diag struct diag diag = { 0 };

	(void)state;
	assert_int_equal(json_reject_unknown(good, json_root(good), known, &diag), 0);
	assert_int_equal(json_reject_unknown(json, json_root(json), known, &diag), -EBADMSG);
	assert_int_equal(diag.count, 2);
	assert_string_equal(diag.lines[0].place, "p.json:2:2");
	assert_string_equal(diag.lines[0].sentence,
			    "found the unknown key \"wehn\", expected one of \"id\", \"when\"");
	assert_string_equal(diag.lines[1].place, "p.json:2:11");
	assert_int_equal(json_reject_unknown(good, json_root(good), none, &diag), -EBADMSG);
	assert_string_equal(diag.lines[2].sentence,
			    "found the unknown key \"when\", expected no key");
}

static void complaint_stands_at_the_value(void **state)
{
	auto_json struct json *json = read_text("{\"a\":  5}");
	auto_diag struct diag diag = { 0 };

	(void)state;
	assert_int_equal(json_complain(json, json_first(json_root(json)), -ERANGE, &diag,
				       "found %d, expected less", 5),
			 -ERANGE);
	assert_string_equal(diag.lines[0].place, "p.json:1:8");
	assert_string_equal(diag.lines[0].sentence, "found 5, expected less");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tree_is_walked_in_order),
		cmocka_unit_test(places_are_those_of_keys_and_values),
		cmocka_unit_test(columns_count_bytes),
		cmocka_unit_test(numbers_keep_their_own_text),
		cmocka_unit_test(wrong_kind_is_named_with_the_right_one),
		cmocka_unit_test(each_unknown_key_is_named_at_its_place),
		cmocka_unit_test(complaint_stands_at_the_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
