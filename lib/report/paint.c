/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colours: the only place that makes escape sequences. */
#include "config.h"

#include "report/layout.h"

static const char *escape_of(enum paint paint)
{
	switch (paint) {
	case PAINT_GOOD:
		return "\033[32m";
	case PAINT_BAD:
		return "\033[1;31m";
	case PAINT_WARN:
		return "\033[33m";
	case PAINT_STRONG:
		return "\033[1m";
	case PAINT_DIM:
		return "\033[2m";
	}
	return "";
}

void paint_begin(struct text *text, bool has_color, enum paint paint)
{
	if (has_color)
		text_add(text, escape_of(paint));
}

void paint_end(struct text *text, bool has_color)
{
	if (has_color)
		text_add(text, "\033[0m");
}

void paint_add(struct text *text, bool has_color, enum paint paint, const char *string)
{
	paint_begin(text, has_color, paint);
	text_add_safe(text, span_of(string));
	paint_end(text, has_color);
}
