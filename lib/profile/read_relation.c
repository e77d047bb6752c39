/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Relations: which fits which kind of value, and how many operands stand behind each. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define OPERANDS_MAX 64

#define BIT(relation) (1u << (relation))
#define ORDER                                                                       \
	(BIT(RELATION_AT_LEAST) | BIT(RELATION_AT_MOST) | BIT(RELATION_LESS_THAN) | \
	 BIT(RELATION_MORE_THAN) | BIT(RELATION_BETWEEN))
#define SAME (BIT(RELATION_ONE_OF) | BIT(RELATION_EQUALS) | BIT(RELATION_NOT))

static const uint32_t relations_of_kind[] = {
	[VALUE_NUMBER] = ORDER | SAME,
	[VALUE_VECTOR] = BIT(RELATION_AT_LEAST) | BIT(RELATION_AT_MOST) | SAME,
	[VALUE_CHOICE] = SAME,
	[VALUE_FLAG] = SAME,
	[VALUE_CPULIST] = BIT(RELATION_WITHIN) | BIT(RELATION_DISJOINT) | BIT(RELATION_CONTAINS) |
			  BIT(RELATION_EQUALS) | BIT(RELATION_NOT),
	[VALUE_TEXT] = SAME,
	[VALUE_RELEASE] = ORDER | SAME,
};

static int complain_relation(const struct reader *reader, const struct json_node *node,
			     uint32_t fitting, const struct subject *subject)
{
	auto_text struct text names = { 0 };

	for (enum relation r = RELATION_AT_LEAST; r <= RELATION_CONTAINS; r++) {
		if (fitting & BIT(r))
			text_addf(&names, "%s%s", names.length ? ", " : "", relation_name(r));
	}
	if (text_status(&names) < 0)
		return text_status(&names);
	if (!relation_from_name(json_key(node)))
		return complain(reader, node, "\"%s\" is no relation; expected one of %s",
				json_key(node), names.bytes);
	return complain(reader, node, "\"%s\" does not fit %s, a %s; expected one of %s",
			json_key(node), subject->id, value_kind_name(subject->format->kind),
			names.bytes);
}

/* What has a security order takes only what names its values one by one (HOUSE 2). */
static int check_order(const struct reader *reader, const struct json_node *node,
		       const struct subject *subject, enum relation relation)
{
	enum security security = subject->tunable ? subject->tunable->security : 0;

	if (security == SECURITY_RANKED && relation != RELATION_EQUALS &&
	    relation != RELATION_ONE_OF)
		return complain(reader, node,
				"\"%s\" could mean a weaker value: %s is ordered by security and "
				"takes equals or one-of",
				json_key(node), subject->id);
	return 0;
}

static int find_relation(const struct reader *reader, const struct json_node *node,
			 const struct subject *subject, bool is_condition,
			 enum relation *ret_relation)
{
	uint32_t fitting = relations_of_kind[subject->format->kind];
	enum relation relation = relation_from_name(json_key(node));

	if (!relation || !(fitting & BIT(relation)))
		return complain_relation(reader, node, fitting, subject);
	*ret_relation = relation;
	return is_condition ? 0 : check_order(reader, node, subject, relation);
}

/* The operands stand in an array where there may be several. */
static int read_several(const struct reader *reader, const struct json_node *node,
			const struct use *use, struct operand *operands, size_t *count)
{
	for (const struct json_node *n = json_first(node); n; n = json_next(n)) {
		int r = read_operand(reader, n, use, &operands[*count]);

		if (r < 0)
			return r;
		(*count)++;
	}
	return 0;
}

static int check_count(const struct reader *reader, const struct json_node *node,
		       const struct use *use)
{
	size_t max = use->is_condition ? CONDITION_OPERANDS_MAX : OPERANDS_MAX;
	int r = json_expect(reader->json, node, JSON_ARRAY, reader->diag);

	if (r < 0)
		return r;
	if (use->relation == RELATION_BETWEEN && json_count(node) != 2)
		return complain(reader, node, "expected the two ends of a range, found %zu",
				json_count(node));
	if (json_count(node) < 1 || json_count(node) > max)
		return complain(reader, node, "expected 1 to %zu values, found %zu", max,
				json_count(node));
	return 0;
}

/* Ends that are literals and turned around would never hold. */
static int check_ends(const struct reader *reader, const struct json_node *node,
		      const struct use *use, const struct operand *operands)
{
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	int order;
	int r;

	if (use->relation != RELATION_BETWEEN || !operands[0].literal || !operands[1].literal)
		return 0;
	r = value_parse(use->subject->format, span_of(operands[0].literal), &low);
	if (r < 0)
		return r;
	r = value_parse(use->subject->format, span_of(operands[1].literal), &high);
	if (r < 0)
		return r;
	r = value_compare(&low, &high, &order);
	if (r < 0)
		return r;
	if (order > 0)
		return complain(reader, node, "the first end of the range is above the second");
	return 0;
}

static int read_operands(const struct reader *reader, const struct json_node *node,
			 const struct use *use, struct operand *operands, size_t *count)
{
	int r;

	if (use->relation != RELATION_BETWEEN && use->relation != RELATION_ONE_OF) {
		r = read_operand(reader, node, use, &operands[0]);
		*count = r < 0 ? 0 : 1;
		return r;
	}
	r = read_several(reader, node, use, operands, count);
	if (r < 0)
		return r;
	return check_ends(reader, node, use, operands);
}

int read_relation(const struct reader *reader, const struct json_node *node,
		  const struct subject *subject, bool is_condition, enum relation *ret_relation,
		  struct operand **ret_operands, size_t *ret_count)
{
	struct use use = { .subject = subject, .is_condition = is_condition };
	struct operand *operands;
	size_t room = 1, count = 0;
	int r = find_relation(reader, node, subject, is_condition, &use.relation);

	if (r < 0)
		return r;
	if (use.relation == RELATION_BETWEEN || use.relation == RELATION_ONE_OF) {
		r = check_count(reader, node, &use);
		if (r < 0)
			return r;
		room = json_count(node);
	}
	operands = calloc(room, sizeof(*operands));
	if (!operands)
		return -ENOMEM;
	r = read_operands(reader, node, &use, operands, &count);
	if (r < 0) {
		for (size_t i = 0; i < count; i++)
			operand_done(&operands[i]);
		free(operands);
		return r;
	}
	*ret_relation = use.relation;
	*ret_operands = operands;
	*ret_count = count;
	return 0;
}
