/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Defaults: exact where the release is proof, a range where it is none, and never a guess. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "tunable/tunable.h"

#define GIB (UINT64_C(1) << 30)

/* A machine as far as it is known: 0 and NULL are unknown. */
struct machine {
	uint64_t memory;
	uint64_t page_size;
	const char *arch;
};

struct known {
	struct value memory;
	struct value page_size;
	struct value arch;
};

static bool resolve(void *closure, const char *id, struct resolved *ret_resolved)
{
	static const struct value_format number = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 };
	static const struct value_format text = { .kind = VALUE_TEXT };
	const struct known *known = closure;
	const struct value *value = NULL;

	*ret_resolved = (struct resolved){ .format = &number, .unit = UNIT_BYTES };
	if (strcmp(id, "memory.total") == 0) {
		value = &known->memory;
	} else if (strcmp(id, "memory.page-size") == 0) {
		value = &known->page_size;
	} else if (strcmp(id, "arch") == 0) {
		value = &known->arch;
		ret_resolved->format = &text;
		ret_resolved->unit = UNIT_NONE;
	} else {
		return false;
	}
	if (value->kind)
		ret_resolved->value = value;
	else
		ret_resolved->why = "not read";
	return true;
}

static struct value number_or_unknown(uint64_t n)
{
	return (struct value){ .kind = n ? VALUE_NUMBER : 0, .number = number_from_u64(n) };
}

/* "LOW .. HIGH", "EXACT", or "" where nothing is known. */
static char *defaults(const char *id, const char *release, struct machine machine)
{
	const struct tunable *row = tunable_find(id);
	char arch[32] = "";
	struct known known = {
		.memory = number_or_unknown(machine.memory),
		.page_size = number_or_unknown(machine.page_size),
		.arch = { .kind = machine.arch ? VALUE_TEXT : 0, .text = arch },
	};
	const struct resolver resolver = {
		.resolve = resolve,
		.closure = &known,
		.page_size = machine.page_size,
	};
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	auto_text struct text text = { 0 };
	struct release parsed = { 0 };
	const char *why = "untouched";
	char *printed = NULL;
	int r;

	assert_non_null(row);
	if (machine.arch)
		memcpy(arch, machine.arch, strlen(machine.arch) + 1);
	if (release)
		assert_int_equal(release_parse(span_of(release), &parsed), 0);
	r = tunable_default_on(row, release ? &parsed : NULL, &resolver, &low, &high, &why);
	if (r == 0) {
		value_print(&text, &row->format, &low);
		if (!value_equal(&low, &high)) {
			text_add(&text, " .. ");
			value_print(&text, &row->format, &high);
		}
	} else {
		assert_int_equal(r, -ENODATA);
		assert_non_null(why);
		assert_int_equal(low.kind, 0);
		assert_int_equal(high.kind, 0);
	}
	assert_int_equal(text_take(&text, &printed), 0);
	return printed;
}

struct expected {
	const char *id;
	const char *release; /* NULL: unknown */
	struct machine machine;
	const char *defaults;
};

static void compare(const struct expected *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		autofree char *found = defaults(cases[i].id, cases[i].release, cases[i].machine);

		if (strcmp(found, cases[i].defaults) != 0)
			fail_msg("row %zu, %s on %s: \"%s\", expected \"%s\"", i, cases[i].id,
				 cases[i].release ? cases[i].release : "an unknown release", found,
				 cases[i].defaults);
	}
}

#define PC(gib)                                                          \
	{                                                                \
		.memory = (gib)*GIB, .page_size = 4096, .arch = "x86_64" \
	}

