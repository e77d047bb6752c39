/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One row against the kernel: is it there, is its default right, do its limits hold? */
#include "config.h"

#include "sweep.h"

#include <errno.h>
#include <string.h>

static const struct release *release_of(const struct sweep *sweep)
{
	return snapshot_release(sweep->snapshot);
}

/* ---- is it there? ---- */

/* 'y', 'm', 'n', or 0 where the configuration is not known. */
static char configured(const struct sweep *sweep, const char *option)
{
	auto_text struct text line = { 0 };
	const char *found;

	if (!sweep->config || !option || strpbrk(option, " |&"))
		return 0;
	text_addf(&line, "\n%s=", option);
	found = line.bytes ? strstr(sweep->config, line.bytes) : NULL;
	return found ? found[line.length] : 'n';
}

static bool is_in_closed_debugfs(const struct sweep *sweep, const struct tunable *row)
{
	struct source_stat status;

	return span_starts(span_of(row->path), "/sys/kernel/debug/") &&
	       source_stat(sweep->source, "/sys/kernel/debug/sched", &status) < 0;
}

static void judge_absent(const struct sweep *sweep, const struct tunable_reading *place,
			 struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	enum reading_state state = place->reading.state;

	if (state == READING_ABSENT && row->needs_config &&
	    configured(sweep, row->needs_config) == 'n')
		state = READING_NOT_BUILT_IN; /* inside a bracket the snapshot leaves it open */
	if (state == READING_ABSENT && scope_has_instances(row->scope)) {
		opinion_add(opinion, VERDICT_NOT_HERE, "%s has none", place->instance->name);
		return;
	}
	if (state == READING_ABSENT && is_of_machine(row)) {
		opinion_add(opinion, VERDICT_NOT_HERE, "this machine has none");
		return;
	}
	if (state == READING_ABSENT && is_in_closed_debugfs(sweep, row)) {
		opinion_add(opinion, VERDICT_NOT_HERE, "debugfs is not mounted");
		return;
	}
	if (state == READING_ABSENT) {
		opinion_add(opinion, VERDICT_DISAGREES, "is not there (%s), and no field says why",
			    error_name(place->reading.error));
		return;
	}
	opinion_add(opinion, VERDICT_NOT_HERE, "%s", reading_state_name(state));
	if (state == READING_NOT_BUILT_IN && configured(sweep, row->needs_config) == 'y')
		opinion_add(opinion, VERDICT_DISAGREES, "is not there, with %s set",
			    row->needs_config);
}

static void judge_presence(const struct sweep *sweep, const struct tunable *row,
			   struct opinion *opinion)
{
	const struct release *release = release_of(sweep);

	if (release_bracket_is_set(&row->since) &&
	    release_reached(release, &row->since) == TRUTH_NO)
		opinion_add(opinion, VERDICT_DISAGREES, "is there, which `since` denies");
	if (release_bracket_is_set(&row->until) &&
	    release_reached(release, &row->until) == TRUTH_YES)
		opinion_add(opinion, VERDICT_DISAGREES, "is there, which `until` denies");
	if (configured(sweep, row->needs_config) == 'n')
		opinion_add(opinion, VERDICT_DISAGREES, "is there without %s", row->needs_config);
}

/* It shows in the namespace that was made. */
static void judge_child(const struct sweep *sweep, const struct tunable *row,
			struct opinion *opinion)
{
	if (sweep->outside && row->is_hidden_in_child_netns &&
	    (!release_bracket_is_set(&row->shown_in_child_netns) ||
	     release_reached(release_of(sweep), &row->shown_in_child_netns) == TRUTH_NO))
		opinion_add(opinion, VERDICT_DISAGREES, "shows in a child namespace");
	if (sweep->outside && release_bracket_is_set(&row->own_in_child_netns) &&
	    release_reached(release_of(sweep), &row->own_in_child_netns) == TRUTH_NO)
		opinion_add(opinion, VERDICT_DISAGREES,
			    "shows in a child namespace, which `own_in_child_netns` denies");
}

static bool is_of_network(const struct tunable *row)
{
	return span_starts(span_of(row->path), "/proc/sys/net/");
}

static bool has_write_bit(struct sweep *sweep, const char *path)
{
	struct source_stat status;

	return source_stat(sweep->source, path, &status) == 0 && (status.mode & 0222) != 0;
}

/* ---- its default ---- */

