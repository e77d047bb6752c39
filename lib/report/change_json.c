/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One change, as tuneadv-outcome/1 and tuneadv-status/1 tell it. */
#include "config.h"

#include "report/change_json.h"

#include <errno.h>

void change_json_add_rules(struct document *document, struct json_container *in, const char *rules)
{
	struct json_container *array = json_add_array(document->writer, in, "rules");
	struct span rest = span_of(rules ? rules : "");
	struct span part;

	while (span_split(&rest, ',', &part)) {
		auto_text struct text text = { 0 };

		text_add_span(&text, span_trim(part));
		if (text.length > 0)
			document_add_text(document, array, NULL, &text);
		if (text_status(&text) < 0)
			document->status = -ENOMEM;
	}
}

void change_json_add_subject(struct document *document, struct json_container *in, const char *kind,
			     const char *id)
{
	struct json_container *subject = json_add_object(document->writer, in, "subject");

	json_add_string(document->writer, subject, "kind", kind);
	json_add_string(document->writer, subject, "id", id);
}

static void add_instance(struct document *document, struct json_container *in,
			 const struct change_told *told)
{
	struct instance instance = {
		.kind = told->tunable ? told->tunable->scope : 0,
		.name = (char *)told->instance,
		.number = told->instance_number,
	};

	document_add_instance(document, in, told->instance ? &instance : NULL);
}

static void add_values(struct document *document, struct json_container *in,
		       const struct change_told *told)
{
	enum value_kind kind = told->tunable ? told->tunable->format.kind : VALUE_TEXT;

	document_add_value(document, in, "from", kind, told->from);
	document_add_value(document, in, "to", kind, told->to);
	document_add_value(document, in, "got", kind, told->got);
}

void change_json_add(struct document *document, struct json_container *in,
		     const struct change_told *told)
{
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, in, NULL);

	change_json_add_subject(document, object, "tunable", told->subject);
	add_instance(document, object, told);
	json_add_string(writer, object, "path", told->path);
	change_json_add_rules(document, object, told->rules);
	add_values(document, object, told);
	json_add_string(writer, object, "result", told->result);
	document_add_errno(document, object, "errno", told->error);
	json_add_string(writer, object, "because", told->because);
	json_add_string(writer, object, "takes_effect",
			told->tunable ? effect_name(told->tunable->effect) : NULL);
	json_add_string(writer, object, "privilege", told->privilege);
	json_add_string(writer, object, "owner", told->owner);
	json_add_boolean(writer, object, "was_weak", told->was_weak);
}

void change_json_add_outcome(struct document *document, struct json_container *in,
			     const struct outcome_change *change)
{
	struct change_told told = {
		.subject = change->subject,
		.tunable = tunable_find(change->subject),
		.instance = change->instance,
		.instance_number = change->instance_number,
		.path = change->path,
		.rules = change->rules,
		.from = change->from,
		.to = change->to,
		.got = change->got,
		.result = entry_result_name(change->result),
		.error = change->error,
		.because = change->because,
		.was_weak = change->was_weak,
	};

	change_json_add(document, in, &told);
}
