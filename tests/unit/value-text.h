/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Formats and values by their text, for tests that are not about parsing. Include behind cmocka. */
#ifndef TESTS_VALUE_TEXT_H
#define TESTS_VALUE_TEXT_H

#include "value/condition.h"

static const struct value_format number = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO };
static const struct value_format vector = { .kind = VALUE_VECTOR, .base = NUMBER_BASE_AUTO };
static const struct value_format choice = { .kind = VALUE_CHOICE };
static const struct value_format flag = { .kind = VALUE_FLAG, .flag = FLAG_DIGIT };
static const struct value_format list = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST };
static const struct value_format words = { .kind = VALUE_TEXT };
static const struct value_format release = { .kind = VALUE_RELEASE };

static inline void read_value(const struct value_format *format, const char *text,
			      struct value *value)
{
	if (!text)
		return;
	if (value_parse(format, span_of(text), value) != 0)
		fail_msg("\"%s\" is no %s", text, value_kind_name(format->kind));
}

#endif
