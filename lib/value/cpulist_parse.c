/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads CPU lists and CPU masks. Nothing is allocated for a number that is refused. */
#include "config.h"

#include "value/cpulist.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/number.h"

#define GROUP_BITS   32u
#define GROUP_DIGITS 8u

/* "first-last:used/group" */
struct region {
	uint64_t first;
	uint64_t last;
	uint64_t used;
	uint64_t group;
};

/* Some kernels let a NUL slip out behind the newline; isolated and nohz_full may say "(null)". */
static struct span set_trim(struct span text)
{
	struct span set = span_trim(text);

	if (set.length && set.bytes[set.length - 1] == '\0') {
		set.length--;
		set = span_trim(set);
	}
	if (span_is(set, "(null)"))
		set.length = 0;
	return set;
}

/* Splits at the first @separator; false when there is none. */
static bool cut(struct span text, char separator, struct span *ret_before, struct span *ret_after)
{
	const char *found = text.length ? memchr(text.bytes, separator, text.length) : NULL;
	size_t length;

	if (!found)
		return false;
	length = (size_t)(found - text.bytes);
	*ret_before = (struct span){ text.bytes, length };
	*ret_after = span_from(text, length + 1);
	return true;
}

/* Digits only: a sign would make "0--1" a question of range. */
static int digits_parse(struct span text, uint64_t *ret_number)
{
	if (!text.length || text.bytes[0] < '0' || text.bytes[0] > '9')
		return -EBADMSG;
	return number_parse_u64(text, NUMBER_BASE_10, ret_number);
}

static int pattern_parse(struct span pattern, struct region *region)
{
	struct span used = pattern, group;
	int r;

	if (!cut(pattern, '/', &used, &group)) {
		region->used = 1;
		r = digits_parse(pattern, &region->group);
	} else {
		r = digits_parse(used, &region->used);
		if (r < 0)
			return r;
		r = digits_parse(group, &region->group);
	}
	if (r < 0)
		return r;
	return region->used && region->used <= region->group ? 0 : -EBADMSG;
}

static int region_parse(struct span member, struct region *ret_region)
{
	struct region region = { .used = 1, .group = 1 };
	struct span range = member, pattern, first, last;
	int r;

	if (cut(member, ':', &range, &pattern)) {
		r = pattern_parse(pattern, &region);
		if (r < 0)
			return r;
		if (!range.length || !memchr(range.bytes, '-', range.length))
			return -EBADMSG;
	}
	if (!cut(range, '-', &first, &last))
		first = last = range;
	r = digits_parse(first, &region.first);
	if (r < 0)
		return r;
	r = digits_parse(last, &region.last);
	if (r < 0)
		return r;
	if (region.first > region.last)
		return -EBADMSG;
	*ret_region = region;
	return 0;
}

static int region_add(const struct region *region, struct cpulist *list)
{
	uint32_t last = (uint32_t)region->last;

	if (region->last >= CPULIST_MAX)
		return -ERANGE;
	if (region->used == region->group)
		return cpulist_add_range(list, (uint32_t)region->first, last);
	for (uint64_t at = region->first; at <= last;) {
		uint64_t room = last - at;
		uint32_t end = region->used > room ? last : (uint32_t)(at + region->used - 1);
		int r = cpulist_add_range(list, (uint32_t)at, end);

		if (r < 0)
			return r;
		if (region->group > room)
			break;
		at += region->group;
	}
	return 0;
}

int cpulist_parse(struct span text, struct cpulist *ret_list)
{
	auto_cpulist struct cpulist list = { 0 };
	struct span rest = set_trim(text), member = rest;
	bool more = rest.length > 0;

	while (more) {
		struct region region;
		int r;

		more = cut(rest, ',', &member, &rest);
		r = region_parse(more ? member : rest, &region);
		if (r < 0)
			return r;
		r = region_add(&region, &list);
		if (r < 0)
			return r;
	}
	*ret_list = list;
	list = (struct cpulist){ 0 };
	return 0;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int group_parse(struct span group, uint32_t *ret_bits)
{
	if (!group.length || group.length > GROUP_DIGITS)
		return -EBADMSG;
	for (size_t i = 0; i < group.length; i++)
		if (!is_hex(group.bytes[i]))
			return -EBADMSG;
	return number_parse_u32(group, NUMBER_BASE_16, ret_bits);
}

static size_t group_count(struct span mask)
{
	size_t groups = 1;

	for (size_t i = 0; i < mask.length; i++)
		groups += mask.bytes[i] == ',';
	return groups;
}

static int group_add(struct cpulist *list, size_t group, uint32_t bits)
{
	if (bits && group >= CPULIST_MAX / GROUP_BITS)
		return -ERANGE;
	while (bits) {
		uint32_t low = (uint32_t)__builtin_ctz(bits);
		int r = cpulist_add(list, (uint32_t)group * GROUP_BITS + low);

		if (r < 0)
			return r;
		bits &= bits - 1;
	}
	return 0;
}

int cpulist_parse_mask(struct span text, struct cpulist *ret_list)
{
	auto_cpulist struct cpulist list = { 0 };
	struct span rest = set_trim(text), member = rest;
	bool more = rest.length > 0;

	for (size_t groups = group_count(rest); more; groups--) {
		uint32_t bits;
		int r;

		more = cut(rest, ',', &member, &rest);
		r = group_parse(more ? member : rest, &bits);
		if (r < 0)
			return r;
		r = group_add(&list, groups - 1, bits);
		if (r < 0)
			return r;
	}
	*ret_list = list;
	list = (struct cpulist){ 0 };
	return 0;
}
