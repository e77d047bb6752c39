/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers, vectors and flags: at the limits, one beyond, and what no limit names. */
#include "config.h"

#include "sweep.h"

#include <errno.h>
#include <string.h>

static struct value number_value(struct number n)
{
	return (struct value){ .kind = VALUE_NUMBER, .number = n };
}

/* @n one more or one less; itself at the end of 64 bits. */
static struct number beside(struct number n, bool is_above)
{
	const struct number one = NUMBER(1);
	const struct number minus_one = NUMBER_MINUS(1);
	struct number next;

	if (number_scale(n, one, 1, is_above ? one : minus_one, ROUND_EXACT, &next) < 0)
		return n;
	return next;
}

static bool is_allowed(const struct tunable *row, struct number n)
{
	return (!row->has_min || number_compare(n, row->min) >= 0) &&
	       (!row->has_max || number_compare(n, row->max) <= 0);
}

static bool is_bounded_away(const struct bound *bound, struct number n)
{
	return bound && ((bound->has_low && number_compare(n, bound->low) < 0) ||
			 (bound->has_high && number_compare(n, bound->high) > 0));
}

static bool is_word_of(const char *const *words, const char *text)
{
	for (size_t i = 0; words && words[i]; i++) {
		if (strcmp(words[i], text) == 0)
			return true;
	}
	return false;
}

static bool is_honest(const struct tunable *row, const struct value *written,
		      const struct reading *after)
{
	int order;

	if (after->state != READING_VALUE)
		return false;
	if (value_equal(written, &after->value))
		return true;
	switch (row->readback) {
	case READBACK_ROUNDED:
	case READBACK_PARTIAL:
	case READBACK_SUBSET:
		return true;
	case READBACK_AT_LEAST:
		return value_compare(&after->value, written, &order) == 0 && order >= 0;
	case READBACK_EXACT:
		break;
	}
	return false;
}

static void judge_taken(const struct tunable_reading *place, const char *text,
			const struct value *value, bool allowed, const struct attempt *attempt,
			struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	autofree char *shown = reading_text(row, &attempt->after);
	bool is_own = span_starts(span_of(row->limits_reference), "own:");

	if (attempt->after.state == READING_MALFORMED) {
		opinion_add(opinion, VERDICT_DISAGREES,
			    "takes %s and shows \"%s\", which the row cannot read", text, shown);
	} else if (allowed) {
		if (!is_honest(row, value, &attempt->after))
			opinion_add(opinion, VERDICT_DISAGREES, "takes %s and shows %s", text,
				    shown);
	} else if (!value_equal(value, &attempt->after.value)) {
		opinion_add(opinion, VERDICT_AGREES, "%s becomes %s", text, shown);
	} else if (is_own) {
		opinion_add(opinion, VERDICT_NARROWER, "takes %s too", text);
	} else {
		opinion_add(opinion, VERDICT_DISAGREES, "takes %s, beyond the limit of %s", text,
			    row->limits_reference);
	}
}

static bool is_zero_of_pair(const struct tunable *row, const struct value *value)
{
	return row->exclusive_with && value->kind == VALUE_NUMBER && value->number.magnitude == 0;
}

static void judge_refused(const struct tunable_reading *place, const char *text,
			  const struct value *value, bool allowed, const struct attempt *attempt,
			  struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	const char *error = error_name(attempt->error);

	if (attempt->error == -EPERM || attempt->error == -EACCES)
		opinion_add(opinion,
			    row->capability || getuid() != 0 ? VERDICT_NOT_HERE : VERDICT_DISAGREES,
			    "may not be written here (%s)", error);
	else if (tunable_cannot_be_steered(row, attempt->error))
		opinion_add(opinion, VERDICT_AGREES, "cannot be steered (%s), as the row says",
			    error);
	else if (allowed && attempt->error == -EBUSY)
		/* What else is in force stands against it: no limit of its own. */
		opinion_add(opinion, VERDICT_AGREES, "refuses %s while it is busy", text);
	else if (allowed && !is_zero_of_pair(row, value))
		opinion_add(opinion, VERDICT_DISAGREES, "refuses %s (%s), which the row allows",
			    text, error);
	if (value->kind != VALUE_VECTOR && attempt->after.state == READING_VALUE &&
	    !value_equal(&place->reading.value, &attempt->after.value))
		opinion_add(opinion, VERDICT_DISAGREES, "moved by the refused %s", text);
}

