/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The `when` of a rule: one condition or several, all of which must hold. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

static const char *const subject_keys[] = { "tunable",	"fact",	  "element", "counter",
					    "listener", "thread", "irq" };

static bool is_subject_key(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(subject_keys); i++) {
		if (strcmp(subject_keys[i], key) == 0)
			return true;
	}
	return false;
}

/* The one member that is not about the subject. */
static int find_relation_member(const struct reader *reader, const struct json_node *object,
				const struct json_node **ret_member)
{
	const struct json_node *found = NULL;

	for (const struct json_node *n = json_first(object); n; n = json_next(n)) {
		if (is_subject_key(json_key(n)))
			continue;
		if (found)
			return complain(reader, n,
					"expected one relation in a condition: \"%s\" "
					"comes after \"%s\"",
					json_key(n), json_key(found));
		found = n;
	}
	if (!found)
		return complain(reader, object, "expected a relation such as \"at-least\"");
	*ret_member = found;
	return 0;
}

/* What differs from one instance to another is asked for of the instance that the rule is about. */
static bool is_of_same_instance(const struct subject *asked, const struct subject *about)
{
	return asked->kind == SUBJECT_TUNABLE && asked->scope == about->scope;
}

static int read_condition(const struct reader *reader, const struct json_node *object,
			  const struct subject *about, struct condition *condition)
{
	const struct json_node *member = NULL;
	struct operand *operands = NULL;
	struct subject subject = { 0 };
	size_t count = 0;
	int r = json_expect(reader->json, object, JSON_OBJECT, reader->diag);

	if (r < 0)
		return r;
	r = read_subject(reader, object, &subject);
	if (r < 0)
		return r;
	if (subject_has_instances(&subject) && !is_of_same_instance(&subject, about))
		return complain(reader, object,
				"%s has a value for each %s: no condition can ask for it where "
				"%s is judged",
				subject.id, scope_name(subject.scope), about->id);
	r = find_relation_member(reader, object, &member);
	if (r < 0)
		return r;
	r = read_relation(reader, member, &subject, true, &condition->relation, &operands, &count);
	if (r < 0)
		return r;
	for (size_t i = 0; i < count; i++)
		condition->operands[i] = operands[i];
	free(operands);
	condition->operand_count = count;
	condition->element_plus_one = subject.element_plus_one;
	condition->of = strdup(subject.id);
	return condition->of ? 0 : -ENOMEM;
}

static int read_array(const struct reader *reader, const struct json_node *array,
		      const struct subject *about, struct condition *conditions, size_t *count)
{
	for (const struct json_node *n = json_first(array); n; n = json_next(n)) {
		int r = read_condition(reader, n, about, &conditions[(*count)++]);

		if (r < 0)
			return r;
	}
	return 0;
}

int read_conditions(const struct reader *reader, const struct json_node *node,
		    const struct subject *about, struct condition **ret_conditions,
		    size_t *ret_count)
{
	bool is_array = json_kind(node) == JSON_ARRAY;
	struct condition *conditions;
	size_t count = 0;
	int r;

	if (is_array && json_count(node) == 0)
		return complain(reader, node, "found an empty array, expected a condition");
	conditions = calloc(is_array ? json_count(node) : 1, sizeof(*conditions));
	if (!conditions)
		return -ENOMEM;
	if (is_array)
		r = read_array(reader, node, about, conditions, &count);
	else
		r = read_condition(reader, node, about, &conditions[count++]);
	if (r < 0) {
		for (size_t i = 0; i < count; i++)
			condition_done(&conditions[i]);
		free(conditions);
		return r;
	}
	*ret_conditions = conditions;
	*ret_count = count;
	return 0;
}
