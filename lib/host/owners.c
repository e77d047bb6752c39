/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Programs that manage settings for themselves, found running: by the control group of their unit,
 * else by their file of a process id. No process list is walked.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "host/reader.h"

#define UNIFIED_FOLDER "/sys/fs/cgroup/system.slice"
#define LEGACY_FOLDER  "/sys/fs/cgroup/systemd/system.slice"
#define SOCKET_FOLDER  "/run/irqbalance"

struct ways {
	bool has_unified;
	bool has_legacy;
};

static bool says_populated(struct span events)
{
	struct span line;

	while (span_split(&events, '\n', &line)) {
		if (span_is(span_trim(line), "populated 1"))
			return true;
	}
	return false;
}

static int runs_as_unit(struct reader *reader, const struct ways *ways, const char *unit,
			bool *ret_runs)
{
	auto_text struct text text = { 0 };
	int r;

	*ret_runs = false;
	if (ways->has_unified) {
		r = reader_read_at(reader, &text, UNIFIED_FOLDER, "/", unit, "/cgroup.events",
				   NULL);
		*ret_runs = r == 0 && says_populated(text_span(&text));
		return r == -ENOMEM ? r : 0;
	}
	if (!ways->has_legacy)
		return 0;
	r = reader_read_at(reader, &text, LEGACY_FOLDER, "/", unit, "/cgroup.procs", NULL);
	*ret_runs = r == -EFBIG || (r == 0 && span_trim(text_span(&text)).length > 0);
	return r == -ENOMEM ? r : 0;
}

/* A process id may long belong to another program: its name must agree. */
static int is_named_process(struct reader *reader, struct span pid, const char *comm,
			    bool *ret_runs)
{
	auto_text struct text text = { 0 };
	autofree char *copy = NULL;
	uint32_t number;
	int r;

	*ret_runs = false;
	pid = span_trim(pid);
	if (number_parse_u32(pid, NUMBER_BASE_10, &number) < 0)
		return 0;
	copy = span_copy(pid);
	if (!copy)
		return -ENOMEM;
	r = reader_read_at(reader, &text, "/proc/", copy, "/comm", NULL);
	*ret_runs = r == 0 && span_is(span_trim(text_span(&text)), comm);
	return r == -ENOMEM ? r : 0;
}

static int runs_by_pid_file(struct reader *reader, const struct owner_row *row, bool *ret_runs)
{
	auto_text struct text text = { 0 };
	int r;

	*ret_runs = false;
	if (!row->pid_file || !row->comm)
		return 0;
	r = source_read(reader->source, row->pid_file, &text);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	return is_named_process(reader, text_span(&text), row->comm, ret_runs);
}

/* irqbalance leaves a socket with its process id in the name, also where systemd is not. */
static int irqbalance_runs(struct reader *reader, bool *ret_runs)
{
	auto_names struct source_names names = { 0 };
	int r = source_list(reader->source, SOCKET_FOLDER, &names);

	*ret_runs = false;
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	for (size_t i = 0; i < names.count && r == 0 && !*ret_runs; i++) {
		struct span pid = span_of(names.names[i]);

		if (!span_skip(&pid, "irqbalance") || !span_ends(pid, ".sock"))
			continue;
		pid.length -= strlen(".sock");
		r = is_named_process(reader, pid, "irqbalance", ret_runs);
	}
	return r;
}

static int runs(struct reader *reader, const struct ways *ways, const struct owner_row *row,
		bool *ret_runs)
{
	int r = 0;

	*ret_runs = false;
	if (row->unit)
		r = runs_as_unit(reader, ways, row->unit, ret_runs);
	if (r == 0 && !*ret_runs)
		r = runs_by_pid_file(reader, row, ret_runs);
	if (r == 0 && !*ret_runs && strcmp(row->name, "irqbalance") == 0)
		r = irqbalance_runs(reader, ret_runs);
	return r;
}

static int compare_owners(const void *a, const void *b)
{
	const struct owner_row *const *left = a;
	const struct owner_row *const *right = b;

	return strcmp((*left)->name, (*right)->name);
}

static int owners_find(struct reader *reader, const struct ways *ways)
{
	struct snapshot *snapshot = reader->snapshot;

	for (size_t i = 0; i < owner_count(); i++) {
		const struct owner_row *row = owner_at(i);
		bool is_running;
		int r = runs(reader, ways, row, &is_running);

		if (r < 0)
			return r;
		if (!is_running)
			continue;
		r = array_reserve(&snapshot->owners, &snapshot->owner_capacity,
				  snapshot->owner_count + 1, sizeof(*snapshot->owners));
		if (r < 0)
			return r;
		snapshot->owners[snapshot->owner_count++] = row;
	}
	if (snapshot->owner_count > 1)
		qsort(snapshot->owners, snapshot->owner_count, sizeof(*snapshot->owners),
		      compare_owners);
	return 0;
}

int facts_owners(struct reader *reader)
{
	struct about about = ABOUT(FACT_OWNERS, NULL);
	struct snapshot *snapshot = reader->snapshot;
	struct ways ways = { .has_unified = reader_looks(reader, UNIFIED_FOLDER) == 0 };
	auto_text struct text names = { 0 };
	int r;

	ways.has_legacy = !ways.has_unified && reader_looks(reader, LEGACY_FOLDER) == 0;
	r = owners_find(reader, &ways);
	if (r < 0)
		return r;
	/* A captured tree without control groups does not say that nobody was there. */
	if (snapshot->owner_count == 0 && !reader->is_whole && !ways.has_unified &&
	    !ways.has_legacy)
		return fact_set_missing(reader, about, -ENODATA);
	for (size_t i = 0; i < snapshot->owner_count; i++) {
		text_add(&names, i > 0 ? " " : "");
		text_add(&names, snapshot->owners[i]->name);
	}
	r = text_status(&names);
	return r < 0 ? r : fact_set_text(reader, about, text_span(&names));
}
