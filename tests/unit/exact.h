/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes in a block of exactly their length, so that the sanitizer sees a read behind them. */
#ifndef TESTS_EXACT_H
#define TESTS_EXACT_H

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct exact {
	char *block;
	struct span span;
};

static inline void exact_done(struct exact *exact)
{
	free(exact->block);
}

static inline struct exact exact_of(struct span span)
{
	struct exact exact = { .block = malloc(span.length ? span.length : 1) };

	if (!exact.block)
		abort();
	if (span.length)
		memcpy(exact.block, span.bytes, span.length);
	exact.span = (struct span){ exact.block, span.length };
	return exact;
}

#define auto_exact cleanup(exact_done)

#endif
