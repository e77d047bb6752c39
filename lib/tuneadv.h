/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libtuneadv: is this Linux host set up for its workload, and what may safely be changed?
 *
 * The library prints nothing, never exits, keeps no global state, reads no environment and starts
 * no process. Functions return 0 or a negative errno; sentences about what went wrong are collected
 * in a struct tuneadv_diag. Objects are opaque and owned by the caller unless said otherwise; free
 * functions accept NULL. Strings are UTF-8 or ASCII, terminated; what came from the host is made
 * safe for terminals (\xNN). One context, and what was made from it, per thread at a time.
 */
#ifndef TUNEADV_H
#define TUNEADV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * tuneadv_version - the version of the library in use, such as "0.1.0"
 *
 * Return: static string.   Since: 0.1
 */
const char *tuneadv_version(void);

/* ---- diagnostics ---- */

struct tuneadv_diag;

/**
 * tuneadv_diag_new - a collection of sentences for the calls that it is given to
 *
 * Return: owned by the caller; NULL when out of memory.   Since: 0.1
 */
struct tuneadv_diag *tuneadv_diag_new(void);

/**
 * tuneadv_diag_free - frees the collection and all sentences in it
 * @diag: may be NULL
 *
 * Since: 0.1
 */
void tuneadv_diag_free(struct tuneadv_diag *diag);

/**
 * tuneadv_diag_count - number of sentences, at most 1000: more are dropped
 * @diag: may be NULL (then 0)
 *
 * Since: 0.1
 */
size_t tuneadv_diag_count(const struct tuneadv_diag *diag);

/**
 * tuneadv_diag_text - sentence number @index
 * @diag:  may be NULL
 * @index: from 0, in the order in which they were added
 *
 * Return: borrowed until @diag is freed; NULL past the end.   Since: 0.1
 */
const char *tuneadv_diag_text(const struct tuneadv_diag *diag, size_t index);

/**
 * tuneadv_diag_place - where sentence number @index belongs: "FILE:LINE:COLUMN", a path, or ""
 *
 * Return: as tuneadv_diag_text().   Since: 0.1
 */
const char *tuneadv_diag_place(const struct tuneadv_diag *diag, size_t index);

/**
 * tuneadv_diag_code - what went wrong in sentence number @index
 *
 * Return: a negative errno; 0 past the end.   Since: 0.1
 */
int tuneadv_diag_code(const struct tuneadv_diag *diag, size_t index);

/* ---- context: which host ---- */

struct tuneadv_context;

/**
 * struct tuneadv_options - what a context is made of
 * @size:    sizeof(struct tuneadv_options), so that fields can be added
 * @root:    NULL for this host, or a captured tree holding proc/ and sys/
 * @proc_fd: folder descriptor of /proc, or -1 for this process's own; after the caller entered the
 *           namespaces it wants. Borrowed, must outlive the context
 * @sys_fd:  folder descriptor of /sys, or -1; likewise
 * @uid:     effective user id of whoever asks; others than 0 are told what root could read
 * @time_s:  now, seconds since 1970 UTC; goes into the documents
 *
 * Fill it with tuneadv_options_init() first.
 */
struct tuneadv_options {
	size_t size;
	const char *root;
	int proc_fd;
	int sys_fd;
	uint32_t uid;
	int64_t time_s;
};

/**
 * tuneadv_options_init - this host, no descriptors, uid 0, time 0
 * @options: of the caller; every field is set
 *
 * Since: 0.1
 */
void tuneadv_options_init(struct tuneadv_options *options);

/**
 * tuneadv_context_new - opens the host or captured root
 * @options:     copied; its descriptors stay the caller's
 * @ret_context: owned by the caller; untouched on failure
 * @diag:        borrowed, may be NULL
 *
 * Reads: nothing yet.  Needs: no privilege.  Thread: one context per thread.
 * Return: 0, -ENOMEM, -EINVAL (options), -ENOTDIR or -ENOENT (root).   Since: 0.1
 */
int tuneadv_context_new(const struct tuneadv_options *options, struct tuneadv_context **ret_context,
			struct tuneadv_diag *diag);

/**
 * tuneadv_context_free - closes the host
 * @context: may be NULL; descriptors given in its options are not closed
 *
 * Since: 0.1
 */
void tuneadv_context_free(struct tuneadv_context *context);

/* ---- profiles: what is wanted ---- */

struct tuneadv_profiles;

/**
 * tuneadv_profiles_new - an empty set of profiles
 * @folders:      searched in this order for NAME.json; NULL-terminated, copied
 * @ret_profiles: owned by the caller; untouched on failure
 *
 * Return: 0 or -ENOMEM.   Since: 0.1
 */
