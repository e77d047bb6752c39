/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Strings and names in a profile's JSON. */
#include "config.h"

#include "profile/reader.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool name_is_valid(const char *name)
{
	size_t length = strlen(name);

	if (length == 0 || length > NAME_MAX_BYTES)
		return false;
	for (size_t i = 0; i < length; i++) {
		bool is_joint = name[i] == '-' && i > 0 && name[i - 1] != '-' && name[i + 1];

		if (!is_name_char(name[i]) && !is_joint)
			return false;
	}
	return true;
}

int read_string(const struct reader *reader, const struct json_node *node, char **ret)
{
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);
	char *copy;

	if (r < 0)
		return r;
	if (span_trim(span_of(json_string(node))).length == 0)
		return complain(reader, node, "found an empty string, expected some text");
	copy = strdup(json_string(node));
	if (!copy)
		return -ENOMEM;
	*ret = copy;
	return 0;
}

int read_name(const struct reader *reader, const struct json_node *node, char **ret)
{
	int r = json_expect(reader->json, node, JSON_STRING, reader->diag);

	if (r < 0)
		return r;
	if (!name_is_valid(json_string(node)))
		return complain(reader, node,
				"\"%s\" is not a name: expected lower-case words and digits joined "
				"by '-', at most %d bytes",
				json_string(node), NAME_MAX_BYTES);
	return read_string(reader, node, ret);
}

int read_strings(const struct reader *reader, const struct json_node *node, char ***ret_strings,
		 size_t *ret_count)
{
	int r = json_expect(reader->json, node, JSON_ARRAY, reader->diag);
	size_t count = 0;
	char **strings;

	if (r < 0)
		return r;
	if (json_count(node) == 0)
		return complain(reader, node, "found an empty array, expected at least one string");
	strings = calloc(json_count(node), sizeof(*strings));
	if (!strings)
		return -ENOMEM;
	for (const struct json_node *n = json_first(node); n; n = json_next(n)) {
		r = read_string(reader, n, &strings[count]);
		if (r < 0) {
			strings_free(strings, count);
			return r;
		}
		count++;
	}
	*ret_strings = strings;
	*ret_count = count;
	return 0;
}
