/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A small option engine: tables say what exists; parsing, help and completion follow from them. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "output.h"

/* What a value or an operand is, for completion. */
enum option_kind {
	OPTION_NOTHING = 1, /* takes no value */
	OPTION_TEXT,
	OPTION_WORD, /* one of @words */
	OPTION_FILE,
	OPTION_FOLDER,
	OPTION_PROFILES, /* operands only */
	OPTION_IDS,	 /* operands only */
};

/* Ids from here on belong to commands; smaller ones to all. */
#define OPTION_OWN 100

struct option_row {
	int id;
	char letter;	  /* 0: none */
	const char *name; /* without dashes */
	enum option_kind kind;
	const char *value;	  /* what help calls the value; NULL for OPTION_NOTHING */
	const char *const *words; /* NULL-terminated, OPTION_WORD only */
	const char *help;	  /* one line */
};

struct option_table {
	const struct option_row *rows;
	size_t count;
};

enum option_event {
	OPTION_END = 1,
	OPTION_FOUND,
	OPTION_OPERAND,
	OPTION_ERROR,
};

/* Goes through the arguments once. Options and operands may be mixed; "--" ends the options. */
struct option_reader {
	const struct option_table *tables;
	size_t table_count;
	int argc;
	char *const *argv;
	int at;		       /* next argument */
	const char *letters;   /* rest of a group such as "vq", or NULL */
	bool is_operands_only; /* after "--" */
	char *error;	       /* of the last OPTION_ERROR; owned */
};

/* OPTION_FOUND sets both, OPTION_OPERAND the value alone. After OPTION_ERROR it may go on. */
enum option_event option_next(struct option_reader *reader, const struct option_row **ret_row,
			      const char **ret_value);
void option_reader_done(struct option_reader *reader);
/* Number of the word in a NULL-terminated list, or -1. */
int option_word_index(const char *const *words, const char *word);
void option_add_help(struct output *output, const struct option_table *table);

#endif
