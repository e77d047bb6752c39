/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv explain: what a tunable, fact or rule is, and how it stands on this host. */
#include "config.h"

#include "common.h"

static int explain_id(struct request *request, struct tuneadv_context *context,
		      struct tuneadv_profiles *profiles, const char *id)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;
	size_t first = tuneadv_diag_count(request->diag);

	request_style(request, &style);

	int r = tuneadv_render_explain(context, profiles, id, request->diag, &style, &sink);

	return request_finish(request, first, r, &document, EXIT_FIT);
}

static int explain_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;

	if (request->operands.count != 1)
		return request_refuse(request, NULL,
				      "explain takes one ID, such as net.core.somaxconn; "
				      "tuneadv list tunables shows them");

	int code = request_open(request, &context, &profiles);

	if (code == 0)
		code = request_load_all(request, profiles);
	if (code == 0)
		code = explain_id(request, context, profiles, request->operands.words[0]);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

const struct command command_explain = {
	.name = "explain",
	.operands = "ID",
	.operand_kind = OPTION_IDS,
	.summary = "tell what a tunable, fact or rule is, on this host",
	.help = "Shows the value now, the default of this kernel, when a change takes effect, its "
		"limits,\n"
		"what it does to security, who manages it, which rules name it, and the sources of "
		"all that.\n",
	.exits = "  0  explained\n"
		 "  2  usage, or no such ID\n",
	.run = explain_run,
};
