/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Operands: a literal, or one linear form over what an id stands for. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static const char *const form_keys[] = { "of", "element", "times", "plus", "min", "max", NULL };

/* Bounds that are excluded, or only compared with, may lie outside of what would be written. */
static bool use_is_bound_by_limits(const struct use *use)
{
	return !use->is_condition && use->relation != RELATION_LESS_THAN &&
	       use->relation != RELATION_MORE_THAN && use->relation != RELATION_NOT;
}

static int read_literal_operand(const struct reader *reader, const struct json_node *node,
				const struct use *use, struct operand *operand)
{
	const struct subject *subject = use->subject;
	auto_value struct value value = { 0 };
	char *text = NULL;
	int r = read_literal(reader, node, subject->format, subject->unit, &value);

	if (r < 0)
		return r;
	r = check_choices(reader, node, subject, &value);
	if (r < 0)
		return r;
	if (!use->is_condition) {
		r = check_security(reader, node, subject, &value);
		if (r < 0)
			return r;
	}
	if (use_is_bound_by_limits(use)) {
		r = check_limits(reader, node, subject, &value);
		if (r < 0)
			return r;
	}
	r = value_text(subject->format, &value, &text);
	if (r < 0)
		return r;
	operand->literal = text;
	return 0;
}

/* "N/D", both positive. -EBADMSG: something else. */
static int parse_ratio(const char *written, struct operand *operand)
{
	struct span rest = span_of(written);
	struct span numerator, denominator;
	uint64_t n, d;

	if (!strchr(written, '/') || !span_split(&rest, '/', &numerator) ||
	    !span_split(&rest, '/', &denominator) || rest.length > 0)
		return -EBADMSG;
	if (number_parse_u64(span_trim(numerator), NUMBER_BASE_10, &n) < 0 ||
	    number_parse_u64(span_trim(denominator), NUMBER_BASE_10, &d) < 0 || n == 0 || d == 0)
		return -EBADMSG;
	operand->times_numerator = number_from_u64(n);
	operand->times_denominator = d;
	return 0;
}

/* Whether @node says how much of the subject's dimension each of what is counted brings. */
static bool is_quantity_of(const struct json_node *node, enum unit unit, struct number *ret_number)
{
	struct number bare;

	if (json_kind(node) != JSON_STRING)
		return false;
	if (number_parse(span_trim(span_of(json_string(node))), NUMBER_BASE_10, &bare) == 0)
		return false;
	return quantity_parse(span_of(json_string(node)), unit, unit, 0, ret_number) == 0;
}

static int read_times(const struct reader *reader, const struct json_node *node,
		      const struct use *use, struct operand *operand, bool *ret_is_quantity)
{
	enum unit unit = use->subject->unit;

	*ret_is_quantity = false;
	operand->times_denominator = 1;
	if (json_kind(node) == JSON_STRING && parse_ratio(json_string(node), operand) == 0)
		return 0;
	if (is_quantity_of(node, unit, &operand->times_numerator)) {
		*ret_is_quantity = true;
	} else if (json_kind(node) != JSON_NUMBER ||
		   json_number(reader->json, node, &operand->times_numerator) < 0) {
		return complain(reader, node,
				"expected a whole number, \"N/D\", or a quantity of %s%s",
				use->subject->id, unit_name(unit)[0] ? "" : ", which has no unit");
	}
	if (operand->times_numerator.negative || operand->times_numerator.magnitude == 0)
		return complain(reader, node, "expected a factor above 0");
	return 0;
}

/* plus, min and max are in the subject's unit. */
static int read_bounds(const struct reader *reader, const struct json_node *object,
		       const struct use *use, struct operand *operand)
{
	const struct json_node *plus = json_member(object, "plus");
	const struct json_node *min = json_member(object, "min");
	const struct json_node *max = json_member(object, "max");
	enum unit unit = use->subject->unit;
	int r = 0;

	if (plus)
		r = read_number(reader, plus, unit, &operand->plus);
	if (r == 0 && min)
		r = read_number(reader, min, unit, &operand->min);
	if (r == 0 && max)
		r = read_number(reader, max, unit, &operand->max);
	if (r < 0)
		return r;
	operand->has_min = min != NULL;
	operand->has_max = max != NULL;
	if (min && max && number_compare(operand->min, operand->max) > 0)
		return complain(reader, min, "\"min\" is above \"max\"");
	return 0;
}

static bool has_arithmetic(const struct json_node *object)
{
	return json_member(object, "times") || json_member(object, "plus") ||
	       json_member(object, "min") || json_member(object, "max");
}

