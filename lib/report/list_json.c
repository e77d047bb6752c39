/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-list/1: what is known, for programs. */
#include "config.h"

#include "report/document.h"
#include "report/report.h"

static void add_unit(struct document *document, struct json_container *in, enum unit unit)
{
	json_add_string(document->writer, in, "unit", unit == UNIT_NONE ? NULL : unit_name(unit));
}

static void add_tunables(struct document *document)
{
	struct json_writer *writer = document->writer;
	struct json_container *array = json_add_array(writer, document_root(document), "tunables");
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;

	while ((tunable = tunable_next(&walk))) {
		struct json_container *object = json_add_object(writer, array, NULL);

		json_add_string(writer, object, "id", tunable->id);
		json_add_string(writer, object, "title", tunable->title);
		json_add_string(writer, object, "path", tunable->path);
		json_add_string(writer, object, "kind", value_kind_name(tunable->format.kind));
		json_add_string(writer, object, "scope", scope_name(tunable->scope));
		add_unit(document, object, tunable->unit);
		json_add_string(writer, object, "takes_effect", effect_name(tunable->effect));
	}
}

static void add_facts(struct document *document)
{
	struct json_writer *writer = document->writer;
	struct json_container *array = json_add_array(writer, document_root(document), "facts");

	for (unsigned int i = 1; i < FACT_END_; i++) {
		const struct fact_row *fact = fact_row((enum fact)i);
		struct json_container *object = json_add_object(writer, array, NULL);

		json_add_string(writer, object, "id", fact->id);
		json_add_string(writer, object, "title", fact->title);
		json_add_string(writer, object, "kind", value_kind_name(fact->format.kind));
		json_add_string(writer, object, "scope", scope_name(fact->scope));
		add_unit(document, object, fact->unit);
	}
}

static void add_parameters(struct document *document, struct json_container *in,
			   const struct profile *profile)
{
	struct json_writer *writer = document->writer;
	struct json_container *array = json_add_array(writer, in, "parameters");

	for (size_t i = 0; i < profile->parameter_count; i++) {
		const struct parameter *parameter = &profile->parameters[i];
		struct json_container *object = json_add_object(writer, array, NULL);

		json_add_string(writer, object, "name", parameter->name);
		json_add_string(writer, object, "title", parameter->title);
		json_add_string(writer, object, "type", parameter_type_name(parameter->type));
	}
}

static void add_profiles(struct document *document, const struct profile_set *set)
{
	struct json_writer *writer = document->writer;
	struct json_container *array = json_add_array(writer, document_root(document), "profiles");

	for (size_t i = 0; set && i < set->file_count; i++) {
		const struct profile *profile = set->files[i];
		struct json_container *object = json_add_object(writer, array, NULL);

		json_add_string(writer, object, "name", profile->name);
		json_add_string(writer, object, "title", profile->title);
		json_add_string(writer, object, "path", profile->path);
		document_add_digest(document, object, profile);
		json_add_string(writer, object, "extends", profile->extends);
		json_add_u64(writer, object, "rules", profile->rule_count);
		add_parameters(document, object, profile);
	}
}

static const char *subject_word(enum list_subject subject)
{
	switch (subject) {
	case LIST_PROFILES:
		return "profiles";
	case LIST_TUNABLES:
		return "tunables";
	case LIST_COUNTERS:
		return "counters";
	case LIST_FACTS:
		return "facts";
	}
	return NULL;
}

/* All four keys are always there; those not asked for are null. */
static void add_subject(struct document *document, const struct list *list,
			enum list_subject subject)
{
	struct json_container *root = document_root(document);

	if (list->subject != subject) {
		json_add_null(document->writer, root, subject_word(subject));
		return;
	}
	switch (subject) {
	case LIST_PROFILES:
		add_profiles(document, list->profiles);
		return;
	case LIST_TUNABLES:
		add_tunables(document);
		return;
	case LIST_COUNTERS:
		json_add_array(document->writer, root, "counters"); /* from step 5 on */
		return;
	case LIST_FACTS:
		add_facts(document);
		return;
	}
}

int report_list_json(const struct list *list, struct text *ret_text)
{
	auto_document struct document document;

	document_init(&document, list->frame);
	document_begin(&document, list->snapshot, "tuneadv-list/1");
	json_add_string(document.writer, document_root(&document), "subject",
			subject_word(list->subject));
	add_subject(&document, list, LIST_PROFILES);
	add_subject(&document, list, LIST_TUNABLES);
	add_subject(&document, list, LIST_COUNTERS);
	add_subject(&document, list, LIST_FACTS);
	return document_end(&document, ret_text);
}
