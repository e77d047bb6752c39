/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The names that somebody may have meant who wrote another word. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

#include "base/diag.h"

/* The names that are most like a word that was not found: by containing it, else by few slips. */
#define NEAREST_MAX 3

struct nearest {
	const char *word;
	const char *names[NEAREST_MAX]; /* borrowed; nearest first */
	size_t distances[NEAREST_MAX];
	size_t count;
};

void nearest_init(struct nearest *nearest, const char *word);
void nearest_offer(struct nearest *nearest, const char *name);
/* Adds "did you mean ...?" with @code; nothing when no name is near. */
void nearest_complain(const struct nearest *nearest, int code, struct diag *diag);

#endif
