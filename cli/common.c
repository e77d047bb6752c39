/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Errors, documents and the host of a request: the same for every command. */
#include "config.h"

#include "common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The document that goes with exits 2 and 4; nothing where text is asked for. */
static int deliver_error(const struct request *request, int exit_code, const char *place,
			 const char *message)
{
	struct output document = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &document };

	if (request->format != TUNEADV_FORMAT_JSON)
		return exit_code;

	int r = tuneadv_render_error(request->time_s, exit_code, message, place, &sink);

	if (r == 0)
		r = output_deliver(&document, NULL);
	if (r < 0)
		output_complain(NULL, strerror(-r));
	output_done(&document);
	return exit_code;
}

int request_end(const struct request *request, int exit_code, const char *place,
		const char *message)
{
	output_complain(place, message);
	return deliver_error(request, exit_code, place, message);
}

int request_refuse(const struct request *request, const char *place, const char *message)
{
	return request_end(request, EXIT_USAGE, place, message);
}

int request_refusef(const struct request *request, const char *format, ...)
{
	char *message = NULL;
	va_list arguments;

	va_start(arguments, format);

	int length = vasprintf(&message, format, arguments);

	va_end(arguments);

	int code = request_refuse(request, NULL, length < 0 ? "out of memory" : message);

	if (length >= 0)
		free(message);
	return code;
}

/* One line a sentence for people; one message with the first place for programs. */
int request_fail_with(const struct request *request, int exit_code, size_t first, int code)
{
	struct output message = { 0 };
	size_t count = tuneadv_diag_count(request->diag);

	if (first >= count)
		return request_end(request, exit_code, NULL, strerror(-code));

	const char *main_place = tuneadv_diag_place(request->diag, first);

	for (size_t i = first; i < count; i++) {
		const char *place = tuneadv_diag_place(request->diag, i);
		const char *text = tuneadv_diag_text(request->diag, i);

		output_complain(place, text);
		if (i == first)
			output_addf(&message, "%s", text);
		else if (*place == '\0' || strcmp(place, main_place) == 0)
			output_addf(&message, "; %s", text);
		else
			output_addf(&message, "; %s: %s", place, text);
	}

	(void)deliver_error(request, exit_code, *main_place == '\0' ? NULL : main_place,
			    message.status < 0 ? "out of memory"
					       : message.bytes); /* told already */
	output_done(&message);
	return exit_code;
}

int request_fail(const struct request *request, size_t first, int code)
{
	return request_fail_with(request, EXIT_USAGE, first, code);
}

void request_warn(struct request *request)
{
	size_t count = tuneadv_diag_count(request->diag);

	if (request->format == TUNEADV_FORMAT_JSON)
		return;
	for (size_t i = request->warned_count; i < count; i++)
		output_complain(tuneadv_diag_place(request->diag, i),
				tuneadv_diag_text(request->diag, i));
	request->warned_count = count;
}

int request_deliver(const struct request *request, const struct output *output, int code)
{
	int r = output_deliver(output, request->output);

	if (r == 0)
		return code;
	return request_refusef(request, "cannot write %s: %s",
			       request->output ? request->output : "to standard output",
			       strerror(-r));
}

int request_finish(struct request *request, size_t first, int r, struct output *document, int code)
{
	if (r < 0) {
		code = request_fail(request, first, r);
	} else {
		request_warn(request);
		code = request_deliver(request, document, code);
	}
	output_done(document);
	return code;
}

void request_style(const struct request *request, struct tuneadv_style *ret_style)
{
	tuneadv_style_init(ret_style);
	ret_style->format = request->format;
	ret_style->has_color = output_has_color(request->color, request->output);
	ret_style->is_verbose = request->is_verbose;
	ret_style->is_quiet = request->is_quiet;
	ret_style->width = output_width(request->output);
	ret_style->fail_on = request->fail_on;
	ret_style->profile_folders = request->folders.words;
	if (strcmp(request->state_folder, STATE_FOLDER) != 0)
		ret_style->state_folder = request->state_folder;
}

/* A folder that somebody names must be there; those that we look into by ourselves need not. */
static int check_folders(const struct request *request)
{
	for (size_t i = 0; i < request->folders.count; i++) {
		struct stat stat_of = { 0 };
		int r = stat(request->folders.words[i], &stat_of) < 0 ? errno : 0;

		if (r == 0 && !S_ISDIR(stat_of.st_mode))
			r = ENOTDIR;
		if (r != 0)
			return request_refusef(request, "--profile-dir %s: %s",
					       request->folders.words[i], strerror(r));
	}
	return 0;
}

static int open_profiles(const struct request *request, struct tuneadv_profiles **ret_profiles)
{
	size_t count = request->folders.count;
	const char **folders = calloc(count + 3, sizeof(*folders));

	if (!folders)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		folders[i] = request->folders.words[i];
	folders[count] = "/etc/tuneadv/profiles";
	folders[count + 1] = PROFILE_DIR;

	int r = tuneadv_profiles_new(folders, ret_profiles);

	free(folders);
	return r;
}

/* Counters of a capture cannot be watched: it must hold two samples of them. */
static int check_samples(const struct request *request, const struct tuneadv_context *context)
{
	if (request->change.window_s == 0 || tuneadv_context_sample_count(context) != 1)
		return 0;
	return request_refusef(request,
			       "--window %u: %s holds one sample of the counters; take it with "
			       "capture --window SECONDS",
			       request->change.window_s, request->root);
}

int request_open(struct request *request, struct tuneadv_context **ret_context,
		 struct tuneadv_profiles **ret_profiles)
{
	struct tuneadv_options options;
	int code = check_folders(request);

	if (code != 0)
		return code;
	tuneadv_options_init(&options);
	options.root = request->root;
	options.uid = geteuid();
	options.time_s = request->time_s;

	int r = tuneadv_context_new(&options, ret_context, request->diag);

	if (r < 0)
		return request_fail(request, 0, r);

	int known = check_samples(request, *ret_context);

	if (known != 0) {
		tuneadv_context_free(*ret_context);
		*ret_context = NULL;
		return known;
	}
	r = open_profiles(request, ret_profiles);
	if (r < 0) {
		tuneadv_context_free(*ret_context);
		*ret_context = NULL;
		return request_fail(request, 0, r);
	}
	return 0;
}

int request_set_parameters(struct request *request, struct tuneadv_profiles *profiles)
{
	size_t first = tuneadv_diag_count(request->diag);

	for (size_t i = 0; i + 1 < request->sets.count; i += 2) {
		int r = tuneadv_profiles_set(profiles, request->sets.words[i],
					     request->sets.words[i + 1], request->diag);

		if (r < 0)
			return request_fail(request, first, r);
	}
	return 0;
}

int request_load(struct request *request, struct tuneadv_profiles *profiles)
{
	for (size_t i = 0; i < request->operands.count; i++) {
		int r = tuneadv_profiles_load(profiles, request->operands.words[i], request->diag);

		if (r < 0)
			return request_fail(request, 0, r);
	}

	int code = request_set_parameters(request, profiles);

	if (code != 0)
		return code;

	int r = tuneadv_profiles_finish(profiles, request->diag);

	return r < 0 ? request_fail(request, 0, r) : 0;
}

int request_load_all(struct request *request, struct tuneadv_profiles *profiles)
{
	int r = tuneadv_profiles_load_all(profiles, request->diag);

	return r < 0 ? request_fail(request, 0, r) : request_set_parameters(request, profiles);
}
