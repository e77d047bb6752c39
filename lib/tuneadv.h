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
void tuneadv_diag_free(struct tuneadv_diag *diag);

/**
 * tuneadv_diag_count - number of sentences
 * @diag: may be NULL (then 0)
 */
size_t tuneadv_diag_count(const struct tuneadv_diag *diag);

/**
 * tuneadv_diag_text - sentence number @index, from 0
 *
 * tuneadv_diag_place() is where: "FILE:LINE:COLUMN", a path, or "". tuneadv_diag_code() is its
 * negative errno. Return: borrowed until @diag is freed; NULL (0 for the code) past the end. Since:
 * 0.1
 */
const char *tuneadv_diag_text(const struct tuneadv_diag *diag, size_t index);
const char *tuneadv_diag_place(const struct tuneadv_diag *diag, size_t index);
int tuneadv_diag_code(const struct tuneadv_diag *diag, size_t index);

/* ---- context: which host ---- */

struct tuneadv_context;

/**
 * struct tuneadv_options - what a context is made of
 * @size:    sizeof(struct tuneadv_options), so that fields can be added
 * @root:    NULL for this host, or a captured tree holding proc/ and sys/
 * @proc_fd: folder descriptor of /proc, or -1; with namespaces entered by the caller. Borrowed,
 * must outlive the context
 * @sys_fd:  folder descriptor of /sys, or -1
 * @uid:     effective user id of whoever asks; decides what the report calls changeable
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
 */
void tuneadv_options_init(struct tuneadv_options *options);

/**
 * tuneadv_context_new - opens the host or captured root
 * @options: copied
 * @diag:    borrowed, may be NULL
 *
 * Reads: nothing yet.  Needs: no privilege.
 * Return: 0, -ENOMEM, -EINVAL (options), -ENOTDIR or -ENOENT (root).   Since: 0.1
 */
int tuneadv_context_new(const struct tuneadv_options *options, struct tuneadv_context **ret_context,
			struct tuneadv_diag *diag);
void tuneadv_context_free(struct tuneadv_context *context);

/* ---- profiles: what is wanted ---- */

struct tuneadv_profiles;

/**
 * tuneadv_profiles_new - an empty set of profiles
 * @folders: searched in this order for NAME.json; NULL-terminated, copied
 *
 * Return: 0 or -ENOMEM.   Since: 0.1
 */
int tuneadv_profiles_new(const char *const *folders, struct tuneadv_profiles **ret_profiles);
void tuneadv_profiles_free(struct tuneadv_profiles *profiles);

/**
 * tuneadv_profiles_load - adds a profile and what it extends
 * @name_or_path: a name, or a path when it contains '/'
 *
 * Return: 0, -ENOENT (not found), -EBADMSG (not well-formed: file, line and column in @diag),
 * -EFBIG, or the errno of opening it.   Since: 0.1
 */
int tuneadv_profiles_load(struct tuneadv_profiles *profiles, const char *name_or_path,
			  struct tuneadv_diag *diag);

/**
 * tuneadv_profiles_load_all - adds every profile of the folders; broken ones become sentences in
 * @diag
 *
 * Return: 0 or -ENOMEM.   Since: 0.1
 */
int tuneadv_profiles_load_all(struct tuneadv_profiles *profiles, struct tuneadv_diag *diag);

/**
 * tuneadv_profiles_set - gives a parameter its value in every loaded profile that has it
 *
 * Return: 0, -ENOENT (no profile has it), -EBADMSG (not a value of its type).   Since: 0.1
 */
int tuneadv_profiles_set(struct tuneadv_profiles *profiles, const char *name, const char *value,
			 struct tuneadv_diag *diag);

/**
 * tuneadv_profiles_finish - puts the rules in force together; afterwards nothing can be added
 *
 * Return: 0, -ENOMEM, or -EINVAL when two rules contradict each other (named in @diag).   Since:
 * 0.1
 */
int tuneadv_profiles_finish(struct tuneadv_profiles *profiles, struct tuneadv_diag *diag);

/* ---- snapshot: what is so ---- */

struct tuneadv_snapshot;

/**
 * tuneadv_snapshot_take - reads, once, what finished profiles name
 * @diag: borrowed, may be NULL; gains a sentence for each malformed file
 *
 * Unreadable settings do not fail the call; they are readings with an error.
 * Reads: /proc, /sys, /run of the context's host.  Needs: no privilege.
 * Return: 0, -ENOMEM, -EINVAL (profiles not finished).   Since: 0.1
 */
int tuneadv_snapshot_take(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			  struct tuneadv_snapshot **ret_snapshot, struct tuneadv_diag *diag);
void tuneadv_snapshot_free(struct tuneadv_snapshot *snapshot);

/* ---- findings: what follows ---- */

struct tuneadv_findings;

enum tuneadv_severity {
	TUNEADV_SEVERITY_NEVER = 0, /* as a threshold: nothing decides */
	TUNEADV_SEVERITY_INFO = 1,
	TUNEADV_SEVERITY_LOW = 2,
	TUNEADV_SEVERITY_MEDIUM = 3,
	TUNEADV_SEVERITY_HIGH = 4,
};

enum tuneadv_result {
	TUNEADV_RESULT_PASS = 1,
	TUNEADV_RESULT_FAIL = 2,
	TUNEADV_RESULT_NOT_APPLICABLE = 3,
	TUNEADV_RESULT_UNKNOWN = 4,
	TUNEADV_RESULT_ERROR = 5,
};

enum tuneadv_verdict {
	TUNEADV_VERDICT_FIT = 1,
	TUNEADV_VERDICT_NOT_FIT = 2,
	TUNEADV_VERDICT_UNDECIDED = 3,
};

