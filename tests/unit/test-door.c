/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The public interface as a program sees it: sizes, order of calls, what is borrowed. */
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
};

static void open_objects(const struct place *place, struct objects *objects)
{
	const char *folders[] = { place->profiles, NULL };
	struct tuneadv_options options;

	*objects = (struct objects){ .diag = tuneadv_diag_new() };
	assert_non_null(objects->diag);
	tuneadv_options_init(&options);
	options.root = place->root;
	assert_int_equal(tuneadv_context_new(&options, &objects->context, objects->diag), 0);
	assert_int_equal(tuneadv_profiles_new(folders, &objects->profiles), 0);
}

static void evaluate_objects(struct objects *objects, const struct tuneadv_waiver *waivers,
			     size_t count)
{
	struct tuneadv_diag *diag = objects->diag;

	assert_int_equal(tuneadv_profiles_load(objects->profiles, "queue", diag), 0);
	assert_int_equal(tuneadv_profiles_finish(objects->profiles, diag), 0);
	assert_int_equal(tuneadv_snapshot_take(objects->context, objects->profiles,
					       &objects->snapshot, diag),
			 0);
	assert_int_equal(tuneadv_evaluate(objects->context, objects->profiles, objects->snapshot,
					  waivers, count, &objects->findings, diag),
			 0);
}

static void close_objects(struct objects *objects)
{
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

static int refuse(void *closure, const char *bytes, size_t length)
{
	(void)closure;
	(void)bytes;
	(void)length;
	return -ENOSPC;
}

static void version_is_the_package(void **state)
{
	(void)state;
	assert_string_equal(tuneadv_version(), PACKAGE_VERSION);
}

static void nothing_is_freed_quietly(void **state)
{
	(void)state;
	tuneadv_diag_free(NULL);
	tuneadv_context_free(NULL);
	tuneadv_profiles_free(NULL);
	tuneadv_snapshot_free(NULL);
	tuneadv_findings_free(NULL);
	assert_int_equal(tuneadv_diag_count(NULL), 0);
	assert_null(tuneadv_diag_text(NULL, 0));
	assert_int_equal(tuneadv_findings_count(NULL), 0);
	assert_null(tuneadv_finding_id(NULL, 0));
}

static void options_of_another_size_are_refused(void **state)
{
	static const size_t sizes[] = { 0, 8, sizeof(struct tuneadv_options) + 8 };
	const struct place *place = *state;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct tuneadv_context *context = NULL;
		struct tuneadv_options options;

		tuneadv_options_init(&options);
		assert_int_equal(options.size, sizeof(options));
		options.root = place->root;
		options.size = sizes[i];
		assert_int_equal(tuneadv_context_new(&options, &context, NULL), -EINVAL);
		assert_null(context);
	}
}

static void captured_root_with_live_descriptors_is_refused(void **state)
{
	const struct place *place = *state;
	struct tuneadv_context *context = NULL;
	struct tuneadv_options options;

	tuneadv_options_init(&options);
	options.root = place->root;
	options.proc_fd = 0;
	assert_int_equal(tuneadv_context_new(&options, &context, NULL), -EINVAL);
	assert_null(context);
}

static void root_that_is_not_there_is_told(void **state)
{
	struct tuneadv_diag *diag = tuneadv_diag_new();
	struct tuneadv_context *context = NULL;
	struct tuneadv_options options;

	(void)state;
	tuneadv_options_init(&options);
	options.root = "/nonexistent/root";
	assert_int_equal(tuneadv_context_new(&options, &context, diag), -ENOENT);
	assert_int_equal(tuneadv_diag_count(diag), 1);
	assert_int_equal(tuneadv_diag_code(diag, 0), -ENOENT);
	assert_string_equal(tuneadv_diag_place(diag, 0), "/nonexistent/root");
	assert_non_null(tuneadv_diag_text(diag, 0));
	assert_null(tuneadv_diag_text(diag, 1));
	assert_int_equal(tuneadv_diag_code(diag, 1), 0);
	tuneadv_diag_free(diag);
}

static void unknown_profile_names_the_nearest(void **state)
{
	struct objects objects;

	open_objects(*state, &objects);
	assert_int_equal(tuneadv_profiles_load(objects.profiles, "quue", objects.diag), -ENOENT);
	assert_int_equal(tuneadv_diag_count(objects.diag), 2);
	assert_string_equal(tuneadv_diag_text(objects.diag, 1), "did you mean 'queue'?");
	close_objects(&objects);
}

