/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of the journal share: for lib/change/journal*.c, state.c, lock.c and names.c only.
 */
#ifndef CHANGE_JOURNAL_PARTS_H
#define CHANGE_JOURNAL_PARTS_H

#include "base/json.h"
#include "change/journal.h"

#define JOURNAL_SCHEMA	    "tuneadv-journal/1"
#define JOURNAL_SUFFIX	    ".journal"
#define JOURNAL_ENTRIES_MAX 4096
#define JOURNAL_BYTES_MAX   JSON_MAX_BYTES
/* Leaves room for the lines that are appended. */
#define JOURNAL_CREATED_MAX (JOURNAL_BYTES_MAX / 2)
/* Kept free of entry lines, so that the end of a transaction can always be noted. */
#define JOURNAL_STATE_ROOM 4096
/* The lexer of JSON refuses a larger one. */
#define JOURNAL_SEQUENCE_MAX (UINT64_C(1) << 53)
#define JOURNAL_ID_MAX	     64

struct state_folder {
	char *path;
	int fd;	     /* -1: not there, and nothing is to be created */
	int lock_fd; /* -1: not locked by us */
	uint32_t euid;
	bool is_read_only;
};

/* Adds a sentence about the folder (@name NULL) or a file in it, and returns @code. */
int state_complain(const struct state_folder *state, const char *name, int code, struct diag *diag,
		   const char *format, ...) format_like(5, 6);
/* -ENOLCK with a sentence unless this process may write to the folder. */
must_check int state_check_locked(const struct state_folder *state, struct diag *diag);
/* Without asking the locale, as strerror() would. */
const char *error_text(int code);

/* 0: no such word. */
enum journal_state journal_state_named(const char *name);
enum entry_result entry_result_named(const char *name);
enum entry_role entry_role_named(const char *name);
const char *entry_role_name(enum entry_role role);
bool journal_id_is_valid(const char *id);

/* The lines of a journal. The first ends with a newline like all others. */
void journal_print_head(struct text *text, const struct journal *journal);
void journal_print_entry(struct text *text, const struct journal *journal, size_t entry);
void journal_print_state(struct text *text, enum journal_state state);

/*
 * What is wrong with a journal. As some of it comes from the folder, where others may have written:
 * the row exists, may be written, and takes what would be put back; the path is the row's own.
 */
struct journal_fault {
	const char *member; /* the key that is wrong */
	size_t entry;	    /* SIZE_MAX: of no entry */
	struct text why;
};

void journal_fault_done(struct journal_fault *fault);
#define auto_fault cleanup(journal_fault_done)
/* 0, -ENOMEM, or -EBADMSG with @fault. */
must_check int journal_check(const struct journal *journal, struct journal_fault *fault);
must_check int entry_check(const struct journal_entry *entry, struct journal_fault *fault);
/* The same of what was read back alone. */
must_check int entry_check_got(const struct journal_entry *entry, struct journal_fault *fault);
/* Sets the fault and returns -EBADMSG, or -ENOMEM. */
int journal_fault_set(struct journal_fault *fault, const char *member, const char *format, ...)
	format_like(3, 4);

/* Reads the lines of the journal @id; diagnostics call it @name. -EBADMSG, -ENOMEM. */
must_check int journal_parse(struct span bytes, const char *id, const char *name,
			     struct journal **ret_journal, struct diag *diag);
/* Adds a sentence at the start of a line and returns -EBADMSG. */
int journal_damage(const char *name, uint32_t line, struct diag *diag, const char *sentence);
/* The journal of the first line alone. */
must_check int journal_parse_head(const struct json *json, const char *id, struct journal *journal,
				  struct diag *diag);

/* ---- members of JSON objects; each adds a sentence at the place of what is wrong ---- */

struct member_reader {
	const struct json *json;
	struct diag *diag;
};

/* -EBADMSG when it is missing or of another kind. */
must_check int member_of(const struct member_reader *reader, const struct json_node *object,
			 const char *key, enum json_kind kind, const struct json_node **ret_node);
must_check int member_number(const struct member_reader *reader, const struct json_node *object,
			     const char *key, int64_t min, int64_t max, int64_t *ret_number);
/* Any bytes but NUL: a string, or {"hex": "..."} where they are not UTF-8. Owned by the caller. */
must_check int member_bytes(const struct member_reader *reader, const struct json_node *object,
			    const char *key, char **ret_bytes);
/* A member that may be missing: *ret_bytes is NULL then. */
must_check int member_bytes_if(const struct member_reader *reader, const struct json_node *object,
			       const char *key, char **ret_bytes);

/* How many bytes come before a last line that is cut: all, when none is. -ENOMEM. */
must_check int journal_whole_bytes(struct span bytes, size_t *ret_whole);

#endif
