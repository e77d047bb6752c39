/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much memory: of the host and, in the same words, of a node. */
#include "config.h"

#include <errno.h>

#include "host/reader.h"
#include "host/shapes.h"

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

int facts_memory_total(struct reader *reader)
{
	struct about about = ABOUT(FACT_MEMORY_TOTAL, "/proc/meminfo");
	uint64_t bytes;
	int r = meminfo_total(reader, about.path, &bytes);

	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_number(reader, about, bytes);
}
