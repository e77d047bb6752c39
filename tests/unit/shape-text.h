/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a shape handed out, as text to compare. */
#ifndef SHAPE_TEXT_H
#define SHAPE_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/shapes.h"

/* One line a cell: "row.name column cpu number", cpu "-" when there is none. */
static inline int note(void *into, const struct shape_cell *cell)
{
	struct text *text = into;

	text_add_span(text, cell->row);
	text_add_char(text, '.');
	text_add_span(text, cell->name);
	text_addf(text, " %u ", cell->column);
	if (cell->cpu == SHAPE_NO_CPU)
		text_add_char(text, '-');
	else
		text_addf(text, "%u", cell->cpu);
	text_add_char(text, ' ');
	number_print(text, cell->number);
	if (cell->scale != 1)
		text_addf(text, "/%u", cell->scale);
	text_add_char(text, '\n');
	return 0;
}

static inline void check_text(struct text *noted, const char *expected)
{
	assert_int_equal(text_status(noted), 0);
	assert_string_equal(noted->bytes ? noted->bytes : "", expected);
}

#endif
