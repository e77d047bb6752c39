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

	if (tunable->has_min && tunable->has_max) {
		number_print(&words, tunable->min);
		text_add(&words, " to ");
		number_print(&words, tunable->max);
	} else if (tunable->has_min) {
		text_add(&words, "at least ");
		number_print(&words, tunable->min);
	} else if (tunable->has_max) {
		text_add(&words, "at most ");
		number_print(&words, tunable->max);
	}
	for (size_t i = 0; tunable->choices && tunable->choices[i]; i++) {
		if (words.length > 0)
			text_add(&words, i == 0 ? "; " : ", ");
		words_add(&words, tunable->choices[i]);
	}
	if (words.length == 0 && text_status(&words) == 0)
		return;
	if (tunable->is_ascending)
		text_add(&words, ", none below the one before it");
	explain_line(page, "Limits", &words);
	add_limits_reason(page, tunable->limits_reference);
}

static const char *scope_words(enum scope scope)
{
	switch (scope) {
	case SCOPE_HOST:
		return "one for the whole host";
	case SCOPE_NETNS:
		return "one for each network namespace";
	case SCOPE_NETDEV:
		return "one for each interface";
	case SCOPE_RX_QUEUE:
		return "one for each receive queue of an interface";
	case SCOPE_TX_QUEUE:
		return "one for each transmit queue of an interface";
	case SCOPE_BLOCK:
		return "one for each block device";
	case SCOPE_CPU:
		return "one for each CPU";
	case SCOPE_NODE:
		return "one for each node";
	case SCOPE_POLICY:
		return "one for each frequency policy";
	case SCOPE_IRQ:
		return "one for each interrupt";
	case SCOPE_IDLE_STATE:
		return "one for each idle state of each CPU";
	case SCOPE_PAGE_SIZE:
		return "one for each size of huge pages";
	}
	return "";
}

static const char *combine_words(enum combine combine)
{
	switch (combine) {
	case COMBINE_OWN:
		return NULL;
	case COMBINE_MAX:
		return "; the greater of its own and that of `all` acts";
	case COMBINE_OR:
		return "; it acts when its own or that of `all` is on";
	case COMBINE_AND:
		return "; it acts when its own and that of `all` are on";
	}
	return NULL;
}

static void add_scope(const struct explain_page *page, const struct tunable *tunable)
{
	const char *combined = combine_words(tunable->combine);
	auto_text struct text words = { 0 };

	text_add(&words, scope_words(tunable->scope));
	if (combined)
		text_add(&words, combined);
	if (tunable->is_hidden_in_child_netns) {
		text_add(&words, "; the host's: a child network namespace does not show it");
		if (release_bracket_is_set(&tunable->shown_in_child_netns)) {
			text_add(&words, " (shown, but only to be read, since ");
			words_bracket(&words, &tunable->shown_in_child_netns);
			text_add_char(&words, ')');
		}
	}
	explain_line(page, "Scope", &words);
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

static void add_security(const struct explain_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	text_add(&words, words_security(tunable->security));
	for (size_t i = 0; tunable->secure_ranks && tunable->secure_ranks[i]; i++) {
		text_add(&words, i == 0 ? "; weakest first: " : ", then ");
		words_add(&words, tunable->secure_ranks[i]);
	}
	if (tunable->secure_floor) {
		text_add(&words, "; no profile may ask for less than ");
		words_add(&words, tunable->secure_floor);
	}
	for (size_t i = 0; tunable->latches && tunable->latches[i]; i++) {
		text_add(&words, i == 0 ? "; cannot be left again until boot: " : ", ");
		words_add(&words, tunable->latches[i]);
	}
	explain_line(page, "Security", &words);
	explain_sentence(page, "", tunable->security_reference);
}

static void add_writing(const struct explain_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	if (tunable->is_boot_only)
		text_add(&words, "only the boot line changes it");
	else if (tunable->is_read_only)
		text_add(&words, "the kernel offers no way to write it");
	else if (tunable->is_advice_only)
		text_add(&words, "a person must decide; tuneadv never writes it");
	else
		return;
	if (tunable->advice_only_because) {
		text_add(&words, ". ");
		words_add(&words, tunable->advice_only_because);
	}
	explain_line(page, "Writing", &words);
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

static void add_presence(const struct explain_page *page, const struct tunable *tunable)
{
	auto_text struct text words = { 0 };

	if (release_bracket_is_set(&tunable->since)) {
		text_add(&words, "since Linux ");
		words_bracket(&words, &tunable->since);
	}
	if (release_bracket_is_set(&tunable->until)) {
		text_add(&words, words.length > 0 ? ", removed in Linux " : "removed in Linux ");
		words_bracket(&words, &tunable->until);
		if (tunable->removed_because) {
			text_add(&words, ": ");
			words_add(&words, tunable->removed_because);
		}
	}
	if (tunable->needs_config) {
		text_add(&words, words.length > 0 ? "; with " : "with ");
		words_add(&words, tunable->needs_config);
	}
	if (tunable->needs_module) {
		text_add(&words, words.length > 0 ? "; while the module " : "while the module ");
		words_add(&words, tunable->needs_module);
		text_add(&words, " is loaded");
	}
	if (words.length > 0)
		explain_line(page, "Exists", &words);
}

static const char *knowledge_words(enum knowledge known)
{
	switch (known) {
	case KNOWLEDGE_READ:
		return "read in the kernel's source or documents";
	case KNOWLEDGE_TRIED:
		return "tried on a running kernel";
	case KNOWLEDGE_BRACKETED:
		return "read in releases before and after it changed";
	case KNOWLEDGE_RECALLED:
		return "only remembered, not verified: it decides nothing";
	}
	return "";
}

void explain_tunable(const struct explain_page *page, const struct tunable *tunable)
{
	explain_readings(page, tunable);
	add_default(page, tunable);
	add_limits(page, tunable);
	add_kind(page, tunable);
	explain_sentence(page, "Path", tunable->path);
	add_scope(page, tunable);
	add_effect(page, tunable);
	for (size_t i = 0; i < tunable->inert_count; i++)
		add_inert(page, &tunable->inert[i]);
	add_security(page, tunable);
	explain_list(page, "Moves with", tunable->couplings);
	add_writing(page, tunable);
	add_owners(page, tunable);
	add_presence(page, tunable);
	explain_sentence(page, "Known", knowledge_words(tunable->known));
}
