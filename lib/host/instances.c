/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The instances of a scope: what the folder before the braces of a path holds, each folder once. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "host/netdev.h"
#include "host/reader.h"

#define CPU_FOLDER    "/sys/devices/system/cpu"
#define POLICY_FOLDER "/cpufreq"
#define SYSCTL_FOLDER "/proc/sys/net"

/* @fragment may be NULL: the name. */
static int instance_add(struct instance_set *set, const char *name, const char *fragment,
			int64_t number)
{
	int r = array_reserve(&set->instances, &set->capacity, set->count + 1,
			      sizeof(*set->instances));
	autofree char *own_name = strdup(name);
	autofree char *own_fragment = strdup(fragment ? fragment : name);

	if (r < 0 || !own_name || !own_fragment)
		return -ENOMEM;
	set->instances[set->count++] = (struct instance){
		.kind = set->scope,
		.name = take_ptr(own_name),
		.fragment = take_ptr(own_fragment),
		.number = number,
	};
	return 0;
}

static bool is_named(const struct reader *reader, const char *name)
{
	if (reader->needs->has_every_instance)
		return true;
	for (size_t i = 0; i < reader->needs->instance_count; i++) {
		if (strcmp(reader->needs->instance_names[i], name) == 0)
			return true;
	}
	return false;
}

/* "cpu3" with "cpu": 3. False for everything else of that folder ("cpufreq", "cpuidle"). */
static bool numbered(const char *name, const char *prefix, int64_t *ret_number)
{
	struct span text = span_of(name);
	uint32_t number;

	if (!span_skip(&text, prefix) || number_parse_u32(text, NUMBER_BASE_10, &number) < 0)
		return false;
	/* "cpu007" is no name that a kernel gives. */
	if (text.length > 1 && text.bytes[0] == '0')
		return false;
	*ret_number = number;
	return true;
}

static int add_numbered(struct instance_set *set, const struct source_names *names,
			const char *prefix, int64_t limit)
{
	int r = 0;

	for (size_t i = 0; i < names->count && r == 0; i++) {
		int64_t number;

		if (numbered(names->names[i], prefix, &number) && number < limit)
			r = instance_add(set, names->names[i], NULL, number);
	}
	return r;
}

static int add_blocks(const struct reader *reader, struct instance_set *set,
		      const struct source_names *names)
{
	static const char *const virtual_kinds[] = { "loop", "ram", "zram", "dm-", "nbd" };

	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->names[i];
		bool is_virtual = false;
		int64_t number;

		for (size_t k = 0; k < ARRAY_SIZE(virtual_kinds); k++)
			is_virtual |= numbered(name, virtual_kinds[k], &number);
		if (is_virtual && !is_named(reader, name))
			continue;

		int r = instance_add(set, name, NULL, -1);

		if (r < 0)
			return r;
		set->instances[set->count - 1].is_virtual = is_virtual;
	}
	return 0;
}

static int compare_netdevs(const void *a, const void *b)
{
	const struct instance *left = a;
	const struct instance *right = b;

	if (left->is_group != right->is_group)
		return left->is_group ? -1 : 1;
	if (left->number != right->number)
		return left->number < right->number ? -1 : 1;
	return strcmp(left->name, right->name);
}

/* A tree that does not tell how it was taken is believed to be of one namespace. */
static int ask_whose_sysfs(struct reader *reader)
{
	bool is_ours = true;
	int r = 0;

	if (reader->is_whole && !reader->has_own_sysfs)
		r = netdev_sysfs_is_ours(reader->source, &is_ours);
	if (!reader->has_own_sysfs)
		reader->has_own_sysfs = truth_of(is_ours);
	return r;
}

