/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the commands share that change something: their options, asking, the lock, how they end. */
#ifndef CLI_CHANGE_H
#define CLI_CHANGE_H

#include <signal.h>

#include "common.h"

enum change_option {
	CHANGE_DRY_RUN = OPTION_OWN,
	CHANGE_YES,
	CHANGE_WAIT,
	CHANGE_HOST_WIDE,
	CHANGE_CONSIDER,
	CHANGE_ONLY,
	CHANGE_EXCEPT,
	CHANGE_ALL,
	CHANGE_SKIP_DRIFTED,
	CHANGE_OVERWRITE_DRIFTED,
	CHANGE_WINDOW,
	CHANGE_WITH_NAMES,
	CHANGE_KERNEL,
	CHANGE_SECURITY,
};

#define CHANGE_ROW_YES                                                             \
	{                                                                          \
		.id = CHANGE_YES, .name = "yes", .kind = OPTION_NOTHING,           \
		.help = "do not ask; needed where there is no terminal to ask on", \
	}

#define CHANGE_ROW_WAIT                                                                     \
	{                                                                                   \
		.id = CHANGE_WAIT, .name = "wait", .kind = OPTION_TEXT, .value = "SECONDS", \
		.help = "how long to wait for the lock; default 0",                         \
	}

#define CHANGE_ROW_WINDOW                                                                       \
	{                                                                                       \
		.id = CHANGE_WINDOW, .name = "window", .kind = OPTION_TEXT, .value = "SECONDS", \
		.help = "how long counters are watched; default 0: they are read once",         \
	}

/* ---- asking (ask.c) ---- */

/* Can somebody be asked: do questions and answers go to a terminal? */
bool ask_is_possible(void);
/* 0: go on. Else EXIT_REFUSED, and said: without --yes and a terminal too. @what: "apply", ... */
int ask_permission(const struct request *request, const char *what, const char *question);

/* ---- the state folder and its lock (change.c) ---- */

/* Opens the folder of transactions. 0, or an exit code, and said. */
int change_open_state(struct request *request, struct tuneadv_context *context, bool is_read_only,
		      struct tuneadv_state **ret_state);
/* The same to change something: locked, having waited as --wait says. */
int change_lock_state(struct request *request, struct tuneadv_context *context,
		      struct tuneadv_state **ret_state);

/* ---- the end (change.c) ---- */

/* A capture is data, and nothing of it can be changed: 0, or EXIT_USAGE, and said. */
int change_check_live(const struct request *request);
/* What is missing and how to get it. Returns EXIT_REFUSED. */
int change_refuse_privilege(const struct request *request, const char *missing);
/* Told of each write: the system's log of who changed what. */
const struct tuneadv_audit *change_audit(void);
/* Signals that would end the program wait until a transaction has ended. */
void change_hold_signals(sigset_t *ret_before);
void change_release_signals(const sigset_t *before);
/* Exit code of an outcome. */
int change_code(enum tuneadv_outcome_state state);
/* Prints the outcome; its exit code. */
int change_deliver(struct request *request, struct tuneadv_context *context,
		   const struct tuneadv_outcome *outcome, const char *verb);

#endif
