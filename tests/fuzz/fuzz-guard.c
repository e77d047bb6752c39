/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The guard over hosts and writes made of bytes: of two values at most one direction is free unless
 * they are equally strong, what is there may be written again, and no sequence that is allowed
 * leaves anything weaker at any moment, by an oracle with lists of its own.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "guard/guard.h"
#include "host/parts.h"

#define PLACES_MAX 1024
#define WRITES_MAX 16
#define CONF_ROW   "net.ipv4.conf.rp_filter"
#define RUNTIME	   "kernel.sched_rt_runtime_us"
#define PERIOD	   "kernel.sched_rt_period_us"

static const char *const instance_names[] = { "all", "default", "eth0", "veth0" };

/* ---- a host of bytes ---- */

struct input {
	const uint8_t *bytes;
	size_t length;
};

struct world {
	struct snapshot *snapshot;
	struct tunable_reading *places[PLACES_MAX];
	size_t count;
	struct instance instances[ARRAY_SIZE(instance_names)];
};

static uint8_t next_byte(struct input *input)
{
	if (input->length == 0)
		return 0;
	input->length--;
	return *input->bytes++;
}

/* One number near a place where answers change. */
static struct number number_near(const struct tunable *row, uint8_t byte)
{
	const struct number anchors[] = {
		row->min,
		row->max,
		number_from_u64(0),
		number_from_u64(1000),
		number_from_u64(950000),
		number_from_u64(1000000),
		number_from_u64(UINT64_C(1) << 31),
		number_from_u64(UINT64_C(1) << 40),
	};
	struct number anchor = anchors[byte % ARRAY_SIZE(anchors)];
	struct number near;

	/* From 3 below to 28 above. */
	if (number_scale(anchor, number_from_u64(1), 1, number_from_i64((byte >> 3) - 3),
			 ROUND_EXACT, &near) < 0)
		return anchor;
	return near;
}

static void add_fact(struct snapshot *snapshot, enum fact fact, struct value value)
{
	struct fact_reading *reading = calloc(1, sizeof(*reading));

	fuzz_require(reading);
	reading->fact = fact;
	reading->reading.state = READING_VALUE;
	reading->reading.value = value;
	snapshot->facts[fact] = (struct fact_slot){ true, reading, 1, 1 };
}

static void add_facts(struct snapshot *snapshot, uint8_t byte)
{
	static const struct release releases[] = { RELEASE(6, 12), RELEASE(7, 2), RELEASE(7, 0),
						   RELEASE(4, 4) };
	struct value release = { .kind = VALUE_RELEASE };
	struct value memory = { .kind = VALUE_NUMBER };

	release.release = releases[byte % ARRAY_SIZE(releases)];
	add_fact(snapshot, FACT_KERNEL_RELEASE, release);
	if (byte & 4)
		return;
	memory.number = number_from_u64(UINT64_C(1) << (26 + (byte >> 3)));
	add_fact(snapshot, FACT_MEMORY_TOTAL, memory);
	memory.number = number_from_u64(4);
	add_fact(snapshot, FACT_CPUS_ONLINE_COUNT, memory);
}

static void add_place(struct world *world, const struct tunable *row,
		      const struct instance *instance, uint8_t byte)
{
	struct snapshot *snapshot = world->snapshot;
	struct tunable_reading *reading = &snapshot->readings[snapshot->reading_count++];

	*reading = (struct tunable_reading){ .tunable = row, .instance = instance };
	reading->reading.state = byte == 0xff ? READING_UNREADABLE : READING_VALUE;
	if (byte != 0xff)
		reading->reading.value =
			(struct value){ .kind = VALUE_NUMBER, .number = number_near(row, byte) };
	world->places[world->count++] = reading;
}

