/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The name that somebody may have meant who wrote another word. */
#ifndef CLI_GUESS_H
#define CLI_GUESS_H

#include <stddef.h>

/* Set @word alone, offer all names, look at @best: NULL when none is near. */
struct guess {
	const char *word;
	const char *best; /* borrowed from what was offered */
	size_t slips;
};

void guess_offer(struct guess *guess, const char *name);

#endif
