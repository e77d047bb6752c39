/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The registry against tests/guard/authorities.tsv, which was read in the files of those who
 * publish rules: each key has its row, what they call weak is weak to us, and what they ask for is
 * not.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "guard/boot.h"
#include "guard/guard.h"
#include "tunable/boot.h"
#include "tunable/tunable.h"

#define FILE_MAX      (1024 * 1024)
#define COMMIT_LENGTH 12

struct line {
	struct span key;
	struct span weak;
	struct span strong;
	struct span source;
	struct span authority; /* of the source */
};

static struct text file;

static int read_authorities(void **state)
{
	const char *top = getenv("top_srcdir");
	char path[4096];

	(void)state;
	(void)snprintf(path, sizeof(path), "%s/tests/guard/authorities.tsv", top ? top : ".");
	return file_read(path, FILE_MAX, &file, NULL, NULL);
}

static int forget_authorities(void **state)
{
	(void)state;
	text_done(&file);
	return 0;
}

static _Noreturn void fail_line(const struct line *line, const char *why)
{
	fail_msg("%.*s of %.*s: %s", (int)line->key.length, line->key.bytes,
		 (int)line->authority.length, line->authority.bytes, why);
	abort();
}

/* The next line that is no comment; false at the end. */
static bool next_line(struct span *rest, struct line *ret_line)
{
	struct span columns;

	while (span_split(rest, '\n', &columns)) {
		struct span source;

		if (columns.length == 0 || columns.bytes[0] == '#')
			continue;
		if (!span_split(&columns, '\t', &ret_line->key) ||
		    !span_split(&columns, '\t', &ret_line->weak) ||
		    !span_split(&columns, '\t', &ret_line->strong) || columns.length == 0)
			fail_msg("a line without four columns");
		source = ret_line->source = columns;
		assert_true(span_split(&source, ':', &ret_line->authority));
		return true;
	}
	return false;
}

/* "all" of net.ipv4.conf.all.rp_filter. */
static bool is_group(struct span name)
{
	return span_is(name, "all") || span_is(name, "default") || span_is(name, "*");
}

/* The id of a setting of each interface leaves out its name. */
static char *without_group(struct span key)
{
	auto_text struct text id = { 0 };
	struct span part;
	char *string = NULL;

	while (span_split(&key, '.', &part)) {
		if (is_group(part))
			continue;
		if (id.length > 0)
			text_add_char(&id, '.');
		text_add_span(&id, part);
	}
	assert_int_equal(text_take(&id, &string), 0);
	return string;
}

static const struct tunable *row_of_path(struct span path)
{
	for (size_t i = 0; i < tunable_count(); i++)
		if (span_is(path, tunable_at(i)->path))
			return tunable_at(i);
	return NULL;
}

static const struct tunable *row_of_key(struct span key)
{
	autofree char *id = span_copy(key);
	autofree char *shorter = NULL;
	const struct tunable *row;

	if (span_skip(&key, "sysfs:"))
		return row_of_path(key);
	assert_non_null(id);
	row = tunable_find(id);
	if (row || !span_starts(key, "net."))
		return row;
	shorter = without_group(key);
	return tunable_find(shorter);
}

static enum strength strength_of_tunable(const struct line *line, struct span word)
{
	const struct tunable *row = row_of_key(line->key);
	auto_value struct value value = { 0 };
	auto_text struct text why = { 0 };
	enum strength strength = 0;

	if (!row)
		fail_line(line, "no row");
	if (span_is(word, "(empty)"))
		word = span_of("");
	if (value_parse(&row->format, word, &value) < 0)
		fail_line(line, "no value of its row");
	assert_int_equal(guard_strength(row, &value, NULL, &strength, &why), 0);
	if ((strength == STRENGTH_SECURE || strength == STRENGTH_NONE) != (why.length == 0))
		fail_line(line, "a word without its sentence, or a sentence without one");
	return strength;
}

static const char *const *authorities_of_tunable(const struct line *line)
{
	return row_of_key(line->key)->authorities;
}

static const struct boot_parameter *parameter_of(const struct line *line)
{
	const struct boot_parameter *parameter =
		boot_parameter_find(span_from(line->key, strlen("boot:")));

	if (!parameter)
		fail_line(line, "no row");
	return parameter;
}

static enum strength strength_of_parameter(const struct line *line, struct span word)
{
	auto_text struct text why = { 0 };
	enum strength strength = 0;

	assert_int_equal(guard_boot_strength(parameter_of(line), word, &strength, &why), 0);
	if (strength == STRENGTH_UNKNOWN)
		fail_line(line, "no value of its row");
	return strength;
}

static const char *const *authorities_of_parameter(const struct line *line)
{
	return parameter_of(line)->authorities;
}

