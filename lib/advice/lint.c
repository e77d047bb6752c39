/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes in portions become lines, or a profile; findings are handed out in order. */
#include "config.h"

#include "advice/lint_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define MARK_LENGTH 3

static const char byte_order_mark[] = "\xef\xbb\xbf";

const char *lint_problem_name(enum lint_problem problem)
{
	static const char *const names[] = {
		[LINT_WEAKENS_SECURITY] = "weakens-security",
		[LINT_RUNS_CODE] = "runs-code",
		[LINT_ONE_WAY] = "one-way",
		[LINT_REMOVED] = "removed",
		[LINT_UNKNOWN_KEY] = "unknown-key",
		[LINT_MALFORMED] = "malformed",
		[LINT_OUT_OF_RANGE] = "out-of-range",
		[LINT_INERT] = "inert",
		[LINT_DUPLICATE] = "duplicate",
		[LINT_OVERRIDDEN] = "overridden",
		[LINT_LOWERS_DEFAULT] = "lowers-default",
		[LINT_CONTESTED] = "contested",
	};

	return word_at(names, ARRAY_SIZE(names), problem);
}

/* Without a host nothing is computed from facts of one. */
static bool resolve_nothing(void *closure, const char *id, struct resolved *ret_resolved)
{
	(void)closure;
	(void)id;
	(void)ret_resolved;
	return false;
}

int lint_new(const struct release *release, const struct snapshot *host,
	     const struct profile_search *search, struct lint **ret_lint)
{
	struct lint *lint = calloc(1, sizeof(*lint));

	if (!lint)
		return -ENOMEM;
	lint->release = release;
	lint->host = host;
	lint->search = search;
	lint->resolver.resolve = resolve_nothing;
	if (host)
		snapshot_resolver(host, &lint->resolver);
	*ret_lint = lint;
	return 0;
}

void lint_free(struct lint *lint)
{
	if (!lint)
		return;
	for (size_t i = 0; i < lint->count; i++) {
		free(lint->findings[i].key);
		free(lint->findings[i].value);
		free(lint->findings[i].message);
		free(lint->findings[i].instead);
	}
	for (size_t i = 0; i < lint->file_count; i++)
		free(lint->files[i].name);
	free(lint->findings);
	free(lint->files);
	lint_keys_done(&lint->keys);
	text_done(&lint->rest);
	text_done(&lint->path);
	free(lint);
}

int lint_begin(struct lint *lint, const char *name)
{
	int r = array_reserve(&lint->files, &lint->file_capacity, lint->file_count + 1,
			      sizeof(*lint->files));
	char *copy = r == 0 ? strdup(name) : NULL;

	if (!copy)
		return -ENOMEM;
	lint->files[lint->file_count++] = (struct lint_file){
		.name = copy,
		.language = LINT_LANGUAGE_SYSCTL,
	};
	lint_keys_done(&lint->keys);
	text_clear(&lint->rest);
	lint->line = 0;
	lint->marked = 0;
	lint->is_begun = false;
	lint->is_skipping = false;
	lint->is_judged = false;
	return 0;
}

static int end_line(struct lint *lint, struct span line)
{
	lint->line++;
	return lint_line(lint, line);
}

/* Of a line that is too long nothing is kept but that it was there. */
static int hold(struct lint *lint, struct span part)
{
	if (lint->is_skipping)
		return 0;
	if (lint->rest.length + part.length > LINT_LINE_MAX) {
		lint->is_skipping = true;
		text_clear(&lint->rest);
		return lint_add(lint, lint->line + 1, 0, LINT_MALFORMED, SEVERITY_MEDIUM,
				"a line of more than 64 KiB: no setting is that long, and "
				"nothing of it was judged.");
	}
	text_add_span(&lint->rest, part);
	return text_status(&lint->rest);
}

/* The part before a newline ends what was held. */
static int end_held(struct lint *lint, struct span part)
{
	int r;

	if (!lint->is_skipping && lint->rest.length == 0)
		return end_line(lint, part);
	r = hold(lint, part);
	if (r == 0 && lint->is_skipping)
		lint->line++;
	else if (r == 0)
		r = end_line(lint, text_span(&lint->rest));
	text_clear(&lint->rest);
	lint->is_skipping = false;
	return r;
}

