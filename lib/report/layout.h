/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How text looks on a terminal: colours, columns and line breaks. Private to report/. */
#ifndef REPORT_LAYOUT_H
#define REPORT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "report/report.h"

enum paint {
	PAINT_GOOD = 1,
	PAINT_BAD,
	PAINT_WARN,
	PAINT_STRONG,
	PAINT_DIM,
};

/* Between the two everything has the colour; without @has_color they add nothing. */
void paint_begin(struct text *text, bool has_color, enum paint paint);
void paint_end(struct text *text, bool has_color);
/* @string with the colour, made safe for terminals. */
void paint_add(struct text *text, bool has_color, enum paint paint, const char *string);

/* Columns that @span takes: escape sequences none, every other character one. */
size_t layout_columns(struct span span);
/* Blanks until @text, whose last line has taken @have columns, has taken @want; at least one. */
void layout_pad(struct text *text, size_t have, size_t want);

/*
 * One paragraph: @label, blanks up to column @indent, then the words of @words, broken before
 * @width (0: never) and continued at @indent. Runs of blanks in @words become one. A word is never
 * broken: a path or command stays whole, and an escape sequence too.
 */
void wrap_add(struct text *text, struct span label, struct span words, unsigned int width,
	      unsigned int indent);

/* The same with a painted label ("": none); what @words had no memory for is remembered in @text.
 */
void paragraph_add(struct text *text, const struct report_style *style, enum paint paint,
		   const char *label, unsigned int indent, const struct text *words);

#endif