int tuneadv_profiles_new(const char *const *folders, struct tuneadv_profiles **ret_profiles);

/**
 * tuneadv_profiles_free - frees the profiles; findings that borrow from them must be gone
 * @profiles: may be NULL
 *
 * Since: 0.1
 */
void tuneadv_profiles_free(struct tuneadv_profiles *profiles);

/**
 * tuneadv_profiles_load - adds a profile and what it extends
 * @profiles:     not finished yet
 * @name_or_path: a name, or a path when it contains '/'; one that was loaded before counts once
 * @diag:         borrowed, may be NULL
 *
 * Reads: the file, at most 1 MiB, and those of what it extends.  Needs: the right to read them.
 * Return: 0, -ENOMEM, -ENOENT (not found), -EBADMSG (not well-formed, or it states a weaker value:
 * file, line and column in @diag), -EFBIG, -EINVAL (finished, or no regular file), or the errno of
 * opening it.   Since: 0.1
 */
int tuneadv_profiles_load(struct tuneadv_profiles *profiles, const char *name_or_path,
			  struct tuneadv_diag *diag);

/**
 * tuneadv_profiles_load_all - adds every profile of the folders
 * @profiles: not finished yet
 * @diag:     borrowed, may be NULL; broken profiles become sentences in it
 *
 * Reads: the folders and each NAME.json in them.  Needs: no privilege.
 * Return: 0, -ENOMEM or -EINVAL (finished).   Since: 0.1
 */
int tuneadv_profiles_load_all(struct tuneadv_profiles *profiles, struct tuneadv_diag *diag);

/**
 * tuneadv_profiles_set - gives a parameter its value in every loaded profile that has it
 * @profiles: not finished yet
 * @name:     as the profile declares it
 * @value:    text of the parameter's type: "4096", "16 MiB", "250 ms", "2-5"; copied
 * @diag:     borrowed, may be NULL
 *
 * Return: 0, -ENOMEM, -ENOENT (no profile has it), -EBADMSG (not a value of its type), -EINVAL
 * (finished).   Since: 0.1
 */
int tuneadv_profiles_set(struct tuneadv_profiles *profiles, const char *name, const char *value,
			 struct tuneadv_diag *diag);

/**
 * tuneadv_profiles_finish - puts the rules in force together; afterwards nothing can be added
 * @profiles: becomes finished, unless the call fails
 * @diag:     borrowed, may be NULL
 *
 * Return: 0, -ENOMEM, or -EINVAL when two rules contradict each other (both are named in @diag) or
 * the profiles were finished before.   Since: 0.1
 */
int tuneadv_profiles_finish(struct tuneadv_profiles *profiles, struct tuneadv_diag *diag);

/* ---- snapshot: what is so ---- */

struct tuneadv_snapshot;

/**
 * tuneadv_snapshot_take - reads, once, what finished profiles name
 * @context:      its options decide which host
 * @profiles:     finished; borrowed for the call
 * @ret_snapshot: owned by the caller; untouched on failure
 * @diag:         borrowed, may be NULL; gains a sentence for each malformed file
 *
 * Unreadable settings do not fail the call; they are readings with an error.
 * Reads: /proc, /sys, /run of the context's host.  Needs: no privilege.
 * Return: 0, -ENOMEM, -EINVAL (profiles not finished).   Since: 0.1
 */
int tuneadv_snapshot_take(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			  struct tuneadv_snapshot **ret_snapshot, struct tuneadv_diag *diag);

/**
 * tuneadv_snapshot_take_with_posture - the same, and every setting that protects the host
 *
 * tuneadv_render_check() then tells of all of them, not of the short list only; without a profile
 * it tells of nothing else.
 *
 * Reads: about a hundred files more.  The rest as tuneadv_snapshot_take().   Since: 0.1
 */
int tuneadv_snapshot_take_with_posture(struct tuneadv_context *context,
				       const struct tuneadv_profiles *profiles,
				       struct tuneadv_snapshot **ret_snapshot,
				       struct tuneadv_diag *diag);

/**
 * tuneadv_snapshot_free - frees a snapshot; findings that borrow from it must be gone
 * @snapshot: may be NULL
 *
 * Since: 0.1
 */
void tuneadv_snapshot_free(struct tuneadv_snapshot *snapshot);

/* ---- findings: what follows ---- */

struct tuneadv_findings;

/**
 * enum tuneadv_severity - how much a rule matters; a greater number is graver
 */
