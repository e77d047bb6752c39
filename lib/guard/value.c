/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What may be asked for at all, and what a journal may put back: one value, without a host. */
#include "config.h"

#include "guard/parts.h"

#include <errno.h>
#include <string.h>

enum guard_answer refuse(struct text *why, enum guard_answer answer, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_addv(why, format, arguments);
	va_end(arguments);
	return answer;
}

static enum guard_answer judge_number(const struct tunable *tunable, struct number number,
				      struct text *why)
{
	if (is_within_limits(tunable, number))
		return GUARD_ALLOWED;
	number_print(why, number);
	refuse(why, GUARD_OUT_OF_RANGE, " is outside the limits of %s:", tunable->id);
	if (tunable->has_min) {
		text_add(why, " at least ");
		number_print(why, tunable->min);
	}
	if (tunable->has_max) {
		text_add(why, tunable->has_min ? " and at most " : " at most ");
		number_print(why, tunable->max);
	}
	return GUARD_OUT_OF_RANGE;
}

static enum guard_answer judge_vector(const struct tunable *tunable,
				      const struct value_vector *vector, struct text *why)
{
	if (vector->count == 0 ||
	    (tunable->format.elements && vector->count != tunable->format.elements))
		return refuse(why, GUARD_OUT_OF_RANGE, "%s has %d elements, not %zu", tunable->id,
			      tunable->format.elements, vector->count);
	for (size_t i = 0; i < vector->count; i++) {
		enum guard_answer answer = judge_number(tunable, vector->elements[i], why);

		if (answer != GUARD_ALLOWED)
			return answer;
		if (tunable->is_ascending && i > 0 &&
		    number_compare(vector->elements[i], vector->elements[i - 1]) < 0)
			return refuse(why, GUARD_OUT_OF_RANGE,
				      "the elements of %s must not fall: each is at least the one "
				      "before",
				      tunable->id);
	}
	return GUARD_ALLOWED;
}

static enum guard_answer judge_choice(const struct tunable *tunable,
				      const struct value_choice *choice, struct text *why)
{
	if (!tunable->choices)
		return GUARD_ALLOWED;
	for (size_t i = 0; tunable->choices[i]; i++) {
		if (strcmp(tunable->choices[i], choice->chosen) == 0)
			return GUARD_ALLOWED;
	}
	refuse(why, GUARD_OUT_OF_RANGE, "\"");
	text_add_safe(why, span_of(choice->chosen));
	return refuse(why, GUARD_OUT_OF_RANGE, "\" is not among the choices of %s", tunable->id);
}

static enum guard_answer judge_range(const struct tunable *tunable, const struct value *value,
				     struct text *why)
{
	if (value->kind != tunable->format.kind)
		return refuse(why, GUARD_OUT_OF_RANGE, "%s is a %s", tunable->id,
			      value_kind_name(tunable->format.kind));
	switch (value->kind) {
	case VALUE_NUMBER:
		return judge_number(tunable, value->number, why);
	case VALUE_VECTOR:
		return judge_vector(tunable, &value->vector, why);
	case VALUE_CHOICE:
		return judge_choice(tunable, &value->choice, why);
	case VALUE_FLAG:
	case VALUE_CPULIST:
		return GUARD_ALLOWED;
	case VALUE_TEXT:
	case VALUE_RELEASE:
		break;
	}
	/* Free text has no limits to keep to, and the kernel runs some of it (security.md 3.5). */
	return refuse(why, GUARD_NEVER_WRITTEN, "%s is free text", tunable->id);
}

static enum guard_answer judge_latch(const struct tunable *tunable, const struct value *value,
				     struct text *why)
{
	auto_text struct text printed = { 0 };

	if (!tunable->latches)
		return GUARD_ALLOWED;
	value_print(&printed, &tunable->format, value);
	if (text_status(&printed) < 0) {
		why->status = text_status(&printed);
		return GUARD_UNKNOWN;
	}
	for (size_t i = 0; tunable->latches[i]; i++) {
		if (span_is(text_span(&printed), tunable->latches[i]))
			return refuse(why, GUARD_LATCH, "%s cannot leave %s again", tunable->id,
				      tunable->latches[i]);
	}
	return GUARD_ALLOWED;
}

/* Rows of which no transaction of ours ever writes, so no journal holds them either. */
static enum guard_answer judge_row(const struct tunable *tunable, struct text *why)
{
	if (tunable->is_read_only)
		return refuse(why, GUARD_NEVER_WRITTEN, "the kernel offers no write of %s",
			      tunable->id);
	if (tunable->is_boot_only)
		return refuse(why, GUARD_NEVER_WRITTEN, "only the boot line changes %s",
			      tunable->id);
	if (tunable->is_advice_only || tunable->is_secret)
		return refuse(why, GUARD_NEVER_WRITTEN, "%s is for a person to change",
			      tunable->id);
	if (tunable->security == SECURITY_UNREVIEWED)
		return refuse(why, GUARD_UNREVIEWED,
			      "what %s does to the security of a host was not reviewed",
			      tunable->id);
	if (tunable->security == SECURITY_PROGRAM)
		return refuse(why, GUARD_NEVER_WRITTEN, "the kernel runs as root what %s names",
			      tunable->id);
	if (tunable->security == SECURITY_CONTESTED)
		return refuse(why, GUARD_CONTESTED,
			      "authorities disagree on which value of %s is secure", tunable->id);
	return GUARD_ALLOWED;
}

