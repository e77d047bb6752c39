/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hands documents of change to the caller's sink: plans, outcomes, what stands. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>

#include "base/text.h"
#include "report/report_change.h"

static int print_plan(const struct plan_report *report, enum tuneadv_format format,
		      struct text *document)
{
	switch (format) {
	case TUNEADV_FORMAT_TEXT:
		return report_plan_text(report, document);
	case TUNEADV_FORMAT_JSON:
		return report_plan_json(report, document);
	case TUNEADV_FORMAT_SYSCTL_D:
		return report_plan_sysctl_d(report, document);
	case TUNEADV_FORMAT_SHELL:
		return report_plan_shell(report, document);
	case TUNEADV_FORMAT_ANSIBLE:
		return report_plan_ansible(report, document);
	case TUNEADV_FORMAT_MAN:
	case TUNEADV_FORMAT_GITHUB:
		break;
	}
	return -EINVAL;
}

int tuneadv_render_plan(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
			const struct tuneadv_snapshot *snapshot,
			const struct tuneadv_findings *findings, const struct tuneadv_plan *plan,
			const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			const struct tuneadv_sink *sink)
{
	auto_text struct text document = { 0 };

	if (!context || !profiles || !snapshot || !findings || !plan || !sink ||
	    !door_style_is_usable_for_change(style))
		return -EINVAL;

	struct report_frame frame = door_frame(context, diagnostics);
	struct report_style inner = door_style(style);
	struct plan_report report = {
		.frame = &frame,
		.style = &inner,
		.profiles = &profiles->set,
		.snapshot = snapshot->snapshot,
		.findings = &findings->findings,
		.plan = &plan->plan,
	};
	int r = print_plan(&report, style->format, &document);

	return r < 0 ? r : door_deliver(&document, sink);
}

/* Documents name their host; an outcome was made without a snapshot of it. */
static int read_identity(struct source *source, struct snapshot **ret_snapshot)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_needs struct needs needs;

	needs_init(&needs);
	needs_add_identity(&needs);

	int r = snapshot_new(&snapshot);

	if (r == 0)
		r = snapshot_take(snapshot, source, &needs, NULL);
	if (r < 0)
		return r;
	*ret_snapshot = take_ptr(snapshot);
	return 0;
}

static int print_outcome(const struct outcome_report *report, enum tuneadv_format format,
			 struct text *document)
{
	switch (format) {
	case TUNEADV_FORMAT_TEXT:
		return report_outcome_text(report, document);
	case TUNEADV_FORMAT_JSON:
		return report_outcome_json(report, document);
	case TUNEADV_FORMAT_SYSCTL_D:
		return report_outcome_sysctl_d(report, document);
	case TUNEADV_FORMAT_SHELL:
		return report_outcome_shell(report, document);
	case TUNEADV_FORMAT_ANSIBLE:
		return report_outcome_ansible(report, document);
	case TUNEADV_FORMAT_MAN:
	case TUNEADV_FORMAT_GITHUB:
		break;
	}
	return -EINVAL;
}

int tuneadv_render_outcome(struct tuneadv_context *context, const struct tuneadv_outcome *outcome,
			   const char *verb, const struct tuneadv_diag *diagnostics,
			   const struct tuneadv_style *style, const struct tuneadv_sink *sink)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_text struct text document = { 0 };

	if (!context || !outcome || !verb || !sink || !door_style_is_usable_for_change(style))
		return -EINVAL;

	int r = read_identity(context->source, &snapshot);

	if (r < 0)
		return r;

	struct report_frame frame = door_frame(context, diagnostics);
	struct report_style inner = door_style(style);
	struct outcome_report report = {
		.frame = &frame,
		.style = &inner,
		.snapshot = snapshot,
		.outcome = &outcome->outcome,
		.verb = verb,
		.plan = outcome->plan,
	};

	r = print_outcome(&report, style->format, &document);
	return r < 0 ? r : door_deliver(&document, sink);
}

int tuneadv_render_status(struct tuneadv_context *context, const struct tuneadv_status *status,
			  const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			  const struct tuneadv_sink *sink)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_text struct text document = { 0 };

	if (!context || !status || !sink || !door_style_is_usable(style))
		return -EINVAL;

	int r = read_identity(context->source, &snapshot);

	if (r < 0)
		return r;

	struct report_frame frame = door_frame(context, diagnostics);
	struct report_style inner = door_style(style);
	struct status_report report = {
		.frame = &frame,
		.style = &inner,
		.snapshot = snapshot,
		.standings = &status->standings,
		.state_folder = status->folder,
	};

	r = style->format == TUNEADV_FORMAT_JSON ? report_status_json(&report, &document)
						 : report_status_text(&report, &document);

	return r < 0 ? r : door_deliver(&document, sink);
}
