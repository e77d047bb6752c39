/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The sweep: writes what a row allows, and what it does not, to the running kernel and looks
 * whether both agree. It writes only in a network namespace that it made itself, or in a guest
 * whose root lies in memory.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "host/snapshot.h"

/* From best to worst: a row's is the worst of its places. */
enum verdict {
	VERDICT_NONE,
	VERDICT_AGREES,
	VERDICT_NARROWER,  /* our own limit, within what the kernel takes */
	VERDICT_NOT_HERE,  /* this kernel, machine or user has it not */
	VERDICT_NOT_SWEPT, /* left alone, and why */
	VERDICT_DISAGREES,
	VERDICT_END_,
};

struct opinion {
	enum verdict verdict;
	struct text detail;
};

/* A setting that is looked at after each write to another. */
struct watched {
	const struct tunable_reading *reading;
	char *text;	 /* what its file says before the writes */
	char *canonical; /* what puts it back */
	bool is_moved;	 /* by a write to another */
};

struct sweep {
	struct source *source;
	struct snapshot *snapshot;	/* where the writes go */
	const struct snapshot *outside; /* the host before the namespace was made; NULL: a guest */
	const struct tunable *const *rows;
	size_t row_count;
	struct watched *watched;
	size_t watched_count;
	const char *config; /* the kernel's configuration, one option a line; NULL: not known */
};

/* ---- sweep-opinion.c ---- */

/* Adds a sentence and raises the verdict; the same sentence is added once. */
void opinion_add(struct opinion *opinion, enum verdict verdict, const char *format, ...)
	format_like(3, 4);
void opinion_done(struct opinion *opinion);
const char *opinion_name(enum verdict verdict);
const char *error_name(int error); /* of a negative errno */
void *owned(void *pointer);	   /* ends the program when NULL: out of memory */

/* ---- sweep-space.c ---- */

/* Enters a network namespace (and a sysfs) of our own, with a pair of interfaces. 0 or an errno. */
must_check int space_make(void);
/* Is this a machine that is thrown away: its root lies in memory, it has just begun? */
bool space_is_thrown_away(void);
/* Has each network namespace its own? */
bool is_of_namespace(enum scope scope);
/* Every row's reading, and all that defaults need. */
must_check int space_read(struct source *source, const struct tunable *const *rows,
			  size_t row_count, struct snapshot **ret_snapshot);

/* ---- sweep-bounds.c ---- */

/* Values that may hang or exhaust the machine are not written. */
struct bound {
	const char *id; /* or a beginning that ends with '.' */
	bool is_left_alone;
	bool has_low;
	bool has_high;
	struct number low;
	struct number high;
	const char *because;
	struct release_bracket lifted; /* since when it no longer holds; zero: it always does */
};

/* NULL: none. */
const struct bound *bound_of(const struct tunable *tunable, const struct release *release);

/* What must stand elsewhere for the limits of a row to be reached. */
struct preparation {
	const char *id;
	const char *other;
	const char *value;
};

const struct preparation *preparation_of(const struct tunable *tunable); /* NULL: none */
bool is_of_machine(const struct tunable *tunable);
bool begins_with_the_hosts(const struct tunable *tunable);

/* ---- sweep-write.c ---- */

/* One write, and what the file says then. */
struct attempt {
	int error; /* 0: the kernel took it */
	struct reading after;
};

void watch_begin(struct sweep *sweep);
/* What moved, and whether a coupling names it. */
void watch_look(struct sweep *sweep, const struct tunable_reading *place, const char *text,
		struct opinion *opinion);
/* Puts back what was written and what was seen to move with it. */
void watch_restore(struct sweep *sweep, const struct tunable_reading *place);
/* Tells what is not as watch_begin() found it. */
void watch_end(struct sweep *sweep, struct opinion *opinion);
void attempt_make(struct sweep *sweep, const struct tunable_reading *place, const char *text,
		  struct attempt *ret_attempt);
void attempt_done(struct attempt *attempt);
/* The reading of an attempt as a person reads it; owned by the caller. */
char *reading_text(const struct tunable *tunable, const struct reading *reading);

/* ---- sweep-number.c, sweep-word.c: the writes of each kind ---- */

void sweep_number(struct sweep *sweep, const struct tunable_reading *place,
		  struct opinion *opinion);
void sweep_vector(struct sweep *sweep, const struct tunable_reading *place,
		  struct opinion *opinion);
void sweep_flag(struct sweep *sweep, const struct tunable_reading *place, struct opinion *opinion);
void sweep_choice(struct sweep *sweep, const struct tunable_reading *place,
		  struct opinion *opinion);
void sweep_cpulist(struct sweep *sweep, const struct tunable_reading *place,
		   struct opinion *opinion);
/* The kernel's answer to @value (as written: @text), judged by the row's limits. */
void judge(struct sweep *sweep, const struct tunable_reading *place, const struct value *value,
	   bool is_allowed, struct opinion *opinion);

/* ---- sweep-row.c ---- */

void sweep_row(struct sweep *sweep, const struct tunable *row, struct opinion *opinion);

/* ---- sweep-planted.c, sweep-list.c ---- */

/* 1: one was taken for the other; an errno where no namespace can be made. */
must_check int sweep_planted(struct source *source);
int list_knowledge(void);
int list_references(void);

#endif
