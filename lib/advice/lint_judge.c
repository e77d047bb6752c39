/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What one value of one key means to a kernel. */
#include "config.h"

#include "advice/lint_parts.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "guard/guard.h"
#include "tunable/lookup.h"

#define PROC_SYS "/proc/sys/"

int lint_say(struct lint_verdicts *verdicts, enum lint_problem problem, enum severity severity,
	     struct text *message, const char *instead)
{
	struct lint_verdict *verdict;
	int r = array_reserve(&verdicts->verdicts, &verdicts->capacity, verdicts->count + 1,
			      sizeof(*verdict));

	if (r < 0)
		return r;
	verdict = &verdicts->verdicts[verdicts->count];
	*verdict = (struct lint_verdict){ .problem = problem, .severity = severity };
	r = text_take(message, &verdict->message);
	if (r < 0)
		return r;
	verdicts->count++;
	verdict->instead = instead ? strdup(instead) : NULL;
	return instead && !verdict->instead ? -ENOMEM : 0;
}

/* ---- security ---- */

static void add_authorities(struct text *text, const struct tunable *row)
{
	for (size_t i = 0; row->authorities && row->authorities[i]; i++)
		text_addf(text, "%s%s", i == 0 ? " Named by " : ", ", row->authorities[i]);
	if (row->authorities)
		text_add_char(text, '.');
}

/* "KEY = VALUE" of the weakest value that would not be flagged; NULL: none is known. */
static int add_secure_line(const struct tunable *row, struct span key, char **ret_line)
{
	auto_text struct text line = { 0 };
	struct span rest = span_of(row->secure_floor ? row->secure_floor : "");
	struct span word = rest;

	*ret_line = NULL;
	if (rest.length == 0)
		return 0;
	/* A rank lists words that protect alike; a range and a set of words are one value. */
	if (row->format.kind != VALUE_VECTOR && row->security != SECURITY_MORE_WORDS &&
	    !span_token(&rest, &word))
		return 0;
	text_add_span(&line, key);
	text_add(&line, " = ");
	text_add_span(&line, word);
	return text_take(&line, ret_line);
}

/* Does the judged kernel itself begin with a value that protects no more? */
static bool is_own_default(const struct lint *lint, const struct tunable *row,
			   const struct value *value)
{
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	const char *why;

	/* Not known is no. */
	if (!lint->release ||
	    tunable_default_on(row, lint->release, &lint->resolver, &low, &high, &why) < 0)
		return false;
	return guard_compare(row, &low, value) == GUARD_ALLOWED;
}

static int say_weak(const struct lint *lint, const struct tunable *row, struct span key,
		    const struct value *value, const struct text *why,
		    struct lint_verdicts *verdicts)
{
	bool is_default = is_own_default(lint, row, value);
	auto_text struct text message = { 0 };
	autofree char *instead = NULL;
	int r;

	text_addf(&message, "%s: ", row->title);
	value_print(&message, &row->format, value);
	text_addf(&message, " is %s%s.", why->bytes,
		  is_default ? ", though the kernel itself begins with no more" : "");
	add_authorities(&message, row);
	r = add_secure_line(row, key, &instead);
	if (r < 0)
		return r;
	return lint_say(verdicts, LINT_WEAKENS_SECURITY,
			is_default ? SEVERITY_MEDIUM : SEVERITY_HIGH, &message,
			instead ? instead : "leave the line out");
}

static int judge_security(const struct lint *lint, const struct tunable *row, struct span key,
			  const struct value *value, struct lint_verdicts *verdicts)
{
	auto_text struct text why = { 0 };
	auto_text struct text message = { 0 };
	enum strength strength = STRENGTH_NONE;
	int r = guard_strength(row, value, lint->release, &strength, &why);

	if (r < 0)
		return r;
	switch (strength) {
	case STRENGTH_WEAK:
		return say_weak(lint, row, key, value, &why, verdicts);
	case STRENGTH_PROGRAM:
		text_addf(&message, "%s: %s.", row->title, why.bytes);
		return lint_say(verdicts, LINT_RUNS_CODE, SEVERITY_HIGH, &message,
				"leave the line out");
	case STRENGTH_CONTESTED:
		text_addf(&message, "%s: %s.", row->title, why.bytes);
		add_authorities(&message, row);
		return lint_say(verdicts, LINT_CONTESTED, SEVERITY_INFO, &message, NULL);
	case STRENGTH_SECURE:
	case STRENGTH_UNKNOWN:
	case STRENGTH_NONE:
		break;
	}
	return 0;
}

