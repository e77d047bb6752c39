/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One value that a transaction moves, and how it stands now: for the files of this floor only. */
#ifndef CHANGE_PLACE_H
#define CHANGE_PLACE_H

#include "change/transaction.h"
#include "host/snapshot.h"
#include "value/truth.h"

/* Where we are: what a journal must agree with before its values may be put back from here. */
struct here {
	struct source *source;
	char *boot_id;
	char *netns_inode;  /* "": not known */
	char *netns_cookie; /* "": not known */
	/* TRUTH_NO: /sys/class/net belongs to another network namespace. 0: not asked yet. */
	enum truth has_own_sysfs;
};

/* -ENOMEM, or the errno of reading the boot id. */
must_check int here_take(struct source *source, struct here *ret_here, struct diag *diag);
void here_done(struct here *here);
#define auto_here cleanup(here_done)
bool here_is_boot_of(const struct here *here, const struct journal *journal);
/* What is not known on one side does not tell namespaces apart. */
bool here_is_netns_of(const struct here *here, const struct journal *journal);

enum stand {
	STAND_BEFORE = 1, /* the value before apply */
	STAND_OURS,	  /* what apply left, or an interrupted write of ours */
	STAND_DRIFTED,	  /* somebody else's */
	STAND_GONE,	  /* the file, or the instance it was of */
	STAND_UNREADABLE,
	STAND_ELSEWHERE, /* in another network namespace: cannot be judged from here */
	STAND_COVERED,	 /* a later transaction set it again */
};

struct place {
	struct journal_entry *entry; /* borrowed from the journal */
	struct value from;
	struct value to;
	struct value got;  /* kind 0: not known */
	struct value goal; /* what an undo brings back: from, but for covered couplings */
	char *goal_text;   /* canonical */
	char *to_text;	   /* canonical */
	char *weak;	   /* NULL: from is not below the secure floor */
	enum stand stand;
	enum entry_result result; /* begins as the entry's */
	int error;
	bool is_taken_back; /* an undo shall end with the goal here */
	bool is_forced;	    /* whatever it is now: asked for, or written by us a moment ago */
	bool is_coupled;    /* moves with another place of this journal, which then is no drift */
	bool is_covered;    /* a later transaction holds it too */
	bool is_repointed;  /* that one shall get our `from` */
	bool is_cause;	    /* the change that failed: told as such, whatever became of it */
	bool is_sent;	    /* a write was tried, whatever came of it */
	bool is_written;    /* by this process: what apply must undo */
	bool is_restored;   /* written back by this process */
	bool is_left;	    /* an undo could not or would not bring it back */
	const char *why;    /* one sentence of ours, or NULL */
	struct outcome_change outcome; /* made before the first write */
};

/* Parses what the journal says. -ENOMEM, -EBADMSG. */
must_check int place_init(struct place *place, struct journal_entry *entry);
void place_done(struct place *place);

bool tunable_is_of_netns(const struct tunable *tunable);
/* What tells two disks of one name apart: "" where there is nothing, or the number says enough. */
must_check int place_identity(struct source *source, const struct tunable *tunable,
			      const char *instance, char **ret_identity);
/* 0: the instance is the one of the journal; -ENODEV: it is gone; else it cannot be told. */
must_check int place_is_there(struct here *here, const struct journal_entry *entry);
/* The value now, by the one way of reading. READING_ABSENT when the instance is gone, too. */
must_check int place_read(struct here *here, const struct place *place,
			  struct reading *ret_reading);
/* Is @now what apply wrote, or (of an unfinished journal) what a write cut short leaves? */
bool place_is_ours(const struct place *place, const struct value *now, bool is_unfinished);
/* Reads and judges one place of a journal, without its couplings and layers. */
must_check int place_judge(struct here *here, struct place *place, bool is_unfinished);
/* May a read-back honestly be @got where @to was written? */
bool readback_is_honest(const struct tunable *tunable, const struct value *from,
			const struct value *to, const struct value *got);
/* Of a pair of which one counts, the one that does not: it shows 0, which nobody can write. */
bool value_is_idle(const struct tunable *tunable, const struct value *value);

#endif
