/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Counts edges: pairs of basic blocks that ran one after the other. The compiler calls us at each
 * block (gcc and clang: -fsanitize-coverage=trace-pc; clang also trace-pc-guard). Pairs are kept in
 * a bitmap of fixed size, so two of them may rarely count as one.
 */
#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz.h"

#define BITMAP_SHIFT 18
#define BITMAP_BITS  (1U << BITMAP_SHIFT)

/* These functions must not call themselves for each block of theirs. */
#if defined(__clang__)
#define not_counted __attribute__((no_sanitize("coverage")))
#else
#define not_counted __attribute__((no_sanitize_coverage))
#endif

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);

static uint64_t bitmap[BITMAP_BITS / 64];
static size_t edges;
static uintptr_t previous;
static bool is_counting;

not_counted void fuzz_coverage_start(void)
{
	previous = 0;
	is_counting = true;
}

not_counted void fuzz_coverage_stop(void)
{
	is_counting = false;
}

not_counted size_t fuzz_coverage_edges(void)
{
	return edges;
}

not_counted static void count(uintptr_t address)
{
	if (!is_counting)
		return;

	/* Relative to our own code, for the program is loaded elsewhere each time. */
	uintptr_t block = address - (uintptr_t)&fuzz_coverage_start;
	uint64_t edge = ((uint64_t)block * 31 + previous) * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t bit = edge >> (64 - BITMAP_SHIFT);
	uint64_t mask = UINT64_C(1) << (bit % 64);

	previous = block;
	if (bitmap[bit / 64] & mask)
		return;
	bitmap[bit / 64] |= mask;
	edges++;
}

not_counted void __sanitizer_cov_trace_pc(void)
{
	count((uintptr_t)__builtin_return_address(0));
}

not_counted void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	(void)guard; /* the address tells blocks apart already */
	count((uintptr_t)__builtin_return_address(0));
}

not_counted void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	(void)start; /* no guard is used */
	(void)stop;
}
