/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks at findings one by one, for programs that want no document. */
#include "config.h"

#include "door/internal.h"

size_t tuneadv_findings_count(const struct tuneadv_findings *findings)
{
	return findings ? findings->findings.count : 0;
}

static const struct finding *finding_at(const struct tuneadv_findings *findings, size_t index)
{
	return index < tuneadv_findings_count(findings) ? &findings->findings.findings[index]
							: NULL;
}

const char *tuneadv_finding_id(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding ? finding->id : NULL;
}

const char *tuneadv_finding_subject(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding ? finding->rule->subject_id : NULL;
}

enum tuneadv_result tuneadv_finding_result(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding ? (enum tuneadv_result)finding->result : (enum tuneadv_result)0;
}

enum tuneadv_severity tuneadv_finding_severity(const struct tuneadv_findings *findings,
					       size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding ? (enum tuneadv_severity)finding->rule->severity : TUNEADV_SEVERITY_NEVER;
}

const char *tuneadv_finding_current(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding ? finding->current : NULL;
}

const char *tuneadv_finding_because(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding ? finding->because_text : NULL;
}

int tuneadv_finding_is_requirement(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding && finding->rule->kind == RULE_REQUIREMENT;
}

int tuneadv_finding_is_waived(const struct tuneadv_findings *findings, size_t index)
{
	const struct finding *finding = finding_at(findings, index);

	return finding && finding->waiver;
}