enum tuneadv_severity {
	TUNEADV_SEVERITY_NEVER = 0, /* as a threshold: nothing decides */
	TUNEADV_SEVERITY_INFO = 1,
	TUNEADV_SEVERITY_LOW = 2,
	TUNEADV_SEVERITY_MEDIUM = 3,
	TUNEADV_SEVERITY_HIGH = 4,
};

/**
 * enum tuneadv_result - what a rule says of one instance; not-applicable: not for a host like this
 */
enum tuneadv_result {
	TUNEADV_RESULT_PASS = 1,
	TUNEADV_RESULT_FAIL = 2,
	TUNEADV_RESULT_NOT_APPLICABLE = 3,
	TUNEADV_RESULT_UNKNOWN = 4,
	TUNEADV_RESULT_ERROR = 5,
};

/**
 * enum tuneadv_verdict - undecided: a requirement could not be read, and none that could be fails
 */
enum tuneadv_verdict {
	TUNEADV_VERDICT_FIT = 1,
	TUNEADV_VERDICT_NOT_FIT = 2,
	TUNEADV_VERDICT_UNDECIDED = 3,
};

/**
 * struct tuneadv_waiver - a rule whose failing is accepted, and why
 * @rule:   RULE or RULE/INSTANCE; one that names no rule becomes a sentence, not an error
 * @reason: a sentence, kept in the report
 *
 * Both are borrowed for the call that they are given to.
 */
struct tuneadv_waiver {
	const char *rule;
	const char *reason;
};

/**
 * tuneadv_evaluate - what every rule says of every instance
 * @context:      the host of @snapshot
 * @profiles:     finished; must outlive the findings, which borrow from it
 * @snapshot:     must outlive them too
 * @waivers:      @waiver_count of them; may be NULL when that is 0
 * @waiver_count: number of @waivers
 * @ret_findings: owned by the caller; untouched on failure
 * @diag:         borrowed, may be NULL
 *
 * For what fails the kernel is asked whether this process could write it; nothing is opened.
 * Needs: no privilege; without it a finding may say that a change needs root.
 * Return: 0, -ENOMEM, -EINVAL (profiles not finished).   Since: 0.1
 */
int tuneadv_evaluate(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		     const struct tuneadv_snapshot *snapshot, const struct tuneadv_waiver *waivers,
		     size_t waiver_count, struct tuneadv_findings **ret_findings,
		     struct tuneadv_diag *diag);

/**
 * tuneadv_findings_free - frees findings, before the profiles and the snapshot
 * @findings: may be NULL
 *
 * Since: 0.1
 */
void tuneadv_findings_free(struct tuneadv_findings *findings);

/**
 * tuneadv_findings_verdict - do the requirements at or above a severity hold?
 * @findings: not NULL
 * @fail_on:  what decides; TUNEADV_SEVERITY_NEVER: nothing, so always fit
 *
 * What is waived or only worth considering never decides.   Since: 0.1
 */
enum tuneadv_verdict tuneadv_findings_verdict(const struct tuneadv_findings *findings,
					      enum tuneadv_severity fail_on);

/**
 * tuneadv_findings_count - number of findings, those that pass and do not apply included
 * @findings: may be NULL (then 0)
 *
 * They are sorted by id. Passes of one rule that say the same of several instances are one finding.
 * Since: 0.1
 */
size_t tuneadv_findings_count(const struct tuneadv_findings *findings);

/**
 * tuneadv_finding_id - RULE or RULE/INSTANCE
 * @findings: may be NULL, here and below
 * @index:    from 0, here and below
 *
 * Return: borrowed until the findings are freed, as all texts below; NULL past the end.  Since: 0.1
 */
const char *tuneadv_finding_id(const struct tuneadv_findings *findings, size_t index);

/**
 * tuneadv_finding_subject - id of the tunable or fact that the rule is about
 *
 * Return: borrowed; NULL past the end.   Since: 0.1
 */
const char *tuneadv_finding_subject(const struct tuneadv_findings *findings, size_t index);

/**
 * tuneadv_finding_result - what the rule says; a waived finding keeps its result
 *
 * Return: 0 past the end.   Since: 0.1
 */
enum tuneadv_result tuneadv_finding_result(const struct tuneadv_findings *findings, size_t index);

/**
 * tuneadv_finding_severity - how much the rule matters
 *
 * Return: TUNEADV_SEVERITY_NEVER past the end.   Since: 0.1
 */
enum tuneadv_severity tuneadv_finding_severity(const struct tuneadv_findings *findings,
					       size_t index);

