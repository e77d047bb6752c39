/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What must not be stored, file by file: values of secret rows, serial numbers, addresses, names.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/number.h"
#include "host/capture.h"

static struct span content_of(const struct capture_path *path)
{
	return (struct span){ .bytes = path->bytes ? path->bytes : "", .length = path->length };
}

/* ---- by lines: false drops the line ---- */

typedef bool keeps_line(struct span line);

static bool is_of_process(struct span line)
{
	static const char *const kept[] = { "Cap", "NoNewPrivs", "Seccomp", "Cpus_allowed",
					    "Mems_allowed" };

	for (size_t i = 0; i < ARRAY_SIZE(kept); i++) {
		if (span_starts(line, kept[i]))
			return true;
	}
	return false;
}

static bool is_of_hypervisor(struct span line)
{
	return span_starts(line, "VM00 Control Program");
}

/* A Raspberry Pi prints its serial number last; a partition of a mainframe that of each CPU. */
static bool is_no_serial(struct span line)
{
	struct span key;

	if (!span_split(&line, ':', &key))
		return true;
	key = span_trim(key);
	return !span_is(key, "Serial") && !span_is(key, "UUID");
}

static int keep_lines(struct capture *capture, struct capture_path *path, keeps_line *keeps,
		      const char *why)
{
	auto_text struct text kept = { 0 };
	struct span rest = content_of(path);
	struct span line;
	int r = 0;

	while (r == 0 && span_split(&rest, '\n', &line)) {
		if (!keeps(line)) {
			if (line.length > 0)
				r = capture_leave_out(capture, path->path, why, (struct span){ 0 });
			continue;
		}
		text_add_span(&kept, line);
		text_add_char(&kept, '\n');
	}
	if (r == 0)
		r = text_status(&kept);
	return r < 0 ? r : capture_replace(path, &kept);
}

static int clean_status(struct capture *capture, struct capture_path *path)
{
	return keep_lines(capture, path, is_of_process, "process-details");
}

static int clean_sysinfo(struct capture *capture, struct capture_path *path)
{
	return keep_lines(capture, path, is_of_hypervisor, "serial-number");
}

/* "processor 0: version = FF,  identification = 012345,  machine = 8561" */
static int clean_identification(struct capture *capture, struct capture_path *path)
{
	static const char mark[] = "identification = ";
	size_t length = sizeof(mark) - 1;
	int r = 0;

	for (size_t i = 0; i + length < path->length && r == 0; i++) {
		if (memcmp(path->bytes + i, mark, length) != 0)
			continue;
		r = capture_leave_out(capture, path->path, "serial-number", (struct span){ 0 });
		for (i += length;
		     i < path->length && path->bytes[i] != ',' && path->bytes[i] != '\n'; i++)
			path->bytes[i] = '0';
	}
	return r;
}

static int clean_cpuinfo(struct capture *capture, struct capture_path *path)
{
	int r = keep_lines(capture, path, is_no_serial, "serial-number");

	return r < 0 ? r : clean_identification(capture, path);
}

/* ---- by words ---- */

/* "Linux version 6.1.0 (user@host) (compiler ...": who built it. */
static int clean_version(struct capture *capture, struct capture_path *path)
{
	auto_text struct text cleaned = { 0 };
	struct span rest = content_of(path);
	struct span part;
	bool is_after = false;
	int r = 0;

	while (r == 0 && span_split(&rest, ' ', &part)) {
		bool is_builder = span_starts(part, "(") && part.length > 2 &&
				  memchr(part.bytes, '@', part.length);

		if (is_after)
			text_add_char(&cleaned, ' ');
		is_after = true;
		if (!is_builder) {
			text_add_span(&cleaned, part);
			continue;
		}
		text_add(&cleaned, "(builder)");
		r = capture_leave_out(capture, path->path, "builder", (struct span){ 0 });
	}
	return r < 0 ? r : capture_replace(path, &cleaned);
}

