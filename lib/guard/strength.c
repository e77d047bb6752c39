/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What one value says of its host by itself: for lint and the posture, whoever wrote it. */
#include "config.h"

#include "guard/parts.h"

#include <errno.h>
#include <string.h>

static enum strength answer(struct text *why, enum strength strength, const char *format, ...)
	format_like(3, 4);

static enum strength answer(struct text *why, enum strength strength, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_addv(why, format, arguments);
	va_end(arguments);
	return strength;
}

/* "1 or 2" */
static void add_rank(struct text *why, const char *rank)
{
	struct span rest = span_of(rank);
	struct span word;
	const char *joint = "";

	while (span_token(&rest, &word)) {
		text_add(why, joint);
		text_add_span(why, word);
		joint = " or ";
	}
}

static enum strength rank_strength(const struct tunable *tunable, const struct value *value,
				   struct text *why)
{
	int rank = rank_of(tunable, value);

	if (rank >= rank_floor(tunable))
		return STRENGTH_SECURE;
	if (rank < 0)
		return answer(why, STRENGTH_UNKNOWN, "nobody said how secure this value is");
	(void)answer(why, STRENGTH_WEAK, "less protective than "); /* the rank follows */
	add_rank(why, tunable->secure_ranks[rank_floor(tunable)]);
	return STRENGTH_WEAK;
}

/* The floor of a row in its own format; false: it has none. */
static bool floor_of(const struct tunable *tunable, struct value *ret_floor)
{
	return tunable->secure_floor &&
	       value_parse(&tunable->format, span_of(tunable->secure_floor), ret_floor) == 0;
}

static enum strength limit_strength(const struct tunable *tunable, const struct value *value,
				    struct text *why)
{
	struct value floor = { 0 };
	enum guard_answer compared;

	if (tunable->is_zero_weakest && value->kind == VALUE_NUMBER && value->number.magnitude == 0)
		return answer(why, STRENGTH_WEAK, "0 lifts the limit");
	if (!floor_of(tunable, &floor))
		return STRENGTH_SECURE;
	compared = guard_compare(tunable, &floor, value);
	if (compared == GUARD_ALLOWED)
		return STRENGTH_SECURE;
	if (compared == GUARD_WEAKER)
		return answer(why, STRENGTH_WEAK, "%s %s",
			      tunable->security == SECURITY_RISING ? "below the secure floor of"
								   : "above the secure limit of",
			      tunable->secure_floor);
	return answer(why, STRENGTH_UNKNOWN, "nobody said how secure this value is");
}

/* Sets of bits, sets of words and ranges have a floor in their own format too. */
static enum strength set_strength(const struct tunable *tunable, const struct value *value,
				  struct text *why)
{
	auto_value struct value floor = { 0 };
	enum guard_answer compared;

	if (!floor_of(tunable, &floor))
		return STRENGTH_SECURE;
	compared = guard_compare(tunable, &floor, value);
	if (compared == GUARD_ALLOWED)
		return STRENGTH_SECURE;
	if (compared != GUARD_WEAKER)
		return answer(why, STRENGTH_UNKNOWN, "nobody said how secure this value is");
	if (tunable->all_bits && value->number.magnitude == tunable->all_bits)
		return answer(why, STRENGTH_WEAK, "stands for every bit, not for \"on\"");
	if (tunable->security == SECURITY_FEWER_BITS)
		return answer(why, STRENGTH_WEAK, "allows more than %s does",
			      tunable->secure_floor);
	return answer(why, STRENGTH_WEAK,
		      tunable->security == SECURITY_WIDER ? "a smaller range than %s"
							  : "leaves out some of %s",
		      tunable->secure_floor);
}

static enum strength contested_strength(const struct tunable *tunable, const struct value *value,
					struct text *why)
{
	int rank = rank_of(tunable, value);
	int last = 0;

	while (tunable->secure_ranks && tunable->secure_ranks[last])
		last++;
	if (rank >= 0 && rank < last - 1)
		return answer(why, STRENGTH_WEAK, "less protective than %s",
			      tunable->secure_ranks[last - 1]);
	return answer(why, STRENGTH_CONTESTED,
		      "authorities disagree: only the role of the host "
		      "decides");
}

int guard_rt_strength(const struct value *runtime, const struct value *period,
		      const struct release *release, enum strength *ret_strength,
		      struct text *ret_why)
{
	/* From 7.2 on the kernel itself starts with all of the period: kernel.md 5. */
	static const struct release_bracket whole = { .absent_in = RELEASE(6, 19),
						      .present_in = RELEASE(7, 2) };
	static const struct value usual_period = { .kind = VALUE_NUMBER,
						   .number = NUMBER(1000000) };

	period = period ? period : &usual_period;
	*ret_strength = STRENGTH_SECURE;
	if (!runtime)
		return 0;
	if (runtime->number.negative)
		*ret_strength = answer(ret_why, STRENGTH_WEAK,
				       "takes the limit of real-time tasks away: one that spins "
				       "keeps everything else from its CPU");
	else if (number_compare(runtime->number, period->number) >= 0 &&
		 release_reached(release, &whole) != TRUTH_YES)
		*ret_strength = answer(ret_why, STRENGTH_WEAK,
				       "all of the period, which is no limit of real-time tasks "
				       "before Linux 7.2");
	return text_status(ret_why);
}

/* Does the kernel run what stands there? Nothing does not run, nor a name where only "|" does. */
static bool runs_program(const struct tunable *tunable, const struct value *value)
{
	const char *const *harmless = tunable->program_harmless;

	if (value->kind != VALUE_TEXT)
		return true;
	if (*value->text == '\0')
		return false;
	if (tunable->program_prefix && !span_starts(span_of(value->text), tunable->program_prefix))
		return false;
	for (; harmless && *harmless; harmless++) {
		if (strcmp(value->text, *harmless) == 0)
			return false;
	}
	return true;
}

int guard_strength(const struct tunable *tunable, const struct value *value,
		   const struct release *release, enum strength *ret_strength, struct text *ret_why)
{
	if (value->kind != tunable->format.kind) {
		*ret_strength = STRENGTH_UNKNOWN;
		return 0;
	}
	switch (tunable->security) {
	case SECURITY_RANKED:
		*ret_strength = rank_strength(tunable, value, ret_why);
		break;
	case SECURITY_RISING:
	case SECURITY_FALLING:
		*ret_strength = limit_strength(tunable, value, ret_why);
		break;
	case SECURITY_FEWER_BITS:
	case SECURITY_MORE_BITS:
	case SECURITY_MORE_WORDS:
	case SECURITY_WIDER:
		*ret_strength = set_strength(tunable, value, ret_why);
		break;
	case SECURITY_RT_BANDWIDTH:
		if (strcmp(tunable->id, RT_RUNTIME) == 0)
			return guard_rt_strength(value, NULL, release, ret_strength, ret_why);
		*ret_strength = STRENGTH_SECURE;
		break;
	case SECURITY_CONTESTED:
		*ret_strength = contested_strength(tunable, value, ret_why);
		break;
	case SECURITY_PROGRAM:
		*ret_strength = STRENGTH_SECURE;
		if (runs_program(tunable, value))
			*ret_strength = answer(ret_why, STRENGTH_PROGRAM,
					       "the kernel runs as root what this names");
		break;
	case SECURITY_NEUTRAL:
	case SECURITY_UNREVIEWED:
		*ret_strength = STRENGTH_NONE;
		break;
	}
	return text_status(ret_why);
}
