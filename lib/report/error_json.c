/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-error/1: why there is no other document. */
#include "config.h"

#include "report/document.h"
#include "report/report.h"

int report_error_json(const struct report_frame *frame, int code, const char *message,
		      const char *place, struct text *ret_text)
{
	auto_document struct document document;

	document_init(&document, frame);

	struct json_container *root = document_root(&document);

	document_stamp(&document, "tuneadv-error/1");
	json_add_i64(document.writer, root, "code", code);
	json_add_string(document.writer, root, "message", message);
	json_add_string(document.writer, root, "place", place);
	return document_print(&document, ret_text);
}
