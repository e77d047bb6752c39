/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Facts of captured machines against ground truth that others established. Every difference must be
 * argued in a table, and every row of that table must be met.
 * Usage: machines-check DIFFERENCES EXPECTED-FOLDER ROOT...
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/json.h"
#include "host/snapshot.h"

struct difference {
	struct span machine;
	struct span fact;
	struct span ours;
	struct span expected;
	bool is_met;
};

struct check {
	struct difference *differences;
	size_t count;
	size_t capacity;
	const char *machine;
	const struct snapshot *snapshot;
	size_t compared;
	size_t argued;
	size_t wrong;
};

/* Lines MACHINE, FACT, OURS, EXPECTED, WHY; comments begin with '#'. */
static int read_differences(struct check *check, struct span table)
{
	struct span line;

	while (span_split(&table, '\n', &line)) {
		struct difference row = { 0 };
		struct span *const columns[] = { &row.machine, &row.fact, &row.ours,
						 &row.expected };
		size_t column = 0;

		if (line.length == 0 || line.bytes[0] == '#')
			continue;
		while (column < ARRAY_SIZE(columns) && span_split(&line, '\t', columns[column]))
			column++;
		if (column < ARRAY_SIZE(columns) || span_trim(line).length < 10) {
			(void)fprintf(stderr, "a row without reason: %.*s\n",
				      (int)row.machine.length, row.machine.bytes);
			return -EBADMSG;
		}
		if (array_reserve(&check->differences, &check->capacity, check->count + 1,
				  sizeof(row)) < 0)
			return -ENOMEM;
		check->differences[check->count++] = row;
	}
	return 0;
}

static bool is_argued(struct check *check, const char *fact, const char *ours, const char *expected)
{
	for (size_t i = 0; i < check->count; i++) {
		struct difference *row = &check->differences[i];

		if (span_is(row->machine, check->machine) && span_is(row->fact, fact) &&
		    span_is(row->ours, ours) && span_is(row->expected, expected)) {
			row->is_met = true;
			return true;
		}
	}
	return false;
}

static const struct reading *find_reading(const struct snapshot *snapshot, enum fact fact,
					  const char *instance)
{
	size_t count;
	const struct fact_reading *found = snapshot_facts(snapshot, fact, &count);

	for (size_t i = 0; i < count; i++) {
		if (!instance ||
		    (found[i].instance && strcmp(found[i].instance->name, instance) == 0))
			return &found[i].reading;
	}
	return NULL;
}

static void compare(struct check *check, enum fact fact, const char *instance, const char *expected)
{
	const struct reading *reading = find_reading(check->snapshot, fact, instance);
	auto_text struct text ours = { 0 };
	auto_text struct text id = { 0 };

	text_addf(&id, "%s%s%s", fact_row(fact)->id, instance ? "/" : "", instance ? instance : "");
	text_add(&ours, "");
	if (!reading)
		text_add(&ours, "(nothing)");
	else if (reading->state == READING_VALUE)
		value_print(&ours, &fact_row(fact)->format, &reading->value);
	else
		text_addf(&ours, "(%s)", reading_state_name(reading->state));
	if (text_status(&ours) < 0 || text_status(&id) < 0)
		abort();
	check->compared++;
	if (strcmp(ours.bytes ? ours.bytes : "", expected) == 0)
		return;
	if (is_argued(check, id.bytes, ours.bytes ? ours.bytes : "", expected)) {
		check->argued++;
		return;
	}
	check->wrong++;
	(void)printf("%s: %s is \"%s\", expected \"%s\"\n", check->machine, id.bytes,
		     ours.bytes ? ours.bytes : "", expected);
}

/* The canonical form of a list of CPUs or nodes. */
static void compare_list(struct check *check, enum fact fact, const char *instance,
			 struct cpulist *list)
{
	auto_text struct text text = { 0 };

	text_add(&text, "");
	cpulist_print(&text, list);
	cpulist_done(list);
	if (text_status(&text) < 0)
		abort();
	compare(check, fact, instance, text.bytes ? text.bytes : "");
}

static uint64_t number_of(const struct json *json, const struct json_node *node)
{
	struct number number;
	uint64_t n;

	if (json_number(json, node, &number) < 0 || number_to_u64(number, &n) < 0)
		abort();
	return n;
}

static void compare_number(struct check *check, const struct json *json, const char *key,
			   enum fact fact)
{
	const struct json_node *node = json_member(json_root(json), key);
	char expected[32];

	if (!node || json_kind(node) != JSON_NUMBER)
		return;
	(void)snprintf(expected, sizeof(expected), "%llu",
		       (unsigned long long)number_of(json, node));
	compare(check, fact, NULL, expected);
}

