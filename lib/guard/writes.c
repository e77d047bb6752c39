/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Relative: the writes are laid over the snapshot one after another, and after each the values that
 * act are compared with those that acted before the first.
 */
#include "config.h"

#include "guard/parts.h"

#include <errno.h>
#include <string.h>

/* What the kernel shows for the one of an exclusive pair that is not in force. */
static const struct value not_in_force = { .kind = VALUE_NUMBER };

static const struct tunable_reading *reading_at(const struct snapshot *snapshot,
						const struct tunable *tunable,
						const struct instance *instance)
{
	size_t count;
	const struct tunable_reading *readings = snapshot_tunables(snapshot, tunable, &count);

	for (size_t i = 0; i < count; i++) {
		if (readings[i].instance == instance)
			return &readings[i];
	}
	return NULL;
}

/* Does this write take @tunable out of force? One of what is there already does not. */
static bool takes_out(const struct moment *moment, size_t write, const struct tunable *tunable)
{
	const struct guard_write *is = &moment->writes[write];
	const struct moment before = { moment->snapshot, moment->writes, write };
	const struct tunable_reading *reading;
	const struct value *was;

	if (!is->tunable->exclusive_with || strcmp(is->tunable->exclusive_with, tunable->id) != 0)
		return false;
	reading = reading_at(moment->snapshot, is->tunable, is->instance);
	was = reading ? moment_value(&before, reading) : NULL;
	return !was || !value_equal(was, is->to);
}

const struct value *moment_value(const struct moment *moment, const struct tunable_reading *reading)
{
	for (size_t i = moment->done; i > 0; i--) {
		const struct guard_write *write = &moment->writes[i - 1];

		if (write->instance != reading->instance)
			continue;
		if (write->tunable == reading->tunable)
			return write->to;
		if (takes_out(moment, i - 1, reading->tunable))
			return &not_in_force;
	}
	return reading->reading.state == READING_VALUE ? &reading->reading.value : NULL;
}

const struct value *moment_value_of(const struct moment *moment, const char *id)
{
	const struct tunable *tunable = tunable_find(id);
	const struct tunable_reading *reading =
		tunable ? reading_at(moment->snapshot, tunable, NULL) : NULL;

	return reading ? moment_value(moment, reading) : NULL;
}

static bool is_all(const struct instance *instance)
{
	return instance && instance->is_group && strcmp(instance->name, "all") == 0;
}

/* The value of "all"; NULL: not known. */
static const struct value *value_of_all(const struct moment *moment, const struct tunable *tunable)
{
	size_t count;
	const struct tunable_reading *readings =
		snapshot_tunables(moment->snapshot, tunable, &count);

	for (size_t i = 0; i < count; i++) {
		if (is_all(readings[i].instance))
			return moment_value(moment, &readings[i]);
	}
	return NULL;
}

/*
 * The value that acts at a place. "default" counts as an interface that is still to come, or that
 * follows it: the kernel copies it to each interface of which nobody set a value of its own.
 */
static const struct value *value_acting(const struct moment *moment,
					const struct tunable_reading *reading)
{
	const struct value *own = moment_value(moment, reading);
	const struct value *all;

	if (!own || reading->tunable->combine == COMBINE_OWN)
		return own;
	all = value_of_all(moment, reading->tunable);
	return all ? value_combined(reading->tunable->combine, all, own) : NULL;
}

static void add_place(struct text *why, const struct tunable_reading *reading)
{
	text_add(why, reading->tunable->id);
	if (!reading->instance)
		return;
	text_add(why, " of ");
	text_add_safe(why, span_of(reading->instance->name));
}

static enum guard_answer judge_place(const struct moment *moment,
				     const struct tunable_reading *reading, struct text *why)
{
	const struct moment start = { .snapshot = moment->snapshot };
	const struct tunable *tunable = reading->tunable;
	const struct value *was = value_acting(&start, reading);
	const struct value *is = value_acting(moment, reading);
	enum guard_answer answer;

	if (!was || !is) {
		add_place(why, reading);
		return refuse(why, GUARD_UNKNOWN, ": which value acts there is not known");
	}
	answer = guard_compare(tunable, was, is);
	if (answer == GUARD_ALLOWED)
		return answer;
	add_place(why, reading);
	text_add(why, " would act as ");
	value_print(why, &tunable->format, is);
	text_add(why,
		 answer == GUARD_WEAKER ? ", weaker than " : ", not known to be as strong as ");
	value_print(why, &tunable->format, was);
	return refuse(why, answer, " now");
}

