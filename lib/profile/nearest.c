/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The known id that a mistyped one most likely meant: by edits, or by its last part alone. */
#include "config.h"

#include "profile/nearest.h"

#include <limits.h>
#include <string.h>

#include "tunable/fact.h"
#include "tunable/tunable.h"

#define ID_MAX	 96
#define FAR_AWAY UINT_MAX

struct nearest {
	const char *id;
	unsigned int distance;
};

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Levenshtein's distance by rows. */
static unsigned int edits(const char *a, const char *b)
{
	unsigned int row[ID_MAX + 1];
	size_t length = strlen(b);

	if (strlen(a) > ID_MAX || length > ID_MAX)
		return FAR_AWAY;
	for (unsigned int i = 0; i <= length; i++)
		row[i] = i;
	for (unsigned int y = 1; *a; y++, a++) {
		unsigned int diagonal = row[0];

		row[0] = y;
		for (size_t x = 1; x <= length; x++) {
			unsigned int above = row[x];
			unsigned int same = diagonal + (*a == b[x - 1] ? 0 : 1);

			row[x] = least(above + 1, row[x - 1] + 1, same);
			diagonal = above;
		}
	}
	return row[length];
}

/* "somaxconn" and "core.somaxconn" mean "net.core.somaxconn". */
static bool is_tail(const char *id, const char *tail)
{
	size_t length = strlen(id), tail_length = strlen(tail);

	return length > tail_length && id[length - tail_length - 1] == '.' &&
	       strcmp(id + length - tail_length, tail) == 0;
}

static void consider(struct nearest *nearest, const char *wanted, const char *id)
{
	unsigned int distance = is_tail(id, wanted) ? 1 : edits(wanted, id);
	size_t limit = strlen(wanted) / 3;

	if (distance > (limit > 2 ? limit : 2) || distance >= nearest->distance)
		return;
	nearest->id = id;
	nearest->distance = distance;
}

static void consider_tunables(struct nearest *nearest, const char *id)
{
	for (size_t i = 0; i < tunable_count(); i++)
		consider(nearest, id, tunable_at(i)->id);
}

static void consider_facts(struct nearest *nearest, const char *id)
{
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++) {
		const struct fact_row *row = fact_row(fact);

		if (row)
			consider(nearest, id, row->id);
	}
}

const char *nearest_tunable(const char *id)
{
	struct nearest nearest = { .distance = FAR_AWAY };

	consider_tunables(&nearest, id);
	return nearest.id;
}

const char *nearest_fact(const char *id)
{
	struct nearest nearest = { .distance = FAR_AWAY };

	consider_facts(&nearest, id);
	return nearest.id;
}

const char *nearest_id(const char *id)
{
	struct nearest nearest = { .distance = FAR_AWAY };

	consider_tunables(&nearest, id);
	consider_facts(&nearest, id);
	return nearest.id;
}
