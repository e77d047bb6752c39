/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-report/1 and tuneadv-error/1: which value each key has. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report-sample.h"

/* A sample's document, and a path of keys and indexes into it. */
struct parsed {
	char *text;
	struct json *json;
};

static void parsed_take(struct parsed *parsed, char *text)
{
	auto_diag struct diag diag = { 0 };

	parsed->text = text;
	if (json_read(span_of(text), "document", &parsed->json, &diag) < 0)
		fail_msg("not well-formed:\n%s", text);
}

static void parsed_done(struct parsed *parsed)
{
	json_free(parsed->json);
	free(parsed->text);
}

/* "findings/0/instance/name" */
static const struct json_node *node_at(const struct parsed *parsed, const char *path)
{
	const struct json_node *node = json_root(parsed->json);
	struct span rest = span_of(path);
	struct span part;

	while (span_split(&rest, '/', &part)) {
		autofree char *key = span_copy(part);

		assert_non_null(node);
		if (json_kind(node) == JSON_ARRAY) {
			uint64_t index = 0;

			assert_int_equal(number_parse_u64(part, NUMBER_BASE_10, &index), 0);
			node = json_first(node);
			while (index-- > 0)
				node = json_next(node);
		} else {
			node = json_member(node, key);
		}
	}
	if (!node)
		fail_msg("no %s in:\n%s", path, parsed->text);
	return node;
}

/* The value at @path as JSON writes it, without blanks. */
static void check_at(const struct parsed *parsed, const char *path, const char *expected)
{
	const struct json_node *node = node_at(parsed, path);
	auto_text struct text text = { 0 };

	switch (json_kind(node)) {
	case JSON_NULL:
		text_add(&text, "null");
		break;
	case JSON_BOOLEAN:
		text_add(&text, json_boolean(node) ? "true" : "false");
		break;
	case JSON_NUMBER:
		text_add_span(&text, json_raw_number(parsed->json, node));
		break;
	case JSON_STRING:
		text_addf(&text, "\"%s\"", json_string(node));
		break;
	case JSON_ARRAY:
		text_addf(&text, "[%zu]", json_count(node));
		break;
	case JSON_OBJECT:
		text_addf(&text, "{%zu}", json_count(node));
		break;
	}
	if (strcmp(text.bytes, expected) != 0)
		fail_msg("%s is %s, expected %s", path, text.bytes, expected);
}

struct at {
	const char *path;
	const char *expected;
};

static void check_all(const struct parsed *parsed, const struct at *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_at(parsed, rows[i].path, rows[i].expected);
}

static void the_frame_tells_version_time_and_host(void **state)
{
	static const struct at rows[] = {
		{ "schema", "\"tuneadv-report/1\"" },
		{ "tuneadv", "\"0.1.0\"" },
		{ "time", "\"2026-11-30T21:00:00Z\"" },
		{ "host", "{10}" },
		{ "host/root", "\"/\"" },
		{ "host/kernel", "\"6.12.9\"" },
		{ "host/cpus_online", "2" },
		{ "host/numa_nodes", "1" },
		{ "host/container", "null" },
		{ "host/netns/initial", "true" },
		{ "host/boot_id", "\"0b0e3b8e-6ad6-4d2c-9a3c-5d1f3d4f6a11\"" },
		{ "host/uid", "1000" },
		{ "profiles", "[1]" },
		{ "profiles/0/name", "\"web-server\"" },
		{ "window_ms", "0" },
		{ "verdict", "\"fit\"" },
		{ "summary", "{6}" },
		{ "posture", "{5}" },
		{ "findings", "[0]" },
		{ "diagnostics", "[1]" },
		{ "diagnostics/0/code", "\"EBADMSG\"" },
		{ "diagnostics/0/place", "\"a:1:2\"" },
		{ "diagnostics/0/text", "\"wrong\"" },
	};
	struct sample sample;
	struct parsed parsed;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	(void)diag_add(&sample.diag, -EBADMSG, "a:1:2", "wrong"); /* returns its code */
	sample.frame.time_s = 1796072400;
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, rows, ARRAY_SIZE(rows));
	assert_int_equal(json_count(json_root(parsed.json)), 11);
	parsed_done(&parsed);
	sample_done(&sample);
}

