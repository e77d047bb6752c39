/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes a snapshot: facts, then tunables with their instances, then defaults. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "host/numa.h"
#include "host/reader.h"

/* Some read more than the one they stand for, where one file tells both. */
static int (*const fact_readers[FACT_END_])(struct reader *reader) = {
	[FACT_ARCH] = facts_arch,
	[FACT_BOOT_ID] = facts_boot_id,
	[FACT_BOOT_LINE] = facts_boot_line,
	[FACT_CAPABILITIES] = facts_capabilities,
	[FACT_CGROUP_CPU_QUOTA] = facts_cgroup_quota,
	[FACT_CGROUP_CPUSET] = facts_cgroup_cpuset,
	[FACT_CGROUP_MEMORY_MAX] = facts_cgroup_memory,
	[FACT_CONTAINER] = facts_container,
	[FACT_CORES] = facts_cores,
	[FACT_CPUS_ISOLATED] = facts_cpus_isolated,
	[FACT_CPUS_NOHZ_FULL] = facts_cpus_nohz_full,
	[FACT_CPUS_ONLINE] = facts_cpus_online,
	[FACT_CPUS_ONLINE_COUNT] = facts_cpus_online_count,
	[FACT_CPUS_POSSIBLE] = facts_cpus_possible,
	[FACT_CPUS_PRESENT] = facts_cpus_present,
	[FACT_KERNEL_RCU_NOCBS] = facts_rcu_nocbs,
	[FACT_KERNEL_REALTIME] = facts_realtime,
	[FACT_KERNEL_RELEASE] = facts_release,
	[FACT_KERNEL_RELEASE_TEXT] = facts_release,
	[FACT_KERNEL_TAINTED] = facts_tainted,
	[FACT_KERNEL_TRUST] = facts_release,
	[FACT_LOAD_ONE] = facts_load_one,
	[FACT_LOAD_RUNNABLE] = facts_load_runnable,
	[FACT_MEMORY_AVAILABLE] = facts_memory_available,
	[FACT_MEMORY_DIRTY] = facts_memory_dirty,
	[FACT_MEMORY_PAGE_SIZE] = facts_page_size,
	[FACT_MEMORY_TOTAL] = facts_memory_total,
	[FACT_NETNS_INITIAL] = facts_netns_initial,
	[FACT_NETNS_INODE] = facts_netns_inode,
	[FACT_NODE_CPUS] = facts_node_cpus,
	[FACT_NODE_DISTANCES] = facts_node_distances,
	[FACT_NODE_MEMORY] = facts_node_memory,
	[FACT_NODES_COUNT] = facts_nodes_count,
	[FACT_NODES_MEMORY_ONLY] = facts_nodes_memory_only,
	[FACT_NODES_ONLINE] = facts_nodes_online,
	[FACT_OWNERS] = facts_owners,
	[FACT_POWER_SUPPLY] = facts_power_supply,
	[FACT_PRESSURE_CPU] = facts_pressure_cpu,
	[FACT_PRESSURE_IO] = facts_pressure_io,
	[FACT_PRESSURE_MEMORY] = facts_pressure_memory,
	[FACT_SMT_WIDTH] = facts_cores,
	[FACT_SOCKETS] = facts_sockets,
	[FACT_SWAP_TOTAL] = facts_swap_total,
	[FACT_SWAP_USED] = facts_swap_used,
	[FACT_UPTIME] = facts_uptime,
	[FACT_VIRTUALIZATION] = facts_virtualization,
};

static int tunable_read(struct reader *reader, const struct tunable *tunable, const char *path,
			struct reading *ret_reading)
{
	const struct cached_file *kept = reader_kept(reader, path);
	int r;

	if (kept)
		r = reading_of(&tunable->format, kept->status, text_span(&kept->text), ret_reading);
	else
		r = reading_take(reader->source, tunable, path, ret_reading);
	if (r < 0)
		return r;
	if (ret_reading->state == READING_MALFORMED)
		diag_add(reader->diag, -EBADMSG, path, "not a value of %s: \"%s\"", tunable->id,
			 ret_reading->raw);
	return absent_explain(reader, tunable, path, ret_reading);
}