static bool is_between(const struct value *low, const struct value *value, const struct value *high)
{
	int order;

	if (value->kind == VALUE_VECTOR && low->kind == VALUE_VECTOR) {
		bool is_so = low->vector.count == value->vector.count;

		for (size_t i = 0; is_so && i < value->vector.count; i++)
			is_so = number_compare(value->vector.elements[i],
					       low->vector.elements[i]) >= 0 &&
				number_compare(value->vector.elements[i],
					       high->vector.elements[i]) <= 0;
		return is_so;
	}
	if (value_compare(low, value, &order) < 0)
		return value_equal(low, value);
	return order <= 0 && value_compare(value, high, &order) == 0 && order <= 0;
}

static bool is_as_outside(const struct sweep *sweep, const struct tunable_reading *place)
{
	size_t count = 0;
	const struct tunable_reading *outside =
		sweep->outside ? snapshot_tunables(sweep->outside, place->tunable, &count) : NULL;

	for (size_t i = 0; i < count; i++) {
		if (outside[i].reading.state == READING_VALUE &&
		    value_equal(&outside[i].reading.value, &place->reading.value))
			return true;
	}
	return false;
}

static void judge_default(const struct sweep *sweep, const struct tunable_reading *place,
			  bool is_fresh, struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	struct resolver resolver;
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	autofree char *low_text = NULL;
	autofree char *high_text = NULL;
	autofree char *shown = reading_text(row, &place->reading);
	const char *why;

	snapshot_resolver(sweep->snapshot, &resolver);
	if (tunable_default_on(row, release_of(sweep), &resolver, &low, &high, &why) < 0)
		return;
	if (is_between(&low, &place->reading.value, &high)) {
		opinion_add(opinion, VERDICT_AGREES, "default as stated");
		return;
	}
	if (value_text(&row->format, &low, &low_text) < 0 ||
	    value_text(&row->format, &high, &high_text) < 0)
		(void)owned(NULL);
	if (is_fresh && begins_with_the_hosts(row) && is_as_outside(sweep, place))
		opinion_add(opinion, VERDICT_AGREES,
			    "begins with the host's %s, so its default %s was not tested", shown,
			    low_text);
	else
		opinion_add(opinion, is_fresh ? VERDICT_DISAGREES : VERDICT_AGREES,
			    "begins with %s, its default is said to be %s to %s", shown, low_text,
			    high_text);
}

static void tell_inert(const struct sweep *sweep, const struct tunable *row,
		       struct opinion *opinion)
{
	struct resolver resolver;

	snapshot_resolver(sweep->snapshot, &resolver);
	for (size_t i = 0; i < row->inert_count; i++) {
		const struct inert *inert = &row->inert[i];
		enum truth truth = release_reached(release_of(sweep), &inert->since);
		const char *why;

		for (size_t k = 0; k < inert->condition_count && truth == TRUTH_YES; k++) {
			if (condition_evaluate(&inert->conditions[k], &resolver, &truth, &why) < 0)
				truth = TRUTH_UNKNOWN;
		}
		if (truth == TRUTH_YES)
			opinion_add(opinion, VERDICT_AGREES, "inert here (%s), effect not tested",
				    inert->code);
	}
}

/* ---- its limits ---- */

/* A write to the file alone decides: sysfs gives write bits to what refuses every write. */
static void judge_read_only(struct sweep *sweep, const struct tunable_reading *place,
			    struct opinion *opinion)
{
	autofree char *text = reading_text(place->tunable, &place->reading);
	struct attempt attempt;

	if (!has_write_bit(sweep, place->path)) {
		opinion_add(opinion, VERDICT_NOT_SWEPT, "read-only, without a write bit");
		return;
	}
	attempt_make(sweep, place, text, &attempt);
	if (attempt.error == 0)
		opinion_add(opinion, VERDICT_DISAGREES, "takes a write, the row says read-only");
	else
		opinion_add(opinion, VERDICT_NOT_SWEPT, "read-only, refuses its own value (%s)",
			    error_name(attempt.error));
	attempt_done(&attempt);
}

static void sweep_kind(struct sweep *sweep, const struct tunable_reading *place,
		       struct opinion *opinion)
{
	switch (place->tunable->format.kind) {
	case VALUE_NUMBER:
		sweep_number(sweep, place, opinion);
		break;
	case VALUE_VECTOR:
		sweep_vector(sweep, place, opinion);
		break;
	case VALUE_CHOICE:
		sweep_choice(sweep, place, opinion);
		break;
	case VALUE_FLAG:
		sweep_flag(sweep, place, opinion);
		break;
	case VALUE_CPULIST:
		sweep_cpulist(sweep, place, opinion);
		break;
	case VALUE_TEXT:
	case VALUE_RELEASE:
		opinion_add(opinion, VERDICT_NOT_SWEPT, "free text has no limits");
		break;
	}
}