static void what_is_not_known_is_null(void **state)
{
	static const struct file nothing[] = {
		{ "proc/sys/kernel/osrelease", "" },
		{ "proc/sys/kernel/random/boot_id", "" },
		{ "sys/devices/system/cpu/online", "junk\n" },
		{ NULL, NULL },
	};
	static const struct at rows[] = {
		{ "host/cpus_online", "null" },	  { "host/virtualization", "null" },
		{ "host/container", "null" },	  { "host/netns/inode", "null" },
		{ "host/root", "\"/captured\"" },
	};
	struct sample sample;
	struct parsed parsed;

	(void)state;
	sample_new(&sample, nothing, SAMPLE_CAPTURED);
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, rows, ARRAY_SIZE(rows));
	parsed_done(&parsed);
	sample_done(&sample);
}

static void a_finding_has_every_key(void **state)
{
	static const struct at rows[] = {
		{ "findings/0", "{29}" },
		{ "findings/0/id", "\"a/eth0\"" },
		{ "findings/0/rule", "\"a\"" },
		{ "findings/0/profile", "\"web-server\"" },
		{ "findings/0/subject/kind", "\"tunable\"" },
		{ "findings/0/subject/id", "\"net.ipv4.conf.rp_filter\"" },
		{ "findings/0/path", "null" },
		{ "findings/0/instance/kind", "\"netdev\"" },
		{ "findings/0/instance/name", "\"eth0\"" },
		{ "findings/0/instance/number", "2" },
		{ "findings/0/instances", "1" },
		{ "findings/0/element", "null" },
		{ "findings/0/result", "\"fail\"" },
		{ "findings/0/severity", "\"medium\"" },
		{ "findings/0/kind", "\"requirement\"" },
		{ "findings/0/confidence", "\"expected\"" },
		{ "findings/0/current", "\"1\"" },
		{ "findings/0/effective", "\"1\"" },
		{ "findings/0/relation", "\"at-least\"" },
		{ "findings/0/operands/0", "\"10\"" },
		{ "findings/0/unit", "null" },
		{ "findings/0/because/code", "\"below-floor\"" },
		{ "findings/0/because/text", "\"it is so\"" },
		{ "findings/0/rationale", "\"Because it matters. More words follow.\"" },
		{ "findings/0/takes_effect", "\"now\"" },
		{ "findings/0/inert", "null" },
		{ "findings/0/security", "\"protective\"" },
		{ "findings/0/changeable", "\"yes\"" },
		{ "findings/0/owner", "null" },
		{ "findings/0/errno", "null" },
		{ "findings/0/remedy", "null" },
		{ "findings/0/waiver", "null" },
		{ "findings/0/evidence", "[0]" },
		{ "findings/0/references", "[0]" },
	};
	struct sample sample;
	struct parsed parsed;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct finding *finding =
		sample_finding(&sample, sample_rule(&sample, "a", "net.ipv4.conf.rp_filter"),
			       RESULT_FAIL, BECAUSE_BELOW_FLOOR);

	finding->id = (char *)"a/eth0";
	finding->instance = sample_instance(&sample, SCOPE_NETDEV, "eth0");
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, rows, ARRAY_SIZE(rows));
	parsed_done(&parsed);
	sample_done(&sample);
}

/* The finding's reading is the snapshot's of net.ipv4.tcp_rmem. */
static struct finding *add_rmem(struct sample *sample)
{
	struct rule *rule = sample_rule(sample, "rmem", "net.ipv4.tcp_rmem");
	struct finding *finding = sample_finding(sample, rule, RESULT_PASS, BECAUSE_MET);
	size_t count = 0;

	finding->reading = snapshot_tunables(sample->host.snapshot, rule->tunable, &count);
	assert_int_equal(count, 1);
	finding->current = finding->effective = (char *)"4096 131072 6291456";
	return finding;
}

static void a_vector_is_an_array_and_its_element_a_string(void **state)
{
	static const struct at vector[] = {
		{ "findings/0/current", "[3]" },
		{ "findings/0/current/2", "\"6291456\"" },
		{ "findings/0/operands/0", "[3]" },
		{ "findings/0/path", "\"/proc/sys/net/ipv4/tcp_rmem\"" },
		{ "findings/0/unit", "\"bytes\"" },
	};
	static const struct at element[] = {
		{ "findings/0/element", "2" },
		{ "findings/0/current", "\"6291456\"" },
		{ "findings/0/operands/0", "\"10\"" },
	};
	static const struct value_format number = { .kind = VALUE_NUMBER };
	struct sample sample;
	struct parsed parsed;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct finding *finding = add_rmem(&sample);

	sample.operands[0][0] = (char *)"4096 131072 33554432";
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, vector, ARRAY_SIZE(vector));
	parsed_done(&parsed);
	sample.rules[0].element_plus_one = 3;
	sample.rules[0].format = &number;
	finding->current = (char *)"6291456";
	sample.operands[0][0] = (char *)"10";
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, element, ARRAY_SIZE(element));
	parsed_done(&parsed);
	sample_done(&sample);
}

