/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The roof: words in, exit code out. Everything in between is the library's. */
#include "config.h"

#include "completion.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
	&command_apply, &command_capture, &command_check,  &command_explain, &command_lint,
	&command_list,	&command_recover, &command_revert, &command_status,
};

#define COMMAND_COUNT (sizeof(commands) / sizeof(commands[0]))

/*
 * A file opened later must not take the number of a closed standard stream: what is meant for it
 * would go into that file. Read-only, so that writing there is an error still.
 */
static void hold_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != fd)
			return;
	}
}

static void add_program_help(struct output *output)
{
	output_addf(
		output,
		"Usage: tuneadv COMMAND [OPTION]... [ARGUMENT]...\n"
		"\n"
		"Says whether this Linux host is set up for a workload, and why; changes what may\n"
		"safely be changed, and takes it back.\n"
		"\n"
		"Commands:\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		output_addf(output, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	output_addf(output, "\nOptions of all commands:\n");
	option_add_help(output, &common_options);
	output_addf(output, "\n"
			    "Exit status:\n"
			    "  0  fit, done, or nothing to do\n"
			    "  1  the answer is no\n"
			    "  2  usage, or an input that is not well-formed\n"
			    "  3  undecided: something that decides could not be read\n"
			    "  4  refused; nothing was changed\n"
			    "  5  failed and rolled back: the host is as it was\n"
			    "  6  incomplete: what differs is named\n"
			    "\n"
			    "tuneadv COMMAND --help tells more; so does tuneadv(1).\n");
}

static void add_command_help(struct output *output, const struct command *command)
{
	output_addf(output, "Usage: tuneadv %s [OPTION]... %s\n\n%s", command->name,
		    command->operands, command->help);
	if (command->options.count > 0) {
		output_addf(output, "\nOptions:\n");
		option_add_help(output, &command->options);
	}
	output_addf(output, "\nOptions of all commands:\n");
	option_add_help(output, &common_options);
	output_addf(output, "\nExit status:\n%s", command->exits);
}

static void add_completion(struct output *output, const char *shell)
{
	if (strcmp(shell, "zsh") == 0)
		completion_add_zsh(output, commands, COMMAND_COUNT);
	else if (strcmp(shell, "fish") == 0)
		completion_add_fish(output, commands, COMMAND_COUNT);
	else
		completion_add_bash(output, commands, COMMAND_COUNT);
}

/* Files for people to use by hand are made of what is not done; the manual of the list alone. */
static bool has_format(const struct request *request)
{
	if (request->format <= TUNEADV_FORMAT_JSON)
		return true;
	if (request->format == TUNEADV_FORMAT_MAN)
		return request->command == &command_list;
	if (request->format == TUNEADV_FORMAT_GITHUB)
		return request->command == &command_lint;
	return request->change.is_dry_run;
}

static int deliver_words(const struct request *request)
{
	struct output output = { 0 };

	if (request->completion)
		add_completion(&output, request->completion);
	else if (request->wants_help && request->command)
		add_command_help(&output, request->command);
	else if (request->wants_help)
		add_program_help(&output);
	else
		output_addf(&output, "tuneadv %s\n", tuneadv_version());

	int code = request_deliver(request, &output, EXIT_FIT);

	output_done(&output);
	return code;
}

static int request_run(struct request *request)
{
	if (request->error)
		return request_refuse(request, NULL, request->error);
	if (request->completion || request->wants_help || request->wants_version)
		return deliver_words(request);
	if (!request->command)
		return request_refuse(request, NULL, "no command given; see tuneadv --help");
	if (!has_format(request))
		return request_refuse(request, NULL,
				      "--format takes text or json here; man is for list tunables, "
				      "github for lint, the others for apply --dry-run and "
				      "revert --dry-run");
	return request->command->run(request);
}

int main(int argc, char **argv)
{
	struct request request;

	hold_standard_streams();
	/* A reader that goes away ends nothing: the exit code still tells the verdict. */
	(void)signal(SIGPIPE, SIG_IGN); /* cannot fail for a signal that exists */

	int code = EXIT_USAGE;

	if (request_read(&request, commands, COMMAND_COUNT, argc, argv) < 0)
		output_complain(NULL, "out of memory");
	else
		code = request_run(&request);
	request_done(&request);
	return code;
}