static void sweep_prepared(struct sweep *sweep, const struct tunable_reading *place,
			   struct opinion *opinion)
{
	const struct preparation *preparation = preparation_of(place->tunable);
	const struct tunable *other = preparation ? tunable_find(preparation->other) : NULL;
	auto_text struct text was = { 0 };

	if (other && (source_read(sweep->source, other->path, &was) < 0 ||
		      source_write(sweep->source, other->path, span_of(preparation->value)) < 0))
		opinion_add(opinion, VERDICT_NOT_SWEPT, "%s could not be prepared", other->id);
	watch_begin(sweep);
	opinion_add(opinion, VERDICT_AGREES, "tried");
	sweep_kind(sweep, place, opinion);
	watch_restore(sweep, place);
	watch_end(sweep, opinion);
	if (other && source_write(sweep->source, other->path, span_trim(text_span(&was))) < 0)
		opinion_add(opinion, VERDICT_DISAGREES, "%s was not put back", other->id);
}

static void sweep_place(struct sweep *sweep, const struct tunable_reading *place,
			struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	const struct bound *bound = bound_of(row, release_of(sweep));

	if (row->is_secret)
		opinion_add(opinion, VERDICT_NOT_SWEPT, "secret");
	else if (bound && bound->is_left_alone)
		opinion_add(opinion, VERDICT_NOT_SWEPT, "left alone because %s", bound->because);
	else if (row->is_read_only || row->is_boot_only)
		judge_read_only(sweep, place, opinion);
	else if (!has_write_bit(sweep, place->path))
		opinion_add(opinion, row->not_steerable ? VERDICT_AGREES : VERDICT_DISAGREES,
			    "has no write bit");
	else
		sweep_prepared(sweep, place, opinion);
}

/* All groups and the last instance, which no boot script has touched; of interrupts every one. */
static bool is_chosen(const struct tunable_reading *readings, size_t count, size_t i)
{
	return i + 1 == count || readings[i].instance->is_group ||
	       readings[i].instance->kind == SCOPE_IRQ;
}

/* Looked at, not written: what the whole host shares. */
static void look_at(struct sweep *sweep, const struct tunable_reading *place,
		    struct opinion *opinion)
{
	const struct tunable *row = place->tunable;
	size_t count = 0;
	const struct tunable_reading *inside = snapshot_tunables(sweep->snapshot, row, &count);

	opinion_add(opinion, VERDICT_NOT_SWEPT, "belongs to the whole host: swept in a guest");
	if (!is_of_network(row) || scope_has_instances(row->scope) || count == 0 ||
	    inside->reading.state != READING_VALUE)
		return;
	judge_child(sweep, row, opinion);
	if (!row->is_read_only && has_write_bit(sweep, inside->path))
		opinion_add(opinion, VERDICT_DISAGREES,
			    "a child namespace may write it, so each has its own");
}

static void judge_place(struct sweep *sweep, const struct tunable_reading *place,
			struct opinion *opinion)
{
	bool is_ours = !sweep->outside || is_of_namespace(place->tunable->scope);

	switch (place->reading.state) {
	case READING_VALUE:
		break;
	case READING_UNREADABLE:
		opinion_add(opinion, VERDICT_NOT_HERE, "cannot be read (%s)",
			    error_name(place->reading.error));
		return;
	case READING_MALFORMED:
		opinion_add(opinion, VERDICT_DISAGREES, "\"%s\" is no value of it",
			    place->reading.raw);
		return;
	case READING_ABSENT:
	case READING_REMOVED:
	case READING_NOT_YET:
	case READING_NOT_BUILT_IN:
	case READING_NO_MODULE:
	case READING_OTHER_NAMESPACE:
		judge_absent(sweep, place, opinion);
		return;
	}
	judge_presence(sweep, place->tunable, opinion);
	if (is_ours)
		judge_child(sweep, place->tunable, opinion);
	judge_default(sweep, place, is_ours, opinion);
	tell_inert(sweep, place->tunable, opinion);
	if (is_ours)
		sweep_place(sweep, place, opinion);
	else
		look_at(sweep, place, opinion);
}

void sweep_row(struct sweep *sweep, const struct tunable *row, struct opinion *opinion)
{
	/* Of what the namespace does not have, the host tells whether it is there. */
	bool is_ours = !sweep->outside || is_of_namespace(row->scope);
	size_t count = 0;
	const struct tunable_reading *readings =
		snapshot_tunables(is_ours ? sweep->snapshot : sweep->outside, row, &count);

	if (count == 0)
		opinion_add(opinion, VERDICT_NOT_HERE, "no instance");
	for (size_t i = 0; i < count; i++) {
		if (is_chosen(readings, count, i))
			judge_place(sweep, &readings[i], opinion);
	}
}
