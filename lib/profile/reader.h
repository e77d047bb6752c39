/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that read a profile's JSON share. Private to this floor. */
#ifndef PROFILE_READER_H
#define PROFILE_READER_H

#include "base/json.h"
#include "profile/profile.h"

struct reader {
	const struct json *json;
	struct profile *profile; /* being built; its bases are complete */
	struct diag *diag;
};

/* What an id of a profile stands for. */
struct subject {
	enum subject_kind kind; /* 0: a parameter */
	const char *id;		/* borrowed from the registry, or from the profile's parameter */
	const struct tunable *tunable;
	enum fact fact;
	enum scope scope;
	const struct value_format *format; /* of its element, when one is named */
	enum unit unit;
	const struct value_format *whole; /* of all of it */
	uint32_t element_plus_one;
};

/* Where an operand stands: what the literals of an assertion must keep to does not bind a condition
 * or a bound. */
struct use {
	const struct subject *subject;
	enum relation relation;
	bool is_condition;
};

#define NAME_MAX_BYTES 64

/* Adds a sentence at @node and returns -EBADMSG. */
#define complain(reader, node, ...) \
	json_complain((reader)->json, (node), -EBADMSG, (reader)->diag, __VA_ARGS__)

/* ---- scalars (read_scalar.c) ---- */

/* Lower-case words and digits joined by '-'. */
bool name_is_valid(const char *name);
/* A copy of a string that is not blank. */
must_check int read_string(const struct reader *reader, const struct json_node *node, char **ret);
must_check int read_name(const struct reader *reader, const struct json_node *node, char **ret);
/* An array of at least one such string. */
must_check int read_strings(const struct reader *reader, const struct json_node *node,
			    char ***ret_strings, size_t *ret_count);
void strings_free(char **strings, size_t count);

/* ---- ids (read_subject.c) ---- */

/* The subject of a rule or condition: "tunable" or "fact", and "element". */
must_check int read_subject(const struct reader *reader, const struct json_node *object,
			    struct subject *ret_subject);
/* What the string @node names: a tunable, a fact or "parameter.NAME"; @element may be NULL. */
must_check int read_named(const struct reader *reader, const struct json_node *node,
			  const struct json_node *element, struct subject *ret_subject);
bool subject_has_instances(const struct subject *subject);

/* ---- values (read_literal.c, check_literal.c) ---- */

must_check int read_number(const struct reader *reader, const struct json_node *node,
			   enum unit unit, struct number *ret_number);
must_check int read_literal(const struct reader *reader, const struct json_node *node,
			    const struct value_format *format, enum unit unit,
			    struct value *ret_value);
/* Is the value one that the tunable can have and that we would write? */
must_check int check_limits(const struct reader *reader, const struct json_node *node,
			    const struct subject *subject, const struct value *value);
must_check int check_choices(const struct reader *reader, const struct json_node *node,
			     const struct subject *subject, const struct value *value);
/* Does the value state less security than the row allows? */
must_check int check_security(const struct reader *reader, const struct json_node *node,
			      const struct subject *subject, const struct value *value);

/* ---- operands and relations (read_operand.c, read_relation.c, read_condition.c) ---- */

must_check int read_operand(const struct reader *reader, const struct json_node *node,
			    const struct use *use, struct operand *ret_operand);
void operand_done(struct operand *operand);
/* @node is the member whose key is the relation. @ret_operands: room for @max. */
must_check int read_relation(const struct reader *reader, const struct json_node *node,
			     const struct subject *subject, bool is_condition,
			     enum relation *ret_relation, struct operand **ret_operands,
			     size_t *ret_count);
/* @about: what the rule judges; a condition may ask for other settings of the same instance. */
must_check int read_conditions(const struct reader *reader, const struct json_node *node,
			       const struct subject *about, struct condition **ret_conditions,
			       size_t *ret_count);
void condition_done(struct condition *condition);

/* ---- the parts of a file ---- */

must_check int read_rule(const struct reader *reader, const struct json_node *node,
			 struct rule *rule);
must_check int read_set(const struct reader *reader, const struct json_node *node,
			const struct subject *subject, struct rule *rule);
void rule_done(struct rule *rule);
must_check int read_parameters(const struct reader *reader, const struct json_node *object);
void parameter_done(struct parameter *parameter);
/* The declaration, set or not; NULL: neither the profile nor its bases have it. */
const struct parameter *profile_declaration(const struct profile *profile, const char *name);
/* schema, name, title and extends: what must be known before the base is loaded. */
must_check int read_head(const struct reader *reader, const char *file_name);
/* parameters and rules; every broken rule gets its own sentence. */
must_check int read_body(const struct reader *reader);
void profile_free(struct profile *profile);
static inline void profile_freep(struct profile **profile)
{
	profile_free(*profile);
}
#define auto_profile cleanup(profile_freep)

/* ---- elsewhere ---- */

/* Path of the file of a profile's name; owned by the caller. -ENOENT names where it looked. */
must_check int search_find(const struct profile_search *search, const char *name,
			   const char *beside, char **ret_path, struct diag *diag);
struct name_list {
	char **names;
	size_t count;
	size_t capacity;
};

/* Names of all profiles in the folders, sorted, each once. */
must_check int search_list(const struct profile_search *search, struct name_list *ret_list,
			   struct diag *diag);
void name_list_done(struct name_list *list);
/* Does @value satisfy the rule's operands, as far as literals tell? */
must_check int rule_literals_hold(const struct rule *rule, const struct value *value,
				  bool *ret_holds);
must_check int contradictions_find(const struct rule *const *rules, size_t count,
				   struct diag *diag);

#endif