static void calls_out_of_order_are_refused(void **state)
{
	struct objects objects;

	open_objects(*state, &objects);
	assert_int_equal(tuneadv_snapshot_take(objects.context, objects.profiles, &objects.snapshot,
					       NULL),
			 -EINVAL);
	evaluate_objects(&objects, NULL, 0);
	assert_int_equal(tuneadv_profiles_load(objects.profiles, "queue", NULL), -EINVAL);
	assert_int_equal(tuneadv_profiles_load_all(objects.profiles, NULL), -EINVAL);
	assert_int_equal(tuneadv_profiles_set(objects.profiles, "length", "1", NULL), -EINVAL);
	assert_int_equal(tuneadv_profiles_finish(objects.profiles, NULL), -EINVAL);
	close_objects(&objects);
}

static void parameters_are_checked(void **state)
{
	struct objects objects;

	open_objects(*state, &objects);
	assert_int_equal(tuneadv_profiles_set(objects.profiles, "length", "1", NULL), -ENOENT);
	assert_int_equal(tuneadv_profiles_load(objects.profiles, "queue", NULL), 0);
	assert_int_equal(tuneadv_profiles_set(objects.profiles, "length", "1", NULL), 0);
	assert_int_equal(tuneadv_profiles_set(objects.profiles, "length", "long", NULL), -EBADMSG);
	assert_int_equal(tuneadv_profiles_set(objects.profiles, "width", "1", NULL), -ENOENT);
	close_objects(&objects);
}

static void findings_are_seen_one_by_one(void **state)
{
	struct objects objects;

	open_objects(*state, &objects);
	evaluate_objects(&objects, NULL, 0);

	const struct tuneadv_findings *findings = objects.findings;

	assert_int_equal(tuneadv_findings_count(findings), 2);
	assert_string_equal(tuneadv_finding_id(findings, 0), "accept-queue");
	assert_string_equal(tuneadv_finding_subject(findings, 0), "net.core.somaxconn");
	assert_int_equal(tuneadv_finding_result(findings, 0), TUNEADV_RESULT_FAIL);
	assert_int_equal(tuneadv_finding_severity(findings, 0), TUNEADV_SEVERITY_HIGH);
	assert_string_equal(tuneadv_finding_current(findings, 0), "128");
	assert_non_null(tuneadv_finding_because(findings, 0));
	assert_int_equal(tuneadv_finding_is_requirement(findings, 0), 1);
	assert_int_equal(tuneadv_finding_is_waived(findings, 0), 0);
	assert_int_equal(tuneadv_finding_result(findings, 1), TUNEADV_RESULT_PASS);
	assert_int_equal(tuneadv_finding_is_requirement(findings, 1), 0);
	assert_null(tuneadv_finding_id(findings, 2));
	assert_null(tuneadv_finding_current(findings, 2));
	assert_int_equal(tuneadv_finding_result(findings, 2), 0);
	assert_int_equal(tuneadv_findings_verdict(findings, TUNEADV_SEVERITY_MEDIUM),
			 TUNEADV_VERDICT_NOT_FIT);
	assert_int_equal(tuneadv_findings_verdict(findings, TUNEADV_SEVERITY_NEVER),
			 TUNEADV_VERDICT_FIT);
	close_objects(&objects);
}

static void waivers_do_not_outlive_the_call(void **state)
{
	char rule[] = "accept-queue";
	char reason[] = "tried";
	struct tuneadv_waiver waiver = { .rule = rule, .reason = reason };
	struct objects objects;

	open_objects(*state, &objects);
	evaluate_objects(&objects, &waiver, 1);
	memset(rule, 'x', sizeof(rule) - 1);
	memset(reason, 'x', sizeof(reason) - 1);
	assert_int_equal(tuneadv_finding_is_waived(objects.findings, 0), 1);
	assert_int_equal(tuneadv_findings_verdict(objects.findings, TUNEADV_SEVERITY_LOW),
			 TUNEADV_VERDICT_FIT);
	close_objects(&objects);
}

