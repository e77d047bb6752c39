/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The posture in tuneadv-report/1. */
#include "config.h"

#include "report/document.h"
#include "report/posture_json.h"

static void add_line(struct document *document, struct json_container *in,
		     const struct posture_line *line)
{
	struct json_writer *writer = document->writer;
	const struct tunable *tunable = line->reading->tunable;
	enum value_kind kind = tunable->format.kind;
	struct json_container *object = json_add_object(writer, in, NULL);

	json_add_string(writer, object, "id", tunable->id);
	json_add_string(writer, object, "path", line->reading->path);
	document_add_instance(document, object, line->reading->instance);
	json_add_string(writer, object, "state", posture_state_name(line->state));
	document_print_value(document, object, "current", &tunable->format,
			     line->reading->reading.state == READING_VALUE
				     ? &line->reading->reading.value
				     : NULL);
	document_add_value(document, object, "effective", kind, line->current);
	document_add_value(document, object, "default", kind, line->usual);
	json_add_string(writer, object, "secure_floor", tunable->secure_floor);
	json_add_string(writer, object, "because", line->why);
	json_add_boolean(writer, object, "looks_left_behind", line->is_left_behind);
	document_add_errno(document, object, "errno", line->reading->reading.error);
	document_add_strings(document, object, "authorities", tunable->authorities);
}

void posture_add_json(struct document *document, const struct posture *posture)
{
	bool is_whole = posture->scope == POSTURE_WHOLE;
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, document_root(document), "posture");

	json_add_string(writer, object, "scope", is_whole ? "whole" : "short");
	json_add_u64(writer, object, "judged", posture->count);
	json_add_u64(writer, object, "unknown", posture_count(posture, POSTURE_UNKNOWN));
	json_add_boolean(writer, object, "looks_left_behind", posture_is_left_behind(posture));

	struct json_container *settings = json_add_array(writer, object, "settings");

	/* Of the short list only what is given up; a program can ask for the rest. */
	for (size_t i = 0; i < posture->count; i++) {
		if (is_whole || posture->lines[i].state == POSTURE_WEAKENED)
			add_line(document, settings, &posture->lines[i]);
	}
}
