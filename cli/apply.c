/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv apply: plans, shows, asks, and changes as one transaction. */
#include "config.h"

#include "change.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Everything that one plan needs; freed from the end. */
struct work {
	struct request *request;
	struct tuneadv_context *context;
	struct tuneadv_profiles *profiles;
	struct tuneadv_snapshot *snapshot;
	struct tuneadv_findings *findings;
	struct tuneadv_plan *plan;
};

static void work_done(struct work *work)
{
	tuneadv_plan_free(work->plan);
	tuneadv_findings_free(work->findings);
	tuneadv_snapshot_free(work->snapshot);
	tuneadv_profiles_free(work->profiles);
	tuneadv_context_free(work->context);
}

/* ---- what a crash left ---- */

/* Number of transactions that a crash left; 0 too where nobody can tell. */
static int count_unfinished(struct work *work, size_t *ret_count)
{
	struct request *request = work->request;
	struct tuneadv_state *state = NULL;
	struct tuneadv_status *status = NULL;

	*ret_count = 0;
	/* A dry run needs no folder; a bad one is told when it is used. */
	if (request->change.is_dry_run) {
		if (tuneadv_state_open(work->context, request->state_folder, 1, &state, NULL) < 0)
			return 0;
	} else {
		int code = change_open_state(request, work->context, true, &state);

		if (code != 0)
			return code;
	}
	/* Damage is told by the transaction, which does not begin then. */
	(void)tuneadv_status_take(work->context, state, &status, NULL);
	*ret_count = tuneadv_status_count_unfinished(status);
	if (request->change.is_dry_run)
		tuneadv_status_warn(status, request->diag);
	tuneadv_status_free(status);
	tuneadv_state_free(state);
	return 0;
}

static int recover(struct work *work)
{
	struct request *request = work->request;
	struct tuneadv_state *state = NULL;
	struct tuneadv_outcome *outcome = NULL;
	sigset_t before;
	int code = change_lock_state(request, work->context, &state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);

	change_hold_signals(&before);

	int r = tuneadv_recover(work->context, state, change_audit(), &outcome, request->diag);

	if (r < 0)
		code = request_fail_with(request, EXIT_REFUSED, first, r);
	else
		code = change_code(tuneadv_outcome_state(outcome));
	if (r == 0 && code != 0)
		code = change_deliver(request, work->context, outcome, "recover");
	else if (r == 0)
		output_complain(NULL, "what a crash had left half done was taken back first");
	change_release_signals(&before);
	tuneadv_outcome_free(outcome);
	tuneadv_state_free(state);
	return code;
}

/* Before the plan: it must begin with the values that stand, not with half of an older plan. */
static int settle_unfinished(struct work *work)
{
	size_t count = 0;

	if (work->request->root)
		return 0;

	int code = count_unfinished(work, &count);

	if (code != 0 || count == 0 || work->request->change.is_dry_run)
		return code;
	code = ask_permission(work->request, "apply",
			      "A crash left a change half done. Take it back first?");
	return code != 0 ? code : recover(work);
}

/* ---- the plan ---- */

static int make_plan(struct work *work)
{
	struct request *request = work->request;
	const struct change_request *change = &request->change;
	struct tuneadv_plan_options options;
	size_t first = tuneadv_diag_count(request->diag);
	int r = tuneadv_snapshot_take_for_change(work->context, work->profiles, &work->snapshot,
						 request->diag);

	tuneadv_plan_options_init(&options);
	options.with_consider = change->with_consider;
	options.is_host_wide = change->is_host_wide;
	options.only = change->only.count > 0 ? change->only.words : NULL;
	options.except = change->except.count > 0 ? change->except.words : NULL;
	if (r == 0)
		r = tuneadv_evaluate(work->context, work->profiles, work->snapshot,
				     request->waivers, request->waiver_count, &work->findings,
				     request->diag);
	if (r == 0)
		r = tuneadv_plan_make(work->context, work->profiles, work->snapshot, work->findings,
				      &options, &work->plan, request->diag);
	return r < 0 ? request_fail(request, first, r) : 0;
}

static int render_plan(struct work *work, const struct tuneadv_style *style,
		       struct output *document)
{
	struct tuneadv_sink sink = { .write = output_write, .closure = document };
	int r = tuneadv_render_plan(work->context, work->profiles, work->snapshot, work->findings,
				    work->plan, work->request->diag, style, &sink);

	return r < 0 ? request_fail(work->request, tuneadv_diag_count(work->request->diag), r) : 0;
}

/* The plan as the document that was asked for, and the end. */
static int deliver_plan(struct work *work, int code)
{
	struct output document = { 0 };
	struct tuneadv_style style;

	request_style(work->request, &style);
	style.profile_words = work->request->operands.words;

	int failed = render_plan(work, &style, &document);

	request_warn(work->request);
	if (failed == 0)
		code = request_deliver(work->request, &document, code);
	output_done(&document);
	return failed != 0 ? failed : code;
}

