/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the zsh completion from the option tables: completions/_tuneadv is its output. */
#include "config.h"

#include "completion.h"

/* Within single quotes; _arguments takes brackets and colons for its own. */
static void add_help(struct output *output, const char *help)
{
	for (; *help; help++) {
		if (*help == '\'')
			output_addf(output, "'\\''");
		else if (*help == '[' || *help == ']' || *help == ':')
			output_addf(output, "\\%c", *help);
		else
			output_addf(output, "%c", *help);
	}
}

static void add_action(struct output *output, const struct option_row *row)
{
	output_addf(output, ":%s:", row->value);
	if (row->kind == OPTION_WORD) {
		output_addf(output, "(");
		completion_add_words(output, row->words);
		output_addf(output, ")");
	} else if (row->kind == OPTION_FILE) {
		output_addf(output, "_files");
	} else if (row->kind == OPTION_FOLDER) {
		output_addf(output, "_files -/");
	} else {
		output_addf(output, " ");
	}
}

static void add_option(struct output *output, const struct option_row *row)
{
	bool has_value = row->kind != OPTION_NOTHING;

	/* What takes a value may be given again. */
	output_addf(output, "\t\t%s", has_value ? "'*'" : "");
	if (row->letter)
		output_addf(output, "{-%c%s,--%s%s}", row->letter, has_value ? "+" : "", row->name,
			    has_value ? "=" : "");
	else
		output_addf(output, "--%s%s", row->name, has_value ? "=" : "");
	output_addf(output, "'[");
	add_help(output, row->help);
	output_addf(output, "]");
	if (has_value)
		add_action(output, row);
	output_addf(output, "'\n");
}

static void add_operands(struct output *output, const struct command *command)
{
	if (command->operand_kind == OPTION_WORD) {
		output_addf(output, "\t\t'*: :(");
		completion_add_words(output, command->operand_words);
		output_addf(output, ")'\n");
	} else if (command->operand_kind == OPTION_PROFILES) {
		output_addf(output, "\t\t'*: :_tuneadv_profiles'\n");
	} else if (command->operand_kind == OPTION_IDS) {
		output_addf(output, "\t\t'*: :_tuneadv_ids'\n");
	}
}

static void add_table(struct output *output, const struct option_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		add_option(output, &table->rows[i]);
}

static const char head[] =
	"#compdef tuneadv\n"
	"# SPDX-License-Identifier: LGPL-2.1-or-later\n"
	"# Zsh completion of tuneadv, made from its option tables by: tuneadv --completion zsh\n"
	"\n"
	"# Names from the program that is being completed, so that they fit its version.\n"
	"_tuneadv_known()\n"
	"{\n"
	"\tlocal -a known\n"
	"\n"
	"\tknown=(${(f)\"$(${_tuneadv_program:-tuneadv} list $1 --format json 2>/dev/null |\n"
	"\t\tsed -n " COMPLETION_SED ")\"})\n"
	"\tcompadd -a known\n"
	"}\n"
	"\n"
	"_tuneadv_profiles()\n"
	"{\n"
	"\tif [[ $PREFIX == */* ]]; then\n"
	"\t\t_files\n"
	"\telse\n"
	"\t\t_tuneadv_known profiles\n"
	"\tfi\n"
	"}\n"
	"\n"
	"_tuneadv_ids()\n"
	"{\n"
	"\t_tuneadv_known tunables\n"
	"\t_tuneadv_known facts\n"
	"}\n"
	"\n"
	"_tuneadv()\n"
	"{\n"
	"\tlocal curcontext=$curcontext state line _tuneadv_program=$words[1]\n"
	"\tlocal -a commands common own\n"
	"\n";

void completion_add_zsh(struct output *output, const struct command *const *commands,
			size_t command_count)
{
	output_addf(output, "%s\tcommands=(\n", head);
	for (size_t i = 0; i < command_count; i++) {
		output_addf(output, "\t\t'%s:", commands[i]->name);
		add_help(output, commands[i]->summary);
		output_addf(output, "'\n");
	}
	output_addf(output, "\t)\n\tcommon=(\n");
	add_table(output, &common_options);
	output_addf(output, "\t)\n\t_arguments -C $common '1: :->command' '*:: :->rest'\n"
			    "\tif [[ $state == command ]]; then\n"
			    "\t\t_describe -t commands command commands\n"
			    "\t\treturn\n\tfi\n\tcase $words[1] in\n");
	for (size_t i = 0; i < command_count; i++) {
		output_addf(output, "\t%s)\n\t\town=(\n", commands[i]->name);
		add_table(output, &commands[i]->options);
		add_operands(output, commands[i]);
		output_addf(output, "\t\t)\n\t\t;;\n");
	}
	output_addf(output, "\tesac\n\t_arguments $common $own\n}\n\n_tuneadv \"$@\"\n");
}
