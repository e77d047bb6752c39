/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the machine bears: a limit that is right on one host exhausts a smaller one (security.md
 * 3.7). Only more than what stands there, and more than the release's own default, is refused.
 */
#include "config.h"

#include "guard/parts.h"

#include <string.h>

struct bound {
	const char *id;
	uint32_t element_plus_one; /* of a vector */
	uint64_t bytes_each;	   /* memory that one unit of the value may come to hold */
	bool is_per_cpu;
	uint64_t share; /* at most one part in so many of the memory */
};

/*
 * Sizes of the kernel's objects are those that /proc/slabinfo shows on Linux 6.18 for x86-64,
 * rounded up for what hangs on them. The shares are our own: no kernel has such a bound.
 */
static const struct bound bounds[] = {
	/* The kernel doubles what a program asks of a pipe. */
	{ .id = "fs.pipe-max-size", .bytes_each = 1, .share = 64 },
	/* Packets of 2 KiB and their heads, for each CPU. */
	{ .id = "net.core.netdev_max_backlog", .bytes_each = 2304, .is_per_cpu = true, .share = 8 },
	{ .id = "net.core.optmem_max", .bytes_each = 1, .share = 64 },
	/* One socket's; the kernel doubles what is asked for. Its defaults for TCP are memory / 128
	 * at most. */
	{ .id = "net.core.rmem_max", .bytes_each = 1, .share = 64 },
	/* A number for each slot (rps_sock_flow_table). */
	{ .id = "net.core.rps_sock_flow_entries", .bytes_each = 4, .share = 64 },
	{ .id = "net.core.wmem_max", .bytes_each = 1, .share = 64 },
	/* The head of a list for each slot (inet_ehash_bucket), in each namespace. */
	{ .id = "net.ipv4.tcp_child_ehash_entries", .bytes_each = 8, .share = 64 },
	{ .id = "net.ipv4.tcp_limit_output_bytes", .bytes_each = 1, .share = 64 },
	{ .id = "net.ipv4.tcp_rmem", .element_plus_one = 3, .bytes_each = 1, .share = 64 },
	{ .id = "net.ipv4.tcp_wmem", .element_plus_one = 3, .bytes_each = 1, .share = 64 },
	/* What every socket keeps when memory is short. */
	{ .id = "net.ipv4.udp_rmem_min", .bytes_each = 1, .share = 4096 },
	{ .id = "net.ipv4.udp_wmem_min", .bytes_each = 1, .share = 4096 },
	/* nf_conntrack (256) and its extensions; others fill the table, by sending packets. */
	{ .id = "net.netfilter.nf_conntrack_max", .bytes_each = 512, .share = 8 },
	/* rps_dev_flow, for each receive queue. */
	{ .id = "net.rps_flow_cnt", .bytes_each = 8, .share = 256 },
	/* Beyond this, writers would be slowed down too late to leave room for programs. */
	{ .id = "vm.dirty_background_bytes", .bytes_each = 1, .share = 2 },
	{ .id = "vm.dirty_bytes", .bytes_each = 1, .share = 2 },
	/* vm_area_struct (192) and its part of a maple_node, in one process. */
	{ .id = "vm.max_map_count", .bytes_each = 256, .share = 4 },
};

static const struct bound *bound_of(const struct tunable *tunable)
{
	for (size_t i = 0; i < ARRAY_SIZE(bounds); i++) {
		if (strcmp(bounds[i].id, tunable->id) == 0)
			return &bounds[i];
	}
	return NULL;
}

/* The number that is bounded; false: there is none. */
static bool number_of(const struct bound *bound, const struct value *value,
		      struct number *ret_number)
{
	struct value element = { 0 };

	if (value->kind == VALUE_NUMBER) {
		*ret_number = value->number;
		return true;
	}
	if (!bound->element_plus_one ||
	    value_element(value, bound->element_plus_one - 1, &element) < 0)
		return false;
	*ret_number = element.number;
	return true;
}

static bool is_up_to_default(const struct snapshot *snapshot, const struct tunable *tunable,
			     const struct bound *bound, struct number number, struct text *why)
{
	auto_text struct text id = { 0 };
	struct resolved resolved = { 0 };
	struct resolver resolver;
	struct number most;

	text_addf(&id, "default:%s", tunable->id);
	if (text_status(&id) < 0) {
		why->status = text_status(&id);
		return false;
	}
	snapshot_resolver(snapshot, &resolver);
	if (!resolver.resolve(resolver.closure, id.bytes, &resolved) || !resolved.value)
		return false;
	return number_of(bound, resolved.value_high ? resolved.value_high : resolved.value,
			 &most) &&
	       number_compare(number, most) <= 0;
}