static int feed_lines(struct lint *lint, struct span bytes)
{
	while (bytes.length > 0) {
		const char *newline = memchr(bytes.bytes, '\n', bytes.length);
		size_t length = newline ? (size_t)(newline - bytes.bytes) : bytes.length;
		struct span part = { .bytes = bytes.bytes, .length = length };
		int r = newline ? end_held(lint, part) : hold(lint, part);

		if (r < 0)
			return r;
		bytes = span_from(bytes, newline ? length + 1 : length);
	}
	return 0;
}

/* What the first byte that is no blank says of the file. */
static void begin_content(struct lint *lint, struct span bytes)
{
	struct span text = span_trim(bytes);

	if (text.length == 0)
		return;
	lint->is_begun = true;
	if (text.bytes[0] == '{')
		lint_open_file(lint)->language = LINT_LANGUAGE_PROFILE;
}

/* A byte order mark is passed over, in however many portions it comes; what only began like one is
 * the beginning of the first line. */
static int skip_mark(struct lint *lint, struct span *bytes)
{
	size_t marked = lint->marked;

	while (marked < MARK_LENGTH && bytes->length > 0 &&
	       bytes->bytes[0] == byte_order_mark[marked]) {
		marked++;
		*bytes = span_from(*bytes, 1);
	}
	lint->marked = marked;
	if (marked == MARK_LENGTH || bytes->length == 0)
		return 0;
	lint->marked = MARK_LENGTH;
	lint->is_begun = lint->is_begun || marked > 0;
	return hold(lint, (struct span){ .bytes = byte_order_mark, .length = marked });
}

int lint_feed(struct lint *lint, struct span bytes)
{
	struct lint_file *file = lint_open_file(lint);
	int r;

	if (bytes.length == 0 || file->language == LINT_LANGUAGE_BINARY)
		return 0;
	if (memchr(bytes.bytes, '\0', bytes.length)) {
		file->language = LINT_LANGUAGE_BINARY;
		text_clear(&lint->rest);
		return lint_add(lint, 0, 0, LINT_MALFORMED, SEVERITY_MEDIUM,
				"not a text: it holds a NUL byte, and what follows was not "
				"judged.");
	}
	r = skip_mark(lint, &bytes);
	if (r < 0)
		return r;
	if (!lint->is_begun)
		begin_content(lint, bytes);
	if (file->language != LINT_LANGUAGE_PROFILE)
		return feed_lines(lint, bytes);
	if (lint->rest.length + bytes.length <= LINT_FILE_MAX)
		text_add_span(&lint->rest, bytes);
	else
		lint->is_skipping = true;
	return text_status(&lint->rest);
}

static int compare(const void *a, const void *b)
{
	const struct lint_finding *x = a;
	const struct lint_finding *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return (int)x->problem - (int)y->problem;
}

int lint_end(struct lint *lint)
{
	enum lint_language language = lint_open_file(lint)->language;
	int r = 0;

	if (lint->marked < MARK_LENGTH)
		r = hold(lint, (struct span){ .bytes = byte_order_mark, .length = lint->marked });
	if (r < 0)
		return r;
	if (language == LINT_LANGUAGE_PROFILE && lint->is_skipping)
		r = lint_add(lint, 0, 0, LINT_MALFORMED, SEVERITY_MEDIUM,
			     "more than 1 MiB, which no profile may be.");
	else if (language == LINT_LANGUAGE_PROFILE)
		r = lint_profile(lint, text_span(&lint->rest));
	else if (language != LINT_LANGUAGE_BINARY && lint->rest.length > 0)
		r = end_line(lint, text_span(&lint->rest));
	text_clear(&lint->rest);
	lint_keys_done(&lint->keys);
	/* Numbers of findings are of use no more. */
	if (lint->count > 0)
		qsort(lint->findings, lint->count, sizeof(*lint->findings), compare);
	return r;
}

size_t lint_file_count(const struct lint *lint)
{
	return lint->file_count;
}

const struct lint_file *lint_file(const struct lint *lint, size_t index)
{
	return &lint->files[index];
}

size_t lint_count(const struct lint *lint)
{
	return lint->count;
}

const struct lint_finding *lint_at(const struct lint *lint, size_t index)
{
	return &lint->findings[index];
}

bool lint_has_problem(const struct lint *lint, enum severity fail_on)
{
	for (size_t i = 0; i < lint->count; i++) {
		if (fail_on && lint->findings[i].severity >= fail_on)
			return true;
	}
	return false;
}