/**
 * struct tuneadv_waiver - a rule whose failing is accepted, and why
 * @rule:   RULE or RULE/INSTANCE
 * @reason: a sentence, kept in the report
 */
struct tuneadv_waiver {
	const char *rule;
	const char *reason;
};

/**
 * tuneadv_evaluate - what every rule says of every instance
 * @waivers: @waiver_count of them; borrowed for the call; may be NULL when 0
 *
 * The findings borrow from @profiles and @snapshot, which must outlive them. For failing findings
 * the kernel is asked whether this process could write (access only). Return: 0, -ENOMEM, -EINVAL.
 * Since: 0.1
 */
int tuneadv_evaluate(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		     const struct tuneadv_snapshot *snapshot, const struct tuneadv_waiver *waivers,
		     size_t waiver_count, struct tuneadv_findings **ret_findings,
		     struct tuneadv_diag *diag);
void tuneadv_findings_free(struct tuneadv_findings *findings);

/**
 * tuneadv_findings_verdict - requirements at or above @fail_on decide; waived ones and those to
 * consider never do
 */
enum tuneadv_verdict tuneadv_findings_verdict(const struct tuneadv_findings *findings,
					      enum tuneadv_severity fail_on);

/**
 * tuneadv_findings_count - number of findings; the accessors below take an index from 0
 *
 * Ids and texts are borrowed until the findings are freed; NULL past the end or where there is
 * none. _current() is the value now in canonical text; _subject() the tunable's or fact's id.
 */
size_t tuneadv_findings_count(const struct tuneadv_findings *findings);
const char *tuneadv_finding_id(const struct tuneadv_findings *findings, size_t index);
const char *tuneadv_finding_subject(const struct tuneadv_findings *findings, size_t index);
enum tuneadv_result tuneadv_finding_result(const struct tuneadv_findings *findings, size_t index);
enum tuneadv_severity tuneadv_finding_severity(const struct tuneadv_findings *findings,
					       size_t index);
const char *tuneadv_finding_current(const struct tuneadv_findings *findings, size_t index);
const char *tuneadv_finding_because(const struct tuneadv_findings *findings, size_t index);
/* 1 when the rule is a requirement, 0 when it is only worth considering (or past the end). */
int tuneadv_finding_is_requirement(const struct tuneadv_findings *findings, size_t index);
/* 1 when a waiver covers it. */
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
 * All or nothing: the record of what was is in place before the first write.
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

/* ---- documents ---- */

enum tuneadv_format {
	TUNEADV_FORMAT_TEXT = 1,
	TUNEADV_FORMAT_JSON = 2,
	TUNEADV_FORMAT_SYSCTL_D = 3, /* plans and dry reverts only, as the next two */
	TUNEADV_FORMAT_SHELL = 4,
	TUNEADV_FORMAT_ANSIBLE = 5,
};

/**
 * struct tuneadv_sink - where a document goes
 * @write:   called with the bytes, perhaps several times; a negative errno stops the rendering and
 * is returned
 * @closure: passed on
 */
struct tuneadv_sink {
	int (*write)(void *closure, const char *bytes, size_t length);
	void *closure;
};

/**
 * struct tuneadv_style - how a document looks
 * @size:       sizeof(struct tuneadv_style)
 * @format:     text or JSON
 * @has_color:  not 0: escape sequences (text)
 * @is_verbose: not 0: passes too (text)
 * @is_quiet:   not 0: the verdict alone (text)
 * @width:      columns to wrap at; 0: never (text)
 * @fail_on:    threshold of the verdict that is written
 */
struct tuneadv_style {
	size_t size;
	enum tuneadv_format format;
	int has_color;
	int is_verbose;
	int is_quiet;
	unsigned int width;
	enum tuneadv_severity fail_on;
};

/**
 * tuneadv_style_init - text, no colour, width 0, fail_on medium
 */
void tuneadv_style_init(struct tuneadv_style *style);

/**
 * tuneadv_render_check - the report of `tuneadv check`
 * @diagnostics: what shall stand under "diagnostics"; may be NULL
 *
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_check(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			 const struct tuneadv_snapshot *snapshot,
			 const struct tuneadv_findings *findings,
			 const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			 const struct tuneadv_sink *sink);

/**
 * tuneadv_render_explain - one tunable, fact or rule, on this host
 * @profiles: all that are known, for rules (tuneadv_profiles_load_all()); finished or not
 *
 * Reads what the subject needs.
 * Return: 0, -ENOENT (no such id; the nearest ones are named in @diag), -ENOMEM, or what the sink
 * returned.   Since: 0.1
 */
int tuneadv_render_explain(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			   const char *id, struct tuneadv_diag *diag,
			   const struct tuneadv_style *style, const struct tuneadv_sink *sink);

enum tuneadv_list {
	TUNEADV_LIST_PROFILES = 1,
	TUNEADV_LIST_TUNABLES = 2,
	TUNEADV_LIST_COUNTERS = 3,
	TUNEADV_LIST_FACTS = 4,
};

/**
 * tuneadv_render_list - what is known: profiles (those loaded), tunables, counters or facts
 *
 * Return: 0, -ENOMEM, -EINVAL, or what the sink returned.   Since: 0.1
 */
int tuneadv_render_list(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			enum tuneadv_list subject, const struct tuneadv_diag *diagnostics,
			const struct tuneadv_style *style, const struct tuneadv_sink *sink);

/**
 * tuneadv_render_error - a "tuneadv-error/1" document
 * @exit_code: what the program will exit with
 * @place:     "FILE:LINE:COLUMN", a path, or NULL
 *
 * Return: 0, -ENOMEM, or what the sink returned.   Since: 0.1
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

#ifdef __cplusplus
}
#endif

#endif
