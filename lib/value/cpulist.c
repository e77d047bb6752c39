/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sets of CPU numbers: membership, comparison and canonical printing. */
#include "config.h"

#include "value/cpulist.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/cleanup.h"
#include "base/number.h"

#define WORD_BITS 64u

void cpulist_done(struct cpulist *list)
{
	free(list->words);
	*list = (struct cpulist){ 0 };
}

static int cpulist_grow(struct cpulist *list, size_t count)
{
	size_t capacity = list->count;
	int r;

	if (count <= list->count)
		return 0;
	r = array_reserve(&list->words, &capacity, count, sizeof(*list->words));
	if (r < 0)
		return r;
	memset(list->words + list->count, 0, (count - list->count) * sizeof(*list->words));
	list->count = count;
	return 0;
}

int cpulist_add_range(struct cpulist *list, uint32_t first, uint32_t last)
{
	int r;

	if (first > last)
		return -EINVAL;
	if (last >= CPULIST_MAX)
		return -ERANGE;
	r = cpulist_grow(list, last / WORD_BITS + 1);
	if (r < 0)
		return r;
	for (uint32_t word = first / WORD_BITS; word <= last / WORD_BITS; word++) {
		uint64_t bits = UINT64_MAX;

		if (word == first / WORD_BITS)
			bits &= UINT64_MAX << first % WORD_BITS;
		if (word == last / WORD_BITS)
			bits &= UINT64_MAX >> (WORD_BITS - 1 - last % WORD_BITS);
		list->words[word] |= bits;
	}
	return 0;
}

int cpulist_add(struct cpulist *list, uint32_t cpu)
{
	return cpulist_add_range(list, cpu, cpu);
}

int cpulist_copy(const struct cpulist *list, struct cpulist *ret_copy)
{
	uint64_t *words;

	if (!list->count) {
		*ret_copy = (struct cpulist){ 0 };
		return 0;
	}
	words = calloc(list->count, sizeof(*words));
	if (!words)
		return -ENOMEM;
	memcpy(words, list->words, list->count * sizeof(*words));
	*ret_copy = (struct cpulist){ words, list->count };
	return 0;
}

bool cpulist_has(const struct cpulist *list, uint32_t cpu)
{
	size_t word = cpu / WORD_BITS;

	return word < list->count && (list->words[word] >> cpu % WORD_BITS & 1);
}

size_t cpulist_count(const struct cpulist *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += (size_t)__builtin_popcountll(list->words[i]);
	return count;
}

bool cpulist_equal(const struct cpulist *a, const struct cpulist *b)
{
	return a->count == b->count &&
	       (!a->count || !memcmp(a->words, b->words, a->count * sizeof(*a->words)));
}

bool cpulist_within(const struct cpulist *inner, const struct cpulist *outer)
{
	if (inner->count > outer->count)
		return false;
	for (size_t i = 0; i < inner->count; i++)
		if (inner->words[i] & ~outer->words[i])
			return false;
	return true;
}

bool cpulist_disjoint(const struct cpulist *a, const struct cpulist *b)
{
	for (size_t i = 0; i < a->count && i < b->count; i++)
		if (a->words[i] & b->words[i])
			return false;
	return true;
}

/* The first number from @from on whose bit in the words, turned around by @turned, is set; or the
 * first one behind them. */
static uint32_t find_bit(const struct cpulist *list, uint32_t from, uint64_t turned)
{
	uint64_t skipped = UINT64_MAX << from % WORD_BITS;

	for (size_t i = from / WORD_BITS; i < list->count; i++) {
		uint64_t bits = (list->words[i] ^ turned) & skipped;

		if (bits)
			return (uint32_t)(i * WORD_BITS) + (uint32_t)__builtin_ctzll(bits);
		skipped = UINT64_MAX;
	}
	return (uint32_t)(list->count * WORD_BITS);
}

int64_t cpulist_next(const struct cpulist *list, uint32_t from)
{
	uint32_t found = find_bit(list, from, 0);

	return found >= from && found < list->count * WORD_BITS ? (int64_t)found : -1;
}

void cpulist_print(struct text *text, const struct cpulist *list)
{
	const char *separator = "";
	int64_t first = cpulist_next(list, 0);

	while (first >= 0) {
		uint32_t gap = find_bit(list, (uint32_t)first, UINT64_MAX);

		text_add(text, separator);
		number_print(text, number_from_u64((uint64_t)first));
		if (gap - 1 > first) {
			text_add_char(text, '-');
			number_print(text, number_from_u64(gap - 1));
		}
		separator = ",";
		first = cpulist_next(list, gap);
	}
}

static uint32_t cpulist_group(const struct cpulist *list, size_t group)
{
	return (uint32_t)(list->words[group / 2] >> (group % 2 ? 32 : 0));
}

void cpulist_print_mask(struct text *text, const struct cpulist *list)
{
	size_t groups = list->count * 2;

	if (!groups) {
		text_add(text, "0");
		return;
	}
	if (!cpulist_group(list, groups - 1))
		groups--;
	text_addf(text, "%" PRIx32, cpulist_group(list, groups - 1));
	for (size_t i = groups - 1; i-- > 0;)
		text_addf(text, ",%08" PRIx32, cpulist_group(list, i));
}
