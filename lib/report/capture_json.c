/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-capture/1: what a capture says of itself. source/manifest.c reads it back. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "report/document.h"
#include "report/report_capture.h"

/* ---- paths, in groups of those that were alike ---- */

static const char *write_word(const struct capture_path *path)
{
	if (!path->has_write)
		return NULL;
	return path->write < 0 ? document_errno(path->write) : "yes";
}

static int compare_by_group(const void *a, const void *b)
{
	const struct capture_path *left = *(const struct capture_path *const *)a;
	const struct capture_path *right = *(const struct capture_path *const *)b;
	int orders[] = {
		(int)left->kind - (int)right->kind,
		(int)(left->mode & 07777) - (int)(right->mode & 07777),
		right->error - left->error,
		(int)left->has_write - (int)right->has_write,
		right->write - left->write,
	};

	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		if (orders[i] != 0)
			return orders[i];
	}
	return 0;
}

/* By group, then as they were: by path. */
static int compare_paths(const void *a, const void *b)
{
	const struct capture_path *left = *(const struct capture_path *const *)a;
	const struct capture_path *right = *(const struct capture_path *const *)b;
	int order = compare_by_group(a, b);

	return order ? order : strcmp(left->path, right->path);
}

static struct json_container *add_group(struct document *document, struct json_container *groups,
					const struct capture_path *path)
{
	struct json_writer *writer = document->writer;
	struct json_container *group = json_add_object(writer, groups, NULL);
	auto_text struct text mode = { 0 };

	json_add_string(writer, group, "kind", capture_kind_name(path->kind));
	text_addf(&mode, "%04o", path->mode & 07777U);
	if (path->mode != 0)
		document_add_text(document, group, "mode", &mode);
	else
		json_add_null(writer, group, "mode");
	document_add_errno(document, group, "errno", path->error);
	json_add_string(writer, group, "write", write_word(path));
	return json_add_array(writer, group, "paths");
}

static int add_paths(struct document *document, const struct capture_paths *paths)
{
	autofree const struct capture_path **sorted = calloc(paths->count + 1, sizeof(*sorted));
	struct json_container *groups =
		json_add_array(document->writer, document_root(document), "paths");
	struct json_container *group = NULL;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < paths->count; i++)
		sorted[i] = &paths->paths[i];
	if (paths->count > 1)
		qsort(sorted, paths->count, sizeof(*sorted), compare_paths);
	for (size_t i = 0; i < paths->count; i++) {
		if (i == 0 || compare_by_group(&sorted[i - 1], &sorted[i]) != 0)
			group = add_group(document, groups, sorted[i]);
		json_add_string(document->writer, group, NULL, sorted[i]->path);
	}
	return 0;
}

/* ---- listeners and threads ---- */

static void add_address(struct document *document, struct json_container *in,
			const struct capture *capture, const struct source_listener *listener)
{
	auto_text struct text address = { 0 };
	const char *kind = capture_address_kind(listener);
	size_t length = listener->family == AF_INET ? 4 : sizeof(listener->address);

	for (size_t i = 0; i < length; i++)
		text_addf(&address, "%02x", listener->address[i]);
	/* "any" needs no telling, and reads back as itself. */
	if (capture->with_names && strcmp(kind, "any") != 0)
		document_add_text(document, in, "address", &address);
	else
		json_add_string(document->writer, in, "address", kind);
}

static void add_listeners(struct document *document, const struct capture *capture)
{
	struct json_writer *writer = document->writer;
	struct json_container *object =
		json_add_object(writer, document_root(document), "listeners");

	document_add_errno(document, object, "errno", capture->listeners_error);

	struct json_container *list = json_add_array(writer, object, "list");

	for (size_t i = 0; i < capture->listeners.count; i++) {
		const struct source_listener *listener = &capture->listeners.listeners[i];
		struct json_container *in = json_add_object(writer, list, NULL);

		json_add_string(writer, in, "family",
				listener->family == AF_INET ? "inet" : "inet6");
		add_address(document, in, capture, listener);
		json_add_u64(writer, in, "port", listener->port);
		json_add_u64(writer, in, "device", listener->device);
		json_add_u64(writer, in, "queued", listener->queued);
		json_add_u64(writer, in, "backlog", listener->backlog);
	}
}

