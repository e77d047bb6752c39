/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Vectors and the other kinds of values: what is read comes back from its printed form, which is
 * one canonical text, and a refused text leaves nothing behind. The first byte chooses how many
 * elements a vector must have.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "fuzz.h"
#include "value/value.h"

static void check_vector(const struct value_format *format, const struct value *value)
{
	struct value element = { 0 };
	size_t count = value->vector.count;

	fuzz_require(count >= 1 && count <= VALUE_ELEMENTS_MAX);
	fuzz_require(!format->elements || count == format->elements);
	fuzz_require(value_element(value, count, &element) == -ERANGE);
	for (size_t i = 0; i < count; i++) {
		fuzz_require(value_element(value, i, &element) == 0);
		fuzz_require(number_compare(element.number, value->vector.elements[i]) == 0);
		fuzz_require(!element.number.negative || element.number.magnitude);
	}
}

static void check_choice(const struct value *value)
{
	fuzz_require(value->choice.chosen && *value->choice.chosen != '\0');
	fuzz_require(choice_offers(&value->choice, value->choice.chosen));
}

static void check_round_trip(const struct value_format *format, const struct value *value)
{
	auto_text struct text printed = { 0 }, reprinted = { 0 };
	auto_value struct value again = { 0 }, copy = { 0 };

	value_print(&printed, format, value);
	fuzz_require(text_status(&printed) == 0);
	fuzz_require(value_parse(format, text_span(&printed), &again) == 0);
	fuzz_require(value_equal(value, &again));
	value_print(&reprinted, format, &again);
	fuzz_require(span_equal(text_span(&printed), text_span(&reprinted)));
	fuzz_require(value_copy(value, &copy) == 0);
	fuzz_require(value_equal(value, &copy) && value_equal(&copy, value));
}

static void check_text(const struct value_format *format, struct span text)
{
	auto_value struct value value = { 0 };
	int r = value_parse(format, text, &value);

	fuzz_require(r == 0 || r == -EBADMSG || r == -ERANGE);
	if (r < 0) {
		fuzz_require(value.kind == 0);
		return;
	}
	fuzz_require(value.kind == format->kind);
	if (format->kind == VALUE_VECTOR)
		check_vector(format, &value);
	if (format->kind == VALUE_CHOICE)
		check_choice(&value);
	check_round_trip(format, &value);
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span text = { (const char *)bytes + 1, length ? length - 1 : 0 };
	struct value_format format = { .cpulist = CPULIST_LIST, .flag = FLAG_DIGIT };

	if (!length)
		return 0;
	format.elements = (uint8_t)(bytes[0] % 5);
	for (enum number_base base = NUMBER_BASE_AUTO; base <= NUMBER_BASE_16; base++) {
		format.base = base;
		for (enum value_kind kind = VALUE_NUMBER; kind <= VALUE_RELEASE; kind++) {
			format.kind = kind;
			check_text(&format, text);
		}
	}
	format.kind = VALUE_CPULIST;
	format.cpulist = CPULIST_MASK;
	check_text(&format, text);
	format.kind = VALUE_FLAG;
	format.flag = FLAG_LETTER;
	check_text(&format, text);
	return 0;
}
