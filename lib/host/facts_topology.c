/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Sockets, cores and threads. By the masks of siblings, not by ids: a package id is -1 on every CPU
 * of POWER, s390 and sparc, and on ia64 the same on different sockets. A mask also tells of all its
 * CPUs at once, so that one file of each group is enough.
 */
#include "config.h"

#include <errno.h>

#include "base/array.h"
#include "host/reader.h"

#define CPU_PREFIX "/sys/devices/system/cpu/cpu"

/* Old name, new name (5.3); as a list and as a mask, which the oldest kernels have alone. */
static const char *const package_files[] = { "/topology/core_siblings_list",
					     "/topology/package_cpus_list",
					     "/topology/core_siblings", "/topology/package_cpus" };
static const char *const core_files[] = { "/topology/thread_siblings_list",
					  "/topology/core_cpus_list", "/topology/thread_siblings",
					  "/topology/core_cpus" };

#define SIBLING_FILES 4
#define FIRST_MASK    2 /* index of the first file that holds a mask */

struct groups {
	uint64_t count;
	uint64_t widest;
	struct cpulist unknown; /* CPUs that no file puts anywhere */
};

static int siblings_read(struct reader *reader, const char *const *files, uint32_t cpu,
			 size_t *first, struct cpulist *ret_siblings)
{
	auto_text struct text path = { 0 };
	auto_text struct text text = { 0 };
	int r = -ENOENT;

	for (size_t i = 0; i < SIBLING_FILES; i++) {
		/* The file that the last CPU had, this one has too. */
		size_t file = (*first + i) % SIBLING_FILES;

		path_numbered(&path, CPU_PREFIX, cpu, files[file]);
		r = text_status(&path);
		if (r < 0)
			return r;
		r = source_read(reader->source, path.bytes, &text);
		if (r == -ENOMEM)
			return r;
		if (r < 0)
			continue;
		*first = file;
		if (file >= FIRST_MASK)
			return cpulist_parse_mask(span_trim(text_span(&text)), ret_siblings);
		return cpulist_parse(text_span(&text), ret_siblings);
	}
	return r;
}

/* Marks the online ones of @siblings, and @cpu itself, as seen; returns how many are new. */
static int mark(const struct cpulist *online, const struct cpulist *siblings, uint32_t cpu,
		struct cpulist *seen, uint64_t *ret_width)
{
	uint64_t width = 1;
	int r = cpulist_add(seen, cpu);

	for (int64_t next = cpulist_next(siblings, 0); next >= 0 && r == 0;
	     next = cpulist_next(siblings, (uint32_t)next + 1)) {
		if (!cpulist_has(online, (uint32_t)next) || cpulist_has(seen, (uint32_t)next))
			continue;
		width++;
		r = cpulist_add(seen, (uint32_t)next);
	}
	*ret_width = width;
	return r;
}

static int groups_find(struct reader *reader, const struct cpulist *online,
		       const char *const *files, struct groups *groups)
{
	auto_cpulist struct cpulist seen = { 0 };
	auto_cpulist struct cpulist asked = { 0 };
	size_t first = 0;
	int r;

	for (int64_t cpu = cpulist_next(online, 0); cpu >= 0;
	     cpu = cpulist_next(online, (uint32_t)cpu + 1)) {
		auto_cpulist struct cpulist siblings = { 0 };
		uint64_t width;

		if (cpulist_has(&seen, (uint32_t)cpu))
			continue;
		r = siblings_read(reader, files, (uint32_t)cpu, &first, &siblings);
		if (r == -ENOMEM)
			return r;
		if (r < 0) {
			r = cpulist_add(&asked, (uint32_t)cpu);
			if (r < 0)
				return r;
			continue;
		}
		r = mark(online, &siblings, (uint32_t)cpu, &seen, &width);
		if (r < 0)
			return r;
		groups->count++;
		if (width > groups->widest)
			groups->widest = width;
	}
	/* A CPU without files of its own may still stand in the mask of one that came later. */
	for (int64_t cpu = cpulist_next(&asked, 0); cpu >= 0;
	     cpu = cpulist_next(&asked, (uint32_t)cpu + 1)) {
		if (cpulist_has(&seen, (uint32_t)cpu))
			continue;
		r = cpulist_add(&groups->unknown, (uint32_t)cpu);
		if (r < 0)
			return r;
	}
	return 0;
}

/* ---- by ids, where there is no mask at all ---- */

static int id_read(struct reader *reader, uint32_t cpu, const char *file, int64_t *ret_id)
{
	auto_text struct text path = { 0 };
	auto_text struct text text = { 0 };
	uint32_t id;
	int r;

	path_numbered(&path, CPU_PREFIX, cpu, file);
	r = text_status(&path);
	if (r == 0)
		r = source_read(reader->source, path.bytes, &text);
	if (r == -ENOMEM)
		return r;
	/* -1 stands for "not known" in the kernel too. */
	*ret_id = r == 0 && number_parse_u32(span_trim(text_span(&text)), NUMBER_BASE_10, &id) == 0
			  ? (int64_t)id
			  : -1;
	return 0;
}

