/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sockets, cores and threads, on shapes that real machines showed (numbers: as in test-host-cpus).
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define CPU	    "sys/devices/system/cpu/"
#define TOPOLOGY(n) CPU "cpu" #n "/topology/"

/* 9 */
static void first_group_of_a_mask_may_be_narrow(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-1,34-35\n" },
			 { TOPOLOGY(0) "core_siblings", "000c,00000003\n" },
			 { TOPOLOGY(0) "thread_siblings", "0000,00000001\n" },
			 { TOPOLOGY(1) "thread_siblings", "2\n" },
			 { TOPOLOGY(34) "thread_siblings", "000c,00000000\n" }),
		   WANTS({ "sockets", "1" }, { "cores", "3" }, { "smt.width", "2" }));
}

/* 9: ia64 prints 128 groups, more than a buffer of a kilobyte. */
static void mask_of_4096_bits_is_read_whole(void **state)
{
	struct host host;
	char mask[128 * 9 + 1];
	size_t length = 0;

	(void)state;
	for (size_t group = 0; group < 128; group++)
		length += (size_t)snprintf(mask + length, sizeof(mask) - length, "%s%c",
					   group == 0 || group == 127 ? "80000001" : "00000000",
					   group == 127 ? '\n' : ',');
	host_new(&host);
	tree_file(&host, CPU "online", "0-1,31,4064,4095\n");
	tree_file(&host, TOPOLOGY(0) "core_siblings", mask);
	tree_file(&host, TOPOLOGY(1) "core_siblings", "2\n");
	host_open(&host, false);
	check_wants(&host, WANTS({ "sockets", "2" }));
	host_done(&host);
}

/* 17 */
static void package_id_of_minus_one_does_not_make_one_socket(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-3\n" }, { TOPOLOGY(0) "physical_package_id", "-1\n" },
			 { TOPOLOGY(0) "core_siblings_list", "0-1\n" },
			 { TOPOLOGY(2) "physical_package_id", "-1\n" },
			 { TOPOLOGY(2) "core_siblings_list", "2-3\n" }),
		   WANTS({ "sockets", "2" }));
}

/* 17 */
static void package_id_of_minus_one_without_masks_is_unknown(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-1\n" }, { TOPOLOGY(0) "physical_package_id", "-1\n" },
			 { TOPOLOGY(1) "physical_package_id", "-1\n" },
			 { TOPOLOGY(0) "core_id", "0\n" }, { TOPOLOGY(1) "core_id", "0\n" }),
		   WANTS({ "sockets", "(absent)" }, { "cores", "(absent)" }));
}

/* 17 */
static void same_package_id_on_separate_sockets_is_two(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-3\n" }, { TOPOLOGY(0) "physical_package_id", "0\n" },
			 { TOPOLOGY(2) "physical_package_id", "0\n" },
			 { TOPOLOGY(0) "core_siblings", "00000003\n" },
			 { TOPOLOGY(2) "core_siblings", "0000000c\n" }),
		   WANTS({ "sockets", "2" }));
}

/* 17 */
static void each_virtual_cpu_may_be_a_socket_of_its_own(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-2\n" }, { TOPOLOGY(0) "package_cpus_list", "0\n" },
			 { TOPOLOGY(1) "package_cpus_list", "1\n" },
			 { TOPOLOGY(2) "package_cpus_list", "2\n" },
			 { TOPOLOGY(0) "core_cpus_list", "0\n" },
			 { TOPOLOGY(1) "core_cpus_list", "1\n" },
			 { TOPOLOGY(2) "core_cpus_list", "2\n" }),
		   WANTS({ "sockets", "3" }, { "cores", "3" }, { "smt.width", "1" }));
}

/* 17: only ids, and large ones. */
static void large_package_ids_are_ids_like_others(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-2\n" }, { TOPOLOGY(0) "physical_package_id", "8442\n" },
			 { TOPOLOGY(1) "physical_package_id", "36\n" },
			 { TOPOLOGY(2) "physical_package_id", "8442\n" }),
		   WANTS({ "sockets", "2" }));
}

/* 18 */
static void core_id_repeats_in_each_package(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-3\n" }, { TOPOLOGY(0) "physical_package_id", "0\n" },
			 { TOPOLOGY(1) "physical_package_id", "0\n" },
			 { TOPOLOGY(2) "physical_package_id", "1\n" },
			 { TOPOLOGY(3) "physical_package_id", "1\n" },
			 { TOPOLOGY(0) "core_id", "0\n" }, { TOPOLOGY(1) "core_id", "9\n" },
			 { TOPOLOGY(2) "core_id", "0\n" }, { TOPOLOGY(3) "core_id", "0\n" }),
		   WANTS({ "sockets", "2" }, { "cores", "3" }, { "smt.width", "2" }));
}