static void the_release_tells_the_default(void **state)
{
	static const struct expected cases[] = {
		{ "net.core.somaxconn", "5.3.0", PC(8), "128" },
		{ "net.core.somaxconn", "5.3.18", PC(8), "128" },
		{ "net.core.somaxconn", "5.4.0", PC(8), "4096" },
		{ "net.core.somaxconn", "6.1.0-18-amd64", PC(8), "4096" },
		{ "net.core.somaxconn", "2.6.32", PC(8), "128" },
		{ "net.ipv4.tcp_syncookies", "6.12.0", PC(8), "1" },
		{ "net.ipv4.tcp_tw_reuse", "4.14.0", PC(8), "0" },
		{ "net.ipv4.tcp_tw_reuse", "4.20.0", PC(8), "2" },
		{ "net.ipv4.ip_local_port_range", "6.18.44", PC(8), "32768 60999" },
		{ "net.core.rmem_max", "6.17.0", PC(8), "212992" },
		{ "net.core.rmem_max", "6.18.0", PC(8), "4194304" },
		{ "kernel.sched_rt_runtime_us", "6.19.0", PC(8), "950000" },
		{ "kernel.sched_rt_runtime_us", "7.2.13", PC(8), "1000000" },
		{ "net.rps_cpus", "6.12.0", PC(8), "0" },
		{ "vm.max_map_count", "6.12.0", PC(8), "65530" },
	};

	(void)state;
	compare(cases, ARRAY_SIZE(cases));
}

static void memory_tells_the_largest_buffers(void **state)
{
	static const struct expected cases[] = {
		{ "net.ipv4.tcp_rmem", "6.18.44", PC(24), "4096 131072 33554432" },
		{ "net.ipv4.tcp_rmem", "6.1.192", PC(24), "4096 131072 6291456" },
		{ "net.ipv4.tcp_rmem", "4.9.0", PC(24), "4096 87380 6291456" },
		{ "net.ipv4.tcp_wmem", "6.12.0", PC(24), "4096 16384 4194304" },
	};

	(void)state;
	compare(cases, ARRAY_SIZE(cases));
}

/* The kernel computes from a little less than the memory total: an upper bound, no more. */
static void little_memory_gives_a_range(void **state)
{
	static const struct expected cases[] = {
		{ "net.ipv4.tcp_rmem", "6.18.44", PC(2),
		  "4096 131072 131072 .. 4096 131072 16777216" },
		/* At the ceiling and just above it the truth may still be below. */
		{ "net.ipv4.tcp_rmem", "6.18.44", PC(4),
		  "4096 131072 131072 .. 4096 131072 33554432" },
		{ "net.ipv4.tcp_rmem",
		  "6.18.44",
		  { 4 * GIB + 511 * (GIB >> 10), 4096, "x86_64" },
		  "4096 131072 131072 .. 4096 131072 33554432" },
		{ "net.ipv4.tcp_rmem",
		  "6.18.44",
		  { 4 * GIB + GIB / 2, 4096, "x86_64" },
		  "4096 131072 33554432" },
		/* A 32-bit kernel reaches only the first part of the memory directly. */
		{ "net.ipv4.tcp_rmem",
		  "6.18.44",
		  { 16 * GIB, 4096, "i686" },
		  "4096 131072 131072 .. 4096 131072 33554432" },
		{ "net.ipv4.tcp_rmem",
		  "6.18.44",
		  { 16 * GIB, 4096, "s390x" },
		  "4096 131072 33554432" },
		/* Below the floor the floor is exact. */
		{ "net.ipv4.tcp_rmem",
		  "6.18.44",
		  { 16 << 20, 4096, "x86_64" },
		  "4096 131072 131072" },
	};

	(void)state;
	compare(cases, ARRAY_SIZE(cases));
}

