/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values: read whole or refused, compared by meaning, printed canonically. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "value/value.h"

#include "exact.h"

static const struct value_format number = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO };
static const struct value_format decimal = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 };
static const struct value_format hex = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_16 };
static const struct value_format three = { .kind = VALUE_VECTOR,
					   .base = NUMBER_BASE_AUTO,
					   .elements = 3 };
static const struct value_format vector = { .kind = VALUE_VECTOR, .base = NUMBER_BASE_AUTO };
static const struct value_format hex_vector = { .kind = VALUE_VECTOR, .base = NUMBER_BASE_16 };
static const struct value_format choice = { .kind = VALUE_CHOICE };
static const struct value_format digit = { .kind = VALUE_FLAG, .flag = FLAG_DIGIT };
static const struct value_format letter = { .kind = VALUE_FLAG, .flag = FLAG_LETTER };
static const struct value_format list = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST };
static const struct value_format mask = { .kind = VALUE_CPULIST, .cpulist = CPULIST_MASK };
static const struct value_format words = { .kind = VALUE_TEXT };
static const struct value_format release = { .kind = VALUE_RELEASE };

static int parse(const struct value_format *format, struct span text, struct value *ret_value)
{
	auto_exact struct exact exact = exact_of(text);

	return value_parse(format, exact.span, ret_value);
}