static void compare_distances(struct check *check, const struct json *json)
{
	const struct json_node *distances = json_member(json_root(json), "distances");
	const struct json_node *node;
	const struct json_node *row;

	if (!distances || json_kind(distances) != JSON_OBJECT)
		return;
	node = json_first(json_member(distances, "node_order"));
	row = json_first(json_member(distances, "rows"));
	for (; node && row; node = json_next(node), row = json_next(row)) {
		auto_text struct text expected = { 0 };
		char name[32];

		for (const struct json_node *one = json_first(row); one; one = json_next(one))
			text_addf(&expected, "%s%llu", expected.length > 0 ? " " : "",
				  (unsigned long long)number_of(json, one));
		(void)snprintf(name, sizeof(name), "node%llu",
			       (unsigned long long)number_of(json, node));
		if (text_status(&expected) < 0)
			abort();
		compare(check, FACT_NODE_DISTANCES, name, expected.bytes);
	}
}

static void compare_nodes(struct check *check, const struct json *json)
{
	const struct json_node *nodes = json_member(json_root(json), "numa_nodes");
	const struct json_node *cpus = json_member(json_root(json), "node_cpus");
	struct cpulist list = { 0 };

	for (const struct json_node *node = json_first(nodes); node; node = json_next(node)) {
		if (cpulist_add(&list, (uint32_t)number_of(json, node)) < 0)
			abort();
	}
	compare_list(check, FACT_NODES_ONLINE, NULL, &list);
	for (const struct json_node *node = json_first(cpus); node; node = json_next(node)) {
		char name[64];

		(void)snprintf(name, sizeof(name), "node%s", json_key(node));
		if (cpulist_parse(span_of(json_string(node)), &list) < 0)
			abort();
		compare_list(check, FACT_NODE_CPUS, name, &list);
	}
}

static int compare_expected(struct check *check, const char *folder, struct diag *diag)
{
	auto_text struct text path = { 0 };
	auto_text struct text bytes = { 0 };
	auto_json struct json *json = NULL;
	const struct json_node *online;
	struct cpulist list = { 0 };
	int r;

	text_addf(&path, "%s/%s.json", folder, check->machine);
	r = text_status(&path);
	if (r < 0)
		return r;
	r = file_read(path.bytes, JSON_MAX_BYTES, &bytes, NULL, NULL);
	if (r < 0)
		return r == -ENOENT ? 0 : r;
	r = json_read(text_span(&bytes), path.bytes, &json, diag);
	if (r < 0)
		return r;
	online = json_member(json_root(json), "cpus_online");
	r = cpulist_parse(span_of(json_string(online)), &list);
	if (r < 0)
		return r;
	compare_list(check, FACT_CPUS_ONLINE, NULL, &list);
	compare_number(check, json, "cpu_count", FACT_CPUS_ONLINE_COUNT);
	compare_number(check, json, "sockets", FACT_SOCKETS);
	compare_number(check, json, "cores", FACT_CORES);
	compare_nodes(check, json);
	compare_distances(check, json);
	return 0;
}

static int check_machine(struct check *check, const char *root, const char *expected,
			 struct diag *diag)
{
	auto_source struct source *source = NULL;
	auto_snapshot struct snapshot *snapshot = NULL;
	auto_needs struct needs needs;
	const char *slash = strrchr(root, '/');
	int r = 0;

	needs_init(&needs);
	for (enum fact fact = FACT_ARCH; fact < FACT_END_; fact++)
		needs.facts[fact] = true;
	for (size_t i = 0; i < tunable_count() && r == 0; i++)
		r = needs_add(&needs, tunable_at(i)->id);
	if (r == 0)
		r = source_open_captured(root, &source, diag);
	if (r == 0)
		r = snapshot_new(&snapshot);
	if (r == 0)
		r = snapshot_take(snapshot, source, &needs, diag);
	if (r < 0)
		return r;
	check->machine = slash ? slash + 1 : root;
	check->snapshot = snapshot;
	return compare_expected(check, expected, diag);
}

/* A row that no machine meets any more is as wrong as a difference without a row. */
static void count_unmet(struct check *check)
{
	for (size_t i = 0; i < check->count; i++) {
		const struct difference *row = &check->differences[i];

		if (row->is_met)
			continue;
		check->wrong++;
		(void)printf("a row that nothing meets: %.*s %.*s\n", (int)row->machine.length,
			     row->machine.bytes, (int)row->fact.length, row->fact.bytes);
	}
}

int main(int argc, char **argv)
{
	struct check check = { 0 };
	auto_text struct text table = { 0 };
	auto_diag struct diag diag;
	int r;

	diag_init(&diag);
	if (argc < 4)
		return 99;
	r = file_read(argv[1], 1024 * 1024, &table, NULL, NULL);
	if (r == 0)
		r = read_differences(&check, text_span(&table));
	for (int i = 3; i < argc && r == 0; i++) {
		r = check_machine(&check, argv[i], argv[2], &diag);
		if (r < 0)
			(void)printf("%s: error %d\n", argv[i], r);
	}
	if (r == 0)
		count_unmet(&check);
	for (size_t i = 0; i < diag.count; i++)
		(void)printf("%s: %s\n", diag.lines[i].place, diag.lines[i].sentence);
	(void)printf("%d machines, %zu facts compared, %zu differences argued, %zu not\n", argc - 3,
		     check.compared, check.argued, check.wrong);
	free(check.differences);
	return r < 0 || check.wrong > 0 ? 1 : 0;
}
