/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv lint: what files that set sysctls, and profiles, would do. Looks, and changes nothing. */
#include "config.h"

#include "change.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PORTION 65536

/* Feeds what can be read of @fd; a negative errno of the reading, or of the judge in *ret_judge. */
static int feed(int fd, struct tuneadv_lint *lint, int *ret_judge)
{
	char bytes[PORTION];

	for (;;) {
		ssize_t got = read(fd, bytes, sizeof(bytes));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return 0;
		*ret_judge = tuneadv_lint_feed(lint, bytes, (size_t)got);
		if (*ret_judge < 0)
			return 0;
	}
}

/* Opens a file that has an end: what waits for somebody else is not read. */
static int open_file(const char *name, const char **ret_why)
{
	struct stat status;
	int fd;

	*ret_why = NULL;
	if (strcmp(name, "-") == 0)
		return dup(STDIN_FILENO);
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
		return fd;
	if (S_ISDIR(status.st_mode))
		*ret_why = "is a folder: name the files in it";
	else
		*ret_why = "is no regular file";
	close(fd);
	errno = EINVAL;
	return -1;
}

/* 0, EXIT_USAGE where the file cannot be read (and noted), or a negative errno of the judge. */
static int judge_file(struct request *request, struct tuneadv_lint *lint, const char *name)
{
	const char *shown = strcmp(name, "-") == 0 ? "<stdin>" : name;
	const char *why = NULL;
	int fd = open_file(name, &why);
	int r = fd < 0 ? -errno : 0;
	int judged = 0;

	if (fd >= 0) {
		judged = tuneadv_lint_begin(lint, shown);
		if (judged == 0)
			r = feed(fd, lint, &judged);
		if (judged == 0)
			judged = tuneadv_lint_end(lint);
		close(fd);
	}
	if (judged == 0 && r < 0) {
		judged = tuneadv_lint_unreadable(lint, shown, r, why, request->diag);
		return judged < 0 ? judged : EXIT_USAGE;
	}
	return judged;
}

static int report(struct request *request, struct tuneadv_context *context,
		  const struct tuneadv_lint *lint, int code)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;
	int r;

	request_style(request, &style);
	r = tuneadv_render_lint(context, lint, request->diag, &style, &sink);
	if (code == EXIT_FIT && tuneadv_lint_has_problem(lint, request->fail_on))
		code = EXIT_NO;
	return request_finish(request, 0, r, &document, code);
}

static int judge_files(struct request *request, struct tuneadv_context *context,
		       const struct tuneadv_profiles *profiles)
{
	struct tuneadv_lint *lint = NULL;
	int code = EXIT_FIT;
	int r = tuneadv_lint_new(context, profiles, request->change.kernel, &lint, request->diag);

	/* What cannot be read does not keep the others from being judged. */
	for (size_t i = 0; r == 0 && i < request->operands.count; i++) {
		r = judge_file(request, lint, request->operands.words[i]);
		if (r > 0) {
			code = r;
			r = 0;
		}
	}
	code = r < 0 ? request_fail(request, 0, r) : report(request, context, lint, code);
	tuneadv_lint_free(lint);
	return code;
}

static int lint_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;
	int code;

	if (request->operands.count == 0)
		return request_refuse(request, NULL,
				      "lint takes files; '-' stands for standard input");
	code = request_open(request, &context, &profiles);
	if (code == 0)
		code = judge_files(request, context, profiles);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

static const struct option_row rows[] = {
	{
		.id = CHANGE_KERNEL,
		.name = "kernel",
		.kind = OPTION_TEXT,
		.value = "RELEASE",
		.help = "judge for this kernel instead of the running one",
	},
};

const struct command command_lint = {
	.name = "lint",
	.operands = "FILE...",
	.operand_kind = OPTION_FILE,
	.summary = "say what files that set sysctls, and profiles, would do",
	.help = "Reads sysctl.conf, files of sysctl.d and profiles of tuneadv, and says which of "
		"their\n"
		"lines weaken security, run code, do nothing, are wrong, or give less than the "
		"kernel\n"
		"does by itself. Nothing is changed. '-' is standard input.\n",
	.exits = "  0  nothing at or above --fail-on\n"
		 "  1  a problem at or above --fail-on\n"
		 "  2  usage, or a file that cannot be read (the others are judged all the same)\n",
	.options = { .rows = rows, .count = sizeof(rows) / sizeof(rows[0]) },
	.run = lint_run,
};
