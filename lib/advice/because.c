/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Why a finding is what it is: one sentence for somebody who is tired, with numbers and units. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

#define KIBIBYTE 1024u
#define MEBIBYTE (1024u * 1024u)

static const enum because because_by_relation[] = {
	[RELATION_AT_LEAST] = BECAUSE_BELOW_FLOOR,  [RELATION_MORE_THAN] = BECAUSE_BELOW_FLOOR,
	[RELATION_AT_MOST] = BECAUSE_ABOVE_CEILING, [RELATION_LESS_THAN] = BECAUSE_ABOVE_CEILING,
	[RELATION_BETWEEN] = BECAUSE_OUTSIDE_RANGE, [RELATION_ONE_OF] = BECAUSE_NOT_ONE_OF,
	[RELATION_EQUALS] = BECAUSE_DIFFERS,	    [RELATION_NOT] = BECAUSE_EXCLUDED_VALUE,
	[RELATION_WITHIN] = BECAUSE_NOT_WITHIN,	    [RELATION_DISJOINT] = BECAUSE_OVERLAPS,
	[RELATION_CONTAINS] = BECAUSE_NOT_WITHIN,
};

static const enum because because_by_state[] = {
	[READING_ABSENT] = BECAUSE_ABSENT,
	[READING_REMOVED] = BECAUSE_REMOVED,
	[READING_NOT_YET] = BECAUSE_NOT_YET,
	[READING_NOT_BUILT_IN] = BECAUSE_NOT_BUILT_IN,
	[READING_NO_MODULE] = BECAUSE_MODULE_NOT_LOADED,
	[READING_OTHER_NAMESPACE] = BECAUSE_OTHER_NAMESPACE,
	[READING_UNREADABLE] = BECAUSE_UNREADABLE,
	[READING_MALFORMED] = BECAUSE_MALFORMED,
};

static const char *const wanted_before[] = {
	[RELATION_AT_LEAST] = "at least ",
	[RELATION_MORE_THAN] = "more than ",
	[RELATION_AT_MOST] = "at most ",
	[RELATION_LESS_THAN] = "less than ",
	[RELATION_BETWEEN] = "between ",
	[RELATION_ONE_OF] = "one of ",
	[RELATION_EQUALS] = "",
	[RELATION_NOT] = "anything but ",
	[RELATION_WITHIN] = "only CPUs of ",
	[RELATION_DISJOINT] = "no CPU of ",
	[RELATION_CONTAINS] = "all CPUs of ",
};

enum because because_of_relation(enum relation relation)
{
	return because_by_relation[relation];
}

enum because because_of_state(enum reading_state state)
{
	return because_by_state[state];
}

/* Sizes are easier to read in the largest unit that divides them. */
static void add_bytes(struct text *text, struct number n)
{
	uint64_t size = n.magnitude;

	if (!n.negative && size >= MEBIBYTE && size % MEBIBYTE == 0)
		text_addf(text, "%llu MiB", (unsigned long long)(size / MEBIBYTE));
	else if (!n.negative && size >= KIBIBYTE && size % KIBIBYTE == 0)
		text_addf(text, "%llu KiB", (unsigned long long)(size / KIBIBYTE));
	else {
		number_print(text, n);
		text_add(text, " bytes");
	}
}

static bool is_counted(enum unit unit)
{
	return unit != UNIT_NONE && unit_dimension(unit) == DIMENSION_COUNT;
}

/* "1 connection" */
static void add_unit(struct text *text, enum unit unit, const char *printed)
{
	struct span name = span_of(unit_name(unit));

	if (strcmp(printed, "1") == 0 && is_counted(unit) && span_ends(name, "s"))
		name.length--;
	text_add_char(text, ' ');
	text_add_span(text, name);
}

