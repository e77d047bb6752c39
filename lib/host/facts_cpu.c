/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which CPUs there are, and which run. Sets of numbers, never counts: CPU 0 may be offline or not
 * exist, and there are holes.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

#define CPU_FOLDER "/sys/devices/system/cpu"
#define STAT_PATH  "/proc/stat"

/* Numbers of the cpuN folders: CPUs that the kernel knows; empty when there are none. */
static int cpu_folders(struct reader *reader, struct cpulist *ret_cpus)
{
	const struct instance_set *set;
	int r = instances_of(reader, SCOPE_CPU, CPU_FOLDER, &set);

	for (size_t i = 0; r == 0 && set && i < set->count; i++)
		r = cpulist_add(ret_cpus, (uint32_t)set->instances[i].number);
	return r;
}

/* Old kernels have no list of online CPUs; cpuN/online says it, and CPU 0 often has none. */
static int online_by_folders(struct reader *reader, struct cpulist *ret_cpus)
{
	auto_cpulist struct cpulist all = { 0 };
	auto_text struct text path = { 0 };
	auto_text struct text text = { 0 };
	int r = cpu_folders(reader, &all);

	for (int64_t cpu = cpulist_next(&all, 0); cpu >= 0 && r == 0;
	     cpu = cpulist_next(&all, (uint32_t)cpu + 1)) {
		path_numbered(&path, CPU_FOLDER "/cpu", (uint32_t)cpu, "/online");
		r = text_status(&path);
		if (r < 0)
			return r;
		r = source_read(reader->source, path.bytes, &text);
		if (r == -ENOMEM)
			return r;
		if (r == 0 && span_is(span_trim(text_span(&text)), "0"))
			continue;
		r = cpulist_add(ret_cpus, (uint32_t)cpu);
	}
	return r;
}

/* /proc/stat has one line for each online CPU, before everything else. */
static int online_by_stat(struct reader *reader, struct cpulist *ret_cpus)
{
	auto_table struct source_table *table = NULL;
	struct span line;
	int r = source_table_open(reader->source, STAT_PATH, &table);

	if (r < 0)
		return r == -ENOMEM ? r : 0;
	while ((r = source_table_line(table, &line)) > 0) {
		struct span name;
		uint32_t cpu;

		if (!span_token(&line, &name) || !span_skip(&name, "cpu"))
			break;
		if (number_parse_u32(name, NUMBER_BASE_10, &cpu) < 0 || cpu >= CPULIST_MAX)
			continue;
		r = cpulist_add(ret_cpus, cpu);
		if (r < 0)
			return r;
	}
	return r == -ENOMEM ? r : 0;
}

static int online_elsewhere(struct reader *reader, int error)
{
	const enum fact fact = FACT_CPUS_ONLINE;
	auto_cpulist struct cpulist cpus = { 0 };
	int r = online_by_folders(reader, &cpus);

	if (r < 0)
		return r;
	if (cpus.words)
		return fact_set_cpulist(reader, ABOUT(fact, NULL), &cpus);
	r = online_by_stat(reader, &cpus);
	if (r < 0)
		return r;
	if (cpus.words)
		return fact_set_cpulist(reader, ABOUT(fact, STAT_PATH), &cpus);
	r = cpuinfo_read(&reader->cpuinfo, reader->source, CPUINFO_WHOLE);
	if (r == 0)
		r = cpulist_copy(&reader->cpuinfo.processors, &cpus);
	if (r < 0)
		return r;
	if (cpus.words)
		return fact_set_cpulist(reader, ABOUT(fact, "/proc/cpuinfo"), &cpus);
	return fact_set_missing(reader, ABOUT(fact, CPU_FOLDER "/online"), error);
}

int facts_cpus_online(struct reader *reader)
{
	struct about about = ABOUT(FACT_CPUS_ONLINE, CPU_FOLDER "/online");
	struct span text;
	int r = reader_text(reader, about.path, &text);

	if (r == 0)
		return fact_parse(reader, about, text);
	if (r == -ENOMEM)
		return r;
	return online_elsewhere(reader, r);
}

int facts_cpus_online_count(struct reader *reader)
{
	struct about about = ABOUT(FACT_CPUS_ONLINE_COUNT, NULL);
	const struct fact_reading *online;
	int r = reader_fact(reader, FACT_CPUS_ONLINE, &online);

	if (r < 0)
		return r;
	about.path = online->path;
	if (online->reading.state == READING_VALUE)
		return fact_set_number(reader, about,
				       cpulist_count(&online->reading.value.cpulist));
	return fact_set_missing(reader, about,
				online->reading.error ? online->reading.error : -ENODATA);
}

int facts_cpus_possible(struct reader *reader)
{
	return fact_from_file(reader, ABOUT(FACT_CPUS_POSSIBLE, CPU_FOLDER "/possible"));
}

int facts_cpus_present(struct reader *reader)
{
	struct about about = ABOUT(FACT_CPUS_PRESENT, CPU_FOLDER "/present");
	auto_cpulist struct cpulist cpus = { 0 };
	struct span text;
	int error = reader_text(reader, about.path, &text);

	if (error == 0)
		return fact_parse(reader, about, text);
	if (error == -ENOMEM)
		return error;

	int r = cpu_folders(reader, &cpus);

	if (r < 0)
		return r;
	if (cpus.words)
		return fact_set_cpulist(reader, ABOUT(about.fact, NULL), &cpus);
	return fact_set_missing(reader, about, error);
}

