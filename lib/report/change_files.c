/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the file formats of changes share: head, comments, names and quotes. Bytes that would have
 * to be escaped are never written into a file that somebody runs. */
#include "config.h"

#include "report/change_files.h"

#include <string.h>

#include "report/document.h"
#include "report/words.h"

#define SYSCTL_ROOT "/proc/sys/"

void change_file_comment(struct text *text, const char *indent, const char *words)
{
	text_add(text, indent);
	text_add(text, "# ");
	words_add(text, words);
	text_add_char(text, '\n');
}

static void add_line(struct text *text, const struct text *line)
{
	change_file_comment(text, "", line->bytes ? line->bytes : "");
	if (text_status(line) < 0)
		text->status = line->status;
}

void change_file_head(const struct change_file *file, struct text *text)
{
	auto_text struct text made = { 0 };
	auto_text struct text host = { 0 };

	text_addf(&made, "Made by tuneadv %s at ", file->frame->version);
	document_time(&made, file->frame->time_s);
	text_addf(&made, ": %s.", file->title);
	add_line(text, &made);
	if (file->snapshot) {
		text_add(&host, "For the host as it was then: ");
		words_host(&host, file->frame, file->snapshot);
		text_add_char(&host, '.');
		add_line(text, &host);
	}
	if (document_fact_flag(file->snapshot, FACT_NETNS_INITIAL) == TRUTH_NO)
		change_file_comment(text, "",
				    "Network settings are those of the child network namespace in "
				    "which they were read.");
	change_file_comment(text, "",
			    "Frozen: it does not see when the host gets better or bigger. Read it "
			    "before you use it.");
	if (file->is_refused)
		change_file_comment(text, "", "Refused as a whole: nothing of it is written.");
	text_add_char(text, '\n');
}

static bool is_plain(const char *string, struct text *text)
{
	auto_text struct text safe = { 0 };

	words_add(&safe, string);
	if (text_status(&safe) < 0)
		text->status = safe.status;
	return span_is(text_span(&safe), string);
}

const char *change_file_obstacle(const struct change_file *file, const struct file_write *write,
				 struct text *text)
{
	if (file->is_refused)
		return "it is refused";
	if (write->instead)
		return write->instead;
	if (!write->path || *write->path != '/' || !write->from || !write->to)
		return "it is not known whole";
	if (!is_plain(write->path, text) || !is_plain(write->from, text) ||
	    !is_plain(write->to, text))
		return "its name or value has bytes that cannot stand in a file";
	return NULL;
}

void change_file_skip(struct text *text, const char *indent, const struct file_write *write,
		      const char *why)
{
	auto_text struct text words = { 0 };

	text_add(&words, write->path && *write->path ? write->path : write->subject);
	text_addf(&words, ": not written, %s", why);
	if (write->to)
		text_addf(&words, "; it would be %s", write->to);
	if (write->rules && *write->rules)
		text_addf(&words, " [%s]", write->rules);
	change_file_comment(text, indent, words.bytes ? words.bytes : "");
	if (text_status(&words) < 0)
		text->status = words.status;
}

void change_file_rules(struct text *text, const struct file_write *write)
{
	change_file_comment(text, " ", write->rules && *write->rules ? write->rules : "no rule");
}

bool change_file_sysctl_name(const char *path, struct text *ret_name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_.-@+:/";
	const char *name;
	bool has_dot;

	if (!span_starts(span_of(path), SYSCTL_ROOT))
		return false;
	name = path + strlen(SYSCTL_ROOT);
	if (!*name || strspn(name, plain) != strlen(name))
		return false;
	has_dot = strchr(name, '.') != NULL;
	for (; *name; name++)
		text_add_char(ret_name, *name == '/' && !has_dot ? '.' : *name);
	return true;
}

void change_file_quote(struct text *text, const char *string)
{
	text_add_char(text, '\'');
	for (; *string; string++) {
		if (*string == '\'')
			text_add(text, "'\\''");
		else
			text_add_char(text, *string);
	}
	text_add_char(text, '\'');
}