void judge(struct sweep *sweep, const struct tunable_reading *place, const struct value *value,
	   bool allowed, struct opinion *opinion)
{
	autofree char *text = NULL;
	struct attempt attempt;

	if (value_text(&place->tunable->format, value, &text) < 0)
		(void)owned(NULL);
	if (is_word_of(place->tunable->latches, text))
		return; /* it could not be taken back */
	attempt_make(sweep, place, text, &attempt);
	if (attempt.error == 0)
		judge_taken(place, text, value, allowed, &attempt, opinion);
	else
		judge_refused(place, text, value, allowed, &attempt, opinion);
	if (attempt.after.state == READING_VALUE &&
	    !value_equal(&attempt.after.value, &place->reading.value)) {
		watch_look(sweep, place, text, opinion);
		watch_restore(sweep, place);
	}
	attempt_done(&attempt);
}

/* A word where a number belongs. */
static void judge_word(struct sweep *sweep, const struct tunable_reading *place,
		       struct opinion *opinion)
{
	struct attempt attempt;

	attempt_make(sweep, place, "words", &attempt);
	if (attempt.error == 0)
		opinion_add(opinion, VERDICT_AGREES, "takes a word without a complaint");
	watch_restore(sweep, place);
	attempt_done(&attempt);
}

/* What is tried of each number, or of each element. */
static size_t candidates(const struct tunable *row, struct number ret_numbers[16])
{
	const struct number odd[] = { NUMBER(0), NUMBER(1), NUMBER_MINUS(1), NUMBER(2147483648) };
	size_t count = 0;

	if (row->has_min) {
		ret_numbers[count++] = row->min;
		ret_numbers[count++] = beside(row->min, false);
	}
	if (row->has_max) {
		ret_numbers[count++] = row->max;
		ret_numbers[count++] = beside(row->max, true);
	}
	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		ret_numbers[count++] = odd[i];
	return count;
}

void sweep_number(struct sweep *sweep, const struct tunable_reading *place, struct opinion *opinion)
{
	const struct bound *bound = bound_of(place->tunable, snapshot_release(sweep->snapshot));
	struct number numbers[16];
	size_t count = candidates(place->tunable, numbers);

	for (size_t i = 0; i < count; i++) {
		struct value value = number_value(numbers[i]);

		if (is_bounded_away(bound, numbers[i]))
			opinion_add(opinion, VERDICT_AGREES, "swept within bounds because %s",
				    bound->because);
		else
			judge(sweep, place, &value, is_allowed(place->tunable, numbers[i]),
			      opinion);
	}
	judge_word(sweep, place, opinion);
}

/* All elements the same: the only vector of limits that is ascending. */
static void judge_level(struct sweep *sweep, const struct tunable_reading *place, struct number n,
			struct opinion *opinion)
{
	struct value value = { .kind = VALUE_VECTOR };

	value.vector.count = place->reading.value.vector.count;
	for (size_t i = 0; i < value.vector.count; i++)
		value.vector.elements[i] = n;
	judge(sweep, place, &value, is_allowed(place->tunable, n), opinion);
}

/* One element beyond the limit: are those before it kept all the same? */
static void judge_element(struct sweep *sweep, const struct tunable_reading *place, size_t element,
			  struct number n, struct opinion *opinion)
{
	const struct value_vector *was = &place->reading.value.vector;
	autofree char *text = NULL;
	struct value value = { .kind = VALUE_VECTOR, .vector = *was };
	struct attempt attempt;

