/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Diagnostics. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/diag.h"

static void added_sentence_returns_its_code(void **state)
{
	auto_diag struct diag diag = { 0 };

	(void)state;
	assert_int_equal(diag_add(&diag, -EBADMSG, "a.json:1:2", "found %d, expected %s", 3, "x"),
			 -EBADMSG);
	assert_int_equal(diag.count, 1);
	assert_int_equal(diag.lines[0].code, -EBADMSG);
	assert_string_equal(diag.lines[0].place, "a.json:1:2");
	assert_string_equal(diag.lines[0].sentence, "found 3, expected x");
	assert_int_equal(diag.lost, 0);
}

static void without_a_diag_the_code_is_still_returned(void **state)
{
	(void)state;
	assert_int_equal(diag_add(NULL, -EACCES, "/proc/x", "cannot be read"), -EACCES);
}

static void missing_place_is_an_empty_one(void **state)
{
	auto_diag struct diag diag = { 0 };

	(void)state;
	diag_add(&diag, -EINVAL, NULL, "no place");
	assert_string_equal(diag.lines[0].place, "");
}

static void bytes_of_the_host_are_made_safe(void **state)
{
	auto_diag struct diag diag = { 0 };

	(void)state;
	diag_add(&diag, -EIO, "/sys/\x1b[2J", "thread \"%s\"", "evil\n\xff");
	assert_string_equal(diag.lines[0].place, "/sys/\\x1b[2J");
	assert_string_equal(diag.lines[0].sentence, "thread \"evil\\x0a\\xff\"");
}

static void sentences_keep_their_order(void **state)
{
	auto_diag struct diag diag = { 0 };

	(void)state;
	for (int i = 0; i < 100; i++)
		diag_add(&diag, -i, "p", "%d", i);
	assert_int_equal(diag.count, 100);
	for (int i = 0; i < 100; i++)
		assert_int_equal(diag.lines[i].code, -i);
}

static void sentences_beyond_the_limit_are_counted_as_lost(void **state)
{
	auto_diag struct diag diag = { 0 };

	(void)state;
	for (int i = 0; i < DIAG_MAX + 5; i++)
		assert_int_equal(diag_add(&diag, -EIO, "p", "%d", i), -EIO);
	assert_int_equal(diag.count, DIAG_MAX);
	assert_int_equal(diag.lost, 5);
	assert_string_equal(diag.lines[DIAG_MAX - 1].sentence, "999");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(added_sentence_returns_its_code),
		cmocka_unit_test(without_a_diag_the_code_is_still_returned),
		cmocka_unit_test(missing_place_is_an_empty_one),
		cmocka_unit_test(bytes_of_the_host_are_made_safe),
		cmocka_unit_test(sentences_keep_their_order),
		cmocka_unit_test(sentences_beyond_the_limit_are_counted_as_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
