/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words of states, roles and results, in the journal and in reports. */
#include "config.h"

#include "change/journal_parts.h"

#include <string.h>

static const char *const states[] = {
	[JOURNAL_PREPARED] = "prepared",     [JOURNAL_COMMITTED] = "committed",
	[JOURNAL_REVERTING] = "reverting",   [JOURNAL_REVERTED] = "reverted",
	[JOURNAL_INCOMPLETE] = "incomplete",
};

static const char *const results[] = {
	[ENTRY_PLANNED] = "planned", [ENTRY_CHANGED] = "changed", [ENTRY_ALREADY] = "already",
	[ENTRY_REFUSED] = "refused", [ENTRY_FAILED] = "failed",	  [ENTRY_RESTORED] = "restored",
	[ENTRY_DRIFTED] = "drifted", [ENTRY_GONE] = "gone",	  [ENTRY_SKIPPED] = "skipped",
};

static const char *const roles[] = {
	[ENTRY_CHANGE] = "change",
	[ENTRY_COUPLING] = "coupling",
};

static const char *word(const char *const *words, size_t count, size_t index)
{
	return index < count && words[index] ? words[index] : "unknown";
}

static size_t find(const char *const *words, size_t count, const char *name)
{
	for (size_t i = 1; i < count; i++) {
		if (strcmp(words[i], name) == 0)
			return i;
	}
	return 0;
}

const char *journal_state_name(enum journal_state state)
{
	return word(states, ARRAY_SIZE(states), state);
}

const char *entry_result_name(enum entry_result result)
{
	return word(results, ARRAY_SIZE(results), result);
}

const char *entry_role_name(enum entry_role role)
{
	return word(roles, ARRAY_SIZE(roles), role);
}

enum journal_state journal_state_named(const char *name)
{
	return (enum journal_state)find(states, ARRAY_SIZE(states), name);
}

enum entry_result entry_result_named(const char *name)
{
	return (enum entry_result)find(results, ARRAY_SIZE(results), name);
}

enum entry_role entry_role_named(const char *name)
{
	return (enum entry_role)find(roles, ARRAY_SIZE(roles), name);
}
