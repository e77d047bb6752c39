/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernel releases: numbers, suffixes, order, and what a bracket answers. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "value/release.h"

#include "exact.h"

static int parse(const char *text, struct release *ret_release)
{
	auto_exact struct exact exact = exact_of(span_of(text));

	return release_parse(exact.span, ret_release);
}

static void releases_of_all_kinds_are_read(void **state)
{
	static const struct {
		const char *text;
		struct release release;
	} cases[] = {
#define R(a, b, c, n, t) \
	{ .major = (a), .minor = (b), .patch = (c), .candidate = (n), .trust = RELEASE_##t }
		{ "2.6.32", R(2, 6, 32, 0, MAINLINE) },
		{ "2.6.32.71", R(2, 6, 32, 0, MAINLINE) },
		{ "6.1", R(6, 1, 0, 0, MAINLINE) },
		{ "6.18.44\n", R(6, 18, 44, 0, MAINLINE) },
		{ "4.2.0-rc3", R(4, 2, 0, 3, MAINLINE) },
		{ "4.2-rc3", R(4, 2, 0, 3, MAINLINE) },
		{ "65535.65535.65535", R(65535, 65535, 65535, 0, MAINLINE) },
		/* distributions that follow the stable series */
		{ "6.1.0-18-amd64", R(6, 1, 0, 0, DISTRIBUTION) },
		{ "6.1.0-18-cloud-amd64", R(6, 1, 0, 0, DISTRIBUTION) },
		{ "6.12.57+deb13-amd64", R(6, 12, 57, 0, DISTRIBUTION) },
		{ "6.9-rc3-amd64", R(6, 9, 0, 3, DISTRIBUTION) },
		{ "5.10.0-28-686-pae", R(5, 10, 0, 0, DISTRIBUTION) },
		{ "6.1.0-0.deb11.13-amd64", R(6, 1, 0, 0, DISTRIBUTION) },
		{ "5.10.0-0.bpo.9-amd64", R(5, 10, 0, 0, DISTRIBUTION) },
		{ "6.5.0-kali3-amd64", R(6, 5, 0, 0, DISTRIBUTION) },
		{ "6.6.20+rpt-rpi-v8", R(6, 6, 20, 0, DISTRIBUTION) },
		{ "6.8.12-2-pve", R(6, 8, 12, 0, DISTRIBUTION) },
		{ "5.15.0-105-generic", R(5, 15, 0, 0, DISTRIBUTION) },
		{ "5.4.0-97-generic\n", R(5, 4, 0, 0, DISTRIBUTION) },
		{ "6.8.0-31-generic-64k", R(6, 8, 0, 0, DISTRIBUTION) },
		{ "6.9.0-060900rc3-generic", R(6, 9, 0, 3, DISTRIBUTION) },
		{ "6.16.0-061600-generic", R(6, 16, 0, 0, DISTRIBUTION) },
		{ "6.8.0-1012-azure", R(6, 8, 0, 0, DISTRIBUTION) },
		{ "6.8.0-1012-aws", R(6, 8, 0, 0, DISTRIBUTION) },
		{ "6.8.0-1012-gcp", R(6, 8, 0, 0, DISTRIBUTION) },
		{ "6.8.0-1012-raspi", R(6, 8, 0, 0, DISTRIBUTION) },
		{ "6.8.0-31-lowlatency", R(6, 8, 0, 0, DISTRIBUTION) },
		{ "6.17.0-1014-nvidia", R(6, 17, 0, 0, DISTRIBUTION) },
		{ "5.15.167.4-microsoft-standard-WSL2", R(5, 15, 167, 0, DISTRIBUTION) },
		{ "6.8.11-300.fc40.x86_64", R(6, 8, 11, 0, DISTRIBUTION) },
		{ "6.8.11-300.fc40.x86_64+debug", R(6, 8, 11, 0, DISTRIBUTION) },
		{ "6.9.0-0.rc3.20240409git.36.fc41.x86_64", R(6, 9, 0, 3, DISTRIBUTION) },
		{ "6.9.1-arch1-1", R(6, 9, 1, 0, DISTRIBUTION) },
		{ "6.6.10-1-MANJARO", R(6, 6, 10, 0, DISTRIBUTION) },
		{ "6.12.9-gentoo", R(6, 12, 9, 0, DISTRIBUTION) },
		{ "6.12.9-gentoo-r1-x86_64", R(6, 12, 9, 0, DISTRIBUTION) },
		{ "6.1.82-0-lts", R(6, 1, 82, 0, DISTRIBUTION) },
		{ "6.6.10-0-virt", R(6, 6, 10, 0, DISTRIBUTION) },
		{ "6.7.1-1-default", R(6, 7, 1, 0, DISTRIBUTION) },
		{ "6.6.14-desktop-2.mga9", R(6, 6, 14, 0, DISTRIBUTION) },
		/* vendors of long-lived kernels, real time, Android */
		{ "3.10.0-1160.el7.x86_64", R(3, 10, 0, 0, VENDOR) },
		{ "4.14.0-49.el7a.bz1553205.page_fault_hang.ppc64", R(4, 14, 0, 0, VENDOR) },
		{ "4.18.0-240.15.1.el8_3.x86_64", R(4, 18, 0, 0, VENDOR) },
		{ "5.14.0-427.59.1.el9_4.x86_64", R(5, 14, 0, 0, VENDOR) },
		{ "5.14.0-427.59.1.el9_4.x86_64+rt", R(5, 14, 0, 0, VENDOR) },
		{ "6.12.0-55.el10.x86_64", R(6, 12, 0, 0, VENDOR) },
		{ "5.15.0-209.161.7.2.el8uek.x86_64", R(5, 15, 0, 0, VENDOR) },
		{ "5.4.17-uek", R(5, 4, 17, 0, VENDOR) },
		{ "6.1.61-85.141.amzn2023.x86_64", R(6, 1, 61, 0, VENDOR) },
		{ "5.10.205-195.807.amzn2.x86_64", R(5, 10, 205, 0, VENDOR) },
		{ "6.4.0-150600.23-default", R(6, 4, 0, 0, VENDOR) },
		{ "5.14.21-150400.24.100-default", R(5, 14, 21, 0, VENDOR) },
		{ "5.14.21-150400.14.10-azure", R(5, 14, 21, 0, VENDOR) },
		{ "6.12.0-160000.5-default", R(6, 12, 0, 0, VENDOR) },
		{ "4.12.14-122.37-default", R(4, 12, 14, 0, VENDOR) },
		{ "4.4.58-6-default", R(4, 4, 58, 0, VENDOR) },
		{ "5.3.18-lp152.66-default", R(5, 3, 18, 0, VENDOR) },
		{ "4.18.0-305.rt7.72.el8.x86_64", R(4, 18, 0, 0, VENDOR) },
		{ "5.10.0-28-rt-amd64", R(5, 10, 0, 0, VENDOR) },
		{ "6.4.6-rt8", R(6, 4, 6, 0, VENDOR) },
		{ "5.15.0-1032-realtime", R(5, 15, 0, 0, VENDOR) },
		{ "5.10.43-android13-9-00005-g123456", R(5, 10, 43, 0, VENDOR) },
		{ "5.10.104-tegra", R(5, 10, 104, 0, VENDOR) },
		{ "5.10.112-oe2203sp1", R(5, 10, 112, 0, VENDOR) },
		/* only whole tokens decide */
		{ "6.18.44-fc-v669", R(6, 18, 44, 0, UNRECOGNISED) },
		{ "6.1.5-genericplus", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-mygeneric", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-generic5", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-150600x", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-el", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-model9", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-EL9", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-start", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-art-rtx-smart1", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-awsome", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-15060", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-1506000", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-custom-150600", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5+", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "6.1.5-", R(6, 1, 5, 0, UNRECOGNISED) },
		{ "4.2.0-rc3+", R(4, 2, 0, 3, UNRECOGNISED) },
		{ "5.15.0-rc1-00005-g4c1b4a4d90b6-dirty", R(5, 15, 0, 1, UNRECOGNISED) },
		{ "6.1.0-rc", R(6, 1, 0, 0, UNRECOGNISED) },
		{ "6.1.0-rc0", R(6, 1, 0, 0, UNRECOGNISED) },
		{ "6.1.0-rc99999", R(6, 1, 0, 0, UNRECOGNISED) },
		{ "6.1.0-src3", R(6, 1, 0, 0, UNRECOGNISED) },
		{ "5.15.63.1", R(5, 15, 63, 0, UNRECOGNISED) },
		{ "6.1.0custom", R(6, 1, 0, 0, UNRECOGNISED) },
#undef R
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct release *expected = &cases[i].release;
		struct release found = { 0 };
		int r = parse(cases[i].text, &found);

		if (r != 0)
			fail_msg("\"%s\" gives %d", cases[i].text, r);
		if (found.major != expected->major || found.minor != expected->minor ||
		    found.patch != expected->patch || found.candidate != expected->candidate)
			fail_msg("\"%s\" is read as %u.%u.%u-rc%u", cases[i].text, found.major,
				 found.minor, found.patch, found.candidate);
		if (found.trust != expected->trust)
			fail_msg("\"%s\" is %s, expected %s", cases[i].text,
				 release_trust_name(found.trust),
				 release_trust_name(expected->trust));
	}
}

static void what_is_no_release_is_refused(void **state)
{
	static const char *const cases[] = {
		"",
		"\n",
		"6",
		"6.",
		"6.x",
		".1",
		"6.1.",
		"6.1.x",
		"6.1x",
		"-6.1",
		"v6.1",
		"6.1.5 junk",
		"6.1 .5",
		"65536.1",
		"6.1.65536",
		"6.1.5-a\tb",
		"6.1.5-\xc3\xa9",
		"6..1",
		"99999999999999999999.1",
		"6.1_5",
		"Linux version 6.1",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct release release = { .major = 77 };
		int r = parse(cases[i], &release);

		if (r != -EBADMSG)
			fail_msg("\"%s\" gives %d", cases[i], r);
		assert_int_equal(release.major, 77);
	}
	assert_int_equal(release_parse((struct span){ "6.1.5\0x", 7 }, &(struct release){ 0 }),
			 -EBADMSG);
}

static void releases_are_ordered_with_candidates_before_the_final_one(void **state)
{
	static const char *const ascending[] = {
		"2.6.32",  "3.10.0-1160.el7.x86_64",
		"4.2-rc1", "4.2.0-rc3",
		"4.2",	   "4.2.8",
		"4.9.0",   "4.19.0",
		"6.1.99",  "6.18",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ascending); i++)
		for (size_t j = 0; j < ARRAY_SIZE(ascending); j++) {
			struct release a, b;

			assert_int_equal(parse(ascending[i], &a), 0);
			assert_int_equal(parse(ascending[j], &b), 0);
			assert_int_equal(release_compare(&a, &b), (i > j) - (i < j));
		}
}

static void release_is_printed_without_its_suffix(void **state)
{
	static const char *const cases[][2] = {
		{ "6.1", "6.1.0" },
		{ "4.2-rc3", "4.2.0-rc3" },
		{ "5.14.0-427.59.1.el9_4.x86_64+rt", "5.14.0" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_text struct text text = { 0 };
		struct release release;

		assert_int_equal(parse(cases[i][0], &release), 0);
		release_print(&text, &release);
		assert_int_equal(text_status(&text), 0);
		assert_string_equal(text.bytes, cases[i][1]);
	}
}

static void brackets_answer_only_what_is_known(void **state)
{
	static const struct release_bracket always = { RELEASE(0, 0), RELEASE(0, 0) };
	static const struct release_bracket between = { RELEASE(4, 9), RELEASE(4, 12) };
	static const struct release_bracket exact = { RELEASE(0, 0), RELEASE(5, 4) };
	static const struct release_bracket same = { RELEASE(5, 4), RELEASE(5, 4) };
	static const struct release_bracket never_seen = { RELEASE(6, 18), RELEASE(0, 0) };
	static const struct release_bracket patch = { RELEASE_PATCH(5, 10, 100),
						      RELEASE_PATCH(5, 10, 262) };
	static const struct {
		const char *release; /* NULL: not known */
		const struct release_bracket *bracket;
		enum truth truth;
	} cases[] = {
		{ "6.1.0-18-amd64", &always, TRUTH_YES },
		{ "3.10.0-1160.el7.x86_64", &always, TRUTH_YES },
		{ NULL, &always, TRUTH_YES },
		{ "4.8.17", &between, TRUTH_NO },
		{ "4.9.0", &between, TRUTH_NO },
		{ "4.9-rc8", &between, TRUTH_NO },
		{ "4.9.1", &between, TRUTH_UNKNOWN },
		{ "4.10.0", &between, TRUTH_UNKNOWN },
		{ "4.12-rc1", &between, TRUTH_UNKNOWN },
		{ "4.12.0", &between, TRUTH_YES },
		{ "6.18.44-fc-v669", &between, TRUTH_YES },
		{ "5.4.0-97-generic", &between, TRUTH_YES },
		{ "5.14.0-427.59.1.el9_4.x86_64", &between, TRUTH_UNKNOWN },
		{ "3.10.0-1160.el7.x86_64", &between, TRUTH_UNKNOWN },
		{ NULL, &between, TRUTH_UNKNOWN },
		{ "5.3.18", &exact, TRUTH_NO },
		{ "5.4-rc1", &exact, TRUTH_UNKNOWN },
		{ "5.4.0", &exact, TRUTH_YES },
		{ "5.3.18", &same, TRUTH_NO },
		{ "5.4-rc1", &same, TRUTH_UNKNOWN },
		{ "5.4.0", &same, TRUTH_YES },
		{ "6.17.0", &never_seen, TRUTH_NO },
		{ "6.18.0", &never_seen, TRUTH_NO },
		{ "6.19.0", &never_seen, TRUTH_UNKNOWN },
		{ "5.10.50", &patch, TRUTH_NO },
		{ "5.10.200", &patch, TRUTH_UNKNOWN },
		{ "5.10.262", &patch, TRUTH_YES },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct release release = { 0 };
		enum truth truth;

		if (cases[i].release)
			assert_int_equal(parse(cases[i].release, &release), 0);
		truth = release_reached(cases[i].release ? &release : NULL, cases[i].bracket);
		if (truth != cases[i].truth)
			fail_msg("row %zu (%s) gives %d, expected %d", i,
				 cases[i].release ? cases[i].release : "unknown", truth,
				 cases[i].truth);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(releases_of_all_kinds_are_read),
		cmocka_unit_test(what_is_no_release_is_refused),
		cmocka_unit_test(releases_are_ordered_with_candidates_before_the_final_one),
		cmocka_unit_test(release_is_printed_without_its_suffix),
		cmocka_unit_test(brackets_answer_only_what_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