static int add_netdevs(struct reader *reader, struct instance_set *set,
		       const struct source_names *names)
{
	bool is_sysctl = span_starts(span_of(set->folder), SYSCTL_FOLDER);
	bool has_sysfs;
	int r = ask_whose_sysfs(reader);

	if (r < 0)
		return r;
	has_sysfs = reader->has_own_sysfs != TRUTH_NO;
	/* Devices of another namespace are none of ours, whatever their names. */
	if (!is_sysctl && !has_sysfs)
		return 0;
	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->names[i];
		bool is_group =
			is_sysctl && (strcmp(name, "all") == 0 || strcmp(name, "default") == 0);
		struct netdev netdev = { .number = -1 };

		/* A switch of the bonding driver, between the devices. */
		if (strcmp(name, "bonding_masters") == 0)
			continue;
		if (!is_group) {
			r = netdev_look(reader->source, name, has_sysfs, is_named(reader, name),
					&netdev);
			if (r < 0)
				return r;
		}
		if (netdev.is_virtual && !is_named(reader, name) &&
		    !(is_sysctl && reader->needs && reader->needs->has_virtual_netdevs))
			continue;
		r = instance_add(set, name, NULL, netdev.number);
		if (r < 0)
			return r;
		set->instances[set->count - 1].is_group = is_group;
		set->instances[set->count - 1].is_virtual = netdev.is_virtual;
	}
	if (set->count > 1)
		qsort(set->instances, set->count, sizeof(*set->instances), compare_netdevs);
	return 0;
}

/* Instances that lie in a folder of each instance of another scope. */
struct nesting {
	enum scope scope;
	enum scope parent;
	const char *middle; /* "eth0/rx-0" lies in "eth0/queues/rx-0" */
	const char *prefix;
};

static const struct nesting nestings[] = {
	{ SCOPE_RX_QUEUE, SCOPE_NETDEV, "queues", "rx-" },
	{ SCOPE_TX_QUEUE, SCOPE_NETDEV, "queues", "tx-" },
	{ SCOPE_IDLE_STATE, SCOPE_CPU, "cpuidle", "state" },
};

static const struct nesting *nesting_of(enum scope scope)
{
	for (size_t i = 0; i < ARRAY_SIZE(nestings); i++) {
		if (nestings[i].scope == scope)
			return &nestings[i];
	}
	return NULL;
}

static int add_nested_of(struct reader *reader, struct instance_set *set,
			 const struct nesting *nesting, const struct instance *parent)
{
	auto_names struct source_names names = { 0 };
	auto_text struct text name = { 0 };
	auto_text struct text fragment = { 0 };
	int r;

	text_addf(&name, "%s/%s/%s", set->folder, parent->name, nesting->middle);
	r = text_status(&name);
	if (r < 0)
		return r;
	r = source_list(reader->source, name.bytes, &names);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	for (size_t i = 0; i < names.count; i++) {
		int64_t number;

		if (!numbered(names.names[i], nesting->prefix, &number))
			continue;
		text_clear(&name);
		text_addf(&name, "%s/%s", parent->name, names.names[i]);
		text_clear(&fragment);
		text_addf(&fragment, "%s/%s/%s", parent->name, nesting->middle, names.names[i]);
		if (text_status(&name) < 0 || text_status(&fragment) < 0)
			return -ENOMEM;
		r = instance_add(set, name.bytes, fragment.bytes, parent->number);
		if (r < 0)
			return r;
		set->instances[set->count - 1].is_virtual = parent->is_virtual;
	}
	return 0;
}

static int add_nested(struct reader *reader, struct instance_set *set)
{
	const struct nesting *nesting = nesting_of(set->scope);
	const struct instance_set *parents;
	int r = instances_of(reader, nesting->parent, set->folder, &parents);

	for (size_t i = 0; r == 0 && parents && i < parents->count; i++)
		r = add_nested_of(reader, set, nesting, &parents->instances[i]);
	return r;
}

/* "hugepages-64kB" */
static int add_page_sizes(struct instance_set *set, const struct source_names *names)
{
	int r = 0;

	for (size_t i = 0; i < names->count && r == 0; i++) {
		struct span size = span_of(names->names[i]);
		uint32_t number;

		if (span_skip(&size, "hugepages-") && span_ends(size, "kB") &&
		    number_parse_u32((struct span){ size.bytes, size.length - strlen("kB") },
				     NUMBER_BASE_10, &number) == 0)
			r = instance_add(set, names->names[i], NULL, number);
	}
	return r;
}

/*
 * Before Linux 4.3 the files of a policy lie in cpuN/cpufreq alone, beside the folder of policies:
 * instance_path() knows such a fragment by its beginning.
 */
