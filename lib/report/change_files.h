/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes as reviewed files: sysctl.d, shell, Ansible. Private to report/. */
#ifndef REPORT_CHANGE_FILES_H
#define REPORT_CHANGE_FILES_H

#include "report/report_change.h"

/* One write that a file asks for. All borrowed. */
struct file_write {
	const char *subject;
	const struct tunable *tunable; /* NULL: not in this version's registry */
	const char *path;
	const char *rules;
	const char *from; /* what must be there now */
	const char *to;
	const char *instead; /* why it is not written, as one clause; NULL: it is */
};

struct change_file {
	const struct report_frame *frame;
	const struct snapshot *snapshot; /* or NULL */
	const char *title;		 /* "2 changes for web-server" */
	bool is_refused;		 /* nothing of it is written */
	struct file_write *writes;
	size_t count;
};

must_check int change_file_sysctl_d(const struct change_file *file, struct text *ret_text);
must_check int change_file_shell(const struct change_file *file, struct text *ret_text);
must_check int change_file_ansible(const struct change_file *file, struct text *ret_text);

/* ---- shared by the formats (change_files.c) ---- */

/* "# ..." lines that every file begins with. */
void change_file_head(const struct change_file *file, struct text *text);
/* "# INDENT...", made safe: a comment cannot end before its line does. */
void change_file_comment(struct text *text, const char *indent, const char *words);
/* Why this one is not written in any format; NULL: it is. @text learns of memory that ran out. */
const char *change_file_obstacle(const struct change_file *file, const struct file_write *write,
				 struct text *text);
/* "# SUBJECT: not written, WHY; it would be VALUE [rules]" */
void change_file_skip(struct text *text, const char *indent, const struct file_write *write,
		      const char *why);
/*
 * The sysctl's name; false where the path is none, or where its parts have characters that a reader
 * of such names takes for more than themselves. Parts with a dot make all separators '/'.
 */
bool change_file_sysctl_name(const char *path, struct text *ret_name);
/* " # a-rule, b-rule", to the end of its line. */
void change_file_rules(struct text *text, const struct file_write *write);
/* As one word of a shell. */
void change_file_quote(struct text *text, const char *string);

#endif
