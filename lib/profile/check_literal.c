/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What literals must keep to: the row's limits, its words, its security order. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "guard/guard.h"

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

int check_security(const struct reader *reader, const struct json_node *node,
		   const struct subject *subject, const struct value *value)
{
	auto_text struct text why = { 0 };
	enum guard_answer answer;
	int r;

	/* The order of a row is one of whole values. */
	if (!subject->tunable || subject->element_plus_one)
		return 0;
	r = guard_value(subject->tunable, value, &answer, &why);
	if (r < 0)
		return r;
	/* Limits and what is never written bind only where something would be written. */
	if (answer != GUARD_WEAKER && answer != GUARD_INCOMPARABLE)
		return 0;
	r = json_complain(reader->json, node, -EPERM, reader->diag, "states a weaker value: %s",
			  why.bytes);
	return r == -ENOMEM ? r : -EBADMSG;
}
