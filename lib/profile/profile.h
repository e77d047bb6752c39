/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a workload wants: profiles from JSON, every rule checked against the registry. Profiles name
 * registered ids, never paths, so they can make nobody write where the registry does not know
 * (HOUSE 2).
 */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/json.h"
#include "host/snapshot.h"
#include "tunable/fact.h"
#include "tunable/tunable.h"
#include "value/condition.h"

enum subject_kind {
	SUBJECT_TUNABLE = 1,
	SUBJECT_FACT,
};

enum severity {
	SEVERITY_INFO = 1,
	SEVERITY_LOW,
	SEVERITY_MEDIUM,
	SEVERITY_HIGH,
};

enum rule_kind {
	RULE_REQUIREMENT = 1,
	RULE_CONSIDER,
};

/* What apply would write where the assertion fails. */
enum rule_set {
	RULE_SET_OPERAND = 1, /* the operand (of one-of: the first; of between: the nearer end) */
	RULE_SET_LITERAL,
	RULE_SET_NOTHING, /* "set": false: advice for a person, never written */
};

struct rule {
	char *id; /* lower-case words joined by '-' */
	enum subject_kind subject;
	char *subject_id;
	const struct tunable *tunable;	   /* SUBJECT_TUNABLE */
	enum fact fact;			   /* SUBJECT_FACT */
	const struct value_format *format; /* of the subject, or of its element (a number) */
	enum unit unit;
	uint32_t element_plus_one;
	char **for_each; /* names of instances; NULL: all that are not virtual */
	size_t for_each_count;
	enum relation relation;
	struct operand *operands; /* the strings inside are owned by the rule */
	size_t operand_count;
	struct condition *when; /* all must hold; strings owned */
	size_t when_count;
	enum rule_set set;
	char *set_literal;
	enum severity severity;
	enum rule_kind kind;
	char *rationale;
	char *remedy; /* or NULL */
	char **references;
	size_t reference_count;
	const struct profile *profile; /* the file in which it stands */
	struct json_place place;
};

enum parameter_type {
	PARAMETER_NUMBER = 1,
	PARAMETER_BYTES,
	PARAMETER_TIME, /* in nanoseconds */
	PARAMETER_CPUS,
	PARAMETER_TEXT,
};

struct parameter {
	char *name;
	char *title;
	enum parameter_type type;
	struct value_format format; /* follows from the type */
	enum unit unit;
	struct value value; /* kind 0: unset */
};

/* One profile file. */
struct profile {
	char *name;
	char *title;
	char *path;	   /* of the file, as found */
	struct text bytes; /* of the file, for its digest */
	uid_t owner;	   /* of the file */
	mode_t mode;
	char *extends;		    /* name, or NULL */
	const struct profile *base; /* the one it extends */
	struct rule *rules;
	size_t rule_count;
	size_t rule_capacity;
	struct parameter *parameters;
	size_t parameter_count;
	size_t parameter_capacity;
};

/* Folders that are searched for NAME.json in this order, NULL-terminated; borrowed. */
struct profile_search {
	const char *const *folders;
};

/* Everything loaded for one question. */
struct profile_set {
	struct profile **files; /* every file once, bases too */
	size_t file_count;
	size_t file_capacity;
	const struct profile **chosen; /* those that were asked for, in order */
	size_t chosen_count;
	size_t chosen_capacity;
	const struct rule **rules; /* in force, after profile_set_finish(): extended, replaced, each
				      once, sorted by id */
	size_t rule_count;
	size_t rule_capacity;
};

#define PROFILE_MAX_BYTES JSON_MAX_BYTES
#define PROFILE_DEPTH_MAX 8 /* of extends */

void profile_set_init(struct profile_set *set);
void profile_set_done(struct profile_set *set);
#define auto_profile_set cleanup(profile_set_done)
/*
 * Loads a profile by name, or by path when it contains '/', and what it extends. -ENOENT: not found
 * (the sentence lists where it was looked for), -EBADMSG: malformed, with file, line and column. A
 * profile asked for twice counts once.
 */
must_check int profile_set_load(struct profile_set *set, const char *name_or_path,
				const struct profile_search *search, struct diag *diag);
/* The same of a profile whose bytes the caller has; @path is where it would be. */
must_check int profile_set_add(struct profile_set *set, const char *path, struct span bytes,
			       const struct profile_search *search, struct diag *diag);
/* Sets a parameter in every loaded profile that has it. -ENOENT: none has; -EBADMSG: not a value of
 * its type. */
must_check int profile_set_parameter(struct profile_set *set, const char *name, const char *value,
				     struct diag *diag);
/* Puts the rules in force together. -EINVAL: two rules contradict each other; the sentence names
 * both. */
must_check int profile_set_finish(struct profile_set *set, struct diag *diag);
/* What a rule needs to read, and the rules in force. */
must_check int rule_needs(const struct rule *rule, struct needs *needs);
must_check int profile_set_needs(const struct profile_set *set, struct needs *needs);
/* The parameter's value for a rule: its own profile's or one of its bases'. NULL: no such parameter
 * or unset. */
const struct parameter *profile_parameter(const struct profile *profile, const char *name);

/* Names of all profiles in the folders, sorted, each once. For `list profiles`: loads each; broken
 * ones go to @diag. */
must_check int profile_set_load_all(struct profile_set *set, const struct profile_search *search,
				    struct diag *diag);

const char *severity_name(enum severity severity);
enum severity severity_from_name(const char *name); /* 0: unknown */
const char *rule_kind_name(enum rule_kind kind);
const char *subject_kind_name(enum subject_kind kind);
const char *parameter_type_name(enum parameter_type type);

#endif
