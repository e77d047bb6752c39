/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Realtime threads of the host: the process list is walked for nothing else. */
#include "config.h"

#include <errno.h>

#include "base/array.h"
#include "base/number.h"
#include "host/capture.h"
#include "host/shapes.h"

static int cpus_of(struct source *source, const char *folder, char **ret_cpus)
{
	auto_text struct text path = { 0 };
	auto_table struct source_table *table = NULL;
	struct span line;
	int r;

	text_addf(&path, "%s/status", folder);
	r = text_status(&path);
	if (r == 0)
		r = source_table_open(source, path.bytes, &table);
	while (r == 0 && (r = source_table_line(table, &line)) > 0) {
		struct shape_pair pair;

		r = 0;
		if (shape_pair_read(line, &pair) < 0 || !span_is(pair.key, "Cpus_allowed_list"))
			continue;
		*ret_cpus = span_copy(pair.value);
		return *ret_cpus ? 0 : -ENOMEM;
	}
	return r == -ENOMEM ? r : 0;
}

static int comm_of(struct source *source, const char *folder, char **ret_comm)
{
	auto_text struct text path = { 0 };
	auto_text struct text comm = { 0 };
	int r;

	text_addf(&path, "%s/comm", folder);
	r = text_status(&path);
	if (r == 0)
		r = source_read(source, path.bytes, &comm);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	*ret_comm = span_copy(span_trim(text_span(&comm)));
	return *ret_comm ? 0 : -ENOMEM;
}

static int add_thread(struct capture *capture, struct source *source, const char *folder,
		      struct capture_thread thread)
{
	struct capture_threads *all = &capture->threads;
	int r = array_reserve(&all->threads, &all->capacity, all->count + 1, sizeof(*all->threads));

	if (r < 0)
		return r;
	all->threads[all->count++] = thread;
	r = cpus_of(source, folder, &all->threads[all->count - 1].cpus);
	if (r < 0)
		return r;
	return capture->with_names
		       ? comm_of(source, folder, &all->threads[all->count - 1].comm)
		       : capture_leave_out(capture, "threads", "process-name", (struct span){ 0 });
}

static int take_tasks(struct capture *capture, struct source *source, const char *process)
{
	auto_text struct text folder = { 0 };
	auto_names struct source_names names = { 0 };
	int r;

	text_addf(&folder, "/proc/%s/task", process);
	r = text_status(&folder);
	if (r == 0)
		r = source_list(source, folder.bytes, &names);
	/* It ended meanwhile, or is hidden from us. */
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	for (size_t i = 0; i < names.count; i++) {
		struct capture_thread thread = { 0 };
		uint32_t tid;

		if (number_parse_u32(span_of(names.names[i]), NUMBER_BASE_10, &tid) < 0)
			continue;
		thread.tid = (pid_t)tid;
		if (source_sched_get(source, thread.tid, &thread.sched) < 0 ||
		    !capture_policy_name(thread.sched.policy))
			continue;
		text_clear(&folder);
		text_addf(&folder, "/proc/%s/task/%s", process, names.names[i]);
		r = text_status(&folder);
		if (r == 0)
			r = add_thread(capture, source, folder.bytes, thread);
		if (r < 0)
			return r;
	}
	return 0;
}

int capture_threads_take(struct capture *capture, struct source *source)
{
	auto_names struct source_names names = { 0 };
	int r = source_list(source, "/proc", &names);

	if (r < 0) {
		capture->threads_error = r;
		return r == -ENOMEM ? r : 0;
	}
	for (size_t i = 0; i < names.count && r == 0; i++) {
		uint32_t number;

		if (number_parse_u32(span_of(names.names[i]), NUMBER_BASE_10, &number) == 0)
			r = take_tasks(capture, source, names.names[i]);
	}
	return r;
}
