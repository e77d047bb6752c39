/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Passes of one rule that say the same of many instances become one finding. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool can_fold(const struct finding *finding)
{
	return finding->result == RESULT_PASS && finding->instance && !finding->waiver;
}

static bool says_the_same(const struct finding *a, const struct finding *b)
{
	return a->rule == b->rule && can_fold(a) && can_fold(b) &&
	       same_text(a->current, b->current) && same_text(a->effective, b->effective) &&
	       same_text(a->because_text, b->because_text);
}

static size_t count_same(const struct findings *findings, size_t first, size_t from)
{
	size_t count = 0;

	for (size_t i = from; i < findings->count; i++)
		count += says_the_same(&findings->findings[first], &findings->findings[i]) ? 1 : 0;
	return count;
}

/* The largest group keeps the rule's own id; a second one could not have the same. */
static size_t find_largest(const struct findings *findings, size_t from)
{
	size_t best = from, best_count = 0;

	for (size_t i = from; i < findings->count; i++) {
		size_t count = count_same(findings, i, from);

		if (count > best_count) {
			best = i;
			best_count = count;
		}
		/* What is left could not be more. */
		if (best_count >= findings->count - i)
			break;
	}
	return best;
}

static int become_folded(struct finding *finding, size_t count)
{
	char *id = strdup(finding->rule->id);

	if (!id)
		return -ENOMEM;
	free(finding->id);
	finding->id = id;
	finding->instance = NULL;
	finding->reading = NULL;
	finding->fact_reading = NULL;
	finding->instances = count;
	return 0;
}

int findings_fold(struct findings *findings, size_t from)
{
	size_t kept = find_largest(findings, from);
	size_t count = from < findings->count ? count_same(findings, kept, from) : 0;
	size_t end = from;

	if (count < 2)
		return 0;
	for (size_t i = from; i < findings->count; i++) {
		struct finding *finding = &findings->findings[i];

		if (i != kept && says_the_same(&findings->findings[kept], finding)) {
			finding_done(finding);
			continue;
		}
		if (i == kept)
			kept = end;
		if (end != i) {
			findings->findings[end] = *finding;
			*finding = (struct finding){ 0 };
		}
		end++;
	}
	findings->count = end;
	return become_folded(&findings->findings[kept], count);
}
