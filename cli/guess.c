/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts slips between two words. The library guesses ids and profiles; commands and options are
 * ours alone. */
#include "config.h"

#include "guess.h"

#include <stdint.h>
#include <string.h>

#define GUESS_LENGTH_MAX 32

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t count_slips(const char *a, const char *b)
{
	size_t length = strlen(b);
	size_t row[GUESS_LENGTH_MAX + 1];

	if (length > GUESS_LENGTH_MAX)
		return SIZE_MAX;
	for (size_t i = 0; i <= length; i++)
		row[i] = i;
	for (; *a; a++) {
		size_t diagonal = row[0]++;

		for (size_t i = 1; i <= length; i++) {
			size_t replaced = diagonal + (*a != b[i - 1]);

			diagonal = row[i];
			row[i] = least(replaced, least(diagonal, row[i - 1]) + 1);
		}
	}
	return row[length];
}

void guess_offer(struct guess *guess, const char *name)
{
	size_t slips = count_slips(guess->word, name);

	if (slips > strlen(guess->word) / 3 + 1 || slips >= strlen(name))
		return;
	if (guess->best && slips >= guess->slips)
		return;
	guess->best = name;
	guess->slips = slips;
}
