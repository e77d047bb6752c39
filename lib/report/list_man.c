/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-tunables(7): every row of the registry as a manual page. */
#include "config.h"

#include <string.h>

#include "report/report.h"
#include "report/words.h"

/* Words of ours and of rows as roff reads them: no line begins a request, no dash is a hyphen. */
static void add_plain(struct text *page, struct span words)
{
	for (size_t i = 0; i < words.length; i++) {
		char c = words.bytes[i];
		bool is_first = page->length == 0 || page->bytes[page->length - 1] == '\n';

		if (is_first && (c == '.' || c == '\''))
			text_add(page, "\\&");
		if (c == '\\')
			text_add(page, "\\e");
		else if (c == '-')
			text_add(page, "\\-");
		else
			text_add_char(page, c);
	}
}

static void add_words(struct text *page, const char *label, const struct text *words)
{
	if (text_status(words) < 0)
		page->status = text_status(words);
	if (words->length == 0)
		return;
	text_addf(page, ".TP\n.B %s\n", label);
	add_plain(page, text_span(words));
	text_add_char(page, '\n');
}

static void add_sentence(struct text *page, const char *label, const char *sentence)
{
	auto_text struct text words = { 0 };

	if (!sentence)
		return;
	text_add(&words, sentence);
	add_words(page, label, &words);
}

/* One of the row's words, where it has something to say. */
static void add(struct text *page, const char *label,
		void (*say)(struct text *text, const struct tunable *tunable),
		const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	say(&words, tunable);
	add_words(page, label, &words);
}

static void say_kind(struct text *text, const struct tunable *tunable)
{
	words_kind(text, &tunable->format, tunable->unit);
}

static void say_moment(struct text *text, const struct tunable *tunable)
{
	words_moment(text, tunable, "");
}

static void say_limits(struct text *text, const struct tunable *tunable)
{
	static const char own[] = "own: ";
	struct span reason = span_of(tunable->limits_reference ? tunable->limits_reference : "");

	words_limits(text, tunable);
	if (text->length == 0)
		return;
	if (span_skip(&reason, own))
		text_add(text, ". tuneadv's own limits: ");
	else
		text_add(text, "; see ");
	text_add_span(text, reason);
}

static void say_elements(struct text *text, const struct tunable_default *is)
{
	for (size_t i = 0; i < is->element_count; i++) {
		const struct operand *operand = &is->elements[i];

		if (i > 0)
			text_add_char(text, ' ');
		if (operand->literal)
			text_add(text, operand->literal);
		else
			text_addf(text, "(from %s)", operand->of);
	}
}

/* Every release's, for a manual knows no host. */
static void add_defaults(struct text *page, const struct tunable *tunable)
{
	for (size_t i = 0; i < tunable->default_count; i++) {
		const struct tunable_default *is = &tunable->defaults[i];
		auto_text struct text words = { 0 };

		say_elements(&words, is);
		if (release_bracket_is_set(&is->since)) {
			text_add(&words, ", since Linux ");
			words_bracket(&words, &is->since);
		}
		if (is->arch)
			text_addf(&words, ", on %s", is->arch);
		text_addf(&words, ". %s", is->how);
		add_words(page, "Default", &words);
	}
}

static void add_inert(struct text *page, const struct inert *inert)
{
	auto_text struct text words = { 0 };

	if (release_bracket_is_set(&inert->since)) {
		text_add(&words, "Since Linux ");
		words_bracket(&words, &inert->since);
		text_add(&words, ": ");
	}
	for (size_t i = 0; i < inert->condition_count; i++) {
		text_add(&words, i == 0 ? "While " : " and ");
		words_condition(&words, &inert->conditions[i]);
	}
	text_add(&words, inert->condition_count > 0 ? ": " : "");
	text_add(&words, inert->text);
	add_words(page, "Inert", &words);
}

static void add_list(struct text *page, const char *label, const char *const *strings)
{
	auto_text struct text words = { 0 };

	for (size_t i = 0; strings && strings[i]; i++) {
		text_add(&words, i > 0 ? ", " : "");
		text_add(&words, strings[i]);
	}
	add_words(page, label, &words);
}

static void add_tunable(struct text *page, const struct tunable *tunable)
{
	text_add(page, ".SS ");
	add_plain(page, span_of(tunable->id));
	text_add_char(page, '\n');
	add_plain(page, span_of(tunable->title));
	text_add(page, ".\n");
	add_sentence(page, "Path", tunable->path);
	add(page, "Kind", say_kind, tunable);
	add(page, "Limits", say_limits, tunable);
	add_defaults(page, tunable);
	add(page, "Scope", words_scope, tunable);
	add(page, "Takes effect", say_moment, tunable);
	for (size_t i = 0; i < tunable->inert_count; i++)
		add_inert(page, &tunable->inert[i]);
	add(page, "Security", words_order, tunable);
	add_list(page, "Moves with", tunable->couplings);
	add(page, "Writing", words_writing, tunable);
	add(page, "Exists", words_presence, tunable);
	add_sentence(page, "Known", words_knowledge(tunable->known));
	add_list(page, "References", tunable->references);
}

int report_list_man(const struct list *list, struct text *ret_text)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;

	text_addf(ret_text,
		  ".\\\" Made from the registry by: tuneadv list tunables --format man\n"
		  ".TH TUNEADV\\-TUNABLES 7 \"\" \"tuneadv %s\"\n"
		  ".SH NAME\n"
		  "tuneadv\\-tunables \\- the kernel settings that tuneadv knows\n"
		  ".SH DESCRIPTION\n"
		  "What\n.BR tuneadv (1)\n"
		  "knows of each setting. A release in words such as\n"
		  ".I between 6.8 and 6.12\n"
		  "says that the change was not there in the first and was in the second;\n"
		  "on a release between the two nothing is claimed without looking.\n"
		  "What a setting is on the host at hand tells\n"
		  ".IR \"tuneadv explain ID\" .\n"
		  ".SH TUNABLES\n",
		  list->frame->version);
	while ((tunable = tunable_next(&walk)))
		add_tunable(ret_text, tunable);
	text_add(ret_text, ".SH SEE ALSO\n.BR tuneadv (1),\n.BR tuneadv\\-profile (5)\n");
	return text_status(ret_text);
}
