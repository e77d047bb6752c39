/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The registry's self-test: what no row may get wrong. Each check names the fault of one row. */
#ifndef ROW_CHECKS_H
#define ROW_CHECKS_H

#include <string.h>

#include "base/cleanup.h"
#include "tunable/fact.h"
#include "tunable/tunable.h"

#include "row-checks-guard.h"

typedef const char *check(const struct tunable *row); /* the fault, or NULL */

static bool is_hexadecimal(struct span text)
{
	for (size_t i = 0; i < text.length; i++)
		if (!strchr("0123456789abcdef", text.bytes[i]))
			return false;
	return true;
}

/* "kernel:path@6.12", "commit:19f92a030ca6", "doc:https://..." */
static bool is_reference(const char *reference)
{
	struct span rest = span_of(reference ? reference : "");
	struct span path;
	struct release release;

	if (span_starts(rest, "doc:https://"))
		return rest.length > strlen("doc:https://x.y/") && !strchr(reference, ' ');
	if (span_starts(rest, "commit:")) {
		rest = span_of(reference + strlen("commit:"));
		return rest.length >= 12 && rest.length <= 40 && is_hexadecimal(rest);
	}
	if (!span_starts(rest, "kernel:"))
		return false;
	rest = span_of(reference + strlen("kernel:"));
	return span_split(&rest, '@', &path) && path.length > 0 && path.bytes[0] != '/' &&
	       memchr(path.bytes, '/', path.length) && release_parse(rest, &release) == 0;
}

static bool is_sentence(const char *text)
{
	return text && strlen(text) > 4 && span_ends(span_of(text), ".");
}

static const char *check_text(const struct tunable *row)
{
	size_t length = row->title ? strlen(row->title) : 0;

	if (length == 0 || length > 70 || span_ends(span_of(row->title), "."))
		return "title";
	if (!is_sentence(row->effect_text))
		return "effect_text";
	if ((row->until.present_in.major || row->until.absent_in.major) !=
	    (row->removed_because != NULL))
		return "removed_because";
	if (row->is_advice_only != (row->advice_only_because != NULL) ||
	    (row->is_advice_only && !is_sentence(row->advice_only_because)))
		return "advice_only_because";
	return NULL;
}

static const char *check_references(const struct tunable *row)
{
	if (!row->references || !row->references[0])
		return "references";
	for (size_t i = 0; row->references[i]; i++)
		if (!is_reference(row->references[i]))
			return "references";
	if (!row->limits_reference)
		return "limits_reference";
	if (!is_reference(row->limits_reference) &&
	    !(span_starts(span_of(row->limits_reference), "own: ") &&
	      is_sentence(row->limits_reference)))
		return "limits_reference";
	if ((row->security == SECURITY_UNREVIEWED) != (row->security_reference == NULL))
		return "security_reference";
	if (row->security_reference && !is_reference(row->security_reference))
		return "security_reference";
	for (size_t i = 0; i < row->default_count; i++)
		if (!is_reference(row->defaults[i].reference) || !is_sentence(row->defaults[i].how))
			return "default's reference";
	for (size_t i = 0; i < row->inert_count; i++)
		if (!is_reference(row->inert[i].reference) || !is_sentence(row->inert[i].text))
			return "inert clause's reference";
	return NULL;
}

static const char *check_enumerations(const struct tunable *row)
{
	if (!*scope_name(row->scope) || !*effect_name(row->effect))
		return "scope or effect";
	if (!*security_name(row->security) || !*combine_name(row->combine))
		return "security or combine";
	if (row->readback < READBACK_EXACT || row->readback > READBACK_PARTIAL)
		return "readback";
	if (row->unit < UNIT_NONE || row->unit > UNIT_PERCENT ||
	    !*value_kind_name(row->format.kind))
		return "unit or kind";
	if ((row->format.kind == VALUE_NUMBER || row->format.kind == VALUE_VECTOR) &&
	    !row->format.base)
		return "base";
	if ((row->format.kind == VALUE_CPULIST) != (row->format.cpulist != 0))
		return "cpulist style";
	return NULL;
}

static bool is_decisive(enum knowledge known)
{
	return known == KNOWLEDGE_READ || known == KNOWLEDGE_TRIED || known == KNOWLEDGE_BRACKETED;
}

/* What is only recalled never decides, so it is not written down at all. */
static const char *check_knowledge(const struct tunable *row)
{
	if (!is_decisive(row->known))
		return "row is not known";
	for (size_t i = 0; i < row->default_count; i++)
		if (!is_decisive(row->defaults[i].known))
			return "default is not known";
	for (size_t i = 0; i < row->inert_count; i++)
		if (!is_decisive(row->inert[i].known))
			return "inert clause is not known";
	return NULL;
}

