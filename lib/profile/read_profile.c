/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The outermost object of a profile's file. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"

#define SCHEMA "tuneadv-profile/1"

static const char *const profile_keys[] = { "schema",	  "name",  "title", "extends",
					    "parameters", "rules", NULL };

static int require(const struct reader *reader, const char *key, const struct json_node **ret)
{
	const struct json_node *root = json_root(reader->json);
	const struct json_node *node = json_member(root, key);

	if (!node)
		return complain(reader, root, "this profile has no \"%s\"", key);
	*ret = node;
	return 0;
}

static int read_schema(const struct reader *reader)
{
	const struct json_node *node = NULL;
	int r = require(reader, "schema", &node);

	if (r < 0)
		return r;
	r = json_expect(reader->json, node, JSON_STRING, reader->diag);
	if (r < 0)
		return r;
	if (strcmp(json_string(node), SCHEMA) != 0)
		return complain(reader, node, "found the schema \"%s\", expected \"%s\"",
				json_string(node), SCHEMA);
	return 0;
}

/* The name is what the file is found by, so the two must agree. */
static int read_profile_name(const struct reader *reader, const char *file_name)
{
	struct profile *profile = reader->profile;
	const struct json_node *node = NULL;
	int r = require(reader, "name", &node);
	size_t length;

	if (r < 0)
		return r;
	r = read_name(reader, node, &profile->name);
	if (r < 0)
		return r;
	length = strlen(profile->name);
	if (strncmp(file_name, profile->name, length) != 0 ||
	    strcmp(file_name + length, ".json") != 0)
		return complain(reader, node, "the name \"%s\" does not match the file name %s",
				profile->name, file_name);
	return 0;
}

int read_head(const struct reader *reader, const char *file_name)
{
	const struct json_node *root = json_root(reader->json);
	const struct json_node *extends, *title = NULL;
	int r = json_expect(reader->json, root, JSON_OBJECT, reader->diag);

	if (r < 0)
		return r;
	r = read_schema(reader);
	if (r < 0)
		return r;
	r = json_reject_unknown(reader->json, root, profile_keys, reader->diag);
	if (r < 0)
		return r;
	r = read_profile_name(reader, file_name);
	if (r < 0)
		return r;
	r = require(reader, "title", &title);
	if (r < 0)
		return r;
	r = read_string(reader, title, &reader->profile->title);
	if (r < 0)
		return r;
	extends = json_member(root, "extends");
	return extends ? read_name(reader, extends, &reader->profile->extends) : 0;
}

static int check_twin(const struct reader *reader, const struct json_node *node,
		      const struct rule *rule)
{
	const struct profile *profile = reader->profile;

	for (size_t i = 0; i < profile->rule_count; i++) {
		if (strcmp(profile->rules[i].id, rule->id) == 0)
			return complain(reader, json_member(node, "id"),
					"there is a rule \"%s\" in line %u already", rule->id,
					profile->rules[i].place.line);
	}
	return 0;
}

static int add_rule(const struct reader *reader, const struct json_node *node)
{
	struct profile *profile = reader->profile;
	struct rule rule = { 0 };
	int r = read_rule(reader, node, &rule);

	if (r == 0)
		r = check_twin(reader, node, &rule);
	if (r < 0) {
		rule_done(&rule);
		return r;
	}
	profile->rules[profile->rule_count++] = rule;
	return 0;
}

static int read_rules(const struct reader *reader)
{
	struct profile *profile = reader->profile;
	const struct json_node *node = NULL;
	int first = 0;
	int r = require(reader, "rules", &node);

	if (r < 0)
		return r;
	r = json_expect(reader->json, node, JSON_ARRAY, reader->diag);
	if (r < 0)
		return r;
	r = array_reserve(&profile->rules, &profile->rule_capacity, json_count(node),
			  sizeof(*profile->rules));
	if (r < 0)
		return r;
	for (const struct json_node *n = json_first(node); n; n = json_next(n)) {
		r = add_rule(reader, n);
		if (r == -ENOMEM)
			return r;
		if (r < 0 && first == 0)
			first = r;
	}
	return first;
}

int read_body(const struct reader *reader)
{
	const struct json_node *parameters = json_member(json_root(reader->json), "parameters");
	int r = parameters ? read_parameters(reader, parameters) : 0;

	if (r < 0)
		return r;
	return read_rules(reader);
}
