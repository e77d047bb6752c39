/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which protections are given up: each value that acts, against its release's default and floor. */
#include "config.h"

#include "advice/posture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* What benchmarks and their guides switch off (host-checks.md 2.4), and to what. */
static const struct {
	const char *id;
	const char *left_behind; /* values that are almost always debris; NULL: none */
} short_list[] = {
	{ "fs.protected_hardlinks", NULL },
	{ "fs.protected_symlinks", NULL },
	{ "fs.suid_dumpable", "1" },
	{ "kernel.dmesg_restrict", NULL },
	{ "kernel.kptr_restrict", NULL },
	{ "kernel.oops_limit", NULL },
	{ "kernel.perf_event_paranoid", "-1" },
	{ "kernel.randomize_va_space", "0 1" },
	{ "kernel.sched_rt_runtime_us", "-1" },
	{ "kernel.split_lock_mitigate", "0" },
	{ "kernel.unprivileged_bpf_disabled", NULL },
	{ "kernel.warn_limit", NULL },
	{ "kernel.yama.ptrace_scope", NULL },
	{ "net.ipv4.icmp_echo_ignore_broadcasts", NULL },
	{ "net.ipv4.icmp_ignore_bogus_error_responses", NULL },
	{ "net.ipv4.icmp_ratelimit", "0" },
	{ "net.ipv4.tcp_challenge_ack_limit", NULL },
	{ "net.ipv4.tcp_syncookies", "0" },
	{ "vm.mmap_min_addr", "0" },
	{ "vm.unprivileged_userfaultfd", NULL },
};

_Static_assert(ARRAY_SIZE(short_list) <= 20, "looking is to cost little");

const char *posture_state_name(enum posture_state state)
{
	static const char *const names[] = {
		[POSTURE_WEAKENED] = "weakened",   [POSTURE_WEAK] = "weak",
		[POSTURE_RUNS_CODE] = "runs-code", [POSTURE_CONTESTED] = "contested",
		[POSTURE_UNKNOWN] = "unknown",	   [POSTURE_SECURE] = "secure",
	};

	return names[state];
}

void posture_done(struct posture *posture)
{
	for (size_t i = 0; i < posture->count; i++) {
		free(posture->lines[i].current);
		free(posture->lines[i].usual);
		free(posture->lines[i].why);
	}
	free(posture->lines);
	*posture = (struct posture){ 0 };
}

/* ---- what is looked at ---- */

static bool has_order(const struct tunable *tunable)
{
	return tunable->security != SECURITY_NEUTRAL && tunable->security != SECURITY_UNREVIEWED &&
	       !tunable->is_secret;
}

/* Number in the short list, or -1. */
static int short_index(const struct tunable *tunable)
{
	for (size_t i = 0; i < ARRAY_SIZE(short_list); i++) {
		if (strcmp(short_list[i].id, tunable->id) == 0)
			return (int)i;
	}
	return -1;
}

struct posture_walk {
	enum posture_scope scope;
	size_t index; /* of the short list */
	struct tunable_walk all;
};

/* NULL: that was all. */
static const struct tunable *next_tunable(struct posture_walk *walk)
{
	const struct tunable *tunable = NULL;

	while (walk->scope == POSTURE_SHORT && !tunable && walk->index < ARRAY_SIZE(short_list))
		tunable = tunable_find(short_list[walk->index++].id);
	while (walk->scope == POSTURE_WHOLE && (tunable = tunable_next(&walk->all))) {
		if (has_order(tunable))
			break;
	}
	return tunable;
}

int posture_needs(enum posture_scope scope, struct needs *needs)
{
	struct posture_walk walk = { .scope = scope };
	const struct tunable *tunable;
	int r = 0;

	if (scope == POSTURE_WHOLE)
		needs->has_virtual_netdevs = true;
	while (r == 0 && (tunable = next_tunable(&walk)))
		r = needs_add(needs, tunable->id);
	return r;
}

/* ---- one value ---- */

struct judging {
	const struct snapshot *snapshot;
	const struct release *release;
	struct resolver resolver;
};

static int print_value(const struct tunable *tunable, const struct value *value, char **ret_text)
{
	auto_text struct text text = { 0 };

	value_print(&text, &tunable->format, value);
	return text_take(&text, ret_text);
}

/* Is it weaker than every default that this release may have? */
static int is_below_default(const struct judging *judging, const struct tunable *tunable,
			    const struct value *value, struct posture_line *line, bool *ret_below)
{
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	const char *why;
	int r = tunable_default_on(tunable, judging->release, &judging->resolver, &low, &high,
				   &why);

	*ret_below = false;
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	*ret_below = guard_compare(tunable, &low, value) == GUARD_WEAKER &&
		     guard_compare(tunable, &high, value) == GUARD_WEAKER;
	return value_equal(&low, &high) ? print_value(tunable, &low, &line->usual) : 0;
}

static enum posture_state state_of(enum strength strength, bool is_below)
{
	switch (strength) {
	case STRENGTH_PROGRAM:
		return POSTURE_RUNS_CODE;
	case STRENGTH_CONTESTED:
		return POSTURE_CONTESTED;
	case STRENGTH_WEAK:
		return is_below ? POSTURE_WEAKENED : POSTURE_WEAK;
	case STRENGTH_UNKNOWN:
		return POSTURE_UNKNOWN;
	case STRENGTH_SECURE:
	case STRENGTH_NONE:
		break;
	}
	return is_below ? POSTURE_WEAKENED : POSTURE_SECURE;
}