static void what_is_not_known_of_the_machine_leaves_a_range_or_nothing(void **state)
{
	static const struct expected cases[] = {
		/* The kernel clamps, whatever the memory. */
		{ "net.ipv4.tcp_rmem",
		  "6.12.0",
		  { 0, 4096, NULL },
		  "4096 131072 131072 .. 4096 131072 6291456" },
		{ "net.ipv4.tcp_rmem",
		  "6.12.0",
		  { 24 * GIB, 65536, "aarch64" },
		  "4096 131072 6291456 .. 65536 131072 6291456" },
		{ "net.ipv4.tcp_rmem",
		  "6.12.0",
		  { 24 * GIB, 0, NULL },
		  "4096 131072 6291456 .. 262144 131072 6291456" },
		/* Read for x86-64 only. */
		{ "net.core.rmem_max", "6.12.0", { 8 * GIB, 65536, "ppc64le" }, "" },
		{ "net.core.rmem_max", "6.12.0", { 8 * GIB, 4096, NULL }, "" },
		{ "net.core.rmem_max", "6.18.0", { 8 * GIB, 65536, "ppc64le" }, "4194304" },
	};

	(void)state;
	compare(cases, ARRAY_SIZE(cases));
}

static void within_a_bracket_and_on_vendor_kernels_the_range_spans(void **state)
{
	static const struct expected cases[] = {
		{ "net.core.somaxconn", "4.18.0-553.el8_10.x86_64", PC(8), "128 .. 4096" },
		{ "net.core.somaxconn", NULL, PC(8), "128 .. 4096" },
		{ "net.core.rmem_max", "6.17.5", PC(8), "212992 .. 4194304" },
		{ "net.core.rmem_max", "5.14.0-427.el9.x86_64", PC(8), "212992 .. 4194304" },
		{ "net.ipv4.tcp_rmem", "6.16.3", PC(24),
		  "4096 131072 6291456 .. 4096 131072 33554432" },
		/* The bracket between 87380 and 131072, not the later one to 32 MiB. */
		{ "net.ipv4.tcp_rmem", "4.18.0", PC(24),
		  "4096 87380 6291456 .. 4096 131072 6291456" },
		{ "net.ipv4.tcp_rmem", "4.18.0-553.el8_10.x86_64", PC(24),
		  "4096 87380 6291456 .. 4096 131072 33554432" },
		{ "kernel.sched_rt_runtime_us", "7.0.0", PC(8), "950000 .. 1000000" },
	};

	(void)state;
	compare(cases, ARRAY_SIZE(cases));
}

static void no_default_is_made_up(void **state)
{
	static const struct expected cases[] = {
		{ "net.ipv4.tcp_max_syn_backlog", "6.12.0", PC(8), "" },
		{ "net.core.netdev_budget_usecs", "6.12.0", PC(8), "" },
		{ "net.netfilter.nf_conntrack_max", "6.12.0", PC(8), "" },
		{ "fs.file-max", "6.12.0", PC(8), "" },
		{ "kernel.numa_balancing", "6.12.0", PC(8), "" },
		{ "thp.enabled", "6.12.0", PC(8), "" },
		/* Older than any tree that was read for it. */
		{ "net.core.rmem_max", "2.6.32", PC(8), "" },
		{ "net.ipv4.tcp_synack_retries", "4.9.0", PC(8), "" },
	};

	(void)state;
	compare(cases, ARRAY_SIZE(cases));
}

static void without_a_resolver_only_fixed_defaults_are_known(void **state)
{
	const struct release release = { .major = 6, .minor = 12, .trust = RELEASE_MAINLINE };
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	const char *why = NULL;

	(void)state;
	assert_int_equal(tunable_default_on(tunable_find("net.ipv4.tcp_rmem"), &release, NULL, &low,
					    &high, &why),
			 -ENODATA);
	assert_non_null(why);
	assert_int_equal(tunable_default_on(tunable_find("net.core.somaxconn"), &release, NULL,
					    &low, &high, &why),
			 0);
	assert_int_equal(low.number.magnitude, 4096);
	assert_true(value_equal(&low, &high));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_release_tells_the_default),
		cmocka_unit_test(memory_tells_the_largest_buffers),
		cmocka_unit_test(little_memory_gives_a_range),
		cmocka_unit_test(what_is_not_known_of_the_machine_leaves_a_range_or_nothing),
		cmocka_unit_test(within_a_bracket_and_on_vendor_kernels_the_range_spans),
		cmocka_unit_test(no_default_is_made_up),
		cmocka_unit_test(without_a_resolver_only_fixed_defaults_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