/* To whoever is to decide: on standard output, or beside a document that goes there. */
static int show_plan(struct work *work)
{
	struct request *request = work->request;
	struct output document = { 0 };
	struct tuneadv_style style;
	bool is_beside = request->format != TUNEADV_FORMAT_TEXT || request->output;

	request_warn(request);
	if (request->change.has_yes && (is_beside || request->is_quiet))
		return 0;
	request_style(request, &style);
	style.profile_words = request->operands.words;
	style.format = TUNEADV_FORMAT_TEXT;
	style.is_quiet = 0;
	if (is_beside)
		style.has_color = 0;

	int code = render_plan(work, &style, &document);

	if (code == 0 && is_beside && ask_is_possible())
		output_show(&document);
	else if (code == 0 && !is_beside)
		code = request_deliver(request, &document, 0);
	output_done(&document);
	return code;
}

static int ask_for_plan(const struct work *work)
{
	size_t count = tuneadv_plan_count(work->plan);
	struct output question = { 0 };

	if (count == 1)
		output_addf(&question, "Apply this change?");
	else
		output_addf(&question, "Apply these %zu changes?", count);

	int code =
		ask_permission(work->request, "apply", question.bytes ? question.bytes : "Apply?");

	output_done(&question);
	return code;
}

/* ---- the transaction ---- */

/* All done, but whether it is enough could not be read. */
static int undecided_or(const struct work *work, int code)
{
	bool is_unread = tuneadv_plan_count_unread(work->plan, work->request->fail_on) > 0;

	return code == EXIT_FIT && is_unread ? EXIT_UNDECIDED : code;
}

static int carry_out(struct work *work)
{
	struct request *request = work->request;
	struct tuneadv_state *state = NULL;
	struct tuneadv_outcome *outcome = NULL;
	sigset_t before;
	int code = change_lock_state(request, work->context, &state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);

	change_hold_signals(&before);

	int r = tuneadv_apply(work->context, state, work->profiles, work->plan, change_audit(),
			      &outcome, request->diag);

	if (r == -ENOTRECOVERABLE)
		code = request_fail_with(request, EXIT_INCOMPLETE, first, r);
	else if (r < 0)
		code = request_fail_with(request, EXIT_REFUSED, first, r);
	else
		code = undecided_or(work, change_deliver(request, work->context, outcome, "apply"));
	change_release_signals(&before);
	tuneadv_outcome_free(outcome);
	tuneadv_state_free(state);
	return code;
}

static int act(struct work *work)
{
	struct request *request = work->request;
	const char *missing = tuneadv_plan_missing(work->plan);

	if (tuneadv_plan_is_refused(work->plan))
		return deliver_plan(work, EXIT_REFUSED);
	if (request->change.is_dry_run || (tuneadv_plan_count(work->plan) == 0 && !missing))
		return deliver_plan(work, undecided_or(work, EXIT_FIT));

	int code = show_plan(work);

	if (code == 0 && missing)
		return change_refuse_privilege(request, missing);
	if (code == 0)
		code = ask_for_plan(work);
	return code != 0 ? code : carry_out(work);
}

static int apply_run(struct request *request)
{
	struct work work = { .request = request };

	if (request->operands.count == 0)
		return request_refuse(request, NULL,
				      "apply takes a PROFILE, such as web-server; "
				      "tuneadv list profiles shows them");
	if (request->root && !request->change.is_dry_run)
		return request_refuse(request, NULL,
				      "--root: a captured host is data; apply needs a live one, or "
				      "--dry-run");

	int code = request_open(request, &work.context, &work.profiles);

	if (code == 0)
		code = request_load(request, work.profiles);
	if (code == 0)
		code = settle_unfinished(&work);
	if (code == 0)
		code = make_plan(&work);
	if (code == 0)
		code = act(&work);
	work_done(&work);
	return code;
}

static const struct option_row rows[] = {
	{
		.id = CHANGE_DRY_RUN,
		.name = "dry-run",
		.kind = OPTION_NOTHING,
		.help = "show what would be done, and do nothing",
	},
	CHANGE_ROW_YES,
	CHANGE_ROW_WAIT,
	{
		.id = CHANGE_ONLY,
		.name = "only",
		.kind = OPTION_TEXT,
		.value = "RULE",
		.help = "what this rule asks for, and nothing else; may be given again",
	},
	{
		.id = CHANGE_EXCEPT,
		.name = "except",
		.kind = OPTION_TEXT,
		.value = "RULE",
		.help = "not what this rule asks for; may be given again",
	},
	{
		.id = CHANGE_CONSIDER,
		.name = "consider",
		.kind = OPTION_NOTHING,
		.help = "also what is only worth considering",
	},
	{
		.id = CHANGE_HOST_WIDE,
		.name = "host-wide",
		.kind = OPTION_NOTHING,
		.help = "from inside a container: also what is the host's",
	},
};

const struct command command_apply = {
	.name = "apply",
	.operands = "PROFILE...",
	.operand_kind = OPTION_PROFILES,
	.summary = "change what fails and may safely be changed",
	.help = "Plans the changes that the profiles ask for, shows them, asks, and makes all of "
		"them or none.\n"
		"Nothing is made weaker than it is, and no option changes that. revert takes it "
		"back.\n",
	.exits =
		"  0  done, or nothing to do\n"
		"  2  usage, or an input that is not well-formed\n"
		"  3  done, or nothing to do, but a requirement at or above --fail-on could not be "
		"read\n"
		"  4  refused, and why; nothing was changed\n"
		"  5  failed and rolled back: the host is as it was\n"
		"  6  incomplete: what differs is named\n",
	.options = { .rows = rows, .count = sizeof(rows) / sizeof(rows[0]) },
	.run = apply_run,
};
