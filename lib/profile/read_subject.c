/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ids in a profile: looked up in the registry, the nearest one named where there is none. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/nearest.h"

/* An element of a vector is read as the vector is. */
static const struct value_format element_formats[] = {
	[NUMBER_BASE_AUTO] = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO },
	[NUMBER_BASE_10] = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 },
	[NUMBER_BASE_16] = { .kind = VALUE_NUMBER, .base = NUMBER_BASE_16 },
};

static const char *const later_subjects[] = { "counter", "listener", "thread", "irq" };

bool subject_has_instances(const struct subject *subject)
{
	return subject->kind && scope_has_instances(subject->scope);
}

static void use_tunable(struct subject *subject, const struct tunable *tunable)
{
	*subject = (struct subject){
		.kind = SUBJECT_TUNABLE,
		.id = tunable->id,
		.tunable = tunable,
		.scope = tunable->scope,
		.format = &tunable->format,
		.unit = tunable->unit,
		.whole = &tunable->format,
	};
}

static void use_fact(struct subject *subject, enum fact fact)
{
	const struct fact_row *row = fact_row(fact);

	*subject = (struct subject){
		.kind = SUBJECT_FACT,
		.id = row->id,
		.fact = fact,
		.scope = row->scope,
		.format = &row->format,
		.unit = row->unit,
		.whole = &row->format,
	};
}

static void use_parameter(struct subject *subject, const struct parameter *parameter)
{
	*subject = (struct subject){
		.id = parameter->name,
		.scope = SCOPE_HOST,
		.format = &parameter->format,
		.unit = parameter->unit,
		.whole = &parameter->format,
	};
}

static int use_element(const struct reader *reader, const struct json_node *node,
		       struct subject *subject)
{
	struct number n;
	int r = json_expect(reader->json, node, JSON_NUMBER, reader->diag);
	size_t count = subject->format->elements;

	if (r < 0)
		return r;
	if (subject->format->kind != VALUE_VECTOR)
		return complain(reader, node, "%s has no elements: it is a %s", subject->id,
				value_kind_name(subject->format->kind));
	count = count ? count : VALUE_ELEMENTS_MAX;
	if (json_number(reader->json, node, &n) < 0 || n.negative || n.magnitude >= count)
		return complain(reader, node, "expected an element of %s from 0 to %zu",
				subject->id, count - 1);
	subject->element_plus_one = (uint32_t)n.magnitude + 1;
	subject->format =
		&element_formats[subject->whole->base ? subject->whole->base : NUMBER_BASE_AUTO];
	return 0;
}

static void offer_tunables(struct nearest *nearest)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;

	while ((tunable = tunable_next(&walk)))
		nearest_offer(nearest, tunable->id);
}

static void offer_facts(struct nearest *nearest)
{
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++)
		nearest_offer(nearest, fact_row(fact)->id);
}

/* @kind 0: both are meant, and parameters. */
static int complain_unknown(const struct reader *reader, const struct json_node *node,
			    enum subject_kind kind)
{
	const char *what = kind ? subject_kind_name(kind) : "tunable, fact or parameter";
	const char *id = json_string(node);
	struct nearest nearest;

	nearest_init(&nearest, id);
	if (kind != SUBJECT_FACT)
		offer_tunables(&nearest);
	if (kind != SUBJECT_TUNABLE)
		offer_facts(&nearest);
	if (nearest.count > 0)
		return complain(reader, node, "\"%s\" is no %s that is known; the nearest is %s",
				id, what, nearest.names[0]);
	return complain(reader, node, "\"%s\" is no %s that is known", id, what);
}

static int find_tunable(const struct reader *reader, const struct json_node *node,
			struct subject *subject)
{
	const struct tunable *tunable;
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);

	if (r < 0)
		return r;
	tunable = tunable_find(json_string(node));
	if (!tunable && fact_find(json_string(node)))
		return complain(reader, node, "\"%s\" is a fact: write \"fact\" for \"tunable\"",
				json_string(node));
	if (!tunable)
		return complain_unknown(reader, node, SUBJECT_TUNABLE);
	use_tunable(subject, tunable);
	return 0;
}

static int find_fact(const struct reader *reader, const struct json_node *node,
		     struct subject *subject)
{
	enum fact fact;
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);

	if (r < 0)
		return r;
	fact = fact_find(json_string(node));
	if (!fact && tunable_find(json_string(node)))
		return complain(reader, node, "\"%s\" is a tunable: write \"tunable\" for \"fact\"",
				json_string(node));
	if (!fact)
		return complain_unknown(reader, node, SUBJECT_FACT);
	use_fact(subject, fact);
	return 0;
}

static int reject_later_subjects(const struct reader *reader, const struct json_node *object)
{
	for (size_t i = 0; i < ARRAY_SIZE(later_subjects); i++) {
		const struct json_node *node = json_member(object, later_subjects[i]);

		if (node)
			return complain(reader, node,
					"a subject of kind \"%s\" is not supported by this version",
					later_subjects[i]);
	}
	return 0;
}

int read_subject(const struct reader *reader, const struct json_node *object,
		 struct subject *ret_subject)
{
	const struct json_node *tunable = json_member(object, "tunable");
	const struct json_node *fact = json_member(object, "fact");
	const struct json_node *element = json_member(object, "element");
	struct subject subject = { 0 };
	int r = reject_later_subjects(reader, object);

	if (r < 0)
		return r;
	if (!tunable == !fact)
		return complain(reader, fact ? fact : object,
				"expected exactly one of \"tunable\" and \"fact\"");
	r = tunable ? find_tunable(reader, tunable, &subject) : find_fact(reader, fact, &subject);
	if (r < 0)
		return r;
	if (element) {
		r = use_element(reader, element, &subject);
		if (r < 0)
			return r;
	}
	*ret_subject = subject;
	return 0;
}

static int find_named(const struct reader *reader, const struct json_node *node,
		      struct subject *subject)
{
	const char *id = json_string(node);
	struct span name = span_of(id);
	const struct tunable *tunable = tunable_find(id);
	enum fact fact = fact_find(id);
	const struct parameter *parameter;

	if (tunable) {
		use_tunable(subject, tunable);
		return 0;
	}
	if (fact) {
		use_fact(subject, fact);
		return 0;
	}
	if (!span_skip(&name, ID_PARAMETER))
		return complain_unknown(reader, node, 0);
	parameter = profile_declaration(reader->profile, name.bytes);
	if (!parameter)
		return complain(reader, node, "this profile has no parameter \"%s\"", name.bytes);
	use_parameter(subject, parameter);
	return 0;
}

int read_named(const struct reader *reader, const struct json_node *node,
	       const struct json_node *element, struct subject *ret_subject)
{
	struct subject subject = { 0 };
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);

	if (r < 0)
		return r;
	r = find_named(reader, node, &subject);
	if (r < 0)
		return r;
	if (subject_has_instances(&subject))
		return complain(reader, node,
				"%s has a value for each %s, so it cannot be compared with",
				subject.id, scope_name(subject.scope));
	if (element) {
		r = use_element(reader, element, &subject);
		if (r < 0)
			return r;
	}
	*ret_subject = subject;
	return 0;
}