/* "all" acts on each interface, and "default" stands for those that come. */
static enum guard_answer judge_all(const struct moment *moment, const struct tunable *tunable,
				   struct text *why)
{
	size_t count;
	const struct tunable_reading *readings =
		snapshot_tunables(moment->snapshot, tunable, &count);
	enum guard_answer answer = GUARD_ALLOWED;
	bool has_default = false;

	for (size_t i = 0; i < count && answer == GUARD_ALLOWED; i++) {
		/* Gone since it was listed: nothing acts there. */
		if (is_all(readings[i].instance) || readings[i].reading.state == READING_ABSENT)
			continue;
		has_default |= readings[i].instance && readings[i].instance->is_group;
		answer = judge_place(moment, &readings[i], why);
	}
	if (answer == GUARD_ALLOWED && !has_default)
		return refuse(why, GUARD_UNKNOWN, "%s of default is not known", tunable->id);
	return answer;
}

/* What moves with it must be known, or it could neither be judged nor put back. */
static enum guard_answer judge_couplings(const struct moment *moment, const struct tunable *tunable,
					 struct text *why)
{
	enum guard_answer answer = GUARD_ALLOWED;

	for (size_t i = 0; tunable->couplings && tunable->couplings[i]; i++) {
		const char *moved = NULL;
		const struct tunable *other = coupling_find(tunable->couplings[i], &moved);
		size_t count = 0;
		const struct tunable_reading *readings =
			other ? snapshot_tunables(moment->snapshot, other, &count) : NULL;

		/* Where one moves that acts on all, all are judged. */
		for (size_t k = 0; k < count && answer == GUARD_ALLOWED; k++)
			answer = judge_place(moment, &readings[k], why);
		if (count == 0)
			return refuse(why, GUARD_UNKNOWN, "%s moves with %s and was not read",
				      tunable->couplings[i], tunable->id);
		if (answer != GUARD_ALLOWED)
			return answer;
	}
	return answer;
}

/* The last write of @moment was made: does anything act weaker than at the start? */
static enum guard_answer judge_moment(const struct moment *moment,
				      const struct tunable_reading *reading, struct text *why)
{
	const struct tunable *tunable = reading->tunable;
	enum guard_answer answer;

	if (tunable->security == SECURITY_RT_BANDWIDTH)
		return rt_judge(moment, why);
	answer = is_all(reading->instance) && tunable->combine != COMBINE_OWN
			 ? judge_all(moment, tunable, why)
			 : judge_place(moment, reading, why);
	return answer == GUARD_ALLOWED ? judge_couplings(moment, tunable, why) : answer;
}

static int judge_write(const struct moment *before, enum guard_answer *ret_answer, struct text *why)
{
	const struct guard_write *write = &before->writes[before->done];
	const struct moment after = { before->snapshot, before->writes, before->done + 1 };
	const struct tunable_reading *reading =
		reading_at(before->snapshot, write->tunable, write->instance);
	const struct value *now = reading ? moment_value(before, reading) : NULL;
	int r;

	if (!now || reading->reading.state != READING_VALUE) {
		*ret_answer = refuse(why, GUARD_UNKNOWN, "what %s is now is not known",
				     write->tunable->id);
		return text_status(why);
	}
	/* Nothing changes, so nothing gets weaker. */
	if (value_equal(now, write->to)) {
		*ret_answer = GUARD_ALLOWED;
		return 0;
	}
	r = guard_value(write->tunable, write->to, ret_answer, why);
	if (r < 0 || *ret_answer != GUARD_ALLOWED)
		return r;
	*ret_answer = bounds_judge(before->snapshot, write->tunable, &reading->reading.value,
				   write->to, why);
	if (*ret_answer == GUARD_ALLOWED)
		*ret_answer = judge_moment(&after, reading, why);
	return text_status(why);
}

int guard_writes(const struct snapshot *snapshot, const struct guard_write *writes,
		 size_t write_count, struct guard_refusal *ret_refusal)
{
	auto_text struct text why = { 0 };
	enum guard_answer answer = GUARD_ALLOWED;

	*ret_refusal = (struct guard_refusal){ .answer = GUARD_ALLOWED };
	for (size_t i = 0; i < write_count; i++) {
		const struct moment moment = { snapshot, writes, i };
		int r = judge_write(&moment, &answer, &why);

		if (r < 0)
			return r;
		if (answer == GUARD_ALLOWED)
			continue;
		*ret_refusal = (struct guard_refusal){ .answer = answer, .write = i, .why = why };
		why = (struct text){ 0 };
		return 0;
	}
	return 0;
}
