/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Facts of the running kernel: which release, how far that number can be trusted, realtime, boot.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"
#include "host/shapes.h"

#define OSRELEASE_PATH "/proc/sys/kernel/osrelease"
#define VERSION_PATH   "/proc/version"
#define BOOT_LINE_PATH "/proc/cmdline"
#define BOOT_ID_PATH   "/proc/sys/kernel/random/boot_id"
#define REALTIME_PATH  "/sys/kernel/realtime"
#define TAINTED_PATH   "/proc/sys/kernel/tainted"
#define ARCH_PATH      "/proc/sys/kernel/arch"
#define STATUS_PATH    "/proc/self/status"

struct release_found {
	struct span text; /* borrowed from a kept file */
	const char *path; /* NULL: not found */
};

/* "Linux version RELEASE (...". */
static bool release_in_version(struct span version, struct span *ret_release)
{
	struct span token;

	return span_token(&version, &token) && span_is(token, "Linux") &&
	       span_token(&version, &token) && span_is(token, "version") &&
	       span_token(&version, ret_release);
}

/* "BOOT_IMAGE=(hd0,gpt2)/boot/vmlinuz-RELEASE": the loader's word, so only the last resort. */
static bool release_in_boot_line(struct span line, struct span *ret_release)
{
	struct span token;

	while (span_token(&line, &token)) {
		struct span part;
		struct span name = { 0 };

		if (!span_starts(token, "BOOT_IMAGE="))
			continue;
		while (span_split(&token, '/', &part))
			name = part;
		if (!span_split(&name, '-', &part) || name.length == 0 ||
		    (!span_is(part, "vmlinuz") && !span_is(part, "vmlinux") &&
		     !span_is(part, "Image")))
			return false;
		*ret_release = name;
		return true;
	}
	return false;
}

static int release_find(struct reader *reader, struct release_found *ret_found, int *ret_error)
{
	struct span text;
	int r = reader_word(reader, OSRELEASE_PATH, &text);

	*ret_found = (struct release_found){ 0 };
	if (r == -ENOMEM)
		return r;
	*ret_error = r < 0 ? r : -ENOENT;
	if (r == 0 && text.length > 0) {
		*ret_found = (struct release_found){ .text = text, .path = OSRELEASE_PATH };
		return 0;
	}
	r = reader_text(reader, VERSION_PATH, &text);
	if (r == -ENOMEM)
		return r;
	if (r == 0 && release_in_version(text, &ret_found->text)) {
		ret_found->path = VERSION_PATH;
		return 0;
	}
	r = reader_text(reader, BOOT_LINE_PATH, &text);
	if (r == -ENOMEM)
		return r;
	if (r == 0 && release_in_boot_line(text, &ret_found->text))
		ret_found->path = BOOT_LINE_PATH;
	return 0;
}

static int set_release(struct reader *reader, const struct release_found *found)
{
	const struct fact_reading *release;
	int r = fact_set_text(reader, ABOUT(FACT_KERNEL_RELEASE_TEXT, found->path), found->text);

	if (r < 0)
		return r;
	r = fact_parse(reader, ABOUT(FACT_KERNEL_RELEASE, found->path), found->text);
	if (r < 0)
		return r;
	r = reader_fact(reader, FACT_KERNEL_RELEASE, &release);
	if (r < 0)
		return r;

	struct about trust = ABOUT(FACT_KERNEL_TRUST, found->path);

	if (release->reading.state != READING_VALUE)
		return fact_set_missing(reader, trust, -ENODATA);
	return fact_set_word(reader, trust,
			     span_of(release_trust_name(release->reading.value.release.trust)));
}

int facts_release(struct reader *reader)
{
	static const enum fact all[] = { FACT_KERNEL_RELEASE, FACT_KERNEL_RELEASE_TEXT,
					 FACT_KERNEL_TRUST };
	struct release_found found;
	int error;
	int r = release_find(reader, &found, &error);

	if (r < 0)
		return r;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		reader->snapshot->facts[all[i]].is_taken = true;
	if (found.path)
		return set_release(reader, &found);
	for (size_t i = 0; i < ARRAY_SIZE(all) && r == 0; i++)
		r = fact_set_missing(reader, ABOUT(all[i], OSRELEASE_PATH), error);
	return r;
}

static bool is_release_separator(char c)
{
	return c == '-' || c == '+' || c == '.' || c == '_' || c == '~';
}

/* The next part of a release between its separators; false at the end. */
static bool release_part(struct span *rest, struct span *ret_part)
{
	size_t start = 0;
	size_t end;

	while (start < rest->length && is_release_separator(rest->bytes[start]))
		start++;
	end = start;
	while (end < rest->length && !is_release_separator(rest->bytes[end]))
		end++;
	if (end == start)
		return false;
	*ret_part = (struct span){ .bytes = rest->bytes + start, .length = end - start };
	*rest = span_from(*rest, end);
	return true;
}

/* "rt", "rt13", "realtime" as a whole part; the first two parts are numbers in any case. */
static bool release_says_realtime(struct span release)
{
	struct span part;

	while (release_part(&release, &part)) {
		uint32_t number;

		if (span_is(part, "rt") || span_is(part, "realtime"))
			return true;
		if (span_skip(&part, "rt") && number_parse_u32(part, NUMBER_BASE_10, &number) == 0)
			return true;
	}
	return false;
}

