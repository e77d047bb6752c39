/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Names that tell of people and services: those of control groups, and of network devices that
 * carry a hardware address. Each is replaced by a number, the same one everywhere, and what tuneadv
 * concludes from names is left standing.
 */
#include "config.h"

#include <string.h>

#include "host/capture.h"

#define GROUP_FOLDER "/sys/fs/cgroup/"

/* ---- control groups ---- */

/* As a whole. */
static const char *const plain_parts[] = {
	"",
	".",
	"..",
	"init.scope",
	"system.slice",
	"user.slice",
	"machine.slice",
	"kubepods.slice",
	"kubepods",
	"docker",
	"lxc",
	"libpod_parent",
	"garden",
	"cpu",
	"cpuacct",
	"cpu,cpuacct",
	"cpuacct,cpu",
	"cpuset",
	"systemd",
	"unified",
};

/* The word before the first of "-.:@_": what a container is told by (facts_container.c), and the
 * kinds of systemd. */
static const char *const plain_heads[] = { "cri", "docker",	"garden",    "kubepods", "libpod",
					   "lxc", "machine",	"user",	     "session",	 "app",
					   "run", "besteffort", "burstable", "pod" };

static const char *const suffixes[] = { ".slice", ".scope", ".service", ".mount", ".socket" };

static bool is_plain(struct span part)
{
	for (size_t i = 0; i < ARRAY_SIZE(plain_parts); i++) {
		if (span_is(part, plain_parts[i]))
			return true;
	}
	for (size_t i = 0; i < owner_count(); i++) {
		if (owner_at(i)->unit && span_is(part, owner_at(i)->unit))
			return true;
	}
	/* The files of a group. */
	return span_starts(part, "cgroup.") || span_starts(part, "cpu.") ||
	       span_starts(part, "cpuset.");
}

/* What stays of the front, separator included; 0: nothing. */
static size_t head_length(struct span part)
{
	static const char nspawn[] = "systemd-nspawn@";
	size_t length = 0;

	if (span_starts(part, nspawn))
		return sizeof(nspawn) - 1;
	while (length < part.length && !strchr("-.:@_", part.bytes[length]))
		length++;
	if (length == part.length)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(plain_heads); i++) {
		if (span_is((struct span){ part.bytes, length }, plain_heads[i]))
			return length + 1;
	}
	return 0;
}

static int add_part(struct capture *capture, struct text *text, struct span part)
{
	size_t head = head_length(part);
	const char *suffix = "";
	size_t number;
	int r;

	if (is_plain(part)) {
		text_add_span(text, part);
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		if (span_ends(part, suffixes[i]))
			suffix = suffixes[i];
	}
	r = capture_number(&capture->groups, part, &number);
	if (r == 0)
		r = capture_leave_out(capture, "control groups", "group-name", (struct span){ 0 });
	if (r < 0)
		return r;
	text_add_span(text, (struct span){ part.bytes, head });
	text_addf(text, "group%zu%s", number, suffix);
	return 0;
}

/* Every slash stays, also the one of the root. */
static int add_group(struct capture *capture, struct text *text, struct span group)
{
	int r = 0;

	while (r == 0 && group.length > 0) {
		const char *slash = memchr(group.bytes, '/', group.length);
		size_t length = slash ? (size_t)(slash - group.bytes) : group.length;

		r = add_part(capture, text, (struct span){ group.bytes, length });
		if (slash)
			text_add_char(text, '/');
		group = span_from(group, length + (slash != NULL));
	}
	return r;
}

/* "N:CONTROLLERS:GROUP" lines. */
static int clean_membership(struct capture *capture, struct capture_path *path)
{
	struct span lines = { .bytes = path->bytes, .length = path->length };
	auto_text struct text cleaned = { 0 };
	struct span line;
	int r = 0;

	while (r == 0 && span_split(&lines, '\n', &line)) {
		struct span number;
		struct span controllers;

		if (!span_split(&line, ':', &number) || !span_split(&line, ':', &controllers))
			continue;
		text_add_span(&cleaned, number);
		text_add_char(&cleaned, ':');
		/* "name=systemd" and the like name no group, but may name anything. */
		text_add_span(&cleaned, controllers);
		text_add_char(&cleaned, ':');
		r = add_group(capture, &cleaned, line);
		text_add_char(&cleaned, '\n');
	}
	if (r == 0)
		r = text_status(&cleaned);
	return r < 0 ? r : capture_replace(path, &cleaned);
}

int capture_clean_groups(struct capture *capture, struct capture_path *path)
{
	struct span name = span_of(path->path);
	auto_text struct text cleaned = { 0 };
	char *bytes;
	int r;

	if (path->kind == CAPTURE_FILE && (strcmp(path->path, "/proc/self/cgroup") == 0 ||
					   strcmp(path->path, "/proc/1/cgroup") == 0))
		return clean_membership(capture, path);
	if (!span_skip(&name, GROUP_FOLDER))
		return 0;
	text_add(&cleaned, GROUP_FOLDER);
	r = add_group(capture, &cleaned, name);
	if (r == 0)
		r = text_take(&cleaned, &bytes);
	if (r < 0)
		return r;
	free(path->path);
	path->path = bytes;
	return 0;
}

/* ---- network devices ---- */

#define ADDRESS_DIGITS 12

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* "enx0123456789ab", as udev names a device that has nothing but its address. */
static bool is_address_name(const char *bytes, size_t length)
{
	if (length < 3 + ADDRESS_DIGITS ||
	    (memcmp(bytes, "enx", 3) != 0 && memcmp(bytes, "wlx", 3) != 0))
		return false;
	for (size_t i = 0; i < ADDRESS_DIGITS; i++) {
		if (!is_hex(bytes[3 + i]))
			return false;
	}
	return length == 3 + ADDRESS_DIGITS || !is_hex(bytes[3 + ADDRESS_DIGITS]);
}

static int clean_bytes(struct capture *capture, char *bytes, size_t length)
{
	for (size_t i = 0; i + 3 + ADDRESS_DIGITS <= length; i++) {
		struct span digits = { .bytes = bytes + i + 3, .length = ADDRESS_DIGITS };
		size_t number;
		int r;

		if (!is_address_name(bytes + i, length - i))
			continue;
		r = capture_number(&capture->devices, digits, &number);
		if (r == 0)
			r = capture_leave_out(capture, "network devices", "address",
					      (struct span){ 0 });
		if (r < 0)
			return r;
		for (size_t k = ADDRESS_DIGITS; k > 0; k--, number /= 10)
			bytes[i + 2 + k] = (char)('0' + number % 10);
	}
	return 0;
}

int capture_clean_devices(struct capture *capture, struct capture_path *path)
{
	int r = clean_bytes(capture, path->path, strlen(path->path));

	return r < 0 || !path->bytes ? r : clean_bytes(capture, path->bytes, path->length);
}