/**
 * tuneadv_finding_current - the value now, in canonical text and the subject's own unit
 *
 * Return: borrowed; NULL where there is no value, and past the end.   Since: 0.1
 */
const char *tuneadv_finding_current(const struct tuneadv_findings *findings, size_t index);

/**
 * tuneadv_finding_because - why the result is what it is: one sentence
 *
 * Return: borrowed; NULL past the end.   Since: 0.1
 */
const char *tuneadv_finding_because(const struct tuneadv_findings *findings, size_t index);

/**
 * tuneadv_finding_is_requirement - is the rule more than worth considering?
 *
 * Return: 1 or 0; 0 past the end.   Since: 0.1
 */
int tuneadv_finding_is_requirement(const struct tuneadv_findings *findings, size_t index);

/**
 * tuneadv_finding_is_waived - does a waiver cover it?
 *
 * Return: 1 or 0; 0 past the end.   Since: 0.1
 */
int tuneadv_finding_is_waived(const struct tuneadv_findings *findings, size_t index);

/* ---- changes ---- */

/**
 * tuneadv_snapshot_take_for_change - as tuneadv_snapshot_take(), and what moves together with what
 * the profiles name
 *
 * Plans need it.   Since: 0.1
 */
int tuneadv_snapshot_take_for_change(struct tuneadv_context *context,
				     const struct tuneadv_profiles *profiles,
				     struct tuneadv_snapshot **ret_snapshot,
				     struct tuneadv_diag *diag);

struct tuneadv_plan;

/**
 * struct tuneadv_plan_options - which of the failing findings a plan takes
 * @size:          sizeof(struct tuneadv_plan_options)
 * @with_consider: not 0: also what is only worth considering
 * @is_host_wide:  not 0: host-wide settings also from inside a container
 * @only:          rule ids, NULL-terminated; NULL: all
 * @except:        rule ids, NULL-terminated; NULL: none
 */
struct tuneadv_plan_options {
	size_t size;
	int with_consider;
	int is_host_wide;
	const char *const *only;
	const char *const *except;
};

void tuneadv_plan_options_init(struct tuneadv_plan_options *options);

/**
 * tuneadv_plan_make - which values would be written, in which order
 *
 * Reversible changes of failing requirements, each judged by the guard: nothing in a plan weakens
 * the host, and no option changes that. Borrows from @findings and @snapshot. Writes nothing.
 * Return: 0, -ENOENT (a rule in only or except does not exist), -ENOMEM, -EINVAL.   Since: 0.1
 */
int tuneadv_plan_make(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		      const struct tuneadv_snapshot *snapshot,
		      const struct tuneadv_findings *findings,
		      const struct tuneadv_plan_options *options, struct tuneadv_plan **ret_plan,
		      struct tuneadv_diag *diag);
void tuneadv_plan_free(struct tuneadv_plan *plan);
/* Number of changes. */
size_t tuneadv_plan_count(const struct tuneadv_plan *plan);
/* Number of changes that this process lacks the privilege for. */
size_t tuneadv_plan_count_forbidden(const struct tuneadv_plan *plan);
/* What is missing for those, as one sentence; NULL when nothing is. Borrowed until the plan is
 * freed. */
const char *tuneadv_plan_missing(const struct tuneadv_plan *plan);
/* 1 when the guard refused the plan as a whole, or a profile file is one that everybody can change.
 */
int tuneadv_plan_is_refused(const struct tuneadv_plan *plan);
/* Why; NULL when it is not refused. Borrowed until the plan is freed. */
const char *tuneadv_plan_refusal(const struct tuneadv_plan *plan);

/* Number of requirements at or above @fail_on that were asked for, are not waived and could not be
 * read: where there are any, what the plan brings about is not known to be enough. 0 for
 * TUNEADV_SEVERITY_NEVER. */
size_t tuneadv_plan_count_unread(const struct tuneadv_plan *plan, enum tuneadv_severity fail_on);

struct tuneadv_state;

/**
 * tuneadv_state_open - the folder of transactions, by default "/run/tuneadv"
 * @is_read_only: not 0: nothing is created (status, dry runs)
 *
 * Return: 0, -EPERM (others own or can write it), -ENOTDIR, -ELOOP, -EACCES, -ENOMEM.   Since: 0.1
 */
int tuneadv_state_open(struct tuneadv_context *context, const char *path, int is_read_only,
		       struct tuneadv_state **ret_state, struct tuneadv_diag *diag);
void tuneadv_state_free(struct tuneadv_state *state);

