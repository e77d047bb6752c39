/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What would be changed: the plan, what this process lacks for it, and who may have written it. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "change/privilege.h"

/* More names do not help whoever must find a privilege. */
#define MISSING_NAMES_MAX 3

void tuneadv_plan_options_init(struct tuneadv_plan_options *options)
{
	*options = (struct tuneadv_plan_options){ .size = sizeof(*options) };
}

int door_privilege(const struct tuneadv_context *context, const struct tunable *tunable,
		   const char *path, char **ret_missing)
{
	auto_text struct text missing = { 0 };
	int may_write = source_may_write(context->source, path);
	int r = privilege_check(tunable, path, context->uid, may_write, &missing);

	*ret_missing = NULL;
	if (r >= 0 || missing.length == 0)
		return r == -ENOMEM ? r : 0;
	return text_take(&missing, ret_missing);
}

/* ---- what is missing ---- */

struct lack {
	const char *name; /* of the tunable */
	char *words;	  /* owned */
};

struct lacks {
	struct lack *lacks; /* room for every change and every finding left out */
	size_t count;
};

static void lacks_done(struct lacks *lacks)
{
	for (size_t i = 0; i < lacks->count; i++)
		free(lacks->lacks[i].words);
	free(lacks->lacks);
}

static int note_lack(struct lacks *lacks, const char *name, const char *words)
{
	char *copy = strdup(words);

	if (!copy)
		return -ENOMEM;
	lacks->lacks[lacks->count++] = (struct lack){ .name = name, .words = copy };
	return 0;
}

static int ask_changes(const struct tuneadv_context *context, struct plan *plan,
		       struct lacks *lacks)
{
	for (size_t i = 0; i < plan->change_count; i++) {
		struct change *change = &plan->changes[i];
		autofree char *missing = NULL;
		int r = door_privilege(context, change->tunable, change->path, &missing);

		if (r == 0 && missing)
			r = note_lack(lacks, change->tunable->id, missing);
		if (r < 0)
			return r;
		free(change->privilege);
		change->privilege = take_ptr(missing);
	}
	return 0;
}

/* A read-only mount is this process's view, not the kernel's word: whoever has another view can
 * make the change. */
static int ask_left_out(const struct tuneadv_context *context, const struct plan *plan,
			struct lacks *lacks)
{
	for (size_t i = 0; i < plan->left_out_count; i++) {
		const struct left_out_finding *left_out = &plan->left_out[i];
		const struct tunable_reading *reading = left_out->finding->reading;

		if (left_out->reason != LEFT_OUT_READ_ONLY || !reading ||
		    source_may_write(context->source, reading->path) != -EROFS)
			continue;

		int r = note_lack(lacks, reading->tunable->id, "is mounted read-only");

		if (r < 0)
			return r;
	}
	return 0;
}

static bool is_first_of_words(const struct lacks *lacks, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (strcmp(lacks->lacks[i].words, lacks->lacks[index].words) == 0)
			return false;
	}
	return true;
}

/* "net.core.somaxconn, net.ipv4.tcp_rmem: needs root" */
static void add_alike(struct text *sentence, const struct lacks *lacks, size_t first)
{
	size_t names = 0;

	for (size_t i = first; i < lacks->count; i++) {
		if (strcmp(lacks->lacks[i].words, lacks->lacks[first].words) != 0)
			continue;
		if (names < MISSING_NAMES_MAX)
			text_addf(sentence, "%s%s", names > 0 ? ", " : "", lacks->lacks[i].name);
		names++;
	}
	if (names > MISSING_NAMES_MAX)
		text_addf(sentence, " and %zu more", names - MISSING_NAMES_MAX);
	text_addf(sentence, names > 1 ? ": each %s" : " %s", lacks->lacks[first].words);
}

static int tell_lacks(const struct lacks *lacks, struct tuneadv_plan *plan)
{
	auto_text struct text sentence = { 0 };

	plan->forbidden_count = lacks->count;
	if (lacks->count == 0)
		return 0;
	for (size_t i = 0; i < lacks->count; i++) {
		if (!is_first_of_words(lacks, i))
			continue;
		if (sentence.length > 0)
			text_add(&sentence, "; ");
		add_alike(&sentence, lacks, i);
	}
	return text_take(&sentence, &plan->missing);
}

static int ask_privileges(const struct tuneadv_context *context, struct tuneadv_plan *plan)
{
	size_t room = plan->plan.change_count + plan->plan.left_out_count + 1;
	cleanup(lacks_done) struct lacks lacks = { .lacks = calloc(room, sizeof(*lacks.lacks)) };

	if (!lacks.lacks)
		return -ENOMEM;

	int r = ask_changes(context, &plan->plan, &lacks);

	if (r == 0)
		r = ask_left_out(context, &plan->plan, &lacks);
	return r < 0 ? r : tell_lacks(&lacks, plan);
}

