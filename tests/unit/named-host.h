/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A small host for tests of operands and conditions: ids and what they stand for. */
#ifndef TESTS_NAMED_HOST_H
#define TESTS_NAMED_HOST_H

#include "value-text.h"

struct named {
	const char *id;
	const struct value_format *format;
	enum unit unit;
	const char *value; /* NULL: cannot be read */
	const char *high;
};

static const struct named named_rows[] = {
	{ "cpu.online.count", &number, UNIT_CPUS, "6", NULL },
	{ "memory.total", &number, UNIT_KIBIBYTES, "1000001", NULL },
	{ "memory.pages", &number, UNIT_PAGES, "100", NULL },
	{ "huge", &number, UNIT_BYTES, "18446744073709551615", NULL },
	{ "lowest", &number, UNIT_BYTES, "-9223372036854775808", NULL },
	{ "zero", &number, UNIT_BYTES, "0", NULL },
	{ "period", &number, UNIT_MICROSECONDS, "1500", NULL },
	{ "tcp_rmem", &vector, UNIT_BYTES, "4096 131072 6291456", NULL },
	{ "default", &vector, UNIT_BYTES, "4096 87380 6291456", "4096 131072 33554432" },
	{ "backlog", &number, UNIT_CONNECTIONS, "128", "2048" },
	{ "unreadable", &number, UNIT_CONNECTIONS, NULL, NULL },
	{ "cpu.online", &list, UNIT_NONE, "0-5", NULL },
	{ "cpu.isolated", &list, UNIT_NONE, "4-5", NULL },
	{ "release", &release, UNIT_NONE, "4.9.1", NULL },
	{ "governor", &choice, UNIT_NONE, "powersave", NULL },
	{ "cookies", &number, UNIT_NONE, "1", NULL },
};

struct host {
	struct value values[ARRAY_SIZE(named_rows)];
	struct value highs[ARRAY_SIZE(named_rows)];
};

static inline bool host_resolve(void *closure, const char *id, struct resolved *ret_resolved)
{
	const struct host *host = closure;

	for (size_t i = 0; i < ARRAY_SIZE(named_rows); i++) {
		if (strcmp(id, named_rows[i].id) != 0)
			continue;
		*ret_resolved = (struct resolved){
			.value = named_rows[i].value ? &host->values[i] : NULL,
			.value_high = named_rows[i].high ? &host->highs[i] : NULL,
			.format = named_rows[i].format,
			.unit = named_rows[i].unit,
			.why = named_rows[i].value ? NULL : "cannot be read",
		};
		return true;
	}
	return false;
}

static inline int host_setup(void **state)
{
	struct host *host = calloc(1, sizeof(*host));

	if (!host)
		return -1;
	for (size_t i = 0; i < ARRAY_SIZE(named_rows); i++) {
		read_value(named_rows[i].format, named_rows[i].value, &host->values[i]);
		read_value(named_rows[i].format, named_rows[i].high, &host->highs[i]);
	}
	*state = host;
	return 0;
}

static inline int host_teardown(void **state)
{
	struct host *host = *state;

	for (size_t i = 0; i < ARRAY_SIZE(named_rows); i++) {
		value_done(&host->values[i]);
		value_done(&host->highs[i]);
	}
	free(host);
	return 0;
}

#endif
