/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What limits this host or this process: mains or battery, and the control group with its
 * ancestors, of which the tightest counts.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

#define SUPPLY_FOLDER "/sys/class/power_supply"
#define GROUP_FOLDER  "/sys/fs/cgroup"
#define SELF_PATH     "/proc/self/cgroup"

/* ---- power ---- */

struct supplies {
	bool has_mains;	  /* one is plugged in */
	bool has_battery; /* one that feeds the system, not a mouse */
	bool is_charging; /* then something else feeds it */
};

static int supply_word(struct reader *reader, const char *name, const char *file,
		       struct text *bytes, struct span *ret_word)
{
	int r = reader_read_at(reader, bytes, SUPPLY_FOLDER, "/", name, file, NULL);

	*ret_word = r == 0 ? span_trim(text_span(bytes)) : (struct span){ 0 };
	return r == -ENOMEM ? r : 0;
}

static int look_at_battery(struct reader *reader, const char *name, struct supplies *supplies)
{
	auto_text struct text bytes = { 0 };
	struct span word;
	int r;

	r = supply_word(reader, name, "/scope", &bytes, &word);
	if (r < 0 || span_is(word, "Device"))
		return r;
	supplies->has_battery = true;
	r = supply_word(reader, name, "/status", &bytes, &word);
	if (span_is(word, "Charging") || span_is(word, "Full") || span_is(word, "Not charging"))
		supplies->is_charging = true;
	return r;
}

static int look_at_supply(struct reader *reader, const char *name, struct supplies *supplies)
{
	auto_text struct text bytes = { 0 };
	struct span word;
	int r;

	r = supply_word(reader, name, "/type", &bytes, &word);
	if (r < 0)
		return r;
	if (span_is(word, "Battery"))
		return look_at_battery(reader, name, supplies);
	if (!span_is(word, "Mains") && !span_starts(word, "USB"))
		return 0;
	r = supply_word(reader, name, "/online", &bytes, &word);
	supplies->has_mains |= span_is(word, "1");
	return r;
}

int facts_power_supply(struct reader *reader)
{
	struct about about = ABOUT(FACT_POWER_SUPPLY, SUPPLY_FOLDER);
	auto_names struct source_names names = { 0 };
	struct supplies supplies = { 0 };
	int r = source_list(reader->source, SUPPLY_FOLDER, &names);

	if (r < 0)
		return fact_set_missing(reader, about, r);
	for (size_t i = 0; i < names.count && r == 0; i++)
		r = look_at_supply(reader, names.names[i], &supplies);
	if (r < 0)
		return r;
	/* Without a battery it runs, so it is plugged in. */
	if (supplies.has_battery && !supplies.has_mains && !supplies.is_charging)
		return fact_set_word(reader, about, span_of("battery"));
	return fact_set_word(reader, about, span_of("mains"));
}

/* ---- control group ---- */

/* Where the files of one controller lie, and our group below it. */
struct group {
	bool is_found;
	bool is_v2;
	struct text folder; /* "/sys/fs/cgroup/cpu,cpuacct" */
	struct span path;   /* "/a/b"; "" for the root; borrowed from a kept file */
};

static void group_done(struct group *group)
{
	text_done(&group->folder);
}
#define auto_group cleanup(group_done)

static bool has_controller(struct span controllers, const char *wanted)
{
	struct span one;

	while (span_split(&controllers, ',', &one)) {
		if (span_is(one, wanted))
			return true;
	}
	return false;
}

/* A group outside of our cgroup namespace shows as "/..": its files are not in our tree. */
static struct span group_path(struct span path)
{
	struct span rest = path;
	struct span part;

	while (path.length > 0 && path.bytes[path.length - 1] == '/')
		path.length--;
	while (span_split(&rest, '/', &part)) {
		if (span_is(part, ".."))
			return (struct span){ .bytes = "", .length = 0 };
	}
	return path;
}

/* Lines "0::PATH" (version 2) and "N:CONTROLLERS:PATH"; a controller is in one of both. */
static int group_find(struct reader *reader, const char *controller, struct group *group)
{
	struct span lines;
	struct span line;
	int r = reader_text(reader, SELF_PATH, &lines);

	if (r < 0)
		return r;
	while (span_split(&lines, '\n', &line)) {
		struct span number;
		struct span controllers;
		bool is_v2;

		if (!span_split(&line, ':', &number) || !span_split(&line, ':', &controllers))
			continue;
		is_v2 = span_is(number, "0") && controllers.length == 0;
		if (!is_v2 && !has_controller(controllers, controller))
			continue;
		if (is_v2 && group->is_found)
			continue;
		text_clear(&group->folder);
		text_add(&group->folder, GROUP_FOLDER);
		if (!is_v2) {
			text_add(&group->folder, "/");
			text_add_span(&group->folder, controllers);
		}
		group->is_found = true;
		group->is_v2 = is_v2;
		group->path = group_path(line);
	}
	return text_status(&group->folder);
}

/* Cuts the last part off; false at the root. */
static bool group_up(struct span *path)
{
	if (path->length == 0)
		return false;
	while (path->length > 0 && path->bytes[path->length - 1] != '/')
		path->length--;
	if (path->length > 0)
		path->length--;
	return true;
}

static int group_read(struct reader *reader, const struct group *group, struct span path,
		      const char *file, struct text *where, struct text *ret_text)
{
	int r;

	text_clear(where);
	text_add_span(where, text_span(&group->folder));
	text_add_span(where, path);
	text_add(where, file);
	r = text_status(where);
	return r < 0 ? r : source_read(reader->source, where->bytes, ret_text);
}