/**
 * tuneadv_state_lock - take the lock that apply, revert and recover need; never waits
 *
 * Return: 0, -EBUSY (held; by whom is in @diag), or the errno of taking it.   Since: 0.1
 */
int tuneadv_state_lock(struct tuneadv_state *state, struct tuneadv_diag *diag);

/**
 * struct tuneadv_audit - told of each write, for the system's log
 */
struct tuneadv_audit {
	void (*event)(void *closure, const char *message);
	void *closure;
};

enum tuneadv_outcome_state {
	TUNEADV_OUTCOME_PLANNED = 1,
	TUNEADV_OUTCOME_COMMITTED = 2,
	TUNEADV_OUTCOME_ROLLED_BACK = 3,
	TUNEADV_OUTCOME_REVERTED = 4,
	TUNEADV_OUTCOME_INCOMPLETE = 5,
	TUNEADV_OUTCOME_REFUSED = 6,
	TUNEADV_OUTCOME_NOTHING_TO_DO = 7,
};

struct tuneadv_outcome;

/**
 * tuneadv_apply - carry out a plan as one transaction
 * @state: locked; what a crash left unfinished there is recovered first
 * @audit: may be NULL
 *
 * All or nothing: the record of what was is in place before the first write. The outcome borrows
 * from @plan, which must outlive it.
 * Needs: the privileges of the changes.
 * Return: 0 with an outcome (its state says how it ended), -ENOMEM or -EINVAL before any change.
 * Since: 0.1
 */
int tuneadv_apply(struct tuneadv_context *context, struct tuneadv_state *state,
		  const struct tuneadv_profiles *profiles, const struct tuneadv_plan *plan,
		  const struct tuneadv_audit *audit, struct tuneadv_outcome **ret_outcome,
		  struct tuneadv_diag *diag);

/**
 * struct tuneadv_revert_options - what is taken back
 * @size:               sizeof(struct tuneadv_revert_options)
 * @which:              transaction or profile; NULL: the newest
 * @is_all:             not 0: every layer
 * @skips_drifted:      not 0: leave what somebody else changed meanwhile
 * @overwrites_drifted: not 0: put the old value back all the same
 * @is_dry_run:         not 0: say what would be done
 */
struct tuneadv_revert_options {
	size_t size;
	const char *which;
	int is_all;
	int skips_drifted;
	int overwrites_drifted;
	int is_dry_run;
};

void tuneadv_revert_options_init(struct tuneadv_revert_options *options);

/**
 * tuneadv_revert - take a transaction back
 *
 * Return: 0 with an outcome, -ENOENT (no such transaction), -ENOMEM, -EINVAL.   Since: 0.1
 */
int tuneadv_revert(struct tuneadv_context *context, struct tuneadv_state *state,
		   const struct tuneadv_revert_options *options, const struct tuneadv_audit *audit,
		   struct tuneadv_outcome **ret_outcome, struct tuneadv_diag *diag);

/**
 * tuneadv_recover - take back what a crash left half done
 *
 * Return: 0 with an outcome, -ENOMEM, -EINVAL.   Since: 0.1
 */
int tuneadv_recover(struct tuneadv_context *context, struct tuneadv_state *state,
		    const struct tuneadv_audit *audit, struct tuneadv_outcome **ret_outcome,
		    struct tuneadv_diag *diag);

void tuneadv_outcome_free(struct tuneadv_outcome *outcome);
enum tuneadv_outcome_state tuneadv_outcome_state(const struct tuneadv_outcome *outcome);
/* Number of values that were written, or would be (a dry run). */
size_t tuneadv_outcome_count(const struct tuneadv_outcome *outcome);
/* The privilege that this process lacks for a revert, as one sentence; NULL when none is. Borrowed.
 */
const char *tuneadv_outcome_missing(const struct tuneadv_outcome *outcome);

struct tuneadv_status;

/**
 * tuneadv_status_take - what stands, what drifted, what is unfinished; reads only
 *
 * Return: 0, -EBADMSG (a damaged record, named in @diag; the others are there), -ENOMEM.   Since:
 * 0.1
 */
int tuneadv_status_take(struct tuneadv_context *context, struct tuneadv_state *state,
			struct tuneadv_status **ret_status, struct tuneadv_diag *diag);
void tuneadv_status_free(struct tuneadv_status *status);
/* 1 when something drifted or is unfinished. */
int tuneadv_status_is_troubled(const struct tuneadv_status *status);
/* Number of transactions that a crash left unfinished; one that is in progress is none. */
size_t tuneadv_status_count_unfinished(const struct tuneadv_status *status);
/* Adds a sentence to @diag for each of them. */
void tuneadv_status_warn(const struct tuneadv_status *status, struct tuneadv_diag *diag);