static int take_instance(struct reader *reader, const struct tunable *tunable,
			 const struct instance *instance)
{
	struct snapshot *snapshot = reader->snapshot;
	autofree char *path = NULL;
	struct reading reading = { 0 };
	int r = instance_path(tunable, instance, &path);

	if (r < 0)
		return r;
	r = array_reserve(&snapshot->readings, &snapshot->reading_capacity,
			  snapshot->reading_count + 1, sizeof(*snapshot->readings));
	if (r < 0)
		return r;
	r = tunable_read(reader, tunable, path, &reading);
	if (r < 0) {
		reading_done(&reading);
		return r;
	}
	snapshot->readings[snapshot->reading_count++] = (struct tunable_reading){
		.tunable = tunable,
		.instance = instance,
		.path = take_ptr(path),
		.reading = reading,
	};
	return 0;
}

static int take_instances(struct reader *reader, const struct tunable *tunable)
{
	const struct instance_set *set = NULL;
	autofree char *folder = NULL;
	int r = instances_folder(tunable, &folder);

	if (r == 0)
		r = instances_of(reader, tunable->scope, folder, &set);
	for (size_t i = 0; r == 0 && set && i < set->count; i++)
		r = take_instance(reader, tunable, &set->instances[i]);
	return r;
}

static int take_tunable(struct reader *reader, const struct tunable *tunable)
{
	struct snapshot *snapshot = reader->snapshot;
	size_t first = snapshot->reading_count;
	int r = array_reserve(&snapshot->slots, &snapshot->slot_capacity, snapshot->slot_count + 1,
			      sizeof(*snapshot->slots));

	if (r == 0)
		r = scope_has_instances(tunable->scope) ? take_instances(reader, tunable)
							: take_instance(reader, tunable, NULL);
	if (r < 0)
		return r;
	snapshot->slots[snapshot->slot_count++] = (struct tunable_slot){
		.tunable = tunable,
		.first = first,
		.count = snapshot->reading_count - first,
	};
	return 0;
}

/* Once all else is read: a default may be computed from memory, CPUs or another tunable. */
static int compute_defaults(struct snapshot *snapshot)
{
	const struct release *release = snapshot_release(snapshot);
	struct resolver resolver;

	snapshot_resolver(snapshot, &resolver);
	for (size_t i = 0; i < snapshot->slot_count; i++) {
		struct tunable_slot *slot = &snapshot->slots[i];
		int r = tunable_default_on(slot->tunable, release, &resolver, &slot->default_low,
					   &slot->default_high, &slot->default_why);

		if (r == -ENOMEM)
			return r;
		slot->has_default = r == 0;
	}
	return 0;
}

/* libnuma's opinion is a sentence at most; what sysfs shows stands. */
static void ask_libnuma(const struct snapshot *snapshot, struct diag *diag)
{
	const struct fact_reading *count = snapshot_fact(snapshot, FACT_NODES_COUNT);
	int r = -ENODATA;

	if (count && count->reading.state == READING_VALUE &&
	    count->reading.value.number.magnitude > 1)
		r = numa_crosscheck(snapshot, diag);
	(void)r; /* whatever it is, it is told */
}

int snapshot_take(struct snapshot *snapshot, struct source *source, const struct needs *needs,
		  struct diag *diag)
{
	auto_reader struct reader reader = { 0 };
	int r = 0;

	if (snapshot->is_taken)
		return -EINVAL;
	snapshot->is_taken = true;
	snapshot->is_live = source_kind(source) == SOURCE_LIVE;
	reader_init(&reader, source, snapshot, needs, diag);
	reader.read_fact = fact_readers;
	/* Without the release nothing can be said of a file that is missing, nor of a default. */
	if (needs->tunable_count > 0)
		r = facts_take(&reader, FACT_KERNEL_RELEASE);
	for (enum fact fact = FACT_ARCH; fact < FACT_END_ && r == 0; fact++) {
		if (needs->facts[fact])
			r = facts_take(&reader, fact);
	}
	for (size_t i = 0; i < needs->tunable_count && r == 0; i++)
		r = take_tunable(&reader, needs->tunables[i]);
	if (r == 0)
		r = compute_defaults(snapshot);
	if (r == 0)
		ask_libnuma(snapshot, diag);
	return r;
}
