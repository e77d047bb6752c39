/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One tunable, fact or rule, told to people. */
#include "config.h"

#include "report/explain.h"
#include "report/words.h"

static void add_title(const struct explain_page *page, const char *id, const char *title)
{
	const struct report_style *style = page->explanation->style;
	auto_text struct text words = { 0 };

	paint_add(&words, style->has_color, PAINT_STRONG, id);
	if (title && *title) {
		text_add(&words, " - ");
		words_add(&words, title);
	}
	paragraph_add(page->text, style, PAINT_STRONG, "", 0, &words);
	text_add_char(page->text, '\n');
}

/* Rules of all profiles that speak of the subject. */
static void add_rules(const struct explain_page *page)
{
	const struct profile_set *set = page->explanation->profiles;
	const char *label = "Profiles";

	for (size_t i = 0; set && i < set->file_count; i++) {
		const struct profile *profile = set->files[i];

		for (size_t j = 0; j < profile->rule_count; j++) {
			const struct rule *rule = &profile->rules[j];
			auto_text struct text words = { 0 };

			if (!explain_is_about(rule, page->explanation))
				continue;
			words_add(&words, profile->name);
			text_add(&words,
				 rule->kind == RULE_CONSIDER ? " would consider " : " wants ");
			words_assertion(&words, rule->relation, rule->operands, rule->operand_count,
					rule->unit);
			text_addf(&words, " (%s, ", severity_name(rule->severity));
			words_add(&words, rule->id);
			text_add_char(&words, ')');
			explain_line(page, label, &words);
			label = "";
		}
	}
}

static void explain_fact(const struct explain_page *page, enum fact fact)
{
	const struct fact_row *row = fact_row(fact);
	auto_text struct text words = { 0 };

	add_title(page, row->id, row->title);
	explain_fact_readings(page, fact);
	words_kind(&words, &row->format, row->unit);
	if (row->scope == SCOPE_NODE)
		text_add(&words, ", one for each node");
	explain_line(page, "Kind", &words);
	add_rules(page);
	explain_list(page, "References", row->references);
}

static void add_host(const struct explain_page *page)
{
	const struct explanation *explanation = page->explanation;
	auto_text struct text words = { 0 };

	if (!explanation->snapshot)
		return;
	words_host(&words, explanation->frame, explanation->snapshot);
	explain_line(page, "Host", &words);
}

int report_explain_text(const struct explanation *explanation, struct text *ret_text)
{
	const struct explain_page page = { .explanation = explanation, .text = ret_text };

	if (explanation->tunable) {
		add_title(&page, explanation->tunable->id, explanation->tunable->title);
		explain_tunable(&page, explanation->tunable);
		add_rules(&page);
		explain_list(&page, "References", explanation->tunable->references);
	} else if (explanation->fact) {
		explain_fact(&page, explanation->fact);
	}
	for (size_t i = 0; i < explanation->rule_count; i++) {
		if (i > 0)
			text_add_char(ret_text, '\n');
		add_title(&page, explanation->rules[i]->id, NULL);
		explain_rule(&page, explanation->rules[i]);
	}
	add_host(&page);
	return text_status(ret_text);
}
