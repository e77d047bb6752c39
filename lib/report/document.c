/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values, errnos and instances as the JSON documents write them. */
#include "config.h"

#include "report/document.h"

#include <errno.h>
#include <string.h>

#include "base/sha256.h"

void document_init(struct document *document, const struct report_frame *frame)
{
	*document = (struct document){
		.writer = json_writer_new(),
		.frame = frame,
	};
	if (!document->writer)
		document->status = -ENOMEM;
}

void document_done(struct document *document)
{
	json_writer_free(document->writer);
	document->writer = NULL;
}

struct json_container *document_root(const struct document *document)
{
	return json_writer_root(document->writer);
}

int document_print(struct document *document, struct text *ret_text)
{
	if (document->status < 0)
		return document->status;
	return json_print(document->writer, ret_text);
}

void document_add_text(struct document *document, struct json_container *in, const char *key,
		       const struct text *text)
{
	int r = text_status(text);

	if (r < 0)
		document->status = r;
	json_add_string(document->writer, in, key, text->bytes ? text->bytes : "");
}

const char *document_errno(int error)
{
	if (error == 0)
		return NULL;

	const char *name = strerrorname_np(error < 0 ? -error : error);

	return name ? name : "EUNKNOWN";
}

void document_add_errno(struct document *document, struct json_container *in, const char *key,
			int error)
{
	json_add_string(document->writer, in, key, document_errno(error));
}

static void add_elements(struct document *document, struct json_container *in, const char *key,
			 const char *canonical)
{
	struct json_container *array = json_add_array(document->writer, in, key);
	struct span rest = span_of(canonical);
	struct span element;

	while (span_token(&rest, &element)) {
		auto_text struct text text = { 0 };

		text_add_span(&text, element);
		document_add_text(document, array, NULL, &text);
	}
}

void document_add_value(struct document *document, struct json_container *in, const char *key,
			enum value_kind kind, const char *canonical)
{
	if (kind == VALUE_VECTOR && canonical)
		add_elements(document, in, key, canonical);
	else
		json_add_string(document->writer, in, key, canonical);
}

void document_print_value(struct document *document, struct json_container *in, const char *key,
			  const struct value_format *format, const struct value *value)
{
	auto_text struct text text = { 0 };

	if (!value) {
		json_add_null(document->writer, in, key);
		return;
	}
	text_add(&text, ""); /* an empty list is "", not null */
	value_print(&text, format, value);
	if (text_status(&text) < 0)
		document->status = -ENOMEM;
	document_add_value(document, in, key, format->kind, text.bytes);
}

void document_add_strings(struct document *document, struct json_container *in, const char *key,
			  const char *const *strings)
{
	struct json_container *array = json_add_array(document->writer, in, key);

	for (size_t i = 0; strings && strings[i]; i++)
		json_add_string(document->writer, array, NULL, strings[i]);
}

void document_add_instance(struct document *document, struct json_container *in,
			   const struct instance *instance)
{
	if (!instance) {
		json_add_null(document->writer, in, "instance");
		return;
	}

	struct json_container *object = json_add_object(document->writer, in, "instance");

	json_add_string(document->writer, object, "kind", scope_name(instance->kind));
	json_add_string(document->writer, object, "name", instance->name);
	if (instance->number < 0)
		json_add_null(document->writer, object, "number");
	else
		json_add_i64(document->writer, object, "number", instance->number);
}

void document_add_digest(struct document *document, struct json_container *in,
			 const struct profile *profile)
{
	char hex[SHA256_HEX_SIZE];

	sha256_hex(text_span(&profile->bytes), hex);
	json_add_string(document->writer, in, "sha256", hex);
}
