/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which failing findings are not in the plan, and why. */
#include "config.h"

#include "advice/plan_parts.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"

bool finding_is_candidate(const struct finding *finding)
{
	switch (finding->result) {
	case RESULT_FAIL:
		return true;
	case RESULT_UNKNOWN:
	case RESULT_ERROR:
		/* It might have to be changed. */
		return finding->rule->tunable && finding->rule->set != RULE_SET_NOTHING;
	case RESULT_PASS:
	case RESULT_NOT_APPLICABLE:
		break;
	}
	return false;
}

/* ---- --only and --except: RULE, or RULE/INSTANCE as waivers have it ---- */

static bool names_finding(const char *const *words, const struct finding *finding)
{
	for (; words && *words; words++) {
		if (strcmp(*words, finding->rule->id) == 0 || strcmp(*words, finding->id) == 0)
			return true;
	}
	return false;
}

static bool is_known_rule(const struct profile_set *set, const char *word)
{
	size_t length = strcspn(word, "/");

	for (size_t i = 0; i < set->rule_count; i++) {
		const char *id = set->rules[i]->id;

		if (strlen(id) == length && strncmp(id, word, length) == 0)
			return true;
	}
	return false;
}

static int check_words(const struct profile_set *set, const char *const *words, const char *option,
		       struct diag *diag)
{
	int r = 0;

	for (; words && *words; words++) {
		if (!is_known_rule(set, *words))
			r = diag_add(diag, -ENOENT, option,
				     "no rule of these profiles is called %s", *words);
	}
	return r;
}

int plan_check_words(const struct profile_set *set, const struct plan_options *options,
		     struct diag *diag)
{
	int only = check_words(set, options->only, "--only", diag);
	int except = check_words(set, options->except, "--except", diag);

	return only < 0 ? only : except;
}

bool left_out_is_asked_for(const struct plan_options *options, const struct finding *finding)
{
	if (options->only && !names_finding(options->only, finding))
		return false;
	return !names_finding(options->except, finding);
}

/* ---- reasons ---- */

/* Network settings that a namespace of its own has; all else is the host's. */
static bool is_host_wide(const struct tunable *tunable)
{
	switch (tunable->scope) {
	case SCOPE_NETNS:
	case SCOPE_NETDEV:
	case SCOPE_RX_QUEUE:
	case SCOPE_TX_QUEUE:
		return false;
	case SCOPE_HOST:
	case SCOPE_BLOCK:
	case SCOPE_CPU:
	case SCOPE_NODE:
	case SCOPE_POLICY:
	case SCOPE_IRQ:
	case SCOPE_IDLE_STATE:
	case SCOPE_PAGE_SIZE:
		break;
	}
	return true;
}

static enum left_out advise(const struct rule *rule, struct text *why)
{
	const struct tunable *tunable = rule->tunable;

	if (!tunable)
		text_add(why, "it is a state of the host, not a setting: a person must act");
	else if (tunable->is_advice_only && tunable->advice_only_because)
		text_addf(why, "a person must decide this one. %s", tunable->advice_only_because);
	else if (tunable->security == SECURITY_CONTESTED)
		text_add(why, "authorities disagree on what is secure here: a person must decide");
	else if (tunable->security == SECURITY_PROGRAM)
		text_add(why, "the kernel runs as root what it names, so it is never written");
	else if (tunable->security == SECURITY_UNREVIEWED)
		text_add(why, "its effect on security was not reviewed, so it is never written");
	else
		text_add(why, "the rule only advises: a person must act");
	return LEFT_OUT_ADVICE;
}

static enum left_out judge_rule(const struct rule *rule, struct text *why)
{
	const struct tunable *tunable = rule->tunable;

	if (tunable && tunable->is_boot_only) {
		text_add(why, "only the boot line changes it");
		return LEFT_OUT_BOOT;
	}
	if (tunable && tunable->is_read_only) {
		text_add(why, "the kernel offers no write");
		return LEFT_OUT_READ_ONLY;
	}
	if (!tunable || rule->set == RULE_SET_NOTHING || tunable->is_advice_only ||
	    tunable->security == SECURITY_CONTESTED || tunable->security == SECURITY_PROGRAM ||
	    tunable->security == SECURITY_UNREVIEWED)
		return advise(rule, why);
	return 0;
}

