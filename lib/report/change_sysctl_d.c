/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changes as lines for /etc/sysctl.d: sysctls alone, the rest in comments. */
#include "config.h"

#include "report/change_files.h"

static void add_write(const struct change_file *file, const struct file_write *write,
		      struct text *text)
{
	const char *obstacle = change_file_obstacle(file, write, text);
	auto_text struct text name = { 0 };

	if (obstacle) {
		change_file_skip(text, "", write, obstacle);
		return;
	}
	if (!change_file_sysctl_name(write->path, &name)) {
		change_file_skip(text, "", write,
				 "it is no sysctl, or has a name that such a file cannot say");
		return;
	}
	change_file_comment(text, "", write->rules && *write->rules ? write->rules : "no rule");
	text_add_span(text, text_span(&name));
	text_addf(text, " = %s\n", write->to);
	if (text_status(&name) < 0)
		text->status = name.status;
}

int change_file_sysctl_d(const struct change_file *file, struct text *ret_text)
{
	change_file_head(file, ret_text);
	for (size_t i = 0; i < file->count; i++)
		add_write(file, &file->writes[i], ret_text);
	return text_status(ret_text);
}
