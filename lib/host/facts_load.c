/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the host is at: how long it runs, its load, and what its tasks wait for. */
#include "config.h"

#include <errno.h>

#include "host/reader.h"
#include "host/shapes.h"

#define UPTIME_PATH   "/proc/uptime"
#define LOAD_PATH     "/proc/loadavg"
#define PRESSURE_PATH "/proc/pressure/"

/* "12.34": the whole, and the two digits behind the point. */
static int read_hundredths(struct span word, uint64_t *ret_whole, uint32_t *ret_part)
{
	struct span whole;

	if (!span_split(&word, '.', &whole) || whole.length == 0 || word.length != 2 ||
	    span_digits(whole) != whole.length || span_digits(word) != word.length ||
	    number_parse_u64(whole, NUMBER_BASE_10, ret_whole) < 0 ||
	    number_parse_u32(word, NUMBER_BASE_10, ret_part) < 0)
		return -EBADMSG;
	return 0;
}

int facts_uptime(struct reader *reader)
{
	struct about about = ABOUT(FACT_UPTIME, UPTIME_PATH);
	struct span text;
	struct span word;
	uint64_t seconds;
	uint32_t part;
	int r = reader_text(reader, about.path, &text);

	if (r == 0 && !span_token(&text, &word))
		r = -EBADMSG;
	if (r == 0)
		r = read_hundredths(word, &seconds, &part);
	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_number(reader, about, seconds);
}

int facts_load_one(struct reader *reader)
{
	struct about about = ABOUT(FACT_LOAD_ONE, LOAD_PATH);
	struct span text;
	struct span word;
	uint64_t load;
	uint32_t part;
	int r = reader_text(reader, about.path, &text);

	if (r == 0 && !span_token(&text, &word))
		r = -EBADMSG;
	if (r == 0)
		r = read_hundredths(word, &load, &part);
	if (r == 0 &&
	    (__builtin_mul_overflow(load, 100, &load) || __builtin_add_overflow(load, part, &load)))
		r = -ERANGE;
	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_number(reader, about, load);
}

/* "0.20 0.18 0.12 RUNNABLE/ALL LAST": the fourth word. */
static int read_runnable(struct span text, uint64_t *ret_count)
{
	struct span word = { 0 };
	struct span count;

	for (unsigned int i = 0; i < 4; i++) {
		if (!span_token(&text, &word))
			return -EBADMSG;
	}
	if (!span_split(&word, '/', &count) || word.length == 0 ||
	    span_digits(word) != word.length || span_digits(count) != count.length ||
	    number_parse_u64(count, NUMBER_BASE_10, ret_count) < 0)
		return -EBADMSG;
	return 0;
}

int facts_load_runnable(struct reader *reader)
{
	struct about about = ABOUT(FACT_LOAD_RUNNABLE, LOAD_PATH);
	struct span text;
	uint64_t count;
	int r = reader_text(reader, about.path, &text);

	if (r == 0)
		r = read_runnable(text, &count);
	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_number(reader, about, count);
}

/* ---- pressure ---- */

struct average {
	bool is_found;
	uint64_t hundredths;
};

static int take_average(void *into, const struct shape_cell *cell)
{
	struct average *average = into;

	if (!span_is(cell->row, "some") || !span_is(cell->name, "avg10"))
		return 0;
	average->is_found = true;
	return number_to_u64(cell->number, &average->hundredths);
}

/* Where the kernel counts no pressure (psi=0) the file is there, and reading it -EOPNOTSUPP. */
static int set_pressure(struct reader *reader, enum fact fact, const char *path)
{
	struct about about = ABOUT(fact, path);
	struct average average = { 0 };
	struct shape_rows rows = { .take = take_average, .into = &average };
	struct span lines;
	struct span line;
	int r = reader_text(reader, path, &lines);

	while (r == 0 && span_split(&lines, '\n', &line)) {
		if (span_trim(line).length > 0)
			r = shape_pressure_line(&rows, line);
	}
	if (r == 0 && !average.is_found)
		r = -EBADMSG;
	return r < 0 ? fact_set_missing(reader, about, r)
		     : fact_set_number(reader, about, average.hundredths);
}

int facts_pressure_cpu(struct reader *reader)
{
	return set_pressure(reader, FACT_PRESSURE_CPU, PRESSURE_PATH "cpu");
}

int facts_pressure_io(struct reader *reader)
{
	return set_pressure(reader, FACT_PRESSURE_IO, PRESSURE_PATH "io");
}

int facts_pressure_memory(struct reader *reader)
{
	return set_pressure(reader, FACT_PRESSURE_MEMORY, PRESSURE_PATH "memory");
}
