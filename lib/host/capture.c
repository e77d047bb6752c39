/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes a capture: one snapshot of everything through a source that remembers, and what no file
 * tells. */
#include "config.h"

#include "host/capture.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "base/array.h"

/* Files of counters: read by their shapes, so no row names them one by one. */
static const char *const counter_files[] = {
	"/proc/interrupts",
	"/proc/loadavg",
	"/proc/meminfo",
	"/proc/pressure/cpu",
	"/proc/pressure/io",
	"/proc/pressure/irq",
	"/proc/pressure/memory",
	"/proc/schedstat",
	"/proc/softirqs",
	"/proc/stat",
	"/proc/sys/fs/file-nr",
	"/proc/thread-self/net/dev",
	"/proc/thread-self/net/netstat",
	"/proc/thread-self/net/snmp",
	"/proc/thread-self/net/snmp6",
	"/proc/thread-self/net/sockstat",
	"/proc/thread-self/net/sockstat6",
	"/proc/thread-self/net/softnet_stat",
	"/proc/thread-self/net/stat/nf_conntrack",
	"/proc/thread-self/net/udp",
	"/proc/thread-self/net/udp6",
	"/proc/uptime",
	"/proc/vmstat",
};

/* What facts ask for only where something better is missing, and people want to see anyway. */
static const char *const further_files[] = { "/proc/version", "/proc/cmdline", "/proc/1/cgroup",
					     "/proc/self/cgroup", "/proc/self/status" };

static const char *const namespaces[CAPTURE_NAMESPACES] = { "cgroup", "ipc",  "mnt",
							    "pid",    "user", "uts" };

const char *capture_namespace(size_t index)
{
	return index < CAPTURE_NAMESPACES ? namespaces[index] : NULL;
}

void capture_free(struct capture *capture)
{
	if (!capture)
		return;
	snapshot_free(capture->snapshot);
	capture_paths_done(&capture->paths);
	capture_paths_done(&capture->second);
	source_listeners_done(&capture->listeners);
	capture_threads_done(&capture->threads);
	for (size_t i = 0; i < capture->left_out_count; i++) {
		free(capture->left_out[i].what);
		text_done(&capture->left_out[i].names);
	}
	for (size_t i = 0; i < capture->groups.count; i++)
		free(capture->groups.names[i]);
	for (size_t i = 0; i < capture->devices.count; i++)
		free(capture->devices.names[i]);
	source_names_done(&capture->groups);
	source_names_done(&capture->devices);
	free(capture->left_out);
	free(capture->machine);
	free(capture);
}

int capture_number(struct source_names *names, struct span name, size_t *ret_number)
{
	char **grown;

	for (size_t i = 0; i < names->count; i++) {
		if (span_is(name, names->names[i])) {
			*ret_number = i + 1;
			return 0;
		}
	}
	grown = realloc(names->names, (names->count + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	names->names = grown;
	grown[names->count] = span_copy(name);
	if (!grown[names->count])
		return -ENOMEM;
	*ret_number = ++names->count;
	return 0;
}

int capture_leave_out(struct capture *capture, const char *what, const char *why, struct span name)
{
	struct capture_left_out *left_out = NULL;
	int r;

	for (size_t i = 0; i < capture->left_out_count && !left_out; i++) {
		if (strcmp(capture->left_out[i].what, what) == 0 &&
		    strcmp(capture->left_out[i].why, why) == 0)
			left_out = &capture->left_out[i];
	}
	if (!left_out) {
		r = array_reserve(&capture->left_out, &capture->left_out_capacity,
				  capture->left_out_count + 1, sizeof(*capture->left_out));
		if (r < 0)
			return r;
		left_out = &capture->left_out[capture->left_out_count];
		*left_out = (struct capture_left_out){ .what = strdup(what), .why = why };
		if (!left_out->what)
			return -ENOMEM;
		capture->left_out_count++;
	}
	left_out->count++;
	if (name.length == 0)
		return 0;
	if (left_out->names.length > 0)
		text_add_char(&left_out->names, ' ');
	text_add_span(&left_out->names, name);
	return text_status(&left_out->names);
}

int capture_replace(struct capture_path *path, struct text *content)
{
	char *bytes;
	size_t length = content->length;
	int r = text_take(content, &bytes);

	if (r < 0)
		return r;
	free(path->bytes);
	path->bytes = bytes;
	path->length = length;
	return 0;
}

/* The recording source has what there is to remember as soon as the file is open. */
static int look_into(struct source *source, const char *path)
{
	auto_table struct source_table *table = NULL;
	int r = source_table_open(source, path, &table);

	return r == -ENOMEM ? r : 0;
}

static int take_counters(struct source *source)
{
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(counter_files) && r == 0; i++)
		r = look_into(source, counter_files[i]);
	return r;
}

/* What a report would ask of a value that fails: could this process write it? */
static void ask_writable(struct source *source, const struct snapshot *snapshot)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;

	while ((tunable = tunable_next(&walk))) {
		size_t count;
		const struct tunable_reading *readings =
			snapshot_tunables(snapshot, tunable, &count);

		for (size_t k = 0; k < count; k++) {
			int r = -ENODATA;

			if (readings[k].reading.state == READING_VALUE)
				r = source_may_write(source, readings[k].path);
			(void)r; /* remembered, whatever it is */
		}
	}
}

