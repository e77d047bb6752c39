/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Hosts: every file that a fact or a tunable is read from holds what the input says. A snapshot of
 * all of them never fails; each reading is a value that prints and reads back as itself, or a state
 * that says why there is none.
 *
 * An input is parts that end with the byte 1e. The first byte of a part chooses its file: those of
 * fact_files from '!' on, those of the tunables from 80 on. Content that begins with the byte 15 is
 * an error instead; its second byte chooses which. An input that begins with "L" is a live host.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/diag.h"
#include "fuzz-host.h"
#include "fuzz.h"
#include "host/snapshot.h"
#include "source/source_ops.h"

#define PART_END   '\x1e'
#define ERROR_MARK '\x15'
#define FIRST_FACT '!'
#define FIRST_ROW  0x80U
#define FILES_MAX  256

static const int errors[] = { EACCES, ENOENT, EIO, EINVAL, ENOTDIR, ELOOP, EFBIG, EISDIR, EPERM };

struct part {
	const char *path;	       /* of a fact; else NULL */
	const struct tunable *tunable; /* else */
	struct span content;
};

struct host {
	struct source source;
	bool is_live;
	struct part parts[FILES_MAX];
	size_t count;
};

/* ---- the source ---- */

/* The folders, made once; an in-memory file system has no descriptor for getdents64(2). */
static char folders_place[] = "/tmp/tuneadv-fuzz-XXXXXX";
static int folder_fds[ARRAY_SIZE(folders)];

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

static void remove_folders(void)
{
	(void)nftw(folders_place, remove_one, 8, FTW_DEPTH | FTW_PHYS); /* of /tmp */
}

static void make_folders(void)
{
	static bool is_made;

	if (is_made)
		return;
	is_made = true;
	fuzz_require(mkdtemp(folders_place) && atexit(remove_folders) == 0);
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		struct span names = span_of(folders[i][1]);
		struct span name;
		char path[512];

		(void)snprintf(path, sizeof(path), "%s/%zu", folders_place, i);
		fuzz_require(mkdir(path, 0700) == 0);
		folder_fds[i] = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		fuzz_require(folder_fds[i] >= 0);
		while (span_split(&names, ' ', &name)) {
			(void)snprintf(path, sizeof(path), "%.*s", (int)name.length, name.bytes);
			fuzz_require(mkdirat(folder_fds[i], path, 0700) == 0);
		}
	}
}

static bool is_of(const struct part *part, struct span path)
{
	const char *pattern = part->path ? part->path : part->tunable->path;
	const char *brace = strchr(pattern, '{');
	const char *behind = strchr(pattern, '}');

	if (!brace || !behind)
		return span_is(path, pattern);
	return path.length > (size_t)(brace - pattern) &&
	       memcmp(path.bytes, pattern, (size_t)(brace - pattern)) == 0 &&
	       span_ends(path, behind + 1);
}

/* 0 and the content, or the error that the input wants. */
static int host_find(const struct source *source, const char *path, struct span *ret_content)
{
	const struct host *host = (const struct host *)(const void *)source;

	/* On a live host libnuma would be asked, which knows this machine only. */
	if (host->is_live && span_starts(span_of(path), "/sys/devices/system/node"))
		return -ENOENT;
	for (size_t i = host->count; i > 0; i--) {
		const struct part *part = &host->parts[i - 1];
		struct span content = part->content;

		if (!is_of(part, span_of(path)))
			continue;
		if (content.length > 1 && content.bytes[0] == ERROR_MARK)
			return -errors[(unsigned char)content.bytes[1] % ARRAY_SIZE(errors)];
		*ret_content = content;
		return 0;
	}
	return -ENOENT;
}

static int host_open_file(struct source *source, const char *path)
{
	struct span content;
	int r = host_find(source, path, &content);
	int fd;

	if (r < 0)
		return r;
	fd = memfd_create("fuzz", MFD_CLOEXEC);
	fuzz_require(fd >= 0);
	fuzz_require(write(fd, content.bytes, content.length) == (ssize_t)content.length);
	fuzz_require(lseek(fd, 0, SEEK_SET) == 0);
	return fd;
}

static int host_open_folder(struct source *source, const char *path)
{
	const struct host *host = (const struct host *)(const void *)source;

	if (host->is_live && span_starts(span_of(path), "/sys/devices/system/node"))
		return -ENOENT;
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		if (strcmp(folders[i][0], path) == 0)
			return openat(folder_fds[i], ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	return -ENOENT;
}

static int host_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	struct span content;
	int r = host_find(source, path, &content);

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		if (r < 0 && strcmp(folders[i][0], path) == 0)
			r = 0;
	}
	*ret_stat = (struct source_stat){ .mode = S_IFREG | 0444, .device = 1, .inode = 1 };
	return r;
}

static int host_link(struct source *source, const char *path, struct text *ret_target)
{
	struct span content;
	int r = host_find(source, path, &content);

	if (r < 0)
		return r;
	text_clear(ret_target);
	text_add_span(ret_target, content);
	return text_status(ret_target);
}

