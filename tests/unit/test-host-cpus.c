/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which CPUs there are: shapes of real machines on which a naive reader breaks (the number in a
 * comment is that of the oddity in the project's list of them). */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define CPU "sys/devices/system/cpu/"

/* 1 */
static void possible_present_and_online_differ(void **state)
{
	(void)state;
	check_host(FILES({ CPU "possible", "0-63\n" }, { CPU "present", "0-19\n" },
			 { CPU "online", "1-5,8-19\n" }, { CPU "offline", "0,6-7,20-63\n" }),
		   WANTS({ "cpus.possible", "0-63" }, { "cpus.present", "0-19" },
			 { "cpus.online", "1-5,8-19" }, { "cpus.online-count", "17" }));
}

/* 1 */
static void present_cpu_0_without_a_folder_is_offline(void **state)
{
	(void)state;
	check_host(FILES({ CPU "possible", "0-7\n" }, { CPU "present", "0,4-7\n" },
			 { CPU "online", "4-6\n" },
			 { CPU "cpu4/topology/core_siblings_list", "4-6\n" }, { CPU "cpu5", NULL },
			 { CPU "cpu6", NULL }, { CPU "cpu7", NULL }),
		   WANTS({ "cpus.present", "0,4-7" }, { "cpus.online", "4-6" },
			 { "sockets", "1" }));
}

/* 2 */
static void cpu_0_may_be_offline_or_not_exist(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "4,8\n" }, { CPU "cpu0/online", "0\n" }),
		   WANTS({ "cpus.online", "4,8" }, { "cpus.online-count", "2" }));
	check_host(FILES({ CPU "possible", "6-7,10-11,14-15\n" },
			 { CPU "online", "6-7,10-11,14-15\n" }),
		   WANTS({ "cpus.possible", "6-7,10-11,14-15" }, { "cpus.online-count", "6" }));
}

/* 3 */
static void lone_newline_is_the_empty_set(void **state)
{
	(void)state;
	check_host(FILES({ CPU "isolated", "\n" }, { CPU "nohz_full", "\n" }),
		   WANTS({ "cpus.isolated", "" }, { "cpus.nohz-full", "" }));
}

/* 4 */
static void offline_list_beyond_possible_changes_nothing(void **state)
{
	(void)state;
	check_host(FILES({ CPU "possible", "0-7\n" }, { CPU "online", "0-7\n" },
			 { CPU "offline", "8-511\n" }),
		   WANTS({ "cpus.possible", "0-7" }, { "cpus.online-count", "8" }));
}

/* 5 */
static void without_a_list_each_cpu_says_whether_it_runs(void **state)
{
	(void)state;
	check_host(FILES({ CPU "cpu0", NULL }, { CPU "cpu1/online", "1\n" },
			 { CPU "cpu2/online", "0\n" }, { CPU "cpu3/online", "1\n" },
			 { CPU "cpufreq", NULL }, { CPU "cpuidle", NULL }),
		   WANTS({ "cpus.online", "0-1,3" }, { "cpus.present", "0-3" },
			 { "cpus.possible", "(absent)" }));
}

/* 6 */
static void holes_and_empty_folders_are_kept(void **state)
{
	(void)state;
	check_host(FILES({ CPU "cpu0", NULL }, { CPU "cpu2", NULL }, { CPU "cpu10", NULL },
			 { CPU "cpu88", NULL }),
		   WANTS({ "cpus.present", "0,2,10,88" }, { "cpus.online", "0,2,10,88" }));
}

/* 7 */
static void null_after_blanks_is_the_empty_set(void **state)
{
	(void)state;
	check_host(FILES({ CPU "isolated", "                                        (null)\n" },
			 { CPU "nohz_full", "  (null)\n" }),
		   WANTS({ "cpus.isolated", "" }, { "cpus.nohz-full", "" }));
}

/* 10 */
static void strides_of_boot_options_are_understood(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cmdline", "quiet isolcpus=0-62:20 nohz_full=1-3,7\n" }),
		   WANTS({ "cpus.isolated", "0,20,40,60" }, { "cpus.nohz-full", "1-3,7" }));
}

/* 33 */
static void flag_words_of_isolcpus_are_not_cpus(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cmdline", "isolcpus=managed_irq,domain,0-4,11-79\n" }),
		   WANTS({ "cpus.isolated", "0-4,11-79" }));
	check_host(FILES({ "proc/cmdline", "isolcpus=2-3\n" }), WANTS({ "cpus.isolated", "2-3" }));
}

