/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is so now, said once for all instances that say the same. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/explain.h"
#include "report/words.h"

/* One reading in words, without its instance: instances with the same words are told together. */
static void add_state(struct text *words, const struct value_format *format, enum unit unit,
		      const struct reading *reading)
{
	autofree char *canonical = NULL;

	if (reading->state != READING_VALUE) {
		words_reading_state(words, reading);
		return;
	}
	if (value_text(format, &reading->value, &canonical) < 0) {
		words->status = -ENOMEM;
		return;
	}
	/* A list of CPUs is no quantity. */
	words_value(words, canonical, format->kind == VALUE_CPULIST ? UNIT_NONE : unit);
}

static void add_tunable_state(struct text *words, const struct snapshot *snapshot,
			      const struct tunable_reading *reading)
{
	const struct tunable *tunable = reading->tunable;
	auto_value struct value effective = { 0 };
	autofree char *canonical = NULL;
	int r;

	add_state(words, &tunable->format, tunable->unit, &reading->reading);
	if (tunable->combine == COMBINE_OWN || reading->reading.state != READING_VALUE ||
	    (reading->instance && reading->instance->is_group))
		return;
	r = snapshot_effective(snapshot, reading, &effective);
	if (r == 0 && !value_equal(&effective, &reading->reading.value))
		r = value_text(&tunable->format, &effective, &canonical);
	if (r == -ENOMEM)
		words->status = r;
	if (!canonical)
		return;
	text_add(words, " (acts as ");
	words_value(words, canonical, UNIT_NONE);
	text_add_char(words, ')');
}

struct lines {
	struct text *states; /* one for each reading; owned */
	const struct instance **instances;
	size_t count;
};

static void lines_done(struct lines *lines)
{
	for (size_t i = 0; lines->states && i < lines->count; i++)
		text_done(&lines->states[i]);
	free(lines->states);
	free(lines->instances);
}
#define auto_lines cleanup(lines_done)

static int lines_init(struct lines *lines, size_t count)
{
	*lines = (struct lines){
		.states = calloc(count + 1, sizeof(*lines->states)),
		.instances = calloc(count + 1, sizeof(*lines->instances)),
		.count = count,
	};
	return lines->states && lines->instances ? 0 : -ENOMEM;
}

static bool is_told(const struct lines *lines, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (span_equal(text_span(&lines->states[i]), text_span(&lines->states[index])))
			return true;
	}
	return false;
}

static void add_where(struct text *words, const struct lines *lines, size_t index)
{
	auto_text struct text names = { 0 };
	size_t shown = 0;
	size_t count = 0;

	for (size_t i = index; i < lines->count; i++) {
		if (!span_equal(text_span(&lines->states[i]), text_span(&lines->states[index])))
			continue;
		count++;
		if (shown == WORDS_SHOWN_MAX)
			continue;
		if (shown > 0)
			text_add(&names, ", ");
		words_add(&names, lines->instances[i]->name);
		shown++;
	}
	words_where(words, lines->instances[index]->kind, &names, shown, count);
}

static void print_lines(const struct explain_page *page, const struct lines *lines)
{
	const char *label = "Now";

	for (size_t i = 0; i < lines->count; i++) {
		auto_text struct text words = { 0 };

		if (is_told(lines, i))
			continue;
		text_add_span(&words, text_span(&lines->states[i]));
		if (text_status(&lines->states[i]) < 0)
			words.status = -ENOMEM;
		if (lines->instances[i])
			add_where(&words, lines, i);
		explain_line(page, label, &words);
		label = "";
	}
	if (lines->count == 0)
		explain_sentence(page, label, "not read: nothing of the kind is here");
}

void explain_readings(const struct explain_page *page, const struct tunable *tunable)
{
	const struct snapshot *snapshot = page->explanation->snapshot;
	auto_lines struct lines lines = { 0 };
	size_t count = 0;

	if (!snapshot)
		return;

	const struct tunable_reading *readings = snapshot_tunables(snapshot, tunable, &count);

	if (lines_init(&lines, count) < 0) {
		page->text->status = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		add_tunable_state(&lines.states[i], snapshot, &readings[i]);
		lines.instances[i] = readings[i].instance;
	}
	print_lines(page, &lines);
}

void explain_fact_readings(const struct explain_page *page, enum fact fact)
{
	const struct snapshot *snapshot = page->explanation->snapshot;
	const struct fact_row *row = fact_row(fact);
	auto_lines struct lines lines = { 0 };
	size_t count = 0;

	if (!snapshot)
		return;

	const struct fact_reading *readings = snapshot_facts(snapshot, fact, &count);

	if (lines_init(&lines, count) < 0) {
		page->text->status = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		add_state(&lines.states[i], &row->format, row->unit, &readings[i].reading);
		lines.instances[i] = readings[i].instance;
	}
	print_lines(page, &lines);
	if (count > 0)
		explain_sentence(page, "From",
				 readings[0].path ? readings[0].path : "several files");
}
