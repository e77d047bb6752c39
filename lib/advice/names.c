/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of results and reasons: closed lists that the report's schema repeats. */
#include "config.h"

#include "advice/finding.h"

static const char *const result_names[] = {
	[RESULT_PASS] = "pass",
	[RESULT_FAIL] = "fail",
	[RESULT_NOT_APPLICABLE] = "not-applicable",
	[RESULT_UNKNOWN] = "unknown",
	[RESULT_ERROR] = "error",
};

static const char *const confidence_names[] = {
	[CONFIDENCE_OBSERVED] = "observed",
	[CONFIDENCE_EXPECTED] = "expected",
	[CONFIDENCE_CONSIDER] = "consider",
};

static const char *const because_names[] = {
	[BECAUSE_MET] = "met",
	[BECAUSE_BELOW_FLOOR] = "below-floor",
	[BECAUSE_ABOVE_CEILING] = "above-ceiling",
	[BECAUSE_OUTSIDE_RANGE] = "outside-range",
	[BECAUSE_NOT_ONE_OF] = "not-one-of",
	[BECAUSE_DIFFERS] = "differs",
	[BECAUSE_EXCLUDED_VALUE] = "excluded-value",
	[BECAUSE_NOT_WITHIN] = "not-within",
	[BECAUSE_OVERLAPS] = "overlaps",
	[BECAUSE_CONDITION_NOT_MET] = "condition-not-met",
	[BECAUSE_PARAMETER_UNSET] = "parameter-unset",
	[BECAUSE_NO_INSTANCE] = "no-instance",
	[BECAUSE_INERT] = "inert",
	[BECAUSE_REMOVED] = "removed",
	[BECAUSE_NOT_YET] = "not-yet",
	[BECAUSE_NOT_BUILT_IN] = "not-built-in",
	[BECAUSE_MODULE_NOT_LOADED] = "module-not-loaded",
	[BECAUSE_OTHER_NAMESPACE] = "other-namespace",
	[BECAUSE_ABSENT] = "absent",
	[BECAUSE_UNREADABLE] = "unreadable",
	[BECAUSE_CONDITION_UNKNOWN] = "condition-unknown",
	[BECAUSE_OPERAND_UNKNOWN] = "operand-unknown",
	[BECAUSE_MALFORMED] = "malformed",
};

static const char *const changeable_names[] = {
	[CHANGEABLE_YES] = "yes",
	[CHANGEABLE_READ_ONLY] = "read-only",
	[CHANGEABLE_NEEDS_PRIVILEGE] = "needs-privilege",
	[CHANGEABLE_BOOT_ONLY] = "boot-only",
	[CHANGEABLE_CANNOT_BE_STEERED] = "cannot-be-steered",
	[CHANGEABLE_NOT_IN_THIS_NAMESPACE] = "not-in-this-namespace",
	[CHANGEABLE_ADVICE_ONLY] = "advice-only",
	[CHANGEABLE_UNKNOWN] = "unknown",
};

static const char *const verdict_names[] = {
	[VERDICT_FIT] = "fit",
	[VERDICT_NOT_FIT] = "not-fit",
	[VERDICT_UNDECIDED] = "undecided",
};

const char *result_name(enum result result)
{
	return word_at(result_names, ARRAY_SIZE(result_names), result);
}

const char *confidence_name(enum confidence confidence)
{
	return word_at(confidence_names, ARRAY_SIZE(confidence_names), confidence);
}

const char *because_name(enum because because)
{
	return word_at(because_names, ARRAY_SIZE(because_names), because);
}

const char *changeable_name(enum changeable changeable)
{
	return word_at(changeable_names, ARRAY_SIZE(changeable_names), changeable);
}

const char *verdict_name(enum verdict verdict)
{
	return word_at(verdict_names, ARRAY_SIZE(verdict_names), verdict);
}