/* As uname(2): a word, and on a live host only. */
static int host_machine(struct source *source, struct text *ret_machine)
{
	const struct host *host = (const struct host *)(const void *)source;
	struct span content;
	int r = host->is_live ? host_find(source, "/proc/sys/kernel/arch", &content) : -ENOTSUP;

	if (r < 0)
		return r;
	text_clear(ret_machine);
	text_add_span(ret_machine, span_trim(content));
	return text_status(ret_machine);
}

static const struct source_ops captured_ops = {
	.kind = SOURCE_CAPTURED,
	.open_file = host_open_file,
	.open_folder = host_open_folder,
	.stat = host_stat,
	.link = host_link,
	.machine = host_machine,
};

static const struct source_ops live_ops = {
	.kind = SOURCE_LIVE,
	.open_file = host_open_file,
	.open_folder = host_open_folder,
	.stat = host_stat,
	.link = host_link,
	.machine = host_machine,
};

/* ---- the input ---- */

static void host_add(struct host *host, struct span part)
{
	unsigned char which;

	if (part.length == 0 || host->count == FILES_MAX)
		return;
	which = (unsigned char)part.bytes[0];
	host->parts[host->count++] = (struct part){
		.path = which < FIRST_ROW ? fact_files[(which - (unsigned int)FIRST_FACT) %
						       ARRAY_SIZE(fact_files)]
					  : NULL,
		.tunable = which < FIRST_ROW ? NULL
					     : tunable_at((which - FIRST_ROW) % tunable_count()),
		.content = { .bytes = part.bytes + 1, .length = part.length - 1 },
	};
}

/* ---- the properties ---- */

static void check_value(const struct value_format *format, const struct value *value)
{
	auto_value struct value again = { 0 };
	auto_text struct text printed = { 0 };
	auto_text struct text twice = { 0 };

	fuzz_require(value->kind == format->kind);
	value_print(&printed, format, value);
	if (text_status(&printed) < 0)
		return;
	fuzz_require(value_parse(format, text_span(&printed), &again) == 0);
	fuzz_require(value_equal(value, &again));
	value_print(&twice, format, &again);
	fuzz_require(span_equal(text_span(&printed), text_span(&twice)));
}

static void check_raw(const char *raw)
{
	fuzz_require(raw && span_is_utf8(span_of(raw)));
	for (; *raw; raw++)
		fuzz_require((unsigned char)*raw >= ' ' && *raw != '\x7f');
}

static void check_reading(const struct value_format *format, const struct reading *reading)
{
	fuzz_require(strcmp(reading_state_name(reading->state), "unknown") != 0);
	fuzz_require((reading->state == READING_VALUE) == (reading->value.kind != 0));
	fuzz_require((reading->state == READING_MALFORMED) == (reading->raw != NULL));
	fuzz_require(reading->error <= 0);
	if (reading->state == READING_UNREADABLE)
		fuzz_require(reading->error < 0);
	if (reading->state == READING_VALUE)
		check_value(format, &reading->value);
	if (reading->state == READING_MALFORMED)
		check_raw(reading->raw);
}

static void check_facts(const struct snapshot *snapshot)
{
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++) {
		size_t count;
		const struct fact_reading *readings = snapshot_facts(snapshot, fact, &count);

		fuzz_require(fact_row(fact)->scope != SCOPE_HOST || count == 1);
		for (size_t i = 0; i < count; i++) {
			fuzz_require(readings[i].fact == fact);
			check_reading(&fact_row(fact)->format, &readings[i].reading);
		}
	}
}

static void check_tunables(const struct snapshot *snapshot)
{
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *tunable = tunable_at(i);
		size_t count;
		const struct tunable_reading *readings =
			snapshot_tunables(snapshot, tunable, &count);

		for (size_t k = 0; k < count; k++) {
			auto_value struct value effective = { 0 };

			fuzz_require(readings[k].path && readings[k].tunable == tunable);
			check_reading(&tunable->format, &readings[k].reading);
			if (snapshot_effective(snapshot, &readings[k], &effective) == 0)
				check_value(&tunable->format, &effective);
		}
	}
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct host host = { .source.ops = &captured_ops };
	struct span input = { .bytes = (const char *)bytes, .length = length };
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_needs struct needs needs;
	auto_diag struct diag diag = { 0 };
	struct span part;

	make_folders();
	if (length > 0 && bytes[0] == 'L') {
		host.source.ops = &live_ops;
		host.is_live = true;
	}
	while (span_split(&input, PART_END, &part))
		host_add(&host, part);
	needs_init(&needs);
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++)
		needs.facts[fact] = true;
	for (size_t i = 0; i < tunable_count(); i++)
		fuzz_require(needs_add(&needs, tunable_at(i)->id) == 0);
	fuzz_require(needs_add_instance(&needs, "lo") == 0);
	fuzz_require(snapshot_new(&snapshot) == 0);
	fuzz_require(snapshot_take(snapshot, &host.source, &needs, &diag) == 0);
	check_facts(snapshot);
	check_tunables(snapshot);
	return 0;
}
