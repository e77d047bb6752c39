/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What follows: findings, and whether what fails could be changed here. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>

_Static_assert((int)TUNEADV_SEVERITY_INFO == (int)SEVERITY_INFO, "public and inner words differ");
_Static_assert((int)TUNEADV_SEVERITY_HIGH == (int)SEVERITY_HIGH, "public and inner words differ");
_Static_assert((int)TUNEADV_RESULT_PASS == (int)RESULT_PASS, "public and inner words differ");
_Static_assert((int)TUNEADV_RESULT_ERROR == (int)RESULT_ERROR, "public and inner words differ");
_Static_assert((int)TUNEADV_VERDICT_FIT == (int)VERDICT_FIT, "public and inner words differ");
_Static_assert((int)TUNEADV_VERDICT_UNDECIDED == (int)VERDICT_UNDECIDED,
	       "public and inner words differ");

/* Only what fails is asked about: each question costs a system call or two. */
static void ask_changeable(struct source *source, struct finding *finding)
{
	struct source_stat stat = { 0 };

	if (finding->result != RESULT_FAIL || !finding->reading)
		return;

	const struct tunable_reading *reading = finding->reading;
	int may_write = source_may_write(source, reading->path);

	if (source_stat(source, reading->path, &stat) < 0)
		stat.mode = 0;
	finding->changeable =
		changeable_of(reading->tunable, reading->reading.state, may_write, stat.mode);
}

int tuneadv_evaluate(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		     const struct tuneadv_snapshot *snapshot, const struct tuneadv_waiver *waivers,
		     size_t waiver_count, struct tuneadv_findings **ret_findings,
		     struct tuneadv_diag *diag)
{
	autofree struct waiver *inner = NULL;

	if (!context || !profiles || !snapshot || !ret_findings || (waiver_count > 0 && !waivers))
		return -EINVAL;
	if (!profiles->is_finished)
		return diag_add(door_diag(diag), -EINVAL, NULL,
				"the profiles are not put together yet");
	inner = calloc(waiver_count + 1, sizeof(*inner));

	struct tuneadv_findings *findings = calloc(1, sizeof(*findings));

	if (!inner || !findings) {
		free(findings);
		return -ENOMEM;
	}
	for (size_t i = 0; i < waiver_count; i++)
		inner[i] = (struct waiver){ waivers[i].rule, waivers[i].reason };
	findings_init(&findings->findings);

	int r = findings_evaluate(&profiles->set, snapshot->snapshot, inner, waiver_count,
				  &findings->findings, door_diag(diag));

	if (r < 0) {
		tuneadv_findings_free(findings);
		return r;
	}
	for (size_t i = 0; i < findings->findings.count; i++)
		ask_changeable(context->source, &findings->findings.findings[i]);
	*ret_findings = findings;
	return 0;
}

void tuneadv_findings_free(struct tuneadv_findings *findings)
{
	if (!findings)
		return;
	findings_done(&findings->findings);
	free(findings);
}

enum tuneadv_verdict tuneadv_findings_verdict(const struct tuneadv_findings *findings,
					      enum tuneadv_severity fail_on)
{
	return (enum tuneadv_verdict)findings_verdict(&findings->findings, (enum severity)fail_on);
}
