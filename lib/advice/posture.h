/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The posture: which protections of a host are given up, whoever gave them up. It stands beside the
 * findings and decides nothing; nothing in it is ever recommended to go down.
 */
#ifndef ADVICE_POSTURE_H
#define ADVICE_POSTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "guard/guard.h"
#include "host/snapshot.h"

enum posture_scope {
	POSTURE_NONE = 0,
	POSTURE_SHORT, /* what benchmarks switch off: at most 20 tunables */
	POSTURE_WHOLE, /* every tunable with an order, or that names a program */
};

enum posture_state {
	POSTURE_WEAKENED = 1, /* below this release's own default; where that is not known, what
				 benchmarks leave */
	POSTURE_WEAK,	      /* below the secure floor, though no weaker than the default */
	POSTURE_RUNS_CODE,    /* names what the kernel runs as root */
	POSTURE_CONTESTED,    /* authorities disagree; a role decides */
	POSTURE_UNKNOWN,      /* cannot be read, or its strength is not known */
	POSTURE_SECURE,
};

const char *posture_state_name(enum posture_state state); /* "weakened", "weak", ... */

struct posture_line {
	const struct tunable_reading *reading; /* borrowed of the snapshot */
	enum posture_state state;
	char *current;	     /* the value that acts, canonical; NULL: none was had */
	char *usual;	     /* this release's own default; NULL: not known exactly */
	char *why;	     /* words after "CURRENT: "; NULL: nothing to say */
	bool is_left_behind; /* a value that benchmark tools are known to set and to leave */
};

struct posture {
	enum posture_scope scope;
	struct posture_line *lines; /* by state, the gravest first, then by id and instance */
	size_t count;
	size_t capacity;
};

void posture_done(struct posture *posture);
#define auto_posture cleanup(posture_done)

/* Adds what a posture of this scope looks at. -ENOMEM. */
must_check int posture_needs(enum posture_scope scope, struct needs *needs);
/*
 * Judges the readings of a snapshot that was taken with these needs; what this kernel does not have
 * is no line. Values of `all` and of an interface are combined as the kernel does. -ENOMEM.
 */
must_check int posture_judge(const struct snapshot *snapshot, enum posture_scope scope,
			     struct posture *ret_posture);
size_t posture_count(const struct posture *posture, enum posture_state state);
/* Is there something weakened, all of it by values that benchmark tools leave? */
bool posture_is_left_behind(const struct posture *posture);

#endif
