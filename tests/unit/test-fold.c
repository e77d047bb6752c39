/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Folding: which passes of one rule become one finding, and that many of them take no time. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "advice/judge.h"
#include "base/array.h"

/* As many as no host has; comparing each with each would take minutes. */
#define MANY	    50000
#define SECONDS_MAX 5

static char rule_id[] = "r";
static const struct rule rule = { .id = rule_id };

/* A finding of an instance of its own, which says @current. */
static void add(struct findings *findings, enum result result, const char *current)
{
	static const struct instance instance = { .kind = SCOPE_IRQ };
	char id[32];

	assert_int_equal(array_reserve(&findings->findings, &findings->capacity,
				       findings->count + 1, sizeof(*findings->findings)),
			 0);
	(void)snprintf(id, sizeof(id), "r/%zu", findings->count);
	findings->findings[findings->count++] = (struct finding){
		.id = strdup(id),
		.rule = &rule,
		.instance = &instance,
		.instances = 1,
		.result = result,
		.because_text = strdup("so"),
		.current = strdup(current),
	};
}

static void assert_says(const struct findings *findings, size_t index, const char *id, size_t count)
{
	assert_true(index < findings->count);
	assert_string_equal(findings->findings[index].id, id);
	assert_int_equal(findings->findings[index].instances, count);
}

static void largest_group_of_passes_becomes_one(void **state)
{
	auto_findings struct findings findings;

	(void)state;
	findings_init(&findings);
	add(&findings, RESULT_PASS, "1");
	add(&findings, RESULT_PASS, "2");
	add(&findings, RESULT_FAIL, "2");
	add(&findings, RESULT_PASS, "2");
	assert_int_equal(findings_fold(&findings, 0), 0);
	assert_int_equal(findings.count, 3);
	assert_says(&findings, 0, "r/0", 1);
	assert_says(&findings, 1, "r", 2);
	assert_says(&findings, 2, "r/2", 1);
}

static void of_groups_alike_in_size_the_first_becomes_one(void **state)
{
	auto_findings struct findings findings;

	(void)state;
	findings_init(&findings);
	add(&findings, RESULT_PASS, "2");
	add(&findings, RESULT_PASS, "1");
	add(&findings, RESULT_PASS, "2");
	add(&findings, RESULT_PASS, "1");
	assert_int_equal(findings_fold(&findings, 0), 0);
	assert_int_equal(findings.count, 3);
	assert_says(&findings, 0, "r", 2);
	assert_says(&findings, 1, "r/1", 1);
	assert_says(&findings, 2, "r/3", 1);
}

static void many_findings_are_folded_in_no_time(void **state)
{
	auto_findings struct findings findings;
	clock_t begin;

	(void)state;
	findings_init(&findings);
	for (size_t i = 0; i < MANY; i++) {
		char current[32];

		(void)snprintf(current, sizeof(current), "%zu", i);
		add(&findings, RESULT_PASS, current);
	}
	begin = clock();
	assert_int_equal(findings_fold(&findings, 0), 0);
	assert_true((clock() - begin) / CLOCKS_PER_SEC < SECONDS_MAX);
	assert_int_equal(findings.count, MANY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(largest_group_of_passes_becomes_one),
		cmocka_unit_test(of_groups_alike_in_size_the_first_becomes_one),
		cmocka_unit_test(many_findings_are_folded_in_no_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
