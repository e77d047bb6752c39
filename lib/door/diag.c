/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sentences that calls leave for their caller. */
#include "config.h"

#include "door/internal.h"

#include <stdlib.h>

struct tuneadv_diag *tuneadv_diag_new(void)
{
	return calloc(1, sizeof(struct tuneadv_diag));
}

void tuneadv_diag_free(struct tuneadv_diag *diag)
{
	if (!diag)
		return;
	diag_done(&diag->diag);
	free(diag);
}

size_t tuneadv_diag_count(const struct tuneadv_diag *diag)
{
	return diag ? diag->diag.count : 0;
}

static const struct diag_line *diag_line_at(const struct tuneadv_diag *diag, size_t index)
{
	return index < tuneadv_diag_count(diag) ? &diag->diag.lines[index] : NULL;
}

const char *tuneadv_diag_text(const struct tuneadv_diag *diag, size_t index)
{
	const struct diag_line *line = diag_line_at(diag, index);

	return line ? line->sentence : NULL;
}

const char *tuneadv_diag_place(const struct tuneadv_diag *diag, size_t index)
{
	const struct diag_line *line = diag_line_at(diag, index);

	return line ? line->place : NULL;
}

int tuneadv_diag_code(const struct tuneadv_diag *diag, size_t index)
{
	const struct diag_line *line = diag_line_at(diag, index);

	return line ? line->code : 0;
}
