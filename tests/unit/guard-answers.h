/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the guard says of a value. Include after cmocka.h. */
#ifndef TESTS_GUARD_ANSWERS_H
#define TESTS_GUARD_ANSWERS_H

#include "guard/guard.h"

static inline struct value number_value(struct number number)
{
	return (struct value){ .kind = VALUE_NUMBER, .number = number };
}

static inline struct value value_of(const struct tunable *row, const char *text)
{
	struct value value = { 0 };

	assert_int_equal(value_parse(&row->format, span_of(text), &value), 0);
	return value;
}

static inline struct number next_to(struct number number, int64_t by)
{
	struct number other;

	assert_int_equal(number_scale(number, number_from_u64(1), 1, number_from_i64(by),
				      ROUND_EXACT, &other),
			 0);
	return other;
}

/* A refusal has its sentence, what is allowed has none. */
static inline enum guard_answer answer_to(const struct tunable *row, const struct value *value)
{
	auto_text struct text why = { 0 };
	enum guard_answer answer = 0;

	assert_int_equal(guard_value(row, value, &answer, &why), 0);
	if ((answer == GUARD_ALLOWED) != (why.length == 0))
		fail_msg("%s: %s with \"%s\"", row->id, guard_answer_name(answer),
			 why.bytes ? why.bytes : "");
	return answer;
}

static inline enum guard_answer answer_to_text(const char *id, const char *text)
{
	const struct tunable *row = tunable_find(id);
	auto_value struct value value = value_of(row, text);

	return answer_to(row, &value);
}

#endif
