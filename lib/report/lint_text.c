/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lint found, for people: the worst first, then what the file as a whole does. */
#include "config.h"

#include "report/document.h"
#include "report/layout.h"
#include "report/report_lint.h"
#include "report/words.h"

#define INDENT 4

static enum paint paint_of(enum severity severity)
{
	if (severity >= SEVERITY_HIGH)
		return PAINT_BAD;
	return severity >= SEVERITY_MEDIUM ? PAINT_WARN : PAINT_DIM;
}

static void add_place(struct text *text, const struct lint_report *report,
		      const struct lint_finding *finding)
{
	paint_begin(text, report->style->has_color, PAINT_STRONG);
	words_add(text, lint_file(report->lint, finding->file)->name);
	if (finding->line > 0)
		text_addf(text, ":%llu", (unsigned long long)finding->line);
	if (finding->column > 0)
		text_addf(text, ":%llu", (unsigned long long)finding->column);
	paint_end(text, report->style->has_color);
}

/* "FILE:3:1 high weakens-security  kernel.randomize_va_space = 1", and below it what that means */
static void add_problem(struct text *text, const struct lint_report *report,
			const struct lint_finding *finding)
{
	auto_text struct text words = { 0 };

	add_place(text, report, finding);
	text_add_char(text, ' ');
	paint_add(text, report->style->has_color, paint_of(finding->severity),
		  severity_name(finding->severity));
	text_addf(text, " %s", lint_problem_name(finding->problem));
	if (finding->key) {
		text_add(text, "  ");
		words_add(text, finding->key);
	}
	if (finding->value) {
		text_add(text, " = ");
		words_add(text, finding->value);
	}
	text_add_char(text, '\n');
	words_add(&words, finding->message);
	if (finding->more > 0)
		text_addf(&words, " (And %llu more such lines.)",
			  (unsigned long long)finding->more);
	if (finding->instead) {
		text_add(&words, " Instead: ");
		words_add(&words, finding->instead);
	}
	paragraph_add(text, report->style, 0, "", INDENT, &words);
}

/* Notes are for those who ask. */
static bool is_shown(const struct lint_report *report, enum severity severity)
{
	return severity > SEVERITY_INFO || report->style->is_verbose;
}

/* Returns how many are left unsaid. */
static size_t add_problems(struct text *text, const struct lint_report *report)
{
	size_t unsaid = 0;

	for (int severity = SEVERITY_HIGH; severity >= (int)SEVERITY_INFO; severity--) {
		for (size_t i = 0; i < lint_count(report->lint); i++) {
			const struct lint_finding *finding = lint_at(report->lint, i);

			if ((int)finding->severity != severity)
				continue;
			if (is_shown(report, finding->severity))
				add_problem(text, report, finding);
			else
				unsaid++;
		}
	}
	return unsaid;
}

static void add_kernel(struct text *text, const struct lint_report *report)
{
	const char *release = report->release_asked;

	if (!release)
		release = document_fact_word(report->snapshot, FACT_KERNEL_RELEASE_TEXT);
	text_add(text, release ? "Linux " : "a kernel whose release is not known");
	words_add(text, release);
}

static void add_count(struct text *text, bool has_color, enum paint paint, uint64_t count,
		      const char *what)
{
	if (count > 0)
		paint_begin(text, has_color, paint);
	text_addf(text, "%llu %s", (unsigned long long)count, what);
	if (count > 0)
		paint_end(text, has_color);
}

/* "FILE: of 61 lines that set something, 4 are dangerous, 3 dead, 2 lower ..., 52 fine" */
static void add_summary(struct text *text, const struct lint_report *report,
			const struct lint_file *file)
{
	bool has_color = report->style->has_color;
	auto_text struct text words = { 0 };

	words_add(&words, file->name);
	if (file->language == LINT_LANGUAGE_BINARY) {
		text_add(&words, ": not a text; nothing of it was judged.");
	} else if (file->language == LINT_LANGUAGE_PROFILE) {
		text_add(&words, file->dangerous + file->dead > 0
					 ? ": a tuneadv profile that is not accepted."
					 : ": a tuneadv profile, well-formed.");
	} else if (file->assignments == 0) {
		text_add(&words, ": sets nothing.");
	} else {
		text_addf(&words, ": %llu %s on ", (unsigned long long)file->assignments,
			  file->assignments == 1 ? "setting" : "settings");
		add_kernel(&words, report);
		text_add(&words, ": ");
		add_count(&words, has_color, PAINT_BAD, file->dangerous, "dangerous, ");
		add_count(&words, has_color, PAINT_WARN, file->dead, "dead, ");
		add_count(&words, has_color, PAINT_WARN, file->lowering,
			  "below what the kernel gives by itself, ");
		add_count(&words, has_color, PAINT_GOOD, file->fine, "fine.");
	}
	paragraph_add(text, report->style, 0, "", 0, &words);
}

int report_lint_text(const struct lint_report *report, struct text *ret_text)
{
	size_t unsaid = 0;

	if (!report->style->is_quiet) {
		size_t before = ret_text->length;

		unsaid = add_problems(ret_text, report);
		if (ret_text->length > before)
			text_add_char(ret_text, '\n');
	}
	for (size_t i = 0; i < lint_file_count(report->lint); i++)
		add_summary(ret_text, report, lint_file(report->lint, i));
	if (unsaid > 0) {
		words_count(ret_text, unsaid, "note", "notes");
		text_add(ret_text, " more with -v.\n");
	}
	return text_status(ret_text);
}
