/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What files would do to a host: bytes in, problems out. */
#include "config.h"

#include "door/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "advice/lint.h"
#include "report/report_lint.h"

struct tuneadv_lint {
	struct lint *lint;
	struct snapshot *snapshot;
	struct release release; /* major 0: not known */
	char *release_text;	/* of the caller, or NULL: the context's own */
	struct profile_search search;
};

static int read_host(struct tuneadv_context *context, struct snapshot **ret_snapshot,
		     struct tuneadv_diag *diag)
{
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_needs struct needs needs;
	int r;

	needs_init(&needs);
	needs_add_identity(&needs);
	needs_add_facts_of_defaults(&needs);
	r = snapshot_new(&snapshot);
	if (r == 0)
		r = snapshot_take(snapshot, context->source, &needs, door_diag(diag));
	if (r == 0)
		*ret_snapshot = take_ptr(snapshot);
	return r;
}

/* The kernel that is judged for: the one asked for, else the host's where it is known. */
static int find_release(struct tuneadv_lint *lint, const char *asked, struct tuneadv_diag *diag)
{
	const struct release *own = snapshot_release(lint->snapshot);

	if (!asked) {
		if (own)
			lint->release = *own;
		return 0;
	}
	lint->release_text = strdup(asked);
	if (!lint->release_text)
		return -ENOMEM;
	if (release_parse(span_of(asked), &lint->release) < 0)
		return diag_add(door_diag(diag), -EINVAL, NULL,
				"'%s' is no kernel release, such as 6.12 or 5.14.0-427.el9", asked);
	return 0;
}

int tuneadv_lint_new(struct tuneadv_context *context, const struct tuneadv_profiles *profiles,
		     const char *release, struct tuneadv_lint **ret_lint, struct tuneadv_diag *diag)
{
	struct tuneadv_lint *lint;
	int r;

	if (!context || !profiles || !ret_lint)
		return -EINVAL;
	lint = calloc(1, sizeof(*lint));
	if (!lint)
		return -ENOMEM;
	lint->search.folders = (const char *const *)profiles->folders;
	r = read_host(context, &lint->snapshot, diag);
	if (r == 0)
		r = find_release(lint, release, diag);
	if (r == 0)
		r = lint_new(lint->release.major ? &lint->release : NULL, lint->snapshot,
			     &lint->search, &lint->lint);
	if (r < 0) {
		tuneadv_lint_free(lint);
		return r;
	}
	*ret_lint = lint;
	return 0;
}

void tuneadv_lint_free(struct tuneadv_lint *lint)
{
	if (!lint)
		return;
	lint_free(lint->lint);
	snapshot_free(lint->snapshot);
	free(lint->release_text);
	free(lint);
}

int tuneadv_lint_begin(struct tuneadv_lint *lint, const char *name)
{
	return lint && name ? lint_begin(lint->lint, name) : -EINVAL;
}

int tuneadv_lint_feed(struct tuneadv_lint *lint, const void *bytes, size_t size)
{
	if (!lint || (!bytes && size > 0))
		return -EINVAL;
	return lint_feed(lint->lint, (struct span){ .bytes = bytes, .length = size });
}

int tuneadv_lint_end(struct tuneadv_lint *lint)
{
	return lint ? lint_end(lint->lint) : -EINVAL;
}

int tuneadv_lint_unreadable(struct tuneadv_lint *lint, const char *name, int code, const char *why,
			    struct tuneadv_diag *diag)
{
	int r;

	if (!lint || !name || code >= 0)
		return -EINVAL;
	r = diag_add(door_diag(diag), code, name, "%s", why ? why : errno_words(code));
	return r == -ENOMEM ? r : 0;
}

int tuneadv_lint_has_problem(const struct tuneadv_lint *lint, enum tuneadv_severity fail_on)
{
	return lint && lint_has_problem(lint->lint, (enum severity)fail_on);
}

static bool is_usable(const struct tuneadv_style *style)
{
	return door_style_is_usable(style) ||
	       (style && style->size == sizeof(*style) && style->format == TUNEADV_FORMAT_GITHUB);
}

static int render(const struct lint_report *report, enum tuneadv_format format,
		  struct text *document)
{
	if (format == TUNEADV_FORMAT_GITHUB)
		return report_lint_github(report, document);
	return format == TUNEADV_FORMAT_JSON ? report_lint_json(report, document)
					     : report_lint_text(report, document);
}

int tuneadv_render_lint(struct tuneadv_context *context, const struct tuneadv_lint *lint,
			const struct tuneadv_diag *diagnostics, const struct tuneadv_style *style,
			const struct tuneadv_sink *sink)
{
	auto_text struct text document = { 0 };

	if (!context || !lint || !sink || !is_usable(style))
		return -EINVAL;

	struct report_frame frame = door_frame(context, diagnostics);
	struct report_style inner = door_style(style);
	struct lint_report report = {
		.frame = &frame,
		.style = &inner,
		.snapshot = lint->snapshot,
		.release_asked = lint->release_text,
		.lint = lint->lint,
	};
	int r = render(&report, style->format, &document);

	if (r < 0)
		return r;
	return door_deliver(&document, sink);
}
