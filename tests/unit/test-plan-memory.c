/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Plans, and what is said of them and of outcomes, in which each allocation fails once in its turn:
 * -ENOMEM, nothing lost, nothing used after it was freed, and never half a plan.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "change-sample.h"
#include "planned.h"

/* The linker gives our objects these in the place of the allocator's (--wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);

#define NEVER SIZE_MAX

static size_t before_failing = NEVER; /* allocations that still succeed */
static size_t failures;

static bool is_failing(void)
{
	if (before_failing == NEVER)
		return false;
	if (before_failing > 0) {
		before_failing--;
		return false;
	}
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

#define QUEUE(n) "\"tunable\":\"net.core.somaxconn\",\"assert\":{\"at-least\":" n "}"
#define FILTER	 "\"tunable\":\"net.ipv4.conf.rp_filter\",\"assert\":{\"one-of\":[1,2]}"
#define SIZES	 "{\"at-least\":[4096,131072,6291456]}"
#define BUFFERS	 "\"tunable\":\"net.ipv4.tcp_rmem\",\"assert\":" SIZES
#define BY_HAND	 "\"tunable\":\"vm.swappiness\",\"assert\":{\"at-most\":10},\"set\":false"
#define PERHAPS	 "\"tunable\":\"net.core.somaxconn\",\"assert\":{\"at-most\":9999}"

static const char queue[] = RULE("a", QUEUE("4096")) "," RULE("b", QUEUE("8192"));
static const char filter[] = RULE("c", FILTER);
static const char buffers[] = RULE("d", BUFFERS);
static const char others[] = RULE("e", BY_HAND) "," WISH("f", PERHAPS);

static const struct file files[] = {
	{ "proc/sys/kernel/osrelease", "6.12.9\n" },
	{ "proc/sys/net/core/somaxconn", "128\n" },
	{ "proc/sys/vm/swappiness", "60\n" },
	{ "proc/sys/net/ipv4/tcp_rmem", "4096\t16384\t262144\n" },
	{ "proc/sys/net/ipv4/conf/all/rp_filter", "0\n" },
	{ "proc/sys/net/ipv4/conf/default/rp_filter", "0\n" },
	{ "proc/sys/net/ipv4/conf/eth0/rp_filter", "0\n" },
	{ NULL, NULL },
};

static void each_allocation_of_planning_that_fails_is_told(void **state)
{
	static const struct plan_options options = { .with_consider = true };
	struct planned planned;
	char rules[4096];
	size_t turn = 0;
	int r;

	(void)state;
	(void)snprintf(rules, sizeof(rules), "%s,%s,%s,%s", queue, filter, buffers, others);
	planned_new(&planned, rules, files, &options);
	assert_int_equal(planned.status, 0);
	do {
		struct judged *judged = &planned.judged;
		auto_plan struct plan plan;

		plan_init(&plan);
		failures = 0;
		before_failing = turn++;
		r = plan_make(&judged->findings, &judged->shelf.set, judged->host.snapshot,
			      &options, &plan, NULL);
		before_failing = NEVER;
		assert_int_equal(r, failures > 0 ? -ENOMEM : 0);
		assert_int_equal(plan.change_count, r < 0 ? 0 : 3);
		assert_int_equal(plan.left_out_count, r < 0 ? 0 : 1);
	} while (r < 0);
	assert_true(turn > 30);
	planned_done(&planned);
}

static void fill(struct change_sample *sample)
{
	struct change *change = change_sample_plan(sample, "a", "net.ipv4.conf.rp_filter",
						   "/proc/sys/net/ipv4/conf/eth0/rp_filter");

	change->instance = sample_instance(&sample->sample, SCOPE_NETDEV, "eth0");
	change->privilege = (char *)"needs root";
	change->owner = owner_at(0);
	change_sample_plan(sample, "b", "net.ipv4.tcp_rmem", "/proc/sys/net/ipv4/tcp_rmem");
	for (enum left_out i = LEFT_OUT_CONSIDER; i <= LEFT_OUT_CONTRADICTED; i++)
		change_sample_leave(sample, "maps", "vm.max_map_count", i, "so it is");
	sample->outcome.because = (char *)"so it is";
	for (enum entry_result i = ENTRY_PLANNED; i <= ENTRY_SKIPPED; i++) {
		struct outcome_change *made =
			change_sample_outcome(sample, "net.ipv4.conf.rp_filter",
					      "/proc/sys/net/ipv4/conf/eth0/rp_filter", i);

		made->instance = (char *)"eth0";
		made->was_weak = true;
	}
	change_sample_outcome(sample, "net.core.somaxconn", "/x", ENTRY_CHANGED)->got =
		(char *)"4095";
	change_sample_stand(sample, "20261130-1", JOURNAL_COMMITTED);
	change_sample_stand(sample, "20261130-2", JOURNAL_PREPARED);
}

static void each_allocation_of_a_document_that_fails_is_told(void **state)
{
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	fill(&sample);
	for (enum change_document i = CHANGE_PLAN_TEXT; i < CHANGE_DOCUMENT_END; i++) {
		size_t turn = 0;
		int r;

		do {
			auto_text struct text text = { 0 };

			failures = 0;
			before_failing = turn++;
			r = change_sample_render(&sample, i, &text);
			before_failing = NEVER;
			if (r != (failures > 0 ? -ENOMEM : 0))
				fail_msg("document %d, turn %zu: %d", i, turn, r);
		} while (r < 0);
		assert_true(turn > 5);
	}
	change_sample_done(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_allocation_of_planning_that_fails_is_told),
		cmocka_unit_test(each_allocation_of_a_document_that_fails_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