/* 18 */
static void cores_of_mixed_width_give_the_widest(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-5\n" }, { TOPOLOGY(0) "core_siblings_list", "0-5\n" },
			 { TOPOLOGY(0) "thread_siblings_list", "0-1\n" },
			 { TOPOLOGY(2) "thread_siblings_list", "2-3\n" },
			 { TOPOLOGY(4) "thread_siblings_list", "4\n" },
			 { TOPOLOGY(5) "thread_siblings_list", "5\n" }),
		   WANTS({ "sockets", "1" }, { "cores", "4" }, { "smt.width", "2" }));
}

/* 18 */
static void threads_that_are_offline_do_not_count(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0,4\n" }, { TOPOLOGY(0) "thread_siblings_list", "0-3\n" },
			 { TOPOLOGY(4) "thread_siblings_list", "4-7\n" }),
		   WANTS({ "cores", "2" }, { "smt.width", "1" }));
}

/* 18: books and drawers of s390; cpus of one book lie in different sockets. */
static void sockets_within_books_are_told_apart(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-3\n" }, { TOPOLOGY(0) "physical_package_id", "-1\n" },
			 { TOPOLOGY(0) "core_siblings_list", "0-1\n" },
			 { TOPOLOGY(0) "book_siblings_list", "0-3\n" },
			 { TOPOLOGY(0) "drawer_siblings_list", "0-3\n" },
			 { TOPOLOGY(2) "core_siblings_list", "2-3\n" }),
		   WANTS({ "sockets", "2" }));
}

/* 18: no topology folders; /proc/cpuinfo knows it. */
static void cpuinfo_tells_where_sysfs_does_not(void **state)
{
	static const char cpuinfo[] = "processor : 0\nphysical id : 0\ncore id : 0\n\n"
				      "processor : 1\nphysical id : 0\ncore id : 0\n\n"
				      "processor : 2\nphysical id : 3\ncore id : 0\n\n";

	(void)state;
	check_host(FILES({ CPU "cpu0", NULL }, { CPU "cpu1", NULL }, { CPU "cpu2", NULL },
			 { "proc/cpuinfo", cpuinfo }),
		   WANTS({ "sockets", "2" }, { "cores", "2" }, { "smt.width", "2" }));
}

/* 19 */
static void cpuinfo_without_physical_id_is_unknown(void **state)
{
	(void)state;
	check_host(FILES({ "proc/cpuinfo", "processor : 0\n\nprocessor : 1\n\n" }),
		   WANTS({ "cpus.online", "0-1" }, { "sockets", "(absent)" },
			 { "cores", "(absent)" }));
}

static void cpu_without_any_file_leaves_the_count_unknown(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-2\n" },
			 { TOPOLOGY(0) "thread_siblings_list", "0-1\n" }),
		   WANTS({ "cores", "(absent)" }, { "smt.width", "(absent)" }));
}

static void one_file_of_each_group_is_enough(void **state)
{
	struct host host;

	(void)state;
	host_new(&host);
	tree_files(&host,
		   FILES({ CPU "online", "0-3\n" }, { TOPOLOGY(0) "core_siblings_list", "0-3\n" },
			 { TOPOLOGY(1) "core_siblings_list", "0-3\n" }));
	host_open(&host, false);
	check_wants(&host, WANTS({ "sockets", "1" }));
	assert_int_equal(host_opened(&host, "/" TOPOLOGY(0) "core_siblings_list"), 1);
	assert_int_equal(host_opened(&host, "/" TOPOLOGY(1) "core_siblings_list"), 0);
	assert_int_equal(host_opened(&host, "/" TOPOLOGY(0) "thread_siblings_list"), 0);
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_group_of_a_mask_may_be_narrow),
		cmocka_unit_test(mask_of_4096_bits_is_read_whole),
		cmocka_unit_test(package_id_of_minus_one_does_not_make_one_socket),
		cmocka_unit_test(package_id_of_minus_one_without_masks_is_unknown),
		cmocka_unit_test(same_package_id_on_separate_sockets_is_two),
		cmocka_unit_test(each_virtual_cpu_may_be_a_socket_of_its_own),
		cmocka_unit_test(large_package_ids_are_ids_like_others),
		cmocka_unit_test(core_id_repeats_in_each_package),
		cmocka_unit_test(cores_of_mixed_width_give_the_widest),
		cmocka_unit_test(threads_that_are_offline_do_not_count),
		cmocka_unit_test(sockets_within_books_are_told_apart),
		cmocka_unit_test(cpuinfo_tells_where_sysfs_does_not),
		cmocka_unit_test(cpuinfo_without_physical_id_is_unknown),
		cmocka_unit_test(cpu_without_any_file_leaves_the_count_unknown),
		cmocka_unit_test(one_file_of_each_group_is_enough),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
