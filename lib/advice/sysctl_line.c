/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One line of sysctl.d, taken apart as systemd-sysctl and procps do. */
#include "config.h"

#include "advice/sysctl_line.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static size_t column_in(struct span line, struct span part)
{
	return (size_t)(part.bytes - line.bytes) + 1;
}

static bool has_glob(struct span key)
{
	for (size_t i = 0; i < key.length; i++) {
		if (key.bytes[i] == '*' || key.bytes[i] == '?' || key.bytes[i] == '[')
			return true;
	}
	return false;
}

static enum sysctl_line_kind kind_without_value(struct span text)
{
	if (text.bytes[0] == '-' && text.length > 1)
		return SYSCTL_LINE_EXCLUSION;
	if (text.bytes[0] == '[' && text.bytes[text.length - 1] == ']')
		return SYSCTL_LINE_SECTION;
	return SYSCTL_LINE_OTHER;
}

void sysctl_line_parse(struct span line, struct sysctl_line *ret_line)
{
	struct span text = span_trim(line);
	const char *equals;

	*ret_line = (struct sysctl_line){ .kind = SYSCTL_LINE_BLANK };
	if (text.length == 0 || text.bytes[0] == '#' || text.bytes[0] == ';')
		return;
	ret_line->key = text;
	equals = memchr(text.bytes, '=', text.length);
	ret_line->kind = equals ? SYSCTL_LINE_ASSIGNMENT : kind_without_value(text);
	if (equals) {
		size_t length = (size_t)(equals - text.bytes);

		ret_line->value = span_trim(span_from(text, length + 1));
		ret_line->key.length = length;
		while (ret_line->key.length > 0 && is_blank(text.bytes[ret_line->key.length - 1]))
			ret_line->key.length--;
		ret_line->value_column = column_in(line, ret_line->value);
	}
	if ((equals || ret_line->kind == SYSCTL_LINE_EXCLUSION) && span_skip(&ret_line->key, "-"))
		ret_line->ignores_errors = equals != NULL;
	ret_line->key_column = column_in(line, ret_line->key);
	if (ret_line->key.length == 0)
		ret_line->kind = SYSCTL_LINE_OTHER;
	ret_line->has_glob = has_glob(ret_line->key);
}
