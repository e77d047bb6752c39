/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A dry revert as a file to review: from what is there back to what was there before. */
#include "config.h"

#include <errno.h>

#include "report/change_files.h"
#include "report/words.h"

typedef int file_format(const struct change_file *file, struct text *ret_text);

/* NULL: it would be written. */
static const char *why_not(enum entry_result result)
{
	switch (result) {
	case ENTRY_PLANNED:
	case ENTRY_CHANGED:
		return NULL;
	case ENTRY_ALREADY:
	case ENTRY_RESTORED:
		return "it is back already";
	case ENTRY_REFUSED:
		return "the kernel does not let anyone steer it";
	case ENTRY_FAILED:
		return "it failed";
	case ENTRY_DRIFTED:
		return "somebody else changed it meanwhile";
	case ENTRY_GONE:
		return "it is gone";
	case ENTRY_SKIPPED:
		return "it is skipped";
	}
	return "what became of it is not known";
}

static void add_title(struct text *title, const struct outcome_report *report)
{
	words_add(title, report->verb);
	text_add(title, " of ");
	words_count(title, report->outcome->change_count, "change", "changes");
	if (report->outcome->transaction) {
		text_add(title, ", transaction ");
		words_add(title, report->outcome->transaction);
	}
}

static int print(const struct outcome_report *report, file_format *format, struct text *ret_text)
{
	const struct outcome *outcome = report->outcome;
	autofree struct file_write *writes = calloc(outcome->change_count + 1, sizeof(*writes));
	auto_text struct text title = { 0 };

	if (!writes)
		return -ENOMEM;
	for (size_t i = 0; i < outcome->change_count; i++) {
		const struct outcome_change *change = &outcome->changes[i];

		writes[i] = (struct file_write){
			.subject = change->subject,
			.tunable = tunable_find(change->subject),
			.path = change->path,
			.rules = change->rules,
			/* An honest difference is what is there. */
			.from = change->got ? change->got : change->to,
			.to = change->from,
			.instead = why_not(change->result),
		};
	}
	add_title(&title, report);
	if (text_status(&title) < 0)
		return text_status(&title);

	struct change_file file = {
		.frame = report->frame,
		.snapshot = report->snapshot,
		.title = title.bytes,
		.writes = writes,
		.count = outcome->change_count,
	};

	return format(&file, ret_text);
}

int report_outcome_sysctl_d(const struct outcome_report *report, struct text *ret_text)
{
	return print(report, change_file_sysctl_d, ret_text);
}

int report_outcome_shell(const struct outcome_report *report, struct text *ret_text)
{
	return print(report, change_file_shell, ret_text);
}

int report_outcome_ansible(const struct outcome_report *report, struct text *ret_text)
{
	return print(report, change_file_ansible, ret_text);
}
