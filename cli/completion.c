/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the bash completion from the option tables: completions/tuneadv is its output. */
#include "config.h"

#include "completion.h"

void completion_add_words(struct output *output, const char *const *words)
{
	for (size_t i = 0; words[i]; i++)
		output_addf(output, "%s%s", i > 0 ? " " : "", words[i]);
}

/* Each followed by a blank: what else can be completed comes after. */
static void add_option_names(struct output *output, const struct option_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		if (table->rows[i].letter)
			output_addf(output, "-%c ", table->rows[i].letter);
		output_addf(output, "--%s ", table->rows[i].name);
	}
}

static void add_value(struct output *output, const struct option_row *row)
{
	if (row->kind == OPTION_NOTHING)
		return;
	output_addf(output, "\t--%s", row->name);
	if (row->letter)
		output_addf(output, " | -%c", row->letter);
	output_addf(output, ")\n");
	if (row->kind == OPTION_WORD) {
		output_addf(output, "\t\t_tuneadv_words '");
		completion_add_words(output, row->words);
		output_addf(output, "'\n");
	} else if (row->kind == OPTION_FILE || row->kind == OPTION_FOLDER) {
		output_addf(output, "\t\t_tuneadv_files -%c\n",
			    row->kind == OPTION_FILE ? 'f' : 'd');
	}
	output_addf(output, "\t\treturn\n\t\t;;\n");
}

static void add_values(struct output *output, const struct option_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		add_value(output, &table->rows[i]);
}

/* Several commands have options of one name; a value is completed alike for all of them. */
static bool has_option(const struct command *const *commands, size_t command_count, int id)
{
	for (size_t i = 0; i < command_count; i++) {
		for (size_t j = 0; j < commands[i]->options.count; j++) {
			if (commands[i]->options.rows[j].id == id)
				return true;
		}
	}
	return false;
}

static void add_own_values(struct output *output, const struct command *const *commands,
			   size_t command_count)
{
	for (size_t i = 0; i < command_count; i++) {
		for (size_t j = 0; j < commands[i]->options.count; j++) {
			const struct option_row *row = &commands[i]->options.rows[j];

			if (!has_option(commands, i, row->id))
				add_value(output, row);
		}
	}
}

static void add_operands(struct output *output, const struct command *command)
{
	output_addf(output, "\t%s)\n", command->name);
	if (command->operand_kind == OPTION_WORD) {
		output_addf(output, "\t\t_tuneadv_words '");
		completion_add_words(output, command->operand_words);
		output_addf(output, "'\n");
	} else if (command->operand_kind == OPTION_PROFILES) {
		output_addf(output, "\t\tif [[ $cur == */* ]]; then\n"
				    "\t\t\t_tuneadv_files -f\n"
				    "\t\telse\n"
				    "\t\t\t_tuneadv_words \"$(_tuneadv_known profiles)\"\n"
				    "\t\tfi\n");
	} else if (command->operand_kind == OPTION_IDS) {
		output_addf(output, "\t\t_tuneadv_words \"$(_tuneadv_known tunables) "
				    "$(_tuneadv_known facts)\"\n");
	}
	output_addf(output, "\t\t;;\n");
}

static void add_names_of(struct output *output, const struct command *command)
{
	output_addf(output, "\t%s)\n\t\toptions='", command->name);
	add_option_names(output, &command->options);
	add_option_names(output, &common_options);
	output_addf(output, "'\n\t\t;;\n");
}

static const char head[] =
	"# SPDX-License-Identifier: LGPL-2.1-or-later\n"
	"# Bash completion of tuneadv, made from its option tables by: tuneadv --completion bash\n"
	"# shellcheck shell=bash\n"
	"\n"
	"_tuneadv_words()\n"
	"{\n"
	"\tmapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
	"}\n"
	"\n"
	"_tuneadv_files()\n"
	"{\n"
	"\tcompopt -o filenames\n"
	"\tmapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")\n"
	"}\n"
	"\n"
	"# Names from the program that is being completed, so that they fit its version;\n"
	"# only plain ones, for compgen expands what it is given.\n"
	"# What stands deeper is a part of one, such as a parameter.\n"
	"_tuneadv_known()\n"
	"{\n"
	"\t\"$program\" list \"$1\" --format json 2>/dev/null |\n"
	"\t\tsed -n " COMPLETION_SED "\n"
	"}\n"
	"\n"
	"_tuneadv()\n"
	"{\n"
	"\tlocal program=$1 cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	"\tlocal command='' options='' i\n"
	"\n"
	"\tCOMPREPLY=()\n"
	"\t# Bash makes \"=\" a word of its own.\n"
	"\tif [[ $cur == '=' ]]; then\n"
	"\t\tcur=''\n"
	"\telif [[ $prev == '=' ]] && ((COMP_CWORD >= 2)); then\n"
	"\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	"\tfi\n"
	"\tcase $prev in\n";

void completion_add_bash(struct output *output, const struct command *const *commands,
			 size_t command_count)
{
	output_addf(output, "%s", head);
	add_values(output, &common_options);
	add_own_values(output, commands, command_count);
	output_addf(output, "\tesac\n\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
			    "\t\tcase ${COMP_WORDS[i]} in\n\t\t");
	for (size_t i = 0; i < command_count; i++)
		output_addf(output, "%s%s", i > 0 ? " | " : "", commands[i]->name);
	output_addf(output, ")\n\t\t\tcommand=${COMP_WORDS[i]}\n\t\t\tbreak\n\t\t\t;;\n"
			    "\t\tesac\n\tdone\n\tcase $command in\n");
	for (size_t i = 0; i < command_count; i++)
		add_names_of(output, commands[i]);
	output_addf(output, "\t*)\n\t\toptions='");
	add_option_names(output, &common_options);
	for (size_t i = 0; i < command_count; i++)
		output_addf(output, "%s%s", commands[i]->name, i + 1 < command_count ? " " : "");
	output_addf(output, "'\n\t\t;;\n\tesac\n"
			    "\tif [[ $cur == -* || -z $command ]]; then\n"
			    "\t\t_tuneadv_words \"$options\"\n\t\treturn\n\tfi\n"
			    "\tcase $command in\n");
	for (size_t i = 0; i < command_count; i++)
		add_operands(output, commands[i]);
	output_addf(output, "\tesac\n}\n\ncomplete -F _tuneadv tuneadv\n");
}