static void add_row(struct world *world, const struct tunable *row, struct input *input)
{
	struct snapshot *snapshot = world->snapshot;
	struct tunable_slot *slot = &snapshot->slots[snapshot->slot_count++];
	struct resolver resolver;

	*slot = (struct tunable_slot){ .tunable = row, .first = snapshot->reading_count };
	if (row->scope == SCOPE_NETDEV) {
		for (size_t i = 0; i < ARRAY_SIZE(instance_names); i++)
			add_place(world, row, &world->instances[i], next_byte(input));
	} else {
		add_place(world, row, NULL, next_byte(input));
	}
	slot->count = snapshot->reading_count - slot->first;
	snapshot_resolver(snapshot, &resolver);
	slot->has_default =
		tunable_default_on(row, snapshot_release(snapshot), &resolver, &slot->default_low,
				   &slot->default_high, &slot->default_why) == 0;
}

static void world_make(struct world *world, struct input *input)
{
	struct snapshot *snapshot = NULL;

	*world = (struct world){ 0 };
	fuzz_require(snapshot_new(&snapshot) == 0);
	world->snapshot = snapshot;
	snapshot->is_taken = true;
	snapshot->readings = calloc(PLACES_MAX, sizeof(*snapshot->readings));
	snapshot->slots = calloc(PLACES_MAX, sizeof(*snapshot->slots));
	fuzz_require(snapshot->readings && snapshot->slots);
	for (size_t i = 0; i < ARRAY_SIZE(instance_names); i++)
		world->instances[i] = (struct instance){ .kind = SCOPE_NETDEV,
							 .name = (char *)instance_names[i],
							 .is_group = i < 2 };
	add_facts(snapshot, next_byte(input));
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);

		fuzz_require(world->count + ARRAY_SIZE(instance_names) < PLACES_MAX);
		if (row->format.kind == VALUE_NUMBER && row->scope <= SCOPE_NETDEV)
			add_row(world, row, input);
	}
}

/* ---- the oracle ---- */

enum direction {
	DIRECTION_FREE = 1, /* no value is weaker */
	DIRECTION_UP,
	DIRECTION_DOWN,
	DIRECTION_ORDER, /* by a list of its own */
	DIRECTION_NEVER, /* not written at all */
};

struct known {
	const char *id;
	enum direction direction;
	const char *order; /* digits, weakest first; equals in brackets */
};

static const struct known knowledge[] = {
	{ CONF_ROW, DIRECTION_ORDER, "021" },
	{ "net.ipv4.tcp_syncookies", DIRECTION_ORDER, "0(12)" },
	{ "net.ipv4.tcp_abort_on_overflow", DIRECTION_ORDER, "10" },
	{ "net.core.netdev_budget", DIRECTION_UP, NULL },
	{ "net.core.netdev_max_backlog", DIRECTION_UP, NULL },
	{ "net.core.somaxconn", DIRECTION_UP, NULL },
	{ "net.ipv4.tcp_max_syn_backlog", DIRECTION_UP, NULL },
	{ "net.netfilter.nf_conntrack_max", DIRECTION_UP, NULL },
	{ "vm.max_map_count", DIRECTION_UP, NULL },
	{ "net.ipv4.tcp_synack_retries", DIRECTION_DOWN, NULL },
	{ "vm.swappiness", DIRECTION_DOWN, NULL },
	{ "kernel.numa_balancing", DIRECTION_NEVER, NULL },
	{ "kernel.timer_migration", DIRECTION_NEVER, NULL },
	{ "net.ipv4.tcp_tw_reuse", DIRECTION_NEVER, NULL },
	{ "net.netfilter.nf_conntrack_count", DIRECTION_NEVER, NULL },
	{ "fs.file-max", DIRECTION_NEVER, NULL },
};

static const struct known *known_of(const char *id)
{
	static const struct known neutral = { NULL, DIRECTION_FREE, NULL };

	for (size_t i = 0; i < ARRAY_SIZE(knowledge); i++) {
		if (strcmp(knowledge[i].id, id) == 0)
			return &knowledge[i];
	}
	return &neutral;
}

