/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the fish completion from the option tables: completions/tuneadv.fish is its output. */
#include "config.h"

#include "completion.h"

static void add_quoted(struct output *output, const char *string)
{
	output_addf(output, "'");
	for (; *string; string++)
		output_addf(output, *string == '\'' || *string == '\\' ? "\\%c" : "%c", *string);
	output_addf(output, "'");
}

static void add_value(struct output *output, const struct option_row *row)
{
	if (row->kind == OPTION_WORD) {
		output_addf(output, " -xa '");
		completion_add_words(output, row->words);
		output_addf(output, "'");
	} else if (row->kind == OPTION_FILE) {
		output_addf(output, " -rF");
	} else if (row->kind == OPTION_FOLDER) {
		output_addf(output, " -xa '(__fish_complete_directories)'");
	} else if (row->kind != OPTION_NOTHING) {
		output_addf(output, " -x");
	}
}

/* @command NULL: of all. */
static void add_options(struct output *output, const struct option_table *table,
			const char *command)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];

		output_addf(output, "complete -c tuneadv");
		if (command)
			output_addf(output, " -n '__fish_seen_subcommand_from %s'", command);
		if (row->letter)
			output_addf(output, " -s %c", row->letter);
		output_addf(output, " -l %s", row->name);
		add_value(output, row);
		output_addf(output, " -d ");
		add_quoted(output, row->help);
		output_addf(output, "\n");
	}
}

static void add_operands(struct output *output, const struct command *command)
{
	static const char seen[] = "complete -c tuneadv -n '__fish_seen_subcommand_from";

	if (command->operand_kind == OPTION_WORD) {
		output_addf(output, "%s %s' -a '", seen, command->name);
		completion_add_words(output, command->operand_words);
		output_addf(output, "'\n");
	} else if (command->operand_kind == OPTION_PROFILES) {
		output_addf(output, "%s %s' -a '(__tuneadv_known profiles)'\n", seen,
			    command->name);
	} else if (command->operand_kind == OPTION_IDS) {
		output_addf(output, "%s %s' -a '(__tuneadv_known tunables facts)'\n", seen,
			    command->name);
	}
}

static const char head[] =
	"# SPDX-License-Identifier: LGPL-2.1-or-later\n"
	"# Fish completion of tuneadv, made from its option tables by: tuneadv --completion fish\n"
	"\n"
	"# Names from the program that is being completed, so that they fit its version.\n"
	"function __tuneadv_known\n"
	"\tset -l program (commandline -opc)[1]\n"
	"\tfor subject in $argv\n"
	"\t\t$program list $subject --format json 2>/dev/null | sed -n " COMPLETION_SED "\n"
	"\tend\n"
	"end\n"
	"\n"
	"complete -c tuneadv -f\n";

void completion_add_fish(struct output *output, const struct command *const *commands,
			 size_t command_count)
{
	output_addf(output, "%s", head);
	for (size_t i = 0; i < command_count; i++) {
		output_addf(output, "complete -c tuneadv -n __fish_use_subcommand -a %s -d ",
			    commands[i]->name);
		add_quoted(output, commands[i]->summary);
		output_addf(output, "\n");
	}
	add_options(output, &common_options, NULL);
	for (size_t i = 0; i < command_count; i++) {
		add_options(output, &commands[i]->options, commands[i]->name);
		add_operands(output, commands[i]);
	}
}