	for (size_t i = 0; i < element; i++)
		value.vector.elements[i] = beside(was->elements[i], true);
	value.vector.elements[element] = n;
	if (value_text(&place->tunable->format, &value, &text) < 0)
		(void)owned(NULL);
	attempt_make(sweep, place, text, &attempt);
	if (attempt.error < 0 && attempt.after.state == READING_VALUE &&
	    !value_equal(&attempt.after.value, &place->reading.value))
		opinion_add(opinion, VERDICT_AGREES,
			    "keeps what stands before the element that it refuses");
	watch_restore(sweep, place);
	attempt_done(&attempt);
}

static void judge_length(struct sweep *sweep, const struct tunable_reading *place, const char *text,
			 const char *name, struct opinion *opinion)
{
	struct attempt attempt;
	const char *answer = "refuses";

	attempt_make(sweep, place, text, &attempt);
	if (attempt.error == 0)
		answer = "takes";
	else if (attempt.error == -EIO) /* write(2) took a part */
		answer = "takes a part of";
	opinion_add(opinion, VERDICT_AGREES, "%s a %s vector", answer, name);
	watch_restore(sweep, place);
	attempt_done(&attempt);
}

static void judge_descending(struct sweep *sweep, const struct tunable_reading *place,
			     struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	struct value value = place->reading.value;
	size_t last = value.vector.count - 1;
	struct number first = value.vector.elements[0];
	autofree char *text = NULL;
	struct attempt attempt;

	if (last == 0 || number_compare(first, value.vector.elements[last]) >= 0)
		return;
	value.vector.elements[0] = value.vector.elements[last];
	value.vector.elements[last] = first;
	if (value_text(&row->format, &value, &text) < 0)
		(void)owned(NULL);
	attempt_make(sweep, place, text, &attempt);
	if (attempt.error == 0)
		opinion_add(opinion, VERDICT_AGREES, "takes a descending vector%s",
			    row->is_ascending ? ", the row does not" : "");
	else if (!row->is_ascending)
		opinion_add(opinion, VERDICT_DISAGREES,
			    "refuses a descending vector, which the row allows");
	watch_restore(sweep, place);
	attempt_done(&attempt);
}

void sweep_vector(struct sweep *sweep, const struct tunable_reading *place, struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	size_t elements = place->reading.value.vector.count;
	autofree char *whole = reading_text(row, &place->reading);
	autofree char *short_text = owned(strdup(whole));
	auto_text struct text long_text = { 0 };
	struct number numbers[16];
	size_t count = candidates(row, numbers);
	char *blank = strrchr(short_text, ' ');

	for (size_t i = 0; i < count; i++) {
		judge_level(sweep, place, numbers[i], opinion);
		for (size_t k = 0; k < elements && !is_allowed(row, numbers[i]); k++)
			judge_element(sweep, place, k, numbers[i], opinion);
	}
	if (blank) {
		*blank = '\0';
		judge_length(sweep, place, short_text, "short", opinion);
	}
	text_addf(&long_text, "%s 1", whole);
	judge_length(sweep, place, long_text.bytes ? long_text.bytes : "", "long", opinion);
	judge_descending(sweep, place, opinion);
	judge_word(sweep, place, opinion);
}

void sweep_flag(struct sweep *sweep, const struct tunable_reading *place, struct opinion *opinion)
{
	for (int i = 0; i < 2; i++) {
		struct value value = { .kind = VALUE_FLAG, .flag = i };

		judge(sweep, place, &value, true, opinion);
	}
	for (int i = 0; i < 2; i++) {
		struct attempt attempt;
		const char *text = i ? "-1" : "2";

		attempt_make(sweep, place, text, &attempt);
		if (attempt.after.state == READING_MALFORMED)
			opinion_add(opinion, VERDICT_DISAGREES,
				    "takes %s and shows \"%s\", which no flag is", text,
				    attempt.after.raw);
		watch_restore(sweep, place);
		attempt_done(&attempt);
	}
	judge_word(sweep, place, opinion);
}
