/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sweep namespace|guest|planted|knowledge|references [ROW...]
 *
 * namespace: rows that each network namespace has, in one made here; the rest is looked at only.
 * guest: every row, on this machine, which must be one that is thrown away.
 * planted: rows that are wrong on purpose.
 * knowledge, references: tables of the registry; nothing is written.
 *
 * SWEEP_CONFIG names a file with the kernel's configuration, where there is one. With SWEEP_TRACE
 * each row is named before it is swept.
 */
#include "config.h"

#include "sweep.h"

#include <errno.h>
#include <string.h>
#include <sys/utsname.h>

static const struct tunable **all_rows(size_t *ret_count)
{
	size_t count = tunable_count();
	const struct tunable **rows = owned(calloc(count, sizeof(*rows)));

	for (size_t i = 0; i < count; i++)
		rows[i] = tunable_at(i);
	*ret_count = count;
	return rows;
}

/* Begins with a newline, so that each option has one before it. */
static char *config_text(const char *path)
{
	auto_text struct text text = { 0 };
	FILE *file = path ? fopen(path, "r") : NULL;
	char bytes[4096];
	size_t length;
	char *config;

	if (!file)
		return NULL;
	text_add(&text, "\n");
	while ((length = fread(bytes, 1, sizeof(bytes), file)) > 0)
		text_add_span(&text, (struct span){ .bytes = bytes, .length = length });
	(void)fclose(file);
	if (text_take(&text, &config) < 0)
		return owned(NULL);
	return config;
}

static bool is_asked(const struct tunable *row, char **words)
{
	for (size_t i = 0; words[i]; i++) {
		if (strcmp(words[i], row->id) == 0)
			return true;
	}
	return words[0] == NULL;
}

static int report(const struct sweep *sweep, const struct opinion *opinions)
{
	struct utsname kernel = { 0 };
	size_t counts[VERDICT_END_] = { 0 };
	size_t judged = 0;

	if (uname(&kernel) < 0)
		return 99;
	for (size_t i = 0; i < sweep->row_count; i++) {
		if (opinions[i].verdict == VERDICT_NONE)
			continue;
		counts[opinions[i].verdict]++;
		judged++;
		printf("%s\t%s\t%s\t%s\n", sweep->rows[i]->id, kernel.release,
		       opinion_name(opinions[i].verdict),
		       opinions[i].detail.bytes ? opinions[i].detail.bytes : "");
	}
	printf("# %zu rows on %s:", judged, kernel.release);
	for (enum verdict verdict = VERDICT_AGREES; verdict < VERDICT_END_; verdict++)
		printf(" %zu %s%s", counts[verdict], opinion_name(verdict),
		       verdict + 1 < VERDICT_END_ ? "," : "\n");
	return judged == 0 || counts[VERDICT_DISAGREES] > 0;
}

static void sweep_latch(struct sweep *sweep, const struct tunable *row, struct opinion *opinion)
{
	size_t count = 0;
	const struct tunable_reading *place = snapshot_tunables(sweep->snapshot, row, &count);
	autofree char *was = NULL;

	if (count == 0 || place->reading.state != READING_VALUE || row->is_read_only)
		return;
	was = reading_text(row, &place->reading);
	for (size_t i = 0; row->latches[i]; i++) {
		struct attempt attempt;

		if (strcmp(row->latches[i], was) == 0)
			continue;
		attempt_make(sweep, place, row->latches[i], &attempt);
		if (attempt.error < 0)
			opinion_add(opinion, VERDICT_AGREES, "refuses its latch %s (%s)",
				    row->latches[i], error_name(attempt.error));
		else if (source_write(sweep->source, place->path, span_of(was)) == 0)
			opinion_add(opinion, VERDICT_DISAGREES, "%s can be left again",
				    row->latches[i]);
		else
			opinion_add(opinion, VERDICT_AGREES, "%s cannot be left, as the row says",
				    row->latches[i]);
		attempt_done(&attempt);
	}
}

static int sweep_all(struct sweep *sweep, char **words)
{
	struct opinion *opinions = owned(calloc(sweep->row_count, sizeof(*opinions)));
	int r;

	for (size_t i = 0; i < sweep->row_count; i++) {
		if (!is_asked(sweep->rows[i], words))
			continue;
		/* A guest that hangs tells by its last line where. */
		if (getenv("SWEEP_TRACE"))
			fprintf(stderr, "# %s\n", sweep->rows[i]->id);
		sweep_row(sweep, sweep->rows[i], &opinions[i]);
	}
	/* Last, for these are not put back. */
	for (size_t i = 0; i < sweep->row_count && !sweep->outside; i++) {
		if (sweep->rows[i]->latches && is_asked(sweep->rows[i], words))
			sweep_latch(sweep, sweep->rows[i], &opinions[i]);
	}
	r = report(sweep, opinions);
	for (size_t i = 0; i < sweep->row_count; i++)
		opinion_done(&opinions[i]);
	free(opinions);
	return r;
}

/* 77: as automake's tests say that they could not be run. */
static int ending_of(int r)
{
	if (r >= 0)
		return r;
	if (r == -EPERM || r == -ENOSYS || r == -ENOSPC) {
		printf("SKIP: no namespace can be made here (%s)\n", error_name(r));
		return 77;
	}
	fprintf(stderr, "sweep: %s\n", error_name(r));
	return 99;
}

static int run(struct source *source, bool is_guest, char **words)
{
	auto_snapshot struct snapshot *outside = NULL;
	auto_snapshot struct snapshot *inside = NULL;
	autofree char *config = config_text(getenv("SWEEP_CONFIG"));
	struct sweep sweep = { .source = source, .config = config };
	autofree const struct tunable **rows = all_rows(&sweep.row_count);
	int r = 0;

	if (!is_guest)
		r = space_read(source, rows, sweep.row_count, &outside);
	if (r == 0 && !is_guest)
		r = space_make();
	if (r == 0)
		r = space_read(source, rows, sweep.row_count, &inside);
	if (r < 0)
		return r;
	sweep.snapshot = inside;
	sweep.outside = outside;
	sweep.rows = rows;
	return sweep_all(&sweep, words);
}

static int start(const char *mode, char **words)
{
	auto_source struct source *source = NULL;
	bool is_guest = strcmp(mode, "guest") == 0;
	int r = source_open_live(-1, -1, &source);

	if (r < 0)
		return ending_of(r);
	if (strcmp(mode, "planted") == 0)
		return ending_of(sweep_planted(source));
	if (is_guest && !space_is_thrown_away()) {
		fputs("sweep: this machine runs too long, or its root is on a disk: it is none to "
		      "throw away\n",
		      stderr);
		return 2;
	}
	return ending_of(run(source, is_guest, words));
}

int main(int count, char **words)
{
	const char *mode = count > 1 ? words[1] : "";

	if (strcmp(mode, "knowledge") == 0)
		return list_knowledge();
	if (strcmp(mode, "references") == 0)
		return list_references();
	if (strcmp(mode, "namespace") == 0 || strcmp(mode, "guest") == 0 ||
	    strcmp(mode, "planted") == 0)
		return start(mode, words + 2);
	fputs("usage: sweep namespace|guest|planted|knowledge|references [ROW...]\n", stderr);
	return 2;
}
