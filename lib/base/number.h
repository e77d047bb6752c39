/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Integers over all of signed and unsigned 64 bits, parsed whole or not at all. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* From -2^63 to 2^64-1. Zero is never negative, so equal numbers have equal fields. */
struct number {
	uint64_t magnitude;
	bool negative;
};

#define NUMBER(n)                \
	{                        \
		.magnitude = (n) \
	}
#define NUMBER_MINUS(n)                            \
	{                                          \
		.magnitude = (n), .negative = true \
	}

enum number_base {
	NUMBER_BASE_AUTO = 1, /* as strtoul base 0: 0x.. hexadecimal, 0.. octal: how the kernel
				 reads a sysctl */
	NUMBER_BASE_10,
	NUMBER_BASE_16, /* without prefix: masks, softnet_stat */
};

enum rounding {
	ROUND_DOWN = 1, /* towards minus infinity */
	ROUND_UP,	/* towards plus infinity */
	ROUND_EXACT,	/* -ERANGE when not exact */
};

struct number number_from_i64(int64_t n);
struct number number_from_u64(uint64_t n);
/* The whole of @text is one number, without blanks. A leading '-' is accepted, '+' is not (the
 * kernel refuses it). -EBADMSG: not a number; -ERANGE: beyond 64 bits. */
must_check int number_parse(struct span text, enum number_base base, struct number *ret_number);
must_check int number_parse_u64(struct span text, enum number_base base, uint64_t *ret_number);
must_check int number_parse_u32(struct span text, enum number_base base, uint32_t *ret_number);
int number_compare(struct number a, struct number b);  /* <0, 0, >0 */
void number_print(struct text *text, struct number n); /* canonical decimal */
/* n * times_numerator / times_denominator + plus. -ERANGE beyond the range, or when inexact under
 * ROUND_EXACT. */
must_check int number_scale(struct number n, struct number times_numerator,
			    uint64_t times_denominator, struct number plus, enum rounding rounding,
			    struct number *ret_number);
/* -ERANGE when @n does not fit. */
must_check int number_to_u64(struct number n, uint64_t *ret_number);
must_check int number_to_i64(struct number n, int64_t *ret_number);

#endif
