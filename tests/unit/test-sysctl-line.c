/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of sysctl.d as systemd-sysctl (src/sysctl/sysctl.c) and procps (src/sysctl.c) take them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "advice/sysctl_line.h"

static void lines_are_taken_apart(void **state)
{
	static const struct {
		const char *line;
		enum sysctl_line_kind kind;
		const char *key;
		const char *value;
		size_t key_column;
		bool ignores_errors;
		bool has_glob;
	} cases[] = {
		{ "a.b=1", SYSCTL_LINE_ASSIGNMENT, "a.b", "1", 1, false, false },
		{ "  a.b \t=  1 2  \r", SYSCTL_LINE_ASSIGNMENT, "a.b", "1 2", 3, false, false },
		{ "-a/b = x = y", SYSCTL_LINE_ASSIGNMENT, "a/b", "x = y", 2, true, false },
		{ "a.*.b = 0", SYSCTL_LINE_ASSIGNMENT, "a.*.b", "0", 1, false, true },
		{ "a.b =", SYSCTL_LINE_ASSIGNMENT, "a.b", "", 1, false, false },
		{ "# a = 1", SYSCTL_LINE_BLANK, NULL, NULL, 0, false, false },
		{ "; a = 1", SYSCTL_LINE_BLANK, NULL, NULL, 0, false, false },
		{ " \t ", SYSCTL_LINE_BLANK, NULL, NULL, 0, false, false },
		{ "-a.b.*", SYSCTL_LINE_EXCLUSION, "a.b.*", NULL, 2, false, true },
		{ "[sysctl]", SYSCTL_LINE_SECTION, "[sysctl]", NULL, 1, false, true },
		{ "a.b 1", SYSCTL_LINE_OTHER, "a.b 1", NULL, 1, false, false },
		{ "= 1", SYSCTL_LINE_OTHER, NULL, NULL, 0, false, false },
		{ "-", SYSCTL_LINE_OTHER, NULL, NULL, 0, false, false },
		{ "a=1 # no comment", SYSCTL_LINE_ASSIGNMENT, "a", "1 # no comment", 1, false,
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sysctl_line line;

		sysctl_line_parse(span_of(cases[i].line), &line);
		assert_int_equal(line.kind, cases[i].kind);
		if (cases[i].key) {
			assert_true(span_is(line.key, cases[i].key));
			assert_int_equal(line.key_column, cases[i].key_column);
			assert_int_equal(line.has_glob, cases[i].has_glob);
		}
		if (cases[i].value)
			assert_true(span_is(line.value, cases[i].value));
		assert_int_equal(line.ignores_errors, cases[i].ignores_errors);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_taken_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
