/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values: life, comparison by meaning, canonical printing. */
#include "config.h"

#include "value/value.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/cleanup.h"

void value_done(struct value *value)
{
	switch (value->kind) {
	case VALUE_CHOICE:
		free(value->choice.chosen);
		free(value->choice.offered);
		break;
	case VALUE_CPULIST:
		cpulist_done(&value->cpulist);
		break;
	case VALUE_TEXT:
		free(value->text);
		break;
	case VALUE_NUMBER:
	case VALUE_VECTOR:
	case VALUE_FLAG:
	case VALUE_RELEASE:
		break;
	}
	value->kind = 0;
}

static int choice_copy(const struct value_choice *choice, struct value_choice *ret_copy)
{
	autofree char *chosen = strdup(choice->chosen);
	autofree char *offered = choice->offered ? strdup(choice->offered) : NULL;

	if (!chosen || (choice->offered && !offered))
		return -ENOMEM;
	ret_copy->chosen = take_ptr(chosen);
	ret_copy->offered = take_ptr(offered);
	return 0;
}

int value_copy(const struct value *value, struct value *ret_copy)
{
	struct value copy = *value;
	int r = 0;

	switch (value->kind) {
	case VALUE_CHOICE:
		r = choice_copy(&value->choice, &copy.choice);
		break;
	case VALUE_CPULIST:
		r = cpulist_copy(&value->cpulist, &copy.cpulist);
		break;
	case VALUE_TEXT:
		copy.text = strdup(value->text);
		r = copy.text ? 0 : -ENOMEM;
		break;
	case VALUE_NUMBER:
	case VALUE_VECTOR:
	case VALUE_FLAG:
	case VALUE_RELEASE:
		break;
	}
	if (r < 0)
		return r;
	*ret_copy = copy;
	return 0;
}

static void print_number(struct text *text, enum number_base base, struct number n)
{
	if (base != NUMBER_BASE_16) {
		number_print(text, n);
		return;
	}
	/* Read without a prefix, so written without one. */
	text_addf(text, "%s%" PRIx64, n.negative ? "-" : "", n.magnitude);
}

static void print_vector(struct text *text, enum number_base base,
			 const struct value_vector *vector)
{
	for (size_t i = 0; i < vector->count; i++) {
		if (i)
			text_add_char(text, ' ');
		print_number(text, base, vector->elements[i]);
	}
}

static void print_flag(struct text *text, enum flag_style style, bool flag)
{
	if (style == FLAG_LETTER)
		text_add_char(text, flag ? 'Y' : 'N');
	else
		text_add_char(text, flag ? '1' : '0');
}

void value_print(struct text *text, const struct value_format *format, const struct value *value)
{
	switch (value->kind) {
	case VALUE_NUMBER:
		print_number(text, format->base, value->number);
		break;
	case VALUE_VECTOR:
		print_vector(text, format->base, &value->vector);
		break;
	case VALUE_CHOICE:
		text_add(text, value->choice.chosen);
		break;
	case VALUE_FLAG:
		print_flag(text, format->flag, value->flag);
		break;
	case VALUE_CPULIST:
		if (format->cpulist == CPULIST_MASK)
			cpulist_print_mask(text, &value->cpulist);
		else
			cpulist_print(text, &value->cpulist);
		break;
	case VALUE_TEXT:
		text_add(text, value->text);
		break;
	case VALUE_RELEASE:
		release_print(text, &value->release);
		break;
	}
}

int value_text(const struct value_format *format, const struct value *value, char **ret_text)
{
	auto_text struct text text = { 0 };

	value_print(&text, format, value);
	return text_take(&text, ret_text);
}

static bool vector_equal(const struct value_vector *a, const struct value_vector *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (number_compare(a->elements[i], b->elements[i]) != 0)
			return false;
	return true;
}

bool value_equal(const struct value *a, const struct value *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case VALUE_NUMBER:
		return number_compare(a->number, b->number) == 0;
	case VALUE_VECTOR:
		return vector_equal(&a->vector, &b->vector);
	case VALUE_CHOICE:
		return !strcmp(a->choice.chosen, b->choice.chosen);
	case VALUE_FLAG:
		return a->flag == b->flag;
	case VALUE_CPULIST:
		return cpulist_equal(&a->cpulist, &b->cpulist);
	case VALUE_TEXT:
		return !strcmp(a->text, b->text);
	case VALUE_RELEASE:
		return release_compare(&a->release, &b->release) == 0;
	}
	return false; /* two values that are not there are not known to be equal */
}

int value_compare(const struct value *a, const struct value *b, int *ret_order)
{
	if (a->kind != b->kind)
		return -EINVAL;
	switch (a->kind) {
	case VALUE_NUMBER:
		*ret_order = number_compare(a->number, b->number);
		return 0;
	case VALUE_FLAG:
		*ret_order = (int)a->flag - (int)b->flag;
		return 0;
	case VALUE_RELEASE:
		*ret_order = release_compare(&a->release, &b->release);
		return 0;
	case VALUE_VECTOR:
	case VALUE_CHOICE:
	case VALUE_CPULIST:
	case VALUE_TEXT:
		break;
	}
	return -EINVAL;
}

int value_element(const struct value *value, size_t element, struct value *ret_value)
{
	if (value->kind != VALUE_VECTOR)
		return -EINVAL;
	if (element >= value->vector.count)
		return -ERANGE;
	*ret_value = (struct value){
		.kind = VALUE_NUMBER,
		.number = value->vector.elements[element],
	};
	return 0;
}

bool choice_offers(const struct value_choice *choice, const char *word)
{
	struct span rest, token;

	if (!choice->offered)
		return true;
	rest = span_of(choice->offered);
	while (span_token(&rest, &token))
		if (span_is(token, word))
			return true;
	return false;
}

const char *value_kind_name(enum value_kind kind)
{
	switch (kind) {
	case VALUE_NUMBER:
		return "number";
	case VALUE_VECTOR:
		return "vector";
	case VALUE_CHOICE:
		return "choice";
	case VALUE_FLAG:
		return "flag";
	case VALUE_CPULIST:
		return "cpulist";
	case VALUE_TEXT:
		return "text";
	case VALUE_RELEASE:
		return "release";
	}
	return "";
}
