/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The shapes of /proc text; the first byte chooses which. Each line is fed from an allocation of
 * its own size, so that a byte too far is seen; the same text gives the same cells twice; no row
 * has more counters than its header has CPUs.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/shapes.h"

enum chosen {
	CHOSEN_SCALAR,
	CHOSEN_PAIR,
	CHOSEN_HEADED,
	CHOSEN_COLUMNS,
	CHOSEN_HEX,
	CHOSEN_PRESSURE,
	CHOSEN_LIST,
	CHOSEN_END_,
};

struct run {
	struct text cells;
	struct shape_headed headed;
	struct shape_columns columns;
	struct shape_hex hex;
	struct shape_rows rows;
	struct cpulist online;
	struct span line;
	size_t in_row;
};

static bool is_of_line(const struct run *run, struct span part)
{
	return part.length == 0 || (part.bytes >= run->line.bytes &&
				    part.bytes + part.length <= run->line.bytes + run->line.length);
}

static int take(void *into, const struct shape_cell *cell)
{
	struct run *run = into;

	fuzz_require(is_of_line(run, cell->row));
	fuzz_require(cell->column == run->in_row++);
	fuzz_require(cell->cpu == SHAPE_NO_CPU || cell->cpu < CPULIST_MAX);
	fuzz_require(cell->scale == 1 || cell->scale == 100);
	text_add_span(&run->cells, cell->row);
	text_add_char(&run->cells, '.');
	text_add_span(&run->cells, cell->name);
	text_addf(&run->cells, " %u %u ", cell->cpu, cell->scale);
	number_print(&run->cells, cell->number);
	text_add_char(&run->cells, '\n');
	return 0;
}

static int feed_pair(struct run *run)
{
	struct shape_pair pair;
	struct number number;
	struct span unit;
	int r = shape_pair_read(run->line, &pair);

	if (r < 0)
		return r;
	fuzz_require(pair.key.length > 0);
	fuzz_require(is_of_line(run, pair.key) && is_of_line(run, pair.value));
	r = shape_pair_number(&pair, &number, &unit);
	if (r == 0)
		number_print(&run->cells, number);
	return r;
}

static int feed_scalar(struct run *run)
{
	struct number number;
	int r = shape_scalar(run->line, &number);

	if (r == 0)
		number_print(&run->cells, number);
	return r;
}

static int feed_list(struct run *run)
{
	struct span word;
	int r = shape_list_line(&run->rows, run->line, &word);

	if (r > 0) {
		fuzz_require(word.length > 0 && is_of_line(run, word));
		text_add_span(&run->cells, word);
	}
	return r < 0 ? r : 0;
}

static int feed(struct run *run, enum chosen chosen)
{
	switch (chosen) {
	case CHOSEN_SCALAR:
		return feed_scalar(run);
	case CHOSEN_PAIR:
		return feed_pair(run);
	case CHOSEN_HEADED:
		return shape_headed_line(&run->headed, run->line);
	case CHOSEN_COLUMNS:
		return shape_columns_line(&run->columns, run->line);
	case CHOSEN_HEX:
		return shape_hex_line(&run->hex, run->line);
	case CHOSEN_PRESSURE:
		return shape_pressure_line(&run->rows, run->line);
	case CHOSEN_LIST:
		return feed_list(run);
	case CHOSEN_END_:
	default:
		return 0;
	}
}

static void feed_exact(struct run *run, enum chosen chosen, struct span line)
{
	char *copy = malloc(line.length ? line.length : 1);
	int r;

	fuzz_require(copy);
	memcpy(copy, line.bytes, line.length);
	run->line = (struct span){ .bytes = copy, .length = line.length };
	run->in_row = 0;
	r = feed(run, chosen);
	fuzz_require(r == 0 || r == -EBADMSG);
	if (chosen == CHOSEN_COLUMNS)
		fuzz_require(run->in_row <= run->columns.count);
	text_addf(&run->cells, "= %d\n", r);
	free(copy);
}

/* Malformed rows do not end the reading: what follows them must be safe too. */
static void read_all(struct run *run, enum chosen chosen, struct span rest)
{
	struct span line;

	fuzz_require(cpulist_add_range(&run->online, 1, 3) == 0);
	run->rows = (struct shape_rows){ .take = take, .into = run };
	run->headed.rows = run->rows;
	run->columns.rows = run->rows;
	run->hex.rows = run->rows;
	run->hex.online = &run->online;
	while (span_split(&rest, '\n', &line))
		feed_exact(run, chosen, line);
	shape_headed_end(&run->headed);
	fuzz_require(text_status(&run->cells) == 0);
}

static void run_done(struct run *run)
{
	text_done(&run->cells);
	shape_headed_done(&run->headed);
	shape_columns_done(&run->columns);
	cpulist_done(&run->online);
}
#define auto_run cleanup(run_done)

int fuzz_one(const uint8_t *bytes, size_t length)
{
	auto_run struct run first = { 0 }, second = { 0 };
	struct span rest;
	enum chosen chosen;

	if (length == 0)
		return 0;
	chosen = (enum chosen)(bytes[0] % CHOSEN_END_);
	rest = (struct span){ .bytes = (const char *)bytes + 1, .length = length - 1 };
	read_all(&first, chosen, rest);
	read_all(&second, chosen, rest);
	fuzz_require(span_equal(text_span(&first.cells), text_span(&second.cells)));
	return 0;
}
