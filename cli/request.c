/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of all commands, and the request that the arguments make. */
#include "config.h"

#include "common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "guess.h"

enum common_option {
	COMMON_ROOT = 1,
	COMMON_PROFILE_DIR,
	COMMON_STATE_DIR,
	COMMON_SET,
	COMMON_FAIL_ON,
	COMMON_WAIVE,
	COMMON_FORMAT,
	COMMON_OUTPUT,
	COMMON_COLOR,
	COMMON_VERBOSE,
	COMMON_QUIET,
	COMMON_HELP,
	COMMON_VERSION,
	COMMON_COMPLETION,
};

static const char *const fail_on_words[] = { "low", "medium", "high", "never", NULL };
static const char *const format_words[] = { "text",    "json", "sysctl.d", "shell",
					    "ansible", "man",  "github",   NULL };
static const char *const color_words[] = { "auto", "always", "never", NULL };
static const char *const shell_words[] = { "bash", "zsh", "fish", NULL };

/* In the order of the words. */
static const enum tuneadv_severity fail_on_values[] = {
	TUNEADV_SEVERITY_LOW,
	TUNEADV_SEVERITY_MEDIUM,
	TUNEADV_SEVERITY_HIGH,
	TUNEADV_SEVERITY_NEVER,
};
static const enum tuneadv_format format_values[] = {
	TUNEADV_FORMAT_TEXT,	TUNEADV_FORMAT_JSON, TUNEADV_FORMAT_SYSCTL_D, TUNEADV_FORMAT_SHELL,
	TUNEADV_FORMAT_ANSIBLE, TUNEADV_FORMAT_MAN,  TUNEADV_FORMAT_GITHUB,
};
static const enum output_color color_values[] = { OUTPUT_COLOR_AUTO, OUTPUT_COLOR_ALWAYS,
						  OUTPUT_COLOR_NEVER };

static const struct option_row common_rows[] = {
	{
		.id = COMMON_ROOT,
		.name = "root",
		.kind = OPTION_FOLDER,
		.value = "DIR",
		.help = "judge a captured tree instead of this host",
	},
	{
		.id = COMMON_PROFILE_DIR,
		.name = "profile-dir",
		.kind = OPTION_FOLDER,
		.value = "DIR",
		.help = "look for profiles here first; may be given again",
	},
	{
		.id = COMMON_STATE_DIR,
		.name = "state-dir",
		.kind = OPTION_FOLDER,
		.value = "DIR",
		.help = "where transactions are recorded; default " STATE_FOLDER,
	},
	{
		.id = COMMON_SET,
		.name = "set",
		.kind = OPTION_TEXT,
		.value = "NAME=VALUE",
		.help = "give a parameter of a profile its value",
	},
	{
		.id = COMMON_FAIL_ON,
		.name = "fail-on",
		.kind = OPTION_WORD,
		.value = "SEVERITY",
		.words = fail_on_words,
		.help = "low, medium (default), high or never: what decides",
	},
	{
		.id = COMMON_WAIVE,
		.name = "waive",
		.kind = OPTION_TEXT,
		.value = "RULE=REASON",
		.help = "accept that a rule fails; the reason is reported",
	},
	{
		.id = COMMON_FORMAT,
		.name = "format",
		.kind = OPTION_WORD,
		.value = "FORMAT",
		.words = format_words,
		.help = "text (default) or json; dry runs: sysctl.d, shell, ansible",
	},
	{
		.id = COMMON_OUTPUT,
		.letter = 'o',
		.name = "output",
		.kind = OPTION_FILE,
		.value = "FILE",
		.help = "write there instead of to standard output",
	},
	{
		.id = COMMON_COLOR,
		.name = "color",
		.kind = OPTION_WORD,
		.value = "WHEN",
		.words = color_words,
		.help = "auto (default), always or never",
	},
	{
		.id = COMMON_VERBOSE,
		.letter = 'v',
		.name = "verbose",
		.kind = OPTION_NOTHING,
		.help = "show what passes too",
	},
	{
		.id = COMMON_QUIET,
		.letter = 'q',
		.name = "quiet",
		.kind = OPTION_NOTHING,
		.help = "show the verdict alone",
	},
	{
		.id = COMMON_HELP,
		.letter = 'h',
		.name = "help",
		.kind = OPTION_NOTHING,
		.help = "show this help",
	},
	{
		.id = COMMON_VERSION,
		.name = "version",
		.kind = OPTION_NOTHING,
		.help = "show the version",
	},
};

