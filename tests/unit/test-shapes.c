/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes of tables: what those of interrupts and of the network hold on real machines. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host/shapes.h"
#include "shape-text.h"

/* Reads to the end or to the first malformed row, whose number is *ret_row. */
static int read_columns(const char *table, struct text *noted, size_t *ret_row)
{
	auto_shape_columns struct shape_columns columns = { .rows = { 0, note, noted } };
	struct span rest = span_of(table);
	struct span line;
	int r = 0;

	while (r == 0 && span_split(&rest, '\n', &line))
		r = shape_columns_line(&columns, line);
	*ret_row = columns.rows.row;
	return r;
}

static void check_columns(const char *table, const char *expected)
{
	auto_text struct text noted = { 0 };
	size_t row;

	assert_int_equal(read_columns(table, &noted, &row), 0);
	check_text(&noted, expected);
}

static void refuse_columns(const char *table, size_t expected_row)
{
	auto_text struct text noted = { 0 };
	size_t row;

	assert_int_equal(read_columns(table, &noted, &row), -EBADMSG);
	assert_int_equal(row, expected_row);
}

static void check_hex(const char *table, const char *online, int status, const char *expected)
{
	auto_text struct text noted = { 0 };
	auto_cpulist struct cpulist cpus = { 0 };
	struct shape_hex hex = { .rows = { 0, note, &noted } };
	struct span rest = span_of(table);
	struct span line;
	int r = 0;

	if (online) {
		assert_int_equal(cpulist_parse(span_of(online), &cpus), 0);
		hex.online = &cpus;
	}
	while (r == 0 && span_split(&rest, '\n', &line))
		r = shape_hex_line(&hex, line);
	assert_int_equal(r, status);
	if (expected)
		check_text(&noted, expected);
}

struct tally {
	size_t extra;
	size_t missing;
	size_t without_line;
};

static void check_headed(const char *table, struct tally tally, const char *expected)
{
	auto_text struct text noted = { 0 };
	auto_shape_headed struct shape_headed headed = { .rows = { 0, note, &noted } };
	struct span rest = span_of(table);
	struct span line;

	while (span_split(&rest, '\n', &line))
		assert_int_equal(shape_headed_line(&headed, line), 0);
	shape_headed_end(&headed);
	assert_int_equal(headed.extra, tally.extra);
	assert_int_equal(headed.missing, tally.missing);
	assert_int_equal(headed.without_line, tally.without_line);
	check_text(&noted, expected);
}

static void refuse_headed(const char *table, size_t expected_row)
{
	auto_text struct text noted = { 0 };
	auto_shape_headed struct shape_headed headed = { .rows = { 0, note, &noted } };
	struct span rest = span_of(table);
	struct span line;
	int r = 0;

	while (r == 0 && span_split(&rest, '\n', &line))
		r = shape_headed_line(&headed, line);
	assert_int_equal(r, -EBADMSG);
	assert_int_equal(headed.rows.row, expected_row);
	check_text(&noted, "");
}

/* ---- interrupts and softirqs: oddities 20 to 27 ---- */

static void interrupts_columns_follow_the_header(void **state)
{
	(void)state;
	check_columns("      CPU0  CPU5  CPU7\n 24:  1  2  3  PCI-MSI 4-edge  eth0\n",
		      "24. 0 0 1\n24. 1 5 2\n24. 2 7 3\n");
}

static void short_rows_belong_to_no_cpu(void **state)
{
	(void)state;
	check_columns(" CPU0 CPU1\nERR:  7\nMIS: 8\nErr: 9\n",
		      "ERR. 0 - 7\nMIS. 0 - 8\nErr. 0 - 9\n");
	/* As many values as CPUs, and yet not that CPU's. */
	check_columns(" CPU0\nERR: 7\n", "ERR. 0 - 7\n");
}

static void action_beginning_with_digits_is_no_counter(void **state)
{
	(void)state;
	check_columns(" CPU0\n1:   5   4020KEY\n", "1. 0 0 5\n");
	check_columns(" CPU0 CPU1\n1: 5 6 77 8\n", "1. 0 0 5\n1. 1 1 6\n");
	check_columns(" CPU0 CPU1\n1: 5 4020KEY\n", "1. 0 - 5\n");
}