static void sink_decides_about_documents(void **state)
{
	size_t total = 0;
	struct tuneadv_sink keeping = { .write = keep, .closure = &total };
	struct tuneadv_sink refusing = { .write = refuse };
	struct tuneadv_style style;
	struct objects objects;

	open_objects(*state, &objects);
	evaluate_objects(&objects, NULL, 0);
	tuneadv_style_init(&style);
	for (int format = TUNEADV_FORMAT_TEXT; format <= TUNEADV_FORMAT_JSON; format++) {
		style.format = (enum tuneadv_format)format;
		total = 0;
		assert_int_equal(tuneadv_render_check(objects.context, objects.profiles,
						      objects.snapshot, objects.findings,
						      objects.diag, &style, &keeping),
				 0);
		assert_true(total > 50);
		assert_int_equal(tuneadv_render_check(objects.context, objects.profiles,
						      objects.snapshot, objects.findings, NULL,
						      &style, &refusing),
				 -ENOSPC);
		assert_int_equal(tuneadv_render_list(objects.context, objects.profiles,
						     TUNEADV_LIST_TUNABLES, NULL, &style,
						     &refusing),
				 -ENOSPC);
	}
	assert_int_equal(tuneadv_render_error(0, 2, "message", NULL, &refusing), -ENOSPC);
	close_objects(&objects);
}

static void styles_of_another_size_or_format_are_refused(void **state)
{
	size_t total = 0;
	struct tuneadv_sink sink = { .write = keep, .closure = &total };
	struct tuneadv_style style;
	struct objects objects;

	open_objects(*state, &objects);
	tuneadv_style_init(&style);
	style.size--;
	assert_int_equal(tuneadv_render_list(objects.context, objects.profiles, TUNEADV_LIST_FACTS,
					     NULL, &style, &sink),
			 -EINVAL);
	tuneadv_style_init(&style);
	style.format = (enum tuneadv_format)9;
	assert_int_equal(tuneadv_render_list(objects.context, objects.profiles, TUNEADV_LIST_FACTS,
					     NULL, &style, &sink),
			 -EINVAL);
	tuneadv_style_init(&style);
	assert_int_equal(tuneadv_render_list(objects.context, objects.profiles,
					     (enum tuneadv_list)0, NULL, &style, &sink),
			 -EINVAL);
	assert_int_equal(total, 0);
	close_objects(&objects);
}

static void explain_knows_tunables_facts_and_rules(void **state)
{
	static const char *const ids[] = { "net.core.somaxconn", "cpus.online", "accept-queue" };
	size_t total = 0;
	struct tuneadv_sink sink = { .write = keep, .closure = &total };
	struct tuneadv_style style;
	struct objects objects;

	open_objects(*state, &objects);
	assert_int_equal(tuneadv_profiles_load_all(objects.profiles, objects.diag), 0);
	tuneadv_style_init(&style);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		total = 0;
		assert_int_equal(tuneadv_render_explain(objects.context, objects.profiles, ids[i],
							objects.diag, &style, &sink),
				 0);
		assert_true(total > 50);
	}
	total = 0;
	assert_int_equal(tuneadv_render_explain(objects.context, objects.profiles, "somaxconn",
						objects.diag, &style, &sink),
			 -ENOENT);
	assert_int_equal(total, 0);
	assert_int_equal(tuneadv_diag_count(objects.diag), 2);
	assert_string_equal(tuneadv_diag_text(objects.diag, 1),
			    "did you mean 'net.core.somaxconn'?");
	close_objects(&objects);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(version_is_the_package),
		cmocka_unit_test(nothing_is_freed_quietly),
		cmocka_unit_test(options_of_another_size_are_refused),
		cmocka_unit_test(captured_root_with_live_descriptors_is_refused),
		cmocka_unit_test(root_that_is_not_there_is_told),
		cmocka_unit_test(unknown_profile_names_the_nearest),
		cmocka_unit_test(calls_out_of_order_are_refused),
		cmocka_unit_test(parameters_are_checked),
		cmocka_unit_test(findings_are_seen_one_by_one),
		cmocka_unit_test(waivers_do_not_outlive_the_call),
		cmocka_unit_test(sink_decides_about_documents),
		cmocka_unit_test(styles_of_another_size_or_format_are_refused),
		cmocka_unit_test(explain_knows_tunables_facts_and_rules),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
