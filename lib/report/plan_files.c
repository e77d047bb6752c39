/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A plan as a file to review: which writes it has. */
#include "config.h"

#include <errno.h>

#include "report/change_files.h"
#include "report/words.h"

typedef int file_format(const struct change_file *file, struct text *ret_text);

static void add_title(struct text *title, const struct plan_report *report)
{
	words_count(title, report->plan->change_count, "change", "changes");
	for (size_t i = 0; i < report->profiles->chosen_count; i++) {
		text_add(title, i == 0 ? " for " : " and ");
		words_add(title, report->profiles->chosen[i]->name);
	}
}

static int print(const struct plan_report *report, file_format *format, struct text *ret_text)
{
	const struct plan *plan = report->plan;
	autofree struct file_write *writes = calloc(plan->change_count + 1, sizeof(*writes));
	auto_text struct text title = { 0 };

	if (!writes)
		return -ENOMEM;
	for (size_t i = 0; i < plan->change_count; i++) {
		const struct change *change = &plan->changes[i];

		writes[i] = (struct file_write){
			.subject = change->tunable->id,
			.tunable = change->tunable,
			.path = change->path,
			.rules = change->rules,
			.from = change->from_text,
			.to = change->to_text,
		};
	}
	add_title(&title, report);
	if (text_status(&title) < 0)
		return text_status(&title);

	struct change_file file = {
		.frame = report->frame,
		.snapshot = report->snapshot,
		.title = title.bytes,
		.is_refused = plan_is_refused(plan),
		.writes = writes,
		.count = plan->change_count,
	};

	return format(&file, ret_text);
}

int report_plan_sysctl_d(const struct plan_report *report, struct text *ret_text)
{
	return print(report, change_file_sysctl_d, ret_text);
}

int report_plan_shell(const struct plan_report *report, struct text *ret_text)
{
	return print(report, change_file_shell, ret_text);
}

int report_plan_ansible(const struct plan_report *report, struct text *ret_text)
{
	return print(report, change_file_ansible, ret_text);
}