static void add_threads(struct document *document, const struct capture *capture)
{
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, document_root(document), "threads");

	document_add_errno(document, object, "errno", capture->threads_error);

	struct json_container *list = json_add_array(writer, object, "list");

	for (size_t i = 0; i < capture->threads.count; i++) {
		const struct capture_thread *thread = &capture->threads.threads[i];
		struct json_container *in = json_add_object(writer, list, NULL);

		json_add_u64(writer, in, "tid", (uint64_t)thread->tid);
		json_add_string(writer, in, "policy", capture_policy_name(thread->sched.policy));
		json_add_u64(writer, in, "priority", thread->sched.priority);
		json_add_string(writer, in, "cpus", thread->cpus);
		json_add_string(writer, in, "comm", thread->comm);
	}
}

/* ---- the rest ---- */

static void add_number_text(struct document *document, struct json_container *in, const char *key,
			    bool is_known, uint64_t number)
{
	auto_text struct text text = { 0 };

	text_addf(&text, "%llu", (unsigned long long)number);
	if (is_known)
		document_add_text(document, in, key, &text);
	else
		json_add_null(document->writer, in, key);
}

static void add_taken(struct document *document, const struct capture *capture)
{
	struct json_writer *writer = document->writer;
	struct json_container *taken = json_add_object(writer, document_root(document), "taken");

	json_add_u64(writer, taken, "uid", document->frame->uid);
	json_add_string(writer, taken, "capabilities",
			document_fact_word(capture->snapshot, FACT_CAPABILITIES));
	json_add_boolean(writer, taken, "with_names", capture->with_names);
	json_add_string(writer, taken, "machine", capture->machine);
	json_add_u64(writer, taken, "page_size", capture->page_size);
	add_number_text(document, taken, "netns_cookie", capture->has_cookie, capture->cookie);

	struct json_container *namespaces = json_add_object(writer, taken, "namespaces");

	for (size_t i = 0; i < CAPTURE_NAMESPACES; i++)
		add_number_text(document, namespaces, capture_namespace(i),
				capture->namespaces[i] != 0, capture->namespaces[i]);
}

static void add_sample(struct document *document, struct json_container *samples,
		       const char *folder, int64_t time_s)
{
	struct json_container *sample = json_add_object(document->writer, samples, NULL);
	auto_text struct text time = { 0 };

	document_time(&time, time_s);
	json_add_string(document->writer, sample, "folder", folder);
	document_add_text(document, sample, "time", &time);
}

static void add_left_out(struct document *document, const struct capture *capture)
{
	struct json_writer *writer = document->writer;
	struct json_container *list = json_add_array(writer, document_root(document), "left_out");

	for (size_t i = 0; i < capture->left_out_count; i++) {
		const struct capture_left_out *left_out = &capture->left_out[i];
		struct json_container *in = json_add_object(writer, list, NULL);
		struct span rest = text_span(&left_out->names);
		struct span name;

		json_add_string(writer, in, "what", left_out->what);
		json_add_string(writer, in, "why", left_out->why);
		json_add_u64(writer, in, "count", left_out->count);

		struct json_container *names = json_add_array(writer, in, "names");

		while (span_token(&rest, &name)) {
			autofree char *copy = span_copy(name);

			if (!copy)
				document->status = -ENOMEM;
			json_add_string(writer, names, NULL, copy);
		}
	}
}

int report_capture_json(const struct capture_report *report, struct text *ret_text)
{
	const struct capture *capture = report->capture;
	auto_document struct document document;
	struct json_container *samples;
	int r;

	document_init(&document, report->frame);
	document_begin(&document, capture->snapshot, MANIFEST_SCHEMA);
	add_taken(&document, capture);
	samples = json_add_array(document.writer, document_root(&document), "samples");
	add_sample(&document, samples, ".", report->frame->time_s);
	if (capture->has_second)
		add_sample(&document, samples, SECOND_SAMPLE, report->second_time_s);
	r = add_paths(&document, &capture->paths);
	if (r < 0)
		return r;
	add_listeners(&document, capture);
	add_threads(&document, capture);
	add_left_out(&document, capture);
	return document_end(&document, ret_text);
}
