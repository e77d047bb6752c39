/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Never weaken: is this value below the secure floor, and would these writes leave the host weaker
 * than it is? There is no override anywhere: what is unknown, incomparable or unreviewed is
 * refused.
 */
#ifndef GUARD_GUARD_H
#define GUARD_GUARD_H

#include "host/snapshot.h"
#include "tunable/tunable.h"

enum guard_answer {
	GUARD_ALLOWED = 1,
	GUARD_WEAKER,	    /* below the secure floor, or weaker than now */
	GUARD_INCOMPARABLE, /* a value whose strength nobody ranked */
	GUARD_UNREVIEWED,
	GUARD_CONTESTED,
	GUARD_OUT_OF_RANGE,  /* outside of the row's limits or choices, or not ascending */
	GUARD_LATCH,	     /* could not be left again */
	GUARD_NEVER_WRITTEN, /* read-only, advice-only or boot-only */
	GUARD_UNKNOWN,	     /* what must be known to judge it is not */
};

const char *guard_answer_name(enum guard_answer answer); /* "weaker", ... */

/* What a value says of its host by itself, whoever wrote it. */
enum strength {
	STRENGTH_SECURE = 1, /* at or above the secure floor of its row's order */
	STRENGTH_WEAK,
	STRENGTH_UNKNOWN, /* of a row with an order, but no value that it ranks */
	STRENGTH_CONTESTED,
	STRENGTH_PROGRAM, /* names what the kernel would run as root */
	STRENGTH_NONE,	  /* the row has no order, or nobody reviewed it */
};

/*
 * Absolute, for lint and the posture: neither limits nor whether we would ever write it count.
 * @release decides where protection moved (the real-time limit); NULL: not known. What is not
 * STRENGTH_SECURE or STRENGTH_NONE comes with a sentence on what the value means. -ENOMEM.
 */
must_check int guard_strength(const struct tunable *tunable, const struct value *value,
			      const struct release *release, enum strength *ret_strength,
			      struct text *ret_why);

/* The pair of the real-time limit as one share: as guard_strength(). NULL: the kernel's default. */
must_check int guard_rt_strength(const struct value *runtime, const struct value *period,
				 const struct release *release, enum strength *ret_strength,
				 struct text *ret_why);

/*
 * Absolute: may a profile state this value for this row at all? Needs no host. Anything but
 * GUARD_ALLOWED comes with a sentence in @ret_why. -ENOMEM.
 */
must_check int guard_value(const struct tunable *tunable, const struct value *value,
			   enum guard_answer *ret_answer, struct text *ret_why);

/*
 * What a journal may put back: kind, limits or choices, and latches; strength is not judged, for an
 * undo is measured against the state before its own transaction.
 */
must_check int guard_restore(const struct tunable *tunable, const struct value *value,
			     enum guard_answer *ret_answer, struct text *ret_why);

struct guard_write {
	const struct tunable *tunable;
	const struct instance *instance; /* of the snapshot; NULL: none */
	const struct value *to;
};

struct guard_refusal {
	enum guard_answer answer; /* GUARD_ALLOWED: no refusal */
	size_t write;		  /* index of the write that made it so */
	struct text why;
};

void guard_refusal_done(struct guard_refusal *refusal);
#define auto_refusal cleanup(guard_refusal_done)

/*
 * Relative: would these writes, in this order, leave the host weaker at any moment than @snapshot
 * shows it? Judged on effective values ("all" combined with each interface), for the keys written
 * and their couplings, after every prefix. Every write passes guard_value() first, but for one that
 * writes what is there already. 0 with @ret_refusal filled, or -ENOMEM.
 */
must_check int guard_writes(const struct snapshot *snapshot, const struct guard_write *writes,
			    size_t write_count, struct guard_refusal *ret_refusal);

/*
 * May a thread that a user names get this real-time priority? From 50 on it would come before the
 * threads that serve interrupts, and starve what keeps its CPU alive (security.md 3.6).
 */
enum guard_answer guard_rt_priority(uint32_t priority, struct text *why);

/* Is @to no weaker than @from, both known, on this row alone (no couplings)? For read-backs. */
enum guard_answer guard_compare(const struct tunable *tunable, const struct value *from,
				const struct value *to);

#endif
