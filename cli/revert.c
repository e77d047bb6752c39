/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv revert: takes a transaction back, value by value, in reverse. */
#include "config.h"

#include "change.h"

#include <errno.h>

static void revert_options(const struct request *request, bool is_dry_run,
			   struct tuneadv_revert_options *ret_options)
{
	const struct change_request *change = &request->change;

	tuneadv_revert_options_init(ret_options);
	ret_options->which = request->operands.count > 0 ? request->operands.words[0] : NULL;
	ret_options->is_all = change->is_all;
	ret_options->skips_drifted = change->skips_drifted;
	ret_options->overwrites_drifted = change->overwrites_drifted;
	ret_options->is_dry_run = is_dry_run;
}

static int fail_revert(const struct request *request, size_t first, int error)
{
	/* No such transaction is a word that we do not know. */
	return request_fail_with(request, error == -ENOENT ? EXIT_USAGE : EXIT_REFUSED, first,
				 error);
}

/* What would be taken back. 0, or an exit code, and said. */
static int foresee(struct request *request, struct tuneadv_context *context,
		   struct tuneadv_outcome **ret_outcome)
{
	struct tuneadv_revert_options options;
	struct tuneadv_state *state = NULL;
	int code = change_open_state(request, context, true, &state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);

	revert_options(request, true, &options);

	int r = tuneadv_revert(context, state, &options, NULL, ret_outcome, request->diag);

	if (r < 0)
		code = fail_revert(request, first, r);
	tuneadv_state_free(state);
	return code;
}

static int show(struct request *request, struct tuneadv_context *context,
		const struct tuneadv_outcome *outcome)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;

	request_warn(request);
	/* Without a question the outcome says the same a moment later. */
	if (request->change.has_yes || !ask_is_possible())
		return 0;
	request_style(request, &style);
	style.format = TUNEADV_FORMAT_TEXT;
	style.is_quiet = 0;
	style.has_color = 0;

	int r = tuneadv_render_outcome(context, outcome, "revert", request->diag, &style, &sink);

	output_show(&document);
	output_done(&document);
	return r < 0 ? request_fail(request, tuneadv_diag_count(request->diag), r) : 0;
}

static int ask(const struct request *request, size_t count)
{
	struct output question = { 0 };

	if (count == 1)
		output_addf(&question, "Take this change back?");
	else
		output_addf(&question, "Take these %zu changes back?", count);

	int code = ask_permission(request, "revert",
				  question.bytes ? question.bytes : "Take it back?");

	output_done(&question);
	return code;
}

static int carry_out(struct request *request, struct tuneadv_context *context)
{
	struct tuneadv_revert_options options;
	struct tuneadv_state *state = NULL;
	struct tuneadv_outcome *outcome = NULL;
	sigset_t before;
	int code = change_lock_state(request, context, &state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);

	revert_options(request, false, &options);
	change_hold_signals(&before);

	int r = tuneadv_revert(context, state, &options, change_audit(), &outcome, request->diag);

	if (r == -ENOTRECOVERABLE)
		code = request_fail_with(request, EXIT_INCOMPLETE, first, r);
	else if (r < 0)
		code = fail_revert(request, first, r);
	else
		code = change_deliver(request, context, outcome, "revert");
	change_release_signals(&before);
	tuneadv_outcome_free(outcome);
	tuneadv_state_free(state);
	return code;
}

static int revert(struct request *request, struct tuneadv_context *context)
{
	struct tuneadv_outcome *foreseen = NULL;
	int code = foresee(request, context, &foreseen);

	if (code == 0 && (request->change.is_dry_run ||
			  tuneadv_outcome_state(foreseen) != TUNEADV_OUTCOME_PLANNED)) {
		code = change_deliver(request, context, foreseen, "revert");
		tuneadv_outcome_free(foreseen);
		return code;
	}
	if (code == 0)
		code = show(request, context, foreseen);
	if (code == 0 && tuneadv_outcome_missing(foreseen))
		code = change_refuse_privilege(request, tuneadv_outcome_missing(foreseen));
	if (code == 0)
		code = ask(request, tuneadv_outcome_count(foreseen));
	tuneadv_outcome_free(foreseen);
	return code != 0 ? code : carry_out(request, context);
}

static int check_words(const struct request *request)
{
	const struct change_request *change = &request->change;

	if (request->operands.count > 1)
		return request_refuse(request, NULL,
				      "revert takes one TRANSACTION or PROFILE; tuneadv status "
				      "shows them");
	if (change->is_all && request->operands.count > 0)
		return request_refuse(request, NULL, "--all leaves nothing to name");
	if (change->skips_drifted && change->overwrites_drifted)
		return request_refuse(request, NULL,
				      "--skip-drifted and --overwrite-drifted exclude each other");
	return change_check_live(request);
}

static int revert_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;
	int code = check_words(request);

	if (code == 0)
		code = request_open(request, &context, &profiles);
	if (code == 0)
		code = revert(request, context);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
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
		.id = CHANGE_ALL,
		.name = "all",
		.kind = OPTION_NOTHING,
		.help = "every transaction, the newest first",
	},
	{
		.id = CHANGE_SKIP_DRIFTED,
		.name = "skip-drifted",
		.kind = OPTION_NOTHING,
		.help = "leave what somebody else changed meanwhile",
	},
	{
		.id = CHANGE_OVERWRITE_DRIFTED,
		.name = "overwrite-drifted",
		.kind = OPTION_NOTHING,
		.help = "put the old value back there too",
	},
	{
		.id = CHANGE_HOST_WIDE,
		.name = "host-wide",
		.kind = OPTION_NOTHING,
		.help = "as for apply; what it changed is taken back without it too",
	},
};

const struct command command_revert = {
	.name = "revert",
	.operands = "[TRANSACTION|PROFILE]",
	.operand_kind = OPTION_PROFILES,
	.summary = "take back what apply changed",
	.help = "Puts back the values from before the newest transaction, or the one named. Where "
		"somebody\n"
		"else changed a value meanwhile, nothing is done until you say what to do with "
		"it.\n",
	.exits = "  0  done, or nothing to do\n"
		 "  2  usage, or no such transaction\n"
		 "  4  refused: values drifted, the lock, privilege; nothing was changed\n"
		 "  5  failed and rolled back: the host is as it was\n"
		 "  6  incomplete: what differs is named\n",
	.options = { .rows = rows, .count = sizeof(rows) / sizeof(rows[0]) },
	.run = revert_run,
};
