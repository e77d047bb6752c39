/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The JSON builder: what it prints is always JSON that our own reader accepts. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"

static struct json *print_and_read(const struct json_writer *writer, struct text *text)
{
	auto_diag struct diag diag = { 0 };
	struct json *json = NULL;

	assert_int_equal(json_print(writer, text), 0);
	if (json_read(text_span(text), "printed", &json, &diag) < 0)
		fail_msg("%s: %s\n%s", diag.lines[0].place, diag.lines[0].sentence, text->bytes);
	return json;
}

static void every_kind_is_written_and_read_again(void **state)
{
	auto_json_writer struct json_writer *writer = json_writer_new();
	struct json_container *root = json_writer_root(writer);
	auto_text struct text text = { 0 };

	(void)state;
	json_add_string(writer, root, "schema", "tuneadv-report/1");
	json_add_u64(writer, root, "window_ms", 10000);
	json_add_i64(writer, root, "delta", -3);
	json_add_boolean(writer, root, "initial", true);
	json_add_null(writer, root, "container");
	json_add_string(writer, root, "inert", NULL);

	struct json_container *list = json_add_array(writer, root, "operands");

	json_add_string(writer, list, NULL, "4096");
	json_add_u64(writer, json_add_object(writer, list, NULL), "inside", 1);
	json_add_array(writer, list, NULL);

	auto_json struct json *json = print_and_read(writer, &text);
	const struct json_node *top = json_root(json);
	const struct json_node *operands = json_member(top, "operands");
	struct number number;

	assert_true(span_ends(text_span(&text), "}\n"));
	assert_true(span_starts(text_span(&text), "{\n\t\"schema\":"));
	assert_int_equal(json_count(top), 7);
	assert_string_equal(json_string(json_member(top, "schema")), "tuneadv-report/1");
	assert_int_equal(json_number(json, json_member(top, "delta"), &number), 0);
	assert_true(number.negative && number.magnitude == 3);
	assert_true(json_boolean(json_member(top, "initial")));
	assert_int_equal(json_kind(json_member(top, "container")), JSON_NULL);
	assert_int_equal(json_kind(json_member(top, "inert")), JSON_NULL);
	assert_int_equal(json_count(operands), 3);
	assert_int_equal(json_count(json_next(json_first(operands))), 1);
}

static void integers_are_printed_without_rounding(void **state)
{
	auto_json_writer struct json_writer *writer = json_writer_new();
	struct json_container *list = json_add_array(writer, json_writer_root(writer), "all");
	auto_text struct text text = { 0 };

	(void)state;
	json_add_u64(writer, list, NULL, UINT64_MAX);
	json_add_i64(writer, list, NULL, INT64_MIN);
	json_add_u64(writer, list, NULL, UINT64_C(9007199254740993));
	assert_int_equal(json_print(writer, &text), 0);
	assert_string_equal(text.bytes,
			    "{\n\t\"all\":\t[18446744073709551615, -9223372036854775808,"
			    " 9007199254740993]\n}\n");
}

static void hostile_strings_become_safe_json(void **state)
{
	static const char *const cases[][2] = {
		{ "", "" },
		{ "\xff\xfe", "\\xff\\xfe" },
		{ "a\nb", "a\\x0ab" },
		{ "\x1b[2J", "\\x1b[2J" },
		{ "quote\" back\\slash", "quote\" back\\slash" },
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },
		{ "caf\xc3\xa9", "caf\xc3\xa9" },
		{ "</script>", "</script>" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_json_writer struct json_writer *writer = json_writer_new();
		auto_text struct text text = { 0 };

		json_add_string(writer, json_writer_root(writer), cases[i][0], cases[i][0]);

		auto_json struct json *json = print_and_read(writer, &text);
		const struct json_node *node = json_first(json_root(json));

		assert_string_equal(json_string(node), cases[i][1]);
		assert_string_equal(json_key(node), cases[i][1]);
	}
}

static void printing_appends(void **state)
{
	auto_json_writer struct json_writer *writer = json_writer_new();
	auto_text struct text text = { 0 };

	(void)state;
	text_add(&text, "before ");
	assert_int_equal(json_print(writer, &text), 0);
	assert_true(span_starts(text_span(&text), "before {"));
}

static void null_is_accepted_everywhere(void **state)
{
	auto_json_writer struct json_writer *writer = json_writer_new();
	auto_text struct text text = { 0 };

	(void)state;
	json_writer_free(NULL);
	assert_null(json_writer_root(NULL));
	assert_null(json_add_object(NULL, NULL, "a"));
	assert_null(json_add_array(writer, NULL, "a"));
	json_add_string(writer, NULL, "a", "b");
	json_add_string(NULL, NULL, "a", NULL);
	json_add_u64(writer, NULL, NULL, 1);
	json_add_i64(writer, NULL, NULL, 1);
	json_add_boolean(writer, NULL, NULL, true);
	json_add_null(writer, NULL, NULL);
	assert_int_equal(json_print(NULL, &text), -ENOMEM);
	assert_int_equal(json_print(writer, &text), 0);
	assert_true(span_starts(text_span(&text), "{"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_is_written_and_read_again),
		cmocka_unit_test(integers_are_printed_without_rounding),
		cmocka_unit_test(hostile_strings_become_safe_json),
		cmocka_unit_test(printing_appends),
		cmocka_unit_test(null_is_accepted_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
