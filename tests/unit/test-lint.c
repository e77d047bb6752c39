/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What files would do: each problem, how often it is said, and that portions make no difference. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "advice/lint.h"

static const struct release today = { .major = 6, .minor = 12, .trust = RELEASE_MAINLINE };

static struct lint *judge_in(const char *text, size_t length, size_t portion,
			     const struct release *release)
{
	struct lint *lint;

	assert_int_equal(lint_new(release, NULL, NULL, &lint), 0);
	assert_int_equal(lint_begin(lint, "x.conf"), 0);
	for (size_t i = 0; i < length; i += portion) {
		size_t rest = length - i;

		assert_int_equal(
			lint_feed(lint, (struct span){ .bytes = text + i,
						       .length = rest < portion ? rest : portion }),
			0);
	}
	assert_int_equal(lint_end(lint), 0);
	return lint;
}

static struct lint *judge(const char *text)
{
	return judge_in(text, strlen(text), 4096, &today);
}

static const struct lint_finding *find(const struct lint *lint, enum lint_problem problem)
{
	for (size_t i = 0; i < lint_count(lint); i++) {
		if (lint_at(lint, i)->problem == problem)
			return lint_at(lint, i);
	}
	return NULL;
}

static void each_problem_is_told(void **state)
{
	static const struct {
		const char *text;
		enum lint_problem problem; /* 0: none at all */
		enum severity severity;
	} cases[] = {
		{ "net.ipv4.tcp_syncookies=0", LINT_WEAKENS_SECURITY, SEVERITY_HIGH },
		{ "net.ipv4.tcp_syncookies=1", 0, 0 },
		{ "net.ipv4.conf.default.rp_filter=0", LINT_WEAKENS_SECURITY, SEVERITY_MEDIUM },
		{ "net/ipv4/conf/eth0.1/rp_filter=0", LINT_WEAKENS_SECURITY, SEVERITY_MEDIUM },
		{ "net.ipv4.conf.*.rp_filter=0", LINT_WEAKENS_SECURITY, SEVERITY_MEDIUM },
		{ "net.ipv4.tcp_sy*=0", LINT_WEAKENS_SECURITY, SEVERITY_HIGH },
		{ "kernel.core_pattern=|/tmp/x", LINT_RUNS_CODE, SEVERITY_HIGH },
		{ "kernel.core_pattern=core.%p", 0, 0 },
		{ "kernel.core_pattern=|/bin/false", 0, 0 },
		{ "kernel.kexec_load_disabled=1", LINT_ONE_WAY, SEVERITY_INFO },
		{ "net.ipv4.tcp_tw_recycle=0", LINT_REMOVED, SEVERITY_LOW },
		{ "net.ipv4.tcp_nodelay=1", LINT_UNKNOWN_KEY, SEVERITY_LOW },
		{ "kernel.hostname=x", 0, 0 },
		{ "nonsense", LINT_MALFORMED, SEVERITY_MEDIUM },
		{ "vm..x=1", LINT_MALFORMED, SEVERITY_MEDIUM },
		{ "vm.swappiness=1x", LINT_MALFORMED, SEVERITY_MEDIUM },
		{ "vm.swappiness=1000", LINT_OUT_OF_RANGE, SEVERITY_MEDIUM },
		{ "net.core.somaxconn=128", LINT_LOWERS_DEFAULT, SEVERITY_MEDIUM },
		{ "net.core.somaxconn=4096", 0, 0 },
		/* Computed from the memory of a host, and none is given. */
		{ "net.ipv4.tcp_rmem=1 2 3", 0, 0 },
		{ "net.ipv4.ip_forward=1", LINT_CONTESTED, SEVERITY_INFO },
		{ "vm.swappiness=1\nvm/swappiness=2", LINT_DUPLICATE, SEVERITY_LOW },
		{ "vm.swappiness=1\nvm/swappiness=1", LINT_DUPLICATE, SEVERITY_INFO },
		{ "-net.ipv4.conf.*.rp_filter\n# x\n;y\n", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		auto_lint struct lint *lint = judge(cases[i].text);
		const struct lint_finding *finding = find(lint, cases[i].problem);

		if (!cases[i].problem && lint_count(lint) > 0)
			fail_msg("%s: %s", cases[i].text, lint_at(lint, 0)->message);
		if (cases[i].problem && !finding)
			fail_msg("%s: %s is not told", cases[i].text,
				 lint_problem_name(cases[i].problem));
		if (finding)
			assert_int_equal(finding->severity, cases[i].severity);
	}
}

static void a_release_decides(void **state)
{
	static const char text[] = "net.core.somaxconn=128\nnet.ipv4.tcp_tw_recycle=1\n";
	static const struct release old = { .major = 4, .minor = 4, .trust = RELEASE_MAINLINE };
	auto_lint struct lint *then = judge_in(text, strlen(text), 100, &old);
	auto_lint struct lint *now = judge(text);
	auto_lint struct lint *unknown = judge_in(text, strlen(text), 100, NULL);

	(void)state;
	assert_null(find(then, LINT_LOWERS_DEFAULT));
	assert_null(find(then, LINT_REMOVED));
	assert_non_null(find(now, LINT_LOWERS_DEFAULT));
	assert_non_null(find(now, LINT_REMOVED));
	assert_null(find(unknown, LINT_LOWERS_DEFAULT));
	assert_null(find(unknown, LINT_REMOVED));
}

static void portions_make_no_difference(void **state)
{
	static const char text[] = "\xef\xbb\xbfnet.ipv4.tcp_syncookies = 0\r\n\n"
				   "-net/ipv4/conf/all/rp_filter=0\nkernel.randomize_va_space=1";
	auto_lint struct lint *whole = judge(text);

	(void)state;
	assert_int_equal(lint_count(whole), 3);
	for (size_t portion = 1; portion < 20; portion++) {
		auto_lint struct lint *lint = judge_in(text, strlen(text), portion, &today);

		assert_int_equal(lint_count(lint), lint_count(whole));
		for (size_t i = 0; i < lint_count(lint); i++) {
			assert_int_equal(lint_at(lint, i)->line, lint_at(whole, i)->line);
			assert_int_equal(lint_at(lint, i)->column, lint_at(whole, i)->column);
			assert_string_equal(lint_at(lint, i)->key, lint_at(whole, i)->key);
			assert_string_equal(lint_at(lint, i)->value, lint_at(whole, i)->value);
		}
	}
}

/* Each line once, under the first that is true of it. */
static void the_summary_counts_each_line_once(void **state)
{
	auto_lint struct lint *lint = judge("net.ipv4.tcp_syncookies=0\n"
					    "net.ipv4.tcp_tw_recycle=1\n"
					    "net.core.somaxconn=128\n"
					    "vm.swappiness=1\n"
					    "vm.swappiness=10\n"
					    "nonsense\n");
	const struct lint_file *file = lint_file(lint, 0);

	(void)state;
	assert_int_equal(file->assignments, 5);
	assert_int_equal(file->dangerous, 1);
	assert_int_equal(file->dead, 2);
	assert_int_equal(file->lowering, 1);
	assert_int_equal(file->fine, 1);
}

static void what_is_said_is_bounded_by_the_keys(void **state)
{
	auto_text struct text text = { 0 };
	struct lint *lint;
	size_t listed = 0;
	uint64_t said = 0;

	(void)state;
	for (size_t i = 0; i < 5000; i++)
		text_add(&text, i % 2 ? "net.ipv4.tcp_syncookies=0\n" : "nonsense\n");
	lint = judge_in(text.bytes, text.length, 1000, &today);
	for (size_t i = 0; i < lint_count(lint); i++) {
		listed += 1;
		if (lint_at(lint, i)->problem == LINT_WEAKENS_SECURITY)
			said += 1 + lint_at(lint, i)->more;
	}
	assert_int_equal(said, 2500);
	assert_true(listed <= 48);
	lint_free(lint);
}

static void what_is_no_text_or_too_long_is_told(void **state)
{
	static const char binary[] = "vm.swappiness=1\0net.ipv4.tcp_syncookies=0\n";
	auto_lint struct lint *lint = judge_in(binary, sizeof(binary) - 1, 7, &today);
	auto_text struct text text = { 0 };
	struct lint *longer;

	(void)state;
	assert_int_equal(lint_file(lint, 0)->language, LINT_LANGUAGE_BINARY);
	assert_null(find(lint, LINT_WEAKENS_SECURITY));
	assert_non_null(find(lint, LINT_MALFORMED));
	for (size_t i = 0; i < 70000; i++)
		text_add_char(&text, 'x');
	text_add(&text, "\nnet.ipv4.tcp_syncookies=0\n");
	longer = judge_in(text.bytes, text.length, 5000, &today);
	assert_int_equal(find(longer, LINT_MALFORMED)->line, 1);
	assert_int_equal(find(longer, LINT_WEAKENS_SECURITY)->line, 2);
	lint_free(longer);
}

static void sections_are_tuneds(void **state)
{
	auto_lint struct lint *lint = judge("[main]\nnet.ipv4.tcp_syncookies=0\n[sysctl]\n"
					    "vm.swappiness=>10\nvm.dirty_ratio=${x}\n"
					    "kernel.randomize_va_space=<1\n[vm]\nx=y\n");

	(void)state;
	assert_int_equal(lint_file(lint, 0)->language, LINT_LANGUAGE_TUNED);
	assert_int_equal(find(lint, LINT_WEAKENS_SECURITY)->line, 6);
	assert_int_equal(lint_file(lint, 0)->dangerous, 1);
	assert_int_equal(lint_file(lint, 0)->assignments, 2);
}

static void profiles_are_judged_too(void **state)
{
	static const char text[] =
		"{ \"schema\": \"tuneadv-profile/1\", \"name\": \"x\", \"title\": \"T\",\n"
		"\"rules\": [ { \"id\": \"c\", \"tunable\": \"net.ipv4.tcp_syncookies\",\n"
		"\"assert\": { \"equals\": 0 }, \"severity\": \"high\", \"rationale\": \"r\",\n"
		"\"references\": [ \"doc:https://example.org\" ] } ] }\n";
	struct lint *lint;

	(void)state;
	assert_int_equal(lint_new(&today, NULL, NULL, &lint), 0);
	assert_int_equal(lint_begin(lint, "x.json"), 0);
	assert_int_equal(lint_feed(lint, span_of(text)), 0);
	assert_int_equal(lint_end(lint), 0);
	assert_int_equal(lint_file(lint, 0)->language, LINT_LANGUAGE_PROFILE);
	assert_int_equal(find(lint, LINT_WEAKENS_SECURITY)->line, 3);
	assert_true(lint_has_problem(lint, SEVERITY_HIGH));
	assert_false(lint_has_problem(lint, 0));
	lint_free(lint);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_problem_is_told),
		cmocka_unit_test(a_release_decides),
		cmocka_unit_test(portions_make_no_difference),
		cmocka_unit_test(the_summary_counts_each_line_once),
		cmocka_unit_test(what_is_said_is_bounded_by_the_keys),
		cmocka_unit_test(what_is_no_text_or_too_long_is_told),
		cmocka_unit_test(sections_are_tuneds),
		cmocka_unit_test(profiles_are_judged_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
