/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The public interface of changes as a program sees it: a captured host can be planned for, and
 * never changed; who may write a profile decides whether it is used. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "door-place.h"
#include "tuneadv.h"

struct objects {
	struct tuneadv_diag *diag;
	struct tuneadv_context *context;
	struct tuneadv_profiles *profiles;
	struct tuneadv_snapshot *snapshot;
	struct tuneadv_findings *findings;
	struct tuneadv_plan *plan;
};

static void open_objects(const struct place *place, struct objects *objects)
{
	const char *folders[] = { place->profiles, NULL };
	struct tuneadv_options options;

	*objects = (struct objects){ .diag = tuneadv_diag_new() };
	tuneadv_options_init(&options);
	options.root = place->root;
	options.uid = geteuid();
	assert_int_equal(tuneadv_context_new(&options, &objects->context, objects->diag), 0);
	assert_int_equal(tuneadv_profiles_new(folders, &objects->profiles), 0);
	assert_int_equal(tuneadv_profiles_load(objects->profiles, "queue", objects->diag), 0);
	assert_int_equal(tuneadv_profiles_finish(objects->profiles, objects->diag), 0);
	assert_int_equal(tuneadv_snapshot_take_for_change(objects->context, objects->profiles,
							  &objects->snapshot, objects->diag),
			 0);
	assert_int_equal(tuneadv_evaluate(objects->context, objects->profiles, objects->snapshot,
					  NULL, 0, &objects->findings, objects->diag),
			 0);
}

static int make_plan(struct objects *objects, const struct tuneadv_plan_options *options)
{
	return tuneadv_plan_make(objects->context, objects->profiles, objects->snapshot,
				 objects->findings, options, &objects->plan, objects->diag);
}

static void close_objects(struct objects *objects)
{
	tuneadv_plan_free(objects->plan);
	tuneadv_findings_free(objects->findings);
	tuneadv_snapshot_free(objects->snapshot);
	tuneadv_profiles_free(objects->profiles);
	tuneadv_context_free(objects->context);
	tuneadv_diag_free(objects->diag);
}

static int keep(void *closure, const char *bytes, size_t length)
{
	size_t *total = closure;

	assert_non_null(bytes);
	*total += length;
	return 0;
}

static void captured_host_is_planned_for_in_every_format(void **state)
{
	struct tuneadv_plan_options options;
	struct tuneadv_style style;
	struct objects objects;

	open_objects(*state, &objects);
	tuneadv_plan_options_init(&options);
	assert_int_equal(make_plan(&objects, &options), 0);
	assert_int_equal(tuneadv_plan_count(objects.plan), 1);
	assert_int_equal(tuneadv_plan_count_forbidden(objects.plan), 0);
	assert_null(tuneadv_plan_missing(objects.plan));
	assert_false(tuneadv_plan_is_refused(objects.plan));
	tuneadv_style_init(&style);
	for (int format = TUNEADV_FORMAT_TEXT; format <= TUNEADV_FORMAT_ANSIBLE; format++) {
		size_t total = 0;
		struct tuneadv_sink sink = { .write = keep, .closure = &total };

		style.format = (enum tuneadv_format)format;
		assert_int_equal(tuneadv_render_plan(objects.context, objects.profiles,
						     objects.snapshot, objects.findings,
						     objects.plan, NULL, &style, &sink),
				 0);
		assert_true(total > 20);
		/* Reports of findings have no such files. */
		assert_int_equal(tuneadv_render_check(objects.context, objects.profiles,
						      objects.snapshot, objects.findings, NULL,
						      &style, &sink),
				 format > TUNEADV_FORMAT_JSON ? -EINVAL : 0);
	}
	close_objects(&objects);
}

