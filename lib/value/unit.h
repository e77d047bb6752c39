/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Units of quantities: what a number counts, exact conversion, and quantities written by people
 * ("16 MiB", "250 ms"). */
#ifndef VALUE_UNIT_H
#define VALUE_UNIT_H

#include "base/number.h"
#include "base/text.h"

enum dimension {
	DIMENSION_COUNT = 1,
	DIMENSION_BYTES,
	DIMENSION_TIME,
	DIMENSION_PERCENT,
};

enum unit {
	UNIT_NONE = 1, /* a bare number: a mode, a switch */
	UNIT_CONNECTIONS,
	UNIT_PACKETS,
	UNIT_SEGMENTS,
	UNIT_PORTS,
	UNIT_FILES,
	UNIT_MAPPINGS,
	UNIT_CPUS,
	UNIT_NODES,
	UNIT_BYTES,
	UNIT_KIBIBYTES,
	UNIT_PAGES, /* of the host's page size */
	UNIT_NANOSECONDS,
	UNIT_MICROSECONDS,
	UNIT_MILLISECONDS,
	UNIT_CENTISECONDS,
	UNIT_SECONDS,
	UNIT_PERCENT,
};

const char *unit_name(enum unit unit); /* "connections", "bytes", "us", ...; "" for UNIT_NONE */
enum dimension unit_dimension(enum unit unit);
/* @page_size in bytes, 0 when unknown: pages then convert only to pages. -ERANGE: not exact, or too
 * large; -EINVAL: other dimension; -ENODATA: the page size is needed. */
must_check int unit_convert(struct number n, enum unit from, enum unit to, uint64_t page_size,
			    struct number *ret_number);
/* One @from is @ret_numerator / @ret_denominator of @to. Errors as unit_convert. */
must_check int unit_ratio(enum unit from, enum unit to, uint64_t page_size, uint64_t *ret_numerator,
			  uint64_t *ret_denominator);
/*
 * "4096", "16 MiB", "16MiB", "250 ms", "80 %", "64 pages": a decimal integer and perhaps a unit. A
 * bare number has the unit @bare. Known: B KiB MiB GiB TiB pages ns us ms s min h %. -EBADMSG: not
 * a quantity; -EINVAL: other dimension than
 * @wanted; -ERANGE. The result is in @wanted.
 */
must_check int quantity_parse(struct span text, enum unit bare, enum unit wanted,
			      uint64_t page_size, struct number *ret_number);

#endif
