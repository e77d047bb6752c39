/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all commands share: the options of all, the request they make, errors and exit codes. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include <tuneadv.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "option.h"
#include "output.h"

/* The table in INTERFACE. */
enum exit_code {
	EXIT_FIT = 0,
	EXIT_NO = 1,
	EXIT_USAGE = 2,
	EXIT_UNDECIDED = 3,
	EXIT_REFUSED = 4,
	EXIT_ROLLED_BACK = 5,
	EXIT_INCOMPLETE = 6,
};

#define STATE_FOLDER "/run/tuneadv"

struct words {
	const char **words; /* owned array of borrowed strings */
	size_t count;
};

struct request;

struct command {
	const char *name;
	const char *operands; /* as help shows them */
	enum option_kind operand_kind;
	const char *const *operand_words; /* OPTION_WORD only */
	const char *summary;		  /* one line */
	const char *help;		  /* lines of their own, each with its newline */
	const char *exits;		  /* the exit codes, a line each */
	struct option_table options;	  /* its own */
	int (*run)(struct request *request);
};

/* What the options of the commands that change something ask for. */
struct change_request {
	bool is_dry_run;
	bool has_yes;
	bool is_host_wide;
	bool with_consider;
	bool is_all;
	bool skips_drifted;
	bool overwrites_drifted;
	unsigned int wait_s;
	unsigned int window_s; /* of check and capture */
	bool with_names;       /* of capture */
	bool has_security;     /* of check */
	const char *kernel;    /* of lint; NULL: the running one */
	struct words only;     /* NULL-terminated, as the next */
	struct words except;
};

/* One invocation, read from the arguments. */
struct request {
	int argc;
	char *const *argv;
	const struct command *command; /* NULL: none was named */
	struct words operands;
	struct words folders;
	struct words sets; /* NAME, VALUE, NAME, VALUE, ... */
	struct tuneadv_waiver *waivers;
	size_t waiver_count;
	char **splits; /* owned copies that sets and waivers point into */
	size_t split_count;
	const char *root;
	const char *output; /* NULL: standard output */
	const char *completion;
	const char *state_folder;
	struct change_request change;
	enum tuneadv_severity fail_on;
	enum tuneadv_format format;
	enum output_color color;
	bool is_verbose;
	bool is_quiet;
	bool wants_help;
	bool wants_version;
	char *error; /* first slip in the arguments, or NULL */
	int64_t time_s;
	struct tuneadv_diag *diag;
	size_t warned_count; /* sentences of @diag that were told */
};

extern const struct command command_apply;
extern const struct command command_capture;
extern const struct command command_check;
extern const struct command command_explain;
extern const struct command command_lint;
extern const struct command command_list;
extern const struct command command_recover;
extern const struct command command_revert;
extern const struct command command_status;
extern const struct option_table common_options;

/* 0 or -ENOMEM; slips in the arguments are kept in request->error. */
int request_read(struct request *request, const struct command *const *commands,
		 size_t command_count, int argc, char **argv);
void request_done(struct request *request);

/* Says why on standard error, as a document too when JSON is asked for. Returns EXIT_USAGE. */
int request_refuse(const struct request *request, const char *place, const char *message);
__attribute__((format(printf, 2, 3))) int request_refusef(const struct request *request,
							  const char *format, ...);
/* The same with what the library said since sentence @first; @code where it said nothing. */
int request_fail(const struct request *request, size_t first, int code);
/* The same two for another exit than EXIT_USAGE, which they return. */
int request_end(const struct request *request, int exit_code, const char *place,
		const char *message);
int request_fail_with(const struct request *request, int exit_code, size_t first, int code);
/* Warnings go to standard error, each once, unless the document will carry them. */
void request_warn(struct request *request);
/* Writes the document; returns @code, or EXIT_USAGE when it cannot be written. */
int request_deliver(const struct request *request, const struct output *output, int code);
/* The end of a command: @r < 0 is told as request_fail() does; else warnings go to standard error,
 * unless the document carries them, and the document is delivered. Frees @document. */
int request_finish(struct request *request, size_t first, int r, struct output *document, int code);

void request_style(const struct request *request, struct tuneadv_style *ret_style);
/* The host and profiles of the request: nothing loaded yet. On failure EXIT_USAGE, and said. */
int request_open(struct request *request, struct tuneadv_context **ret_context,
		 struct tuneadv_profiles **ret_profiles);
/* The profiles that the operands name, put together. On failure EXIT_USAGE, and said. */
int request_load(struct request *request, struct tuneadv_profiles *profiles);
/* --set for the profiles loaded. On failure EXIT_USAGE, and said. */
int request_set_parameters(struct request *request, struct tuneadv_profiles *profiles);
/* Every profile that is found, with --set. On failure EXIT_USAGE, and said. */
int request_load_all(struct request *request, struct tuneadv_profiles *profiles);

/* An option of a command's own table; slips are told as a sentence, owned by the caller. */
int change_take(struct change_request *change, const struct option_row *row, const char *value,
		char **ret_error);

int list_profiles(struct request *request);

#endif
