/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a host is at: uptime, load, pressure, what of its memory is left, taint, RCU callbacks. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define CPU   "sys/devices/system/cpu/"
#define GROUP "sys/fs/cgroup/"

/* One file and what it makes of one fact. */
struct said {
	const char *text;
	const char *id;
	const char *says;
};

static void check_said(const char *path, const struct said *said, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_host(FILES({ path, said[i].text }), WANTS({ said[i].id, said[i].says }));
}

static void uptime_is_in_whole_seconds(void **state)
{
	static const struct said said[] = {
		{ "20086.99 39721.10\n", "uptime", "20086" },
		{ "0.05 0.01\n", "uptime", "0" },
		{ "20086 39721.10\n", "uptime", "(malformed)" },
		{ "20086.9 1.10\n", "uptime", "(malformed)" },
		{ "-1.00 1.10\n", "uptime", "(malformed)" },
		{ ".10 1.10\n", "uptime", "(malformed)" },
		{ "\n", "uptime", "(malformed)" },
		{ "", "uptime", "(malformed)" },
		{ "18446744073709551616.00 1.10\n", "uptime", "(malformed)" },
	};

	(void)state;
	check_said("proc/uptime", said, ARRAY_SIZE(said));
}

static void load_is_in_hundredths_and_counts_who_runs(void **state)
{
	static const struct said said[] = {
		{ "0.20 0.18 0.12 3/80 11206\n", "load.one", "20" },
		{ "512.07 0.18 0.12 3/80 11206\n", "load.one", "51207" },
		{ "0.20 0.18 0.12 3/80 11206\n", "load.runnable", "3" },
		{ "0.20 0.18 0.12 3 80 11206\n", "load.runnable", "(malformed)" },
		{ "0.20 0.18 0.12 /80 11206\n", "load.runnable", "(malformed)" },
		{ "0.20 0.18 0.12 -3/80 11206\n", "load.runnable", "(malformed)" },
		{ "0.20 0.18\n", "load.runnable", "(malformed)" },
		{ "0.2 0.18 0.12 3/80 11206\n", "load.one", "(malformed)" },
		{ "184467440737095516.99 0 0 1/2 3\n", "load.one", "(malformed)" },
		{ "", "load.one", "(malformed)" },
	};

	(void)state;
	check_said("proc/loadavg", said, ARRAY_SIZE(said));
}

static void pressure_is_that_of_some_in_ten_seconds(void **state)
{
	static const struct said said[] = {
		{ "some avg10=90.12 avg60=1.00 avg300=0.05 total=123\n"
		  "full avg10=7.00 avg60=0.00 avg300=0.00 total=0\n",
		  "pressure.io", "9012" },
		{ "full avg10=7.00 avg60=0.00 avg300=0.00 total=0\n"
		  "some avg10=0.00 avg60=1.00 avg300=0.05 total=123\n",
		  "pressure.io", "0" },
		{ "full avg10=7.00 avg60=0.00 avg300=0.00 total=0\n", "pressure.io",
		  "(malformed)" },
		{ "some avg60=1.00 total=123\n", "pressure.io", "(malformed)" },
		{ "some avg10=1 avg60=1.00 total=123\n", "pressure.io", "(malformed)" },
		{ "none avg10=1.00\n", "pressure.io", "(malformed)" },
		{ "", "pressure.io", "(malformed)" },
	};
	static const char some[] = "some avg10=1.50 avg60=0.00 avg300=0.00 total=1\n";

	(void)state;
	check_said("proc/pressure/io", said, ARRAY_SIZE(said));
	check_host(FILES({ "proc/pressure/cpu", some }, { "proc/pressure/memory", some }),
		   WANTS({ "pressure.cpu", "150" }, { "pressure.memory", "150" },
			 { "pressure.io", "(absent)" }));
}

static int refuse(struct source *source, const char *path)
{
	(void)source;
	(void)path;
	return -EOPNOTSUPP;
}

static int forbid(struct source *source, const char *path)
{
	(void)source;
	(void)path;
	return -EACCES;
}

