/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hands documents to the caller's sink. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>

#include "base/text.h"

_Static_assert((int)TUNEADV_LIST_PROFILES == (int)LIST_PROFILES, "public and inner words differ");
_Static_assert((int)TUNEADV_LIST_FACTS == (int)LIST_FACTS, "public and inner words differ");

void tuneadv_style_init(struct tuneadv_style *style)
{
	*style = (struct tuneadv_style){
		.size = sizeof(*style),
		.format = TUNEADV_FORMAT_TEXT,
		.fail_on = TUNEADV_SEVERITY_MEDIUM,
	};
}

bool door_style_is_usable(const struct tuneadv_style *style)
{
	if (!style || style->size != sizeof(*style))
		return false;
	return style->format == TUNEADV_FORMAT_TEXT || style->format == TUNEADV_FORMAT_JSON;
}

bool door_style_is_usable_for_change(const struct tuneadv_style *style)
{
	return style && style->size == sizeof(*style) && style->format >= TUNEADV_FORMAT_TEXT &&
	       style->format <= TUNEADV_FORMAT_ANSIBLE;
}

struct report_style door_style(const struct tuneadv_style *style)
{
	return (struct report_style){
		.has_color = style->has_color != 0,
		.is_verbose = style->is_verbose != 0,
		.is_quiet = style->is_quiet != 0,
		.width = style->width,
		.fail_on = (enum severity)style->fail_on,
		.state_folder = style->state_folder,
		.profile_folders = style->profile_folders,
		.profile_words = style->profile_words,
	};
}

struct report_frame door_frame(const struct tuneadv_context *context,
			       const struct tuneadv_diag *diagnostics)
{
	return (struct report_frame){
		.root = context->root,
		.version = tuneadv_version(),
		.time_s = context->time_s,
		.uid = context->uid,
		.diagnostics = diagnostics ? &diagnostics->diag : NULL,
	};
}

int door_deliver(const struct text *document, const struct tuneadv_sink *sink)
{
	int r = text_status(document);

	if (r < 0)
		return r;
	return sink->write(sink->closure, document->bytes ? document->bytes : "", document->length);
}

int tuneadv_render_check(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			 const struct tuneadv_snapshot *snapshot,
			 const struct tuneadv_findings *findings,
			 const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			 const struct tuneadv_sink *sink)
{
	auto_text struct text document = { 0 };

	if (!context || !profiles || !snapshot || !findings || !sink ||
	    !door_style_is_usable(style))
		return -EINVAL;

	auto_posture struct posture posture = { 0 };
	struct report_frame frame = door_frame(context, diagnostics);
	struct report_style inner = door_style(style);
	struct report report = {
		.frame = &frame,
		.style = &inner,
		.profiles = &profiles->set,
		.snapshot = snapshot->snapshot,
		.findings = &findings->findings,
		.posture = &posture,
	};
	int r = posture_judge(snapshot->snapshot, snapshot->posture, &posture);

	if (r == 0)
		r = style->format == TUNEADV_FORMAT_JSON ? report_check_json(&report, &document)
							 : report_check_text(&report, &document);
	if (r < 0)
		return r;
	return door_deliver(&document, sink);
}

static bool is_usable_for_list(const struct tuneadv_style *style, enum tuneadv_list subject)
{
	return door_style_is_usable(style) ||
	       (style && style->size == sizeof(*style) && style->format == TUNEADV_FORMAT_MAN &&
		subject == TUNEADV_LIST_TUNABLES);
}

static int render_list(const struct list *list, enum tuneadv_format format, struct text *document)
{
	if (format == TUNEADV_FORMAT_MAN)
		return report_list_man(list, document);
	return format == TUNEADV_FORMAT_JSON ? report_list_json(list, document)
					     : report_list_text(list, document);
}

int tuneadv_render_list(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			enum tuneadv_list subject, const struct tuneadv_diag *diagnostics,
			const struct tuneadv_style *style, const struct tuneadv_sink *sink)
{
	auto_text struct text document = { 0 };

	if (!context || !profiles || !sink || subject < TUNEADV_LIST_PROFILES ||
	    subject > TUNEADV_LIST_FACTS || !is_usable_for_list(style, subject))
		return -EINVAL;

	struct report_frame frame = door_frame(context, diagnostics);
	struct report_style inner = door_style(style);
	struct list list = {
		.frame = &frame,
		.style = &inner,
		.subject = (enum list_subject)subject,
		.profiles = &profiles->set,
	};
	int r = render_list(&list, style->format, &document);

	if (r < 0)
		return r;
	return door_deliver(&document, sink);
}

int tuneadv_render_error(int64_t time_s, int exit_code, const char *message, const char *place,
			 const struct tuneadv_sink *sink)
{
	auto_text struct text document = { 0 };
	struct report_frame frame = {
		.root = "/",
		.version = tuneadv_version(),
		.time_s = time_s,
	};

	if (!message || !sink)
		return -EINVAL;

	int r = report_error_json(&frame, exit_code, message, place, &document);

	if (r < 0)
		return r;
	return door_deliver(&document, sink);
}
