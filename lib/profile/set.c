/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rules in force: of several profiles together, each once, without those that were replaced. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* The rule of that id as seen from @profile: its own, or the nearest base's. */
static const struct rule *rule_seen_from(const struct profile *profile, const char *id)
{
	for (const struct profile *p = profile; p; p = p->base) {
		for (size_t i = 0; i < p->rule_count; i++) {
			if (strcmp(p->rules[i].id, id) == 0)
				return &p->rules[i];
		}
	}
	return NULL;
}

static bool is_based_on(const struct profile *profile, const struct profile *base)
{
	for (const struct profile *p = profile; p; p = p->base) {
		if (p == base)
			return true;
	}
	return false;
}

/* Whoever extends a profile and replaces its rule replaces it also where the base itself was asked
 * for beside it. */
static bool is_replaced(const struct profile_set *set, const struct rule *rule)
{
	for (size_t i = 0; i < set->chosen_count; i++) {
		const struct profile *chosen = set->chosen[i];

		if (is_based_on(chosen, rule->profile) && rule_seen_from(chosen, rule->id) != rule)
			return true;
	}
	return false;
}

static bool is_wanted(const struct profile_set *set, const struct profile *file)
{
	for (size_t i = 0; i < set->chosen_count; i++) {
		if (is_based_on(set->chosen[i], file))
			return true;
	}
	return false;
}

static int add_rules_of(struct profile_set *set, const struct profile *file)
{
	int r = array_reserve(&set->rules, &set->rule_capacity, set->rule_count + file->rule_count,
			      sizeof(*set->rules));

	if (r < 0)
		return r;
	for (size_t i = 0; i < file->rule_count; i++) {
		if (!is_replaced(set, &file->rules[i]))
			set->rules[set->rule_count++] = &file->rules[i];
	}
	return 0;
}

static int compare_rules(const void *a, const void *b)
{
	const struct rule *first = *(const struct rule *const *)a;
	const struct rule *second = *(const struct rule *const *)b;
	int order = strcmp(first->id, second->id);

	if (order == 0)
		order = strcmp(first->profile->name, second->profile->name);
	return order ? order : strcmp(first->profile->path, second->profile->path);
}

int profile_set_finish(struct profile_set *set, struct diag *diag)
{
	set->rule_count = 0;
	for (size_t i = 0; i < set->file_count; i++) {
		int r = is_wanted(set, set->files[i]) ? add_rules_of(set, set->files[i]) : 0;

		if (r < 0)
			return r;
	}
	if (set->rule_count == 0)
		return 0;
	qsort(set->rules, set->rule_count, sizeof(*set->rules), compare_rules);
	return contradictions_find(set->rules, set->rule_count, diag);
}