static int judge_latch(const struct tunable *row, const struct value *value,
		       struct lint_verdicts *verdicts)
{
	auto_text struct text printed = { 0 };
	auto_text struct text message = { 0 };

	value_print(&printed, &row->format, value);
	if (text_status(&printed) < 0)
		return text_status(&printed);
	for (size_t i = 0; row->latches && row->latches[i]; i++) {
		if (!span_is(text_span(&printed), row->latches[i]))
			continue;
		text_addf(&message, "%s: until the next boot the kernel does not leave this value.",
			  row->title);
		return lint_say(verdicts, LINT_ONE_WAY, SEVERITY_INFO, &message, NULL);
	}
	return 0;
}

/* ---- limits ---- */

static bool is_beyond(const struct tunable *row, struct number n)
{
	return (row->has_min && number_compare(n, row->min) < 0) ||
	       (row->has_max && number_compare(n, row->max) > 0);
}

/* The kernel's own limits alone: ours say what we would write, not what a file may. */
static bool is_out_of_range(const struct tunable *row, const struct value *value)
{
	if (row->limits_reference && span_starts(span_of(row->limits_reference), "own:"))
		return false;
	if (value->kind == VALUE_NUMBER)
		return is_beyond(row, value->number);
	for (size_t i = 0; value->kind == VALUE_VECTOR && i < value->vector.count; i++) {
		if (is_beyond(row, value->vector.elements[i]))
			return true;
	}
	return false;
}

static int judge_range(const struct tunable *row, const struct value *value,
		       struct lint_verdicts *verdicts)
{
	auto_text struct text message = { 0 };

	if (!is_out_of_range(row, value))
		return 0;
	text_add(&message, "the kernel refuses it: it takes ");
	if (row->has_min) {
		text_add(&message, "at least ");
		number_print(&message, row->min);
	}
	if (row->has_min && row->has_max)
		text_add(&message, " and ");
	if (row->has_max) {
		text_add(&message, "at most ");
		number_print(&message, row->max);
	}
	text_add_char(&message, '.');
	return lint_say(verdicts, LINT_OUT_OF_RANGE, SEVERITY_MEDIUM, &message, NULL);
}

static int say_malformed(const struct tunable *row, struct lint_verdicts *verdicts)
{
	auto_text struct text message = { 0 };

	if (row->format.kind == VALUE_VECTOR && row->format.elements > 1)
		text_addf(&message,
			  "%s: it takes %u numbers; with fewer the kernel changes only "
			  "the first ones.",
			  row->title, (unsigned int)row->format.elements);
	else if (row->format.kind == VALUE_NUMBER || row->format.kind == VALUE_FLAG)
		text_addf(&message, "%s: it takes a number, and what begins with one is cut there.",
			  row->title);
	else
		text_addf(&message, "%s: this is no value of it.", row->title);
	return lint_say(verdicts, LINT_MALFORMED, SEVERITY_MEDIUM, &message, NULL);
}

/* ---- releases ---- */

static int judge_presence(const struct lint *lint, const struct tunable *row,
			  struct lint_verdicts *verdicts)
{
	auto_text struct text message = { 0 };

	if (!lint->release)
		return 0;
	if (release_bracket_is_set(&row->until) &&
	    release_reached(lint->release, &row->until) == TRUTH_YES) {
		text_addf(&message, "this kernel no longer has it%s%s",
			  row->removed_because ? ": " : ".",
			  row->removed_because ? row->removed_because : "");
		return lint_say(verdicts, LINT_REMOVED, SEVERITY_LOW, &message,
				row->replaced_by ? row->replaced_by : "leave the line out");
	}
	if (release_reached(lint->release, &row->since) == TRUTH_NO) {
		text_add(&message, "this kernel does not have it yet: it came with Linux ");
		release_print(&message, &row->since.present_in);
		text_add_char(&message, '.');
		return lint_say(verdicts, LINT_UNKNOWN_KEY, SEVERITY_LOW, &message, NULL);
	}
	return 0;
}