static enum left_out judge_changeable(enum changeable changeable, struct text *why)
{
	switch (changeable) {
	case CHANGEABLE_READ_ONLY:
		text_add(why, "nothing can be written to it here: read-only");
		return LEFT_OUT_READ_ONLY;
	case CHANGEABLE_BOOT_ONLY:
		text_add(why, "only the boot line changes it");
		return LEFT_OUT_BOOT;
	case CHANGEABLE_CANNOT_BE_STEERED:
		text_add(why, "the kernel does not let anyone steer it");
		return LEFT_OUT_READ_ONLY;
	case CHANGEABLE_NOT_IN_THIS_NAMESPACE:
		text_add(why, "it belongs to the host: it cannot be changed from this namespace");
		return LEFT_OUT_OTHER_NAMESPACE;
	case CHANGEABLE_ADVICE_ONLY:
		text_add(why, "a person must decide this one");
		return LEFT_OUT_ADVICE;
	case CHANGEABLE_YES:
	case CHANGEABLE_NEEDS_PRIVILEGE:
	case CHANGEABLE_UNKNOWN:
		break;
	}
	return 0;
}

static enum left_out judge_host(const struct planner *planner, const struct finding *finding,
				struct text *why)
{
	enum left_out reason = judge_changeable(finding->changeable, why);

	if (reason)
		return reason;
	if (planner->is_contained && !planner->options->is_host_wide &&
	    is_host_wide(finding->rule->tunable)) {
		text_add(why, "it acts on the whole host, and this is a container (--host-wide)");
		return LEFT_OUT_HOST_WIDE;
	}
	if (finding->result != RESULT_FAIL || !finding->reading ||
	    finding->reading->reading.state != READING_VALUE) {
		text_add(why, finding->because_text ? finding->because_text : "it is not known");
		return LEFT_OUT_UNKNOWN;
	}
	return 0;
}

static enum left_out judge(const struct planner *planner, const struct finding *finding,
			   struct text *why)
{
	enum left_out reason;

	if (finding->waiver) {
		text_add(why, finding->waiver);
		return LEFT_OUT_WAIVED;
	}
	if (!left_out_is_asked_for(planner->options, finding)) {
		text_add(why, "not asked for (--only, --except)");
		return LEFT_OUT_NOT_ASKED;
	}
	if (finding->confidence == CONFIDENCE_CONSIDER && !planner->options->with_consider) {
		text_add(why, "only worth considering (--consider)");
		return LEFT_OUT_CONSIDER;
	}
	reason = judge_rule(finding->rule, why);
	return reason ? reason : judge_host(planner, finding, why);
}

int left_out_judge(const struct planner *planner, const struct finding *finding,
		   enum left_out *ret_reason, struct text *why)
{
	enum left_out reason = judge(planner, finding, why);

	if (text_status(why) < 0)
		return text_status(why);
	*ret_reason = reason;
	return 0;
}

int plan_leave_out(struct plan *plan, const struct finding *finding, enum left_out reason,
		   const struct text *why)
{
	autofree char *copy = strdup(why->bytes ? why->bytes : "");
	int r = text_status(why);

	if (r < 0)
		return r;
	if (!copy)
		return -ENOMEM;
	r = array_reserve(&plan->left_out, &plan->left_out_capacity, plan->left_out_count + 1,
			  sizeof(*plan->left_out));
	if (r < 0)
		return r;
	plan->left_out[plan->left_out_count++] = (struct left_out_finding){
		.finding = finding,
		.reason = reason,
		.why = take_ptr(copy),
	};
	return 0;
}

const char *left_out_name(enum left_out reason)
{
	switch (reason) {
	case LEFT_OUT_CONSIDER:
		return "consider";
	case LEFT_OUT_NOT_ASKED:
		return "not-asked";
	case LEFT_OUT_ADVICE:
		return "advice-only";
	case LEFT_OUT_READ_ONLY:
		return "read-only";
	case LEFT_OUT_BOOT:
		return "boot-only";
	case LEFT_OUT_HOST_WIDE:
		return "host-wide";
	case LEFT_OUT_OTHER_NAMESPACE:
		return "other-namespace";
	case LEFT_OUT_GUARD:
		return "guard";
	case LEFT_OUT_NOT_UNDOABLE:
		return "not-undoable";
	case LEFT_OUT_WAIVED:
		return "waived";
	case LEFT_OUT_UNKNOWN:
		return "unknown";
	case LEFT_OUT_CONTRADICTED:
		return "contradicted";
	}
	return "";
}
