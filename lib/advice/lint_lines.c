/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of a sysctl file: what each says of its key, and what the ones before said. */
#include "config.h"

#include "advice/lint_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tunable/lookup.h"

static int new_finding(struct lint *lint, struct lint_finding **ret_finding)
{
	int r = array_reserve(&lint->findings, &lint->capacity, lint->count + 1,
			      sizeof(*lint->findings));

	if (r < 0)
		return r;
	*ret_finding = &lint->findings[lint->count++];
	**ret_finding = (struct lint_finding){ .file = lint->file_count - 1 };
	return 0;
}

static int copy(const char *string, char **ret_copy)
{
	*ret_copy = string ? strdup(string) : NULL;
	return string && !*ret_copy ? -ENOMEM : 0;
}

/* Raw, for renderers make it safe; what cannot be in a string ends it. */
static int copy_span(struct span span, size_t most, char **ret_copy)
{
	if (span.length > most)
		span.length = most;
	*ret_copy = strndup(span.length ? span.bytes : "", span.length);
	return *ret_copy ? 0 : -ENOMEM;
}

int lint_add(struct lint *lint, uint64_t line, uint64_t column, enum lint_problem problem,
	     enum severity severity, const char *message)
{
	struct lint_finding *finding;
	int r = new_finding(lint, &finding);

	if (r < 0)
		return r;
	finding->line = line;
	finding->column = column;
	finding->problem = problem;
	finding->severity = severity;
	return copy(message, &finding->message);
}

/* ---- one setting ---- */

static int list_verdict(struct lint *lint, struct lint_key *key, const struct sysctl_line *line,
			const struct lint_verdict *verdict)
{
	struct lint_finding *finding;
	int r;

	if (key->kept[verdict->problem] == LINT_KEPT_MAX) {
		lint->findings[key->newest[verdict->problem]].more++;
		return 0;
	}
	r = new_finding(lint, &finding);
	if (r < 0)
		return r;
	key->kept[verdict->problem]++;
	key->newest[verdict->problem] = lint->count - 1;
	finding->line = lint->line;
	finding->column = line->key_column;
	finding->problem = verdict->problem;
	finding->severity = verdict->severity;
	r = copy_span(line->key, SIZE_MAX, &finding->key);
	if (r == 0 && line->kind == SYSCTL_LINE_ASSIGNMENT)
		r = copy_span(line->value, LINT_VALUE_MAX, &finding->value);
	if (r == 0)
		r = copy(verdict->message, &finding->message);
	return r == 0 ? copy(verdict->instead, &finding->instead) : r;
}

static enum lint_category category_of(const struct lint_verdicts *verdicts)
{
	enum lint_category category = LINT_FINE;

	for (size_t i = 0; i < verdicts->count; i++) {
		enum lint_category one = LINT_FINE;

		switch (verdicts->verdicts[i].problem) {
		case LINT_WEAKENS_SECURITY:
		case LINT_RUNS_CODE:
			return LINT_DANGEROUS;
		case LINT_REMOVED:
		case LINT_UNKNOWN_KEY:
		case LINT_MALFORMED:
		case LINT_OUT_OF_RANGE:
		case LINT_INERT:
		case LINT_OVERRIDDEN:
			one = LINT_DEAD;
			break;
		case LINT_LOWERS_DEFAULT:
			one = LINT_LOWERING;
			break;
		case LINT_ONE_WAY:
		case LINT_DUPLICATE:
		case LINT_CONTESTED:
		case LINT_PROBLEM_END_:
			break;
		}
		if (one < category)
			category = one;
	}
	return category;
}

static uint64_t *counter(struct lint_file *file, enum lint_category category)
{
	switch (category) {
	case LINT_DANGEROUS:
		return &file->dangerous;
	case LINT_DEAD:
		return &file->dead;
	case LINT_LOWERING:
		return &file->lowering;
	case LINT_FINE:
	case LINT_CATEGORY_END_:
		break;
	}
	return &file->fine;
}

/* The last line wins: what the one before set never comes to act. */
static int note_duplicate(struct lint *lint, struct lint_key *key, const struct sysctl_line *line)
{
	auto_text struct text message = { 0 };
	bool is_same = span_is(line->value, key->value);
	struct lint_verdict verdict = {
		.problem = LINT_DUPLICATE,
		.severity = is_same ? SEVERITY_INFO : SEVERITY_LOW,
	};

	if (key->category > LINT_DEAD) {
		(*counter(lint_open_file(lint), key->category))--;
		lint_open_file(lint)->dead++;
	}
	if (key->kept[LINT_DUPLICATE] == LINT_KEPT_MAX) {
		lint->findings[key->newest[LINT_DUPLICATE]].more++;
		return 0;
	}
	text_addf(&message, "line %llu sets the same key", (unsigned long long)key->line);
	text_add(&message, is_same ? " to the same value."
				   : " to another value: the last line of a file wins.");
	if (text_status(&message) < 0)
		return text_status(&message);
	verdict.message = message.bytes;
	return list_verdict(lint, key, line, &verdict);
}

