/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-outcome/1: how apply, revert or recover ended, for programs. */
#include "config.h"

#include "report/outcome_json.h"

#include "report/undecided.h"

void outcome_json_begin(struct document *document, const struct snapshot *snapshot,
			const struct outcome_told *told)
{
	struct json_writer *writer = document->writer;
	struct json_container *root = document_root(document);

	document_begin(document, snapshot, "tuneadv-outcome/1");
	json_add_string(writer, root, "verb", told->verb);
	json_add_string(writer, root, "transaction", told->transaction);
	json_add_string(writer, root, "state", outcome_state_name(told->state));
	json_add_null(writer, root, "deadline"); /* confirmation comes with a later version */
	json_add_boolean(writer, root, "persisted", false);
	json_add_string(writer, root, "because", told->because);
	json_add_string(writer, root, "remedy", told->remedy);
}

int report_outcome_json(const struct outcome_report *report, struct text *ret_text)
{
	const struct outcome *outcome = report->outcome;
	const struct outcome_told told = {
		.verb = report->verb,
		.transaction = outcome->transaction,
		.state = outcome->state,
		.because = outcome->because,
		.remedy = outcome->remedy,
	};
	auto_document struct document document;

	document_init(&document, report->frame);
	outcome_json_begin(&document, report->snapshot, &told);
	json_add_null(document.writer, document_root(&document), "guard");

	struct json_container *changes =
		json_add_array(document.writer, document_root(&document), "changes");

	for (size_t i = 0; i < outcome->change_count; i++)
		change_json_add_outcome(&document, changes, &outcome->changes[i]);
	json_add_array(document.writer, document_root(&document), "left_out");
	undecided_add_json(&document, report->plan, report->style);
	return document_end(&document, ret_text);
}
