/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands behind the opaque types of the door, and how it translates between public and inner
 * words. */
#ifndef DOOR_INTERNAL_H
#define DOOR_INTERNAL_H

#include "tuneadv.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "source/source.h"
#include "host/snapshot.h"
#include "profile/profile.h"
#include "advice/finding.h"
#include "advice/plan.h"
#include "change/transaction.h"
#include "report/report.h"

struct tuneadv_diag {
	struct diag diag;
};

struct tuneadv_context {
	struct source *source;
	char *root; /* "/", or the captured root as the caller named it */
	uint32_t uid;
	int64_t time_s;
};

struct tuneadv_profiles {
	struct profile_set set;
	char **folders; /* NULL-terminated */
	bool is_finished;
};

struct tuneadv_snapshot {
	struct snapshot *snapshot;
	enum posture_scope posture;
};

struct tuneadv_findings {
	struct findings findings;
};

struct tuneadv_plan {
	struct plan plan;
	size_t forbidden_count;
	char *missing; /* NULL: nothing is */
	char *refusal; /* NULL: not refused */
};

struct tuneadv_state {
	struct state_folder *folder;
	char *path;
	char *option; /* of commands that are to find it: " --state-dir /tmp/state" */
};

struct tuneadv_outcome {
	struct outcome outcome;
	char *missing; /* privilege, as one sentence; NULL: nothing is known to be missing */
	const struct plan *plan; /* that was carried out, borrowed; NULL: none */
};

struct tuneadv_status {
	struct standings standings;
	char *folder;
	char *option; /* as of the state */
};

static inline struct diag *door_diag(struct tuneadv_diag *diag)
{
	return diag ? &diag->diag : NULL;
}

/* Checks of what the caller gave, and its translation (render.c). */
bool door_style_is_usable(const struct tuneadv_style *style);
/* The same where the formats of plans are allowed too. */
bool door_style_is_usable_for_change(const struct tuneadv_style *style);
struct report_style door_style(const struct tuneadv_style *style);
struct report_frame door_frame(const struct tuneadv_context *context,
			       const struct tuneadv_diag *diagnostics);
must_check int door_deliver(const struct text *document, const struct tuneadv_sink *sink);

/* What this process lacks to write that path, words after its name; NULL: nothing, or not known
 * (plan.c). */
must_check int door_privilege(const struct tuneadv_context *context, const struct tunable *tunable,
			      const char *path, char **ret_missing);

#endif
