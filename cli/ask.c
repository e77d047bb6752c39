/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Asks a person, on a terminal alone. */
#include "config.h"

#include "change.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool ask_is_possible(void)
{
	return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

/* One line without its newline; what does not fit is no answer that we know. False at the end. */
static bool read_line(char *line, size_t size)
{
	size_t length = 0;

	for (;;) {
		char c = '\0';
		ssize_t got = read(STDIN_FILENO, &c, 1);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		if (c == '\n')
			break;
		if (length + 1 < size)
			line[length] = c;
		length++;
	}
	line[length < size ? length : 0] = '\0';
	return true;
}

static bool is_yes(const char *line)
{
	return strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0;
}

int ask_permission(const struct request *request, const char *what, const char *question)
{
	struct output prompt = { 0 };
	char line[16];

	if (request->change.has_yes)
		return 0;
	if (!ask_is_possible()) {
		struct output message = { 0 };

		output_addf(&message,
			    "%s needs --yes here: there is no terminal to ask on; nothing was "
			    "changed",
			    what);

		int code = request_end(request, EXIT_REFUSED, NULL,
				       message.bytes ? message.bytes : "out of memory");

		output_done(&message);
		return code;
	}
	output_addf(&prompt, "%s [y/N] ", question);
	output_show(&prompt);
	output_done(&prompt);
	if (read_line(line, sizeof(line)) && is_yes(line))
		return 0;
	return request_end(request, EXIT_REFUSED, NULL, "not confirmed; nothing was changed");
}
