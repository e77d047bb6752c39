/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Numbers: each text is judged a second time here in another way (its digits are compared with
 * those that printf() makes of the result), and arithmetic is held against its own laws.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "fuzz.h"

struct digits {
	struct span span; /* without sign, prefix and leading zeros */
	unsigned int radix;
	bool negative;
	bool is_number;
};

static bool is_digit(char c, unsigned int radix)
{
	static const char all[] = "0123456789abcdefABCDEF";
	const char *found = c == '\0' ? NULL : strchr(all, c);

	if (!found)
		return false;
	return radix == 16 || found - all < (ptrdiff_t)radix;
}

static void drop(struct span *span, size_t count)
{
	span->bytes += count;
	span->length -= count;
}

static struct digits look(struct span text, enum number_base base)
{
	struct digits digits = { .radix = base == NUMBER_BASE_16 ? 16 : 10 };

	if (text.length > 0 && text.bytes[0] == '-') {
		digits.negative = true;
		drop(&text, 1);
	}
	if (base == NUMBER_BASE_AUTO && text.length > 0 && text.bytes[0] == '0') {
		bool is_hex = text.length > 1 && (text.bytes[1] | 0x20) == 'x';

		digits.radix = is_hex ? 16 : 8;
		if (is_hex)
			drop(&text, 2);
	}
	digits.is_number = text.length > 0;
	for (size_t i = 0; i < text.length; i++)
		digits.is_number = digits.is_number && is_digit(text.bytes[i], digits.radix);
	while (text.length > 1 && text.bytes[0] == '0')
		drop(&text, 1);
	digits.span = text;
	return digits;
}

static struct span print_in_radix(char *room, size_t size, uint64_t magnitude, unsigned int radix)
{
	unsigned long long n = magnitude;
	int length;

	if (radix == 16)
		length = snprintf(room, size, "%llx", n);
	else if (radix == 8)
		length = snprintf(room, size, "%llo", n);
	else
		length = snprintf(room, size, "%llu", n);
	fuzz_require(length > 0 && (size_t)length < size);
	return (struct span){ .bytes = room, .length = (size_t)length };
}

static bool is_same_but_for_case(struct span a, struct span b)
{
	if (a.length != b.length)
		return false;
	for (size_t i = 0; i < a.length; i++) {
		if ((a.bytes[i] | 0x20) != (b.bytes[i] | 0x20))
			return false;
	}
	return true;
}

/* Digits of one radix, without leading zeros: longer is larger, else the first difference
 * decides (letters of either case stand behind the digits). */
static bool is_larger(struct span a, struct span b)
{
	if (a.length != b.length)
		return a.length > b.length;
	for (size_t i = 0; i < a.length; i++) {
		int difference = (a.bytes[i] | 0x20) - (b.bytes[i] | 0x20);

		if (difference != 0)
			return difference > 0;
	}
	return false;
}

static void check_round_trip(struct number number)
{
	auto_text struct text printed = { 0 };
	struct number again;
	uint64_t as_u64;

	number_print(&printed, number);
	fuzz_require(text_status(&printed) == 0);
	fuzz_require(number_parse(text_span(&printed), NUMBER_BASE_AUTO, &again) == 0);
	fuzz_require(number_compare(number, again) == 0);
	fuzz_require(again.magnitude == number.magnitude && again.negative == number.negative);
	fuzz_require(number_parse(text_span(&printed), NUMBER_BASE_10, &again) == 0);
	fuzz_require(number_compare(number, again) == 0);
	if (number_to_u64(number, &as_u64) == 0)
		fuzz_require(number_compare(number_from_u64(as_u64), number) == 0);
	else
		fuzz_require(number.negative);
}

