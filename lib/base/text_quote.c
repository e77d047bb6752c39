/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words for commands that somebody will paste into a shell. */
#include "config.h"

#include "base/text.h"

#include <string.h>

static bool is_plain_word(const char *string)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789/._-+=:@";

	return *string && strspn(string, plain) == strlen(string);
}

void text_add_quoted(struct text *text, const char *string)
{
	struct span rest = span_of(string);
	struct span part;
	bool is_first = true;

	if (is_plain_word(string)) {
		text_add(text, string);
		return;
	}
	text_add_char(text, '\'');
	while (span_split(&rest, '\'', &part)) {
		if (!is_first)
			text_add(text, "'\\''");
		text_add_safe(text, part);
		is_first = false;
	}
	text_add_char(text, '\'');
}
