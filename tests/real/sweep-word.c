/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Choices and lists of CPUs: each word of the row, and one that no row has. */
#include "config.h"

#include "sweep.h"

#include <errno.h>
#include <string.h>

static bool has_choice(const struct tunable *row, struct span word)
{
	for (size_t i = 0; row->choices[i]; i++) {
		if (span_is(word, row->choices[i]))
			return true;
	}
	return false;
}

/* Every word that the kernel offers is one that the row knows. */
static void compare_offered(const struct tunable_reading *place, struct opinion *opinion)
{
	const struct value_choice *choice = &place->reading.value.choice;
	struct span rest = span_of(choice->offered ? choice->offered : choice->chosen);
	struct span word;

	while (span_token(&rest, &word)) {
		if (!has_choice(place->tunable, word))
			opinion_add(opinion, VERDICT_DISAGREES,
				    "offers \"%.*s\", which the row does not know",
				    (int)word.length, word.bytes);
	}
}

static void judge_choice(struct sweep *sweep, const struct tunable_reading *place, const char *word,
			 struct opinion *opinion)
{
	struct value value = { .kind = VALUE_CHOICE };

	/* A kernel without it says so in what it offers. */
	if (!choice_offers(&place->reading.value.choice, word)) {
		opinion_add(opinion, VERDICT_AGREES, "does not offer %s here", word);
		return;
	}
	value.choice.chosen = owned(strdup(word));
	judge(sweep, place, &value, true, opinion);
	value_done(&value);
}

void sweep_choice(struct sweep *sweep, const struct tunable_reading *place, struct opinion *opinion)
{
	static const char unknown[] = "no-such-word";
	const struct tunable *row = place->tunable;
	struct attempt attempt;

	if (row->choices)
		compare_offered(place, opinion);
	for (size_t i = 0; row->choices && row->choices[i]; i++)
		judge_choice(sweep, place, row->choices[i], opinion);
	if (!row->choices)
		judge(sweep, place, &place->reading.value, true, opinion);
	attempt_make(sweep, place, unknown, &attempt);
	if (attempt.error == 0)
		opinion_add(opinion, row->choices ? VERDICT_DISAGREES : VERDICT_AGREES, "takes %s",
			    unknown);
	else
		opinion_add(opinion, VERDICT_AGREES, "refuses an unknown word (%s)",
			    error_name(attempt.error));
	watch_restore(sweep, place);
	attempt_done(&attempt);
}

static void judge_cpus(struct sweep *sweep, const struct tunable_reading *place, const char *list,
		       struct opinion *opinion)
{
	const struct value_format format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST };
	auto_value struct value value = { 0 };

	if (value_parse(&format, span_of(list), &value) == 0)
		judge(sweep, place, &value, true, opinion);
}

void sweep_cpulist(struct sweep *sweep, const struct tunable_reading *place,
		   struct opinion *opinion)
{
	const struct fact_reading *online = snapshot_fact(sweep->snapshot, FACT_CPUS_ONLINE);
	struct attempt attempt;

	judge_cpus(sweep, place, "0", opinion);
	if (online && online->reading.state == READING_VALUE)
		judge(sweep, place, &online->reading.value, true, opinion);
	attempt_make(sweep, place, "words", &attempt);
	if (attempt.error == 0)
		opinion_add(opinion, VERDICT_AGREES, "takes a word without a complaint");
	watch_restore(sweep, place);
	attempt_done(&attempt);
}
