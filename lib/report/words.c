/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values, wishes and subjects in words. */
#include "config.h"

#include <string.h>

#include "report/words.h"

void words_add(struct text *text, const char *string)
{
	if (string)
		text_add_safe(text, span_of(string));
}

void words_count(struct text *text, size_t count, const char *one, const char *many)
{
	text_addf(text, "%zu %s", count, count == 1 ? one : many);
}

/* "1 byte", but "1 us": only names that are words have a plural. */
static void add_unit(struct text *text, const char *canonical, enum unit unit)
{
	struct span name;

	if (unit == 0 || unit == UNIT_NONE)
		return;
	name = span_of(unit == UNIT_CPUS ? "CPUs" : unit_name(unit));
	if (strcmp(canonical, "1") == 0 && name.length > 3 && span_ends(name, "s"))
		name.length--;
	text_add_char(text, ' ');
	text_add_span(text, name);
}

/* " (4 MiB)" where that is exact. */
static void add_binary_size(struct text *text, const char *canonical, enum unit unit)
{
	static const char *const names[] = { "bytes", "KiB", "MiB", "GiB", "TiB" };
	size_t step = unit == UNIT_KIBIBYTES ? 1 : 0;
	size_t first = step;
	uint64_t size;

	if (unit != UNIT_BYTES && unit != UNIT_KIBIBYTES)
		return;
	if (number_parse_u64(span_of(canonical), NUMBER_BASE_10, &size) < 0 || size == 0)
		return;
	for (; size % 1024 == 0 && step + 1 < ARRAY_SIZE(names); step++)
		size /= 1024;
	if (step > first)
		text_addf(text, " (%llu %s)", (unsigned long long)size, names[step]);
}

void words_value(struct text *text, const char *canonical, enum unit unit)
{
	if (!canonical) {
		text_add(text, "not known");
		return;
	}
	if (!*canonical) {
		text_add(text, "empty");
		return;
	}
	words_add(text, canonical);
	add_unit(text, canonical, unit);
	add_binary_size(text, canonical, unit);
}

static const char *relation_words(enum relation relation)
{
	switch (relation) {
	case RELATION_AT_LEAST:
		return "at least ";
	case RELATION_AT_MOST:
		return "at most ";
	case RELATION_LESS_THAN:
		return "less than ";
	case RELATION_MORE_THAN:
		return "more than ";
	case RELATION_NOT:
		return "anything but ";
	case RELATION_WITHIN:
		return "within ";
	case RELATION_DISJOINT:
		return "apart from ";
	case RELATION_CONTAINS:
		return "with all of ";
	case RELATION_BETWEEN:
	case RELATION_ONE_OF:
	case RELATION_EQUALS:
		break;
	}
	return "";
}

/* What stands between operands. */
static const char *relation_joint(enum relation relation)
{
	return relation == RELATION_BETWEEN ? " to " : " or ";
}

void words_wanted(struct text *text, const struct rule *rule, char *const *operands, size_t count)
{
	/* A list of CPUs is no quantity. */
	enum unit unit = rule->format->kind == VALUE_CPULIST ? UNIT_NONE : rule->unit;

	text_add(text, relation_words(rule->relation));
	if (count == 0)
		text_add(text, "a value that is not known");
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text_add(text, relation_joint(rule->relation));
		words_value(text, operands[i], i + 1 < count ? UNIT_NONE : unit);
	}
}

static void add_element_of(struct text *text, uint32_t element_plus_one, const char *id)
{
	static const char *const ordinals[] = { "first", "second", "third", "fourth" };

	if (element_plus_one > ARRAY_SIZE(ordinals))
		text_addf(text, "number %lu of ", (unsigned long)element_plus_one);
	else if (element_plus_one > 0)
		text_addf(text, "the %s number of ", ordinals[element_plus_one - 1]);
	words_add(text, id);
}

static void add_factor(struct text *text, const struct operand *operand)
{
	bool has_numerator = operand->times_numerator.magnitude != 0;

	if (!has_numerator && operand->times_denominator == 0)
		return;
	if (has_numerator)
		number_print(text, operand->times_numerator);
	else
		text_add_char(text, '1');
	if (operand->times_denominator > 1)
		text_addf(text, "/%llu", (unsigned long long)operand->times_denominator);
	text_add(text, " x ");
}

/* As the profile says it: "4096", "1024 x cpus.online.count, at most 65535". */
static void add_operand(struct text *text, const struct operand *operand)
{
	if (operand->literal) {
		words_value(text, operand->literal, UNIT_NONE);
		return;
	}
	add_factor(text, operand);
	if (operand->of && strcmp(operand->of, ID_DEFAULT) == 0)
		text_add(text, "this kernel's own default");
	else
		add_element_of(text, operand->element_plus_one, operand->of);
	if (operand->plus.magnitude) {
		text_add(text, operand->plus.negative ? " " : " +");
		number_print(text, operand->plus);
	}
	if (operand->has_min) {
		text_add(text, ", but at least ");
		number_print(text, operand->min);
	}
	if (operand->has_max) {
		text_add(text, ", but at most ");
		number_print(text, operand->max);
	}
}

void words_assertion(struct text *text, enum relation relation, const struct operand *operands,
		     size_t count, enum unit unit)
{
	text_add(text, relation_words(relation));
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text_add(text, relation_joint(relation));
		add_operand(text, &operands[i]);
	}
	/* "2 x nodes.count" speaks of that, not of connections. */
	if (count > 0 && operands[count - 1].literal)
		add_unit(text, operands[count - 1].literal, unit);
}

void words_condition(struct text *text, const struct condition *condition)
{
	bool is_plain =
		condition->relation == RELATION_EQUALS || condition->relation == RELATION_ONE_OF;

	add_element_of(text, condition->element_plus_one, condition->of);
	text_add(text, is_plain ? " is " : " ");
	words_assertion(text, condition->relation, condition->operands, condition->operand_count,
			UNIT_NONE);
}

void words_subject(struct text *text, const struct rule *rule)
{
	add_element_of(text, rule->element_plus_one, rule->subject_id);
}

struct span words_first_sentence(const char *text)
{
	struct span whole = span_of(text ? text : "");

	for (size_t i = 1; i + 2 < whole.length; i++) {
		char next = whole.bytes[i + 2];

		/* "e.g. this" goes on: a sentence begins with a capital. */
		if (whole.bytes[i] == '.' && whole.bytes[i + 1] == ' ' && next >= 'A' &&
		    next <= 'Z')
			return (struct span){ .bytes = whole.bytes, .length = i + 1 };
	}
	return whole;
}