static enum guard_answer judge_rank(const struct tunable *tunable, const struct value *value,
				    struct text *why)
{
	int rank = rank_of(tunable, value);
	int floor = rank_floor(tunable);
	enum guard_answer answer = rank < 0 ? GUARD_INCOMPARABLE : GUARD_WEAKER;
	struct span rest;
	struct span word;

	if (rank >= floor)
		return GUARD_ALLOWED;
	text_addf(why, "%s = ", tunable->id);
	value_print(why, &tunable->format, value);
	if (rank < 0)
		return refuse(why, answer, " is a value of which nobody said how secure it is");
	text_add(why, " is below what may be asked for, which begins at");
	rest = span_of(tunable->secure_ranks[floor]);
	for (bool is_first = true; span_token(&rest, &word); is_first = false) {
		text_add(why, is_first ? " " : " or ");
		text_add_span(why, word);
	}
	return answer;
}

/* Orders whose floor is a value of their own kind. */
static enum guard_answer judge_floor(const struct tunable *tunable, const struct value *value,
				     struct text *why)
{
	auto_text struct text meaning = { 0 };
	enum strength strength = STRENGTH_NONE;

	if (guard_strength(tunable, value, NULL, &strength, &meaning) < 0) {
		why->status = -ENOMEM;
		return GUARD_UNKNOWN;
	}
	if (strength != STRENGTH_WEAK && strength != STRENGTH_UNKNOWN)
		return GUARD_ALLOWED;
	text_addf(why, "%s = ", tunable->id);
	value_print(why, &tunable->format, value);
	return refuse(why, strength == STRENGTH_WEAK ? GUARD_WEAKER : GUARD_INCOMPARABLE, ": %s",
		      meaning.bytes);
}

static enum guard_answer judge_strength(const struct tunable *tunable, const struct value *value,
					struct text *why)
{
	if (value->kind != tunable->format.kind)
		return GUARD_ALLOWED; /* judge_range() refuses it */
	if (tunable->security == SECURITY_RANKED)
		return judge_rank(tunable, value, why);
	/* Below 0 there is no limit, on every release. */
	if (tunable->security == SECURITY_RT_BANDWIDTH)
		return value->number.negative
			       ? refuse(why, GUARD_WEAKER, "a negative %s takes the limit away",
					tunable->id)
			       : GUARD_ALLOWED;
	return judge_floor(tunable, value, why);
}

/* Of a pair of which one counts, the other shows 0: bytes refuse it, and as a ratio it would let
 * nothing be dirty. */
static enum guard_answer judge_zero(const struct tunable *tunable, const struct value *value,
				    struct text *why)
{
	if (!tunable->exclusive_with || value->kind != VALUE_NUMBER || value->number.magnitude != 0)
		return GUARD_ALLOWED;
	return refuse(why, GUARD_OUT_OF_RANGE,
		      "%s shows 0 while %s is in force; 0 itself is no setting", tunable->id,
		      tunable->exclusive_with);
}

int guard_value(const struct tunable *tunable, const struct value *value,
		enum guard_answer *ret_answer, struct text *ret_why)
{
	typedef enum guard_answer judge(const struct tunable *, const struct value *,
					struct text *);
	/* Strength first: that a value is weak is said even where nobody would write it. */
	static judge *const judges[] = { judge_strength, judge_range, judge_zero, judge_latch };
	enum guard_answer answer = GUARD_ALLOWED;
	int r;

	for (size_t i = 0; i < ARRAY_SIZE(judges) && answer == GUARD_ALLOWED; i++)
		answer = judges[i](tunable, value, ret_why);
	if (answer == GUARD_ALLOWED)
		answer = judge_row(tunable, ret_why);
	r = text_status(ret_why);
	if (r < 0)
		return r;
	*ret_answer = answer;
	return 0;
}

int guard_restore(const struct tunable *tunable, const struct value *value,
		  enum guard_answer *ret_answer, struct text *ret_why)
{
	enum guard_answer answer = judge_row(tunable, ret_why);
	int r;

	if (answer == GUARD_ALLOWED)
		answer = judge_range(tunable, value, ret_why);
	if (answer == GUARD_ALLOWED)
		answer = judge_latch(tunable, value, ret_why);
	r = text_status(ret_why);
	if (r < 0)
		return r;
	*ret_answer = answer;
	return 0;
}