/* How the kernel was built stands in its version: "SMP PREEMPT_RT", formerly "SMP PREEMPT RT". */
static bool version_says_realtime(struct span version)
{
	struct span token;
	bool is_after_preempt = false;

	while (span_token(&version, &token)) {
		if (span_is(token, "PREEMPT_RT") || (is_after_preempt && span_is(token, "RT")))
			return true;
		is_after_preempt = span_is(token, "PREEMPT");
	}
	return false;
}

int facts_realtime(struct reader *reader)
{
	const enum fact fact = FACT_KERNEL_REALTIME;
	struct release_found release;
	struct span text;
	int error;
	int r = reader_text(reader, REALTIME_PATH, &text);

	if (r == -ENOMEM)
		return r;
	if (r == 0)
		return fact_parse(reader, ABOUT(fact, REALTIME_PATH), text);
	error = r;
	r = release_find(reader, &release, &error);
	if (r < 0)
		return r;
	if (release.path && release_says_realtime(release.text))
		return fact_set_flag(reader, ABOUT(fact, release.path), true);
	r = reader_text(reader, VERSION_PATH, &text);
	if (r == -ENOMEM)
		return r;
	if (r == 0)
		return fact_set_flag(reader, ABOUT(fact, VERSION_PATH),
				     version_says_realtime(text));
	/* The name of a release alone does not prove that a kernel is no realtime kernel. */
	return fact_set_missing(reader, ABOUT(fact, REALTIME_PATH), error);
}

int facts_boot_line(struct reader *reader)
{
	struct about about = ABOUT(FACT_BOOT_LINE, BOOT_LINE_PATH);
	struct span text;
	int r = reader_word(reader, about.path, &text);

	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_text(reader, about, text);
}

int facts_boot_id(struct reader *reader)
{
	struct about about = ABOUT(FACT_BOOT_ID, BOOT_ID_PATH);
	struct span text;
	int r = reader_word(reader, about.path, &text);

	return r < 0 ? fact_set_missing(reader, about, r) : fact_set_text(reader, about, text);
}

int facts_tainted(struct reader *reader)
{
	return fact_from_file(reader, ABOUT(FACT_KERNEL_TAINTED, TAINTED_PATH));
}

/* RPM kernels end with the architecture: "5.14.0-427.el9.x86_64+rt". */
static bool arch_of_release(struct span release, struct span *ret_arch)
{
	static const char *const known[] = { "x86_64", "aarch64", "ppc64le", "ppc64",
					     "s390x",  "i686",	  "riscv64", "armv7hl" };
	struct span part;

	while (span_split(&release, '.', &part)) {
		struct span head;

		if (!span_split(&part, '+', &head))
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
			if (span_is(head, known[i])) {
				*ret_arch = head;
				return true;
			}
		}
	}
	return false;
}

static int arch_of_captured(struct reader *reader)
{
	const enum fact fact = FACT_ARCH;
	struct release_found release;
	struct span text;
	int error;
	int r = reader_word(reader, ARCH_PATH, &text);

	if (r == -ENOMEM)
		return r;
	if (r == 0 && text.length > 0)
		return fact_set_text(reader, ABOUT(fact, ARCH_PATH), text);
	r = release_find(reader, &release, &error);
	if (r < 0)
		return r;
	if (release.path && arch_of_release(release.text, &text))
		return fact_set_text(reader, ABOUT(fact, release.path), text);
	r = cpuinfo_read(&reader->cpuinfo, reader->source, CPUINFO_FIRST_BLOCK);
	if (r < 0)
		return r;
	if (reader->cpuinfo.arch)
		return fact_set_text(reader, ABOUT(fact, "/proc/cpuinfo"),
				     span_of(reader->cpuinfo.arch));
	return fact_set_missing(reader, ABOUT(fact, ARCH_PATH), -ENOENT);
}

int facts_arch(struct reader *reader)
{
	auto_text struct text machine = { 0 };
	int r;

	r = source_machine(reader->source, &machine);
	if (r == -ENOMEM)
		return r;
	if (r == 0)
		return fact_set_text(reader, ABOUT(FACT_ARCH, NULL), text_span(&machine));
	return arch_of_captured(reader);
}

int facts_page_size(struct reader *reader)
{
	/* Architectures on which Linux has no other page size than 4096 bytes. */
	static const char *const small[] = { "x86_64", "i686", "i586",	  "i386",
					     "s390x",  "s390", "riscv64", "riscv32" };
	struct about about = ABOUT(FACT_MEMORY_PAGE_SIZE, NULL);
	const struct value *arch;
	uint64_t size;
	int r = source_page_size(reader->source, &size);

	if (r == 0)
		return fact_set_number(reader, about, size);
	if (r != -ENOTSUP)
		return fact_set_missing(reader, about, r);
	r = reader_fact_value(reader, FACT_ARCH, &arch);
	if (r < 0)
		return r;
	for (size_t i = 0; arch && i < ARRAY_SIZE(small); i++) {
		if (span_is(span_of(arch->text), small[i]))
			return fact_set_number(reader, about, 4096);
	}
	return fact_set_missing(reader, about, -ENODATA);
}

int facts_capabilities(struct reader *reader)
{
	struct about about = ABOUT(FACT_CAPABILITIES, STATUS_PATH);
	auto_table struct source_table *table = NULL;
	struct span line;
	int r = source_table_open(reader->source, STATUS_PATH, &table);

	if (r < 0)
		return fact_set_missing(reader, about, r);
	while ((r = source_table_line(table, &line)) > 0) {
		struct shape_pair pair;

		if (shape_pair_read(line, &pair) == 0 && span_is(pair.key, "CapEff"))
			return fact_set_text(reader, about, pair.value);
	}
	return fact_set_missing(reader, about, r < 0 ? r : -ENOENT);
}