/* What the kernel only keeps, whatever the host is. */
static int judge_inert(const struct lint *lint, const struct tunable *row,
		       struct lint_verdicts *verdicts)
{
	for (size_t i = 0; i < row->inert_count; i++) {
		const struct inert *inert = &row->inert[i];
		auto_text struct text message = { 0 };

		if (inert->condition_count > 0 || inert->known == KNOWLEDGE_RECALLED ||
		    release_reached(lint->release, &inert->since) != TRUTH_YES)
			continue;
		if (release_bracket_is_set(&inert->until) &&
		    release_reached(lint->release, &inert->until) != TRUTH_NO)
			continue;
		text_addf(&message, "%s", inert->text);
		return lint_say(verdicts, LINT_INERT, SEVERITY_LOW, &message, "leave the line out");
	}
	return 0;
}

/* ---- all of it ---- */

static int judge_row(const struct lint *lint, const struct tunable *row, struct span key,
		     struct span text, struct lint_verdicts *verdicts)
{
	auto_value struct value value = { 0 };
	int parsed = value_parse(&row->format, text, &value);
	int r;

	if (parsed == -ENOMEM)
		return parsed;
	r = judge_presence(lint, row, verdicts);
	if (r == 0)
		r = judge_inert(lint, row, verdicts);
	if (r < 0 || parsed < 0)
		return r < 0 ? r : say_malformed(row, verdicts);
	r = judge_security(lint, row, key, &value, verdicts);
	if (r == 0)
		r = judge_latch(row, &value, verdicts);
	if (r == 0)
		r = judge_range(row, &value, verdicts);
	return r == 0 ? lint_judge_lower(lint, row, &value, verdicts) : r;
}

static int say_unknown(const struct lint *lint, const struct lint_key *key,
		       struct lint_verdicts *verdicts)
{
	/* Whoever misspells more keys than that is not helped by names. */
	const char *nearest =
		lint->keys.count <= LINT_SUGGESTED_MAX ? sysctl_nearest(span_of(key->path)) : NULL;
	auto_text struct text message = { 0 };

	text_add(&message, "no kernel that tuneadv knows has this setting.");
	return lint_say(verdicts, LINT_UNKNOWN_KEY, SEVERITY_LOW, &message, nearest);
}

/* Is this row among those that a glob of the file names? One instance stands for all. */
static bool is_matched(const char *pattern, const struct tunable *row)
{
	char path[PATH_MAX];
	struct span rest = span_of(row->path);
	size_t length = 0;
	bool is_open = false;

	if (!span_skip(&rest, PROC_SYS) || rest.length >= sizeof(path))
		return false;
	for (size_t i = 0; i < rest.length; i++) {
		is_open = is_open ? rest.bytes[i] != '}' : rest.bytes[i] == '{';
		if (!is_open)
			path[length++] = rest.bytes[i] == '}' ? 'x' : rest.bytes[i];
	}
	path[length] = '\0';
	return fnmatch(pattern, path, FNM_PATHNAME) == 0;
}

/* Rows that only several words of a pattern reach: what weakens or runs code in one of them. */
static int judge_pattern(const struct lint *lint, const struct lint_key *key, struct span text,
			 struct span value, struct lint_verdicts *verdicts)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *row;
	bool is_any = false;
	int r = 0;

	while (r == 0 && (row = tunable_next(&walk))) {
		auto_value struct value parsed = { 0 };

		if (!is_matched(key->path, row))
			continue;
		is_any = true;
		r = value_parse(&row->format, value, &parsed);
		if (r == 0)
			r = judge_security(lint, row, text, &parsed, verdicts);
		else if (r != -ENOMEM)
			r = 0;
	}
	return r < 0 || is_any ? r : say_unknown(lint, key, verdicts);
}

static int say_refused(struct lint_verdicts *verdicts)
{
	auto_text struct text message = { 0 };

	text_add(&message, "no name of a setting: nothing is set.");
	return lint_say(verdicts, LINT_MALFORMED, SEVERITY_MEDIUM, &message, NULL);
}

int lint_judge(const struct lint *lint, const struct lint_key *key, struct span text,
	       struct span value, struct lint_verdicts *ret_verdicts)
{
	if (key->is_refused)
		return say_refused(ret_verdicts);
	if (key->row)
		return judge_row(lint, key->row, text, value, ret_verdicts);
	if (key->path[strcspn(key->path, "*?[")])
		return judge_pattern(lint, key, text, value, ret_verdicts);
	return sysctl_is_known(span_of(key->path)) ? 0 : say_unknown(lint, key, ret_verdicts);
}
