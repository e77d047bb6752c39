/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * NUMA nodes. Ids are sparse, rows of distances go by the order of the online nodes, a node may
 * have memory and no CPU; a kernel without NUMA shows no folder at all, which is no error.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

#define NODE_FOLDER "/sys/devices/system/node"
#define NODE_PREFIX NODE_FOLDER "/node"

static int node_set(struct reader *reader, const struct instance_set **ret_set)
{
	return instances_of(reader, SCOPE_NODE, NODE_FOLDER, ret_set);
}

int facts_nodes_online(struct reader *reader)
{
	struct about about = ABOUT(FACT_NODES_ONLINE, NODE_FOLDER "/online");
	auto_cpulist struct cpulist nodes = { 0 };
	const struct instance_set *set;
	struct span text;
	int r = reader_text(reader, about.path, &text);

	if (r == 0)
		return fact_parse(reader, about, text);
	if (r == -ENOMEM)
		return r;
	about.path = NULL;
	r = node_set(reader, &set);
	for (size_t i = 0; r == 0 && set && i < set->count; i++)
		r = cpulist_add(&nodes, (uint32_t)set->instances[i].number);
	return r < 0 ? r : fact_set_cpulist(reader, about, &nodes);
}

int facts_nodes_count(struct reader *reader)
{
	struct about about = ABOUT(FACT_NODES_COUNT, NULL);
	const struct value *online;
	int r = reader_fact_value(reader, FACT_NODES_ONLINE, &online);

	if (r < 0)
		return r;
	return online ? fact_set_number(reader, about, cpulist_count(&online->cpulist))
		      : fact_set_missing(reader, about, -ENODATA);
}

static int node_text(struct reader *reader, const struct instance *node, const char *file,
		     struct text *path, struct text *ret_text)
{
	int r;

	path_numbered(path, NODE_PREFIX, (uint32_t)node->number, file);
	r = text_status(path);
	return r < 0 ? r : source_read(reader->source, path->bytes, ret_text);
}

/* A list, or on old kernels only a mask, which one kernel ended with a NUL byte. */
static int node_cpus_read(struct reader *reader, const struct instance *node, struct text *path,
			  struct cpulist *ret_cpus)
{
	auto_text struct text text = { 0 };
	struct span mask;
	int r;

	r = node_text(reader, node, "/cpulist", path, &text);
	if (r == 0)
		return cpulist_parse(text_span(&text), ret_cpus);
	if (r == -ENOMEM)
		return r;
	r = node_text(reader, node, "/cpumap", path, &text);
	if (r < 0)
		return r;
	mask = text_span(&text);
	while (mask.length > 0 && mask.bytes[mask.length - 1] == '\0')
		mask.length--;
	return cpulist_parse_mask(span_trim(mask), ret_cpus);
}

static int intersect(const struct cpulist *cpus, const struct cpulist *online,
		     struct cpulist *ret_both)
{
	int r = 0;

	for (int64_t cpu = cpulist_next(cpus, 0); cpu >= 0 && r == 0;
	     cpu = cpulist_next(cpus, (uint32_t)cpu + 1)) {
		if (cpulist_has(online, (uint32_t)cpu))
			r = cpulist_add(ret_both, (uint32_t)cpu);
	}
	return r;
}

/* Some kernels list CPUs of a node that are not online: what counts is what runs. */
static int node_cpus_take(struct reader *reader, const struct instance *node,
			  const struct value *online)
{
	struct about about = { .fact = FACT_NODE_CPUS, .instance = node };
	auto_cpulist struct cpulist cpus = { 0 };
	auto_cpulist struct cpulist running = { 0 };
	auto_text struct text path = { 0 };
	int r;

	r = node_cpus_read(reader, node, &path, &cpus);
	if (r == -ENOMEM)
		return r;
	about.path = path.bytes;
	if (r < 0)
		return fact_set_missing(reader, about, r);
	if (!online)
		return fact_set_cpulist(reader, about, &cpus);
	r = intersect(&cpus, &online->cpulist, &running);
	return r < 0 ? r : fact_set_cpulist(reader, about, &running);
}

int facts_node_cpus(struct reader *reader)
{
	const struct instance_set *set;
	const struct value *online = NULL;
	int r = node_set(reader, &set);

	if (r == 0)
		r = reader_fact_value(reader, FACT_CPUS_ONLINE, &online);
	for (size_t i = 0; r == 0 && set && i < set->count; i++)
		r = node_cpus_take(reader, &set->instances[i], online);
	return r;
}

int facts_node_distances(struct reader *reader)
{
	const struct instance_set *set;
	int r = node_set(reader, &set);

	for (size_t i = 0; r == 0 && set && i < set->count; i++) {
		struct about about = { .fact = FACT_NODE_DISTANCES,
				       .instance = &set->instances[i] };
		auto_text struct text path = { 0 };
		auto_text struct text text = { 0 };

		r = node_text(reader, about.instance, "/distance", &path, &text);
		about.path = path.bytes;
		if (r == -ENOMEM)
			return r;
		r = r < 0 ? fact_set_missing(reader, about, r)
			  : fact_parse(reader, about, text_span(&text));
	}
	return r;
}

int facts_node_memory(struct reader *reader)
{
	const struct instance_set *set;
	int r = node_set(reader, &set);

	for (size_t i = 0; r == 0 && set && i < set->count; i++) {
		struct about about = { .fact = FACT_NODE_MEMORY, .instance = &set->instances[i] };
		auto_text struct text path = { 0 };
		uint64_t bytes;

		path_numbered(&path, NODE_PREFIX, (uint32_t)about.instance->number, "/meminfo");
		r = text_status(&path);
		if (r < 0)
			return r;
		about.path = path.bytes;
		r = meminfo_total(reader, path.bytes, &bytes);
		r = r < 0 ? fact_set_missing(reader, about, r)
			  : fact_set_number(reader, about, bytes);
	}
	return r;
}

int facts_nodes_memory_only(struct reader *reader)
{
	struct about about = ABOUT(FACT_NODES_MEMORY_ONLY, NULL);
	struct fact_slot *cpus = &reader->snapshot->facts[FACT_NODE_CPUS];
	auto_cpulist struct cpulist nodes = { 0 };
	int r = facts_take(reader, FACT_NODE_CPUS);

	for (size_t i = 0; r == 0 && i < cpus->count; i++) {
		const struct fact_reading *node = &cpus->readings[i];

		if (node->reading.state != READING_VALUE)
			return fact_set_missing(reader, about, -ENODATA);
		if (!node->reading.value.cpulist.words)
			r = cpulist_add(&nodes, (uint32_t)node->instance->number);
	}
	return r < 0 ? r : fact_set_cpulist(reader, about, &nodes);
}
