/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A capture on its way out: taken here, handed file by file to the caller's sink. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>

#include "host/capture.h"
#include "report/report_capture.h"

struct tuneadv_capture {
	struct capture *capture;
	int64_t second_time_s;
};

void tuneadv_capture_options_init(struct tuneadv_capture_options *options)
{
	*options = (struct tuneadv_capture_options){ .size = sizeof(*options) };
}

int tuneadv_capture_take(struct tuneadv_context *context,
			 const struct tuneadv_capture_options *options,
			 struct tuneadv_capture **ret_capture, struct tuneadv_diag *diag)
{
	struct tuneadv_capture *capture;
	int r;

	if (!context || !options || !ret_capture || options->size != sizeof(*options))
		return -EINVAL;
	if (source_kind(context->source) != SOURCE_LIVE)
		return diag_add(door_diag(diag), -EINVAL, context->root,
				"a captured host is data; a capture is taken of a live one");
	capture = calloc(1, sizeof(*capture));
	if (!capture)
		return -ENOMEM;
	r = capture_take(context->source, options->with_names != 0, &capture->capture,
			 door_diag(diag));
	if (r < 0) {
		free(capture);
		return r;
	}
	*ret_capture = capture;
	return 0;
}

void tuneadv_capture_free(struct tuneadv_capture *capture)
{
	if (!capture)
		return;
	capture_free(capture->capture);
	free(capture);
}

int tuneadv_capture_sample(struct tuneadv_context *context, struct tuneadv_capture *capture,
			   int64_t time_s)
{
	if (!context || !capture)
		return -EINVAL;
	capture->second_time_s = time_s;
	return capture_sample(capture->capture, context->source);
}

int tuneadv_render_capture(struct tuneadv_context *context, const struct tuneadv_capture *capture,
			   const struct tuneadv_diag *diagnostics, const struct tuneadv_sink *sink)
{
	auto_text struct text document = { 0 };

	if (!context || !capture || !sink)
		return -EINVAL;

	struct report_frame frame = door_frame(context, diagnostics);
	struct capture_report report = {
		.frame = &frame,
		.capture = capture->capture,
		.second_time_s = capture->second_time_s,
	};
	int r = report_capture_json(&report, &document);

	return r < 0 ? r : door_deliver(&document, sink);
}

static enum tuneadv_capture_kind public_kind(enum capture_kind kind)
{
	if (kind == CAPTURE_FOLDER)
		return TUNEADV_CAPTURE_FOLDER;
	return kind == CAPTURE_LINK ? TUNEADV_CAPTURE_LINK : TUNEADV_CAPTURE_FILE;
}

static int collect(void *closure, const char *bytes, size_t length)
{
	struct text *text = closure;

	text_add_span(text, (struct span){ .bytes = bytes, .length = length });
	return text_status(text);
}

/* Last: a tree that was cut off lacks it. */
static int put_manifest(struct tuneadv_context *context, const struct tuneadv_capture *capture,
			const struct tuneadv_diag *diagnostics,
			const struct tuneadv_capture_sink *sink)
{
	auto_text struct text document = { 0 };
	struct tuneadv_sink collector = { .write = collect, .closure = &document };
	int r = tuneadv_render_capture(context, capture, diagnostics, &collector);
	struct tuneadv_capture_entry entry = {
		.path = MANIFEST_NAME,
		.kind = TUNEADV_CAPTURE_FILE,
	};

	if (r < 0)
		return r;
	entry.bytes = document.bytes;
	entry.length = document.length;
	return sink->put(sink->closure, &entry);
}

int tuneadv_capture_write(struct tuneadv_context *context, const struct tuneadv_capture *capture,
			  const struct tuneadv_diag *diagnostics,
			  const struct tuneadv_capture_sink *sink)
{
	auto_capture_tree struct capture_tree tree = { 0 };
	int r;

	if (!context || !capture || !sink)
		return -EINVAL;
	r = capture_tree_make(capture->capture, &tree);
	for (size_t i = 0; i < tree.count && r == 0; i++) {
		struct tuneadv_capture_entry entry = {
			.path = tree.entries[i].path,
			.kind = public_kind(tree.entries[i].kind),
			.bytes = tree.entries[i].bytes,
			.length = tree.entries[i].length,
		};

		r = sink->put(sink->closure, &entry);
	}
	return r < 0 ? r : put_manifest(context, capture, diagnostics, sink);
}

size_t tuneadv_capture_left_out_count(const struct tuneadv_capture *capture)
{
	return capture ? capture->capture->left_out_count : 0;
}

const char *tuneadv_capture_left_out(const struct tuneadv_capture *capture, size_t index,
				     const char **ret_why, uint64_t *ret_count)
{
	const struct capture_left_out *left_out;

	if (!capture || index >= capture->capture->left_out_count)
		return NULL;
	left_out = &capture->capture->left_out[index];
	if (ret_why)
		*ret_why = left_out->why;
	if (ret_count)
		*ret_count = left_out->count;
	return left_out->what;
}

unsigned int tuneadv_context_sample_count(const struct tuneadv_context *context)
{
	const struct source_capture *about;

	if (!context || source_kind(context->source) == SOURCE_LIVE)
		return 0;
	about = source_capture(context->source);
	return about && about->sample_count > 1 ? 2 : 1;
}