static void rows_without_chip_or_irq_number_are_read(void **state)
{
	(void)state;
	check_columns(" CPU0 CPU1\nEXT: 1 2\nI/O: 3 4\n",
		      "EXT. 0 0 1\nEXT. 1 1 2\nI/O. 0 0 3\nI/O. 1 1 4\n");
}

static void colons_in_chip_names_end_no_label(void **state)
{
	(void)state;
	check_columns(" CPU0 CPU1\n9: 1 2 IR-PCI-MSIX-0000:3b:00.0 0-edge a, b c\n"
		      "10: 3 4 IO-APIC 1-edge x\n",
		      "9. 0 0 1\n9. 1 1 2\n10. 0 0 3\n10. 1 1 4\n");
}

static int sum_up(void *into, const struct shape_cell *cell)
{
	*(uint64_t *)into += cell->number.magnitude;
	assert_int_equal(cell->cpu, cell->column);
	return 0;
}

static void lines_of_1152_columns_are_read_whole(void **state)
{
	auto_text struct text header = { 0 }, row = { 0 };
	uint64_t sum = 0;
	auto_shape_columns struct shape_columns columns = { .rows = { 0, sum_up, &sum } };

	(void)state;
	text_add(&row, "24:");
	for (unsigned int cpu = 0; cpu < 1152; cpu++) {
		text_addf(&header, " %6s%u", "CPU", cpu);
		text_addf(&row, " %10u", cpu);
	}
	text_add(&row, " PCI-MSI 4-edge eth0");
	assert_true(row.length > 12600);
	assert_int_equal(shape_columns_line(&columns, text_span(&header)), 0);
	assert_int_equal(shape_columns_line(&columns, text_span(&row)), 0);
	assert_int_equal(columns.count, 1152);
	assert_int_equal(sum, 1151 * 1152 / 2);
}

static void counters_beyond_32_bits_are_exact(void **state)
{
	(void)state;
	check_columns(" CPU0 CPU1\nLOC: 12345678901 18446744073709551615\n",
		      "LOC. 0 0 12345678901\nLOC. 1 1 18446744073709551615\n");
	refuse_columns(" CPU0\nLOC: 18446744073709551616\n", 2);
	check_headed("IpExt: InOctets\nIpExt: 123456789012\n", (struct tally){ 0 },
		     "IpExt.InOctets 0 - 123456789012\n");
}

static void irqs_without_row_leave_a_gap(void **state)
{
	(void)state;
	check_columns(" CPU0\n2: 1 a\n 7: 2 b\n", "2. 0 0 1\n7. 0 0 2\n");
}

static void softirqs_are_as_wide_as_their_header(void **state)
{
	(void)state;
	/* Two columns whatever else says how many CPUs there are. */
	check_columns("       CPU0 CPU1\n   HI:  1 2\nNET_RX:  3 4\n",
		      "HI. 0 0 1\nHI. 1 1 2\nNET_RX. 0 0 3\nNET_RX. 1 1 4\n");
}

static void malformed_column_rows_are_told_by_number(void **state)
{
	(void)state;
	refuse_columns("24: 1 2\n", 1);
	refuse_columns("\n", 1);
	refuse_columns(" CPU0 CPU0\n", 1);
	refuse_columns(" CPU1 CPU0\n", 1);
	refuse_columns(" CPU0 CPUx\n", 1);
	refuse_columns(" CPU0\n1: 2\nno label\n", 3);
	refuse_columns(" CPU0\n: 2\n", 2);
	refuse_columns(" CPU0\n1: word\n", 2);
	refuse_columns(" CPU0 CPU1 CPU2\n1: 2 3 word\n", 2);
}

/* ---- network: oddities 28 to 30 ---- */

static void softnet_rows_are_hex_and_follow_the_online_list(void **state)
{
	(void)state;
	check_hex("0000000a 0 0 0 0 0 0 0 ff\n1 0 0 0 0 0 0 0 0\n", "1,4", 0,
		  ". 0 1 10\n. 1 1 0\n. 2 1 0\n. 3 1 0\n. 4 1 0\n. 5 1 0\n. 6 1 0\n. 7 1 0\n"
		  ". 8 1 255\n. 0 4 1\n. 1 4 0\n. 2 4 0\n. 3 4 0\n. 4 4 0\n. 5 4 0\n. 6 4 0\n"
		  ". 7 4 0\n. 8 4 0\n");
}

