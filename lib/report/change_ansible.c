/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changes as an Ansible playbook: sysctls by their module, sysfs by a command. */
#include "config.h"

#include "report/change_files.h"

#include <string.h>

#define SYSCTL_FILE "/etc/sysctl.d/90-tuneadv.conf"

/* A single-quoted YAML scalar: only the quote itself is special. */
static void add_scalar(struct text *text, const char *string)
{
	text_add_char(text, '\'');
	for (; *string; string++) {
		if (*string == '\'')
			text_add_char(text, '\'');
		text_add_char(text, *string);
	}
	text_add_char(text, '\'');
}

/* Ansible fills in what stands between such brackets, whatever the quotes. */
static bool is_template(const char *string)
{
	return strstr(string, "{{") || strstr(string, "{%") || strstr(string, "{#");
}

static void add_sysctl(const struct file_write *write, const struct text *name, struct text *text)
{
	text_add(text, "      ansible.posix.sysctl:\n        name: ");
	add_scalar(text, name->bytes);
	text_add(text, "\n        value: ");
	add_scalar(text, write->to);
	text_add(text, "\n        sysctl_file: " SYSCTL_FILE "\n"
		       "        sysctl_set: true\n"
		       "        reload: false\n"
		       "        state: present\n");
}

static void add_command(const struct file_write *write, struct text *text)
{
	auto_text struct text command = { 0 };

	text_add(&command, "printf '%s\\n' ");
	change_file_quote(&command, write->to);
	text_add(&command, " >");
	change_file_quote(&command, write->path);
	text_add(text, "      ansible.builtin.shell: ");
	add_scalar(text, command.bytes ? command.bytes : "");
	text_add_char(text, '\n');
	if (text_status(&command) < 0)
		text->status = command.status;
}

static void add_task(const struct file_write *write, struct text *text)
{
	auto_text struct text title = { 0 };
	auto_text struct text name = { 0 };

	text_addf(&title, "%s: %s -> %s", write->path, write->from, write->to);
	text_add(text, "    - name: ");
	add_scalar(text, title.bytes ? title.bytes : "");
	change_file_rules(text, write);
	if (change_file_sysctl_name(write->path, &name) && text_status(&name) == 0)
		add_sysctl(write, &name, text);
	else
		add_command(write, text);
	if (text_status(&title) < 0 || text_status(&name) < 0)
		text->status = text_status(&title) < 0 ? title.status : name.status;
}

static const char *obstacle_of(const struct change_file *file, const struct file_write *write,
			       struct text *text)
{
	const char *obstacle = change_file_obstacle(file, write, text);

	if (obstacle)
		return obstacle;
	if (is_template(write->path) || is_template(write->from) || is_template(write->to))
		return "its name or value looks like a template";
	return NULL;
}

int change_file_ansible(const struct change_file *file, struct text *ret_text)
{
	size_t written = 0;

	change_file_head(file, ret_text);
	for (size_t i = 0; i < file->count; i++) {
		const char *obstacle = obstacle_of(file, &file->writes[i], ret_text);

		if (obstacle)
			change_file_skip(ret_text, "", &file->writes[i], obstacle);
		else
			written++;
	}
	text_add(ret_text, "---\n- name: ");
	add_scalar(ret_text, is_template(file->title) ? "changes" : file->title);
	text_add(ret_text, "\n  hosts: all\n  become: true\n  gather_facts: false\n");
	text_add(ret_text, written > 0 ? "  tasks:\n" : "  tasks: []\n");
	for (size_t i = 0; i < file->count; i++) {
		if (!obstacle_of(file, &file->writes[i], ret_text))
			add_task(&file->writes[i], ret_text);
	}
	return text_status(ret_text);
}