/* ---- captures: a host to be looked at elsewhere ---- */

/**
 * tuneadv_context_sample_count - how many samples of the counters a captured root holds
 * @context: may be NULL
 *
 * Return: 0 for a live host, of which any number can be taken; else 1 or 2.   Since: 0.1
 */
unsigned int tuneadv_context_sample_count(const struct tuneadv_context *context);

struct tuneadv_capture;

/**
 * struct tuneadv_capture_options - what a capture tells
 * @size:       sizeof(struct tuneadv_capture_options)
 * @with_names: not 0: addresses, names of processes, control groups and devices too
 */
struct tuneadv_capture_options {
	size_t size;
	int with_names;
};

void tuneadv_capture_options_init(struct tuneadv_capture_options *options);

/**
 * tuneadv_capture_take - reads everything that this library reads of a live host
 * @context:     of a live host
 * @options:     see above
 * @ret_capture: owned by the caller; untouched on failure
 * @diag:        borrowed, may be NULL; gains a sentence for each malformed file
 *
 * Values that are secret and the unknown part of the boot line are never stored. What cannot be
 * read is no failure: the capture tells why.
 * Reads: /proc, /sys, /run.  Needs: no privilege; what is refused is refused in the capture too.
 * Return: 0, -ENOMEM, -EINVAL (options, or a captured root).   Since: 0.1
 */
int tuneadv_capture_take(struct tuneadv_context *context,
			 const struct tuneadv_capture_options *options,
			 struct tuneadv_capture **ret_capture, struct tuneadv_diag *diag);

/**
 * tuneadv_capture_sample - the counters once more; the caller has waited
 * @time_s: now, seconds since 1970 UTC
 *
 * Return: 0, -ENOMEM, -EINVAL (there are two already).   Since: 0.1
 */
int tuneadv_capture_sample(struct tuneadv_context *context, struct tuneadv_capture *capture,
			   int64_t time_s);

/**
 * tuneadv_capture_free - frees a capture
 * @capture: may be NULL
 *
 * Since: 0.1
 */
void tuneadv_capture_free(struct tuneadv_capture *capture);

/**
 * tuneadv_capture_left_out_count - of how many kinds of things something was not stored
 * @capture: may be NULL (then 0)
 *
 * Since: 0.1
 */
size_t tuneadv_capture_left_out_count(const struct tuneadv_capture *capture);

/**
 * tuneadv_capture_left_out - of what something was not stored: a path, "listeners", ...
 * @ret_why:   "boot-line", "address", "process-name", ...; may be NULL
 * @ret_count: how often; may be NULL
 *
 * Return: borrowed until the capture is freed; NULL past the end.   Since: 0.1
 */
const char *tuneadv_capture_left_out(const struct tuneadv_capture *capture, size_t index,
				     const char **ret_why, uint64_t *ret_count);

enum tuneadv_capture_kind {
	TUNEADV_CAPTURE_FILE = 1,
	TUNEADV_CAPTURE_FOLDER = 2,
	TUNEADV_CAPTURE_LINK = 3,
};

/**
 * struct tuneadv_capture_entry - one file, folder or symlink of the tree
 * @path:   without a slash in front, no ".." in it; borrowed for the call, as @bytes
 * @kind:   see above
 * @bytes:  content of a file, target of a link
 * @length: number of @bytes
 */
struct tuneadv_capture_entry {
	const char *path;
	enum tuneadv_capture_kind kind;
	const char *bytes;
	size_t length;
};

/**
 * struct tuneadv_capture_sink - where a capture goes
 * @put:     called for each entry, each folder before what it holds; a negative errno ends it
 * @closure: passed on to it
 */
struct tuneadv_capture_sink {
	int (*put)(void *closure, const struct tuneadv_capture_entry *entry);
	void *closure;
};

/**
 * tuneadv_capture_write - hands the tree to a sink, in an order that depends on the names alone
 * @diagnostics: what shall stand under "diagnostics" in tuneadv-capture.json; may be NULL
 *
 * The last entry is tuneadv-capture.json: a tree without it was cut off.
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_capture_write(struct tuneadv_context *context, const struct tuneadv_capture *capture,
			  const struct tuneadv_diag *diagnostics,
			  const struct tuneadv_capture_sink *sink);

/* ---- lint: what files that set sysctls, and profiles, would do ---- */

struct tuneadv_lint;

