/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands, what drifted and what a crash left: looks, and changes nothing. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int tuneadv_status_take(struct tuneadv_context *context, struct tuneadv_state *state,
			struct tuneadv_status **ret_status, struct tuneadv_diag *diag)
{
	if (!context || !state || !ret_status)
		return -EINVAL;
	if (source_kind(context->source) != SOURCE_LIVE)
		return diag_add(door_diag(diag), -EINVAL, context->root,
				"this is a captured host; transactions are made on live ones");

	struct tuneadv_status *status = calloc(1, sizeof(*status));

	if (!status)
		return -ENOMEM;
	status->folder = strdup(state->path);
	status->option = strdup(state->option);

	int r = status->folder && status->option
			? transaction_status(context->source, state->folder, &status->standings,
					     door_diag(diag))
			: -ENOMEM;

	/* One damaged record hides none of the others. */
	if (r < 0 && r != -EBADMSG) {
		tuneadv_status_free(status);
		return r;
	}
	*ret_status = status;
	return r;
}

void tuneadv_status_free(struct tuneadv_status *status)
{
	if (!status)
		return;
	standings_done(&status->standings);
	free(status->folder);
	free(status->option);
	free(status);
}

/* With another boot its values are gone, and somebody who is at it now will finish it. */
static bool is_left_unfinished(const struct standing *standing)
{
	return standing->is_unfinished && !standing->is_in_progress && !standing->is_of_other_boot;
}

int tuneadv_status_is_troubled(const struct tuneadv_status *status)
{
	for (size_t i = 0; status && i < status->standings.count; i++) {
		const struct standing *standing = &status->standings.standings[i];

		if (is_left_unfinished(standing))
			return 1;
		if (standing->drifted_count > 0 && !standing->is_in_progress)
			return 1;
	}
	return 0;
}

size_t tuneadv_status_count_unfinished(const struct tuneadv_status *status)
{
	size_t count = 0;

	for (size_t i = 0; status && i < status->standings.count; i++)
		count += is_left_unfinished(&status->standings.standings[i]);
	return count;
}

void tuneadv_status_warn(const struct tuneadv_status *status, struct tuneadv_diag *diag)
{
	for (size_t i = 0; status && i < status->standings.count; i++) {
		const struct standing *standing = &status->standings.standings[i];

		/* A warning: looking goes on. */
		if (is_left_unfinished(standing))
			(void)diag_add(door_diag(diag), -ENOTRECOVERABLE, status->folder,
				       "transaction %s is unfinished; tuneadv recover%s takes it "
				       "back",
				       standing->journal->id, status->option);
	}
}
