/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a fuzz harness and the plain main that drives it know of each other. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* The harness: one input, read from exactly @length bytes. Returns 0; a broken property ends the
 * process by fuzz_require(). The signature is that of other fuzzers' entry points. */
int fuzz_one(const uint8_t *bytes, size_t length);

/* Tells the broken claim and the input, and aborts. */
void fuzz_fail(const char *file, int line, const char *claim) __attribute__((noreturn));

/* Not assert(): NDEBUG must not disarm a harness. */
#define fuzz_require(claim)                                    \
	do {                                                   \
		if (!(claim))                                  \
			fuzz_fail(__FILE__, __LINE__, #claim); \
	} while (0)

/* Edges are counted between these two calls, in code compiled with -fsanitize-coverage. */
void fuzz_coverage_start(void);
void fuzz_coverage_stop(void);
/* Different edges so far; 0 when nothing is instrumented. */
size_t fuzz_coverage_edges(void);

#endif