/**
 * tuneadv_lint_new - a judge of files
 * @context:  its facts (memory, CPUs) decide what depends on them
 * @profiles: where a profile finds what it extends; nothing in it is judged
 * @release:  the kernel to judge for, as uname prints it; NULL: the context's own
 * @ret_lint: owned by the caller; untouched on failure. Borrows both until it is freed
 * @diag:     may be NULL
 *
 * Reads: the kernel's release and what defaults are computed from.  Needs: no privilege.
 * Return: 0, -ENOMEM, or -EINVAL: @release is none.   Since: 0.1
 */
int tuneadv_lint_new(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		     const char *release, struct tuneadv_lint **ret_lint,
		     struct tuneadv_diag *diag);

/**
 * tuneadv_lint_free - frees what was found
 * @lint: may be NULL
 *
 * Since: 0.1
 */
void tuneadv_lint_free(struct tuneadv_lint *lint);

/**
 * tuneadv_lint_begin - a file follows: its bytes are fed next
 * @name: as documents name it; copied
 *
 * The caller opens and reads: files of any size in portions of any size, for what is kept is
 * bounded by the distinct keys, not by the lines.
 * Return: 0 or -ENOMEM.   Since: 0.1
 */
int tuneadv_lint_begin(struct tuneadv_lint *lint, const char *name);
/* The next @size bytes of the file; returns as the beginning does. */
int tuneadv_lint_feed(struct tuneadv_lint *lint, const void *bytes, size_t size);
/* The end of the file; likewise. */
int tuneadv_lint_end(struct tuneadv_lint *lint);

/**
 * tuneadv_lint_unreadable - a file that the caller could not read: documents name it
 * @name: of the file
 * @code: a negative errno
 * @why:  a sentence's rest ("is a folder"); NULL: the errno says it
 * @diag: gets the sentence
 *
 * Return: 0 or -ENOMEM.   Since: 0.1
 */
int tuneadv_lint_unreadable(struct tuneadv_lint *lint, const char *name, int code, const char *why,
			    struct tuneadv_diag *diag);

/**
 * tuneadv_lint_has_problem - is there a problem at or above @fail_on?
 *
 * Return: 1 or 0; 0 for TUNEADV_SEVERITY_NEVER.   Since: 0.1
 */
int tuneadv_lint_has_problem(const struct tuneadv_lint *lint, enum tuneadv_severity fail_on);

/* ---- documents ---- */

/**
 * enum tuneadv_format - text is for people, JSON a document of the shipped schemas for programs
 */
enum tuneadv_format {
	TUNEADV_FORMAT_TEXT = 1,
	TUNEADV_FORMAT_JSON = 2,
	TUNEADV_FORMAT_SYSCTL_D = 3, /* plans and dry reverts only, as the next two */
	TUNEADV_FORMAT_SHELL = 4,
	TUNEADV_FORMAT_ANSIBLE = 5,
	TUNEADV_FORMAT_MAN = 6,	   /* the list of tunables only */
	TUNEADV_FORMAT_GITHUB = 7, /* lint only: annotations of GitHub's workflows */
};

/**
 * struct tuneadv_sink - where a document goes
 * @write:   called with the bytes, perhaps several times; a negative errno stops the rendering and
 * is returned
 * @closure: passed on to it
 *
 * The bytes are borrowed for the call and not terminated.
 */
struct tuneadv_sink {
	int (*write)(void *closure, const char *bytes, size_t length);
	void *closure;
};

/**
 * struct tuneadv_style - how a document looks
 * @size:       sizeof(struct tuneadv_style), so that fields can be added
 * @format:     text or JSON; plans and dry reverts, and the list of tunables, have more
 * @has_color:  not 0: escape sequences (text)
 * @is_verbose: not 0: passes too (text)
 * @is_quiet:   not 0: the verdict alone (text)
 * @width:      columns to wrap at; 0: never (text)
 * @fail_on:    threshold of the verdict that is written
 * @state_folder:    the commands that a document tells to run name it; NULL: they need not
 * @profile_folders: likewise, NULL-terminated; NULL: none
 * @profile_words:   how the profiles were asked for, NULL-terminated; NULL: by their names
 */
struct tuneadv_style {
	size_t size;
	enum tuneadv_format format;
	int has_color;
	int is_verbose;
	int is_quiet;
	unsigned int width;
	enum tuneadv_severity fail_on;
	const char *state_folder;
	const char *const *profile_folders;
	const char *const *profile_words;
};

/**
 * tuneadv_style_init - text, no colour, width 0, fail_on medium
 * @style: of the caller; every field is set
 *
 * Since: 0.1
 */
