/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One finding of tuneadv-report/1, key by key as INTERFACE gives it. */
#include "config.h"

#include "report/finding_json.h"

/* Only a file that was read has a path; of folded passes there is no one file. */
static const char *path_of(const struct finding *finding)
{
	const struct reading *reading = NULL;
	const char *path = NULL;

	if (finding->instances > 1)
		return NULL;
	if (finding->reading) {
		reading = &finding->reading->reading;
		path = finding->reading->path;
	} else if (finding->fact_reading) {
		reading = &finding->fact_reading->reading;
		path = finding->fact_reading->path;
	}
	if (!reading)
		return NULL;
	switch (reading->state) {
	case READING_VALUE:
	case READING_UNREADABLE:
	case READING_MALFORMED:
		return path;
	case READING_ABSENT:
	case READING_REMOVED:
	case READING_NOT_YET:
	case READING_NOT_BUILT_IN:
	case READING_NO_MODULE:
	case READING_OTHER_NAMESPACE:
		return NULL;
	}
	return NULL;
}

static void add_subject(struct document *document, struct json_container *in,
			const struct rule *rule)
{
	struct json_container *subject = json_add_object(document->writer, in, "subject");

	json_add_string(document->writer, subject, "kind", subject_kind_name(rule->subject));
	json_add_string(document->writer, subject, "id", rule->subject_id);
}

static void add_where(struct document *document, struct json_container *in,
		      const struct finding *finding)
{
	struct json_writer *writer = document->writer;
	uint32_t element_plus_one = finding->rule->element_plus_one;

	json_add_string(writer, in, "path", path_of(finding));
	document_add_instance(document, in, finding->instances > 1 ? NULL : finding->instance);
	json_add_u64(writer, in, "instances", finding->instances);
	if (element_plus_one)
		json_add_u64(writer, in, "element", element_plus_one - 1);
	else
		json_add_null(writer, in, "element");
}

static void add_values(struct document *document, struct json_container *in,
		       const struct finding *finding)
{
	struct json_writer *writer = document->writer;
	const struct rule *rule = finding->rule;
	enum value_kind kind = rule->format->kind;

	document_add_value(document, in, "current", kind, finding->current);
	document_add_value(document, in, "effective", kind, finding->effective);
	json_add_string(writer, in, "relation", relation_name(rule->relation));

	struct json_container *operands = json_add_array(writer, in, "operands");

	for (size_t i = 0; i < finding->operand_count; i++)
		document_add_value(document, operands, NULL, kind, finding->operands[i]);
	json_add_string(writer, in, "unit", rule->unit == UNIT_NONE ? NULL : unit_name(rule->unit));
}

static void add_coded(struct document *document, struct json_container *in, const char *key,
		      const char *code, const char *text)
{
	struct json_container *object = json_add_object(document->writer, in, key);

	json_add_string(document->writer, object, "code", code);
	json_add_string(document->writer, object, "text", text);
}

/* What changing it would mean; of facts nothing can be said. */
static void add_change(struct document *document, struct json_container *in,
		       const struct finding *finding)
{
	struct json_writer *writer = document->writer;
	const struct tunable *tunable = finding->rule->tunable;

	json_add_string(writer, in, "takes_effect", tunable ? effect_name(tunable->effect) : NULL);
	if (finding->inert)
		add_coded(document, in, "inert", finding->inert->code, finding->inert->text);
	else
		json_add_null(writer, in, "inert");
	json_add_string(writer, in, "security", tunable ? security_name(tunable->security) : NULL);
	json_add_string(writer, in, "changeable", changeable_name(finding->changeable));
	json_add_string(writer, in, "owner", finding->owner ? finding->owner->name : NULL);
	document_add_errno(document, in, "errno", finding->error);
	json_add_string(writer, in, "remedy", finding->rule->remedy);
	json_add_string(writer, in, "waiver", finding->waiver);
}

void finding_add(struct document *document, struct json_container *in,
		 const struct finding *finding)
{
	struct json_writer *writer = document->writer;
	const struct rule *rule = finding->rule;
	struct json_container *object = json_add_object(writer, in, NULL);

	json_add_string(writer, object, "id", finding->id);
	json_add_string(writer, object, "rule", rule->id);
	json_add_string(writer, object, "profile", rule->profile->name);
	add_subject(document, object, rule);
	add_where(document, object, finding);
	json_add_string(writer, object, "result", result_name(finding->result));
	json_add_string(writer, object, "severity", severity_name(rule->severity));
	json_add_string(writer, object, "kind", rule_kind_name(rule->kind));
	json_add_string(writer, object, "confidence", confidence_name(finding->confidence));
	add_values(document, object, finding);
	add_coded(document, object, "because", because_name(finding->because),
		  finding->because_text);
	json_add_string(writer, object, "rationale", rule->rationale);
	add_change(document, object, finding);
	/* Counters are watched from step 5 on; nothing is claimed before. */
	json_add_array(writer, object, "evidence");

	struct json_container *references = json_add_array(writer, object, "references");

	for (size_t i = 0; i < rule->reference_count; i++)
		json_add_string(writer, references, NULL, rule->references[i]);
}
