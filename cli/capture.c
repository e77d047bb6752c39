/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv capture: all that tuneadv reads of this host, for --root elsewhere and for bug reports.
 */
#include "config.h"

#include "change.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture_target.h"

static int refuse_target(const struct request *request, int error)
{
	if (error == -EINVAL)
		return request_refusef(
			request, "-o %s: capture writes NAME.tar or a folder, DIR/; say which",
			request->output);
	if (error == -EEXIST)
		return request_refuse(request, request->output,
				      "it is there already; a capture overwrites nothing");
	if (error == -EINTR)
		return request_refuse(request, request->output,
				      "interrupted; nothing is left of the capture");
	return request_refusef(request, "cannot write %s: %s", request->output, strerror(-error));
}

/* The counters once more, after --window. */
static int take_second(const struct request *request, struct tuneadv_context *context,
		       struct tuneadv_capture *capture)
{
	struct timespec rest = { .tv_sec = (time_t)request->change.window_s };

	if (request->change.window_s == 0)
		return 0;
	while (nanosleep(&rest, &rest) < 0 && errno == EINTR)
		;
	return tuneadv_capture_sample(context, capture, (int64_t)time(NULL));
}

static void add_left_out(struct output *summary, const struct tuneadv_capture *capture)
{
	size_t count = tuneadv_capture_left_out_count(capture);

	for (size_t i = 0; i < count; i++) {
		const char *why = NULL;
		uint64_t times = 0;
		const char *what = tuneadv_capture_left_out(capture, i, &why, &times);

		output_addf(summary, "%s%s: %s (%llu)", i > 0 ? ", " : "Left out: ", what, why,
			    (unsigned long long)times);
	}
	output_addf(summary, count > 0 ? "\n" : "");
}

static int summarise(struct request *request, struct tuneadv_context *context,
		     const struct tuneadv_capture *capture, const struct target *target)
{
	struct output summary = { 0 };
	struct tuneadv_sink sink = { .write = output_write, .closure = &summary };
	int r = 0;

	request_warn(request);
	if (target->is_standard || (request->is_quiet && request->format == TUNEADV_FORMAT_TEXT))
		return EXIT_FIT;
	if (request->format == TUNEADV_FORMAT_JSON) {
		r = tuneadv_render_capture(context, capture, request->diag, &sink);
	} else {
		output_addf(&summary, "%s: %zu files, %zu KiB\n", target->path, target->file_count,
			    (target->byte_count + 1023) / 1024);
		add_left_out(&summary, capture);
		if (target->is_tar)
			output_addf(
				&summary,
				"Look at it with: tar -xf %s && tuneadv check PROFILE --root %s\n",
				target->path, target->top);
		else
			output_addf(&summary, "Look at it with: tuneadv check PROFILE --root %s\n",
				    target->path);
	}
	if (r == 0)
		r = output_deliver(&summary, NULL);
	output_done(&summary);
	return r < 0 ? request_refusef(request, "cannot write to standard output: %s", strerror(-r))
		     : EXIT_FIT;
}

static int write_capture(struct request *request, struct tuneadv_context *context,
			 const struct tuneadv_capture *capture)
{
	struct target target;
	struct tuneadv_capture_sink sink = { .put = target_put, .closure = &target };
	sigset_t before;
	int code;
	int r;

	change_hold_signals(&before);
	r = target_begin(&target, request->output);
	if (r == 0)
		r = tuneadv_capture_write(context, capture, request->diag, &sink);
	if (r == 0)
		r = target_end(&target);
	code = r < 0 ? refuse_target(request, r) : summarise(request, context, capture, &target);
	target_done(&target);
	change_release_signals(&before);
	return code;
}

static int take_capture(struct request *request, struct tuneadv_context *context)
{
	struct tuneadv_capture_options options;
	struct tuneadv_capture *capture = NULL;

	tuneadv_capture_options_init(&options);
	options.with_names = request->change.with_names;

	int r = tuneadv_capture_take(context, &options, &capture, request->diag);

	if (r == 0)
		r = take_second(request, context, capture);

	int code = r < 0 ? request_fail(request, 0, r) : write_capture(request, context, capture);

	tuneadv_capture_free(capture);
	return code;
}

/* Before anything is read, and a window waited for. */
static int check_request(const struct request *request)
{
	if (request->operands.count > 0)
		return request_refuse(request, NULL,
				      "capture takes no argument; -o says where it goes");
	if (!request->output)
		return request_refuse(request, NULL,
				      "capture needs -o NAME.tar or -o DIR/: where it goes");
	if (strcmp(request->output, "-") == 0 &&
	    (isatty(STDOUT_FILENO) == 1 || request->format == TUNEADV_FORMAT_JSON))
		return request_refuse(request, NULL,
				      "-o - writes an archive to standard output: no place for "
				      "a terminal or a document");
	return change_check_live(request);
}

static int capture_run(struct request *request)
{
	struct tuneadv_context *context = NULL;
	struct tuneadv_profiles *profiles = NULL;
	int code = check_request(request);

	if (code == 0)
		code = request_open(request, &context, &profiles);
	if (code == 0)
		code = take_capture(request, context);
	tuneadv_profiles_free(profiles);
	tuneadv_context_free(context);
	return code;
}

static const struct option_row rows[] = {
	{
		.id = CHANGE_WITH_NAMES,
		.name = "with-names",
		.kind = OPTION_NOTHING,
		.help = "store addresses and names of processes, groups and devices too",
	},
	CHANGE_ROW_WINDOW,
};

const struct command command_capture = {
	.name = "capture",
	.operands = "-o NAME.tar|DIR/",
	.operand_kind = OPTION_NOTHING,
	.summary = "store what tuneadv reads, to look at it elsewhere",
	.help = "Writes a tree, or an archive of one, with every setting, fact and counter that "
		"tuneadv\n"
		"reads, and tuneadv-capture.json, which says how it was taken. Other commands look "
		"at it\n"
		"with --root. Secret values and unknown words of the boot line are never stored; "
		"what was\n"
		"left out is listed. With --window the counters are read twice. Nothing is "
		"overwritten.\n",
	.exits = "  0  written\n"
		 "  2  usage, or it cannot be written; nothing is left of it\n",
	.options = { .rows = rows, .count = sizeof(rows) / sizeof(rows[0]) },
	.run = capture_run,
};
