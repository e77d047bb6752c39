/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of check as a whole: how long, how wide, which bytes. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report-sample.h"
#include "report/layout.h"

#define RP_FILTER "net.ipv4.conf.rp_filter"

static void add_interfaces(struct sample *sample, const struct rule *rule, size_t count)
{
	static const char *const names[] = { "eth0", "eth1", "eth2", "eth3", "eth4" };

	for (size_t i = 0; i < count; i++) {
		struct finding *finding =
			sample_finding(sample, rule, RESULT_FAIL, BECAUSE_NOT_ONE_OF);

		finding->instance = sample_instance(sample, SCOPE_NETDEV, names[i]);
	}
}

static void add_unreadable(struct sample *sample, int error)
{
	static const char *const ids[] = { "net.core.somaxconn", "vm.swappiness", "fs.file-max" };

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		struct finding *finding =
			sample_finding(sample, sample_rule(sample, ids[i], ids[i]), RESULT_UNKNOWN,
				       BECAUSE_UNREADABLE);

		finding->current = finding->effective = NULL;
		finding->error = error;
	}
}

static void add_much(struct sample *sample)
{
	static const char *const ids[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" };

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		struct rule *rule = sample_rule(sample, ids[i], "vm.swappiness");

		sample_finding(sample, rule, RESULT_PASS, BECAUSE_MET);
		rule = sample_rule(sample, ids[i], "vm.max_map_count");
		rule->kind = RULE_CONSIDER;
		sample_finding(sample, rule, RESULT_FAIL, BECAUSE_BELOW_FLOOR);
		rule = sample_rule(sample, ids[i], "fs.file-max");
		sample_finding(sample, rule, RESULT_NOT_APPLICABLE, BECAUSE_INERT);
	}
}

static void a_healthy_host_fits_in_25_lines(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_much(&sample);
	sample.style.width = 80;

	autofree char *text = sample_text(&sample);

	assert_has(text, "web-server: fit");
	assert_has(text, "consider  and 5 more: tuneadv check -v web-server\n");
	if (count_lines(text) > 25)
		fail_msg("%zu lines:\n%s", count_lines(text), text);
	sample_done(&sample);
}

static void check_widths(const char *text, unsigned int width)
{
	struct span rest = span_of(text);
	struct span line;

	while (span_split(&rest, '\n', &line)) {
		struct span words = span_trim(line);

		/* A single word may be longer: it stays whole. */
		if (layout_columns(line) > width && memchr(words.bytes, ' ', words.length))
			fail_msg("wider than %u: %.*s", width, (int)line.length, line.bytes);
	}
}

static void no_line_is_wider_than_the_terminal(void **state)
{
	static const unsigned int widths[] = { 40, 80, 200 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(widths); i++) {
		struct sample sample;

		sample_new(&sample, NULL, SAMPLE_LIVE);
		add_much(&sample);
		add_interfaces(&sample, sample_rule(&sample, "a-rule", RP_FILTER), 5);
		add_unreadable(&sample, -EIO);
		sample.style.width = widths[i];
		sample.style.is_verbose = i % 2 == 0;

		autofree char *text = sample_text(&sample);

		check_widths(text, widths[i]);
		sample_done(&sample);
	}
}

static void remove_escapes(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		if (*from == '\033')
			from += strcspn(from, "m");
		else
			*to++ = *from;
	}
	*to = '\0';
}

static void colour_changes_nothing_but_colour(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_much(&sample);
	add_interfaces(&sample, sample_rule(&sample, "a-rule", RP_FILTER), 5);
	sample.style.width = 60;

	autofree char *plain = sample_text(&sample);

	assert_null(strchr(plain, '\033'));
	sample.style.has_color = true;

	autofree char *coloured = sample_text(&sample);

	assert_non_null(strchr(coloured, '\033'));
	remove_escapes(coloured);
	assert_string_equal(coloured, plain);
	sample_done(&sample);
}