static void captured_host_is_never_changed(void **state)
{
	const struct place *place = *state;
	struct tuneadv_plan_options options;
	struct tuneadv_revert_options back;
	struct tuneadv_state *folder = NULL;
	struct tuneadv_outcome *outcome = NULL;
	struct tuneadv_status *status = NULL;
	struct objects objects;
	char path[128];

	snprintf(path, sizeof(path), "%s/state", place->folder);
	open_objects(place, &objects);
	tuneadv_plan_options_init(&options);
	tuneadv_revert_options_init(&back);
	assert_int_equal(make_plan(&objects, &options), 0);
	assert_int_equal(tuneadv_state_open(objects.context, path, 1, &folder, objects.diag), 0);
	assert_int_equal(tuneadv_apply(objects.context, folder, objects.profiles, objects.plan,
				       NULL, &outcome, objects.diag),
			 -EINVAL);
	assert_int_equal(tuneadv_revert(objects.context, folder, &back, NULL, &outcome,
					objects.diag),
			 -EINVAL);
	assert_int_equal(tuneadv_recover(objects.context, folder, NULL, &outcome, objects.diag),
			 -EINVAL);
	assert_int_equal(tuneadv_status_take(objects.context, folder, &status, objects.diag),
			 -EINVAL);
	assert_null(outcome);
	assert_null(status);
	assert_int_equal(access(path, F_OK), -1);
	tuneadv_state_free(folder);
	close_objects(&objects);
}

static void options_of_another_version_are_refused(void **state)
{
	struct tuneadv_plan_options options;
	struct tuneadv_revert_options back;
	struct tuneadv_outcome *outcome = NULL;
	struct objects objects;

	open_objects(*state, &objects);
	tuneadv_plan_options_init(&options);
	options.size--;
	assert_int_equal(make_plan(&objects, &options), -EINVAL);
	assert_null(objects.plan);
	tuneadv_revert_options_init(&back);
	back.size++;
	assert_int_equal(tuneadv_revert(objects.context, NULL, &back, NULL, &outcome, NULL),
			 -EINVAL);
	close_objects(&objects);
}

static void rule_that_does_not_exist_is_named(void **state)
{
	const char *rules[] = { "no-such-rule", NULL };
	struct tuneadv_plan_options options;
	struct objects objects;

	open_objects(*state, &objects);
	tuneadv_plan_options_init(&options);
	options.only = rules;
	assert_int_equal(make_plan(&objects, &options), -ENOENT);
	assert_non_null(strstr(tuneadv_diag_text(objects.diag, 0), "no-such-rule"));
	close_objects(&objects);
}

static void who_may_write_a_profile_decides(void **state)
{
	static const struct {
		mode_t mode;
		size_t warnings;
		int is_refused;
	} rows[] = {
		{ 0644, 0, 0 }, { 0600, 0, 0 }, { 0664, 1, 0 }, { 0646, 1, 1 }, { 0666, 1, 1 },
	};
	const struct place *place = *state;
	char path[160];

	snprintf(path, sizeof(path), "%s/queue.json", place->profiles);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct tuneadv_plan_options options;
		struct objects objects;

		assert_int_equal(chmod(path, rows[i].mode), 0);
		open_objects(place, &objects);
		tuneadv_plan_options_init(&options);
		assert_int_equal(make_plan(&objects, &options), 0);
		assert_int_equal(tuneadv_diag_count(objects.diag), rows[i].warnings);
		assert_int_equal(tuneadv_plan_is_refused(objects.plan), rows[i].is_refused);
		assert_int_equal(tuneadv_plan_refusal(objects.plan) != NULL, rows[i].is_refused);
		close_objects(&objects);
	}
}

static void nothing_is_fine_for_what_frees_and_counts(void **state)
{
	(void)state;
	tuneadv_plan_free(NULL);
	tuneadv_state_free(NULL);
	tuneadv_outcome_free(NULL);
	tuneadv_status_free(NULL);
	assert_int_equal(tuneadv_plan_count(NULL), 0);
	assert_int_equal(tuneadv_plan_count_forbidden(NULL), 0);
	assert_int_equal(tuneadv_plan_is_refused(NULL), 0);
	assert_int_equal(tuneadv_outcome_count(NULL), 0);
	assert_int_equal(tuneadv_status_count_unfinished(NULL), 0);
	assert_int_equal(tuneadv_status_is_troubled(NULL), 0);
	tuneadv_status_warn(NULL, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(captured_host_is_planned_for_in_every_format,
						make_place, remove_place),
		cmocka_unit_test_setup_teardown(captured_host_is_never_changed, make_place,
						remove_place),
		cmocka_unit_test_setup_teardown(options_of_another_version_are_refused, make_place,
						remove_place),
		cmocka_unit_test_setup_teardown(rule_that_does_not_exist_is_named, make_place,
						remove_place),
		cmocka_unit_test_setup_teardown(who_may_write_a_profile_decides, make_place,
						remove_place),
		cmocka_unit_test(nothing_is_fine_for_what_frees_and_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
