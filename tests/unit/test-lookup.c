/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every spelling of a sysctl leads to its row, and nothing else does. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tunable/known_names.h"
#include "tunable/lookup.h"

#define PROC_SYS "/proc/sys/"

static void keys_become_paths(void **state)
{
	static const struct {
		const char *key;
		const char *path; /* NULL: none */
	} cases[] = {
		{ "net.core.somaxconn", "net/core/somaxconn" },
		{ "net/core/somaxconn", "net/core/somaxconn" },
		{ "net.ipv4.conf.eth0/100.rp_filter", "net/ipv4/conf/eth0.100/rp_filter" },
		{ "net/ipv4/conf/eth0.100/rp_filter", "net/ipv4/conf/eth0.100/rp_filter" },
		{ "net.ipv4.conf.*.rp_filter", "net/ipv4/conf/*/rp_filter" },
		{ "vm", "vm" },
		{ "", NULL },
		{ ".vm", NULL },
		{ "/vm", NULL },
		{ "vm.", NULL },
		{ "vm..swappiness", NULL },
		{ "vm/../kernel/x", NULL },
		{ "vm\x01x", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		auto_text struct text path = { 0 };
		int r = sysctl_path(span_of(cases[i].key), &path);

		assert_int_equal(r, cases[i].path ? 0 : -EINVAL);
		if (cases[i].path)
			assert_true(span_is(text_span(&path), cases[i].path));
	}
}

/* The path of a row below /proc/sys with @name in its braces; false: it is no sysctl. */
static bool path_of(const struct tunable *row, const char *name, struct text *ret_path)
{
	struct span rest = span_of(row->path);
	bool is_open = false;

	if (!span_skip(&rest, PROC_SYS))
		return false;
	for (size_t i = 0; i < rest.length; i++) {
		if (rest.bytes[i] == '{')
			text_add(ret_path, name);
		if (rest.bytes[i] == '{' || rest.bytes[i] == '}')
			is_open = rest.bytes[i] == '{';
		else if (!is_open)
			text_add_char(ret_path, rest.bytes[i]);
	}
	return true;
}

static void every_row_is_found_by_its_path(void **state)
{
	static const char *const names[] = { "eth0.100", "all", "*" };
	size_t found = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);

		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
			auto_text struct text path = { 0 };
			struct span fragment;

			if (!path_of(row, names[k], &path))
				continue;
			if (sysctl_row(text_span(&path), &fragment) != row)
				fail_msg("%s is not found by %s", row->id, path.bytes);
			assert_true(span_is(fragment, strchr(row->path, '{') ? names[k] : ""));
			found++;
		}
	}
	assert_true(found > 300);
}

static void what_is_no_row_is_not_found(void **state)
{
	static const char *const paths[] = {
		"net/core",
		"net/core/somaxcon",
		"net/ipv4/conf/rp_filter",
		"net/ipv4/conf/a/b/rp_filter",
		"net.core.somaxconn",
		"x/net/core/somaxconn",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct span fragment;

		assert_null(sysctl_row(span_of(paths[i]), &fragment));
	}
}

static void names_without_a_row_are_known(void **state)
{
	(void)state;
	for (size_t i = 0; i < known_name_count(); i++) {
		struct span fragment;

		if (i > 0)
			assert_true(strcmp(known_name_at(i - 1), known_name_at(i)) < 0);
		/* What has a row stands in the registry alone. */
		if (sysctl_row(span_of(known_name_at(i)), &fragment))
			fail_msg("%s has a row", known_name_at(i));
	}
	assert_true(sysctl_is_known(span_of("kernel/hostname")));
	assert_true(sysctl_is_known(span_of("net/ipv6/conf/eth0/mtu")));
	assert_true(sysctl_is_known(span_of("sunrpc/tcp_slot_table_entries")));
	assert_false(sysctl_is_known(span_of("net/ipv6/conf/mtu")));
	assert_false(sysctl_is_known(span_of("net/ipv4/tcp_nodelay")));
	assert_string_equal(sysctl_nearest(span_of("net/core/somaxcon")), "net.core.somaxconn");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_become_paths),
		cmocka_unit_test(every_row_is_found_by_its_path),
		cmocka_unit_test(what_is_no_row_is_not_found),
		cmocka_unit_test(names_without_a_row_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
