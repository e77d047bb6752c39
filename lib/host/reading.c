/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the bytes of one file become a reading: the one way in which a value is read. */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

#define RAW_MAX 200 /* bytes of a malformed file that a person is shown */

static int raw_copy(struct span text, char **ret_raw)
{
	auto_text struct text raw = { 0 };

	text = span_trim(text);
	if (text.length > RAW_MAX)
		text.length = RAW_MAX;
	text_add_safe(&raw, text);
	return text_take(&raw, ret_raw);
}

int reading_of(const struct value_format *format, int status, struct span text,
	       struct reading *ret_reading)
{
	struct reading reading = { 0 };
	int r;

	if (status == -ENOMEM)
		return status;
	if (status < 0) {
		bool is_missing = status == -ENOENT || status == -ENOTDIR;

		reading.state = is_missing ? READING_ABSENT : READING_UNREADABLE;
		reading.error = status;
		*ret_reading = reading;
		return 0;
	}
	r = value_parse(format, text, &reading.value);
	if (r == -ENOMEM)
		return r;
	reading.state = READING_VALUE;
	if (r < 0) {
		reading.state = READING_MALFORMED;
		reading.value = (struct value){ 0 };
		r = raw_copy(text, &reading.raw);
		if (r < 0)
			return r;
	}
	*ret_reading = reading;
	return 0;
}

int reading_take(struct source *source, const struct tunable *tunable, const char *path,
		 struct reading *ret_reading)
{
	auto_text struct text text = { 0 };
	int status;

	status = source_read(source, path, &text);
	return reading_of(&tunable->format, status, text_span(&text), ret_reading);
}

void reading_done(struct reading *reading)
{
	if (reading->value.kind)
		value_done(&reading->value);
	free(reading->raw);
	*reading = (struct reading){ 0 };
}

const char *reading_state_name(enum reading_state state)
{
	switch (state) {
	case READING_VALUE:
		return "value";
	case READING_ABSENT:
		return "absent";
	case READING_REMOVED:
		return "removed";
	case READING_NOT_YET:
		return "not-yet";
	case READING_NOT_BUILT_IN:
		return "not-built-in";
	case READING_NO_MODULE:
		return "no-module";
	case READING_OTHER_NAMESPACE:
		return "other-namespace";
	case READING_UNREADABLE:
		return "unreadable";
	case READING_MALFORMED:
		return "malformed";
	}
	return "unknown";
}
