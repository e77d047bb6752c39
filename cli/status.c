/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv status: what stands, what drifted, what is unfinished. Looks, and changes nothing. */
#include "config.h"

#include "change.h"

#include <errno.h>

static int deliver_status(struct request *request, struct tuneadv_context *context,
			  const struct tuneadv_status *status, int code)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;

	request_style(request, &style);

	int r = tuneadv_render_status(context, status, request->diag, &style, &sink);

	if (r < 0) {
		code = request_fail(request, tuneadv_diag_count(request->diag), r);
	} else {
		request_warn(request);
		code = request_deliver(request, &document, code);
	}
	output_done(&document);
	return code;
}

static int take_status(struct request *request, struct tuneadv_context *context)
{
	struct tuneadv_state *state = NULL;
	struct tuneadv_status *status = NULL;
	int code = change_open_state(request, context, true, &state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);
	int r = tuneadv_status_take(context, state, &status, request->diag);

	if (!status)
		code = request_fail(request, first, r);
	else if (r < 0 || tuneadv_status_is_troubled(status))
		/* A damaged record is trouble like drift; the others are shown beside it. */
		code = deliver_status(request, context, status, EXIT_NO);
	else
		code = deliver_status(request, context, status, EXIT_FIT);
	tuneadv_status_free(status);
	tuneadv_state_free(state);
	return code;
}

static int status_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;

	if (request->operands.count > 0)
		return request_refuse(request, NULL,
				      "status takes no argument: it shows all transactions");

	int code = change_check_live(request);

	if (code == 0)
		code = request_open(request, &context, &profiles);
	if (code == 0)
		code = take_status(request, context);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

const struct command command_status = {
	.name = "status",
	.operands = "",
	.operand_kind = OPTION_NOTHING,
	.summary = "show what is applied, what drifted, what is unfinished",
	.help = "Reads the records of transactions and compares them with the kernel. Nothing is "
		"changed.\n",
	.exits = "  0  nothing is applied, or all of it stands\n"
		 "  1  something drifted, is unfinished, or its record is damaged\n"
		 "  2  usage\n"
		 "  4  the folder of records may not be read or is not to be trusted\n",
	.run = status_run,
};
