/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which protections are given up: one line beside the findings, or with --security all of it. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "report/check_parts.h"
#include "report/words.h"

static void add_value(const struct check_page *page, struct text *words,
		      const struct posture_line *line)
{
	bool has_color = page->report->style->has_color;
	const struct tunable *tunable = line->reading->tunable;

	paint_add(words, has_color, PAINT_STRONG, tunable->id);
	if (line->reading->instance) {
		text_add(words, " on ");
		words_add(words, line->reading->instance->name);
	}
	text_add(words, " is ");
	words_value(words, line->current, UNIT_NONE);
	if (line->usual && strcmp(line->usual, line->current) != 0) {
		text_add(words, " (default ");
		words_value(words, line->usual, UNIT_NONE);
		text_add_char(words, ')');
	}
}

/* ---- the short list ---- */

/* A rule that fails has told of it. */
static bool is_told(const struct report *report, const struct posture_line *line)
{
	for (size_t i = 0; i < report->findings->count; i++) {
		const struct finding *finding = &report->findings->findings[i];

		if (finding->result == RESULT_FAIL && !finding->waiver &&
		    finding->rule->tunable == line->reading->tunable)
			return true;
	}
	return false;
}

static void add_short(const struct check_page *page, const struct posture *posture)
{
	const char *joint = "weakened here: ";
	auto_text struct text words = { 0 };

	for (size_t i = 0; i < posture->count; i++) {
		const struct posture_line *line = &posture->lines[i];

		if (line->state != POSTURE_WEAKENED || is_told(page->report, line))
			continue;
		text_add(&words, joint);
		add_value(page, &words, line);
		joint = ", ";
	}
	if (words.length == 0)
		return;
	text_add_char(&words, '.');
	if (posture_is_left_behind(posture))
		text_add(&words, " It looks left behind by a benchmark.");
	text_add(&words, " The whole: ");
	check_add_command(page, &words, "check --security");
	check_line(page, PAINT_WARN, "security", &words);
}

/* ---- all of it ---- */

static const struct {
	enum posture_state state;
	enum paint paint;
	const char *label;
	const char *counted;
} states[] = {
	{ POSTURE_WEAKENED, PAINT_BAD, "weakened", "weakened" },
	{ POSTURE_WEAK, PAINT_WARN, "weak", "weak as the kernel has it" },
	{ POSTURE_RUNS_CODE, PAINT_WARN, "runs code", "naming what runs as root" },
	{ POSTURE_CONTESTED, PAINT_DIM, "contested", "contested" },
	{ POSTURE_UNKNOWN, PAINT_WARN, "unknown", "unknown" },
	{ POSTURE_SECURE, PAINT_GOOD, "secure", "secure" },
};

static void add_counts(const struct check_page *page, const struct posture *posture)
{
	auto_text struct text words = { 0 };
	const char *joint = " settings that protect this host: ";

	if (page->report->profiles->chosen_count == 0) {
		words_host(&words, page->report->frame, page->report->snapshot);
		text_add(&words, ": ");
	}
	text_addf(&words, "%zu", posture->count);
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		size_t count = posture_count(posture, states[i].state);

		if (count == 0)
			continue;
		text_addf(&words, "%s%zu ", joint, count);
		paint_add(&words, page->report->style->has_color, states[i].paint,
			  states[i].counted);
		joint = ", ";
	}
	text_add_char(&words, '.');
	if (posture_is_left_behind(posture))
		text_add(&words, " What is weakened looks left behind by a benchmark.");
	check_paragraph(page, &words);
}

/* Do both say the same of two interfaces? */
static bool is_same(const struct posture_line *a, const struct posture_line *b)
{
	return a->state == b->state && a->reading->tunable == b->reading->tunable && a->current &&
	       b->current && strcmp(a->current, b->current) == 0;
}

static bool needs_root(const struct posture_line *line)
{
	const struct reading *reading = &line->reading->reading;

	return reading->state == READING_UNREADABLE &&
	       (reading->error == -EACCES || reading->error == -EPERM);
}

static void add_authorities(struct text *words, const struct tunable *tunable)
{
	if (!tunable->authorities)
		return;
	for (size_t i = 0; tunable->authorities[i]; i++) {
		text_add(words, i == 0 ? " Named by " : ", ");
		words_add(words, tunable->authorities[i]);
	}
	text_add_char(words, '.');
}

/* One line and what is the same on other instances; returns how many it told of. */
static size_t add_line(const struct check_page *page, const struct posture *posture, size_t index,
		       enum paint paint, const char *label)
{
	const struct posture_line *line = &posture->lines[index];
	auto_text struct text words = { 0 };
	size_t same = 1;

	while (index + same < posture->count && is_same(line, &posture->lines[index + same]))
		same++;
	if (line->current) {
		add_value(page, &words, line);
		if (same > 1)
			text_addf(&words, ", and so on %zu more", same - 1);
	} else {
		words_add(&words, line->reading->path);
		text_add(&words, ": ");
		words_reading_state(&words, &line->reading->reading);
	}
	if (line->why) {
		text_add(&words, ": ");
		words_add(&words, line->why);
	}
	text_add_char(&words, '.');
	add_authorities(&words, line->reading->tunable);
	check_line(page, paint, label, &words);
	return same;
}

static void add_needing_root(const struct check_page *page, const struct posture *posture)
{
	const char *joint = "only root can read ";
	auto_text struct text words = { 0 };

	for (size_t i = 0; i < posture->count; i++) {
		if (!needs_root(&posture->lines[i]))
			continue;
		text_add(&words, joint);
		words_add(&words, posture->lines[i].reading->path);
		joint = ", ";
	}
	if (words.length == 0)
		return;
	text_add_char(&words, '.');
	check_line(page, PAINT_WARN, "unknown", &words);
}

static void add_whole(const struct check_page *page, const struct posture *posture)
{
	add_counts(page, posture);
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		if (states[i].state == POSTURE_SECURE && !page->report->style->is_verbose)
			continue;
		for (size_t k = 0; k < posture->count;) {
			const struct posture_line *line = &posture->lines[k];

			if (line->state != states[i].state || needs_root(line))
				k++;
			else
				k += add_line(page, posture, k, states[i].paint, states[i].label);
		}
	}
	add_needing_root(page, posture);
}

void check_posture(const struct check_page *page)
{
	const struct posture *posture = page->report->posture;

	if (posture->scope == POSTURE_SHORT)
		add_short(page, posture);
	if (posture->scope == POSTURE_WHOLE)
		add_whole(page, posture);
}
