/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parameters of profiles: what is left to whoever runs a check. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

static const char *const parameter_keys[] = { "type", "title", "default", NULL };

struct type_row {
	struct value_format format;
	enum unit unit;
};

static const struct type_row type_rows[] = {
	[PARAMETER_NUMBER] = { { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 }, UNIT_NONE },
	[PARAMETER_BYTES] = { { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 }, UNIT_BYTES },
	[PARAMETER_TIME] = { { .kind = VALUE_NUMBER, .base = NUMBER_BASE_10 }, UNIT_NANOSECONDS },
	[PARAMETER_CPUS] = { { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST }, UNIT_NONE },
	[PARAMETER_TEXT] = { { .kind = VALUE_TEXT }, UNIT_NONE },
};

static struct parameter *find_own(const struct profile *profile, const char *name)
{
	for (size_t i = 0; i < profile->parameter_count; i++) {
		if (strcmp(profile->parameters[i].name, name) == 0)
			return &profile->parameters[i];
	}
	return NULL;
}

const struct parameter *profile_declaration(const struct profile *profile, const char *name)
{
	for (const struct profile *p = profile; p; p = p->base) {
		const struct parameter *parameter = find_own(p, name);

		if (parameter)
			return parameter;
	}
	return NULL;
}

const struct parameter *profile_parameter(const struct profile *profile, const char *name)
{
	const struct parameter *parameter = profile_declaration(profile, name);

	return parameter && parameter->value.kind ? parameter : NULL;
}

static enum parameter_type type_from_name(const char *name)
{
	for (enum parameter_type t = PARAMETER_NUMBER; t <= PARAMETER_TEXT; t++) {
		if (strcmp(parameter_type_name(t), name) == 0)
			return t;
	}
	return 0;
}

static int read_type(const struct reader *reader, const struct json_node *object,
		     struct parameter *parameter)
{
	const struct json_node *node = json_member(object, "type");
	int r;

	if (!node)
		return complain(reader, object, "this parameter has no \"type\"");
	r = json_expect(reader->json, node, JSON_STRING, reader->diag);
	if (r < 0)
		return r;
	parameter->type = type_from_name(json_string(node));
	if (!parameter->type)
		return complain(reader, node,
				"\"%s\" is no type: expected number, bytes, time, cpus "
				"or text",
				json_string(node));
	parameter->format = type_rows[parameter->type].format;
	parameter->unit = type_rows[parameter->type].unit;
	return 0;
}

static int read_parameter(const struct reader *reader, const struct json_node *object,
			  struct parameter *parameter)
{
	const struct json_node *title, *preset;
	int r = json_expect(reader->json, object, JSON_OBJECT, reader->diag);

	if (r < 0)
		return r;
	r = json_reject_unknown(reader->json, object, parameter_keys, reader->diag);
	if (r < 0)
		return r;
	if (!name_is_valid(json_key(object)))
		return complain(reader, object,
				"\"%s\" is no name of a parameter: expected "
				"lower-case words and digits joined by '-'",
				json_key(object));
	r = read_type(reader, object, parameter);
	if (r < 0)
		return r;
	title = json_member(object, "title");
	if (!title)
		return complain(reader, object, "this parameter has no \"title\"");
	r = read_string(reader, title, &parameter->title);
	if (r < 0)
		return r;
	preset = json_member(object, "default");
	r = preset ? read_literal(reader, preset, &parameter->format, parameter->unit,
				  &parameter->value)
		   : 0;
	if (r < 0)
		return r;
	parameter->name = strdup(json_key(object));
	return parameter->name ? 0 : -ENOMEM;
}

int read_parameters(const struct reader *reader, const struct json_node *object)
{
	struct profile *profile = reader->profile;
	int r = json_expect(reader->json, object, JSON_OBJECT, reader->diag);

	if (r < 0)
		return r;
	r = array_reserve(&profile->parameters, &profile->parameter_capacity, json_count(object),
			  sizeof(*profile->parameters));
	if (r < 0)
		return r;
	for (const struct json_node *n = json_first(object); n; n = json_next(n)) {
		struct parameter parameter = { 0 };

		r = read_parameter(reader, n, &parameter);
		if (r < 0) {
			parameter_done(&parameter);
			return r;
		}
		profile->parameters[profile->parameter_count++] = parameter;
	}
	return 0;
}

static int parse_value(const struct parameter *parameter, const char *text, struct value *ret_value)
{
	struct value value = { .kind = VALUE_NUMBER };
	int r;

	if (parameter->format.kind != VALUE_NUMBER)
		return value_parse(&parameter->format, span_of(text), ret_value);
	r = quantity_parse(span_of(text), parameter->unit, parameter->unit, 0, &value.number);
	if (r == 0)
		*ret_value = value;
	return r;
}

static int set_value(struct parameter *parameter, const char *text, struct diag *diag)
{
	struct value value = { 0 };
	int r = parse_value(parameter, text, &value);

	if (r == -ENOMEM)
		return r;
	if (r < 0)
		return diag_add(diag, -EBADMSG, NULL,
				"\"%s\" is no value of the parameter %s, which is of type %s", text,
				parameter->name, parameter_type_name(parameter->type));
	value_done(&parameter->value);
	parameter->value = value;
	return 0;
}

int profile_set_parameter(struct profile_set *set, const char *name, const char *value,
			  struct diag *diag)
{
	bool is_found = false;

	for (size_t i = 0; i < set->file_count; i++) {
		struct parameter *parameter = find_own(set->files[i], name);
		int r;

		if (!parameter)
			continue;
		is_found = true;
		r = set_value(parameter, value, diag);
		if (r < 0)
			return r;
	}
	if (!is_found)
		return diag_add(diag, -ENOENT, NULL,
				"no profile that was loaded has a parameter %s", name);
	return 0;
}