/* 33 */
static void isolcpus_of_interrupts_alone_isolates_no_cpu(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cmdline", "isolcpus=managed_irq,0-4 nohz_full=0-4\n" }),
		   WANTS({ "cpus.isolated", "" }, { "cpus.nohz-full", "0-4" }));
}

static void boot_option_that_is_no_list_leaves_it_unknown(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cmdline", "nohz_full=8-N\n" }),
		   WANTS({ "cpus.nohz-full", "(absent)" }, { "cpus.isolated", "" }));
}

/* The CPUs of /proc/cpuinfo where there is neither sysfs nor /proc/stat (19). */
static void cpuinfo_of_every_shape_tells_its_cpus(void **state)
{
	static const struct {
		const char *text;
		const char *online;
	} shapes[] = {
		{ "processor\t: 0\nvendor_id\t: X\n\nprocessor\t: 1\n\n", "0-1" },
		{ "vendor_id       : IBM/S390\n# processors    : 2\n"
		  "processor 0: version = FF,  identification = 000000\n"
		  "processor 3: version = FF,  identification = 000000\n",
		  "0,3" },
		{ "cpu\t\t: TI UltraSparc II\nncpus active\t: 2\nState:\nCPU6:\t\tonline\n"
		  "CPU7:\t\tonline\nCPU8:\t\toffline\n",
		  "6-7" },
		{ "cpu\t\t\t: Alpha\ncpus detected\t\t: 4\ncpus active\t\t: 4\n", "0-3" },
		{ "Processor\t: ARMv7 Processor rev 2 (v7l)\nBogoMIPS\t: 996.00\n", "(absent)" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++)
		check_host(FILES({ "proc/cpuinfo", shapes[i].text }),
			   WANTS({ "cpus.online", shapes[i].online }));
}

/* 19: phones print fewer blocks than CPUs that run. */
static void stat_counts_more_than_cpuinfo(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cpuinfo", "processor : 0\n\n" },
			 { "proc/stat", "cpu  1 2 3\ncpu0 1 2\ncpu2 1 2\nintr 5 cpu7\n" }),
		   WANTS({ "cpus.online", "0,2" }));
}

static void list_that_is_none_is_malformed(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "three\n" }),
		   WANTS({ "cpus.online", "(malformed)" }, { "cpus.online-count", "(absent)" },
			 { "sockets", "(absent)" }));
}

static void tree_without_cpus_is_unknown_and_no_error(void **state)
{
	(void)state;
	check_host(FILES({ "proc", NULL }),
		   WANTS({ "cpus.online", "(absent)" }, { "cpus.online-count", "(absent)" },
			 { "cpus.isolated", "(absent)" }, { "sockets", "(absent)" },
			 { "cores", "(absent)" }, { "smt.width", "(absent)" }));
}

static void live_kernel_without_nohz_full_was_built_so(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host, FILES({ CPU "possible", "0-1\n" }, { "proc/cmdline", "nohz_full=1\n" }));
	host_open(&host, true);
	check_wants(&host,
		    WANTS({ "cpus.nohz-full", "(not-built-in)" }, { "cpus.isolated", "(absent)" }));
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(possible_present_and_online_differ),
		cmocka_unit_test(present_cpu_0_without_a_folder_is_offline),
		cmocka_unit_test(cpu_0_may_be_offline_or_not_exist),
		cmocka_unit_test(lone_newline_is_the_empty_set),
		cmocka_unit_test(offline_list_beyond_possible_changes_nothing),
		cmocka_unit_test(without_a_list_each_cpu_says_whether_it_runs),
		cmocka_unit_test(holes_and_empty_folders_are_kept),
		cmocka_unit_test(null_after_blanks_is_the_empty_set),
		cmocka_unit_test(strides_of_boot_options_are_understood),
		cmocka_unit_test(flag_words_of_isolcpus_are_not_cpus),
		cmocka_unit_test(isolcpus_of_interrupts_alone_isolates_no_cpu),
		cmocka_unit_test(boot_option_that_is_no_list_leaves_it_unknown),
		cmocka_unit_test(cpuinfo_of_every_shape_tells_its_cpus),
		cmocka_unit_test(stat_counts_more_than_cpuinfo),
		cmocka_unit_test(list_that_is_none_is_malformed),
		cmocka_unit_test(tree_without_cpus_is_unknown_and_no_error),
		cmocka_unit_test(live_kernel_without_nohz_full_was_built_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
