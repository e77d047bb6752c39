/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A simulated kernel behind struct source_ops, with the quirks that HOUSE 5 lists. All it holds
 * lies in memory that is shared with children, so that it outlives a process that dies in the
 * middle.
 */
#ifndef TESTS_SIM_H
#define TESTS_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/source_ops.h"

#define SIM_FILES_MAX	 64
#define SIM_ELEMENTS_MAX 4
#define SIM_CRASHED	 99 /* the exit status of a process that died at a point */

enum sim_kind {
	SIM_NUMBERS = 1, /* as a sysctl of integers is read and written */
	SIM_TEXT,	 /* taken as it comes */
};

struct sim_file {
	char path[160];
	enum sim_kind kind;
	int64_t numbers[SIM_ELEMENTS_MAX];
	size_t count;
	bool has_range; /* of each element; outside of it: EINVAL */
	int64_t min;
	int64_t max;
	int64_t clamp;	    /* not 0: what is greater becomes this, without a word */
	bool is_rounded;    /* up to a power of two */
	bool keeps_its_own; /* takes a write and changes nothing */
	int64_t latch;	    /* not 0: once there, it stays */
	int read_error;	    /* negative errno, 0: none */
	int write_error;
	/* Paths, "" for none: a pair of which one counts; what is turned to the opposite of this;
	 * and the one that leads this. As net.ipv4.ip_forward is the same as conf/all/forwarding,
	 * which leads each interface's and turns accept_redirects of all. */
	char partner[160];
	char opposite[160];
	char follows[160]; /* takes whatever that one is given, when it moves */
	char text[256];	   /* SIM_TEXT */
	bool is_gone;
};

enum sim_operation {
	SIM_READ = 1,
	SIM_WRITE,
};

struct sim_state {
	struct sim_file files[SIM_FILES_MAX];
	size_t file_count;
	unsigned int folder_count;
	char netns[64]; /* target of the link */
	uint64_t cookie;
	size_t reads;
	size_t writes;
	/* The operation of this kind, counted from 1, that fails; 0: none. */
	enum sim_operation failing;
	size_t fail_at;
	int fail_error;
	bool fails_for_good;
	size_t failures; /* that happened */
	/* Before which operation of this kind somebody else writes; 0: never. */
	enum sim_operation foreign;
	size_t foreign_at;
	char foreign_path[160];
	char foreign_text[64];
	/* Moments at which the process may die: before and after each operation, and those of
	 * sim_point(). */
	size_t points;
	size_t crash_at; /* 0: never */
	bool is_armed;	 /* points are counted */
};

struct sim {
	struct source source;
	struct sim_state *state;
	char scratch[64]; /* folders to be listed are made here */
};

void sim_new(struct sim *sim);
void sim_done(struct sim *sim);
/* Numbers separated by blanks, or any text; returned to be given quirks. */
struct sim_file *sim_numbers(struct sim *sim, const char *path, const char *numbers);
struct sim_file *sim_text(struct sim *sim, const char *path, const char *text);
struct sim_file *sim_file(struct sim *sim, const char *path); /* NULL: none */
/* As somebody else would: not counted, not failed. */
void sim_set(struct sim *sim, const char *path, const char *text);
/* Canonical: one blank between numbers, without newline. */
void sim_get(struct sim *sim, const char *path, char *ret_text, size_t size);
/* A point of the test's own: a system call on the journal. */
void sim_point(struct sim_state *state);
/* No faults, no crash, nobody else; counters at 0. */
void sim_calm(struct sim *sim);

#endif