static void softnet_column_13_is_the_cpu(void **state)
{
	(void)state;
	check_hex("1 2 3 4 5 6 7 8 9 a b c 1f\n", "0", 0,
		  ". 0 31 1\n. 1 31 2\n. 2 31 3\n. 3 31 4\n. 4 31 5\n. 5 31 6\n. 6 31 7\n"
		  ". 7 31 8\n. 8 31 9\n. 9 31 10\n. 10 31 11\n. 11 31 12\n. 12 31 31\n");
}

static void softnet_widths_of_all_kernels_are_read(void **state)
{
	(void)state;
	check_hex("0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0 0\n"
		  "0 0 0 0 0 0 0 0 0 0 0 0 3\n0 0 0 0 0 0 0 0 0 0 0 0 4 0 0\n",
		  "0-4", 0, NULL);
}

static void softnet_rows_of_other_widths_are_refused(void **state)
{
	(void)state;
	check_hex("0 0 0 0 0 0 0 0\n", "0", -EBADMSG, "");
	check_hex("0 0 0 0 0 0 0 0 0 0 0 0\n", "0", -EBADMSG, "");
	check_hex("0 0 0 0 0 0 0 0 g\n", "0", -EBADMSG, "");
	check_hex("0 0 0 0 0 0 0 0 -1\n", "0", -EBADMSG, "");
	/* More rows than CPUs: whose it is cannot be told. */
	check_hex("0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n", "0", -EBADMSG, NULL);
}

static void netstat_columns_are_known_by_name(void **state)
{
	(void)state;
	check_headed("TcpExt: A B\nTcpExt: 1 2\nIpExt: B\nIpExt: 3\n", (struct tally){ 0 },
		     "TcpExt.A 0 - 1\nTcpExt.B 1 - 2\nIpExt.B 0 - 3\n");
}

static void netstat_columns_without_partner_are_counted(void **state)
{
	(void)state;
	check_headed("T: A B\nT: 1 2 3 4\nI: A B C\nI: 5\n",
		     (struct tally){ .extra = 2, .missing = 2 },
		     "T.A 0 - 1\nT.B 1 - 2\nI.A 0 - 5\n");
}

static void snmp_values_below_zero_are_read(void **state)
{
	(void)state;
	check_headed("Tcp: MaxConn\nTcp: -1\n", (struct tally){ 0 }, "Tcp.MaxConn 0 - -1\n");
}

static void snmp_prefix_once_or_never_is_no_error(void **state)
{
	(void)state;
	check_headed("IcmpMsg: InType3\nUdp: A\nUdp: 1\nUdpLite: A\n",
		     (struct tally){ .without_line = 2 }, "Udp.A 0 - 1\n");
	check_headed("", (struct tally){ 0 }, "");
}

static void malformed_pairs_are_told_by_number(void **state)
{
	(void)state;
	refuse_headed("Tcp: 1 2\n", 1);
	refuse_headed("Tcp: A\nUdp: 1\n", 2);
	refuse_headed("Tcp: A B\nTcp: 1 x\n", 2);
	refuse_headed("Tcp A\n", 1);
	refuse_headed(": A\n", 1);
	refuse_headed("\n", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(interrupts_columns_follow_the_header),
		cmocka_unit_test(short_rows_belong_to_no_cpu),
		cmocka_unit_test(action_beginning_with_digits_is_no_counter),
		cmocka_unit_test(rows_without_chip_or_irq_number_are_read),
		cmocka_unit_test(colons_in_chip_names_end_no_label),
		cmocka_unit_test(lines_of_1152_columns_are_read_whole),
		cmocka_unit_test(counters_beyond_32_bits_are_exact),
		cmocka_unit_test(irqs_without_row_leave_a_gap),
		cmocka_unit_test(softirqs_are_as_wide_as_their_header),
		cmocka_unit_test(malformed_column_rows_are_told_by_number),
		cmocka_unit_test(softnet_rows_are_hex_and_follow_the_online_list),
		cmocka_unit_test(softnet_column_13_is_the_cpu),
		cmocka_unit_test(softnet_widths_of_all_kernels_are_read),
		cmocka_unit_test(softnet_rows_of_other_widths_are_refused),
		cmocka_unit_test(netstat_columns_are_known_by_name),
		cmocka_unit_test(netstat_columns_without_partner_are_counted),
		cmocka_unit_test(snmp_values_below_zero_are_read),
		cmocka_unit_test(snmp_prefix_once_or_never_is_no_error),
		cmocka_unit_test(malformed_pairs_are_told_by_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
