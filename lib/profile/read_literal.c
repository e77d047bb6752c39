/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Literals in a profile's JSON: numbers, quantities, words, lists, in the format of their subject.
 */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static const char *unit_or_plain(enum unit unit)
{
	return unit_name(unit)[0] ? unit_name(unit) : "plain numbers";
}

static int complain_quantity(const struct reader *reader, const struct json_node *node,
			     enum unit unit, int code)
{
	const char *written = json_string(node);

	if (code == -EINVAL)
		return complain(reader, node, "\"%s\" does not fit: expected %s", written,
				unit_or_plain(unit));
	if (code == -ERANGE)
		return complain(reader, node, "\"%s\" is too large, or no whole number of %s",
				written, unit_or_plain(unit));
	if (code == -ENODATA)
		return complain(reader, node,
				"\"%s\" depends on the page size of the host: write it in %s",
				written, unit_or_plain(unit));
	return complain(reader, node, "\"%s\" is not a number or a quantity such as \"16 MiB\"",
			written);
}

int read_number(const struct reader *reader, const struct json_node *node, enum unit unit,
		struct number *ret_number)
{
	int r;

	if (json_kind(node) == JSON_STRING) {
		r = quantity_parse(span_of(json_string(node)), unit, unit, 0, ret_number);
		return r < 0 ? complain_quantity(reader, node, unit, r) : 0;
	}
	if (json_kind(node) != JSON_NUMBER)
		return complain(reader, node,
				"expected a number or a quantity, found a value of "
				"kind %s",
				json_kind_name(json_kind(node)));
	r = json_number(reader->json, node, ret_number);
	if (r < 0)
		return complain(reader, node, "expected a whole number");
	return 0;
}

static int read_vector(const struct reader *reader, const struct json_node *node,
		       const struct value_format *format, enum unit unit, struct value *ret_value)
{
	struct value value = { .kind = VALUE_VECTOR };
	size_t count = json_count(node);

	if (count > VALUE_ELEMENTS_MAX || count == 0 ||
	    (format->elements && count != format->elements))
		return complain(reader, node, "expected %d numbers, found %zu",
				format->elements ? format->elements : 1, count);
	for (const struct json_node *n = json_first(node); n; n = json_next(n)) {
		int r = read_number(reader, n, unit, &value.vector.elements[value.vector.count]);

		if (r < 0)
			return r;
		value.vector.count++;
	}
	*ret_value = value;
	return 0;
}

/* Text that the host's own parser reads; profiles write CPU lists as lists, whatever the host does.
 */
static int read_parsed(const struct reader *reader, const struct json_node *node,
		       const struct value_format *format, struct value *ret_value)
{
	struct value_format written = *format;
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);

	if (r < 0)
		return r;
	written.cpulist = CPULIST_LIST;
	if (format->kind == VALUE_CHOICE && span_trim(span_of(json_string(node))).length == 0)
		return complain(reader, node, "expected a word");
	r = value_parse(&written, span_of(json_string(node)), ret_value);
	if (r == -ENOMEM)
		return r;
	if (r < 0)
		return complain(reader, node, "\"%s\" is not a %s", json_string(node),
				value_kind_name(format->kind));
	return 0;
}

static int read_flag(const struct reader *reader, const struct json_node *node,
		     const struct value_format *format, struct value *ret_value)
{
	struct number n;

	if (json_kind(node) == JSON_BOOLEAN) {
		*ret_value = (struct value){ .kind = VALUE_FLAG, .flag = json_boolean(node) };
		return 0;
	}
	if (json_kind(node) != JSON_NUMBER)
		return read_parsed(reader, node, format, ret_value);
	if (json_number(reader->json, node, &n) < 0 || n.negative || n.magnitude > 1)
		return complain(reader, node, "expected 0 or 1");
	*ret_value = (struct value){ .kind = VALUE_FLAG, .flag = n.magnitude == 1 };
	return 0;
}

int read_literal(const struct reader *reader, const struct json_node *node,
		 const struct value_format *format, enum unit unit, struct value *ret_value)
{
	struct value value = { .kind = VALUE_NUMBER };
	int r;

	switch (format->kind) {
	case VALUE_NUMBER:
		r = read_number(reader, node, unit, &value.number);
		if (r == 0)
			*ret_value = value;
		return r;
	case VALUE_VECTOR:
		if (json_kind(node) == JSON_ARRAY)
			return read_vector(reader, node, format, unit, ret_value);
		return read_parsed(reader, node, format, ret_value);
	case VALUE_FLAG:
		return read_flag(reader, node, format, ret_value);
	case VALUE_CHOICE:
	case VALUE_CPULIST:
	case VALUE_TEXT:
	case VALUE_RELEASE:
		break;
	}
	return read_parsed(reader, node, format, ret_value);
}
