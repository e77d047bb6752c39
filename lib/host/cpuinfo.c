/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The shapes of /proc/cpuinfo: blocks of one CPU, or one list for all, differently named. */
#include "config.h"

#include "host/cpuinfo.h"

#include <errno.h>

#include "base/array.h"
#include "base/number.h"

#define CPUINFO_PATH "/proc/cpuinfo"

/* A line that only one architecture prints; @token may stand anywhere in the value. */
struct shape {
	const char *key;
	const char *token; /* NULL: the key alone tells */
	const char *arch;
};

/* No row for what does not tell the byte order or width: POWER8 and later run both. */
static const struct shape shapes[] = {
	/* A 32-bit kernel on a CPU that can do 64: it alone prints this, before the flags. */
	{ .key = "fdiv_bug", .token = NULL, .arch = "i686" },
	{ .key = "flags", .token = "lm", .arch = "x86_64" },
	{ .key = "flags", .token = NULL, .arch = "i686" },
	{ .key = "Features", .token = "asimd", .arch = "aarch64" },
	{ .key = "Features", .token = "half", .arch = "arm" },
	{ .key = "vendor_id", .token = "IBM/S390", .arch = "s390x" },
	{ .key = "arch", .token = "IA-64", .arch = "ia64" },
	{ .key = "ISA", .token = "loongarch64", .arch = "loongarch64" },
	{ .key = "CPU Family", .token = "Loongson-64bit", .arch = "loongarch64" },
	{ .key = "type", .token = "sun4u", .arch = "sparc64" },
	{ .key = "type", .token = "sun4v", .arch = "sparc64" },
	{ .key = "cpu", .token = "Alpha", .arch = "alpha" },
	{ .key = "cpu", .token = "POWER5", .arch = "ppc64" },
	{ .key = "cpu", .token = "POWER6", .arch = "ppc64" },
	{ .key = "cpu", .token = "POWER7", .arch = "ppc64" },
	{ .key = "cpu", .token = "PPC970", .arch = "ppc64" },
	{ .key = "cpu", .token = "PPC970MP", .arch = "ppc64" },
	{ .key = "cpu", .token = "Cell", .arch = "ppc64" },
};

void cpuinfo_done(struct cpuinfo *cpuinfo)
{
	source_table_close(cpuinfo->table);
	cpulist_done(&cpuinfo->processors);
	free(cpuinfo->cpus);
	*cpuinfo = (struct cpuinfo){ 0 };
}

static bool has_token(struct span text, const char *token)
{
	struct span found;

	while (span_token(&text, &found)) {
		if (span_is(found, token))
			return true;
	}
	return false;
}

static void look_at_shape(struct cpuinfo *cpuinfo, struct span key, struct span value)
{
	if (span_is(key, "flags")) {
		cpuinfo->has_flags = true;
		cpuinfo->has_hypervisor |= has_token(value, "hypervisor");
	}
	if (cpuinfo->arch)
		return;
	if (span_is(key, "isa") && span_starts(value, "rv"))
		cpuinfo->arch = span_starts(value, "rv64") ? "riscv64" : "riscv32";
	for (size_t i = 0; i < ARRAY_SIZE(shapes) && !cpuinfo->arch; i++) {
		const struct shape *shape = &shapes[i];

		if (span_is(key, shape->key) && (!shape->token || has_token(value, shape->token)))
			cpuinfo->arch = shape->arch;
	}
}

static int add_cpu(struct cpuinfo *cpuinfo, uint32_t number)
{
	int r;

	/* Whatever a captured file claims, memory stays bounded. */
	if (number >= CPULIST_MAX || cpuinfo->count >= CPULIST_MAX)
		return 0;
	r = array_reserve(&cpuinfo->cpus, &cpuinfo->capacity, cpuinfo->count + 1,
			  sizeof(*cpuinfo->cpus));
	if (r < 0)
		return r;
	cpuinfo->cpus[cpuinfo->count++] = (struct cpuinfo_cpu){
		.number = number,
		.package = -1,
		.core = -1,
	};
	return cpulist_add(&cpuinfo->processors, number);
}

/* The number between @before and the end of @key: "processor 3", "CPU6". */
static bool key_number(struct span key, const char *before, uint32_t *ret_number)
{
	return span_skip(&key, before) && number_parse_u32(key, NUMBER_BASE_10, ret_number) == 0;
}

static int look_at_cpus(struct cpuinfo *cpuinfo, struct span key, struct span value)
{
	uint32_t number;

	/* One block each, one line each (s390), or a list of states at the end (sparc). */
	if (span_is(key, "processor") && number_parse_u32(value, NUMBER_BASE_10, &number) == 0)
		return add_cpu(cpuinfo, number);
	if (key_number(key, "processor ", &number))
		return add_cpu(cpuinfo, number);
	if (span_is(value, "online") && key_number(key, "CPU", &number))
		return add_cpu(cpuinfo, number);
	if (span_is(key, "cpus active") && cpuinfo->count == 0 &&
	    number_parse_u32(value, NUMBER_BASE_10, &number) == 0) {
		int r = 0;

		/* alpha names no CPU, only how many there are. */
		for (uint32_t cpu = 0; cpu < number && cpu < CPULIST_MAX && r == 0; cpu++)
			r = add_cpu(cpuinfo, cpu);
		return r;
	}
	if (cpuinfo->count == 0 || number_parse_u32(value, NUMBER_BASE_10, &number) < 0)
		return 0;

	struct cpuinfo_cpu *last = &cpuinfo->cpus[cpuinfo->count - 1];

	if (span_is(key, "physical id"))
		last->package = number;
	if (span_is(key, "core id"))
		last->core = number;
	return 0;
}

static int read_lines(struct cpuinfo *cpuinfo, enum cpuinfo_depth depth)
{
	struct span line;
	int r;

	while ((r = source_table_line(cpuinfo->table, &line)) > 0) {
		struct span rest = line;
		struct span key;

		if (!span_split(&rest, ':', &key)) {
			if (depth == CPUINFO_FIRST_BLOCK && cpuinfo->arch)
				return 1;
			continue;
		}
		key = span_trim(key);
		rest = span_trim(rest);
		look_at_shape(cpuinfo, key, rest);
		r = look_at_cpus(cpuinfo, key, rest);
		if (r < 0)
			return r;
	}
	return r;
}

int cpuinfo_read(struct cpuinfo *cpuinfo, struct source *source, enum cpuinfo_depth depth)
{
	int r = 0;

	if (cpuinfo->depth >= depth)
		return 0;
	if (cpuinfo->depth == 0)
		r = source_table_open(source, CPUINFO_PATH, &cpuinfo->table);
	cpuinfo->depth = depth;
	if (r == 0)
		r = read_lines(cpuinfo, depth);
	if (r > 0)
		return 0;
	source_table_close(cpuinfo->table);
	cpuinfo->table = NULL;
	cpuinfo->depth = CPUINFO_WHOLE;
	cpuinfo->status = r;
	return r == -ENOMEM ? r : 0;
}