static void pressure_that_the_kernel_does_not_count_is_absent(void **state)
{
	static const struct {
		int (*open_file)(struct source *source, const char *path);
		const char *says;
	} answers[] = { { refuse, "(absent)" }, { forbid, "(unreadable)" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
		struct host host;

		host_new(&host);
		host_open(&host, true);
		host.witness.ops.open_file = answers[i].open_file;
		check_wants(&host, WANTS({ "pressure.memory", answers[i].says }));
		host_done(&host);
	}
}

static void memory_tells_what_is_left_dirty_and_swapped(void **state)
{
	(void)state;
	check_host(FILES({ "proc/meminfo",
			   "MemTotal: 4096 kB\nMemAvailable:    1024 kB\n"
			   "SwapTotal: 2048 kB\nSwapFree: 2040 kB\nDirty: 3 kB\n" }),
		   WANTS({ "memory.available", "1048576" }, { "memory.dirty", "3072" },
			 { "memory.total", "4194304" }, { "swap.total", "2097152" },
			 { "swap.used", "8192" }));
	/* Old kernels do not tell what is available. */
	check_host(FILES({ "proc/meminfo",
			   "MemTotal: 4096 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n" }),
		   WANTS({ "memory.available", "(absent)" }, { "memory.dirty", "(absent)" },
			 { "swap.total", "0" }, { "swap.used", "0" }));
}

static void memory_that_cannot_be_is_malformed(void **state)
{
	static const struct said said[] = {
		{ "MemAvailable: many kB\n", "memory.available", "(malformed)" },
		{ "MemAvailable: 1 MB\n", "memory.available", "(malformed)" },
		{ "Dirty: 18446744073709551615 kB\n", "memory.dirty", "(malformed)" },
		{ "Dirty: -1 kB\n", "memory.dirty", "(malformed)" },
		{ "SwapTotal: 1 kB\nSwapFree: 2 kB\n", "swap.used", "(malformed)" },
		{ "SwapTotal: 1 kB\n", "swap.used", "(absent)" },
	};

	(void)state;
	check_said("proc/meminfo", said, ARRAY_SIZE(said));
}

static void tightest_memory_limit_of_all_ancestors_counts(void **state)
{
	(void)state;
	check_host(FILES({ "proc/self/cgroup", "0::/a/b\n" }, { GROUP "a/b/memory.max", "max\n" },
			 { GROUP "a/memory.max", "1073741824\n" },
			 { GROUP "memory.max", "4294967296\n" }),
		   WANTS({ "cgroup.memory-max", "1073741824" }));
	check_host(FILES({ "proc/self/cgroup", "0::/a\n" }, { GROUP "a/memory.max", "max\n" }),
		   WANTS({ "cgroup.memory-max", "(absent)" }));
	check_host(FILES({ "proc/self/cgroup", "5:memory:/x\n0::/\n" },
			 { GROUP "memory/x/memory.limit_in_bytes", "536870912\n" },
			 { GROUP "memory/memory.limit_in_bytes", "9223372036854771712\n" }),
		   WANTS({ "cgroup.memory-max", "536870912" }));
	/* No limit, with pages of 4 and of 64 KiB. */
	check_host(FILES({ "proc/self/cgroup", "5:memory:/x\n" },
			 { GROUP "memory/x/memory.limit_in_bytes", "9223372036854771712\n" },
			 { GROUP "memory/memory.limit_in_bytes", "9223372036854710272\n" }),
		   WANTS({ "cgroup.memory-max", "(absent)" }));
}

static void taint_is_a_word_of_bits(void **state)
{
	static const struct said said[] = {
		{ "0\n", "kernel.tainted", "0" },
		{ "4609\n", "kernel.tainted", "4609" },
		{ "G\n", "kernel.tainted", "(malformed)" },
	};

	(void)state;
	check_said("proc/sys/kernel/tainted", said, ARRAY_SIZE(said));
	check_host(FILES({ "proc", NULL }), WANTS({ "kernel.tainted", "(absent)" }));
}

static void callbacks_leave_the_cpus_of_the_boot_line_and_of_nohz_full(void **state)
{
	static const struct said said[] = {
		{ "quiet rcu_nocbs=2-3\n", "kernel.rcu-nocbs", "2-3" },
		{ "rcu_nocbs=1 rcu_nocbs=2\n", "kernel.rcu-nocbs", "2" },
		{ "rcu_nocbs=1 nohz_full=3\n", "kernel.rcu-nocbs", "1,3" },
		{ "nohz_full=3\n", "kernel.rcu-nocbs", "3" },
		{ "rcu_nocbs quiet\n", "kernel.rcu-nocbs", "" },
		{ "rcu_nocb_poll\n", "kernel.rcu-nocbs", "" },
		{ "rcu_nocbs=3-1\n", "kernel.rcu-nocbs", "(malformed)" },
		{ "rcu_nocbs=all\n", "kernel.rcu-nocbs", "(absent)" },
	};

	(void)state;
	check_said("proc/cmdline", said, ARRAY_SIZE(said));
	check_host(FILES({ "proc/cmdline", "rcu_nocbs=all\n" }, { CPU "possible", "0-5\n" }),
		   WANTS({ "kernel.rcu-nocbs", "0-5" }));
	check_host(FILES({ "proc/cmdline", "rcu_nocbs=1\n" }, { CPU "nohz_full", "6\n" }),
		   WANTS({ "kernel.rcu-nocbs", "1,6" }));
	check_host(FILES({ "proc/cmdline", "rcu_nocbs=1\n" }, { CPU "nohz_full", "six\n" }),
		   WANTS({ "kernel.rcu-nocbs", "(malformed)" }));
	check_host(FILES({ "proc", NULL }), WANTS({ "kernel.rcu-nocbs", "(absent)" }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uptime_is_in_whole_seconds),
		cmocka_unit_test(load_is_in_hundredths_and_counts_who_runs),
		cmocka_unit_test(pressure_is_that_of_some_in_ten_seconds),
		cmocka_unit_test(pressure_that_the_kernel_does_not_count_is_absent),
		cmocka_unit_test(memory_tells_what_is_left_dirty_and_swapped),
		cmocka_unit_test(memory_that_cannot_be_is_malformed),
		cmocka_unit_test(tightest_memory_limit_of_all_ancestors_counts),
		cmocka_unit_test(taint_is_a_word_of_bits),
		cmocka_unit_test(callbacks_leave_the_cpus_of_the_boot_line_and_of_nohz_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