static void check_text(struct span text, enum number_base base)
{
	struct digits digits = look(text, base);
	struct number number = NUMBER(12345);
	char room[32];
	int r = number_parse(text, base, &number);

	if (!digits.is_number) {
		fuzz_require(r == -EBADMSG);
	} else if (r == -ERANGE) {
		uint64_t limit = digits.negative ? UINT64_C(1) << 63 : UINT64_MAX;

		fuzz_require(is_larger(digits.span,
				       print_in_radix(room, sizeof(room), limit, digits.radix)));
	} else {
		fuzz_require(r == 0);
		fuzz_require(is_same_but_for_case(digits.span,
						  print_in_radix(room, sizeof(room),
								 number.magnitude, digits.radix)));
		fuzz_require(number.negative == (digits.negative && number.magnitude != 0));
		check_round_trip(number);
	}
	if (r < 0)
		fuzz_require(number.magnitude == 12345 && !number.negative);
}

static uint64_t take_u64(const uint8_t **bytes, size_t *length)
{
	uint64_t n = 0;

	for (size_t i = 0; i < 8 && *length > 0; i++) {
		n = n << 8 | **bytes;
		(*bytes)++;
		(*length)--;
	}
	return n;
}

static struct number take_number(const uint8_t **bytes, size_t *length, bool is_small)
{
	uint64_t n = take_u64(bytes, length);

	if (is_small)
		return number_from_i64((int32_t)(uint32_t)n);
	return n % 2 == 0 ? number_from_u64(n) : number_from_i64((int64_t)n);
}

static __int128 value_of(struct number n)
{
	return n.negative ? -(__int128)n.magnitude : (__int128)n.magnitude;
}

/* r == floor or ceiling of a / b, in terms of multiplication alone. */
static void check_quotient(__int128 a, uint64_t b, __int128 down, __int128 up)
{
	fuzz_require(down * (__int128)b <= a && a < (down + 1) * (__int128)b);
	fuzz_require(up * (__int128)b >= a && a > (up - 1) * (__int128)b);
}

/* The three roundings of one scaling agree with each other; of small numbers also with plain
 * arithmetic. */
static void check_scaling(const uint8_t *bytes, size_t length)
{
	bool is_small = length > 0 && bytes[length - 1] % 2 == 0;
	struct number n = take_number(&bytes, &length, is_small);
	struct number times = take_number(&bytes, &length, is_small);
	struct number plus = take_number(&bytes, &length, is_small);
	uint64_t by = take_u64(&bytes, &length) >> (is_small ? 32 : 0);
	struct number down;
	struct number up;
	struct number exact;
	int down_r = number_scale(n, times, by, plus, ROUND_DOWN, &down);
	int up_r = number_scale(n, times, by, plus, ROUND_UP, &up);
	int exact_r = number_scale(n, times, by, plus, ROUND_EXACT, &exact);

	if (by == 0) {
		fuzz_require(down_r == -EINVAL && up_r == -EINVAL && exact_r == -EINVAL);
		return;
	}
	fuzz_require((down_r == 0 || down_r == -ERANGE) && (up_r == 0 || up_r == -ERANGE));
	if (exact_r == 0) {
		fuzz_require(down_r == 0 && up_r == 0);
		fuzz_require(number_compare(down, exact) == 0 && number_compare(up, exact) == 0);
	}
	if (down_r < 0 || up_r < 0) {
		fuzz_require(!is_small && exact_r == -ERANGE);
		return;
	}

	__int128 gap = value_of(up) - value_of(down);

	fuzz_require(gap == 0 || gap == 1);
	fuzz_require((gap == 0) == (exact_r == 0));
	if (is_small)
		check_quotient(value_of(n) * value_of(times), by, value_of(down) - value_of(plus),
			       value_of(up) - value_of(plus));
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span text = { .bytes = (const char *)bytes, .length = length };

	check_text(text, NUMBER_BASE_AUTO);
	check_text(text, NUMBER_BASE_10);
	check_text(text, NUMBER_BASE_16);
	check_scaling(bytes, length);
	return 0;
}