/* The real-time limit is a share: its two numbers are judged together. */
static int strength_of(const struct judging *judging, const struct tunable *tunable,
		       const struct value *value, enum strength *ret_strength, struct text *why)
{
	const struct tunable *period = tunable_find("kernel.sched_rt_period_us");
	const struct tunable_reading *reading;
	size_t count;

	if (strcmp(tunable->id, "kernel.sched_rt_runtime_us") != 0 || !period)
		return guard_strength(tunable, value, judging->release, ret_strength, why);
	reading = snapshot_tunables(judging->snapshot, period, &count);
	return guard_rt_strength(value,
				 count == 1 && reading->reading.state == READING_VALUE
					 ? &reading->reading.value
					 : NULL,
				 judging->release, ret_strength, why);
}

static bool is_typical(const struct tunable *tunable, const char *current)
{
	int index = short_index(tunable);
	struct span rest = span_of(
		index < 0 || !short_list[index].left_behind ? "" : short_list[index].left_behind);
	struct span word;

	while (span_token(&rest, &word)) {
		if (span_is(word, current))
			return true;
	}
	return false;
}

static int judge_value(const struct judging *judging, const struct value *value,
		       struct posture_line *line)
{
	const struct tunable *tunable = line->reading->tunable;
	auto_text struct text why = { 0 };
	enum strength strength = STRENGTH_UNKNOWN;
	bool is_below = false;
	int r = print_value(tunable, value, &line->current);

	if (r == 0)
		r = strength_of(judging, tunable, value, &strength, &why);
	if (r == 0)
		r = is_below_default(judging, tunable, value, line, &is_below);
	if (r < 0)
		return r;
	/* Whoever built the kernel may have chosen the default; hardly anybody chose these. */
	if (strength == STRENGTH_WEAK && !line->usual)
		is_below = is_below || is_typical(tunable, line->current);
	line->state = state_of(strength, is_below);
	line->is_left_behind =
		line->state == POSTURE_WEAKENED && is_typical(tunable, line->current);
	return why.length > 0 ? text_take(&why, &line->why) : 0;
}

/* ---- all of them ---- */

/* Whether this place says something that no other line says better. */
static bool is_told(const struct tunable_reading *reading)
{
	switch (reading->reading.state) {
	case READING_VALUE:
	case READING_MALFORMED:
	case READING_UNREADABLE:
		break;
	case READING_ABSENT: /* a file that is missing protects nobody, and weakens nobody */
	case READING_REMOVED:
	case READING_NOT_YET:
	case READING_NOT_BUILT_IN:
	case READING_NO_MODULE:
	case READING_OTHER_NAMESPACE:
		return false;
	}
	/* What acts is told of each interface. */
	return reading->tunable->combine == COMBINE_OWN || !reading->instance ||
	       strcmp(reading->instance->name, "all") != 0;
}

static int add_line(const struct judging *judging, const struct tunable_reading *reading,
		    struct posture *posture)
{
	struct posture_line *line;
	auto_value struct value acting = { 0 };
	int r = array_reserve(&posture->lines, &posture->capacity, posture->count + 1,
			      sizeof(*posture->lines));

	if (r < 0)
		return r;
	line = &posture->lines[posture->count++];
	*line = (struct posture_line){ .reading = reading, .state = POSTURE_UNKNOWN };
	r = snapshot_effective(judging->snapshot, reading, &acting);
	if (r == 0)
		r = judge_value(judging, &acting, line);
	else if (r != -ENOMEM)
		r = 0;
	return r;
}

/* Readings lie in the order of the registry, which is that of the ids. */
static int compare_lines(const void *a, const void *b)
{
	const struct posture_line *x = a;
	const struct posture_line *y = b;

	if (x->state != y->state)
		return (int)x->state - (int)y->state;
	if (x->reading->tunable != y->reading->tunable)
		return strcmp(x->reading->tunable->id, y->reading->tunable->id);
	return (x->reading > y->reading) - (x->reading < y->reading);
}

int posture_judge(const struct snapshot *snapshot, enum posture_scope scope,
		  struct posture *ret_posture)
{
	struct judging judging = {
		.snapshot = snapshot,
		.release = snapshot_release(snapshot),
	};

	struct posture_walk walk = { .scope = scope };
	const struct tunable *tunable;

	*ret_posture = (struct posture){ .scope = scope };
	snapshot_resolver(snapshot, &judging.resolver);
	while ((tunable = next_tunable(&walk))) {
		const struct tunable_reading *readings;
		size_t count = 0;

		readings = snapshot_tunables(snapshot, tunable, &count);
		for (size_t k = 0; k < count; k++) {
			int r = is_told(&readings[k])
					? add_line(&judging, &readings[k], ret_posture)
					: 0;

			if (r < 0) {
				posture_done(ret_posture);
				return r;
			}
		}
	}
	if (ret_posture->count > 0)
		qsort(ret_posture->lines, ret_posture->count, sizeof(*ret_posture->lines),
		      compare_lines);
	return 0;
}

size_t posture_count(const struct posture *posture, enum posture_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < posture->count; i++)
		count += posture->lines[i].state == state;
	return count;
}

bool posture_is_left_behind(const struct posture *posture)
{
	bool is_any = false;

	for (size_t i = 0; i < posture->count; i++) {
		if (posture->lines[i].state != POSTURE_WEAKENED)
			continue;
		if (!posture->lines[i].is_left_behind)
			return false;
		is_any = true;
	}
	return is_any;
}