void tuneadv_style_init(struct tuneadv_style *style);

/**
 * tuneadv_render_check - the report of `tuneadv check`
 * @context:     names the host, the time and who asks
 * @profiles:    those that were evaluated
 * @snapshot:    the one that was evaluated
 * @findings:    of tuneadv_evaluate()
 * @diagnostics: what shall stand under "diagnostics"; may be NULL
 * @style:       how it looks
 * @sink:        where it goes, whole or not at all
 *
 * Reads: nothing.
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_check(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			 const struct tuneadv_snapshot *snapshot,
			 const struct tuneadv_findings *findings,
			 const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			 const struct tuneadv_sink *sink);

/**
 * tuneadv_render_explain - one tunable, fact or rule, on this host
 * @context:  which host
 * @profiles: all that are known, for rules (tuneadv_profiles_load_all()); finished or not
 * @id:       of a tunable, a fact or a rule
 * @diag:     borrowed, may be NULL; goes into the document, and gains sentences
 * @style:    how it looks
 * @sink:     where it goes, whole or not at all
 *
 * Reads: what the subject needs, below /proc, /sys and /run.  Needs: no privilege.
 * Return: 0, -ENOENT (no such id; the nearest ones are named in @diag), -ENOMEM, -EINVAL, or what
 * the sink returned.   Since: 0.1
 */
int tuneadv_render_explain(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			   const char *id, struct tuneadv_diag *diag,
			   const struct tuneadv_style *style, const struct tuneadv_sink *sink);

/**
 * enum tuneadv_list - what can be listed; this version knows no counters
 */
enum tuneadv_list {
	TUNEADV_LIST_PROFILES = 1,
	TUNEADV_LIST_TUNABLES = 2,
	TUNEADV_LIST_COUNTERS = 3,
	TUNEADV_LIST_FACTS = 4,
};

/**
 * tuneadv_render_list - what is known
 * @context:     names the time and who asks; its host is not read
 * @profiles:    those that TUNEADV_LIST_PROFILES lists
 * @subject:     what to list
 * @diagnostics: what shall stand under "diagnostics"; may be NULL
 * @style:       how it looks
 * @sink:        where it goes, whole or not at all
 *
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_list(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			enum tuneadv_list subject, const struct tuneadv_diag *diagnostics,
			const struct tuneadv_style *style, const struct tuneadv_sink *sink);

/**
 * tuneadv_render_error - a "tuneadv-error/1" document, in JSON
 * @time_s:    now, seconds since 1970 UTC
 * @exit_code: what the program will exit with, 0 to 255
 * @message:   one sentence
 * @place:     "FILE:LINE:COLUMN", a path, or NULL
 * @sink:      where it goes, whole or not at all
 *
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_error(int64_t time_s, int exit_code, const char *message, const char *place,
			 const struct tuneadv_sink *sink);

/**
 * tuneadv_render_plan - what would be changed (`apply --dry-run`, and what apply shows before it
 * asks)
 *
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_plan(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			const struct tuneadv_snapshot *snapshot,
			const struct tuneadv_findings *findings, const struct tuneadv_plan *plan,
			const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			const struct tuneadv_sink *sink);

/**
 * tuneadv_render_outcome - how apply, revert or recover ended ("tuneadv-outcome/1")
 * @verb: "apply", "revert" or "recover"
 */
int tuneadv_render_outcome(struct tuneadv_context *context, const struct tuneadv_outcome *outcome,
			   const char *verb, const struct tuneadv_diag *diagnostics,
			   const struct tuneadv_style *style, const struct tuneadv_sink *sink);

/**
 * tuneadv_render_status - "tuneadv-status/1", or its text
 */
int tuneadv_render_status(struct tuneadv_context *context, const struct tuneadv_status *status,
			  const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			  const struct tuneadv_sink *sink);

/**
 * tuneadv_render_lint - "tuneadv-lint/1", its text, or annotations for GitHub
 *
 * The rest as tuneadv_render_check().   Since: 0.1
 */
int tuneadv_render_lint(struct tuneadv_context *context, const struct tuneadv_lint *lint,
			const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			const struct tuneadv_sink *sink);

/**
 * tuneadv_render_capture - what a capture says of itself ("tuneadv-capture/1"), in JSON
 *
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_capture(struct tuneadv_context *context, const struct tuneadv_capture *capture,
			   const struct tuneadv_diag *diagnostics, const struct tuneadv_sink *sink);

#ifdef __cplusplus
}
#endif

#endif