static bool is_ordered(const struct release_bracket *bracket)
{
	return !bracket->absent_in.major ||
	       release_compare(&bracket->absent_in, &bracket->present_in) < 0;
}

static const char *check_brackets(const struct tunable *row)
{
	if (!is_ordered(&row->since) || !is_ordered(&row->until) ||
	    !is_ordered(&row->shown_in_child_netns))
		return "bracket";
	if (row->shown_in_child_netns.present_in.major && !row->is_hidden_in_child_netns)
		return "shown where never hidden";
	if (!is_ordered(&row->own_in_child_netns))
		return "bracket";
	if (release_bracket_is_set(&row->own_in_child_netns) &&
	    (row->scope != SCOPE_NETNS || row->is_hidden_in_child_netns))
		return "own where the host has one";
	for (size_t i = 0; i < row->inert_count; i++)
		if (!is_ordered(&row->inert[i].since) || !is_ordered(&row->inert[i].until))
			return "inert clause's bracket";
	for (size_t i = 0; i < row->default_count; i++) {
		const struct release_bracket *since = &row->defaults[i].since;

		if (!is_ordered(since))
			return "default's bracket";
		if (i > 0 && release_compare(&row->defaults[i - 1].since.present_in,
					     &since->present_in) >= 0)
			return "defaults out of order";
		if ((row->defaults[i].known == KNOWLEDGE_BRACKETED) !=
		    (since->absent_in.major != 0))
			return "bracketed default without a bracket";
	}
	return NULL;
}

/* The id of a sysctl is its path with dots; an instance's name is left out of it. */
static const char *check_path(const struct tunable *row)
{
	const char *open = strchr(row->path, '{');
	const char *name = scope_name(row->scope);
	bool is_single = row->scope == SCOPE_HOST || row->scope == SCOPE_NETNS;
	size_t at = strlen("/proc/sys/");

	if (!span_starts(span_of(row->path), "/proc/") && !span_starts(span_of(row->path), "/sys/"))
		return "path";
	if (is_single != (open == NULL))
		return "braces";
	if (open && (strncmp(open + 1, name, strlen(name)) != 0 || open[1 + strlen(name)] != '}' ||
		     strchr(open + 1, '{')))
		return "braces";
	if (open || !span_starts(span_of(row->path), "/proc/sys/"))
		return NULL;
	if (strlen(row->path + at) != strlen(row->id))
		return "id";
	for (size_t i = 0; row->id[i]; i++)
		if (row->id[i] != (row->path[at + i] == '/' ? '.' : row->path[at + i]))
			return "id";
	return NULL;
}

static bool is_within(const struct tunable *row, struct number n)
{
	return (!row->has_min || number_compare(n, row->min) >= 0) &&
	       (!row->has_max || number_compare(n, row->max) <= 0);
}