static int add_policies_of_cpus(struct reader *reader, struct instance_set *set)
{
	const struct instance_set *cpus;
	auto_text struct text path = { 0 };
	auto_text struct text name = { 0 };
	int r = instances_of(reader, SCOPE_CPU, CPU_FOLDER, &cpus);

	for (size_t i = 0; r == 0 && cpus && i < cpus->count; i++) {
		uint32_t cpu = (uint32_t)cpus->instances[i].number;

		path_numbered(&path, CPU_FOLDER "/cpu", cpu, POLICY_FOLDER);
		path_numbered(&name, "policy", cpu, "");
		if (text_status(&path) < 0 || text_status(&name) < 0)
			return -ENOMEM;
		/* Where the first has none, there is no frequency driver. */
		if (reader_looks(reader, path.bytes) < 0)
			break;
		path_numbered(&path, "cpu", cpu, POLICY_FOLDER);
		r = text_status(&path);
		if (r == 0)
			r = instance_add(set, name.bytes, path.bytes, cpu);
	}
	return r;
}

static int fill(struct reader *reader, struct instance_set *set, const struct source_names *names)
{
	int r;

	switch (set->scope) {
	case SCOPE_CPU:
		return add_numbered(set, names, "cpu", CPULIST_MAX);
	case SCOPE_NODE:
		return add_numbered(set, names, "node", CPULIST_MAX);
	case SCOPE_IRQ:
		return add_numbered(set, names, "", INT64_MAX);
	case SCOPE_POLICY:
		r = add_numbered(set, names, "policy", CPULIST_MAX);
		return r == 0 && set->count == 0 ? add_policies_of_cpus(reader, set) : r;
	case SCOPE_BLOCK:
		return add_blocks(reader, set, names);
	case SCOPE_NETDEV:
		return add_netdevs(reader, set, names);
	case SCOPE_RX_QUEUE:
	case SCOPE_TX_QUEUE:
	case SCOPE_IDLE_STATE:
		return add_nested(reader, set);
	case SCOPE_PAGE_SIZE:
		return add_page_sizes(set, names);
	case SCOPE_HOST:
	case SCOPE_NETNS:
		break;
	}
	return 0;
}

int instances_of(struct reader *reader, enum scope scope, const char *folder,
		 const struct instance_set **ret_set)
{
	struct snapshot *snapshot = reader->snapshot;
	auto_names struct source_names names = { 0 };
	int r = 0;

	*ret_set = NULL;
	for (size_t i = 0; i < snapshot->set_count; i++) {
		struct instance_set *set = snapshot->sets[i];

		if (set->scope == scope && strcmp(set->folder, folder) == 0) {
			*ret_set = set;
			return 0;
		}
	}

	struct instance_set *set = snapshot_add_set(snapshot, scope, folder);

	if (!set)
		return -ENOMEM;
	if (!nesting_of(scope))
		r = source_list(reader->source, folder, &names);
	if (r == -ENOMEM)
		return r;
	/* A folder that is not there holds nothing: an empty set says so to the next who asks. */
	*ret_set = set;
	return fill(reader, set, &names);
}

int instances_folder(const struct tunable *tunable, char **ret_folder)
{
	const char *brace = strchr(tunable->path, '{');

	if (!brace || brace == tunable->path)
		return -ENOENT;

	struct span folder = { .bytes = tunable->path,
			       .length = (size_t)(brace - tunable->path) - 1 };

	*ret_folder = span_copy(folder);
	return *ret_folder ? 0 : -ENOMEM;
}

int instance_path(const struct tunable *tunable, const struct instance *instance, char **ret_path)
{
	int r = tunable_path(tunable, instance ? instance->fragment : NULL, ret_path);

	if (r < 0 || tunable->scope != SCOPE_POLICY || !instance ||
	    !span_starts(span_of(instance->fragment), "cpu"))
		return r;

	/* ".../cpu/cpufreq/cpu0/cpufreq/..." lies in ".../cpu/cpu0/cpufreq/...". */
	char *folder = strstr(*ret_path, POLICY_FOLDER);
	size_t length = strlen(POLICY_FOLDER);

	if (folder)
		memmove(folder, folder + length, strlen(folder + length) + 1);
	return 0;
}