const struct option_table common_options = {
	.rows = common_rows,
	.count = sizeof(common_rows) / sizeof(common_rows[0]),
};

/* Works, but is for those who package tuneadv; no help lists it. */
static const struct option_row hidden_rows[] = {
	{
		.id = COMMON_COMPLETION,
		.name = "completion",
		.kind = OPTION_WORD,
		.value = "SHELL",
		.words = shell_words,
		.help = "print the completion script",
	},
};

__attribute__((format(printf, 2, 3))) static void note_error(struct request *request,
							     const char *format, ...)
{
	va_list arguments;

	if (request->error)
		return;
	va_start(arguments, format);
	if (vasprintf(&request->error, format, arguments) < 0)
		request->error = NULL;
	va_end(arguments);
}

/* Splits "NAME=TEXT"; both stay valid as long as the request. */
static int take_pair(struct request *request, const struct option_row *row, const char *value,
		     const char **ret_name, const char **ret_text)
{
	const char *equals = strchr(value, '=');

	if (!equals || equals == value || equals[1] == '\0') {
		note_error(request, "--%s takes %s, not '%s'", row->name, row->value, value);
		return -EINVAL;
	}

	char *copy = strdup(value);

	if (!copy)
		return -ENOMEM;
	request->splits[request->split_count++] = copy;
	copy[equals - value] = '\0';
	*ret_name = copy;
	*ret_text = copy + (equals - value) + 1;
	return 0;
}

static int take_set(struct request *request, const struct option_row *row, const char *value)
{
	const char *name = NULL;
	const char *text = NULL;
	int r = take_pair(request, row, value, &name, &text);

	if (r < 0)
		return r == -ENOMEM ? r : 0;
	request->sets.words[request->sets.count++] = name;
	request->sets.words[request->sets.count++] = text;
	return 0;
}

static int take_waiver(struct request *request, const struct option_row *row, const char *value)
{
	struct tuneadv_waiver waiver = { 0 };
	int r = take_pair(request, row, value, &waiver.rule, &waiver.reason);

	if (r < 0)
		return r == -ENOMEM ? r : 0;
	request->waivers[request->waiver_count++] = waiver;
	return 0;
}

static void take_word(struct request *request, const struct option_row *row, const char *value)
{
	int index = option_word_index(row->words, value);

	if (row->id == COMMON_FAIL_ON)
		request->fail_on = fail_on_values[index];
	if (row->id == COMMON_FORMAT)
		request->format = format_values[index];
	if (row->id == COMMON_COLOR)
		request->color = color_values[index];
	if (row->id == COMMON_COMPLETION)
		request->completion = value;
}

/* Rows of a command's own table begin where the common ones end. */
static int take_own(struct request *request, const struct option_row *row, const char *value)
{
	char *error = NULL;
	int r = change_take(&request->change, row, value, &error);

	if (error)
		note_error(request, "%s", error);
	free(error);
	return r;
}