static int judge_again(struct lint *lint, struct lint_key *key, const struct sysctl_line *line)
{
	int r = copy_span(line->value, SIZE_MAX, &key->value);

	lint_verdicts_clear(&key->verdicts);
	return r < 0 ? r : lint_judge(lint, key, line->key, line->value, &key->verdicts);
}

static int judge_setting(struct lint *lint, struct lint_key *key, const struct sysctl_line *line)
{
	int r = 0;

	if (key->line > 0)
		r = note_duplicate(lint, key, line);
	if (r == 0 && (!key->value || !span_is(line->value, key->value))) {
		free(key->value);
		key->value = NULL;
		r = judge_again(lint, key, line);
	}
	for (size_t i = 0; r == 0 && i < key->verdicts.count; i++)
		r = list_verdict(lint, key, line, &key->verdicts.verdicts[i]);
	if (r < 0)
		return r;
	key->line = lint->line;
	key->category = category_of(&key->verdicts);
	lint_open_file(lint)->assignments++;
	(*counter(lint_open_file(lint), key->category))++;
	return 0;
}

static int find_key(struct lint *lint, const struct sysctl_line *line, struct lint_key **ret_key)
{
	bool is_refused;
	int r;

	text_clear(&lint->path);
	r = sysctl_path(line->key, &lint->path);
	if (r == -ENOMEM)
		return r;
	is_refused = r < 0;
	/* All that is no path shares one key: there may be any number of them. */
	r = lint_keys_get(&lint->keys, is_refused ? span_of("") : text_span(&lint->path), ret_key);
	if (r < 0 || (*ret_key)->line > 0)
		return r;
	(*ret_key)->is_refused = is_refused;
	if (!is_refused)
		(*ret_key)->row = sysctl_row(span_of((*ret_key)->path), &(*ret_key)->fragment);
	return 0;
}

/* ---- one line ---- */

/* TuneD writes ">100" for "at least 100", and "${name}" for what it fills in. */
static bool is_of_tuned(struct span *value)
{
	if (memmem(value->bytes, value->length, "${", 2))
		return true;
	if (!span_skip(value, ">"))
		(void)span_skip(value, "<"); /* at most one of both */
	*value = span_trim(*value);
	return false;
}

static int begin_section(struct lint *lint, const struct sysctl_line *line)
{
	struct lint_file *file = lint_open_file(lint);
	int r = 0;

	lint->is_judged = span_is(line->key, "[sysctl]");
	if (file->language != LINT_LANGUAGE_TUNED)
		r = lint_add(lint, lint->line, line->key_column, LINT_MALFORMED, SEVERITY_INFO,
			     "a section: this is TuneD's language, which neither systemd nor "
			     "procps reads. Of it [sysctl] is judged.");
	file->language = LINT_LANGUAGE_TUNED;
	return r;
}

static int refuse_line(struct lint *lint, const struct sysctl_line *line)
{
	char message[] = "no KEY = VALUE: it sets nothing.";
	struct lint_key *key = NULL;
	const struct lint_verdict verdict = {
		.problem = LINT_MALFORMED,
		.severity = SEVERITY_MEDIUM,
		.message = message,
	};
	int r = lint_keys_get(&lint->keys, span_of(""), &key);

	return r < 0 ? r : list_verdict(lint, key, line, &verdict);
}

int lint_line(struct lint *lint, struct span text)
{
	bool is_tuned = lint_open_file(lint)->language == LINT_LANGUAGE_TUNED;
	struct sysctl_line line;
	struct lint_key *key;
	int r;

	sysctl_line_parse(text, &line);
	if (line.kind == SYSCTL_LINE_SECTION)
		return begin_section(lint, &line);
	if (line.kind == SYSCTL_LINE_BLANK || line.kind == SYSCTL_LINE_EXCLUSION ||
	    (is_tuned && !lint->is_judged))
		return 0;
	if (line.kind == SYSCTL_LINE_OTHER)
		return refuse_line(lint, &line);
	if (is_tuned && is_of_tuned(&line.value))
		return 0;
	r = find_key(lint, &line, &key);
	return r < 0 ? r : judge_setting(lint, key, &line);
}
