/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Options, lock and endings of the commands that change something. */
#include "config.h"

#include "change.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#define WAIT_MAX_S	    86400
#define POLLS_IN_ONE_SECOND 10

/* ---- options ---- */

/* False: not a whole number of seconds up to a day. */
static bool read_seconds(const char *text, unsigned int *ret_seconds)
{
	unsigned int seconds = 0;

	if (*text == '\0')
		return false;
	for (; *text >= '0' && *text <= '9' && seconds <= WAIT_MAX_S; text++)
		seconds = seconds * 10 + (unsigned int)(*text - '0');
	if (*text != '\0' || seconds > WAIT_MAX_S)
		return false;
	*ret_seconds = seconds;
	return true;
}

static int take_seconds(unsigned int *seconds, const struct option_row *row, const char *value,
			char **ret_error)
{
	if (read_seconds(value, seconds))
		return 0;
	if (asprintf(ret_error, "--%s takes whole seconds, at most %d, not '%s'", row->name,
		     WAIT_MAX_S, value) < 0) {
		*ret_error = NULL;
		return -ENOMEM;
	}
	return 0;
}

int change_take(struct change_request *change, const struct option_row *row, const char *value,
		char **ret_error)
{
	switch ((enum change_option)row->id) {
	case CHANGE_DRY_RUN:
		change->is_dry_run = true;
		return 0;
	case CHANGE_YES:
		change->has_yes = true;
		return 0;
	case CHANGE_WAIT:
		return take_seconds(&change->wait_s, row, value, ret_error);
	case CHANGE_WINDOW:
		return take_seconds(&change->window_s, row, value, ret_error);
	case CHANGE_WITH_NAMES:
		change->with_names = true;
		return 0;
	case CHANGE_SECURITY:
		change->has_security = true;
		return 0;
	case CHANGE_KERNEL:
		change->kernel = value;
		return 0;
	case CHANGE_HOST_WIDE:
		change->is_host_wide = true;
		return 0;
	case CHANGE_CONSIDER:
		change->with_consider = true;
		return 0;
	case CHANGE_ONLY:
		change->only.words[change->only.count++] = value;
		return 0;
	case CHANGE_EXCEPT:
		change->except.words[change->except.count++] = value;
		return 0;
	case CHANGE_ALL:
		change->is_all = true;
		return 0;
	case CHANGE_SKIP_DRIFTED:
		change->skips_drifted = true;
		return 0;
	case CHANGE_OVERWRITE_DRIFTED:
		change->overwrites_drifted = true;
		return 0;
	}
	return -EINVAL;
}

int change_check_live(const struct request *request)
{
	if (!request->root)
		return 0;
	return request_refusef(request, "--root: a captured host is data; %s needs a live one",
			       request->command->name);
}

/* ---- privilege ---- */

/* As a shell reads it back. */
static void add_quoted(struct output *line, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-./=:,+@%";

	if (*word != '\0' && word[strspn(word, plain)] == '\0') {
		output_addf(line, "%s", word);
		return;
	}
	output_addf(line, "'");
	for (; *word; word++)
		output_addf(line, *word == '\'' ? "'\\''" : "%c", *word);
	output_addf(line, "'");
}

static void add_sudo_line(struct output *message, const struct request *request)
{
	output_addf(message, "sudo ");
	for (int i = 0; i < request->argc; i++) {
		if (i > 0)
			output_addf(message, " ");
		add_quoted(message, request->argv[i]);
	}
}

int change_refuse_privilege(const struct request *request, const char *missing)
{
	struct output message = { 0 };

	output_addf(&message, "%s; nothing was changed", missing);
	if (geteuid() != 0) {
		output_addf(&message, ". Run: ");
		add_sudo_line(&message, request);
	}

	int code = request_end(request, EXIT_REFUSED, NULL,
			       message.status < 0 ? missing : message.bytes);

	output_done(&message);
	return code;
}

/* ---- the state folder and its lock ---- */

static int fail_state(struct request *request, size_t first, int error)
{
	if (error == -EACCES && geteuid() != 0) {
		struct output missing = { 0 };

		output_addf(&missing, "%s needs root", request->state_folder);

		int code = change_refuse_privilege(request, missing.bytes ? missing.bytes
									  : "root is needed");

		output_done(&missing);
		return code;
	}
	if (error == -ENOENT || error == -ENOTDIR || error == -EINVAL || error == -ENAMETOOLONG ||
	    error == -ENOMEM)
		return request_fail(request, first, error);
	return request_fail_with(request, EXIT_REFUSED, first, error);
}