/* Which registry knows a kind of key. */
static const struct judge {
	const char *prefix;
	enum strength (*strength)(const struct line *line, struct span word);
	const char *const *(*authorities)(const struct line *line);
} judges[] = {
	{ "boot:", strength_of_parameter, authorities_of_parameter },
	{ "", strength_of_tunable, authorities_of_tunable },
};

static const struct judge *judge_of(const struct line *line)
{
	size_t i = 0;

	while (!span_starts(line->key, judges[i].prefix))
		i++;
	return &judges[i];
}

static void each_word(struct span words, const struct line *line,
		      void (*check)(const struct line *line, struct span word,
				    enum strength strength))
{
	const struct judge *judge = judge_of(line);
	struct span word;

	while (span_split(&words, ';', &word))
		check(line, word, judge->strength(line, word));
}

/* Of what is never written it is enough to say so. */
static void check_weak(const struct line *line, struct span word, enum strength strength)
{
	if (strength != STRENGTH_WEAK && strength != STRENGTH_CONTESTED &&
	    strength != STRENGTH_PROGRAM) {
		print_message("%.*s\n", (int)word.length, word.bytes);
		fail_line(line, "they call it weak, and we do not");
	}
}

static void check_strong(const struct line *line, struct span word, enum strength strength)
{
	if (strength == STRENGTH_WEAK) {
		print_message("%.*s\n", (int)word.length, word.bytes);
		fail_line(line, "they ask for it, and we call it weak");
	}
}

static void what_they_call_weak_is_weak(void **state)
{
	struct span rest = text_span(&file);
	struct line line;
	size_t checked = 0;

	(void)state;
	while (next_line(&rest, &line)) {
		if (span_is(line.weak, "-"))
			continue;
		each_word(line.weak, &line, check_weak);
		checked++;
	}
	assert_true(checked >= 150);
}

static void what_they_ask_for_is_never_weak(void **state)
{
	struct span rest = text_span(&file);
	struct line line;
	size_t checked = 0;

	(void)state;
	while (next_line(&rest, &line)) {
		each_word(line.strong, &line, check_strong);
		checked++;
	}
	assert_true(checked >= 200);
}

static bool is_hexadecimal(struct span text)
{
	for (size_t i = 0; i < text.length; i++)
		if (!strchr("0123456789abcdef", text.bytes[i]))
			return false;
	return true;
}

/* "KSPP: KSPP/kspp.github.io Recommended_Settings.md@058b262fdf51", or several behind "; ". */
static void check_source(const struct line *line)
{
	struct span rest = span_from(line->source, line->authority.length + strlen(":"));
	struct span copy;

	while (span_split(&rest, ';', &copy)) {
		struct span repository;
		struct span path;

		if (!span_skip(&copy, " ") || !span_split(&copy, ' ', &repository) ||
		    !memchr(repository.bytes, '/', repository.length) ||
		    !span_split(&copy, '@', &path) || path.length == 0 ||
		    copy.length != COMMIT_LENGTH || !is_hexadecimal(copy))
			fail_line(line, "its source is no copy that was read");
	}
}

static void each_line_names_the_copy_that_was_read(void **state)
{
	struct span rest = text_span(&file);
	struct line line;

	(void)state;
	while (next_line(&rest, &line))
		check_source(&line);
}

static bool has_name(const char *const *names, struct span name)
{
	for (size_t i = 0; names && names[i]; i++)
		if (span_is(name, names[i]))
			return true;
	return false;
}

/* Does a line of @authority name the row that names @authorities? */
static bool is_named_by(const char *const *authorities, const char *authority)
{
	struct span rest = text_span(&file);
	struct line line;

	while (next_line(&rest, &line))
		if (span_is(line.authority, authority) &&
		    judge_of(&line)->authorities(&line) == authorities)
			return true;
	return false;
}

static void check_names(const char *row, const char *const *authorities)
{
	for (size_t i = 0; authorities && authorities[i]; i++)
		if (!is_named_by(authorities, authorities[i]))
			fail_msg("%s: %s is not in the file", row, authorities[i]);
}

static void rows_name_the_authorities_of_the_file(void **state)
{
	struct span rest = text_span(&file);
	struct line line;

	(void)state;
	while (next_line(&rest, &line))
		if (!has_name(judge_of(&line)->authorities(&line), line.authority))
			fail_line(&line, "its row does not name them");
	for (size_t i = 0; i < tunable_count(); i++)
		check_names(tunable_at(i)->id, tunable_at(i)->authorities);
	for (size_t i = 0; i < boot_parameter_count(); i++)
		check_names(boot_parameter_at(i)->name, boot_parameter_at(i)->authorities);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_line_names_the_copy_that_was_read),
		cmocka_unit_test(what_they_call_weak_is_weak),
		cmocka_unit_test(what_they_ask_for_is_never_weak),
		cmocka_unit_test(rows_name_the_authorities_of_the_file),
	};

	return cmocka_run_group_tests(tests, read_authorities, forget_authorities);
}
