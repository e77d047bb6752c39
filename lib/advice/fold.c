/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Passes of one rule that say the same of many instances become one finding. */
#include "config.h"

#include "advice/judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool can_fold(const struct finding *finding)
{
	return finding->result == RESULT_PASS && finding->instance && !finding->waiver;
}

/* Any order will do, so long as the same texts come together. */
static int compare_texts(const char *a, const char *b)
{
	if (a && b)
		return strcmp(a, b);
	return (a ? 1 : 0) - (b ? 1 : 0);
}

/* All of one rule. */
static int compare_words(const struct finding *a, const struct finding *b)
{
	int order = compare_texts(a->current, b->current);

	if (order == 0)
		order = compare_texts(a->effective, b->effective);
	return order ? order : compare_texts(a->because_text, b->because_text);
}

static int compare_passes(const void *a, const void *b)
{
	const struct finding *const *left = a;
	const struct finding *const *right = b;
	int order = compare_words(*left, *right);

	/* They lie in one array. */
	return order ? order : (*left > *right) - (*left < *right);
}

struct largest {
	const struct finding *first; /* NULL: nothing can be folded */
	size_t count;
};

/* @passes are sorted. Of groups alike in size the one that begins first. */
static struct largest find_largest(const struct finding *const *passes, size_t count)
{
	struct largest best = { 0 };

	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && compare_words(passes[i], passes[end]) == 0; end++)
			;
		if (end - i > best.count || (end - i == best.count && passes[i] < best.first))
			best = (struct largest){ .first = passes[i], .count = end - i };
	}
	return best;
}

/* A rule may have a finding for each of many thousand interrupts: they are sorted, not compared
 * each with each. */
static int find_group(const struct findings *findings, size_t from, struct largest *ret_largest)
{
	autofree const struct finding **passes =
		calloc(findings->count - from + 1, sizeof(*passes));
	size_t count = 0;

	if (!passes)
		return -ENOMEM;
	for (size_t i = from; i < findings->count; i++) {
		if (can_fold(&findings->findings[i]))
			passes[count++] = &findings->findings[i];
	}
	qsort(passes, count, sizeof(const struct finding *), compare_passes);
	*ret_largest = find_largest(passes, count);
	return 0;
}

/* The largest group keeps the rule's own id; a second one could not have the same. */
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
	struct largest largest;
	size_t end = from;
	size_t kept;
	int r = find_group(findings, from, &largest);

	if (r < 0 || largest.count < 2)
		return r;
	kept = (size_t)(largest.first - findings->findings);
	for (size_t i = from; i < findings->count; i++) {
		struct finding *finding = &findings->findings[i];

		if (i != kept && can_fold(finding) &&
		    compare_words(&findings->findings[kept], finding) == 0) {
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
	return become_folded(&findings->findings[kept], largest.count);
}