static void folded_passes_have_neither_path_nor_instance(void **state)
{
	static const struct at rows[] = {
		{ "findings/0/path", "null" },
		{ "findings/0/instance", "null" },
		{ "findings/0/instances", "14" },
	};
	struct sample sample;
	struct parsed parsed;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct finding *finding = add_rmem(&sample);

	finding->instances = 14;
	finding->instance = sample_instance(&sample, SCOPE_NETDEV, "eth0");
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, rows, ARRAY_SIZE(rows));
	parsed_done(&parsed);
	sample_done(&sample);
}

static void what_hinders_is_named(void **state)
{
	static const struct at rows[] = {
		{ "verdict", "\"fit\"" },
		{ "summary/waived", "1" },
		{ "summary/unknown", "0" },
		{ "findings/0/result", "\"unknown\"" },
		{ "findings/0/current", "null" },
		{ "findings/0/errno", "\"EACCES\"" },
		{ "findings/0/waiver", "\"known\"" },
		{ "findings/0/inert", "{2}" },
		{ "findings/0/inert/code", "\"syncookies-on\"" },
		{ "findings/0/changeable", "\"needs-privilege\"" },
	};
	struct sample sample;
	struct parsed parsed;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);

	struct rule *rule = sample_rule(&sample, "a", "net.ipv4.tcp_max_syn_backlog");
	struct finding *finding = sample_finding(&sample, rule, RESULT_UNKNOWN, BECAUSE_UNREADABLE);

	finding->current = finding->effective = NULL;
	finding->error = -EACCES;
	finding->waiver = (char *)"known";
	finding->inert = &rule->tunable->inert[0];
	finding->changeable = CHANGEABLE_NEEDS_PRIVILEGE;
	parsed_take(&parsed, sample_json(&sample));
	check_all(&parsed, rows, ARRAY_SIZE(rows));
	parsed_done(&parsed);
	sample_done(&sample);
}

static void an_error_document_says_code_message_and_place(void **state)
{
	static const struct at rows[] = {
		{ "schema", "\"tuneadv-error/1\"" },
		{ "code", "2" },
		{ "message", "\"no\"" },
		{ "place", "\"x.json:1:2\"" },
		{ "tuneadv", "\"0.1.0\"" },
	};
	const struct report_frame frame = { .version = "0.1.0" };
	auto_text struct text text = { 0 };
	struct parsed parsed;
	char *bytes = NULL;

	(void)state;
	assert_int_equal(report_error_json(&frame, 2, "no", "x.json:1:2", &text), 0);
	assert_int_equal(text_take(&text, &bytes), 0);
	parsed_take(&parsed, bytes);
	check_all(&parsed, rows, ARRAY_SIZE(rows));
	assert_int_equal(json_count(json_root(parsed.json)), 6);
	parsed_done(&parsed);
}

static void time_is_utc_without_asking_the_system(void **state)
{
	static const struct {
		int64_t time_s;
		const char *expected;
	} rows[] = {
		{ 0, "1970-01-01T00:00:00Z" },		{ -1, "1969-12-31T23:59:59Z" },
		{ 951782399, "2000-02-28T23:59:59Z" },	{ 951782400, "2000-02-29T00:00:00Z" },
		{ 1709251200, "2024-03-01T00:00:00Z" }, { 1798761599, "2026-12-31T23:59:59Z" },
		{ 4107542399, "2100-02-28T23:59:59Z" }, { 4107542400, "2100-03-01T00:00:00Z" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct report_frame frame = { .time_s = rows[i].time_s };
		auto_text struct text text = { 0 };

		assert_int_equal(report_error_json(&frame, 2, "no", NULL, &text), 0);
		assert_has(text.bytes, rows[i].expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_frame_tells_version_time_and_host),
		cmocka_unit_test(what_is_not_known_is_null),
		cmocka_unit_test(a_finding_has_every_key),
		cmocka_unit_test(a_vector_is_an_array_and_its_element_a_string),
		cmocka_unit_test(folded_passes_have_neither_path_nor_instance),
		cmocka_unit_test(what_hinders_is_named),
		cmocka_unit_test(an_error_document_says_code_message_and_place),
		cmocka_unit_test(time_is_utc_without_asking_the_system),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
