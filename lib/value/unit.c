/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Units: names, dimensions, conversion by exact ratios, and quantities as people write them. */
#include "config.h"

#include "value/unit.h"

#include <errno.h>

#include "base/cleanup.h"

#define NS_PER_US 1000u
#define NS_PER_MS 1000000u
#define NS_PER_CS 10000000u
#define NS_PER_S  1000000000u
#define KIBIBYTE  1024u

struct unit_row {
	const char *name;
	enum dimension dimension;
	uint64_t size; /* in bytes, nanoseconds or one; 0: the page size */
};

static const struct unit_row unit_rows[] = {
	[UNIT_NONE] = { "", DIMENSION_COUNT, 1 },
	[UNIT_CONNECTIONS] = { "connections", DIMENSION_COUNT, 1 },
	[UNIT_PACKETS] = { "packets", DIMENSION_COUNT, 1 },
	[UNIT_SEGMENTS] = { "segments", DIMENSION_COUNT, 1 },
	[UNIT_PORTS] = { "ports", DIMENSION_COUNT, 1 },
	[UNIT_FILES] = { "files", DIMENSION_COUNT, 1 },
	[UNIT_MAPPINGS] = { "mappings", DIMENSION_COUNT, 1 },
	[UNIT_CPUS] = { "cpus", DIMENSION_COUNT, 1 },
	[UNIT_NODES] = { "nodes", DIMENSION_COUNT, 1 },
	[UNIT_BYTES] = { "bytes", DIMENSION_BYTES, 1 },
	[UNIT_KIBIBYTES] = { "KiB", DIMENSION_BYTES, KIBIBYTE },
	[UNIT_PAGES] = { "pages", DIMENSION_BYTES, 0 },
	[UNIT_NANOSECONDS] = { "ns", DIMENSION_TIME, 1 },
	[UNIT_MICROSECONDS] = { "us", DIMENSION_TIME, NS_PER_US },
	[UNIT_MILLISECONDS] = { "ms", DIMENSION_TIME, NS_PER_MS },
	[UNIT_CENTISECONDS] = { "cs", DIMENSION_TIME, NS_PER_CS },
	[UNIT_SECONDS] = { "s", DIMENSION_TIME, NS_PER_S },
	[UNIT_PERCENT] = { "percent", DIMENSION_PERCENT, 1 },
};

/* What may stand behind a number, each with its size in bytes, nanoseconds or percent. */
struct quantity_row {
	const char *name;
	enum dimension dimension;
	uint64_t size; /* 0: the page size */
};

static const struct quantity_row quantity_rows[] = {
	{ "B", DIMENSION_BYTES, 1 },
	{ "KiB", DIMENSION_BYTES, KIBIBYTE },
	{ "MiB", DIMENSION_BYTES, UINT64_C(1) << 20 },
	{ "GiB", DIMENSION_BYTES, UINT64_C(1) << 30 },
	{ "TiB", DIMENSION_BYTES, UINT64_C(1) << 40 },
	{ "pages", DIMENSION_BYTES, 0 },
	{ "ns", DIMENSION_TIME, 1 },
	{ "us", DIMENSION_TIME, NS_PER_US },
	{ "ms", DIMENSION_TIME, NS_PER_MS },
	{ "s", DIMENSION_TIME, NS_PER_S },
	{ "min", DIMENSION_TIME, UINT64_C(60) * NS_PER_S },
	{ "h", DIMENSION_TIME, UINT64_C(3600) * NS_PER_S },
	{ "%", DIMENSION_PERCENT, 1 },
};

static bool unit_is_known(enum unit unit)
{
	return unit >= UNIT_NONE && unit <= UNIT_PERCENT;
}

const char *unit_name(enum unit unit)
{
	return unit_is_known(unit) ? unit_rows[unit].name : "";
}

enum dimension unit_dimension(enum unit unit)
{
	return unit_is_known(unit) ? unit_rows[unit].dimension : 0;
}

/* The size 0 stands for the page size, which may itself be unknown. */
static int ratio_of_sizes(uint64_t from, uint64_t to, uint64_t page_size, uint64_t *ret_numerator,
			  uint64_t *ret_denominator)
{
	if (from == to)
		from = to = 1;
	if ((!from || !to) && !page_size)
		return -ENODATA;
	*ret_numerator = from ? from : page_size;
	*ret_denominator = to ? to : page_size;
	return 0;
}

int unit_ratio(enum unit from, enum unit to, uint64_t page_size, uint64_t *ret_numerator,
	       uint64_t *ret_denominator)
{
	if (!unit_is_known(from) || !unit_is_known(to))
		return -EINVAL;
	if (unit_rows[from].dimension != unit_rows[to].dimension)
		return -EINVAL;
	return ratio_of_sizes(unit_rows[from].size, unit_rows[to].size, page_size, ret_numerator,
			      ret_denominator);
}

int unit_convert(struct number n, enum unit from, enum unit to, uint64_t page_size,
		 struct number *ret_number)
{
	uint64_t numerator, denominator;
	int r = unit_ratio(from, to, page_size, &numerator, &denominator);

	if (r < 0)
		return r;
	return number_scale(n, number_from_u64(numerator), denominator, number_from_u64(0),
			    ROUND_EXACT, ret_number);
}

static const struct quantity_row *quantity_row_find(struct span name)
{
	for (size_t i = 0; i < ARRAY_SIZE(quantity_rows); i++)
		if (span_is(name, quantity_rows[i].name))
			return &quantity_rows[i];
	return NULL;
}

int quantity_parse(struct span text, enum unit bare, enum unit wanted, uint64_t page_size,
		   struct number *ret_number)
{
	struct span whole = span_trim(text), digits, name;
	const struct quantity_row *row;
	uint64_t numerator, denominator;
	struct number n;
	int r;

	if (!unit_is_known(bare) || !unit_is_known(wanted))
		return -EINVAL;
	if (!whole.length)
		return -EBADMSG;
	name = whole;
	(void)span_skip(&name, "-"); /* a sign belongs to the number, if there is one */
	name = span_from(name, span_digits(name));
	digits = (struct span){ whole.bytes, whole.length - name.length };
	name = span_trim(name);
	r = number_parse(digits, NUMBER_BASE_10, &n);
	if (r < 0)
		return r;
	if (!name.length)
		return unit_convert(n, bare, wanted, page_size, ret_number);
	row = quantity_row_find(name);
	if (!row)
		return -EBADMSG;
	if (row->dimension != unit_rows[wanted].dimension)
		return -EINVAL;
	r = ratio_of_sizes(row->size, unit_rows[wanted].size, page_size, &numerator, &denominator);
	if (r < 0)
		return r;
	return number_scale(n, number_from_u64(numerator), denominator, number_from_u64(0),
			    ROUND_EXACT, ret_number);
}
