/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small hosts and the writes over them. Include after cmocka.h. */
#ifndef TESTS_GUARD_HOST_H
#define TESTS_GUARD_HOST_H

#include "guard/guard.h"
#include "host-tree.h"

#define MEMORY_FILE "proc/meminfo"
#define CPU_FILE    "sys/devices/system/cpu/online"
#define KERNEL_FILE "proc/sys/kernel/osrelease"
#define CONF	    "proc/sys/net/ipv4/conf/"
#define WRITES_MAX  8

/* What a sequence of writes is made of; text in the row's own format. */
struct wish {
	const struct tunable *tunable;
	const char *instance; /* NULL: none */
	const char *to;
};

static const struct instance *instance_named(const struct snapshot *snapshot,
					     const struct tunable *tunable, const char *name)
{
	size_t count;
	const struct tunable_reading *readings = snapshot_tunables(snapshot, tunable, &count);

	for (size_t i = 0; name && i < count; i++)
		if (strcmp(readings[i].instance->name, name) == 0)
			return readings[i].instance;
	assert_null(name);
	return NULL;
}

/* The guard's answer to the writes on a host that was taken; *ret_write: which one made it so. */
static enum guard_answer answer_on(const struct host *host, const struct wish *wishes, size_t count,
				   size_t *ret_write)
{
	struct guard_write writes[WRITES_MAX] = { 0 };
	struct value values[WRITES_MAX] = { 0 };
	auto_refusal struct guard_refusal refusal = { 0 };
	enum guard_answer answer;

	assert_true(count <= WRITES_MAX);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(value_parse(&wishes[i].tunable->format, span_of(wishes[i].to),
					     &values[i]),
				 0);
		writes[i] = (struct guard_write){
			.tunable = wishes[i].tunable,
			.instance = instance_named(host->snapshot, wishes[i].tunable,
						   wishes[i].instance),
			.to = &values[i],
		};
	}
	assert_int_equal(guard_writes(host->snapshot, writes, count, &refusal), 0);
	answer = refusal.answer;
	if ((answer == GUARD_ALLOWED) != (refusal.why.length == 0))
		fail_msg("%s with \"%s\"", guard_answer_name(answer),
			 refusal.why.bytes ? refusal.why.bytes : "");
	*ret_write = refusal.write;
	for (size_t i = 0; i < count; i++)
		value_done(&values[i]);
	return answer;
}

#endif
