/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv check: is this host set up for these workloads? Looks, and changes nothing. */
#include "config.h"

#include "change.h"

/* What a crash left is worth knowing whatever is asked; not to know it is no error here. */
static void warn_of_unfinished(const struct request *request, struct tuneadv_context *context)
{
	struct tuneadv_state *state = NULL;
	struct tuneadv_status *status = NULL;

	if (request->root ||
	    tuneadv_state_open(context, request->state_folder, 1, &state, NULL) < 0)
		return;
	(void)tuneadv_status_take(context, state, &status, NULL); /* NULL says enough */
	tuneadv_status_warn(status, request->diag);
	tuneadv_status_free(status);
	tuneadv_state_free(state);
}

static int verdict_code(enum tuneadv_verdict verdict)
{
	switch (verdict) {
	case TUNEADV_VERDICT_FIT:
		return EXIT_FIT;
	case TUNEADV_VERDICT_NOT_FIT:
		return EXIT_NO;
	case TUNEADV_VERDICT_UNDECIDED:
	default:
		return EXIT_UNDECIDED;
	}
}

static int report_findings(struct request *request, struct tuneadv_context *context,
			   struct tuneadv_profiles *profiles, struct tuneadv_snapshot *snapshot)
{
	struct tuneadv_findings *findings = NULL;
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;
	int code = EXIT_FIT;
	int r = tuneadv_evaluate(context, profiles, snapshot, request->waivers,
				 request->waiver_count, &findings, request->diag);

	request_style(request, &style);
	if (r == 0)
		r = tuneadv_render_check(context, profiles, snapshot, findings, request->diag,
					 &style, &sink);
	if (r == 0)
		code = verdict_code(tuneadv_findings_verdict(findings, request->fail_on));
	tuneadv_findings_free(findings);
	return request_finish(request, 0, r, &document, code);
}

static int check_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;
	struct tuneadv_snapshot *snapshot = NULL;

	if (request->operands.count == 0 && !request->change.has_security)
		return list_profiles(request);

	int code = request_open(request, &context, &profiles);

	if (code == 0)
		code = request_load(request, profiles);
	if (code == 0) {
		int r;

		warn_of_unfinished(request, context);
		r = request->change.has_security
			    ? tuneadv_snapshot_take_with_posture(context, profiles, &snapshot,
								 request->diag)
			    : tuneadv_snapshot_take(context, profiles, &snapshot, request->diag);
		code = r < 0 ? request_fail(request, 0, r)
			     : report_findings(request, context, profiles, snapshot);
	}
	tuneadv_snapshot_free(snapshot);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

static const struct option_row rows[] = {
	CHANGE_ROW_WINDOW,
	{
		.id = CHANGE_SECURITY,
		.name = "security",
		.kind = OPTION_NOTHING,
		.help = "tell of every setting that protects this host; no profile is needed",
	},
};

const struct command command_check = {
	.name = "check",
	.operands = "[PROFILE...]",
	.operand_kind = OPTION_PROFILES,
	.summary = "say whether this host is set up for a workload",
	.help = "Reads what the profiles name, judges it and reports. Nothing is changed. A "
		"PROFILE is a\n"
		"name, or a path when it contains '/'. Without one, the known profiles are "
		"listed.\n",
	.exits = "  0  fit, or --fail-on never\n"
		 "  1  not fit: a requirement fails at or above --fail-on\n"
		 "  2  usage, or an input that is not well-formed\n"
		 "  3  undecided: a requirement at or above --fail-on could not be read\n",
	.options = { .rows = rows, .count = sizeof(rows) / sizeof(rows[0]) },
	.run = check_run,
};
