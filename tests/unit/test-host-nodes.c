/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* NUMA nodes, on shapes that real machines showed (numbers: as in test-host-cpus). */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host-tree.h"

#define CPU	"sys/devices/system/cpu/"
#define NODE(n) "sys/devices/system/node/node" #n "/"
#define NODES	"sys/devices/system/node/"

/* 3, 6, 12 */
static void node_with_an_empty_list_has_memory_only(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-15,88-103\n" }, { NODES "online", "0,8,250\n" },
			 { NODE(0) "cpulist", "0-15\n" }, { NODE(8) "cpulist", "88-103\n" },
			 { NODE(250) "cpulist", "\n" },
			 { NODE(250) "meminfo", "Node 250 MemTotal:       16777216 kB\n" }),
		   WANTS({ "node.cpus/node8", "88-103" }, { "node.cpus/node250", "" },
			 { "nodes.memory-only", "250" }, { "nodes.count", "3" },
			 { "node.memory/node250", "17179869184" },
			 { "node.memory/node0", "(absent)" }));
}

/* 8 */
static void nul_after_the_newline_is_no_part_of_a_mask(void **state)
{
	static const char mask[] = "00000000,ffffffff\n";
	struct host host;

	(void)state;
	host_new(&host);
	tree_file(&host, CPU "online", "0-63\n");
	tree_bytes(&host, NODE(0) "cpumap", mask, sizeof(mask));
	tree_bytes(&host, NODE(1) "cpulist", "32-63\n", sizeof("32-63\n"));
	host_open(&host, false);
	check_wants(&host, WANTS({ "node.cpus/node0", "0-31" }, { "node.cpus/node1", "32-63" }));
	host_done(&host);
}

/* 9, 11 */
static void mask_alone_tells_the_cpus(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-79\n" },
			 { NODE(2) "cpumap", "0000,22222222,22222222\n" }),
		   WANTS({ "node.cpus/node2", "1,5,9,13,17,21,25,29,33,37,41,45,49,53,57,61" }));
}

/* 10 */
static void interleaved_lists_are_understood(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-7\n" }, { NODE(0) "cpulist", "0,2,4,6\n" },
			 { NODE(1) "cpulist", "1,3,5,7\n" }),
		   WANTS({ "node.cpus/node0", "0,2,4,6" }, { "node.cpus/node1", "1,3,5,7" }));
}

/* 11 */
static void node_with_neither_list_nor_mask_is_unknown(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-1\n" },
			 { NODE(0) "meminfo", "Node 0 MemTotal:       16 kB\n" }),
		   WANTS({ "node.cpus/node0", "(absent)" }, { "nodes.memory-only", "(absent)" },
			 { "node.memory/node0", "16384" }, { "nodes.count", "1" }));
}

/* 13 */
static void sparse_node_ids_are_counted_not_spanned(void **state)
{
	(void)state;
	check_host(FILES({ NODE(0) "distance", "10 20 20\n" },
			 { NODE(33) "distance", "20 10 20\n" },
			 { NODE(72) "distance", "20 20 10\n" }),
		   WANTS({ "nodes.count", "3" }, { "nodes.online", "0,33,72" },
			 { "node.distances/node33", "20 10 20" }));
}

/* 14 */
static void distances_may_be_missing_long_or_uneven(void **state)
{
	(void)state;
	check_host(FILES({ NODE(0) "cpulist", "0\n" }, { NODE(1) "distance", "21 10\n" },
			 { NODE(2) "distance", "10 16 32 33\n" }),
		   WANTS({ "node.distances/node0", "(absent)" },
			 { "node.distances/node1", "21 10" },
			 { "node.distances/node2", "10 16 32 33" }));
}

/* 14: a row of 17, as ia64 had it, and one of 32. */
static void long_rows_of_distances_are_read(void **state)
{
	(void)state;
	check_host(
		FILES({ NODE(0) "distance",
			"10 17 17 17 20 20 20 20 20 20 20 20 20 20 20 20 14\n" },
		      { NODE(1) "distance",
			"10 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 20 1 2 3 4 5 6 7 8 9 30 1 2" }),
		WANTS({ "node.distances/node0",
			"10 17 17 17 20 20 20 20 20 20 20 20 20 20 20 20 14" },
		      { "node.distances/node1",
			"10 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 20 1 2 3 4 5 6 7 8 9 30 1 2" }));
}

/* 15 */
static void nodes_that_share_their_cpus_do_not_add_cpus(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0-7\n" }, { NODE(0) "cpulist", "0-7\n" },
			 { NODE(1) "cpulist", "0-7\n" }),
		   WANTS({ "cpus.online-count", "8" }, { "nodes.count", "2" },
			 { "node.cpus/node1", "0-7" }, { "nodes.memory-only", "" }));
}

/* 15 */
static void cpus_of_a_node_that_do_not_run_are_left_out(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "1-5,8-10\n" }, { NODE(0) "cpulist", "0-140\n" }),
		   WANTS({ "node.cpus/node0", "1-5,8-10" }));
}

/* 15 */
static void online_cpu_of_no_node_is_no_error(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "4-20\n" }, { NODES "online", "0-1\n" },
			 { NODE(1) "cpulist", "5,7,9\n" }, { NODE(1) "distance", "21 10\n" }),
		   WANTS({ "cpus.online-count", "17" }, { "node.cpus/node1", "5,7,9" },
			 { "nodes.online", "0-1" }));
}

/* 16 */
static void kernel_without_numa_has_no_nodes(void **state)
{
	(void)state;
	check_host(FILES({ CPU "online", "0\n" }),
		   WANTS({ "nodes.count", "0" }, { "nodes.online", "" },
			 { "nodes.memory-only", "" }, { "node.cpus", "(nothing)" },
			 { "node.distances", "(nothing)" }));
}

static void memory_total_is_in_bytes(void **state)
{
	(void)state;
	check_host(FILES({ "proc/meminfo", "MemTotal:       16307600 kB\nMemFree: 1 kB\n" }),
		   WANTS({ "memory.total", "16698982400" }));
	check_host(FILES({ "proc/meminfo", "MemFree: 1 kB\n" }),
		   WANTS({ "memory.total", "(malformed)" }));
	check_host(FILES({ "proc/meminfo", "MemTotal: 18446744073709551615 kB\n" }),
		   WANTS({ "memory.total", "(malformed)" }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(node_with_an_empty_list_has_memory_only),
		cmocka_unit_test(nul_after_the_newline_is_no_part_of_a_mask),
		cmocka_unit_test(mask_alone_tells_the_cpus),
		cmocka_unit_test(interleaved_lists_are_understood),
		cmocka_unit_test(node_with_neither_list_nor_mask_is_unknown),
		cmocka_unit_test(sparse_node_ids_are_counted_not_spanned),
		cmocka_unit_test(distances_may_be_missing_long_or_uneven),
		cmocka_unit_test(long_rows_of_distances_are_read),
		cmocka_unit_test(nodes_that_share_their_cpus_do_not_add_cpus),
		cmocka_unit_test(cpus_of_a_node_that_do_not_run_are_left_out),
		cmocka_unit_test(online_cpu_of_no_node_is_no_error),
		cmocka_unit_test(kernel_without_numa_has_no_nodes),
		cmocka_unit_test(memory_total_is_in_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
