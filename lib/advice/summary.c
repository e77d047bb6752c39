/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all findings together say: numbers, and the verdict that the exit status repeats. */
#include "config.h"

#include "advice/finding.h"

static void count_result(enum result result, struct summary *summary)
{
	switch (result) {
	case RESULT_PASS:
		summary->pass++;
		return;
	case RESULT_FAIL:
		summary->fail++;
		return;
	case RESULT_NOT_APPLICABLE:
		summary->not_applicable++;
		return;
	case RESULT_UNKNOWN:
		summary->unknown++;
		return;
	case RESULT_ERROR:
		summary->error++;
		return;
	}
}

void findings_summarize(const struct findings *findings, struct summary *ret_summary)
{
	struct summary summary = { 0 };

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (finding->waiver)
			summary.waived++;
		else
			count_result(finding->result, &summary);
	}
	*ret_summary = summary;
}

bool finding_is_undecided(const struct finding *finding)
{
	return !finding->waiver && finding->rule->kind == RULE_REQUIREMENT &&
	       (finding->result == RESULT_UNKNOWN || finding->result == RESULT_ERROR);
}

enum verdict findings_verdict(const struct findings *findings, enum severity fail_on)
{
	enum verdict verdict = VERDICT_FIT;

	if (!fail_on)
		return verdict;
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->findings[i];

		if (finding->waiver || finding->rule->kind != RULE_REQUIREMENT ||
		    finding->rule->severity < fail_on)
			continue;
		if (finding->result == RESULT_FAIL)
			return VERDICT_NOT_FIT;
		if (finding_is_undecided(finding))
			verdict = VERDICT_UNDECIDED;
	}
	return verdict;
}
