/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much memory: of the host and, in the same words, of a node; what of it is free or dirty. */
#include "config.h"

#include <errno.h>

#include "host/reader.h"
#include "host/shapes.h"

#define MEMINFO_PATH "/proc/meminfo"

/* "MemTotal: 16 kB" or "Node 0 MemTotal: 16 kB". */
static bool line_total(struct span line, uint64_t *ret_bytes)
{
	struct shape_pair pair;
	struct number kibibytes;
	struct number bytes;
	struct span unit;

	if (shape_pair_read(line, &pair) < 0)
		return false;
	if (!span_is(pair.key, "MemTotal") &&
	    !(span_starts(pair.key, "Node ") && span_ends(pair.key, " MemTotal")))
		return false;
	return shape_pair_number(&pair, &kibibytes, &unit) == 0 &&
	       unit_convert(kibibytes, UNIT_KIBIBYTES, UNIT_BYTES, 0, &bytes) == 0 &&
	       number_to_u64(bytes, ret_bytes) == 0;
}

int meminfo_total(struct reader *reader, const char *path, uint64_t *ret_bytes)
{
	auto_table struct source_table *table = NULL;
	struct span line;
	int r = source_table_open(reader->source, path, &table);

	if (r < 0)
		return r;
	while ((r = source_table_line(table, &line)) > 0) {
		if (line_total(line, ret_bytes))
			return 0;
	}
	return r < 0 ? r : -EBADMSG;
}

/* -ENODATA: the kernel has no such line. -EBADMSG: it is none of kibibytes. */
static int line_bytes(struct reader *reader, const char *key, uint64_t *ret_bytes)
{
	struct span lines;
	struct span line;
	int r = reader_text(reader, MEMINFO_PATH, &lines);

	if (r < 0)
		return r;
	while (span_split(&lines, '\n', &line)) {
		struct shape_pair pair;
		struct number kibibytes;
		struct number bytes;
		struct span unit;

		if (shape_pair_read(line, &pair) < 0 || !span_is(pair.key, key))
			continue;
		if (shape_pair_number(&pair, &kibibytes, &unit) < 0 || !span_is(unit, "kB") ||
		    unit_convert(kibibytes, UNIT_KIBIBYTES, UNIT_BYTES, 0, &bytes) < 0 ||
		    number_to_u64(bytes, ret_bytes) < 0)
			return -EBADMSG;
		return 0;
	}
	return -ENODATA;
}

static int set_line(struct reader *reader, enum fact fact, const char *key)
{
	struct about about = ABOUT(fact, MEMINFO_PATH);
	uint64_t bytes;
	int r = line_bytes(reader, key, &bytes);

	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_number(reader, about, bytes);
}

int facts_memory_total(struct reader *reader)
{
	struct about about = ABOUT(FACT_MEMORY_TOTAL, MEMINFO_PATH);
	uint64_t bytes;
	int r = line_bytes(reader, "MemTotal", &bytes);

	/* Every kernel has this line, so a file without it is no meminfo. */
	if (r == -ENODATA)
		r = -EBADMSG;
	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_number(reader, about, bytes);
}

/* Old kernels have no such line; what is free is no substitute for it. */
int facts_memory_available(struct reader *reader)
{
	return set_line(reader, FACT_MEMORY_AVAILABLE, "MemAvailable");
}

int facts_memory_dirty(struct reader *reader)
{
	return set_line(reader, FACT_MEMORY_DIRTY, "Dirty");
}

int facts_swap_total(struct reader *reader)
{
	return set_line(reader, FACT_SWAP_TOTAL, "SwapTotal");
}

int facts_swap_used(struct reader *reader)
{
	struct about about = ABOUT(FACT_SWAP_USED, MEMINFO_PATH);
	uint64_t total;
	uint64_t left;
	int r = line_bytes(reader, "SwapTotal", &total);

	if (r == 0)
		r = line_bytes(reader, "SwapFree", &left);
	if (r == 0 && left > total)
		r = -EBADMSG;
	return r < 0 ? fact_set_missing(reader, about, r)
		     : fact_set_number(reader, about, total - left);
}
