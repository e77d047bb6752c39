/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plan that rules of a test make on a small captured host of its own. Include after cmocka.h.
 */
#ifndef TESTS_PLANNED_H
#define TESTS_PLANNED_H

#include "advice/plan.h"
#include "judged.h"

struct planned {
	struct judged judged;
	struct plan plan;
	int status; /* of plan_make() */
};

/* A rule that is required at a severity, or only worth considering. */
#define WISH(id, text) "{\"id\":\"" id "\"," text ",\"kind\":\"consider\"," TAIL

static inline void planned_waived(struct planned *planned, const char *rules,
				  const struct file *files, const struct plan_options *options,
				  const struct waiver *waivers, size_t waiver_count)
{
	static const struct plan_options none;
	struct judged *judged = &planned->judged;

	judged_new(judged, NULL, rules, files, false);
	needs_add_identity(&judged->host.needs);
	if (profile_set_finish(&judged->shelf.set, &judged->shelf.diag) < 0)
		fail_msg("%s", shelf_sentence(&judged->shelf));
	assert_int_equal(profile_set_needs(&judged->shelf.set, &judged->host.needs), 0);
	assert_int_equal(needs_add_for_change(&judged->host.needs), 0);
	host_take(&judged->host);
	assert_int_equal(findings_evaluate(&judged->shelf.set, judged->host.snapshot, waivers,
					   waiver_count, &judged->findings, &judged->shelf.diag),
			 0);
	plan_init(&planned->plan);
	planned->status = plan_make(&judged->findings, &judged->shelf.set, judged->host.snapshot,
				    options ? options : &none, &planned->plan, &judged->shelf.diag);
}

static inline void planned_new(struct planned *planned, const char *rules, const struct file *files,
			       const struct plan_options *options)
{
	planned_waived(planned, rules, files, options, NULL, 0);
}

static inline void planned_done(struct planned *planned)
{
	plan_done(&planned->plan);
	judged_done(&planned->judged);
}

/* "net.core.somaxconn=4096; ..." in the order of writing; instances as ID/NAME. Owned by the
 * caller.
 */
static inline char *planned_says(const struct planned *planned)
{
	struct text text = { 0 };
	char *bytes = NULL;

	for (size_t i = 0; i < planned->plan.change_count; i++) {
		const struct change *change = &planned->plan.changes[i];

		text_addf(&text, "%s%s", i ? "; " : "", change->tunable->id);
		if (change->instance)
			text_addf(&text, "/%s", change->instance->name);
		text_addf(&text, "=%s", change->to_text);
	}
	assert_int_equal(text_take(&text, &bytes), 0);
	return bytes;
}

/* "rule:reason; ..." of what is left out. Owned by the caller. */
static inline char *planned_leaves(const struct planned *planned)
{
	struct text text = { 0 };
	char *bytes = NULL;

	for (size_t i = 0; i < planned->plan.left_out_count; i++) {
		const struct left_out_finding *left_out = &planned->plan.left_out[i];

		assert_non_null(left_out->why);
		assert_true(*left_out->why);
		text_addf(&text, "%s%s:%s", i ? "; " : "", left_out->finding->id,
			  left_out_name(left_out->reason));
	}
	assert_int_equal(text_take(&text, &bytes), 0);
	return bytes;
}

#endif
