/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* CPU lists and masks, as kernels and people write them. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "value/cpulist.h"

#include "exact.h"

#define BLANKS_20 "                    "

static int parse(struct span text, bool is_mask, struct cpulist *ret_list)
{
	auto_exact struct exact exact = exact_of(text);

	return is_mask ? cpulist_parse_mask(exact.span, ret_list)
		       : cpulist_parse(exact.span, ret_list);
}

static void assert_prints(const struct cpulist *list, const char *as_list, const char *as_mask)
{
	auto_text struct text text = { 0 };

	cpulist_print(&text, list);
	assert_int_equal(text_status(&text), 0);
	assert_string_equal(text.bytes ? text.bytes : "", as_list);
	if (!as_mask)
		return;
	text_clear(&text);
	cpulist_print_mask(&text, list);
	assert_int_equal(text_status(&text), 0);
	assert_string_equal(text.bytes, as_mask);
}

static void lists_are_read_by_meaning(void **state)
{
	static const struct {
		const char *text;
		const char *list;
		const char *mask;
		size_t count;
	} cases[] = {
		{ "0-3", "0-3", "f", 4 },
		{ "0,1,2,3", "0-3", "f", 4 },
		{ "3,2,1,0,2", "0-3", "f", 4 },
		{ "0-1,1-3\n", "0-3", "f", 4 },
		{ "0", "0", "1", 1 },
		{ "0,1", "0-1", "3", 2 },
		{ "1-5,8-19", "1-5,8-19", "fff3e", 17 },
		{ "0,6-7,20-63", "0,6-7,20-63", "ffffffff,fff000c1", 47 },
		{ "6-7,10-11,14-15", "6-7,10-11,14-15", "ccc0", 6 },
		{ "0-15,88-103", "0-15,88-103", "ff,ff000000,00000000,0000ffff", 32 },
		{ "63", "63", "80000000,00000000", 1 },
		{ "64", "64", "1,00000000,00000000", 1 },
		{ "63-64", "63-64", "1,80000000,00000000", 2 },
		{ "007", "7", "80", 1 },
		/* strides, and the kernel's used/group form */
		{ "0-8:2", "0,2,4,6,8", "155", 5 },
		{ "0-9:2", "0,2,4,6,8", "155", 5 },
		{ "0-3:100000", "0", "1", 1 },
		{ "0-3:18446744073709551615", "0", "1", 1 },
		{ "0-3:1", "0-3", "f", 4 },
		{ "0-31:4/8", "0-3,8-11,16-19,24-27", "f0f0f0f", 16 },
		{ "0-30:4/8", "0-3,8-11,16-19,24-27", "f0f0f0f", 16 },
		{ "0-25:4/8", "0-3,8-11,16-19,24-25", "30f0f0f", 14 },
		{ "5-5:1/2", "5", "20", 1 },
		{ "0-7:8/8", "0-7", "ff", 8 },
		{ "0-7:200/300", "0-7", "ff", 8 },
		{ "1,0-8:4,3", "0-1,3-4,8", "11b", 5 },
		/* nothing at all */
		{ "", "", "0", 0 },
		{ "\n", "", "0", 0 },
		{ " \t\n", "", "0", 0 },
		{ "(null)", "", "0", 0 },
		{ BLANKS_20 BLANKS_20 BLANKS_20 BLANKS_20 BLANKS_20 "(null)\n", "", "0", 0 },
		{ " 0-3 \n", "0-3", "f", 4 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_cpulist struct cpulist list = { 0 };
		int r = parse(span_of(cases[i].text), false, &list);

		if (r != 0)
			fail_msg("\"%s\" gives %d", cases[i].text, r);
		assert_prints(&list, cases[i].list, cases[i].mask);
		assert_int_equal(cpulist_count(&list), cases[i].count);
		assert_int_equal(list.words == NULL, cases[i].count == 0);
	}
}

static void malformed_lists_are_refused(void **state)
{
	static const struct {
		const char *text;
		int error;
	} cases[] = {
		{ ",", -EBADMSG },
		{ "0,", -EBADMSG },
		{ ",0", -EBADMSG },
		{ "0,,1", -EBADMSG },
		{ "0-", -EBADMSG },
		{ "-1", -EBADMSG },
		{ "1--2", -EBADMSG },
		{ "0-1-2", -EBADMSG },
		{ "3-0", -EBADMSG },
		{ "a", -EBADMSG },
		{ "0x1", -EBADMSG },
		{ "+1", -EBADMSG },
		{ "1 2", -EBADMSG },
		{ "0, 1", -EBADMSG },
		{ "0-3 junk", -EBADMSG },
		{ "all", -EBADMSG },
		{ "N", -EBADMSG },
		{ "0-N", -EBADMSG },
		{ "managed_irq,0-4", -EBADMSG },
		{ "0-3:", -EBADMSG },
		{ "0-3:0", -EBADMSG },
		{ "0-3:/2", -EBADMSG },
		{ "0-3:1/", -EBADMSG },
		{ "0-3:0/2", -EBADMSG },
		{ "0-3:3/2", -EBADMSG },
		{ "0-3:1/0", -EBADMSG },
		{ "0-3:1:2", -EBADMSG },
		{ "0-3:1/2/3", -EBADMSG },
		{ "3:2", -EBADMSG },
		{ "(null),1", -EBADMSG },
		{ "(null", -EBADMSG },
		{ "65536", -ERANGE },
		{ "0-65536", -ERANGE },
		{ "0-4294967295", -ERANGE },
		{ "4294967296", -ERANGE },
		{ "0-18446744073709551615", -ERANGE },
		{ "0-18446744073709551616", -ERANGE },
		{ "0-99999999999999999999999999999999:2", -ERANGE },
		{ "0-4294967295:1/2", -ERANGE },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cpulist list = { .count = 77 };
		int r = parse(span_of(cases[i].text), false, &list);

		if (r != cases[i].error)
			fail_msg("\"%s\" gives %d, expected %d", cases[i].text, r, cases[i].error);
		assert_int_equal(list.count, 77);
	}
}

static void one_nul_behind_the_newline_is_dropped(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
		bool is_mask;
		int error;
		const char *list;
	} cases[] = {
		{ "ff\n\0", 4, true, 0, "0-7" },     { "0-7\n\0", 5, false, 0, "0-7" },
		{ "0-7\0", 4, false, 0, "0-7" },     { "0-7\0\n", 5, false, 0, "0-7" },
		{ "\n\0", 2, false, 0, "" },	     { "\0", 1, true, 0, "" },
		{ "(null)\n\0", 8, false, 0, "" },   { "0-7\0\0", 5, false, -EBADMSG, "" },
		{ "0\0-7", 4, false, -EBADMSG, "" }, { "\0f", 2, true, -EBADMSG, "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_cpulist struct cpulist list = { 0 };
		struct span text = { cases[i].bytes, cases[i].length };
		int r = parse(text, cases[i].is_mask, &list);

		if (r != cases[i].error)
			fail_msg("row %zu gives %d", i, r);
		assert_prints(&list, cases[i].list, NULL);
	}
}

static void masks_are_read_by_groups(void **state)
{
	static const struct {
		const char *text;
		int error;
		const char *list;
		const char *mask;
	} cases[] = {
		{ "f", 0, "0-3", "f" },
		{ "0000000f\n", 0, "0-3", "f" },
		{ "00000000,0000000f", 0, "0-3", "f" },
		{ "FF", 0, "0-7", "ff" },
		{ "0", 0, "", "0" },
		{ "00000000,00000000", 0, "", "0" },
		{ "", 0, "", "0" },
		{ "\n", 0, "", "0" },
		{ "(null)", 0, "", "0" },
		{ "03f0,00000000", 0, "36-41", "3f0,00000000" },
		{ "0000,22222222,22222222", 0, "1,5,9,13,17,21,25,29,33,37,41,45,49,53,57,61",
		  "22222222,22222222" },
		{ "ffff,ffffffff,fffff81f", 0, "0-4,11-79", "ffff,ffffffff,fffff81f" },
		{ "1,00000000", 0, "32", "1,00000000" },
		{ "1,0", 0, "32", "1,00000000" },
		{ "0x1", -EBADMSG, "", "0" },
		{ "0xff,00000000", -EBADMSG, "", "0" },
		{ "000000001", -EBADMSG, "", "0" },
		{ "ffffffffff", -EBADMSG, "", "0" },
		{ "g", -EBADMSG, "", "0" },
		{ "-1", -EBADMSG, "", "0" },
		{ "f,", -EBADMSG, "", "0" },
		{ ",f", -EBADMSG, "", "0" },
		{ "f,,f", -EBADMSG, "", "0" },
		{ "f f", -EBADMSG, "", "0" },
		{ "f, f", -EBADMSG, "", "0" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_cpulist struct cpulist list = { 0 };
		int r = parse(span_of(cases[i].text), true, &list);

		if (r != cases[i].error)
			fail_msg("\"%s\" gives %d, expected %d", cases[i].text, r, cases[i].error);
		assert_prints(&list, cases[i].list, cases[i].mask);
	}
}

/* @groups groups, zero but for the first. */
static void add_groups(struct text *text, const char *first, size_t groups)
{
	text_clear(text);
	text_add(text, first);
	for (size_t i = 1; i < groups; i++)
		text_add(text, ",00000000");
	assert_int_equal(text_status(text), 0);
}

static void masks_may_be_of_any_width(void **state)
{
	static const struct {
		const char *first;
		size_t groups;
		int error;
		const char *list;
	} cases[] = {
		{ "80000000", 128, 0, "4095" },
		{ "c", 37, 0, "1154-1155" },
		{ "80000000", 2048, 0, "65535" },
		{ "1", 2049, -ERANGE, "" },
		{ "0", 2049, 0, "" },
		{ "00000000", 8000, 0, "" },
	};
	auto_text struct text text = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_cpulist struct cpulist list = { 0 };

		add_groups(&text, cases[i].first, cases[i].groups);
		assert_int_equal(parse(text_span(&text), true, &list), cases[i].error);
		assert_prints(&list, cases[i].list, NULL);
	}
}

static void thousands_of_cpus_survive_both_forms(void **state)
{
	auto_cpulist struct cpulist odd = { 0 }, from_list = { 0 }, from_mask = { 0 };
	auto_text struct text text = { 0 };

	(void)state;
	assert_int_equal(parse(span_of("1-65535:2"), false, &odd), 0);
	assert_int_equal(cpulist_count(&odd), 32768);
	cpulist_print(&text, &odd);
	assert_int_equal(parse(text_span(&text), false, &from_list), 0);
	assert_true(cpulist_equal(&odd, &from_list));
	text_clear(&text);
	cpulist_print_mask(&text, &odd);
	assert_int_equal(parse(text_span(&text), true, &from_mask), 0);
	assert_true(cpulist_equal(&odd, &from_mask));
}

static void sets_are_compared_as_sets(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		bool equal;
		bool within;
		bool disjoint;
	} cases[] = {
		{ "0-3", "0,1,2,3", true, true, false },
		{ "0-3", "0-7", false, true, false },
		{ "0-7", "0-3", false, false, false },
		{ "0-3", "4-7", false, false, true },
		{ "", "", true, true, true },
		{ "", "0", false, true, true },
		{ "0", "", false, false, true },
		{ "0,100", "0", false, false, false },
		{ "0", "0,100", false, true, false },
		{ "100", "0-63", false, false, true },
		{ "2-5", "0-1,6-127", false, false, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_cpulist struct cpulist a = { 0 }, b = { 0 };

		assert_int_equal(parse(span_of(cases[i].a), false, &a), 0);
		assert_int_equal(parse(span_of(cases[i].b), false, &b), 0);
		if (cpulist_equal(&a, &b) != cases[i].equal ||
		    cpulist_within(&a, &b) != cases[i].within ||
		    cpulist_disjoint(&a, &b) != cases[i].disjoint)
			fail_msg("\"%s\" and \"%s\"", cases[i].a, cases[i].b);
	}
}

static void members_are_found_in_order(void **state)
{
	auto_cpulist struct cpulist list = { 0 }, copy = { 0 }, none = { 0 };
	static const int64_t members[] = { 0, 4, 63, 64, 200 };
	int64_t cpu = -1;

	(void)state;
	assert_int_equal(parse(span_of("0,4,63-64,200"), false, &list), 0);
	assert_int_equal(cpulist_copy(&list, &copy), 0);
	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		cpu = cpulist_next(&copy, (uint32_t)(cpu + 1));
		assert_int_equal(cpu, members[i]);
		assert_true(cpulist_has(&copy, (uint32_t)cpu));
		assert_false(cpulist_has(&copy, (uint32_t)cpu + 2));
	}
	assert_int_equal(cpulist_next(&copy, 201), -1);
	assert_int_equal(cpulist_next(&copy, UINT32_MAX), -1);
	assert_int_equal(cpulist_next(&none, 0), -1);
	assert_false(cpulist_has(&none, 0));
	assert_false(cpulist_has(&copy, UINT32_MAX));
	cpulist_done(&copy);
	assert_int_equal(cpulist_copy(&none, &copy), 0);
	assert_null(copy.words);
}