int change_open_state(struct request *request, struct tuneadv_context *context, bool is_read_only,
		      struct tuneadv_state **ret_state)
{
	size_t first = tuneadv_diag_count(request->diag);
	int r = tuneadv_state_open(context, request->state_folder, is_read_only, ret_state,
				   request->diag);

	return r < 0 ? fail_state(request, first, r) : 0;
}

/* Who holds it, once, and then quiet trying. */
static int wait_for_lock(const struct request *request, struct tuneadv_state *state)
{
	static const struct timespec pause = { .tv_nsec = 1000000000 / POLLS_IN_ONE_SECOND };
	struct tuneadv_diag *said = tuneadv_diag_new();
	int r = tuneadv_state_lock(state, said);

	if (r == -EBUSY && request->change.wait_s > 0 && tuneadv_diag_count(said) > 0) {
		struct output line = { 0 };

		output_addf(&line, "%s; waiting up to %u s", tuneadv_diag_text(said, 0),
			    request->change.wait_s);
		output_complain(tuneadv_diag_place(said, 0), line.bytes ? line.bytes : "waiting");
		output_done(&line);
	}
	tuneadv_diag_free(said);
	for (unsigned int i = 0; r == -EBUSY && i < request->change.wait_s * POLLS_IN_ONE_SECOND;
	     i++) {
		(void)nanosleep(&pause, NULL); /* cut short: asks sooner */
		r = tuneadv_state_lock(state, NULL);
	}
	return r;
}

int change_lock_state(struct request *request, struct tuneadv_context *context,
		      struct tuneadv_state **ret_state)
{
	int code = change_open_state(request, context, false, ret_state);

	if (code != 0)
		return code;

	size_t first = tuneadv_diag_count(request->diag);
	int r = wait_for_lock(request, *ret_state);

	/* The last try says who holds it now. */
	if (r < 0)
		r = tuneadv_state_lock(*ret_state, request->diag);
	if (r == 0)
		return 0;
	tuneadv_state_free(*ret_state);
	*ret_state = NULL;
	return fail_state(request, first, r);
}

/* ---- the end ---- */

static void write_log(void *closure, const char *message)
{
	(void)closure; /* the log is the system's */
	syslog(LOG_NOTICE, "%s", message);
}

const struct tuneadv_audit *change_audit(void)
{
	static const struct tuneadv_audit audit = { .event = write_log };

	/* Without a log each line would be three system calls that fail. */
	if (access("/dev/log", F_OK) < 0)
		return NULL;
	openlog("tuneadv", LOG_PID, LOG_AUTHPRIV);
	return &audit;
}

void change_hold_signals(sigset_t *ret_before)
{
	static const int held[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };
	sigset_t signals;

	/* None of these can fail for signals that exist. */
	(void)sigemptyset(&signals);
	for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++)
		(void)sigaddset(&signals, held[i]);
	(void)sigprocmask(SIG_BLOCK, &signals, ret_before);
}

void change_release_signals(const sigset_t *before)
{
	(void)sigprocmask(SIG_SETMASK, before, NULL); /* as above */
}

int change_code(enum tuneadv_outcome_state state)
{
	switch (state) {
	case TUNEADV_OUTCOME_PLANNED:
	case TUNEADV_OUTCOME_COMMITTED:
	case TUNEADV_OUTCOME_REVERTED:
	case TUNEADV_OUTCOME_NOTHING_TO_DO:
		return EXIT_FIT;
	case TUNEADV_OUTCOME_REFUSED:
		return EXIT_REFUSED;
	case TUNEADV_OUTCOME_ROLLED_BACK:
		return EXIT_ROLLED_BACK;
	case TUNEADV_OUTCOME_INCOMPLETE:
	default:
		return EXIT_INCOMPLETE;
	}
}

int change_deliver(struct request *request, struct tuneadv_context *context,
		   const struct tuneadv_outcome *outcome, const char *verb)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };
	struct tuneadv_style style;
	enum tuneadv_outcome_state state = tuneadv_outcome_state(outcome);
	bool is_changed = state == TUNEADV_OUTCOME_COMMITTED || state == TUNEADV_OUTCOME_REVERTED;
	int code = change_code(state);

	request_style(request, &style);

	int r = tuneadv_render_outcome(context, outcome, verb, request->diag, &style, &sink);

	if (r == 0)
		r = output_deliver(&document, request->output);
	output_done(&document);
	request_warn(request);
	/* What was done decides the exit code, whether or not it could be told: 2 would say that
	 * nothing was changed. */
	if (r < 0)
		output_complain(request->output, strerror(-r));
	return r < 0 && code == EXIT_FIT && !is_changed ? EXIT_USAGE : code;
}
