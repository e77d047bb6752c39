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

/* ---- documents ---- */

enum tuneadv_format {
	TUNEADV_FORMAT_TEXT = 1,
	TUNEADV_FORMAT_JSON = 2,
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

#ifdef __cplusplus
}
#endif

#endif
