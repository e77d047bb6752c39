/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-lint/1. */
#include "config.h"

#include "report/document.h"
#include "report/report_lint.h"

static const char *language_name(enum lint_language language)
{
	switch (language) {
	case LINT_LANGUAGE_SYSCTL:
		return "sysctl";
	case LINT_LANGUAGE_TUNED:
		return "tuned";
	case LINT_LANGUAGE_PROFILE:
		return "profile";
	case LINT_LANGUAGE_BINARY:
		return "binary";
	}
	return NULL;
}

static void add_file(struct document *document, struct json_container *in,
		     const struct lint_file *file)
{
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, in, NULL);

	json_add_string(writer, object, "file", file->name);
	json_add_string(writer, object, "language", language_name(file->language));
	json_add_u64(writer, object, "assignments", file->assignments);
	json_add_u64(writer, object, "dangerous", file->dangerous);
	json_add_u64(writer, object, "dead", file->dead);
	json_add_u64(writer, object, "lowering", file->lowering);
	json_add_u64(writer, object, "fine", file->fine);
}

/* 0 is no place in a file. */
static void add_place(struct json_writer *writer, struct json_container *in, const char *key,
		      uint64_t place)
{
	if (place == 0)
		json_add_null(writer, in, key);
	else
		json_add_u64(writer, in, key, place);
}

static void add_problem(struct document *document, struct json_container *in,
			const struct lint *lint, const struct lint_finding *finding)
{
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, in, NULL);

	json_add_string(writer, object, "file", lint_file(lint, finding->file)->name);
	add_place(writer, object, "line", finding->line);
	add_place(writer, object, "column", finding->column);
	json_add_string(writer, object, "key", finding->key);
	json_add_string(writer, object, "value", finding->value);
	json_add_string(writer, object, "problem", lint_problem_name(finding->problem));
	json_add_string(writer, object, "severity", severity_name(finding->severity));
	json_add_string(writer, object, "message", finding->message);
	json_add_string(writer, object, "instead", finding->instead);
	json_add_u64(writer, object, "more", finding->more);
}

int report_lint_json(const struct lint_report *report, struct text *ret_text)
{
	const struct lint *lint = report->lint;
	auto_document struct document document;

	document_init(&document, report->frame);
	document_begin(&document, report->snapshot, "tuneadv-lint/1");

	struct json_container *root = document_root(&document);

	json_add_string(document.writer, root, "judged_for",
			report->release_asked
				? report->release_asked
				: document_fact_word(report->snapshot, FACT_KERNEL_RELEASE_TEXT));

	struct json_container *files = json_add_array(document.writer, root, "files");

	for (size_t i = 0; i < lint_file_count(lint); i++)
		add_file(&document, files, lint_file(lint, i));

	struct json_container *problems = json_add_array(document.writer, root, "problems");

	for (size_t i = 0; i < lint_count(lint); i++)
		add_problem(&document, problems, lint, lint_at(lint, i));
	return document_end(&document, ret_text);
}
