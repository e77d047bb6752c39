/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Paragraphs within the width of a terminal. */
#include "config.h"

#include "report/layout.h"

#include <errno.h>

/* Bytes of the escape sequence that begins at @at: those of paint.c end with 'm'. */
static size_t escape_length(struct span span, size_t at)
{
	if (span.bytes[at] != '\033')
		return 0;
	for (size_t end = at + 1; end < span.length; end++) {
		if (span.bytes[end] == 'm')
			return end - at + 1;
	}
	return span.length - at;
}

/* A wide character counts as one column: how wide it is depends on the locale, which a library must
 * not read. */
size_t layout_columns(struct span span)
{
	size_t columns = 0;

	for (size_t at = 0; at < span.length;) {
		size_t escape = escape_length(span, at);

		if (escape) {
			at += escape;
			continue;
		}
		if (((unsigned char)span.bytes[at] & 0xc0) != 0x80)
			columns++;
		at++;
	}
	return columns;
}

static void add_blanks(struct text *text, size_t count)
{
	for (size_t i = 0; i < count; i++)
		text_add_char(text, ' ');
}

void layout_pad(struct text *text, size_t have, size_t want)
{
	add_blanks(text, want > have ? want - have : 1);
}

void wrap_add(struct text *text, struct span label, struct span words, unsigned int width,
	      unsigned int indent)
{
	size_t column = layout_columns(label);
	bool is_line_start = true;
	struct span word;

	text_add_span(text, label);
	if (column < indent || column > 0) {
		layout_pad(text, column, indent);
		column = column < indent ? indent : column + 1;
	}
	while (span_token(&words, &word)) {
		size_t columns = layout_columns(word);

		if (!is_line_start && width && column + 1 + columns > width) {
			text_add_char(text, '\n');
			add_blanks(text, indent);
			column = indent;
			is_line_start = true;
		}
		if (!is_line_start) {
			text_add_char(text, ' ');
			column++;
		}
		text_add_span(text, word);
		column += columns;
		is_line_start = false;
	}
	text_add_char(text, '\n');
}

void paragraph_add(struct text *text, const struct report_style *style, enum paint paint,
		   const char *label, unsigned int indent, const struct text *words)
{
	auto_text struct text painted = { 0 };

	if (*label)
		paint_add(&painted, style->has_color, paint, label);
	wrap_add(text, text_span(&painted), text_span(words), style->width, indent);
	if (text_status(words) < 0 || text_status(&painted) < 0)
		text->status = -ENOMEM;
}
