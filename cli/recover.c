/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv recover: takes back what a crash left half done. */
#include "config.h"

#include "change.h"

#include <errno.h>

/* Shown where somebody is asked; asked where there is something to decide. */
static int ask(struct request *request, struct tuneadv_context *context)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_state *state = NULL;
	struct tuneadv_status *status = NULL;
	struct tuneadv_style style;

	if (request->change.has_yes)
		return 0;

	int code = change_open_state(request, context, true, &state);

	if (code != 0)
		return code;
	/* Damage is told by the recovery, which does not begin then. */
	(void)tuneadv_status_take(context, state, &status, NULL);
	if (tuneadv_status_count_unfinished(status) > 0) {
		request_style(request, &style);
		style.format = TUNEADV_FORMAT_TEXT;
		style.has_color = 0;
		if (ask_is_possible() &&
		    tuneadv_render_status(context, status, NULL, &style, &sink) == 0)
			output_show(&document);
		code = ask_permission(request, "recover", "Take back what is unfinished?");
	}
	output_done(&document);
	tuneadv_status_free(status);
	tuneadv_state_free(state);
	return code;
}

static int carry_out(struct request *request, struct tuneadv_context *context)
{
	struct tuneadv_state *state = NULL;
	struct tuneadv_outcome *outcome = NULL;
	sigset_t before;
	int code = change_lock_state(request, context, &state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);

	change_hold_signals(&before);

	int r = tuneadv_recover(context, state, change_audit(), &outcome, request->diag);

	if (r < 0)
		code = request_fail_with(request, EXIT_REFUSED, first, r);
	else
		code = change_deliver(request, context, outcome, "recover");
	change_release_signals(&before);
	tuneadv_outcome_free(outcome);
	tuneadv_state_free(state);
	return code;
}

static int recover_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;

	if (request->operands.count > 0)
		return request_refuse(request, NULL,
				      "recover takes no argument: all that is unfinished is taken "
				      "back");

	int code = change_check_live(request);

	if (code == 0)
		code = request_open(request, &context, &profiles);
	if (code == 0)
		code = ask(request, context);
	if (code == 0)
		code = carry_out(request, context);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

static const struct option_row rows[] = {
	CHANGE_ROW_YES,
	CHANGE_ROW_WAIT,
};

const struct command command_recover = {
	.name = "recover",
	.operands = "",
	.operand_kind = OPTION_NOTHING,
	.summary = "take back what a crash left half done",
	.help = "Brings every unfinished transaction back to the values before it. What somebody "
		"else changed\n"
		"meanwhile is left as it is, and named.\n",
	.exits = "  0  done, or nothing to do\n"
		 "  2  usage\n"
		 "  4  refused: the lock, privilege; nothing was changed\n"
		 "  6  incomplete: what differs is named\n",
	.options = { .rows = rows, .count = sizeof(rows) / sizeof(rows[0]) },
	.run = recover_run,
};
