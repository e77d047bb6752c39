/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows with a column for each CPU: under a header (interrupts, softirqs) or not (softnet_stat). */
#include "config.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "host/shapes.h"

/* softnet_stat: up to here rows do not tell their CPU; column 13 does. */
#define HEX_COLUMNS_LEAST  9u
#define HEX_COLUMNS_UNTOLD 11u
#define HEX_COLUMN_CPU	   12u

void shape_columns_done(struct shape_columns *columns)
{
	free(columns->cpus);
	*columns = (struct shape_columns){ 0 };
}

static int add_column(struct shape_columns *columns, struct span token)
{
	uint32_t cpu;
	int r;

	if (!span_skip(&token, "CPU") || span_digits(token) != token.length ||
	    number_parse_u32(token, NUMBER_BASE_10, &cpu) < 0 || cpu >= CPULIST_MAX)
		return -EBADMSG;
	if (columns->count > 0 && cpu <= columns->cpus[columns->count - 1])
		return -EBADMSG;
	r = array_reserve(&columns->cpus, &columns->capacity, columns->count + 1,
			  sizeof(*columns->cpus));
	if (r < 0)
		return r;
	columns->cpus[columns->count++] = cpu;
	return 0;
}

static int read_header(struct shape_columns *columns, struct span line)
{
	struct span token;

	columns->count = 0;
	while (span_token(&line, &token)) {
		int r = add_column(columns, token);

		if (r < 0)
			return r;
	}
	columns->has_header = columns->count > 0;
	return columns->has_header ? 0 : -EBADMSG;
}

/*
 * How many counters the row begins with: no more than there are columns, for an action may be a
 * number too, and up to the first word that is not all digits ("4020KEY").
 */
static int count_counters(const struct shape_columns *columns, struct span rest, size_t *ret_count)
{
	struct number number;
	struct span token;
	size_t count = 0;

	while (count < columns->count && span_token(&rest, &token)) {
		if (span_digits(token) != token.length)
			break;
		if (number_parse(token, NUMBER_BASE_10, &number) < 0)
			return -EBADMSG;
		count++;
	}
	*ret_count = count;
	return 0;
}

/* Rows that sum over all CPUs, also where there is but one. */
static bool is_sum(struct span label)
{
	return span_is(label, "ERR") || span_is(label, "Err") || span_is(label, "MIS");
}

int shape_columns_line(struct shape_columns *columns, struct span line)
{
	struct shape_cell cell = { .scale = 1 };
	struct span token;
	size_t count;
	bool has_cpus;
	int r;

	columns->rows.row++;
	if (!columns->has_header)
		return read_header(columns, line);
	if (!span_split(&line, ':', &token) || token.bytes + token.length == line.bytes)
		return -EBADMSG;
	if (!span_token(&token, &cell.row) || span_trim(token).length > 0)
		return -EBADMSG;
	r = count_counters(columns, line, &count);
	if (r < 0)
		return r;
	has_cpus = count == columns->count && !is_sum(cell.row);
	/* Some but not all columns: whose they are cannot be told. */
	if (count == 0 || (!has_cpus && count > 1))
		return -EBADMSG;
	for (size_t i = 0; i < count && span_token(&line, &token); i++) {
		cell.column = (uint32_t)i;
		cell.cpu = has_cpus ? columns->cpus[i] : SHAPE_NO_CPU;
		r = number_parse(token, NUMBER_BASE_10, &cell.number);
		if (r == 0)
			r = columns->rows.take(columns->rows.into, &cell);
		if (r < 0)
			return r;
	}
	return 0;
}

static int measure_hex(struct span rest, size_t *ret_count, uint32_t *ret_cpu)
{
	struct number number;
	struct span token;
	size_t count = 0;

	*ret_cpu = SHAPE_NO_CPU;
	for (; span_token(&rest, &token); count++) {
		if (span_starts(token, "-") || number_parse(token, NUMBER_BASE_16, &number) < 0)
			return -EBADMSG;
		if (count != HEX_COLUMN_CPU)
			continue;
		if (number.magnitude >= CPULIST_MAX)
			return -EBADMSG;
		*ret_cpu = (uint32_t)number.magnitude;
	}
	if (count < HEX_COLUMNS_LEAST || (count > HEX_COLUMNS_UNTOLD && count <= HEX_COLUMN_CPU))
		return -EBADMSG;
	*ret_count = count;
	return 0;
}

/* Rows stand for online CPUs alone, so their number is not the CPU's. */
static int place_row(struct shape_hex *hex, uint32_t *cpu)
{
	int64_t next;

	if (!hex->online)
		return 0;
	next = hex->next < CPULIST_MAX ? cpulist_next(hex->online, (uint32_t)hex->next) : -1;
	if (next >= 0)
		hex->next = next + 1;
	if (*cpu != SHAPE_NO_CPU)
		return 0;
	if (next < 0)
		return -EBADMSG;
	*cpu = (uint32_t)next;
	return 0;
}

int shape_hex_line(struct shape_hex *hex, struct span line)
{
	struct shape_cell cell = { .scale = 1 };
	struct span token;
	size_t count;
	int r;

	hex->rows.row++;
	r = measure_hex(line, &count, &cell.cpu);
	if (r == 0)
		r = place_row(hex, &cell.cpu);
	if (r < 0)
		return r;
	for (size_t i = 0; i < count && span_token(&line, &token); i++) {
		cell.column = (uint32_t)i;
		r = number_parse(token, NUMBER_BASE_16, &cell.number);
		if (r == 0)
			r = hex->rows.take(hex->rows.into, &cell);
		if (r < 0)
			return r;
	}
	return 0;
}
