/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known, as a table within the width of the terminal. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/layout.h"
#include "report/report.h"
#include "report/words.h"

#define COLUMNS_MAX 5
#define COLUMN_GAP  2
#define WORDS_LEAST 30	/* a column for words that is narrower breaks even ids */
#define WIDE	    120 /* from here on there is room for columns that are nice to have */

/* The last column wraps; the others are as wide as what they hold. */
struct table {
	const struct report_style *style;
	size_t columns;
	size_t widths[COLUMNS_MAX];
};

struct row {
	struct text cells[COLUMNS_MAX];
};

static void row_done(struct row *row)
{
	for (size_t i = 0; i < COLUMNS_MAX; i++)
		text_done(&row->cells[i]);
}
#define auto_row cleanup(row_done)

/* A long id must not squeeze the words beside all the others into a narrow column. */
static bool is_too_long(const struct table *table, size_t columns)
{
	return table->style->width && columns + COLUMN_GAP + WORDS_LEAST > table->style->width;
}

/* Words that ran out of memory are too narrow: @text remembers it. */
static void table_measure(struct table *table, const struct row *row, struct text *text)
{
	for (size_t i = 0; i < table->columns; i++) {
		size_t columns = layout_columns(text_span(&row->cells[i]));

		if (columns > table->widths[i] && !is_too_long(table, columns))
			table->widths[i] = columns;
		if (text_status(&row->cells[i]) < 0)
			text->status = -ENOMEM;
	}
}

static void table_print(const struct table *table, const struct row *row, bool is_head,
			struct text *text)
{
	bool has_color = table->style->has_color && is_head;
	auto_text struct text label = { 0 };
	size_t indent = 0;

	paint_begin(&label, has_color, PAINT_STRONG);
	for (size_t i = 0; i + 1 < table->columns; i++) {
		if (i > 0)
			layout_pad(&label, layout_columns(text_span(&label)), indent);
		text_add_span(&label, text_span(&row->cells[i]));
		indent += table->widths[i] + COLUMN_GAP;
	}
	/* It has a line of its own. */
	if (layout_columns(text_span(&label)) > indent) {
		text_add_span(text, text_span(&label));
		text_add_char(text, '\n');
		text_clear(&label);
	}
	wrap_add(text, text_span(&label), text_span(&row->cells[table->columns - 1]),
		 table->style->width, (unsigned int)indent);
	if (has_color)
		paint_end(text, true);
	if (text_status(&label) < 0)
		text->status = -ENOMEM;
	for (size_t i = 0; i < table->columns; i++) {
		if (text_status(&row->cells[i]) < 0)
			text->status = -ENOMEM;
	}
}

static bool is_wide(const struct list *list)
{
	return list->style->width == 0 || list->style->width >= WIDE;
}

static void set_cell(struct row *row, size_t *column, const char *string)
{
	words_add(&row->cells[*column], string);
	(*column)++;
}

/* Row number @index; false past the end. Without wide columns the same table has fewer. */
static bool tunable_cells(const struct list *list, size_t index, struct row *row)
{
	const struct tunable *tunable;
	size_t column = 0;

	if (index >= tunable_count())
		return false;
	tunable = tunable_at(index);
	set_cell(row, &column, tunable->id);
	if (is_wide(list)) {
		set_cell(row, &column, scope_name(tunable->scope));
		set_cell(row, &column, unit_name(tunable->unit));
		set_cell(row, &column, effect_name(tunable->effect));
	}
	set_cell(row, &column, tunable->title);
	return true;
}

static bool fact_cells(const struct list *list, size_t index, struct row *row)
{
	const struct fact_row *fact = fact_row((enum fact)(index + 1));
	size_t column = 0;

	if (!fact)
		return false;
	set_cell(row, &column, fact->id);
	if (is_wide(list))
		set_cell(row, &column, unit_name(fact->unit));
	set_cell(row, &column, fact->title);
	return true;
}

static bool profile_cells(const struct list *list, size_t index, struct row *row)
{
	const struct profile *profile;
	size_t column = 0;

	if (!list->profiles || index >= list->profiles->file_count)
		return false;
	profile = list->profiles->files[index];
	set_cell(row, &column, profile->name);
	text_addf(&row->cells[column++], "%zu", profile->rule_count);
	words_add(&row->cells[column], profile->title);
	if (profile->extends) {
		text_add(&row->cells[column], " (and all of ");
		words_add(&row->cells[column], profile->extends);
		text_add_char(&row->cells[column], ')');
	}
	return true;
}

static bool cells(const struct list *list, size_t index, struct row *row)
{
	switch (list->subject) {
	case LIST_PROFILES:
		return profile_cells(list, index, row);
	case LIST_TUNABLES:
		return tunable_cells(list, index, row);
	case LIST_FACTS:
		return fact_cells(list, index, row);
	case LIST_COUNTERS:
		break;
	}
	return false;
}

static size_t heads(const struct list *list, struct row *row)
{
	size_t column = 0;

	switch (list->subject) {
	case LIST_PROFILES:
		set_cell(row, &column, "PROFILE");
		set_cell(row, &column, "RULES");
		break;
	case LIST_TUNABLES:
		set_cell(row, &column, "TUNABLE");
		if (!is_wide(list))
			break;
		set_cell(row, &column, "SCOPE");
		set_cell(row, &column, "UNIT");
		set_cell(row, &column, "EFFECT");
		break;
	case LIST_FACTS:
		set_cell(row, &column, "FACT");
		if (is_wide(list))
			set_cell(row, &column, "UNIT");
		break;
	case LIST_COUNTERS:
		break;
	}
	set_cell(row, &column, "WHAT IT IS");
	return column;
}

static const char *nothing_to_list(enum list_subject subject)
{
	switch (subject) {
	case LIST_PROFILES:
		return "No profiles were found.\n";
	case LIST_COUNTERS:
		return "This version watches no counters.\n";
	case LIST_TUNABLES:
	case LIST_FACTS:
		break;
	}
	return "";
}

int report_list_text(const struct list *list, struct text *ret_text)
{
	struct table table = { .style = list->style };
	auto_row struct row head = { 0 };
	size_t count = 0;

	table.columns = heads(list, &head);
	table_measure(&table, &head, ret_text);
	for (;;) {
		auto_row struct row row = { 0 };

		if (!cells(list, count, &row))
			break;
		table_measure(&table, &row, ret_text);
		count++;
	}
	if (count == 0) {
		text_add(ret_text, nothing_to_list(list->subject));
		return text_status(ret_text);
	}
	table_print(&table, &head, true, ret_text);
	for (size_t i = 0; i < count; i++) {
		auto_row struct row row = { 0 };

		if (cells(list, i, &row))
			table_print(&table, &row, false, ret_text);
	}
	return text_status(ret_text);
}