/* @printed is canonical text. A count's unit is said once, with the value that was read. */
static void add_printed(struct text *text, const struct value_format *format, enum unit unit,
			const char *printed, bool with_count)
{
	struct number n;

	if (format->kind == VALUE_NUMBER && unit == UNIT_BYTES &&
	    number_parse(span_of(printed), NUMBER_BASE_10, &n) == 0) {
		add_bytes(text, n);
		return;
	}
	if (format->kind == VALUE_CPULIST && with_count) {
		text_addf(text, "%s %s", unit == UNIT_NODES ? "nodes" : "CPUs",
			  printed[0] ? printed : "(none)");
		return;
	}
	text_add(text, printed[0] ? printed : "nothing");
	if (format->kind != VALUE_CPULIST && unit_name(unit)[0] &&
	    (with_count || !is_counted(unit)))
		add_unit(text, unit, printed);
}

static void add_value(struct text *text, const struct value_format *format, enum unit unit,
		      const struct value *value)
{
	autofree char *printed = NULL;
	int r = value_text(format, value, &printed);

	if (r < 0)
		text->status = r;
	else
		add_printed(text, format, unit, printed, true);
}

static const char *joint(enum relation relation)
{
	return relation == RELATION_BETWEEN ? " and " : " or ";
}

static bool is_wanted_in_plural(const struct rule *rule)
{
	if (rule->relation == RELATION_NOT || rule->relation == RELATION_DISJOINT)
		return false;
	return is_counted(rule->unit) || rule->format->kind == VALUE_VECTOR ||
	       rule->format->kind == VALUE_CPULIST;
}

/* "at least 4096 are wanted" */
static void add_wanted(struct text *text, const struct rule *rule, char *const *operands,
		       size_t count)
{
	bool is_plural = is_wanted_in_plural(rule);

	if (rule->relation != RELATION_ONE_OF || count > 1)
		text_add(text, wanted_before[rule->relation]);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text_add(text, joint(rule->relation));
		add_printed(text, rule->format, rule->unit, operands[i], false);
	}
	text_add(text, is_plural ? " are wanted" : " is wanted");
}

void because_compared(struct text *text, const struct judge *judge, const struct finding *finding)
{
	const struct rule *rule = judge->rule;

	add_printed(text, rule->format, rule->unit, finding->effective, true);
	if (finding->current && strcmp(finding->current, finding->effective) != 0)
		text_addf(text, " in effect (%s here)",
			  finding->current[0] ? finding->current : "nothing");
	text_add(text, "; ");
	add_wanted(text, rule, finding->operands, finding->operand_count);
}

/* ---- what is not known ---- */

static const char *why_unknown(const struct judge *judge, const char *id)
{
	struct resolved resolved = { 0 };

	if (!judge->resolver.resolve(judge->resolver.closure, id, &resolved))
		return NULL;
	return resolved.value ? NULL : resolved.why;
}

void because_operand_unknown(struct text *text, const struct judge *judge,
			     const struct operand *operand)
{
	const char *id = operand->of ? operand->of : judge->rule->subject_id;
	const char *why = operand->of ? why_unknown(judge, id) : NULL;

	if (strcmp(id, ID_DEFAULT) == 0)
		text_addf(text, "what %s is by default on this kernel is not known",
			  judge->rule->subject_id);
	else
		text_addf(text, "%s, which it is compared with, is not known", id);
	if (why)
		text_addf(text, ": %s", why);
}

void because_operand_vague(struct text *text, const struct judge *judge,
			   const struct finding *finding, const struct judged_operands *operands)
{
	const struct rule *rule = judge->rule;
	const char *joined = ": between ";

	add_printed(text, rule->format, rule->unit, finding->effective, true);
	text_add(text, "; what it is compared with is not known exactly");
	for (size_t i = 0; i < operands->count; i++) {
		if (!operands->high[i].kind)
			continue;
		text_add(text, joined);
		add_value(text, rule->format, rule->unit, &operands->low[i]);
		text_add(text, " and ");
		add_value(text, rule->format, rule->unit, &operands->high[i]);
		joined = ", between ";
	}
}

/* ---- conditions ---- */

