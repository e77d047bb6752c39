/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is so: reads once what finished profiles name. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>

static int take(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		bool is_for_change, enum posture_scope posture,
		struct tuneadv_snapshot **ret_snapshot, struct tuneadv_diag *diag)
{
	auto_snapshot struct snapshot *inner = NULL;
	auto_needs struct needs needs;

	needs_init(&needs);
	if (!context || !profiles || !ret_snapshot)
		return -EINVAL;
	if (!profiles->is_finished)
		return diag_add(door_diag(diag), -EINVAL, NULL,
				"the profiles are not put together yet");

	needs_add_identity(&needs);

	int r = profile_set_needs(&profiles->set, &needs);

	if (r == 0)
		r = posture_needs(posture, &needs);
	if (r == 0 && is_for_change)
		r = needs_add_for_change(&needs);
	if (r < 0)
		return r;
	r = snapshot_new(&inner);
	if (r < 0)
		return r;
	r = snapshot_take(inner, context->source, &needs, door_diag(diag));
	if (r < 0)
		return r;

	struct tuneadv_snapshot *snapshot = calloc(1, sizeof(*snapshot));

	if (!snapshot)
		return -ENOMEM;
	snapshot->snapshot = take_ptr(inner);
	snapshot->posture = posture;
	*ret_snapshot = snapshot;
	return 0;
}

int tuneadv_snapshot_take(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			  struct tuneadv_snapshot **ret_snapshot, struct tuneadv_diag *diag)
{
	return take(context, profiles, false, POSTURE_SHORT, ret_snapshot, diag);
}

int tuneadv_snapshot_take_with_posture(struct tuneadv_context *context,
				       const struct tuneadv_profiles *profiles,
				       struct tuneadv_snapshot **ret_snapshot,
				       struct tuneadv_diag *diag)
{
	return take(context, profiles, false, POSTURE_WHOLE, ret_snapshot, diag);
}

int tuneadv_snapshot_take_for_change(struct tuneadv_context *context,
				     const struct tuneadv_profiles *profiles,
				     struct tuneadv_snapshot **ret_snapshot,
				     struct tuneadv_diag *diag)
{
	return take(context, profiles, true, POSTURE_NONE, ret_snapshot, diag);
}

void tuneadv_snapshot_free(struct tuneadv_snapshot *snapshot)
{
	if (!snapshot)
		return;
	snapshot_free(snapshot->snapshot);
	free(snapshot);
}
