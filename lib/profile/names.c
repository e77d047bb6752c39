/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of what profiles are made of, as JSON and people write them. */
#include "config.h"

#include "profile/profile.h"

#include <string.h>

static const char *const severity_names[] = {
	[SEVERITY_INFO] = "info",
	[SEVERITY_LOW] = "low",
	[SEVERITY_MEDIUM] = "medium",
	[SEVERITY_HIGH] = "high",
};

static const char *const rule_kind_names[] = {
	[RULE_REQUIREMENT] = "requirement",
	[RULE_CONSIDER] = "consider",
};

static const char *const subject_kind_names[] = {
	[SUBJECT_TUNABLE] = "tunable",
	[SUBJECT_FACT] = "fact",
};

static const char *const parameter_type_names[] = {
	[PARAMETER_NUMBER] = "number", [PARAMETER_BYTES] = "bytes", [PARAMETER_TIME] = "time",
	[PARAMETER_CPUS] = "cpus",     [PARAMETER_TEXT] = "text",
};

const char *severity_name(enum severity severity)
{
	return word_at(severity_names, ARRAY_SIZE(severity_names), severity);
}

enum severity severity_from_name(const char *name)
{
	for (enum severity s = SEVERITY_INFO; s <= SEVERITY_HIGH; s++) {
		if (strcmp(severity_names[s], name) == 0)
			return s;
	}
	return 0;
}

const char *rule_kind_name(enum rule_kind kind)
{
	return word_at(rule_kind_names, ARRAY_SIZE(rule_kind_names), kind);
}

const char *subject_kind_name(enum subject_kind kind)
{
	return word_at(subject_kind_names, ARRAY_SIZE(subject_kind_names), kind);
}

const char *parameter_type_name(enum parameter_type type)
{
	return word_at(parameter_type_names, ARRAY_SIZE(parameter_type_names), type);
}