/* "0100007F:0035": the address goes, its length and the port stay. */
static bool mask_address(char *word, size_t length)
{
	size_t digits = 0;

	while (digits < length && ((word[digits] >= '0' && word[digits] <= '9') ||
				   (word[digits] >= 'A' && word[digits] <= 'F')))
		digits++;
	if ((digits != 8 && digits != 32) || digits >= length || word[digits] != ':')
		return false;
	memset(word, '0', digits);
	return true;
}

static int clean_sockets(struct capture *capture, struct capture_path *path)
{
	int r = 0;

	if (capture->with_names)
		return 0;
	for (size_t i = 0; i < path->length && r == 0; i++) {
		size_t start = i;

		while (i < path->length && path->bytes[i] != ' ' && path->bytes[i] != '\n')
			i++;
		if (mask_address(path->bytes + start, i - start))
			r = capture_leave_out(capture, path->path, "address", (struct span){ 0 });
	}
	return r;
}

/* ---- which file how ---- */

static const struct {
	const char *path;
	int (*clean)(struct capture *capture, struct capture_path *path);
} cleaners[] = {
	{ "/proc/cmdline", capture_clean_boot_line }, { "/proc/version", clean_version },
	{ "/proc/cpuinfo", clean_cpuinfo },	      { "/proc/sysinfo", clean_sysinfo },
	{ "/proc/self/status", clean_status },	      { "/proc/self/net/udp", clean_sockets },
	{ "/proc/self/net/udp6", clean_sockets },
};

static bool is_name_of_owner(struct span comm)
{
	for (size_t i = 0; i < owner_count(); i++) {
		const struct owner_row *row = owner_at(i);

		if (span_is(comm, row->name) || (row->comm && span_is(comm, row->comm)))
			return true;
	}
	return false;
}

/* "/proc/123/comm" was asked whether an owner of settings runs; of others the name is not told. */
static int clean_comm(struct capture *capture, struct capture_path *path)
{
	auto_text struct text none = { 0 };
	int r;

	if (!span_starts(span_of(path->path), "/proc/") ||
	    !span_ends(span_of(path->path), "/comm") || capture->with_names ||
	    is_name_of_owner(span_trim(content_of(path))))
		return 0;
	text_add(&none, "\n");
	r = capture_leave_out(capture, "processes", "process-name", (struct span){ 0 });
	return r < 0 ? r : capture_replace(path, &none);
}

/* Secret rows are not read at all; whatever way one came in, it does not stay. */
static int clean_secrets(struct capture *capture, const struct capture_paths *paths)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;
	int r = 0;

	while (r == 0 && (tunable = tunable_next(&walk))) {
		struct capture_path *path =
			tunable->is_secret ? capture_paths_find(paths, tunable->path) : NULL;

		if (!path || path->kind != CAPTURE_FILE)
			continue;
		free(path->bytes);
		path->bytes = NULL;
		path->length = 0;
		path->kind = CAPTURE_NAME;
		path->error = -ENODATA;
		r = capture_leave_out(capture, path->path, "secret", (struct span){ 0 });
	}
	return r;
}

static int clean_file(struct capture *capture, struct capture_path *path)
{
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(cleaners) && r == 0; i++) {
		if (path->kind == CAPTURE_FILE && strcmp(cleaners[i].path, path->path) == 0)
			r = cleaners[i].clean(capture, path);
	}
	return r < 0 ? r : clean_comm(capture, path);
}

int capture_clean(struct capture *capture, struct capture_paths *paths)
{
	int r = clean_secrets(capture, paths);

	for (size_t i = 0; i < paths->count && r == 0; i++) {
		struct capture_path *path = &paths->paths[i];

		if (path->kind == CAPTURE_FILE)
			r = clean_file(capture, path);
		if (r == 0 && !capture->with_names)
			r = capture_clean_groups(capture, path);
		if (r == 0 && !capture->with_names)
			r = capture_clean_devices(capture, path);
	}
	/* A name that was replaced may stand elsewhere in the order. */
	capture_paths_sort(paths);
	return r;
}
