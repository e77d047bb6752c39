/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Integers of 64 bits, signed and unsigned in one type. Digits are read here by hand: a span is not
 * terminated, and strtoull() would accept blanks and '+' and turn "-1" into 2^64-1.
 */
#include "config.h"

#include "base/number.h"

#include <assert.h>
#include <errno.h>

typedef unsigned __int128 wide;

/* The magnitude of -2^63. */
#define LOWEST_MAGNITUDE (UINT64_C(1) << 63)

struct number number_from_i64(int64_t n)
{
	if (n >= 0)
		return (struct number){ .magnitude = (uint64_t)n };
	/* Negated in unsigned arithmetic, for the lowest one has no positive twin. */
	return (struct number){ .magnitude = -(uint64_t)n, .negative = true };
}

struct number number_from_u64(uint64_t n)
{
	return (struct number){ .magnitude = n };
}

static int from_wide(wide magnitude, bool negative, struct number *ret_number)
{
	if (magnitude > (negative ? (wide)LOWEST_MAGNITUDE : (wide)UINT64_MAX))
		return -ERANGE;
	*ret_number = (struct number){
		.magnitude = (uint64_t)magnitude,
		.negative = negative && magnitude != 0,
	};
	return 0;
}

static unsigned int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned int)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned int)(c - 'A') + 10;
	return UINT32_MAX;
}

/* Reads on after an overflow: what is not a number at all is -EBADMSG, however long. */
static int read_digits(struct span text, unsigned int base, wide *ret_magnitude)
{
	wide magnitude = 0;
	bool overflowed = false;

	if (text.length == 0)
		return -EBADMSG;
	for (size_t i = 0; i < text.length; i++) {
		unsigned int digit = digit_of(text.bytes[i]);

		if (digit >= base)
			return -EBADMSG;
		magnitude = magnitude * base + digit;
		if (magnitude > UINT64_MAX) {
			overflowed = true;
			magnitude = 0;
		}
	}
	if (overflowed)
		return -ERANGE;
	*ret_magnitude = magnitude;
	return 0;
}

/* The base that the text itself announces; its prefix is taken off. */
static unsigned int announced_base(struct span *text)
{
	if (span_skip(text, "0x") || span_skip(text, "0X"))
		return 16;
	return span_starts(*text, "0") ? 8 : 10;
}

int number_parse(struct span text, enum number_base base, struct number *ret_number)
{
	bool negative = span_skip(&text, "-");
	unsigned int radix = 0;

	switch (base) {
	case NUMBER_BASE_AUTO:
		radix = announced_base(&text);
		break;
	case NUMBER_BASE_10:
		radix = 10;
		break;
	case NUMBER_BASE_16:
		radix = 16;
		break;
	}
	assert(radix != 0);

	wide magnitude;
	int r = read_digits(text, radix, &magnitude);

	if (r < 0)
		return r;
	return from_wide(magnitude, negative, ret_number);
}

int number_parse_u64(struct span text, enum number_base base, uint64_t *ret_number)
{
	struct number number;
	int r = number_parse(text, base, &number);

	if (r < 0)
		return r;
	return number_to_u64(number, ret_number);
}

int number_parse_u32(struct span text, enum number_base base, uint32_t *ret_number)
{
	uint64_t number;
	int r = number_parse_u64(text, base, &number);

	if (r < 0)
		return r;
	if (number > UINT32_MAX)
		return -ERANGE;
	*ret_number = (uint32_t)number;
	return 0;
}

int number_compare(struct number a, struct number b)
{
	if (a.negative != b.negative)
		return a.negative ? -1 : 1;

	int larger = (a.magnitude > b.magnitude) - (a.magnitude < b.magnitude);

	return a.negative ? -larger : larger;
}

void number_print(struct text *text, struct number n)
{
	char digits[sizeof("18446744073709551615")];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + n.magnitude % 10);
		n.magnitude /= 10;
	} while (n.magnitude > 0);
	if (n.negative)
		text_add_char(text, '-');
	text_add_span(text, (struct span){ .bytes = digits + at, .length = sizeof(digits) - at });
}

static bool is_rounded_away(bool negative, enum rounding rounding)
{
	switch (rounding) {
	case ROUND_DOWN:
		return negative;
	case ROUND_UP:
		return !negative;
	case ROUND_EXACT:
		return false;
	}
	return false;
}

int number_scale(struct number n, struct number times_numerator, uint64_t times_denominator,
		 struct number plus, enum rounding rounding, struct number *ret_number)
{
	assert(rounding >= ROUND_DOWN && rounding <= ROUND_EXACT);
	if (times_denominator == 0)
		return -EINVAL;

	/* (2^64-1)^2 + 2^64-1 is below 2^128: neither the product nor the sum can overflow. */
	wide product = (wide)n.magnitude * times_numerator.magnitude;
	wide magnitude = product / times_denominator;
	bool negative = n.negative != times_numerator.negative;

	if (magnitude * times_denominator != product) {
		if (rounding == ROUND_EXACT)
			return -ERANGE;
		magnitude += is_rounded_away(negative, rounding);
	}
	if (negative == plus.negative)
		return from_wide(magnitude + plus.magnitude, negative, ret_number);
	if (magnitude >= plus.magnitude)
		return from_wide(magnitude - plus.magnitude, negative, ret_number);
	return from_wide(plus.magnitude - magnitude, plus.negative, ret_number);
}

int number_to_u64(struct number n, uint64_t *ret_number)
{
	if (n.negative)
		return -ERANGE;
	*ret_number = n.magnitude;
	return 0;
}

int number_to_i64(struct number n, int64_t *ret_number)
{
	if (n.negative) {
		if (n.magnitude > LOWEST_MAGNITUDE)
			return -ERANGE;
		*ret_number = -(int64_t)(n.magnitude - 1) - 1;
		return 0;
	}
	if (n.magnitude > INT64_MAX)
		return -ERANGE;
	*ret_number = (int64_t)n.magnitude;
	return 0;
}