static void adding_is_limited_and_idempotent(void **state)
{
	auto_cpulist struct cpulist list = { 0 };

	(void)state;
	assert_int_equal(cpulist_add(&list, 70), 0);
	assert_int_equal(cpulist_add(&list, 3), 0);
	assert_int_equal(cpulist_add(&list, 70), 0);
	assert_int_equal(cpulist_add(&list, CPULIST_MAX), -ERANGE);
	assert_int_equal(cpulist_add(&list, UINT32_MAX), -ERANGE);
	assert_int_equal(cpulist_add_range(&list, 5, 4), -EINVAL);
	assert_int_equal(cpulist_add_range(&list, 5, 6), 0);
	assert_prints(&list, "3,5-6,70", "40,00000000,00000068");
	assert_int_equal(cpulist_add(&list, CPULIST_MAX - 1), 0);
	assert_int_equal(cpulist_count(&list), 5);
	cpulist_done(&list);
	assert_prints(&list, "", "0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_read_by_meaning),
		cmocka_unit_test(malformed_lists_are_refused),
		cmocka_unit_test(one_nul_behind_the_newline_is_dropped),
		cmocka_unit_test(masks_are_read_by_groups),
		cmocka_unit_test(masks_may_be_of_any_width),
		cmocka_unit_test(thousands_of_cpus_survive_both_forms),
		cmocka_unit_test(sets_are_compared_as_sets),
		cmocka_unit_test(members_are_found_in_order),
		cmocka_unit_test(adding_is_limited_and_idempotent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