/* -1: no such digit. */
static int strength_of(const char *order, struct number number)
{
	int strength = 0;
	int step = 1;

	for (size_t i = 0; order[i]; i++) {
		if (order[i] == '(') {
			step = 0;
		} else if (order[i] == ')') {
			step = 1;
			strength++;
		} else if (!number.negative && number.magnitude == (uint64_t)(order[i] - '0')) {
			return strength;
		} else {
			strength += step;
		}
	}
	return -1;
}

static bool is_no_weaker(const char *id, struct number was, struct number is)
{
	const struct known *known = known_of(id);
	int order = number_compare(is, was);

	if (order == 0)
		return true;
	switch (known->direction) {
	case DIRECTION_FREE:
		return true;
	case DIRECTION_UP:
		return order > 0;
	case DIRECTION_DOWN:
		return order < 0;
	case DIRECTION_ORDER:
		return strength_of(known->order, was) >= 0 &&
		       strength_of(known->order, is) >= strength_of(known->order, was);
	case DIRECTION_NEVER:
		return false;
	}
	return false;
}

/* Numbers of all places at one moment; what is not known stays not known. */
struct state {
	struct number numbers[PLACES_MAX];
	bool is_known[PLACES_MAX];
};

static size_t place_of(const struct world *world, const char *id, const struct instance *instance)
{
	for (size_t i = 0; i < world->count; i++) {
		if (strcmp(world->places[i]->tunable->id, id) == 0 &&
		    world->places[i]->instance == instance)
			return i;
	}
	return PLACES_MAX;
}

static void state_start(const struct world *world, struct state *state)
{
	for (size_t i = 0; i < world->count; i++) {
		state->is_known[i] = world->places[i]->reading.state == READING_VALUE;
		state->numbers[i] = world->places[i]->reading.value.number;
	}
}

static void state_write(const struct world *world, struct state *state,
			const struct guard_write *write)
{
	static const char *const pairs[][2] = {
		{ "vm.dirty_bytes", "vm.dirty_ratio" },
		{ "vm.dirty_background_bytes", "vm.dirty_background_ratio" },
	};
	size_t at = place_of(world, write->tunable->id, write->instance);

	fuzz_require(at < PLACES_MAX);
	if (number_compare(state->numbers[at], write->to->number) == 0)
		return;
	state->numbers[at] = write->to->number;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		for (size_t side = 0; side < 2; side++) {
			if (strcmp(write->tunable->id, pairs[i][side]) == 0)
				state->numbers[place_of(world, pairs[i][1 - side], NULL)] =
					number_from_u64(0);
		}
	}
}

/* How much of the time real-time tasks get, in millionths rounded up; all of it: more than any. */
static uint64_t share_of(struct number runtime, struct number period)
{
	if (runtime.negative || period.negative || runtime.magnitude >= period.magnitude)
		return UINT64_MAX;
	return (uint64_t)((unsigned __int128)runtime.magnitude * UINT64_C(1000000000000) /
			  period.magnitude);
}

static void check_real_time(const struct world *world, const struct state *start,
			    const struct state *now)
{
	size_t runtime = place_of(world, RUNTIME, NULL);
	size_t period = place_of(world, PERIOD, NULL);
	struct number is = now->numbers[runtime];

	if (number_compare(is, start->numbers[runtime]) == 0 &&
	    number_compare(now->numbers[period], start->numbers[period]) == 0)
		return;
	fuzz_require(start->is_known[runtime] && start->is_known[period]);
	fuzz_require(!is.negative);
	fuzz_require(share_of(is, now->numbers[period]) <=
		     share_of(start->numbers[runtime], start->numbers[period]));
}

static struct number larger(struct number a, struct number b)
{
	return number_compare(a, b) > 0 ? a : b;
}

