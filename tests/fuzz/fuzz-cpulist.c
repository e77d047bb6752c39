/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * CPU sets: what is read as a list or as a mask comes back from both printed forms, and the
 * comparisons agree with membership asked one number at a time. A ';' parts two sets.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "fuzz.h"
#include "value/cpulist.h"

/* Ascending, ranges apart from each other: one text for each set. */
static void check_canonical(struct span printed)
{
	int64_t last = -2, current = 0;
	bool in_range = false;

	for (size_t i = 0; i <= printed.length && printed.length; i++) {
		char c = i < printed.length ? printed.bytes[i] : ',';

		if (c >= '0' && c <= '9') {
			current = current * 10 + (c - '0');
			continue;
		}
		fuzz_require(c == ',' || (c == '-' && !in_range));
		fuzz_require(in_range ? current > last : current > last + 1);
		last = current;
		current = 0;
		in_range = c == '-';
	}
}

static void check_members(const struct cpulist *list)
{
	size_t count = 0;
	int64_t last = -1;

	for (int64_t cpu = cpulist_next(list, 0); cpu >= 0;
	     cpu = cpulist_next(list, (uint32_t)cpu + 1)) {
		fuzz_require(cpu > last && cpu < CPULIST_MAX);
		fuzz_require(cpulist_has(list, (uint32_t)cpu));
		last = cpu;
		count++;
	}
	fuzz_require(count == cpulist_count(list));
	fuzz_require((count == 0) == (list->words == NULL));
	fuzz_require(!list->count || list->words[list->count - 1]);
}

static void check_round_trips(const struct cpulist *list)
{
	auto_text struct text as_list = { 0 }, as_mask = { 0 }, again = { 0 };
	auto_cpulist struct cpulist from_list = { 0 }, from_mask = { 0 }, copy = { 0 };

	cpulist_print(&as_list, list);
	cpulist_print_mask(&as_mask, list);
	fuzz_require(text_status(&as_list) == 0 && text_status(&as_mask) == 0);
	check_canonical(text_span(&as_list));
	fuzz_require(cpulist_parse(text_span(&as_list), &from_list) == 0);
	fuzz_require(cpulist_parse_mask(text_span(&as_mask), &from_mask) == 0);
	fuzz_require(cpulist_equal(list, &from_list) && cpulist_equal(list, &from_mask));
	fuzz_require(cpulist_copy(list, &copy) == 0);
	fuzz_require(cpulist_equal(list, &copy));
	cpulist_print(&again, &from_mask);
	fuzz_require(span_equal(text_span(&again), text_span(&as_list)));
}

static void check_pair(const struct cpulist *a, const struct cpulist *b)
{
	bool is_within = true, is_disjoint = true;

	for (int64_t cpu = cpulist_next(a, 0); cpu >= 0; cpu = cpulist_next(a, (uint32_t)cpu + 1)) {
		if (cpulist_has(b, (uint32_t)cpu))
			is_disjoint = false;
		else
			is_within = false;
	}
	fuzz_require(cpulist_within(a, b) == is_within);
	fuzz_require(cpulist_disjoint(a, b) == is_disjoint);
	fuzz_require(cpulist_disjoint(b, a) == is_disjoint);
	fuzz_require(cpulist_equal(a, b) == (is_within && cpulist_count(a) == cpulist_count(b)));
}

/* False when the text is refused, for one of two reasons and without a trace. */
static bool read_set(struct span text, bool is_mask, struct cpulist *list)
{
	int r = is_mask ? cpulist_parse_mask(text, list) : cpulist_parse(text, list);

	fuzz_require(r == 0 || r == -EBADMSG || r == -ERANGE);
	if (r < 0) {
		fuzz_require(!list->words && !list->count);
		return false;
	}
	check_members(list);
	check_round_trips(list);
	return true;
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span rest = { (const char *)bytes, length };
	struct span first = { rest.bytes, 0 }, second = { rest.bytes, 0 };

	(void)span_split(&rest, ';', &first); /* none: both are empty */
	(void)span_split(&rest, ';', &second);
	for (unsigned int forms = 0; forms < 4; forms++) {
		auto_cpulist struct cpulist a = { 0 }, b = { 0 };

		if (read_set(first, forms & 1, &a) && read_set(second, forms & 2, &b))
			check_pair(&a, &b);
	}
	return 0;
}