static int take_files(struct capture *capture, struct source *source, struct diag *diag)
{
	auto_needs struct needs needs;
	int r = snapshot_new(&capture->snapshot);

	needs_init(&needs);
	if (r == 0)
		r = needs_add_everything(&needs);
	if (r == 0)
		r = snapshot_take(capture->snapshot, source, &needs, diag);
	if (r < 0)
		return r;
	ask_writable(source, capture->snapshot);
	for (size_t i = 0; i < ARRAY_SIZE(further_files) && r == 0; i++)
		r = look_into(source, further_files[i]);
	return r == 0 ? take_counters(source) : r;
}

/* "pid:[4026531836]"; 0 where it is not known. */
static int namespace_of(struct source *source, const char *name, uint64_t *ret_inode)
{
	auto_text struct text path = { 0 };
	auto_text struct text target = { 0 };
	struct span link;
	int r;

	*ret_inode = 0;
	text_addf(&path, "/proc/self/ns/%s", name);
	r = text_status(&path);
	if (r == 0)
		r = source_link(source, path.bytes, &target);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	link = text_span(&target);
	if (!span_skip(&link, name) || !span_skip(&link, ":[") || !span_ends(link, "]"))
		return 0;
	link.length--;
	if (number_parse_u64(link, NUMBER_BASE_10, ret_inode) < 0)
		*ret_inode = 0;
	return 0;
}

static int compare_listeners(const void *a, const void *b)
{
	const struct source_listener *left = a;
	const struct source_listener *right = b;

	if (left->port != right->port)
		return left->port < right->port ? -1 : 1;
	if (left->family != right->family)
		return left->family < right->family ? -1 : 1;
	return memcmp(left->address, right->address, sizeof(left->address));
}

/* What no file tells. */
static int take_rest(struct capture *capture, struct source *source)
{
	auto_text struct text machine = { 0 };
	int r = source_machine(source, &machine);

	if (r == 0)
		r = text_take(&machine, &capture->machine);
	if (r == -ENOMEM)
		return r;
	r = 0; /* what is not known is told as such */
	if (source_page_size(source, &capture->page_size) < 0)
		capture->page_size = 0;
	capture->has_cookie = source_netns_cookie(source, &capture->cookie) == 0;
	for (size_t i = 0; i < CAPTURE_NAMESPACES && r == 0; i++)
		r = namespace_of(source, namespaces[i], &capture->namespaces[i]);
	if (r < 0)
		return r;
	capture->listeners_error = source_tcp_listeners(source, &capture->listeners);
	if (capture->listeners_error == -ENOMEM)
		return -ENOMEM;
	if (capture->listeners.count > 1)
		qsort(capture->listeners.listeners, capture->listeners.count,
		      sizeof(*capture->listeners.listeners), compare_listeners);
	for (size_t i = 0; i < capture->listeners.count && !capture->with_names && r == 0; i++)
		r = capture_leave_out(capture, "listeners", "address", (struct span){ 0 });
	return r < 0 ? r : capture_threads_take(capture, source);
}

int capture_take(struct source *source, bool with_names, struct capture **ret_capture,
		 struct diag *diag)
{
	auto_capture struct capture *capture = calloc(1, sizeof(*capture));
	auto_recording struct recording *recording = NULL;
	int r;

	if (!capture)
		return -ENOMEM;
	capture->with_names = with_names;
	r = recording_new(source, &recording);
	if (r == 0)
		r = take_files(capture, recording_source(recording), diag);
	if (r == 0)
		r = recording_take(recording, &capture->paths);
	if (r == 0)
		r = take_rest(capture, source);
	if (r == 0)
		r = capture_clean(capture, &capture->paths);
	if (r < 0)
		return r;
	*ret_capture = take_ptr(capture);
	return 0;
}

int capture_sample(struct capture *capture, struct source *source)
{
	auto_recording struct recording *recording = NULL;
	int r;

	if (capture->has_second)
		return -EINVAL;
	r = recording_new(source, &recording);
	if (r == 0)
		r = take_counters(recording_source(recording));
	if (r == 0)
		r = recording_take(recording, &capture->second);
	if (r == 0)
		r = capture_clean(capture, &capture->second);
	capture->has_second = r == 0;
	return r;
}

const char *capture_address_kind(const struct source_listener *listener)
{
	static const uint8_t any[16] = { 0 };
	static const uint8_t loopback6[16] = { [15] = 1 };

	if (memcmp(listener->address, any, sizeof(any)) == 0)
		return "any";
	if (listener->family == AF_INET)
		return listener->address[0] == 127 ? "loopback" : "other";
	return memcmp(listener->address, loopback6, sizeof(loopback6)) == 0 ? "loopback" : "other";
}