static void quiet_is_the_verdict_alone(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_interfaces(&sample, sample_rule(&sample, "a", RP_FILTER), 5);
	sample.style.is_quiet = true;

	autofree char *text = sample_text(&sample);

	assert_int_equal(count_lines(text), 1);
	assert_has(text, "web-server: not fit");
	sample_done(&sample);
}

static void verbose_tells_passes_and_what_does_not_apply(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	sample_finding(&sample, sample_rule(&sample, "a", "vm.swappiness"), RESULT_PASS,
		       BECAUSE_MET);
	sample_finding(&sample, sample_rule(&sample, "b", "fs.file-max"), RESULT_NOT_APPLICABLE,
		       BECAUSE_CONDITION_NOT_MET);

	autofree char *brief = sample_text(&sample);

	assert_has_not(brief, "vm.swappiness");
	sample.style.is_verbose = true;

	autofree char *text = sample_text(&sample);

	assert_has(text, "pass      vm.swappiness is 1, wanted at least 10 [a]\n");
	assert_has(text, "n/a       fs.file-max: it is so [b]\n");
	sample_done(&sample);
}

static const char hostile[] = "e\033[2J\nx\xff\x07";

/* Whatever a host, a profile or a caller may slip in. */
static void add_hostile(struct sample *sample)
{
	struct rule *rule = sample_rule(sample, "a", RP_FILTER);
	struct finding *finding = sample_finding(sample, rule, RESULT_FAIL, BECAUSE_NOT_ONE_OF);

	rule->rationale = rule->remedy = (char *)hostile;
	finding->instance = sample_instance(sample, SCOPE_NETDEV, hostile);
	finding->id = finding->current = finding->because_text = (char *)hostile;
	finding->effective = (char *)"\xfe";
	sample->operands[0][0] = (char *)hostile;
	finding = sample_finding(sample, sample_rule(sample, "b", "vm.swappiness"), RESULT_FAIL,
				 BECAUSE_BELOW_FLOOR);
	finding->waiver = (char *)hostile;
	finding = sample_finding(sample, sample_rule(sample, "c", "vm.swappiness"), RESULT_UNKNOWN,
				 BECAUSE_MALFORMED);
	finding->because_text = (char *)hostile;
	sample->frame.root = hostile;
	sample->profile.name = sample->profile.path = (char *)hostile;
	(void)diag_add(&sample->diag, -EBADMSG, hostile, "%s", hostile); /* returns its code */
}

static void check_bytes(const char *text)
{
	for (const char *c = text; *c; c++) {
		if ((unsigned char)*c >= 0x7f ||
		    ((unsigned char)*c < 0x20 && *c != '\n' && *c != '\t'))
			fail_msg("a raw byte %#x in:\n%s", (unsigned char)*c, text);
	}
}

static void hostile_bytes_are_never_raw_in_text(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_hostile(&sample);
	sample.style.is_verbose = true;

	autofree char *text = sample_text(&sample);

	check_bytes(text);
	assert_has(text, "on e\\x1b[2J\\x0ax\\xff\\x07 is e\\x1b[2J");
	assert_has(text, "--root 'e\\x1b[2J\\x0ax\\xff\\x07'");
	sample_done(&sample);
}

static void hostile_bytes_are_never_raw_in_json(void **state)
{
	struct sample sample;

	(void)state;
	sample_new(&sample, NULL, SAMPLE_LIVE);
	add_hostile(&sample);

	autofree char *text = sample_json(&sample);

	check_bytes(text);
	assert_has_not(text, "\\u00");
	assert_has(text, "\"name\":\t\"e\\\\x1b[2J\\\\x0ax\\\\xff\\\\x07\"");
	sample_done(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_healthy_host_fits_in_25_lines),
		cmocka_unit_test(no_line_is_wider_than_the_terminal),
		cmocka_unit_test(colour_changes_nothing_but_colour),
		cmocka_unit_test(quiet_is_the_verdict_alone),
		cmocka_unit_test(verbose_tells_passes_and_what_does_not_apply),
		cmocka_unit_test(hostile_bytes_are_never_raw_in_text),
		cmocka_unit_test(hostile_bytes_are_never_raw_in_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
