/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The `set` of a rule: what would be written where the assertion fails. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>

/* Why nobody's profile makes us write this; NULL: it may be written. */
static const char *never_written_because(const struct tunable *tunable)
{
	if (!tunable)
		return "it is a fact";
	if (tunable->is_read_only)
		return "the kernel offers no write";
	if (tunable->is_boot_only)
		return "only the boot line changes it";
	if (tunable->is_advice_only)
		return "it is for a person to change";
	if (tunable->security == SECURITY_UNREVIEWED)
		return "its effect on security was not reviewed";
	if (tunable->security == SECURITY_CONTESTED)
		return "authorities disagree on what is secure";
	if (tunable->security == SECURITY_PROGRAM)
		return "the kernel runs as root what it names";
	return NULL;
}

/* These say what must not be, or a part of what shall be. */
static bool relation_names_a_value(enum relation relation)
{
	return relation != RELATION_NOT && relation != RELATION_DISJOINT &&
	       relation != RELATION_CONTAINS;
}

static int check_value(const struct reader *reader, const struct json_node *node,
		       const struct subject *subject, const struct rule *rule,
		       const struct value *value)
{
	bool holds = true;
	int r = check_choices(reader, node, subject, value);

	if (r < 0)
		return r;
	r = check_security(reader, node, subject, value);
	if (r < 0)
		return r;
	r = check_limits(reader, node, subject, value);
	if (r < 0)
		return r;
	r = rule_literals_hold(rule, value, &holds);
	if (r < 0)
		return r;
	if (!holds)
		return complain(reader, node,
				"what this rule sets does not meet its own assertion");
	return 0;
}

static int read_value(const struct reader *reader, const struct json_node *node,
		      const struct subject *subject, struct rule *rule)
{
	auto_value struct value value = { 0 };
	int r;

	if (json_kind(node) == JSON_OBJECT)
		return complain(reader, node,
				"a strategy under \"set\" is not supported by this version");
	r = read_literal(reader, node, subject->format, subject->unit, &value);
	if (r < 0)
		return r;
	r = check_value(reader, node, subject, rule, &value);
	if (r < 0)
		return r;
	rule->set = RULE_SET_LITERAL;
	return value_text(subject->format, &value, &rule->set_literal);
}

int read_set(const struct reader *reader, const struct json_node *node,
	     const struct subject *subject, struct rule *rule)
{
	const char *never = never_written_because(subject->tunable);
	bool is_false = node && json_kind(node) == JSON_BOOLEAN && !json_boolean(node);

	rule->set = RULE_SET_NOTHING;
	if (is_false)
		return 0;
	if (node && never)
		return complain(reader, node, "%s is never written: %s", subject->id, never);
	if (node)
		return read_value(reader, node, subject, rule);
	if (!never && relation_names_a_value(rule->relation))
		rule->set = RULE_SET_OPERAND;
	return 0;
}
