/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The frame of every JSON document: schema, version, time, host, diagnostics. */
#include "config.h"

#include <string.h>

#include "report/document.h"

#define SECONDS_PER_DAY 86400

/* "2026-11-30T21:00:00Z". Not by gmtime_r: that reads the environment for its time zone. The year
 * is counted from March on, which puts the day that leap years add at the end. */
void document_time(struct text *text, int64_t time_s)
{
	int64_t day = time_s / SECONDS_PER_DAY;
	int64_t second = time_s % SECONDS_PER_DAY;

	if (second < 0) {
		second += SECONDS_PER_DAY;
		day--;
	}
	day += 719468; /* from 0000-03-01 to 1970-01-01 */

	int64_t era = (day >= 0 ? day : day - 146096) / 146097; /* 400 years */
	int64_t day_of_era = day - era * 146097;
	int64_t year_of_era =
		(day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
	int64_t day_of_year =
		day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	int64_t month_from_march = (5 * day_of_year + 2) / 153;
	int64_t day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
	int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
	int64_t year = year_of_era + era * 400 + (month <= 2);

	text_addf(text, "%04lld-%02lld-%02lldT%02lld:%02lld:%02lldZ", (long long)year,
		  (long long)month, (long long)day_of_month, (long long)(second / 3600),
		  (long long)(second / 60 % 60), (long long)(second % 60));
}

static const struct value *fact_value(const struct snapshot *snapshot, enum fact fact)
{
	const struct fact_reading *found = snapshot ? snapshot_fact(snapshot, fact) : NULL;

	return found && found->reading.state == READING_VALUE ? &found->reading.value : NULL;
}

const char *document_fact_word(const struct snapshot *snapshot, enum fact fact)
{
	const struct value *value = fact_value(snapshot, fact);

	if (value && value->kind == VALUE_TEXT)
		return value->text;
	if (!value || value->kind != VALUE_CHOICE || strcmp(value->choice.chosen, "none") == 0)
		return NULL;
	return value->choice.chosen;
}

bool document_fact_number(const struct snapshot *snapshot, enum fact fact, uint64_t *ret_number)
{
	const struct value *value = fact_value(snapshot, fact);

	if (!value || value->kind != VALUE_NUMBER || value->number.negative)
		return false;
	*ret_number = value->number.magnitude;
	return true;
}

enum truth document_fact_flag(const struct snapshot *snapshot, enum fact fact)
{
	const struct value *value = fact_value(snapshot, fact);

	if (!value || value->kind != VALUE_FLAG)
		return TRUTH_UNKNOWN;
	return truth_of(value->flag);
}

static void add_fact_word(struct document *document, struct json_container *in, const char *key,
			  const struct snapshot *snapshot, enum fact fact)
{
	json_add_string(document->writer, in, key, document_fact_word(snapshot, fact));
}

static void add_fact_number(struct document *document, struct json_container *in, const char *key,
			    const struct snapshot *snapshot, enum fact fact)
{
	uint64_t number;

	if (document_fact_number(snapshot, fact, &number))
		json_add_u64(document->writer, in, key, number);
	else
		json_add_null(document->writer, in, key);
}

static void add_netns(struct document *document, struct json_container *in,
		      const struct snapshot *snapshot)
{
	struct json_container *netns = json_add_object(document->writer, in, "netns");
	enum truth is_initial = document_fact_flag(snapshot, FACT_NETNS_INITIAL);
	static const struct value_format decimal = {
		.kind = VALUE_NUMBER,
		.base = NUMBER_BASE_10,
	};

	document_print_value(document, netns, "inode", &decimal,
			     fact_value(snapshot, FACT_NETNS_INODE));
	if (is_initial == TRUTH_UNKNOWN)
		json_add_null(document->writer, netns, "initial");
	else
		json_add_boolean(document->writer, netns, "initial", is_initial == TRUTH_YES);
}

static void add_host(struct document *document, const struct snapshot *snapshot)
{
	struct json_writer *writer = document->writer;
	struct json_container *host = json_add_object(writer, document_root(document), "host");

	json_add_string(writer, host, "root", document->frame->root);
	add_fact_word(document, host, "kernel", snapshot, FACT_KERNEL_RELEASE_TEXT);
	add_fact_word(document, host, "arch", snapshot, FACT_ARCH);
	add_fact_number(document, host, "cpus_online", snapshot, FACT_CPUS_ONLINE_COUNT);
	add_fact_number(document, host, "numa_nodes", snapshot, FACT_NODES_COUNT);
	add_fact_word(document, host, "virtualization", snapshot, FACT_VIRTUALIZATION);
	add_fact_word(document, host, "container", snapshot, FACT_CONTAINER);
	add_netns(document, host, snapshot);
	add_fact_word(document, host, "boot_id", snapshot, FACT_BOOT_ID);
	json_add_u64(writer, host, "uid", document->frame->uid);
}

void document_stamp(struct document *document, const char *schema)
{
	struct json_container *root = document_root(document);
	auto_text struct text time = { 0 };

	document_time(&time, document->frame->time_s);
	json_add_string(document->writer, root, "schema", schema);
	json_add_string(document->writer, root, "tuneadv", document->frame->version);
	document_add_text(document, root, "time", &time);
}

void document_begin(struct document *document, const struct snapshot *snapshot, const char *schema)
{
	document_stamp(document, schema);
	add_host(document, snapshot);
}

int document_end(struct document *document, struct text *ret_text)
{
	struct json_writer *writer = document->writer;
	struct json_container *lines =
		json_add_array(writer, document_root(document), "diagnostics");
	const struct diag *diag = document->frame->diagnostics;

	for (size_t i = 0; diag && i < diag->count; i++) {
		struct json_container *line = json_add_object(writer, lines, NULL);

		document_add_errno(document, line, "code", diag->lines[i].code);
		json_add_string(writer, line, "place", diag->lines[i].place);
		json_add_string(writer, line, "text", diag->lines[i].sentence);
	}
	return document_print(document, ret_text);
}
