/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One rule of a profile. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static const char *const rule_keys[] = {
	"id",	     "tunable",	 "fact",   "counter",	 "listener", "thread",	 "irq",
	"element",   "for-each", "assert", "when",	 "set",	     "severity", "kind",
	"rationale", "evidence", "remedy", "references", NULL,
};

static const char *const required_keys[] = { "id", "assert", "severity", "rationale",
					     "references" };

static int check_keys(const struct reader *reader, const struct json_node *object)
{
	const struct json_node *evidence;
	int r = json_expect(reader->json, object, JSON_OBJECT, reader->diag);

	if (r < 0)
		return r;
	r = json_reject_unknown(reader->json, object, rule_keys, reader->diag);
	if (r < 0)
		return r;
	evidence = json_member(object, "evidence");
	if (evidence)
		return complain(reader, evidence, "\"evidence\" is not supported by this version");
	for (size_t i = 0; i < ARRAY_SIZE(required_keys); i++) {
		if (!json_member(object, required_keys[i]))
			return complain(reader, object, "this rule has no \"%s\"",
					required_keys[i]);
	}
	return 0;
}

static int read_severity(const struct reader *reader, const struct json_node *node,
			 struct rule *rule)
{
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);

	if (r < 0)
		return r;
	rule->severity = severity_from_name(json_string(node));
	if (!rule->severity)
		return complain(reader, node,
				"\"%s\" is no severity: expected info, low, medium or "
				"high",
				json_string(node));
	return 0;
}

static int read_kind(const struct reader *reader, const struct json_node *node, struct rule *rule)
{
	int r;

	rule->kind = RULE_REQUIREMENT;
	if (!node)
		return 0;
	r = json_expect(reader->json, node, JSON_STRING, reader->diag);
	if (r < 0)
		return r;
	if (strcmp(json_string(node), rule_kind_name(RULE_CONSIDER)) == 0)
		rule->kind = RULE_CONSIDER;
	else if (strcmp(json_string(node), rule_kind_name(RULE_REQUIREMENT)) != 0)
		return complain(reader, node,
				"\"%s\" is no kind of rule: expected requirement or "
				"consider",
				json_string(node));
	return 0;
}

static int check_reference(const struct reader *reader, const struct json_node *node)
{
	const char *text = json_string(node);
	size_t scheme = strspn(text, "abcdefghijklmnopqrstuvwxyz");

	if (scheme > 0 && text[scheme] == ':' && text[scheme + 1])
		return 0;
	return complain(reader, node,
			"\"%s\" is no reference: expected kernel:PATH@RELEASE, "
			"commit:HASH or doc:URL",
			text);
}

static int read_references(const struct reader *reader, const struct json_node *node,
			   struct rule *rule)
{
	int r = read_strings(reader, node, &rule->references, &rule->reference_count);

	if (r < 0)
		return r;
	for (const struct json_node *n = json_first(node); n; n = json_next(n)) {
		r = check_reference(reader, n);
		if (r < 0)
			return r;
	}
	return 0;
}

/* What people read. */
static int read_words(const struct reader *reader, const struct json_node *object,
		      struct rule *rule)
{
	const struct json_node *remedy = json_member(object, "remedy");
	int r = read_name(reader, json_member(object, "id"), &rule->id);

	if (r < 0)
		return r;
	r = read_severity(reader, json_member(object, "severity"), rule);
	if (r < 0)
		return r;
	r = read_kind(reader, json_member(object, "kind"), rule);
	if (r < 0)
		return r;
	r = read_string(reader, json_member(object, "rationale"), &rule->rationale);
	if (r < 0)
		return r;
	r = remedy ? read_string(reader, remedy, &rule->remedy) : 0;
	if (r < 0)
		return r;
	return read_references(reader, json_member(object, "references"), rule);
}

static int read_for_each(const struct reader *reader, const struct json_node *node,
			 const struct subject *subject, struct rule *rule)
{
	if (!subject_has_instances(subject))
		return complain(reader, node,
				"%s has only one value: \"for-each\" has nothing to "
				"choose from",
				subject->id);
	return read_strings(reader, node, &rule->for_each, &rule->for_each_count);
}

static int read_assert(const struct reader *reader, const struct json_node *node,
		       const struct subject *subject, struct rule *rule)
{
	int r = json_expect(reader->json, node, JSON_OBJECT, reader->diag);

	if (r < 0)
		return r;
	if (json_count(node) != 1)
		return complain(reader, node, "expected exactly one relation, found %zu",
				json_count(node));
	return read_relation(reader, json_first(node), subject, false, &rule->relation,
			     &rule->operands, &rule->operand_count);
}

static int take_subject(const struct subject *subject, struct rule *rule)
{
	rule->subject = subject->kind;
	rule->tunable = subject->tunable;
	rule->fact = subject->fact;
	rule->format = subject->format;
	rule->unit = subject->unit;
	rule->element_plus_one = subject->element_plus_one;
	rule->subject_id = strdup(subject->id);
	return rule->subject_id ? 0 : -ENOMEM;
}

/* What a form gives is known on a host alone, so a file cannot show that it is no weaker. */
static int check_written(const struct reader *reader, const struct json_node *node,
			 const struct rule *rule)
{
	if (!rule->tunable || rule->tunable->security != SECURITY_RT_BANDWIDTH ||
	    rule->set != RULE_SET_OPERAND)
		return 0;
	for (size_t i = 0; i < rule->operand_count; i++) {
		if (!rule->operands[i].literal)
			return complain(reader, node,
					"the values of %s are ordered by security: only literals "
					"may be written",
					rule->subject_id);
	}
	return 0;
}

int read_rule(const struct reader *reader, const struct json_node *node, struct rule *rule)
{
	const struct json_node *for_each, *when;
	struct subject subject = { 0 };
	int r = check_keys(reader, node);

	if (r < 0)
		return r;
	rule->profile = reader->profile;
	rule->place = json_place(reader->json, node);
	for_each = json_member(node, "for-each");
	when = json_member(node, "when");
	r = read_words(reader, node, rule);
	if (r < 0)
		return r;
	r = read_subject(reader, node, &subject);
	if (r < 0)
		return r;
	r = take_subject(&subject, rule);
	if (r < 0)
		return r;
	r = for_each ? read_for_each(reader, for_each, &subject, rule) : 0;
	if (r < 0)
		return r;
	r = read_assert(reader, json_member(node, "assert"), &subject, rule);
	if (r < 0)
		return r;
	r = when ? read_conditions(reader, when, &subject, &rule->when, &rule->when_count) : 0;
	if (r < 0)
		return r;
	r = read_set(reader, json_member(node, "set"), &subject, rule);
	return r < 0 ? r : check_written(reader, json_member(node, "assert"), rule);
}