/* Hundredths of a CPU; 0: no limit at this level. */
static uint64_t quota_of(struct span quota, struct span period)
{
	uint64_t runtime;
	uint64_t length;
	uint64_t hundredths;

	if (number_parse_u64(quota, NUMBER_BASE_10, &runtime) < 0 ||
	    number_parse_u64(period, NUMBER_BASE_10, &length) < 0 || length == 0 ||
	    __builtin_mul_overflow(runtime, 100, &hundredths))
		return 0;
	hundredths /= length;
	return hundredths > 0 ? hundredths : 1;
}

static int quota_at(struct reader *reader, const struct group *group, struct span path,
		    struct text *where, uint64_t *ret_hundredths)
{
	auto_text struct text first = { 0 };
	auto_text struct text second = { 0 };
	struct span quota = { 0 };
	struct span period = { 0 };
	struct span rest;
	int r;

	*ret_hundredths = 0;
	if (!group->is_v2) {
		r = group_read(reader, group, path, "/cpu.cfs_period_us", where, &second);
		if (r < 0)
			return r;
	}
	r = group_read(reader, group, path, group->is_v2 ? "/cpu.max" : "/cpu.cfs_quota_us", where,
		       &first);
	if (r < 0)
		return r;
	rest = text_span(&first);
	if (!span_token(&rest, &quota))
		return 0;
	if (!group->is_v2)
		rest = text_span(&second);
	if (span_token(&rest, &period))
		*ret_hundredths = quota_of(quota, period);
	return 0;
}

/* What a group without limit says in version 1: the largest whole pages that fit, of any size. */
#define NO_LIMIT_V1 UINT64_C(0x7fffffffffff0000)

/* Bytes; 0: no limit at this level. */
static int memory_at(struct reader *reader, const struct group *group, struct span path,
		     struct text *where, uint64_t *ret_bytes)
{
	auto_text struct text text = { 0 };
	uint64_t bytes;
	int r;

	*ret_bytes = 0;
	r = group_read(reader, group, path, group->is_v2 ? "/memory.max" : "/memory.limit_in_bytes",
		       where, &text);
	if (r < 0)
		return r;
	if (number_parse_u64(span_trim(text_span(&text)), NUMBER_BASE_10, &bytes) < 0 ||
	    (!group->is_v2 && bytes >= NO_LIMIT_V1))
		return 0;
	/* A group that may use nothing is limited all the same. */
	*ret_bytes = bytes > 0 ? bytes : 1;
	return 0;
}

/* One level's limit, 0 where it has none, and in the text the file that told. */
typedef int limit_at(struct reader *reader, const struct group *group, struct span path,
		     struct text *where, uint64_t *ret_limit);

static int tightest(struct reader *reader, enum fact fact, const char *controller, limit_at *look)
{
	struct about about = ABOUT(fact, SELF_PATH);
	auto_group struct group group = { 0 };
	auto_text struct text where = { 0 };
	auto_text struct text deciding = { 0 };
	uint64_t smallest = 0;
	int r;

	r = group_find(reader, controller, &group);
	if (r < 0)
		return fact_set_missing(reader, about, r);
	if (!group.is_found)
		return fact_set_missing(reader, about, -ENODATA);
	for (struct span path = group.path;;) {
		uint64_t limit = 0;

		r = look(reader, &group, path, &where, &limit);
		if (r == -ENOMEM)
			return r;
		if (r == 0 && limit > 0 && (smallest == 0 || limit < smallest)) {
			smallest = limit;
			text_clear(&deciding);
			text_add_span(&deciding, text_span(&where));
		}
		if (!group_up(&path))
			break;
	}
	if (smallest == 0)
		return fact_set_missing(reader, about, -ENODATA);
	if (text_status(&deciding) < 0)
		return -ENOMEM;
	about.path = deciding.bytes;
	return fact_set_number(reader, about, smallest);
}

int facts_cgroup_quota(struct reader *reader)
{
	return tightest(reader, FACT_CGROUP_CPU_QUOTA, "cpu", quota_at);
}

int facts_cgroup_memory(struct reader *reader)
{
	return tightest(reader, FACT_CGROUP_MEMORY_MAX, "memory", memory_at);
}

int facts_cgroup_cpuset(struct reader *reader)
{
	struct about about = ABOUT(FACT_CGROUP_CPUSET, SELF_PATH);
	auto_group struct group group = { 0 };
	auto_text struct text where = { 0 };
	auto_text struct text text = { 0 };
	int r;

	r = group_find(reader, "cpuset", &group);
	if (r < 0)
		return fact_set_missing(reader, about, r);
	if (!group.is_found)
		return fact_set_missing(reader, about, -ENODATA);
	/* A group without the controller has the CPUs of the nearest one that has it. */
	for (struct span path = group.path;;) {
		r = group_read(reader, &group, path,
			       group.is_v2 ? "/cpuset.cpus.effective" : "/cpuset.effective_cpus",
			       &where, &text);
		if (r == -ENOENT && !group.is_v2)
			r = group_read(reader, &group, path, "/cpuset.cpus", &where, &text);
		if (r != -ENOENT || !group_up(&path))
			break;
	}
	about.path = where.bytes;
	return r < 0 ? fact_set_missing(reader, about, r)
		     : fact_parse(reader, about, text_span(&text));
}
