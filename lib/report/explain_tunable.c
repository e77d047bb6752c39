/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A tunable's row, field by field, for people. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/explain.h"
#include "report/words.h"

static void add_value(struct text *words, const struct tunable *tunable, const struct value *value)
{
	autofree char *canonical = NULL;
	int r = value_text(&tunable->format, value, &canonical);

	if (r < 0)
		words->status = r;
	else
		words_value(words, canonical, tunable->unit);
}

static void add_default(const struct explain_page *page, const struct tunable *tunable)
{
	auto_explained_default struct explained_default explained = { 0 };
	auto_text struct text words = { 0 };
	int r = explain_default(tunable, page->explanation->snapshot, &explained);

	if (r < 0) {
		page->text->status = r;
		return;
	}
	if (!explained.low.kind) {
		text_add(&words, "not known: ");
		words_add(&words, explained.why);
		explain_line(page, "Default", &words);
		return;
	}
	add_value(&words, tunable, &explained.low);
	if (!value_equal(&explained.low, &explained.high)) {
		text_add(&words, " to ");
		add_value(&words, tunable, &explained.high);
		text_add(&words, ", not known more exactly");
	}
	if (explained.row && explained.row->how) {
		text_add(&words, ". ");
		words_add(&words, explained.row->how);
	}
	explain_line(page, "Default", &words);
	if (explained.row)
		explain_sentence(page, "", explained.row->reference);
}

/* Limits without a source in the kernel are ours, and say so. */
static void add_limits_reason(const struct explain_page *page, const char *reference)
{
	static const char own[] = "own: ";
	auto_text struct text words = { 0 };

	if (!reference || !span_starts(span_of(reference), own)) {
		explain_sentence(page, "", reference);
		return;
	}
	text_add(&words, "tuneadv's own limits: ");
	words_add(&words, reference + strlen(own));
	explain_line(page, "", &words);
}

static void add_limits(const struct explain_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	words_limits(&words, tunable);
	if (words.length == 0 && text_status(&words) == 0)
		return;
	explain_line(page, "Limits", &words);
	add_limits_reason(page, tunable->limits_reference);
}

/* Words that a row may have or not. */
static void add_words(const struct explain_page *page, const char *label,
		      void (*add)(struct text *text, const struct tunable *tunable),
		      const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	add(&words, tunable);
	if (words.length > 0 || text_status(&words) < 0)
		explain_line(page, label, &words);
}

static void add_kind(const struct explain_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	words_kind(&words, &tunable->format, tunable->unit);
	explain_line(page, "Kind", &words);
}

static void add_effect(const struct explain_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	words_moment(&words, tunable, "");
	explain_line(page, "Takes effect", &words);
}

static void add_inert(const struct explain_page *page, const struct inert *inert)
{
	enum truth truth = TRUTH_UNKNOWN;
	auto_text struct text words = { 0 };
	const struct snapshot *snapshot = page->explanation->snapshot;
	int r = snapshot ? inert_evaluate(inert, snapshot, &truth) : 0;

	if (r < 0)
		page->text->status = r;
	switch (truth) {
	case TRUTH_YES:
		text_add(&words, "yes, it does nothing here now. ");
		break;
	case TRUTH_NO:
		text_add(&words, "not now; elsewhere it can be. ");
		break;
	case TRUTH_UNKNOWN:
		text_add(&words, "not known here. ");
		break;
	}
	words_add(&words, inert->text);
	explain_line(page, "Inert", &words);
	explain_sentence(page, "", inert->reference);
}

static void add_owners(const struct explain_page *page, const struct tunable *tunable)
{
	const char *label = "Managed by";

	for (size_t i = 0; i < owner_count(); i++) {
		const struct owner_row *owner = owner_at(i);
		auto_text struct text words = { 0 };

		if (!owner_manages(owner, tunable->id))
			continue;
		words_add(&words, owner->title);
		if (explain_owner_runs(page->explanation->snapshot, owner))
			text_add(&words, ", which runs here: change it there");
		else
			text_add(&words, ", where it runs; not seen here");
		explain_line(page, label, &words);
		label = "";
	}
}

void explain_tunable(const struct explain_page *page, const struct tunable *tunable)
{
	explain_readings(page, tunable);
	add_default(page, tunable);
	add_limits(page, tunable);
	add_kind(page, tunable);
	explain_sentence(page, "Path", tunable->path);
	add_words(page, "Scope", words_scope, tunable);
	add_effect(page, tunable);
	for (size_t i = 0; i < tunable->inert_count; i++)
		add_inert(page, &tunable->inert[i]);
	add_words(page, "Security", words_order, tunable);
	explain_sentence(page, "", tunable->security_reference);
	explain_list(page, "Moves with", tunable->couplings);
	add_words(page, "Writing", words_writing, tunable);
	add_owners(page, tunable);
	add_words(page, "Exists", words_presence, tunable);
	explain_sentence(page, "Known", words_knowledge(tunable->known));
}
