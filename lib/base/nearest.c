/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the names that somebody may have meant who wrote another word. */
#include "config.h"

#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define NEAREST_LENGTH_MAX 96

void nearest_init(struct nearest *nearest, const char *word)
{
	*nearest = (struct nearest){ .word = word };
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Slips between two words: letters put in, left out or replaced. One row of the table suffices. */
static size_t slips(const char *a, const char *b)
{
	size_t length = strlen(b);
	size_t row[NEAREST_LENGTH_MAX + 1];

	if (length > NEAREST_LENGTH_MAX || strlen(a) > NEAREST_LENGTH_MAX)
		return SIZE_MAX;
	for (size_t i = 0; i <= length; i++)
		row[i] = i;
	for (; *a; a++) {
		size_t diagonal = row[0]++;

		for (size_t i = 1; i <= length; i++) {
			size_t above = row[i];
			size_t replaced = diagonal + (*a != b[i - 1]);

			row[i] = least(replaced, least(above, row[i - 1]) + 1);
			diagonal = above;
		}
	}
	return row[length];
}

void nearest_offer(struct nearest *nearest, const char *name)
{
	size_t length = strlen(nearest->word);
	size_t distance =
		length >= 3 && strstr(name, nearest->word) ? 0 : slips(nearest->word, name);
	size_t at = 0;

	if (distance > length / 3 + 1)
		return;
	for (size_t i = 0; i < nearest->count; i++) {
		if (strcmp(nearest->names[i], name) == 0)
			return;
	}
	while (at < nearest->count && nearest->distances[at] <= distance)
		at++;
	if (at == NEAREST_MAX)
		return;
	if (nearest->count < NEAREST_MAX)
		nearest->count++;
	for (size_t i = nearest->count - 1; i > at; i--) {
		nearest->names[i] = nearest->names[i - 1];
		nearest->distances[i] = nearest->distances[i - 1];
	}
	nearest->names[at] = name;
	nearest->distances[at] = distance;
}

void nearest_complain(const struct nearest *nearest, int code, struct diag *diag)
{
	auto_text struct text names = { 0 };

	if (nearest->count == 0)
		return;
	for (size_t i = 0; i < nearest->count; i++)
		text_addf(&names, "%s'%s'", i > 0 ? " or " : "", nearest->names[i]);
	if (text_status(&names) < 0)
		return;
	/* A hint beside the error itself, which the caller returns. */
	(void)diag_add(diag, code, NULL, "did you mean %s?", names.bytes);
}