static void text_of_the_kernel_is_read_and_printed_canonically(void **state)
{
	static const struct {
		const struct value_format *format;
		const char *text;
		int error;
		const char *printed;
	} cases[] = {
		/* numbers as the kernel reads a sysctl: HOUSE 5 */
		{ &number, "4096\n", 0, "4096" },
		{ &number, " 4096\t\n", 0, "4096" },
		{ &number, "010", 0, "8" },
		{ &number, "0x1F", 0, "31" },
		{ &number, "0", 0, "0" },
		{ &number, "-0", 0, "0" },
		{ &number, "-5", 0, "-5" },
		{ &number, "33 junk", -EBADMSG, NULL },
		{ &number, "33junk", -EBADMSG, NULL },
		{ &number, "1 2", -EBADMSG, NULL },
		{ &number, "1,2", -EBADMSG, NULL },
		{ &number, "08", -EBADMSG, NULL },
		{ &number, "", -EBADMSG, NULL },
		{ &number, "\n", -EBADMSG, NULL },
		{ &number, "+1", -EBADMSG, NULL },
		{ &number, "- 1", -EBADMSG, NULL },
		{ &number, "1.5", -EBADMSG, NULL },
		{ &number, "-9223372036854775808", 0, "-9223372036854775808" },
		{ &number, "-9223372036854775809", -ERANGE, NULL },
		{ &number, "9223372036854775808", 0, "9223372036854775808" },
		{ &number, "18446744073709551615\n", 0, "18446744073709551615" },
		{ &number, "18446744073709551616", -ERANGE, NULL },
		{ &number, "0xffffffffffffffff", 0, "18446744073709551615" },
		{ &number, "99999999999999999999999999999999999999999", -ERANGE, NULL },
		{ &decimal, "010", 0, "10" },
		{ &decimal, "0x10", -EBADMSG, NULL },
		{ &hex, "00000010", 0, "10" },
		{ &hex, "FFFFFFFFFFFFFFFF", 0, "ffffffffffffffff" },
		{ &hex, "0x10", -EBADMSG, NULL },
		/* vectors */
		{ &three, "4096\t131072\t6291456\n", 0, "4096 131072 6291456" },
		{ &three, "  4096   131072 0x600000 ", 0, "4096 131072 6291456" },
		{ &three, "8192", -EBADMSG, NULL },
		{ &three, "4096 100", -EBADMSG, NULL },
		{ &three, "1 2 3 4", -EBADMSG, NULL },
		{ &three, "1,2,3", -EBADMSG, NULL },
		{ &three, "1 2 x", -EBADMSG, NULL },
		{ &three, "1 2 18446744073709551616", -ERANGE, NULL },
		{ &three, "", -EBADMSG, NULL },
		{ &vector, "-1", 0, "-1" },
		{ &vector, "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2", 0,
		  "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2" },
		{ &vector, "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3",
		  -ERANGE, NULL },
		{ &vector, "\n", -EBADMSG, NULL },
		{ &hex_vector, "0000000a 000000ff", 0, "a ff" },
		/* choices: the one in brackets, or one word */
		{ &choice, "always [madvise] never\n", 0, "madvise" },
		{ &choice, "noop [cfq]", 0, "cfq" },
		{ &choice, "[mq-deadline] none", 0, "mq-deadline" },
		{ &choice, "mq-deadline kyber [bfq] none", 0, "bfq" },
		{ &choice, "none\n", 0, "none" },
		{ &choice, "[none]", 0, "none" },
		{ &choice, "always madvise never", -EBADMSG, NULL },
		{ &choice, "[always] [madvise] never", -EBADMSG, NULL },
		{ &choice, "[always madvise]", -EBADMSG, NULL },
		{ &choice, "always [madvise", -EBADMSG, NULL },
		{ &choice, "always []", -EBADMSG, NULL },
		{ &choice, "a[b]c", -EBADMSG, NULL },
		{ &choice, "[[a]]", -EBADMSG, NULL },
		{ &choice, "", -EBADMSG, NULL },
		/* flags */
		{ &digit, "0", 0, "0" },
		{ &digit, "1\n", 0, "1" },
		{ &digit, "Y\n", 0, "1" },
		{ &digit, "n", 0, "0" },
		{ &letter, "Y\n", 0, "Y" },
		{ &letter, "N\n", 0, "N" },
		{ &letter, "y", 0, "Y" },
		{ &letter, "0", 0, "N" },
		{ &digit, "2", -EBADMSG, NULL },
		{ &digit, "01", -EBADMSG, NULL },
		{ &digit, "yes", -EBADMSG, NULL },
		{ &digit, "", -EBADMSG, NULL },
		/* sets */
		{ &list, "0,1,2,3\n", 0, "0-3" },
		{ &list, "\n", 0, "" },
		{ &list, "          (null)\n", 0, "" },
		{ &list, "0-4294967295", -ERANGE, NULL },
		{ &list, "f", -EBADMSG, NULL },
		{ &mask, "03f0,00000000\n", 0, "3f0,00000000" },
		{ &mask, "0-3", -EBADMSG, NULL },
		/* texts */
		{ &words, " fq codel \n", 0, "fq codel" },
		{ &words, "\n", 0, "" },
		{ &words, "", 0, "" },
		/* releases */
		{ &release, "5.14.0-427.59.1.el9_4.x86_64\n", 0, "5.14.0" },
		{ &release, "", -EBADMSG, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_text struct text text = { 0 };
		auto_value struct value value = { 0 }, again = { 0 };
		int r = parse(cases[i].format, span_of(cases[i].text), &value);

		if (r != cases[i].error)
			fail_msg("row %zu, \"%s\" gives %d, expected %d", i, cases[i].text, r,
				 cases[i].error);
		if (r < 0) {
			assert_int_equal(value.kind, 0);
			continue;
		}
		value_print(&text, cases[i].format, &value);
		assert_int_equal(text_status(&text), 0);
		assert_string_equal(text.bytes ? text.bytes : "", cases[i].printed);
		assert_int_equal(parse(cases[i].format, text_span(&text), &again), 0);
		assert_true(value_equal(&value, &again));
	}
}

static void nul_is_no_part_of_a_value_but_behind_a_set(void **state)
{
	static const struct {
		const struct value_format *format;
		const char *bytes;
		size_t length;
		int error;
	} cases[] = {
		{ &number, "33\0", 3, -EBADMSG },    { &number, "33\n\0", 4, -EBADMSG },
		{ &three, "1 2 3\0", 6, -EBADMSG },  { &choice, "a\0b", 3, -EBADMSG },
		{ &choice, "[a]\0 b", 6, -EBADMSG }, { &digit, "\0", 1, -EBADMSG },
		{ &words, "a\0b", 3, -EBADMSG },     { &release, "6.1\0", 4, -EBADMSG },
		{ &list, "0-3\n\0", 5, 0 },	     { &mask, "f\n\0", 3, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_value struct value value = { 0 };
		struct span text = { cases[i].bytes, cases[i].length };

		if (parse(cases[i].format, text, &value) != cases[i].error)
			fail_msg("row %zu", i);
	}
}

static void values_are_equal_by_meaning(void **state)
{
	static const struct {
		const struct value_format *format_a;
		const char *a;
		const struct value_format *format_b;
		const char *b;
		bool equal;
	} cases[] = {
		{ &list, "0-3", &list, "0,1,2,3", true },
		{ &list, "0-3", &mask, "f", true },
		{ &list, "0-3", &list, "0-4", false },
		{ &list, "", &mask, "00000000,00000000", true },
		{ &number, "0x10", &decimal, "16", true },
		{ &number, "-1", &number, "18446744073709551615", false },
		{ &three, "1 2 3", &vector, "1\t2\t3", true },
		{ &three, "1 2 3", &three, "1 2 4", false },
		{ &vector, "1 2", &vector, "1 2 3", false },
		{ &vector, "1", &number, "1", false },
		{ &choice, "a [b] c", &choice, "b", true },
		{ &choice, "a [b] c", &choice, "a", false },
		{ &choice, "a", &words, "a", false },
		{ &digit, "1", &letter, "Y", true },
		{ &digit, "1", &number, "1", false },
		{ &words, "a b\n", &words, "a b", true },
		{ &words, "a", &words, "b", false },
		{ &release, "4.2", &release, "4.2.0", true },
		{ &release, "4.2-rc1", &release, "4.2.0", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_value struct value a = { 0 }, b = { 0 };

		assert_int_equal(parse(cases[i].format_a, span_of(cases[i].a), &a), 0);
		assert_int_equal(parse(cases[i].format_b, span_of(cases[i].b), &b), 0);
		if (value_equal(&a, &b) != cases[i].equal || value_equal(&b, &a) != cases[i].equal)
			fail_msg("\"%s\" and \"%s\"", cases[i].a, cases[i].b);
	}
	assert_false(value_equal(&(struct value){ 0 }, &(struct value){ 0 }));
}

static void only_numbers_flags_and_releases_have_an_order(void **state)
{
	static const struct {
		const struct value_format *format_a;
		const char *a;
		const struct value_format *format_b;
		const char *b;
		int error;
		int order;
	} cases[] = {
		{ &number, "1", &number, "2", 0, -1 },
		{ &number, "-9223372036854775808", &number, "18446744073709551615", 0, -1 },
		{ &number, "0x10", &number, "16", 0, 0 },
		{ &digit, "0", &letter, "Y", 0, -1 },
		{ &digit, "1", &letter, "Y", 0, 0 },
		{ &release, "4.2-rc1", &release, "4.2", 0, -1 },
		{ &vector, "1", &vector, "2", -EINVAL, 0 },
		{ &choice, "a", &choice, "b", -EINVAL, 0 },
		{ &list, "0", &list, "1", -EINVAL, 0 },
		{ &words, "a", &words, "b", -EINVAL, 0 },
		{ &number, "1", &digit, "1", -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_value struct value a = { 0 }, b = { 0 };
		int order = 77, back = 77;

		assert_int_equal(parse(cases[i].format_a, span_of(cases[i].a), &a), 0);
		assert_int_equal(parse(cases[i].format_b, span_of(cases[i].b), &b), 0);
		assert_int_equal(value_compare(&a, &b, &order), cases[i].error);
		assert_int_equal(value_compare(&b, &a, &back), cases[i].error);
		if (cases[i].error) {
			assert_int_equal(order, 77);
			continue;
		}
		assert_int_equal((order > 0) - (order < 0), cases[i].order);
		assert_int_equal((back > 0) - (back < 0), -cases[i].order);
	}
}

static void copies_stand_on_their_own(void **state)
{
	static const struct {
		const struct value_format *format;
		const char *text;
	} cases[] = {
		{ &number, "-7" },	 { &three, "1 2 3" }, { &choice, "a [b] c" },
		{ &choice, "b" },	 { &digit, "1" },     { &list, "0-3,900" },
		{ &list, "" },		 { &words, "a b" },   { &words, "" },
		{ &release, "6.1-rc2" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_value struct value value = { 0 }, copy = { 0 }, again = { 0 };

		assert_int_equal(parse(cases[i].format, span_of(cases[i].text), &value), 0);
		assert_int_equal(value_copy(&value, &copy), 0);
		value_done(&value);
		assert_int_equal(value.kind, 0);
		assert_int_equal(parse(cases[i].format, span_of(cases[i].text), &again), 0);
		assert_true(value_equal(&copy, &again));
	}
}

static void elements_of_vectors_are_numbers(void **state)
{
	auto_value struct value ports = { 0 }, one = { 0 };
	struct value element = { 0 };

	(void)state;
	assert_int_equal(parse(&vector, span_of("32768\t60999\n"), &ports), 0);
	assert_int_equal(value_element(&ports, 1, &element), 0);
	assert_int_equal(element.kind, VALUE_NUMBER);
	assert_int_equal(element.number.magnitude, 60999);
	assert_int_equal(value_element(&ports, 2, &element), -ERANGE);
	assert_int_equal(element.number.magnitude, 60999);
	assert_int_equal(parse(&number, span_of("1"), &one), 0);
	assert_int_equal(value_element(&one, 0, &element), -EINVAL);
}

static void what_the_kernel_offers_is_known_by_whole_words(void **state)
{
	auto_value struct value offered = { 0 }, bare = { 0 };

	(void)state;
	assert_int_equal(parse(&choice, span_of("mq-deadline kyber  [bfq] none\n"), &offered), 0);
	assert_string_equal(offered.choice.offered, "mq-deadline kyber bfq none");
	assert_true(choice_offers(&offered.choice, "none"));
	assert_true(choice_offers(&offered.choice, "bfq"));
	assert_false(choice_offers(&offered.choice, "deadline"));
	assert_false(choice_offers(&offered.choice, "bf"));
	assert_false(choice_offers(&offered.choice, ""));
	assert_false(choice_offers(&offered.choice, "bfq none"));
	assert_int_equal(parse(&choice, span_of("schedutil\n"), &bare), 0);
	assert_null(bare.choice.offered);
	assert_true(choice_offers(&bare.choice, "performance"));
}

static void kinds_have_names(void **state)
{
	(void)state;
	for (enum value_kind i = VALUE_NUMBER; i <= VALUE_RELEASE; i++)
		assert_string_not_equal(value_kind_name(i), "");
	assert_string_equal(value_kind_name(0), "");
	assert_string_equal(value_kind_name(VALUE_CPULIST), "cpulist");
}

static void format_without_kind_is_the_callers_mistake(void **state)
{
	struct value value = { 0 };

	(void)state;
	assert_int_equal(parse(&(struct value_format){ 0 }, span_of("1"), &value), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_of_the_kernel_is_read_and_printed_canonically),
		cmocka_unit_test(nul_is_no_part_of_a_value_but_behind_a_set),
		cmocka_unit_test(values_are_equal_by_meaning),
		cmocka_unit_test(only_numbers_flags_and_releases_have_an_order),
		cmocka_unit_test(copies_stand_on_their_own),
		cmocka_unit_test(elements_of_vectors_are_numbers),
		cmocka_unit_test(what_the_kernel_offers_is_known_by_whole_words),
		cmocka_unit_test(kinds_have_names),
		cmocka_unit_test(format_without_kind_is_the_callers_mistake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
