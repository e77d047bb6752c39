/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads arguments by option tables, strictly: nothing is abbreviated, every slip is named. */
#include "config.h"

#include "option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guess.h"

int option_word_index(const char *const *words, const char *word)
{
	for (int i = 0; words[i]; i++) {
		if (strcmp(words[i], word) == 0)
			return i;
	}
	return -1;
}

static const struct option_row *find_name(const struct option_reader *reader, const char *name,
					  size_t length, struct guess *guess)
{
	for (size_t i = 0; i < reader->table_count; i++) {
		for (size_t j = 0; j < reader->tables[i].count; j++) {
			const struct option_row *row = &reader->tables[i].rows[j];

			if (strlen(row->name) == length && strncmp(row->name, name, length) == 0)
				return row;
			guess_offer(guess, row->name);
		}
	}
	return NULL;
}

static const struct option_row *find_letter(const struct option_reader *reader, char letter)
{
	for (size_t i = 0; i < reader->table_count; i++) {
		for (size_t j = 0; j < reader->tables[i].count; j++) {
			if (reader->tables[i].rows[j].letter == letter)
				return &reader->tables[i].rows[j];
		}
	}
	return NULL;
}

__attribute__((format(printf, 2, 3))) static enum option_event refuse(struct option_reader *reader,
								      const char *format, ...)
{
	va_list arguments;

	free(reader->error);
	va_start(arguments, format);
	if (vasprintf(&reader->error, format, arguments) < 0)
		reader->error = NULL;
	va_end(arguments);
	return OPTION_ERROR;
}

/* A value must be one of the words where the table lists them. */
static enum option_event accept(struct option_reader *reader, const struct option_row *row,
				const char *value, const struct option_row **ret_row,
				const char **ret_value)
{
	if (row->kind == OPTION_WORD && option_word_index(row->words, value) < 0) {
		struct output known = { 0 };

		for (size_t i = 0; row->words[i]; i++)
			output_addf(&known, "%s%s", i > 0 ? ", " : "", row->words[i]);

		enum option_event event =
			refuse(reader, "--%s takes one of %s, not '%s'", row->name,
			       known.bytes ? known.bytes : "its words", value);

		output_done(&known);
		return event;
	}
	*ret_row = row;
	*ret_value = value;
	return OPTION_FOUND;
}

static const char *take_argument(struct option_reader *reader)
{
	return reader->at < reader->argc ? reader->argv[reader->at++] : NULL;
}

static enum option_event next_letter(struct option_reader *reader,
				     const struct option_row **ret_row, const char **ret_value)
{
	char letter = *reader->letters++;
	const char *rest = reader->letters;
	const struct option_row *row = find_letter(reader, letter);

	if (*rest == '\0')
		reader->letters = NULL;
	if (!row) {
		reader->letters = NULL;
		return refuse(reader, "unknown option '-%c'", letter);
	}
	if (row->kind == OPTION_NOTHING)
		return accept(reader, row, NULL, ret_row, ret_value);
	reader->letters = NULL;

	const char *value = *rest != '\0' ? rest : take_argument(reader);

	if (!value)
		return refuse(reader, "-%c needs a value: -%c %s", letter, letter, row->value);
	return accept(reader, row, value, ret_row, ret_value);
}

static enum option_event next_name(struct option_reader *reader, const char *argument,
				   const struct option_row **ret_row, const char **ret_value)
{
	const char *name = argument + 2;
	const char *equals = strchr(name, '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);
	const char *value = equals ? equals + 1 : NULL;
	char *word = strndup(name, length);

	if (!word)
		return refuse(reader, "out of memory");

	struct guess guess = { .word = word };
	const struct option_row *row = find_name(reader, name, length, &guess);
	enum option_event event = OPTION_ERROR;

	if (!row && guess.best)
		event = refuse(reader, "unknown option '--%s'; did you mean '--%s'?", word,
			       guess.best);
	else if (!row)
		event = refuse(reader, "unknown option '--%s'", word);
	free(word);
	if (!row)
		return event;
	if (row->kind == OPTION_NOTHING && value)
		return refuse(reader, "--%s takes no value", row->name);
	if (row->kind == OPTION_NOTHING)
		return accept(reader, row, NULL, ret_row, ret_value);
	if (!value)
		value = take_argument(reader);
	if (!value)
		return refuse(reader, "--%s needs a value: --%s %s", row->name, row->name,
			      row->value);
	return accept(reader, row, value, ret_row, ret_value);
}

enum option_event option_next(struct option_reader *reader, const struct option_row **ret_row,
			      const char **ret_value)
{
	if (reader->letters)
		return next_letter(reader, ret_row, ret_value);

	const char *argument = take_argument(reader);

	if (!argument)
		return OPTION_END;
	if (!reader->is_operands_only && strcmp(argument, "--") == 0) {
		reader->is_operands_only = true;
		return option_next(reader, ret_row, ret_value);
	}
	if (reader->is_operands_only || argument[0] != '-' || argument[1] == '\0') {
		*ret_value = argument;
		return OPTION_OPERAND;
	}
	if (argument[1] == '-')
		return next_name(reader, argument, ret_row, ret_value);
	reader->letters = argument + 1;
	return next_letter(reader, ret_row, ret_value);
}

void option_reader_done(struct option_reader *reader)
{
	free(reader->error);
	reader->error = NULL;
}

void option_add_help(struct output *output, const struct option_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];
		char left[64];

		(void)snprintf(left, sizeof(left), "--%s%s%s", row->name, row->value ? " " : "",
			       row->value ? row->value : ""); /* cut is fine: tables are ours */
		if (row->letter)
			output_addf(output, "  -%c, %-24s %s\n", row->letter, left, row->help);
		else
			output_addf(output, "      %-24s %s\n", left, row->help);
	}
}
