/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A tunable's row in words, field by field: for explanations and the manual alike. */
#include "config.h"

#include "report/words.h"

void words_limits(struct text *text, const struct tunable *tunable)
{
	if (tunable->has_min && tunable->has_max) {
		number_print(text, tunable->min);
		text_add(text, " to ");
		number_print(text, tunable->max);
	} else if (tunable->has_min) {
		text_add(text, "at least ");
		number_print(text, tunable->min);
	} else if (tunable->has_max) {
		text_add(text, "at most ");
		number_print(text, tunable->max);
	}
	for (size_t i = 0; tunable->choices && tunable->choices[i]; i++) {
		if (text->length > 0)
			text_add(text, i == 0 ? "; " : ", ");
		words_add(text, tunable->choices[i]);
	}
	if (tunable->is_ascending && text->length > 0)
		text_add(text, ", none below the one before it");
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
	case COMBINE_MIN:
		return "; the smaller of its own and that of `all` acts";
	case COMBINE_OR:
		return "; it acts when its own or that of `all` is on";
	case COMBINE_AND:
		return "; it acts when its own and that of `all` are on";
	}
	return NULL;
}

void words_scope(struct text *text, const struct tunable *tunable)
{
	const char *combined = combine_words(tunable->combine);

	text_add(text, scope_words(tunable->scope));
	if (combined)
		text_add(text, combined);
	if (release_bracket_is_set(&tunable->own_in_child_netns)) {
		text_add(text, "; each has its own since ");
		words_bracket(text, &tunable->own_in_child_netns);
		text_add(text, ", only the initial one before");
	}
	if (!tunable->is_hidden_in_child_netns)
		return;
	text_add(text, "; the host's: a child network namespace does not show it");
	if (release_bracket_is_set(&tunable->shown_in_child_netns)) {
		text_add(text, " (shown, but only to be read, since ");
		words_bracket(text, &tunable->shown_in_child_netns);
		text_add_char(text, ')');
	}
}

/* What a floor bounds, by the direction of its order. */
static const char *floor_words(enum security security)
{
	switch (security) {
	case SECURITY_FALLING:
		return "; no profile may ask for more than ";
	case SECURITY_FEWER_BITS:
		return "; no profile may ask for bits beyond ";
	case SECURITY_MORE_BITS:
		return "; no profile may leave out a bit of ";
	case SECURITY_MORE_WORDS:
		return "; no profile may leave out a word of ";
	case SECURITY_WIDER:
		return "; no profile may ask for a smaller range than ";
	case SECURITY_RANKED:
	case SECURITY_RISING:
	case SECURITY_NEUTRAL:
	case SECURITY_RT_BANDWIDTH:
	case SECURITY_PROGRAM:
	case SECURITY_CONTESTED:
	case SECURITY_UNREVIEWED:
		break;
	}
	return "; no profile may ask for less than ";
}

void words_order(struct text *text, const struct tunable *tunable)
{
	text_add(text, words_security(tunable->security));
	for (size_t i = 0; tunable->secure_ranks && tunable->secure_ranks[i]; i++) {
		text_add(text, i == 0 ? "; weakest first: " : ", then ");
		words_add(text, tunable->secure_ranks[i]);
	}
	if (tunable->is_zero_weakest)
		text_add(text, "; 0 lifts the limit and is the weakest of all");
	if (tunable->all_bits)
		text_addf(text, "; %ju stands for every bit", (uintmax_t)tunable->all_bits);
	if (tunable->secure_floor) {
		text_add(text, floor_words(tunable->security));
		words_add(text, tunable->secure_floor);
	}
	for (size_t i = 0; tunable->latches && tunable->latches[i]; i++) {
		text_add(text, i == 0 ? "; cannot be left again until boot: " : ", ");
		words_add(text, tunable->latches[i]);
	}
}

void words_writing(struct text *text, const struct tunable *tunable)
{
	if (tunable->is_boot_only)
		text_add(text, "only the boot line changes it");
	else if (tunable->is_read_only)
		text_add(text, "the kernel offers no way to write it");
	else if (tunable->is_advice_only)
		text_add(text, "a person must decide; tuneadv never writes it");
	else
		return;
	if (tunable->advice_only_because) {
		text_add(text, ". ");
		words_add(text, tunable->advice_only_because);
	}
}

void words_presence(struct text *text, const struct tunable *tunable)
{
	if (release_bracket_is_set(&tunable->since)) {
		text_add(text, "since Linux ");
		words_bracket(text, &tunable->since);
	}
	if (release_bracket_is_set(&tunable->until)) {
		text_add(text, text->length > 0 ? ", removed in Linux " : "removed in Linux ");
		words_bracket(text, &tunable->until);
		if (tunable->removed_because) {
			text_add(text, ": ");
			words_add(text, tunable->removed_because);
		}
	}
	if (tunable->replaced_by) {
		text_add(text, " What took its place: ");
		words_add(text, tunable->replaced_by);
		text_add_char(text, '.');
	}
	if (tunable->needs_config) {
		text_add(text, text->length > 0 ? "; with " : "with ");
		words_add(text, tunable->needs_config);
	}
	if (tunable->needs_module) {
		text_add(text, text->length > 0 ? "; while the module " : "while the module ");
		words_add(text, tunable->needs_module);
		text_add(text, " is loaded");
	}
}

const char *words_knowledge(enum knowledge known)
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
