/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lines that explanations for people are made of. */
#include "config.h"

#include "report/explain.h"
#include "report/words.h"

void explain_line(const struct explain_page *page, const char *label, const struct text *words)
{
	paragraph_add(page->text, page->explanation->style, PAINT_STRONG, label,
		      EXPLAIN_LABEL_COLUMNS, words);
}

void explain_sentence(const struct explain_page *page, const char *label, const char *sentence)
{
	auto_text struct text words = { 0 };

	if (!sentence || !*sentence)
		return;
	words_add(&words, sentence);
	explain_line(page, label, &words);
}

void explain_list(const struct explain_page *page, const char *label, const char *const *strings)
{
	for (size_t i = 0; strings && strings[i]; i++)
		explain_sentence(page, i == 0 ? label : "", strings[i]);
}
