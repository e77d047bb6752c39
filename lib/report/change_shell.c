/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changes as a POSIX shell script, which looks at every value before it writes the first. */
#include "config.h"

#include "report/change_files.h"

/* What the kernel shows differs from what we write in blanks, brackets and leading zeros. */
static const char prologue[] =
	"set -euf\n"
	"\n"
	"# present KIND FILE: its value, as it is written below\n"
	"present() {\n"
	"\ttext=$(cat \"$2\")\n"
	"\tcase $1:$text in\n"
	"\tchoice:*\\[*\\]*)\n"
	"\t\ttext=${text#*\\[}\n"
	"\t\ttext=${text%%\\]*}\n"
	"\t\t;;\n"
	"\tmask:*)\n"
	"\t\ttext=$(printf '%s\\n' \"$text\" | sed 's/^[0,]*//; s/^$/0/')\n"
	"\t\t;;\n"
	"\tesac\n"
	"\t# shellcheck disable=SC2086 # the kernel separates by tabs\n"
	"\tset -- $text\n"
	"\tprintf '%s\\n' \"$*\"\n"
	"}\n"
	"\n"
	"# look KIND FILE FROM TO: it must be as it was when this was made\n"
	"look() {\n"
	"\tnow=$(present \"$1\" \"$2\")\n"
	"\tif [ \"$now\" != \"$3\" ] && [ \"$now\" != \"$4\" ]; then\n"
	"\t\tprintf '%s is \"%s\", not \"%s\": nothing was written\\n' \"$2\" \"$now\" \"$3\" >&2\n"
	"\t\texit 4\n"
	"\tfi\n"
	"}\n"
	"\n"
	"# put KIND FILE FROM TO: one write of the whole value, then a look at it\n"
	"put() {\n"
	"\tnow=$(present \"$1\" \"$2\")\n"
	"\tif [ \"$now\" = \"$4\" ]; then\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tprintf '%s\\n' \"$4\" >\"$2\"\n"
	"\tprintf '%s: %s -> %s\\n' \"$2\" \"$now\" \"$(present \"$1\" \"$2\")\"\n"
	"}\n"
	"\n"
	"writes() {\n"
	"\t:\n";

static const char epilogue[] = "}\n"
			       "\n"
			       "writes look\n"
			       "writes put\n";

static const char *kind_of(const struct tunable *tunable)
{
	if (!tunable)
		return "plain";
	if (tunable->format.kind == VALUE_CHOICE)
		return "choice";
	if (tunable->format.kind == VALUE_CPULIST && tunable->format.cpulist == CPULIST_MASK)
		return "mask";
	return "plain";
}

static void add_write(const struct change_file *file, const struct file_write *write,
		      struct text *text)
{
	const char *obstacle = change_file_obstacle(file, write, text);

	if (obstacle) {
		change_file_skip(text, "\t", write, obstacle);
		return;
	}
	text_addf(text, "\t\"$1\" %s ", kind_of(write->tunable));
	change_file_quote(text, write->path);
	text_add_char(text, ' ');
	change_file_quote(text, write->from);
	text_add_char(text, ' ');
	change_file_quote(text, write->to);
	change_file_rules(text, write);
}

int change_file_shell(const struct change_file *file, struct text *ret_text)
{
	text_add(ret_text, "#!/bin/sh\n");
	change_file_head(file, ret_text);
	text_add(ret_text, prologue);
	for (size_t i = 0; i < file->count; i++)
		add_write(file, &file->writes[i], ret_text);
	text_add(ret_text, epilogue);
	return text_status(ret_text);
}