static int take_option(struct request *request, const struct option_row *row, const char *value)
{
	if (row->id >= OPTION_OWN)
		return take_own(request, row, value);
	switch (row->id) {
	case COMMON_ROOT:
		request->root = value;
		return 0;
	case COMMON_PROFILE_DIR:
		request->folders.words[request->folders.count++] = value;
		return 0;
	case COMMON_STATE_DIR:
		request->state_folder = value;
		return 0;
	case COMMON_SET:
		return take_set(request, row, value);
	case COMMON_WAIVE:
		return take_waiver(request, row, value);
	case COMMON_OUTPUT:
		request->output = value;
		return 0;
	case COMMON_VERBOSE:
		request->is_verbose = true;
		return 0;
	case COMMON_QUIET:
		request->is_quiet = true;
		return 0;
	case COMMON_HELP:
		request->wants_help = true;
		return 0;
	case COMMON_VERSION:
		request->wants_version = true;
		return 0;
	default:
		take_word(request, row, value);
		return 0;
	}
}

/* The first operand is the command. */
static void take_operand(struct request *request, const struct command *const *commands,
			 size_t command_count, const char *word)
{
	struct guess guess = { .word = word };

	if (request->command) {
		request->operands.words[request->operands.count++] = word;
		return;
	}
	for (size_t i = 0; i < command_count; i++) {
		if (strcmp(commands[i]->name, word) == 0) {
			request->command = commands[i];
			return;
		}
		guess_offer(&guess, commands[i]->name);
	}
	if (guess.best)
		note_error(request, "unknown command '%s'; did you mean '%s'?", word, guess.best);
	else
		note_error(request, "unknown command '%s'; see tuneadv --help", word);
}

/* No argument fills more than two places of any list. */
static int request_init(struct request *request, int argc, char *const *argv)
{
	size_t most = (size_t)argc + 1;

	*request = (struct request){
		.operands.words = calloc(most, sizeof(char *)),
		.folders.words = calloc(most, sizeof(char *)),
		.sets.words = calloc(2 * most, sizeof(char *)),
		.change.only.words = calloc(most, sizeof(char *)),
		.change.except.words = calloc(most, sizeof(char *)),
		.state_folder = STATE_FOLDER,
		.argc = argc,
		.argv = argv,
		.waivers = calloc(most, sizeof(struct tuneadv_waiver)),
		.splits = calloc(most, sizeof(char *)),
		.fail_on = TUNEADV_SEVERITY_MEDIUM,
		.format = TUNEADV_FORMAT_TEXT,
		.color = OUTPUT_COLOR_AUTO,
		.time_s = (int64_t)time(NULL),
		.diag = tuneadv_diag_new(),
	};
	if (!request->operands.words || !request->folders.words || !request->sets.words ||
	    !request->waivers || !request->splits || !request->diag ||
	    !request->change.only.words || !request->change.except.words)
		return -ENOMEM;
	return 0;
}

int request_read(struct request *request, const struct command *const *commands,
		 size_t command_count, int argc, char **argv)
{
	struct option_table tables[] = {
		common_options,
		{ .rows = hidden_rows, .count = 1 },
		{ 0 },
	};
	struct option_reader reader = {
		.tables = tables,
		.table_count = sizeof(tables) / sizeof(tables[0]),
		.argc = argc,
		.argv = argv,
		.at = 1,
	};
	int r = request_init(request, argc, argv);

	while (r == 0) {
		const struct option_row *row = NULL;
		const char *value = NULL;
		enum option_event event = option_next(&reader, &row, &value);

		if (event == OPTION_END)
			break;
		if (event == OPTION_ERROR)
			note_error(request, "%s", reader.error ? reader.error : "out of memory");
		if (event == OPTION_FOUND)
			r = take_option(request, row, value);
		if (event == OPTION_OPERAND)
			take_operand(request, commands, command_count, value);
		/* A command's own options are known once it is named. */
		if (request->command)
			tables[2] = request->command->options;
	}
	option_reader_done(&reader);
	return r;
}

void request_done(struct request *request)
{
	for (size_t i = 0; i < request->split_count; i++)
		free(request->splits[i]);
	free(request->splits);
	free(request->operands.words);
	free(request->folders.words);
	free(request->sets.words);
	free(request->waivers);
	free(request->change.only.words);
	free(request->change.except.words);
	free(request->error);
	tuneadv_diag_free(request->diag);
}