static void check_state(const struct world *world, const struct state *start,
			const struct state *now)
{
	size_t all = place_of(world, CONF_ROW, &world->instances[0]);

	check_real_time(world, start, now);
	for (size_t i = 0; i < world->count; i++) {
		const char *id = world->places[i]->tunable->id;
		struct number was = start->numbers[i];
		struct number is = now->numbers[i];

		if (i == all || strcmp(id, RUNTIME) == 0 || strcmp(id, PERIOD) == 0)
			continue;
		if (strcmp(id, CONF_ROW) == 0) {
			was = larger(was, start->numbers[all]);
			is = larger(is, now->numbers[all]);
		}
		/* What is not known may not have been touched, by its own write or by "all". */
		if (!start->is_known[i])
			fuzz_require(number_compare(was, is) == 0);
		fuzz_require(is_no_weaker(id, was, is));
	}
}

/* ---- the properties ---- */

static void check_both_ways(const struct tunable *row, const struct value *a, const struct value *b)
{
	const struct known *known = known_of(row->id);
	bool is_there = guard_compare(row, a, b) == GUARD_ALLOWED;
	bool is_back = guard_compare(row, b, a) == GUARD_ALLOWED;

	fuzz_require(guard_compare(row, a, a) == GUARD_ALLOWED);
	if (value_equal(a, b))
		fuzz_require(is_there && is_back);
	else if (known->direction == DIRECTION_ORDER && is_there && is_back)
		fuzz_require(strength_of(known->order, a->number) ==
			     strength_of(known->order, b->number));
	else if (known->direction == DIRECTION_UP || known->direction == DIRECTION_DOWN)
		fuzz_require(!is_there || !is_back);
	/* A row that is never written may have values of equal strength all the same. */
	if (is_there && known->direction != DIRECTION_NEVER)
		fuzz_require(is_no_weaker(row->id, a->number, b->number));
}

static void check_same_again(const struct world *world)
{
	struct guard_write writes[PLACES_MAX];
	auto_refusal struct guard_refusal refusal = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < world->count; i++) {
		const struct tunable_reading *place = world->places[i];

		if (place->reading.state == READING_VALUE)
			writes[count++] = (struct guard_write){ place->tunable, place->instance,
								&place->reading.value };
	}
	fuzz_require(guard_writes(world->snapshot, writes, count, &refusal) == 0);
	fuzz_require(refusal.answer == GUARD_ALLOWED);
}

static void check_writes(const struct world *world, struct input *input)
{
	struct guard_write writes[WRITES_MAX];
	struct value values[WRITES_MAX];
	auto_refusal struct guard_refusal refusal = { 0 };
	struct state start = { 0 };
	struct state now;
	size_t count = 0;
	size_t allowed;

	while (count < WRITES_MAX && input->length >= 2) {
		const struct tunable_reading *place =
			world->places[next_byte(input) % world->count];

		values[count] = (struct value){
			.kind = VALUE_NUMBER,
			.number = number_near(place->tunable, next_byte(input)),
		};
		writes[count] =
			(struct guard_write){ place->tunable, place->instance, &values[count] };
		if (place->reading.state == READING_VALUE)
			check_both_ways(place->tunable, &place->reading.value, &values[count]);
		count++;
	}
	fuzz_require(guard_writes(world->snapshot, writes, count, &refusal) == 0);
	fuzz_require((refusal.answer == GUARD_ALLOWED) == (refusal.why.length == 0));
	/* What comes before a refused write was judged too. */
	allowed = refusal.answer == GUARD_ALLOWED ? count : refusal.write;
	fuzz_require(allowed <= count);
	state_start(world, &start);
	now = start;
	for (size_t i = 0; i < allowed; i++) {
		state_write(world, &now, &writes[i]);
		check_state(world, &start, &now);
	}
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct input input = { bytes, length };
	struct world world;

	world_make(&world, &input);
	check_same_again(&world);
	check_writes(&world, &input);
	snapshot_free(world.snapshot);
	return 0;
}