static bool fact_number(const struct snapshot *snapshot, enum fact fact, uint64_t *ret_number)
{
	const struct fact_reading *found = snapshot_fact(snapshot, fact);

	return found && found->reading.state == READING_VALUE &&
	       found->reading.value.kind == VALUE_NUMBER &&
	       number_to_u64(found->reading.value.number, ret_number) == 0;
}

static enum guard_answer judge_memory(const struct snapshot *snapshot,
				      const struct tunable *tunable, const struct bound *bound,
				      struct number number, struct text *why)
{
	uint64_t memory;
	uint64_t cpus = 1;
	uint64_t most;

	if (!fact_number(snapshot, FACT_MEMORY_TOTAL, &memory) ||
	    (bound->is_per_cpu && !fact_number(snapshot, FACT_CPUS_ONLINE_COUNT, &cpus)))
		return refuse(why, GUARD_UNKNOWN,
			      "how much of %s this machine bears is not known, for its memory is "
			      "not",
			      tunable->id);
	most = memory / bound->share / bound->bytes_each / (cpus > 0 ? cpus : 1);
	if (number_compare(number, number_from_u64(most)) <= 0)
		return GUARD_ALLOWED;
	number_print(why, number);
	return refuse(why, GUARD_OUT_OF_RANGE,
		      " of %s could take more than 1/%llu of this machine's memory; it bears %llu",
		      tunable->id, (unsigned long long)bound->share, (unsigned long long)most);
}

/* Every online CPU of @cpus is isolated: whoever isolated them wants no other work there, and a
 * device that nobody else serves stalls with them (security.md 3.6). */
static bool is_all_isolated(const struct snapshot *snapshot, const struct cpulist *cpus,
			    const struct cpulist *online)
{
	const struct fact_reading *isolated = snapshot_fact(snapshot, FACT_CPUS_ISOLATED);

	if (!isolated || isolated->reading.state != READING_VALUE)
		return false;
	for (int64_t cpu = cpulist_next(cpus, 0); cpu >= 0;
	     cpu = cpulist_next(cpus, (uint32_t)cpu + 1)) {
		if (cpulist_has(online, (uint32_t)cpu) &&
		    !cpulist_has(&isolated->reading.value.cpulist, (uint32_t)cpu))
			return false;
	}
	return true;
}

/* The mask of a queue may be empty: then its packets are not spread. All other work needs a CPU.
 * Which CPUs send from a queue (XPS) says nothing about where work is done. */
static enum guard_answer judge_cpus(const struct snapshot *snapshot, const struct tunable *tunable,
				    const struct cpulist *cpus, struct text *why)
{
	const struct fact_reading *online = snapshot_fact(snapshot, FACT_CPUS_ONLINE);
	bool may_be_empty = tunable->scope == SCOPE_RX_QUEUE || tunable->scope == SCOPE_TX_QUEUE;

	if (cpulist_count(cpus) == 0)
		return may_be_empty
			       ? GUARD_ALLOWED
			       : refuse(why, GUARD_OUT_OF_RANGE, "%s needs a CPU", tunable->id);
	if (!online || online->reading.state != READING_VALUE)
		return refuse(why, GUARD_UNKNOWN, "which CPUs are online is not known");
	if (cpulist_disjoint(cpus, &online->reading.value.cpulist))
		return refuse(why, GUARD_OUT_OF_RANGE, "%s names no CPU that is online",
			      tunable->id);
	if (tunable->scope != SCOPE_TX_QUEUE &&
	    is_all_isolated(snapshot, cpus, &online->reading.value.cpulist))
		return refuse(why, GUARD_OUT_OF_RANGE,
			      "%s names isolated CPUs alone; one that is not must be left",
			      tunable->id);
	return GUARD_ALLOWED;
}

enum guard_answer bounds_judge(const struct snapshot *snapshot, const struct tunable *tunable,
			       const struct value *now, const struct value *to, struct text *why)
{
	const struct bound *bound = bound_of(tunable);
	struct number number;
	struct number standing;

	if (to->kind == VALUE_CPULIST)
		return judge_cpus(snapshot, tunable, &to->cpulist, why);
	if (now->kind == VALUE_CHOICE && to->kind == VALUE_CHOICE &&
	    !choice_offers(&now->choice, to->choice.chosen))
		return refuse(why, GUARD_OUT_OF_RANGE, "this kernel does not offer \"%s\" of %s",
			      to->choice.chosen, tunable->id);
	if (!bound || !number_of(bound, to, &number))
		return GUARD_ALLOWED;
	if (number_of(bound, now, &standing) && number_compare(number, standing) <= 0)
		return GUARD_ALLOWED;
	if (is_up_to_default(snapshot, tunable, bound, number, why))
		return GUARD_ALLOWED;
	return judge_memory(snapshot, tunable, bound, number, why);
}
