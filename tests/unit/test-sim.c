/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The simulated kernel has the quirks of a real one, as HOUSE 5 lists them: what is proved on it
 * would mean little without. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "../sim/sim.h"

#define ONE   "/proc/sys/net/ipv4/ip_default_ttl"
#define THREE "/proc/sys/net/ipv4/tcp_rmem"

struct quirk {
	const char *path;
	const char *written;
	int result;
	const char *then;
};

static const struct quirk quirks[] = {
	{ THREE, "8192", 0, "8192 131072 33554432" },
	{ THREE, "8192 200000 0", -EINVAL, "8192 200000 33554432" },
	{ THREE, "8192 200000 junk", -EINVAL, "8192 200000 33554432" },
	{ THREE, "1 2 3 4", 0, "1 2 3" },
	{ THREE, "6291456 131072 4096", 0, "6291456 131072 4096" },
	{ ONE, "010", 0, "8" },
	{ ONE, "0x10", 0, "16" },
	{ ONE, "33 junk", 0, "33" },
	{ ONE, "33junk", -EINVAL, "64" },
	{ ONE, " 12 ", 0, "12" },
	{ ONE, "5 6", 0, "5" },
	{ ONE, "+5", -EINVAL, "64" },
	{ ONE, "", -EINVAL, "64" }, /* source_write() does not let it through */
	{ ONE, " ", 0, "64" },
	{ ONE, "-5", 0, "-5" },
};

static void it_takes_what_a_kernel_takes(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(quirks); i++) {
		struct sim sim;
		char now[128];

		sim_new(&sim);
		sim_numbers(&sim, ONE, "64");
		sim_numbers(&sim, THREE, "4096 131072 33554432");
		sim_file(&sim, THREE)->has_range = true;
		sim_file(&sim, THREE)->min = 1;
		sim_file(&sim, THREE)->max = INT32_MAX;
		assert_int_equal(source_write(&sim.source, quirks[i].path,
					      span_of(quirks[i].written)),
				 quirks[i].result);
		sim_get(&sim, quirks[i].path, now, sizeof(now));
		assert_string_equal(now, quirks[i].then);
		sim_done(&sim);
	}
}

static void values_are_read_with_tabs_and_a_newline(void **state)
{
	auto_text struct text text = { 0 };
	struct sim sim;

	(void)state;
	sim_new(&sim);
	sim_numbers(&sim, THREE, "4096 131072 33554432");
	assert_int_equal(source_read(&sim.source, THREE, &text), 0);
	assert_string_equal(text.bytes, "4096\t131072\t33554432\n");
	sim_done(&sim);
}

static void one_of_a_pair_takes_the_other_to_0(void **state)
{
	struct sim sim;
	char now[64];

	(void)state;
	sim_new(&sim);
	strcpy(sim_numbers(&sim, "/a", "0")->partner, "/b");
	strcpy(sim_numbers(&sim, "/b", "20")->partner, "/a");
	assert_int_equal(source_write(&sim.source, "/a", span_of("4096")), 0);
	sim_get(&sim, "/b", now, sizeof(now));
	assert_string_equal(now, "0");
	assert_int_equal(source_write(&sim.source, "/b", span_of("10")), 0);
	sim_get(&sim, "/a", now, sizeof(now));
	assert_string_equal(now, "0");
	sim_done(&sim);
}

static void a_fault_comes_once_or_for_good(void **state)
{
	(void)state;
	for (int for_good = 0; for_good < 2; for_good++) {
		struct sim sim;

		sim_new(&sim);
		sim_numbers(&sim, ONE, "64");
		sim.state->failing = SIM_WRITE;
		sim.state->fail_at = 2;
		sim.state->fail_error = -EIO;
		sim.state->fails_for_good = for_good;
		assert_int_equal(source_write(&sim.source, ONE, span_of("1")), 0);
		assert_int_equal(source_write(&sim.source, ONE, span_of("2")), -EIO);
		assert_int_equal(source_write(&sim.source, ONE, span_of("3")), for_good ? -EIO : 0);
		assert_int_equal(sim.state->failures, for_good ? 2 : 1);
		sim_done(&sim);
	}
}

static void folders_list_what_lies_below(void **state)
{
	auto_names struct source_names names = { 0 };
	struct sim sim;

	(void)state;
	sim_new(&sim);
	sim_numbers(&sim, "/proc/sys/net/ipv4/conf/eth0/rp_filter", "0");
	sim_numbers(&sim, "/proc/sys/net/ipv4/conf/eth0/forwarding", "0");
	sim_numbers(&sim, "/proc/sys/net/ipv4/conf/all/rp_filter", "0");
	assert_int_equal(source_list(&sim.source, "/proc/sys/net/ipv4/conf", &names), 0);
	assert_int_equal(names.count, 2);
	assert_string_equal(names.names[0], "all");
	assert_string_equal(names.names[1], "eth0");
	sim_done(&sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_takes_what_a_kernel_takes),
		cmocka_unit_test(values_are_read_with_tabs_and_a_newline),
		cmocka_unit_test(one_of_a_pair_takes_the_other_to_0),
		cmocka_unit_test(a_fault_comes_once_or_for_good),
		cmocka_unit_test(folders_list_what_lies_below),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
