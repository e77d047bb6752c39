/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parameters of the boot line that protect, or give protection up: constant rows as tunables are.
 * Nobody here ever writes one: the posture and lint name them.
 */
#ifndef TUNABLE_BOOT_H
#define TUNABLE_BOOT_H

#include "tunable/tunable.h"

/* Words of ranks that no boot line can hold. */
#define BOOT_ABSENT "(absent)" /* the parameter is not there: the kernel's own choice */
#define BOOT_SET    "(set)"    /* it is there without a value: "nosmt" */

struct boot_parameter {
	const char *name;  /* "mitigations"; underscores and dashes are the same to the kernel */
	const char *title; /* what it is, at most 70 characters, no full stop */
	/* SECURITY_RANKED by @secure_ranks, SECURITY_MORE_WORDS where each word of a list protects
	 * ("slab_debug=FZ" by letters is ranked), SECURITY_PROGRAM, SECURITY_CONTESTED. */
	enum security security;
	const char *const *secure_ranks; /* weakest first; BOOT_ABSENT and BOOT_SET are words too;
					    a value that no rank holds is unknown */
	/* A word of @secure_ranks: what is in a weaker rank is flagged. Of words those to keep. */
	const char *secure_floor;
	bool is_list;	  /* its value is words separated by commas; the weakest of them counts */
	bool accumulates; /* each occurrence counts; else the last one does */
	struct release_bracket since; /* zero: as long as this project's kernels reach back */
	struct release_bracket until;
	const char *replaced_by;	/* another parameter, or NULL */
	const char *arch;		/* "x86_64": nothing to the others; NULL: all */
	const char *tunable;		/* id of the tunable that shows what came of it; or NULL */
	const char *meaning;		/* one sentence: what the weak value gives up */
	const char *const *authorities; /* as in struct tunable */
	enum knowledge known;
	const char *const *references; /* as in struct tunable */
};

/* Sorted by name. */
size_t boot_parameter_count(void);
const struct boot_parameter *boot_parameter_at(size_t index);
/* "init-on-alloc" finds "init_on_alloc". NULL: no row. */
const struct boot_parameter *boot_parameter_find(struct span name);

#endif