/* Online CPUs with their ids, from topology/ or else from /proc/cpuinfo; once for all counts. */
static int places_read(struct reader *reader, const struct cpulist *online)
{
	size_t capacity = 0;
	bool is_found = false;
	int r = array_reserve(&reader->places, &capacity, cpulist_count(online),
			      sizeof(*reader->places));

	reader->has_places = true;
	for (int64_t cpu = cpulist_next(online, 0); cpu >= 0 && r == 0;
	     cpu = cpulist_next(online, (uint32_t)cpu + 1)) {
		struct cpuinfo_cpu *place = &reader->places[reader->place_count++];

		place->number = cpu;
		r = id_read(reader, (uint32_t)cpu, "/topology/physical_package_id",
			    &place->package);
		if (r == 0)
			r = id_read(reader, (uint32_t)cpu, "/topology/core_id", &place->core);
		is_found |= place->package >= 0;
	}
	if (r < 0 || is_found)
		return r;
	r = cpuinfo_read(&reader->cpuinfo, reader->source, CPUINFO_WHOLE);
	if (r < 0 || !cpulist_equal(online, &reader->cpuinfo.processors) ||
	    reader->cpuinfo.count != reader->place_count)
		return r;
	for (size_t i = 0; i < reader->place_count; i++)
		reader->places[i] = reader->cpuinfo.cpus[i];
	return 0;
}

static int compare_places(const void *a, const void *b)
{
	const struct cpuinfo_cpu *left = a;
	const struct cpuinfo_cpu *right = b;

	if (left->package != right->package)
		return left->package < right->package ? -1 : 1;
	if (left->core != right->core)
		return left->core < right->core ? -1 : 1;
	return 0;
}

/* 1: counted. 0: some CPU's package (or core) is not known, so nothing can be. */
static int places_count(const struct reader *reader, bool is_by_core, struct groups *groups)
{
	autofree struct cpuinfo_cpu *places = NULL;
	size_t capacity = 0;
	uint64_t width = 0;
	int r = array_reserve(&places, &capacity, reader->place_count, sizeof(*places));

	if (r < 0 || reader->place_count == 0)
		return r;
	for (size_t i = 0; i < reader->place_count; i++) {
		places[i] = reader->places[i];
		if (places[i].package < 0 || (is_by_core && places[i].core < 0))
			return 0;
		if (!is_by_core)
			places[i].core = 0;
	}
	qsort(places, reader->place_count, sizeof(*places), compare_places);
	for (size_t i = 0; i < reader->place_count; i++) {
		if (i == 0 || compare_places(&places[i - 1], &places[i]) != 0) {
			groups->count++;
			width = 0;
		}
		if (++width > groups->widest)
			groups->widest = width;
	}
	return 1;
}

/* 1: counted; 0: not known. */
static int groups_count(struct reader *reader, bool is_by_core, struct groups *groups)
{
	const struct value *online;
	int r = reader_fact_value(reader, FACT_CPUS_ONLINE, &online);

	if (r < 0 || !online || !online->cpulist.words)
		return r;
	r = groups_find(reader, &online->cpulist, is_by_core ? core_files : package_files, groups);
	if (r < 0)
		return r;
	if (!groups->unknown.words)
		return 1;
	/* Some CPUs with a mask and some without: counting the former would be a guess. */
	if (groups->count > 0)
		return 0;
	if (!reader->has_places)
		r = places_read(reader, &online->cpulist);
	return r < 0 ? r : places_count(reader, is_by_core, groups);
}

int facts_sockets(struct reader *reader)
{
	struct groups groups = { 0 };
	int r = groups_count(reader, false, &groups);

	cpulist_done(&groups.unknown);
	if (r < 0)
		return r;
	if (r == 0)
		return fact_set_missing(reader, ABOUT(FACT_SOCKETS, NULL), -ENODATA);
	return fact_set_number(reader, ABOUT(FACT_SOCKETS, NULL), groups.count);
}

int facts_cores(struct reader *reader)
{
	struct about cores = ABOUT(FACT_CORES, NULL);
	struct about width = ABOUT(FACT_SMT_WIDTH, NULL);
	struct groups groups = { 0 };
	int r;

	reader->snapshot->facts[FACT_CORES].is_taken = true;
	reader->snapshot->facts[FACT_SMT_WIDTH].is_taken = true;
	r = groups_count(reader, true, &groups);
	cpulist_done(&groups.unknown);
	if (r < 0)
		return r;
	if (r == 0) {
		r = fact_set_missing(reader, cores, -ENODATA);
		return r < 0 ? r : fact_set_missing(reader, width, -ENODATA);
	}
	r = fact_set_number(reader, cores, groups.count);
	return r < 0 ? r : fact_set_number(reader, width, groups.widest);
}