/* ---- who may have written the profiles ---- */

static void warn_of_profile(const struct profile *profile, uint32_t uid, struct diag *diag)
{
	/* Warnings: the caller goes on. */
	if (profile->mode & S_IWOTH)
		(void)diag_add(diag, -EPERM, profile->path,
			       "everybody can change this profile; nothing is written by it");
	else if (profile->mode & S_IWGRP)
		(void)diag_add(diag, -EPERM, profile->path,
			       "others can change this profile: its group may write it");
	if (profile->owner != 0 && profile->owner != uid)
		(void)diag_add(diag, -EPERM, profile->path,
			       "others can change this profile: user %u owns it",
			       (unsigned int)profile->owner);
}

static bool is_refused(const struct guard_refusal *refusal)
{
	return refusal->answer != 0 && refusal->answer != GUARD_ALLOWED;
}

static void refuse_profile(const struct profile *profile, struct guard_refusal *refusal)
{
	refusal->answer = GUARD_UNKNOWN;
	refusal->write = 0;
	text_clear(&refusal->why);
	text_add(&refusal->why, "everybody can change the profile ");
	text_add_safe(&refusal->why, span_of(profile->path));
	text_add(&refusal->why, ", so who asks for these values is not known");
}

/* A plan that changes nothing does no harm, whoever wrote the profile. */
static int judge_profiles(const struct tuneadv_context *context, const struct profile_set *set,
			  struct tuneadv_plan *plan, struct diag *diag)
{
	struct guard_refusal *refusal = &plan->plan.refusal;

	for (size_t i = 0; i < set->file_count; i++) {
		const struct profile *profile = set->files[i];

		warn_of_profile(profile, context->uid, diag);
		if ((profile->mode & S_IWOTH) && plan->plan.change_count > 0 &&
		    !is_refused(refusal))
			refuse_profile(profile, refusal);
	}
	if (!is_refused(refusal))
		return 0;

	int r = text_status(&refusal->why);

	if (r < 0)
		return r;
	plan->refusal = strdup(refusal->why.bytes ? refusal->why.bytes : "the guard refused it");
	return plan->refusal ? 0 : -ENOMEM;
}

/* ---- the door ---- */

int tuneadv_plan_make(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		      const struct tuneadv_snapshot *snapshot,
		      const struct tuneadv_findings *findings,
		      const struct tuneadv_plan_options *options, struct tuneadv_plan **ret_plan,
		      struct tuneadv_diag *diag)
{
	if (!context || !profiles || !snapshot || !findings || !options || !ret_plan ||
	    options->size != sizeof(*options))
		return -EINVAL;

	struct plan_options inner = {
		.with_consider = options->with_consider != 0,
		.is_host_wide = options->is_host_wide != 0,
		.only = options->only,
		.except = options->except,
	};
	struct tuneadv_plan *plan = calloc(1, sizeof(*plan));

	if (!plan)
		return -ENOMEM;
	plan_init(&plan->plan);

	int r = plan_make(&findings->findings, &profiles->set, snapshot->snapshot, &inner,
			  &plan->plan, door_diag(diag));

	if (r == 0)
		r = judge_profiles(context, &profiles->set, plan, door_diag(diag));
	if (r == 0)
		r = ask_privileges(context, plan);
	if (r < 0) {
		tuneadv_plan_free(plan);
		return r;
	}
	*ret_plan = plan;
	return 0;
}

void tuneadv_plan_free(struct tuneadv_plan *plan)
{
	if (!plan)
		return;
	plan_done(&plan->plan);
	free(plan->missing);
	free(plan->refusal);
	free(plan);
}

size_t tuneadv_plan_count(const struct tuneadv_plan *plan)
{
	return plan ? plan->plan.change_count : 0;
}

size_t tuneadv_plan_count_forbidden(const struct tuneadv_plan *plan)
{
	return plan ? plan->forbidden_count : 0;
}

const char *tuneadv_plan_missing(const struct tuneadv_plan *plan)
{
	return plan ? plan->missing : NULL;
}

size_t tuneadv_plan_count_unread(const struct tuneadv_plan *plan, enum tuneadv_severity fail_on)
{
	return plan ? plan_count_unread(&plan->plan, (enum severity)fail_on) : 0;
}

int tuneadv_plan_is_refused(const struct tuneadv_plan *plan)
{
	return plan && plan->refusal;
}

const char *tuneadv_plan_refusal(const struct tuneadv_plan *plan)
{
	return plan ? plan->refusal : NULL;
}
