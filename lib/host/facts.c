/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How what was found of a fact becomes a reading, and what facts know of each other. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "host/reader.h"

int facts_take(struct reader *reader, enum fact fact)
{
	struct fact_slot *slot = &reader->snapshot->facts[fact];

	if (slot->is_taken)
		return 0;
	slot->is_taken = true;
	return reader->read_fact[fact] ? reader->read_fact[fact](reader) : 0;
}

int reader_fact(struct reader *reader, enum fact fact, const struct fact_reading **ret_reading)
{
	int r = facts_take(reader, fact);

	if (r < 0)
		return r;

	struct fact_slot *slot = &reader->snapshot->facts[fact];

	if (slot->count == 0) {
		r = fact_set_missing(reader, ABOUT(fact, NULL), -ENOENT);
		if (r < 0)
			return r;
	}
	*ret_reading = &slot->readings[0];
	return 0;
}

int reader_fact_value(struct reader *reader, enum fact fact, const struct value **ret_value)
{
	const struct fact_reading *found;
	int r = reader_fact(reader, fact, &found);

	if (r < 0)
		return r;
	*ret_value = found->reading.state == READING_VALUE ? &found->reading.value : NULL;
	return 0;
}

/* Takes what @reading owns, also when it fails. */
int fact_set(struct reader *reader, struct about about, struct reading *reading)
{
	struct fact_slot *slot = &reader->snapshot->facts[about.fact];
	autofree char *path = about.path ? strdup(about.path) : NULL;
	int r = array_reserve(&slot->readings, &slot->capacity, slot->count + 1,
			      sizeof(*slot->readings));

	if (r < 0 || (about.path && !path)) {
		reading_done(reading);
		return -ENOMEM;
	}
	slot->is_taken = true;
	slot->readings[slot->count++] = (struct fact_reading){
		.fact = about.fact,
		.instance = about.instance,
		.reading = *reading,
		.path = take_ptr(path),
	};
	*reading = (struct reading){ 0 };
	return 0;
}

static int set_value(struct reader *reader, struct about about, struct value value)
{
	struct reading reading = { .state = READING_VALUE, .value = value };

	return fact_set(reader, about, &reading);
}

int fact_set_number(struct reader *reader, struct about about, uint64_t number)
{
	return set_value(reader, about,
			 (struct value){ .kind = VALUE_NUMBER, .number = number_from_u64(number) });
}

int fact_set_flag(struct reader *reader, struct about about, bool flag)
{
	return set_value(reader, about, (struct value){ .kind = VALUE_FLAG, .flag = flag });
}

/* A NUL ends what can be told of a text that is for people. */
static char *copy_text(struct span text)
{
	const char *nul = text.length > 0 ? memchr(text.bytes, '\0', text.length) : NULL;

	if (nul)
		text.length = (size_t)(nul - text.bytes);
	return span_copy(span_trim(text));
}

int fact_set_word(struct reader *reader, struct about about, struct span word)
{
	char *chosen = copy_text(word);

	if (!chosen)
		return -ENOMEM;
	return set_value(reader, about,
			 (struct value){ .kind = VALUE_CHOICE, .choice = { .chosen = chosen } });
}

int fact_set_text(struct reader *reader, struct about about, struct span text)
{
	char *copy = copy_text(text);

	if (!copy)
		return -ENOMEM;
	return set_value(reader, about, (struct value){ .kind = VALUE_TEXT, .text = copy });
}

int fact_set_cpulist(struct reader *reader, struct about about, struct cpulist *list)
{
	struct value value = { .kind = VALUE_CPULIST, .cpulist = *list };

	*list = (struct cpulist){ 0 };
	return set_value(reader, about, value);
}

int fact_set_missing(struct reader *reader, struct about about, int error)
{
	bool is_absent =
		error == -ENOENT || error == -ENOTDIR || error == -ENODATA || error == -ENOTSUP;
	struct reading reading = {
		.state = is_absent ? READING_ABSENT : READING_UNREADABLE,
		.error = error,
	};

	if (error == -ENOMEM)
		return error;
	if (error == -EBADMSG || error == -ERANGE) {
		/* A table without the line that it must have, or with numbers beyond reason. */
		reading = (struct reading){ .state = READING_MALFORMED, .raw = strdup("") };
		if (!reading.raw)
			return -ENOMEM;
		diag_add(reader->diag, error, about.path, "tells nothing of %s",
			 fact_row(about.fact)->id);
	}
	return fact_set(reader, about, &reading);
}

int fact_parse(struct reader *reader, struct about about, struct span text)
{
	const struct fact_row *row = fact_row(about.fact);
	struct reading reading;
	int r = reading_of(&row->format, 0, text, &reading);

	if (r < 0)
		return r;
	if (reading.state == READING_MALFORMED)
		diag_add(reader->diag, -EBADMSG, about.path, "not a value of %s: \"%s\"", row->id,
			 reading.raw);
	return fact_set(reader, about, &reading);
}

int fact_from_file(struct reader *reader, struct about about)
{
	struct span text;
	int r = reader_text(reader, about.path, &text);

	return r < 0 ? fact_set_missing(reader, about, r) : fact_parse(reader, about, text);
}