static int check_dimension(const struct reader *reader, const struct json_node *node,
			   const struct use *use, const struct subject *named,
			   bool times_is_quantity)
{
	enum dimension wanted = unit_dimension(use->subject->unit);
	enum dimension found = unit_dimension(named->unit);

	if (times_is_quantity && found != DIMENSION_COUNT)
		return complain(reader, node,
				"a quantity under \"times\" needs something that is counted; %s "
				"is in %s",
				named->id, unit_name(named->unit));
	if (times_is_quantity || wanted == found)
		return 0;
	return complain(reader, node, "%s (%s) and %s (%s) are of different dimensions", named->id,
			unit_name(named->unit)[0] ? unit_name(named->unit) : "a plain number",
			use->subject->id,
			unit_name(use->subject->unit)[0] ? unit_name(use->subject->unit)
							 : "a plain number");
}

static int read_arithmetic(const struct reader *reader, const struct json_node *object,
			   const struct use *use, const struct subject *named,
			   struct operand *operand)
{
	const struct json_node *times = json_member(object, "times");
	bool times_is_quantity = false;
	int r;

	if (use->subject->format->kind != VALUE_NUMBER && has_arithmetic(object))
		return complain(reader, object,
				"\"times\", \"plus\", \"min\" and \"max\" are for numbers; %s is a "
				"%s",
				use->subject->id, value_kind_name(use->subject->format->kind));
	if (times) {
		r = read_times(reader, times, use, operand, &times_is_quantity);
		if (r < 0)
			return r;
	}
	r = check_dimension(reader, object, use, named, times_is_quantity);
	if (r < 0)
		return r;
	return read_bounds(reader, object, use, operand);
}

/* The default of an element is the same element of the default. */
static int read_default(const struct reader *reader, const struct json_node *object,
			const struct use *use, struct subject *named)
{
	const struct json_node *element = json_member(object, "element");

	if (use->is_condition)
		return complain(reader, json_member(object, "of"),
				"\"default\" is for assertions, not for conditions");
	if (!use->subject->tunable || use->subject->tunable->default_count == 0)
		return complain(reader, json_member(object, "of"), "no default of %s is known",
				use->subject->id);
	if (element)
		return complain(reader, element,
				"\"default\" already means the same element as the rule");
	*named = *use->subject;
	return 0;
}

static int check_kinds(const struct reader *reader, const struct json_node *object,
		       const struct use *use, const struct subject *named)
{
	enum value_kind wanted = use->subject->format->kind;
	enum value_kind found = named->format->kind;

	if (wanted == found && (wanted != VALUE_VECTOR || named->unit == use->subject->unit))
		return 0;
	if (found == VALUE_VECTOR && wanted == VALUE_NUMBER)
		return complain(reader, object, "%s has several elements: name one by \"element\"",
				named->id);
	return complain(reader, object, "%s is a %s and cannot be compared with %s, a %s",
			named->id, value_kind_name(found), use->subject->id,
			value_kind_name(wanted));
}

static int read_form(const struct reader *reader, const struct json_node *object,
		     const struct use *use, struct operand *operand)
{
	const struct json_node *of = json_member(object, "of");
	struct subject named = { 0 };
	int r = json_reject_unknown(reader->json, object, form_keys, reader->diag);

	if (r < 0)
		return r;
	if (!of)
		return complain(reader, object, "expected \"of\" with an id");
	r = json_expect(reader->json, of, JSON_STRING, reader->diag);
	if (r < 0)
		return r;
	if (strcmp(json_string(of), ID_DEFAULT) == 0)
		r = read_default(reader, object, use, &named);
	else
		r = read_named(reader, of, json_member(object, "element"), &named);
	if (r < 0)
		return r;
	r = check_kinds(reader, object, use, &named);
	if (r < 0)
		return r;
	r = read_arithmetic(reader, object, use, &named, operand);
	if (r < 0)
		return r;
	operand->element_plus_one = named.element_plus_one;
	operand->of = strdup(json_string(of));
	return operand->of ? 0 : -ENOMEM;
}

int read_operand(const struct reader *reader, const struct json_node *node, const struct use *use,
		 struct operand *ret_operand)
{
	struct operand operand = { 0 };
	bool is_ranked = use->subject->tunable && !use->is_condition &&
			 use->subject->tunable->security == SECURITY_RANKED;
	int r;

	if (json_kind(node) != JSON_OBJECT) {
		r = read_literal_operand(reader, node, use, &operand);
	} else if (is_ranked) {
		return complain(reader, node,
				"the values of %s are ordered by security: only literals may be "
				"asked for",
				use->subject->id);
	} else {
		r = read_form(reader, node, use, &operand);
	}
	if (r < 0) {
		operand_done(&operand);
		return r;
	}
	*ret_operand = operand;
	return 0;
}
