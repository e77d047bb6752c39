/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv list: what is known. */
#include "config.h"

#include "common.h"

#include "guess.h"

static const char *const subject_words[] = { "profiles", "tunables", "counters", "facts", NULL };
/* In the order of the words. */
static const enum tuneadv_list subject_values[] = {
	TUNEADV_LIST_PROFILES,
	TUNEADV_LIST_TUNABLES,
	TUNEADV_LIST_COUNTERS,
	TUNEADV_LIST_FACTS,
};

static int deliver_list(struct request *request, struct tuneadv_context *context,
			struct tuneadv_profiles *profiles, enum tuneadv_list subject)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;

	request_style(request, &style);

	int r = tuneadv_render_list(context, profiles, subject, request->diag, &style, &sink);

	return request_finish(request, tuneadv_diag_count(request->diag), r, &document, EXIT_FIT);
}

static int list_subject(struct request *request, enum tuneadv_list subject)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;
	int code = request_open(request, &context, &profiles);

	if (code == 0 && subject == TUNEADV_LIST_PROFILES)
		code = request_load_all(request, profiles);
	if (code == 0)
		code = deliver_list(request, context, profiles, subject);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

int list_profiles(struct request *request)
{
	return list_subject(request, TUNEADV_LIST_PROFILES);
}

static int list_run(struct request *request)
{
	if (request->operands.count != 1)
		return request_refuse(request, NULL,
				      "list takes one of profiles, tunables, counters, facts");

	const char *word = request->operands.words[0];
	int index = option_word_index(subject_words, word);
	struct guess guess = { .word = word };

	if (index >= 0 && request->format == TUNEADV_FORMAT_MAN &&
	    subject_values[index] != TUNEADV_LIST_TUNABLES)
		return request_refuse(request, NULL, "--format man is for list tunables");
	if (index >= 0)
		return list_subject(request, subject_values[index]);
	for (size_t i = 0; subject_words[i]; i++)
		guess_offer(&guess, subject_words[i]);
	if (guess.best)
		return request_refusef(request, "cannot list '%s'; did you mean '%s'?", word,
				       guess.best);
	return request_refusef(request,
			       "cannot list '%s'; it is one of profiles, tunables, counters, facts",
			       word);
}

const struct command command_list = {
	.name = "list",
	.operands = "profiles|tunables|counters|facts",
	.operand_kind = OPTION_WORD,
	.operand_words = subject_words,
	.summary = "show what is known: profiles, tunables, counters or facts",
	.help = "Lists the profiles that are found, or what the registry knows.\n",
	.exits = "  0  listed\n"
		 "  2  usage\n",
	.run = list_run,
};
