/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One line for each problem, which GitHub's workflows show beside the line of the file. */
#include "config.h"

#include "report/report_lint.h"
#include "report/words.h"

/* What ends a message, and what ends a property, is written as its code. */
static void add_escaped(struct text *text, const char *string, bool is_property)
{
	auto_text struct text safe = { 0 };
	struct span rest;

	words_add(&safe, string);
	if (text_status(&safe) < 0)
		text->status = text_status(&safe);
	rest = text_span(&safe);
	for (size_t i = 0; i < rest.length; i++) {
		char c = rest.bytes[i];

		if (c == '%' || (is_property && (c == ':' || c == ',')))
			text_addf(text, "%%%02X", (unsigned int)c);
		else
			text_add_char(text, c);
	}
}

static const char *level(enum severity severity)
{
	if (severity >= SEVERITY_HIGH)
		return "error";
	return severity >= SEVERITY_MEDIUM ? "warning" : "notice";
}

static void add_problem(struct text *text, const struct lint *lint,
			const struct lint_finding *finding)
{
	text_addf(text, "::%s file=", level(finding->severity));
	add_escaped(text, lint_file(lint, finding->file)->name, true);
	if (finding->line > 0)
		text_addf(text, ",line=%llu", (unsigned long long)finding->line);
	if (finding->column > 0)
		text_addf(text, ",col=%llu", (unsigned long long)finding->column);
	text_addf(text, ",title=%s::", lint_problem_name(finding->problem));
	if (finding->key) {
		add_escaped(text, finding->key, false);
		text_add(text, ": ");
	}
	add_escaped(text, finding->message, false);
	if (finding->instead) {
		text_add(text, " Instead: ");
		add_escaped(text, finding->instead, false);
	}
	text_add_char(text, '\n');
}

int report_lint_github(const struct lint_report *report, struct text *ret_text)
{
	for (size_t i = 0; i < lint_count(report->lint); i++)
		add_problem(ret_text, report->lint, lint_at(report->lint, i));
	return text_status(ret_text);
}