static bool has_word(const char *const *words, const char *word)
{
	for (size_t i = 0; words[i]; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	return false;
}

/* A value in the row's format and within its limits? */
static bool is_value_of(const struct tunable *row, const char *literal, bool is_element)
{
	auto_value struct value value = { 0 };
	struct value_format format = row->format;

	if (is_element && format.kind == VALUE_VECTOR)
		format.kind = VALUE_NUMBER;
	if (value_parse(&format, span_of(literal), &value) < 0)
		return false;
	if (value.kind == VALUE_NUMBER)
		return is_within(row, value.number);
	return value.kind != VALUE_CHOICE || !row->choices || has_word(row->choices, literal);
}

static const char *check_defaults(const struct tunable *row)
{
	size_t elements = row->format.kind == VALUE_VECTOR ? row->format.elements : 1;

	for (size_t i = 0; i < row->default_count; i++) {
		const struct tunable_default *is = &row->defaults[i];

		if (is->element_count != elements)
			return "elements of a default";
		for (size_t j = 0; j < is->element_count; j++) {
			const struct operand *operand = &is->elements[j];

			if (operand->literal ? !is_value_of(row, operand->literal, true)
					     : !operand->has_min || !operand->has_max ||
						       !is_within(row, operand->min) ||
						       !is_within(row, operand->max))
				return "default beyond the limits";
		}
	}
	if (row->has_min && row->has_max && number_compare(row->min, row->max) >= 0)
		return "limits";
	if (row->is_ascending && row->format.kind != VALUE_VECTOR)
		return "is_ascending";
	return NULL;
}

static bool exists(const char *id)
{
	return id && (fact_find(id) || tunable_find(id));
}

/* Is the literal of an inert condition a value of what it names? */
static bool is_condition_sound(const struct condition *condition)
{
	const struct tunable *named = condition->of ? tunable_find(condition->of) : NULL;
	const struct value_format *format;
	auto_value struct value value = { 0 };

	if (!exists(condition->of) || condition->operand_count != 1)
		return false;
	if (!condition->operands[0].literal)
		return exists(condition->operands[0].of);
	format = named ? &named->format : &fact_row(fact_find(condition->of))->format;
	return value_parse(format, span_of(condition->operands[0].literal), &value) == 0;
}

static const char *check_ids(const struct tunable *row)
{
	static const char *const codes[] = { "syncookies-on",  "single-node",
					     "bytes-set",      "no-op",
					     "not-throttling", "scheduler-replaced",
					     "partner-off",    NULL };

	if (fact_find(row->id))
		return "id is a fact's too";
	for (size_t i = 0; i < row->inert_count; i++) {
		const struct inert *inert = &row->inert[i];

		if (!inert->code || !has_word(codes, inert->code))
			return "code of an inert clause";
		if ((inert->condition_count == 0) != (strcmp(inert->code, "no-op") == 0) ||
		    (inert->condition_count == 0 && !inert->since.present_in.major))
			return "inert for no condition";
		for (size_t j = 0; j < inert->condition_count; j++)
			if (!is_condition_sound(&inert->conditions[j]))
				return "inert condition";
	}
	for (size_t i = 0; i < row->default_count; i++)
		for (size_t j = 0; j < row->defaults[i].element_count; j++)
			if (!row->defaults[i].elements[j].literal &&
			    !exists(row->defaults[i].elements[j].of))
				return "operand of a default";
	if (row->replaced_by && (!row->until.present_in.major || !tunable_find(row->replaced_by)))
		return "replaced_by";
	for (size_t i = 0; row->couplings && row->couplings[i]; i++) {
		const char *moved = NULL;
		const struct tunable *other = coupling_find(row->couplings[i], &moved);

		if (!other ||
		    (strcmp(other->id, row->id) == 0 && (moved || row->scope != SCOPE_NETDEV)))
			return "coupling";
		/* Only the groups of interfaces have names that every host has. */
		if (moved && (other->scope != SCOPE_NETDEV ||
			      (strcmp(moved, "all") != 0 && strcmp(moved, "default") != 0)))
			return "coupling of an instance";
	}
	return NULL;
}

/* Ranks are of values of the row, and a floor is one of them. */
static const char *check_ranks_of(const struct tunable *row)
{
	bool has_floor = row->secure_floor == NULL;

	for (size_t i = 0; row->secure_ranks[i]; i++) {
		struct span rest = span_of(row->secure_ranks[i]);
		struct span token;

		while (span_token(&rest, &token)) {
			autofree char *word = span_copy(token);

			if (!word || !is_value_of(row, word, false))
				return "rank";
		}
		if (row->secure_floor && strcmp(row->secure_floor, row->secure_ranks[i]) == 0)
			has_floor = true;
	}
	return has_floor ? NULL : "floor is no rank";
}

static const char *check_security(const struct tunable *row)
{
	bool is_ranked = row->security == SECURITY_RANKED;

	for (size_t i = 0; row->latches && row->latches[i]; i++)
		if (!is_value_of(row, row->latches[i], false))
			return "latch";
	if (is_ranked ? !row->secure_ranks
		      : row->secure_ranks && row->security != SECURITY_CONTESTED)
		return "ranks";
	if (row->secure_floor && !is_ranked && !has_floor_of_its_kind(row))
		return "floor without an order";
	if (row->secure_ranks)
		return check_ranks_of(row);
	if (row->secure_floor && !is_value_of(row, row->secure_floor, false))
		return "floor is no value";
	return NULL;
}

static const char *check_privilege(const struct tunable *row)
{
	return check_capability(row, is_reference);
}

static check *const checks[] = {
	check_text,  check_references, check_enumerations, check_knowledge,   check_brackets,
	check_path,  check_defaults,   check_ids,	   check_security,    check_ranks,
	check_order, check_partners,   check_privilege,	   check_authorities,
};

static const char *first_fault(const struct tunable *row)
{
	const char *fault = NULL;

	for (size_t i = 0; !fault && i < ARRAY_SIZE(checks); i++)
		fault = checks[i](row);
	return fault;
}

#endif
