/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Readings and rules of an explanation as JSON. */
#include "config.h"

#include <errno.h>

#include "report/document.h"
#include "report/explain.h"
#include "report/explain_json.h"
#include "report/words.h"

struct reading_row {
	const char *id; /* of the tunable or fact */
	const struct instance *instance;
	const char *path;
	const struct value_format *format;
	const struct reading *reading;
};

static struct json_container *add_reading(struct document *document, struct json_container *in,
					  const struct reading_row *row)
{
	struct json_writer *writer = document->writer;
	const struct reading *reading = row->reading;
	struct json_container *object = json_add_object(writer, in, NULL);

	json_add_string(writer, object, "of", row->id);
	document_add_instance(document, object, row->instance);
	json_add_string(writer, object, "path", row->path);
	json_add_string(writer, object, "state", reading_state_name(reading->state));
	document_print_value(document, object, "value", row->format,
			     reading->state == READING_VALUE ? &reading->value : NULL);
	document_add_errno(document, object, "errno", reading->error);
	json_add_string(writer, object, "malformed_text", reading->raw);
	return object;
}

static void add_effective(struct document *document, struct json_container *object,
			  const struct snapshot *snapshot, const struct tunable_reading *reading)
{
	auto_value struct value effective = { 0 };
	int r = snapshot_effective(snapshot, reading, &effective);

	if (r == -ENOMEM)
		document->status = r;
	document_print_value(document, object, "effective", &reading->tunable->format,
			     r == 0 ? &effective : NULL);
}

static void add_tunable(struct document *document, struct json_container *in,
			const struct snapshot *snapshot, const struct tunable *tunable)
{
	size_t count = 0;
	const struct tunable_reading *readings =
		snapshot ? snapshot_tunables(snapshot, tunable, &count) : NULL;

	for (size_t i = 0; i < count; i++) {
		const struct reading_row row = {
			.id = tunable->id,
			.instance = readings[i].instance,
			.path = readings[i].path,
			.format = &tunable->format,
			.reading = &readings[i].reading,
		};

		add_effective(document, add_reading(document, in, &row), snapshot, &readings[i]);
	}
}

static void add_fact(struct document *document, struct json_container *in,
		     const struct snapshot *snapshot, enum fact fact)
{
	const struct fact_row *fact_of = fact_row(fact);
	size_t count = 0;
	const struct fact_reading *readings =
		snapshot ? snapshot_facts(snapshot, fact, &count) : NULL;

	for (size_t i = 0; i < count; i++) {
		const struct reading_row row = {
			.id = fact_of->id,
			.instance = readings[i].instance,
			.path = readings[i].path,
			.format = &fact_of->format,
			.reading = &readings[i].reading,
		};
		const struct reading *reading = row.reading;

		document_print_value(document, add_reading(document, in, &row), "effective",
				     row.format,
				     reading->state == READING_VALUE ? &reading->value : NULL);
	}
}

/* Several profiles may have a rule of this id about the same subject: read once. */
static bool is_repeated(const struct explanation *explanation, size_t index)
{
	const struct rule *rule = explanation->rules[index];

	for (size_t i = 0; i < index; i++) {
		const struct rule *other = explanation->rules[i];

		if (other->tunable == rule->tunable && other->fact == rule->fact)
			return true;
	}
	return false;
}

void explain_add_readings(struct document *document, const struct explanation *explanation)
{
	const struct snapshot *snapshot = explanation->snapshot;
	struct json_container *readings =
		json_add_array(document->writer, document_root(document), "readings");

	if (explanation->tunable)
		add_tunable(document, readings, snapshot, explanation->tunable);
	else if (explanation->fact)
		add_fact(document, readings, snapshot, explanation->fact);
	for (size_t i = 0; i < explanation->rule_count; i++) {
		const struct rule *rule = explanation->rules[i];

		if (is_repeated(explanation, i))
			continue;
		if (rule->tunable)
			add_tunable(document, readings, snapshot, rule->tunable);
		else
			add_fact(document, readings, snapshot, rule->fact);
	}
}

static void add_when(struct document *document, struct json_container *in, const struct rule *rule)
{
	struct json_container *array = json_add_array(document->writer, in, "when");

	for (size_t i = 0; i < rule->when_count; i++) {
		auto_text struct text text = { 0 };

		words_condition(&text, &rule->when[i]);
		document_add_text(document, array, NULL, &text);
	}
}

static void add_rule(struct document *document, struct json_container *in, const struct rule *rule)
{
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, in, NULL);
	struct json_container *subject;
	struct json_container *references;
	auto_text struct text wants = { 0 };

	json_add_string(writer, object, "id", rule->id);
	json_add_string(writer, object, "profile", rule->profile->name);
	subject = json_add_object(writer, object, "subject");
	json_add_string(writer, subject, "kind", subject_kind_name(rule->subject));
	json_add_string(writer, subject, "id", rule->subject_id);
	if (rule->element_plus_one)
		json_add_u64(writer, object, "element", rule->element_plus_one - 1);
	else
		json_add_null(writer, object, "element");
	json_add_string(writer, object, "relation", relation_name(rule->relation));
	words_assertion(&wants, rule->relation, rule->operands, rule->operand_count, rule->unit);
	document_add_text(document, object, "wants", &wants);
	add_when(document, object, rule);
	json_add_string(writer, object, "severity", severity_name(rule->severity));
	json_add_string(writer, object, "kind", rule_kind_name(rule->kind));
	json_add_string(writer, object, "rationale", rule->rationale);
	json_add_string(writer, object, "remedy", rule->remedy);
	references = json_add_array(writer, object, "references");
	for (size_t i = 0; i < rule->reference_count; i++)
		json_add_string(writer, references, NULL, rule->references[i]);
}

static void add_rules_about(struct document *document, struct json_container *in,
			    const struct explanation *explanation)
{
	const struct profile_set *set = explanation->profiles;

	for (size_t i = 0; set && i < set->file_count; i++) {
		const struct profile *profile = set->files[i];

		for (size_t j = 0; j < profile->rule_count; j++) {
			if (explain_is_about(&profile->rules[j], explanation))
				add_rule(document, in, &profile->rules[j]);
		}
	}
}

void explain_add_rules(struct document *document, const struct explanation *explanation)
{
	struct json_container *rules =
		json_add_array(document->writer, document_root(document), "rules");

	if (explanation->tunable || explanation->fact)
		add_rules_about(document, rules, explanation);
	for (size_t i = 0; i < explanation->rule_count; i++)
		add_rule(document, rules, explanation->rules[i]);
}
