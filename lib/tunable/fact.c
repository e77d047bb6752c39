/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the row of a fact: by its number, by its id. */
#include "config.h"

#include "tunable/fact.h"

#include <stdlib.h>
#include <string.h>

const struct fact_row *fact_row(enum fact fact)
{
	return fact >= FACT_ARCH && fact < FACT_END_ ? &fact_rows[fact] : NULL;
}

static int compare_id(const void *id, const void *row)
{
	return strcmp(id, ((const struct fact_row *)row)->id);
}

enum fact fact_find(const char *id)
{
	const struct fact_row *row =
		bsearch(id, &fact_rows[FACT_ARCH], FACT_END_ - FACT_ARCH, sizeof(*row), compare_id);

	return row ? (enum fact)(row - fact_rows) : (enum fact)0;
}
