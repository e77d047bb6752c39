/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What literals must keep to: the row's limits, its words, its security order. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static void add_limits(struct text *text, const struct tunable *tunable)
{
	if (tunable->has_min) {
		text_add(text, "at least ");
		number_print(text, tunable->min);
	}
	if (tunable->has_min && tunable->has_max)
		text_add(text, " and ");
	if (tunable->has_max) {
		text_add(text, "at most ");
		number_print(text, tunable->max);
	}
}

static int check_number(const struct reader *reader, const struct json_node *node,
			const struct tunable *tunable, struct number n)
{
	auto_text struct text text = { 0 };

	if ((!tunable->has_min || number_compare(n, tunable->min) >= 0) &&
	    (!tunable->has_max || number_compare(n, tunable->max) <= 0))
		return 0;
	number_print(&text, n);
	text_add(&text, " is outside the limits: ");
	text_add(&text, tunable->id);
	text_add(&text, " takes ");
	add_limits(&text, tunable);
	if (text_status(&text) < 0)
		return text_status(&text);
	return complain(reader, node, "%s", text.bytes);
}

static int check_elements(const struct reader *reader, const struct json_node *node,
			  const struct tunable *tunable, const struct value_vector *vector)
{
	for (size_t i = 0; i < vector->count; i++) {
		int r = check_number(reader, node, tunable, vector->elements[i]);

		if (r < 0)
			return r;
		if (tunable->is_ascending && i > 0 &&
		    number_compare(vector->elements[i], vector->elements[i - 1]) < 0)
			return complain(reader, node,
					"the elements of %s must not fall: each is at least the "
					"one before",
					tunable->id);
	}
	return 0;
}

int check_limits(const struct reader *reader, const struct json_node *node,
		 const struct subject *subject, const struct value *value)
{
	const struct tunable *tunable = subject->tunable;

	if (!tunable)
		return 0;
	if (value->kind == VALUE_NUMBER)
		return check_number(reader, node, tunable, value->number);
	if (value->kind == VALUE_VECTOR)
		return check_elements(reader, node, tunable, &value->vector);
	return 0;
}

int check_choices(const struct reader *reader, const struct json_node *node,
		  const struct subject *subject, const struct value *value)
{
	auto_text struct text known = { 0 };
	const struct tunable *tunable = subject->tunable;

	if (!tunable || !tunable->choices || value->kind != VALUE_CHOICE)
		return 0;
	for (size_t i = 0; tunable->choices[i]; i++) {
		if (strcmp(tunable->choices[i], value->choice.chosen) == 0)
			return 0;
		text_addf(&known, "%s%s", i ? ", " : "", tunable->choices[i]);
	}
	if (text_status(&known) < 0)
		return text_status(&known);
	return complain(reader, node, "\"%s\" is not among the choices of %s: %s",
			value->choice.chosen, tunable->id, known.bytes ? known.bytes : "none");
}

/* Number of the rank that holds the canonical value @text, from 0; -1: none does. */
static int rank_of(const struct tunable *tunable, const char *text)
{
	for (int i = 0; tunable->secure_ranks && tunable->secure_ranks[i]; i++) {
		struct span rest = span_of(tunable->secure_ranks[i]);
		struct span token;

		while (span_token(&rest, &token)) {
			if (span_is(token, text))
				return i;
		}
	}
	return -1;
}

/* Number of the rank that the row names as its floor: a rank as it stands, or a value in it. */
static int floor_rank_of(const struct tunable *tunable)
{
	if (!tunable->secure_floor)
		return 0;
	for (int i = 0; tunable->secure_ranks && tunable->secure_ranks[i]; i++) {
		if (strcmp(tunable->secure_ranks[i], tunable->secure_floor) == 0)
			return i;
	}
	return rank_of(tunable, tunable->secure_floor);
}

static int check_rank(const struct reader *reader, const struct json_node *node,
		      const struct subject *subject, const struct value *value)
{
	const struct tunable *tunable = subject->tunable;
	autofree char *text = NULL;
	int floor = floor_rank_of(tunable);
	int r = value_text(subject->format, value, &text);
	int rank;

	if (r < 0)
		return r;
	rank = rank_of(tunable, text);
	if (rank < 0)
		return complain(reader, node,
				"states a weaker value: it is not known how safe %s of %s is", text,
				tunable->id);
	if (rank < floor)
		return complain(reader, node,
				"states a weaker value: %s of %s; no profile may go below %s", text,
				tunable->id, tunable->secure_floor);
	return 0;
}

int check_security(const struct reader *reader, const struct json_node *node,
		   const struct subject *subject, const struct value *value)
{
	if (!subject->tunable)
		return 0;
	if (subject->tunable->security == SECURITY_RANKED)
		return check_rank(reader, node, subject, value);
	/* -1 switches the protection off (security.md 2); no profile may ask for that. */
	if (subject->tunable->security == SECURITY_RT_BANDWIDTH && value->kind == VALUE_NUMBER &&
	    value->number.negative)
		return complain(reader, node,
				"states a weaker value: a negative %s takes the limit away",
				subject->id);
	return 0;
}