/* Before the CPUs of isolcpus= may stand words: "managed_irq,domain,2-7". */
static bool is_isolation_flag(struct span word)
{
	return span_is(word, "nohz") || span_is(word, "domain") || span_is(word, "managed_irq");
}

/*
 * The list of a boot option: "isolcpus=" isolates from the scheduler's domains only where no flag
 * or "domain" is given. False: the option is not there, or says something else.
 */
static bool boot_list(struct span line, const char *option, struct span *ret_list)
{
	struct span token;
	bool is_found = false;

	while (span_token(&line, &token)) {
		bool has_flag = false;
		bool has_domain = false;
		struct span rest;
		struct span word;

		if (!span_skip(&token, option))
			continue;
		rest = token;
		*ret_list = rest;
		while (span_split(&rest, ',', &word) && is_isolation_flag(word)) {
			has_flag = true;
			has_domain |= span_is(word, "domain");
			*ret_list = rest;
		}
		is_found = true;
		if (has_flag && !has_domain)
			*ret_list = (struct span){ 0 };
	}
	return is_found;
}

/* Where the kernel was built without NO_HZ_FULL, only that file is missing (kernel.md 8). */
static int isolation_missing(struct reader *reader, struct about about, int error)
{
	struct reading reading = { .state = READING_NOT_BUILT_IN };

	if (about.fact == FACT_CPUS_NOHZ_FULL && error == -ENOENT &&
	    reader_looks(reader, CPU_FOLDER "/possible") == 0)
		return fact_set(reader, about, &reading);
	return fact_set_missing(reader, about, error);
}

static int isolation(struct reader *reader, enum fact fact, const char *path, const char *option)
{
	auto_cpulist struct cpulist cpus = { 0 };
	struct span text;
	struct span list;
	int error = reader_text(reader, path, &text);
	int r;

	if (error == 0)
		return fact_parse(reader, ABOUT(fact, path), text);
	if (error == -ENOMEM)
		return error;
	if (reader->is_whole)
		return isolation_missing(reader, ABOUT(fact, path), error);
	/* A captured tree may lack the file and hold the boot line that decided it. */
	r = reader_text(reader, "/proc/cmdline", &text);
	if (r == -ENOMEM)
		return r;
	if (r < 0)
		return fact_set_missing(reader, ABOUT(fact, path), error);
	if (boot_list(text, option, &list)) {
		r = cpulist_parse(list, &cpus);
		if (r == -ENOMEM)
			return r;
		if (r < 0)
			return fact_set_missing(reader, ABOUT(fact, path), error);
	}
	return fact_set_cpulist(reader, ABOUT(fact, "/proc/cmdline"), &cpus);
}

int facts_cpus_isolated(struct reader *reader)
{
	return isolation(reader, FACT_CPUS_ISOLATED, CPU_FOLDER "/isolated", "isolcpus=");
}

int facts_cpus_nohz_full(struct reader *reader)
{
	return isolation(reader, FACT_CPUS_NOHZ_FULL, CPU_FOLDER "/nohz_full", "nohz_full=");
}

/* The last rcu_nocbs= counts; without a list it moves nothing at the boot. */
static int nocbs_of_boot_line(struct reader *reader, struct span line, struct cpulist *ret_cpus)
{
	const struct value *possible;
	struct span list;
	int r;

	if (!boot_list(line, "rcu_nocbs=", &list))
		return 0;
	if (!span_is(list, "all"))
		return cpulist_parse(list, ret_cpus);
	r = reader_fact_value(reader, FACT_CPUS_POSSIBLE, &possible);
	if (r < 0)
		return r;
	return possible ? cpulist_copy(&possible->cpulist, ret_cpus) : -ENODATA;
}

/* The kernel shows nowhere which CPUs these are; it adds those of nohz_full (rcu_init_nohz). */
int facts_rcu_nocbs(struct reader *reader)
{
	struct about about = ABOUT(FACT_KERNEL_RCU_NOCBS, "/proc/cmdline");
	auto_cpulist struct cpulist cpus = { 0 };
	const struct fact_reading *nohz;
	const struct cpulist *more;
	struct span line;
	int r = reader_text(reader, about.path, &line);

	if (r == 0)
		r = nocbs_of_boot_line(reader, line, &cpus);
	if (r < 0)
		return fact_set_missing(reader, about, r);
	r = reader_fact(reader, FACT_CPUS_NOHZ_FULL, &nohz);
	if (r < 0)
		return r;
	if (nohz->reading.state == READING_UNREADABLE)
		return fact_set_missing(reader, about, nohz->reading.error);
	if (nohz->reading.state == READING_MALFORMED)
		return fact_set_missing(reader, about, -EBADMSG);
	more = &nohz->reading.value.cpulist; /* empty where there are none */
	for (int64_t cpu = cpulist_next(more, 0); cpu >= 0 && r == 0;
	     cpu = cpulist_next(more, (uint32_t)cpu + 1))
		r = cpulist_add(&cpus, (uint32_t)cpu);
	return r < 0 ? r : fact_set_cpulist(reader, about, &cpus);
}