static void add_condition(struct text *text, const struct condition *condition)
{
	text_add(text, condition->of);
	if (condition->element_plus_one)
		text_addf(text, " (element %u)", condition->element_plus_one - 1);
	text_add(text, " is ");
	text_add(text, wanted_before[condition->relation]);
	for (size_t i = 0; i < condition->operand_count; i++) {
		const struct operand *operand = &condition->operands[i];

		if (i > 0)
			text_add(text, joint(condition->relation));
		text_add(text, operand->literal ? operand->literal : operand->of);
	}
}

static void add_here(struct text *text, const struct judge *judge,
		     const struct condition *condition)
{
	struct resolved resolved = { 0 };

	if (!judge->resolver.resolve(judge->resolver.closure, condition->of, &resolved))
		return;
	if (resolved.value) {
		text_add(text, "; here it is ");
		add_value(text, resolved.format, resolved.unit, resolved.value);
	} else if (resolved.why) {
		text_addf(text, ": %s", resolved.why);
	}
}

/* Vendors backport, so the number of their releases alone decides nothing (HOUSE 2). */
bool condition_is_about_vendor_release(const struct judge *judge, const struct condition *condition)
{
	const struct release *release = snapshot_release(judge->snapshot);

	return fact_find(condition->of) == FACT_KERNEL_RELEASE && release &&
	       release->trust == RELEASE_VENDOR;
}

void because_condition(struct text *text, const struct judge *judge,
		       const struct condition *condition, enum truth truth)
{
	text_add(text, truth == TRUTH_NO ? "only for hosts where " : "it is not known whether ");
	add_condition(text, condition);
	if (truth == TRUTH_UNKNOWN && condition_is_about_vendor_release(judge, condition))
		text_add(text, " in what matters: this vendor's kernels carry later changes, so "
			       "their number decides nothing");
	else
		add_here(text, judge, condition);
}

/* ---- readings without a value ---- */

static void add_unreadable(struct text *text, const struct valueless *valueless)
{
	int error = valueless->reading->error;

	text_addf(text, "%s cannot be read", valueless->path ? valueless->path : valueless->id);
	if (error)
		text_addf(text, ": %s", errno_words(error));
}

static void add_malformed(struct text *text, const struct valueless *valueless)
{
	const char *raw = valueless->reading->raw;

	text_addf(text, "%s says \"%s\"", valueless->path ? valueless->path : valueless->id,
		  raw ? raw : "");
	if (valueless->tunable)
		text_addf(text, ", which is no %s",
			  value_kind_name(valueless->tunable->format.kind));
	else
		text_add(text, ", which makes no sense here");
}

void because_state(struct text *text, const struct valueless *valueless)
{
	const struct tunable *tunable = valueless->tunable;
	const char *id = valueless->id;

	switch (valueless->reading->state) {
	case READING_REMOVED:
		if (tunable && tunable->removed_because)
			text_add(text, tunable->removed_because);
		else
			text_addf(text, "this kernel no longer has %s", id);
		return;
	case READING_NOT_YET:
		text_addf(text, "this kernel is older than %s", id);
		return;
	case READING_NOT_BUILT_IN:
		text_addf(text, "this kernel was built without %s",
			  tunable && tunable->needs_config ? tunable->needs_config : id);
		return;
	case READING_NO_MODULE:
		text_addf(text, "the kernel module %s is not loaded",
			  tunable && tunable->needs_module ? tunable->needs_module : id);
		return;
	case READING_OTHER_NAMESPACE:
		text_addf(text, "%s belongs to the host and is not shown in this network namespace",
			  id);
		return;
	case READING_UNREADABLE:
		add_unreadable(text, valueless);
		return;
	case READING_MALFORMED:
		add_malformed(text, valueless);
		return;
	case READING_ABSENT:
	case READING_VALUE:
		text_addf(text, "%s does not exist here, and nothing explains why",
			  valueless->path ? valueless->path : id);
		return;
	}
}
