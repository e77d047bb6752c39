/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The whole way through the door in which each allocation fails once in its turn, and from then on
 * for good: -ENOMEM or success, nothing lost, nothing used after it was freed (the sanitizers see
 * to that).
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>

#include "door-place.h"
#include "tuneadv.h"

/* The linker gives our objects these in the place of the allocator's (--wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);

#define NEVER	   SIZE_MAX
#define POINTS_MAX 100000
/* Every allocation up to the first, then one of so many: a list does the same for each of its rows,
 * and a prime number meets each place in a row. */
#define POINTS_DENSE  500
#define POINTS_STRIDE 17

static size_t before_failing = NEVER; /* allocations that still succeed */
static size_t failures;
static bool is_for_good;

static bool is_failing(void)
{
	if (before_failing == NEVER)
		return false;
	if (before_failing > 0) {
		before_failing--;
		return false;
	}
	if (!is_for_good)
		before_failing = NEVER;
	failures++;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return is_failing() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_failing() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return is_failing() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *string)
{
	return is_failing() ? NULL : __real_strdup(string);
}

/* ---- the ways ---- */

struct way {
	const struct place *place;
	struct tuneadv_diag *diag;
	struct tuneadv_context *context;
	struct tuneadv_profiles *profiles;
	struct tuneadv_snapshot *snapshot;
	struct tuneadv_findings *findings;
	size_t written;
};

static int count_bytes(void *closure, const char *bytes, size_t length)
{
	size_t *written = closure;

	assert_non_null(bytes);
	*written += length;
	return 0;
}

static int way_open(struct way *way)
{
	const char *folders[] = { way->place->profiles, NULL };
	struct tuneadv_options options;
	int r;

	way->diag = tuneadv_diag_new();
	if (!way->diag)
		return -ENOMEM;
	tuneadv_options_init(&options);
	options.root = way->place->root;
	r = tuneadv_context_new(&options, &way->context, way->diag);
	return r < 0 ? r : tuneadv_profiles_new(folders, &way->profiles);
}

static void way_close(struct way *way)
{
	tuneadv_findings_free(way->findings);
	tuneadv_snapshot_free(way->snapshot);
	tuneadv_profiles_free(way->profiles);
	tuneadv_context_free(way->context);
	tuneadv_diag_free(way->diag);
}

static int evaluate(struct way *way)
{
	static const struct tuneadv_waiver waivers[] = { { "swap", "meant so" } };
	int r = tuneadv_profiles_load(way->profiles, "queue", way->diag);

	if (r == 0)
		r = tuneadv_profiles_set(way->profiles, "length", "4096", way->diag);
	if (r == 0)
		r = tuneadv_profiles_finish(way->profiles, way->diag);
	if (r == 0)
		r = tuneadv_snapshot_take(way->context, way->profiles, &way->snapshot, way->diag);
	if (r == 0)
		r = tuneadv_evaluate(way->context, way->profiles, way->snapshot, waivers, 1,
				     &way->findings, way->diag);
	return r;
}

static int go_check(struct way *way, const struct tuneadv_style *style,
		    const struct tuneadv_sink *sink)
{
	int r = evaluate(way);

	return r < 0 ? r
		     : tuneadv_render_check(way->context, way->profiles, way->snapshot,
					    way->findings, way->diag, style, sink);
}

static int explain(struct way *way, const char *id, const struct tuneadv_style *style,
		   const struct tuneadv_sink *sink)
{
	int r = tuneadv_profiles_load_all(way->profiles, way->diag);

	return r < 0 ? r
		     : tuneadv_render_explain(way->context, way->profiles, id, way->diag, style,
					      sink);
}

static int go_explain_tunable(struct way *way, const struct tuneadv_style *style,
			      const struct tuneadv_sink *sink)
{
	return explain(way, "net.core.somaxconn", style, sink);
}

static int go_explain_fact(struct way *way, const struct tuneadv_style *style,
			   const struct tuneadv_sink *sink)
{
	return explain(way, "sockets", style, sink);
}

static int go_explain_rule(struct way *way, const struct tuneadv_style *style,
			   const struct tuneadv_sink *sink)
{
	return explain(way, "accept-queue", style, sink);
}

static int go_list(struct way *way, const struct tuneadv_style *style,
		   const struct tuneadv_sink *sink)
{
	int r = tuneadv_profiles_load_all(way->profiles, way->diag);

	for (enum tuneadv_list list = TUNEADV_LIST_PROFILES; r == 0 && list <= TUNEADV_LIST_FACTS;
	     list++)
		r = tuneadv_render_list(way->context, way->profiles, list, way->diag, style, sink);
	return r;
}

static int go_error(struct way *way, const struct tuneadv_style *style,
		    const struct tuneadv_sink *sink)
{
	(void)way;
	(void)style;
	return tuneadv_render_error(0, 2, "no such file", "a.json:1:2", sink);
}

static const struct {
	const char *name;
	int (*go)(struct way *way, const struct tuneadv_style *style,
		  const struct tuneadv_sink *sink);
} ways[] = {
	{ "check", go_check },
	{ "explain a tunable", go_explain_tunable },
	{ "explain a fact", go_explain_fact },
	{ "explain a rule", go_explain_rule },
	{ "list", go_list },
	{ "error", go_error },
};

static int go_once(const struct place *place, size_t which, const struct tuneadv_style *style)
{
	struct way way = { .place = place };
	struct tuneadv_sink sink = { .write = count_bytes, .closure = &way.written };
	int r = way_open(&way);

	if (r == 0)
		r = ways[which].go(&way, style, &sink);
	before_failing = NEVER;
	way_close(&way);
	assert_true(r == -ENOMEM || (r == 0 && way.written > 0));
	/* cJSON asks an allocator of its own; what fails of ours must be told. */
	assert_int_equal(r, failures > 0 ? -ENOMEM : 0);
	return r;
}

static void each_point_fails(void **state, bool for_good)
{
	size_t points = 0;

	is_for_good = for_good;
	for (size_t i = 0; i < 2 * sizeof(ways) / sizeof(ways[0]); i++) {
		struct tuneadv_style style;
		size_t turn = 0;

		tuneadv_style_init(&style);
		style.format = i % 2 ? TUNEADV_FORMAT_JSON : TUNEADV_FORMAT_TEXT;
		style.is_verbose = 1;
		style.width = 80;
		do {
			failures = 0;
			before_failing = turn;
			turn += turn < POINTS_DENSE ? 1 : POINTS_STRIDE;
			assert_true(turn < POINTS_MAX);
		} while (go_once(*state, i / 2, &style) < 0);
		print_message("%s, %s: points up to %zu\n", ways[i / 2].name,
			      i % 2 ? "JSON" : "text", turn);
		points += turn;
	}
	/* The fault was met often, or this test would prove nothing. */
	assert_true(points > 1000);
}

static void each_allocation_that_fails_once_is_told(void **state)
{
	each_point_fails(state, false);
}

static void memory_that_runs_out_for_good_is_told(void **state)
{
	each_point_fails(state, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_allocation_that_fails_once_is_told, make_place,
						remove_place),
		cmocka_unit_test_setup_teardown(memory_that_runs_out_for_good_is_told, make_place,
						remove_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
