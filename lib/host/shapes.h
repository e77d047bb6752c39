/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The six shapes of /proc text: scalar, key-value, header and row pairs, column rows, pressure,
 * list. Each is fed line by line and reads no file; what is kept is at most one header line.
 * A row that is not of its shape is -EBADMSG, never a guess.
 */
#ifndef HOST_SHAPES_H
#define HOST_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"
#include "base/text.h"
#include "value/cpulist.h"

#define SHAPE_NO_CPU UINT32_MAX /* a sum over all CPUs, or nothing of a CPU at all */

/* One number and where it stood. The spans are borrowed until the callback returns. */
struct shape_cell {
	struct span row;  /* "TcpExt", "24", "some"; "" where rows have no name */
	struct span name; /* "ListenDrops", "avg10"; "" where columns have no name */
	uint32_t column;  /* from 0, in its row */
	uint32_t cpu;	  /* SHAPE_NO_CPU */
	uint32_t scale;	  /* what the number is to be divided by: 100 for averages, else 1 */
	struct number number;
};

/* Below 0 stops the reading and is handed on. */
typedef int shape_take(void *into, const struct shape_cell *cell);

/* Which row was read last: after -EBADMSG, the one that is malformed. From 1. */
struct shape_rows {
	size_t row;
	shape_take *take;
	void *into;
};

/* ---- scalar: one number, blanks around it ---- */

must_check int shape_scalar(struct span text, struct number *ret_number);

/* ---- key-value: "MemTotal:  16 kB", "nr_free_pages 7", "Name:<tab>init" ---- */

struct shape_pair {
	struct span key;   /* without colon */
	struct span value; /* without blanks at both ends; may be "" */
};

must_check int shape_pair_read(struct span line, struct shape_pair *ret_pair);
/* The value as one decimal number and at most one word of unit behind it. */
must_check int shape_pair_number(const struct shape_pair *pair, struct number *ret_number,
				 struct span *ret_unit);

/* ---- header and row pairs: "Udp: InDatagrams NoPorts" above "Udp: 5 -1" ---- */

struct shape_headed {
	struct shape_rows rows;
	struct text header;  /* the line of names that waits for its values */
	size_t extra;	     /* values without a name, names without a value, in all rows */
	size_t missing;	     /* none of these is handed out */
	size_t without_line; /* lines of names that no line of values follows */
	bool is_waiting;
};

void shape_headed_done(struct shape_headed *headed);
#define auto_shape_headed cleanup(shape_headed_done)
must_check int shape_headed_line(struct shape_headed *headed, struct span line);
/* After the last line: counts a header that still waits. */
void shape_headed_end(struct shape_headed *headed);

/* ---- column rows: a header "CPU0 CPU2" above "24: 5 6 chip action" ---- */

struct shape_columns {
	struct shape_rows rows;
	uint32_t *cpus; /* of each column, ascending */
	size_t count;
	size_t capacity;
	bool has_header;
};

void shape_columns_done(struct shape_columns *columns);
#define auto_shape_columns cleanup(shape_columns_done)
must_check int shape_columns_line(struct shape_columns *columns, struct span line);

/* ---- column rows without header, hexadecimal: softnet_stat ---- */

struct shape_hex {
	struct shape_rows rows;
	const struct cpulist *online; /* NULL: not known; rows that do not tell have no CPU */
	int64_t next;		      /* the smallest online CPU that the next row can be of */
};

must_check int shape_hex_line(struct shape_hex *hex, struct span line);

/* ---- pressure: "some avg10=0.00 avg60=0.12 avg300=0.05 total=123" ---- */

must_check int shape_pressure_line(struct shape_rows *rows, struct span line);

/* ---- list: one word a line; for CPUs, cpulist_parse() ---- */

/* 1 and the word, or 0 on a line of blanks. Two words are -EBADMSG. */
must_check int shape_list_line(struct shape_rows *rows, struct span line, struct span *ret_word);

#endif
