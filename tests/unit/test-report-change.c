/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What plans, outcomes and standings say, to people and to programs. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "change-sample.h"
#include "report/layout.h"

#define SOMAXCONN "/proc/sys/net/core/somaxconn"
#define FILTER	  "net.ipv4.conf.rp_filter"
#define HOSTILE	  "e\033[31mvil\n\xff`$(x)'\";"
#define LONG_PATH "/proc/sys/net/ipv4/conf/" HOSTILE "/rp_filter"

static void a_plan_says_each_change_and_the_command(void **state)
{
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	change_sample_plan(&sample, "accept-queue", "net.core.somaxconn", SOMAXCONN)->privilege =
		(char *)"needs root";
	sample.changes[0].owner = owner_at(0);
	change_sample_plan(&sample, "backlog", "net.ipv4.tcp_max_syn_backlog",
			   "/proc/sys/net/ipv4/tcp_max_syn_backlog");
	change_sample_leave(&sample, "swap", "vm.swappiness", LEFT_OUT_CONSIDER, "x");
	change_sample_leave(&sample, "maps", "vm.max_map_count", LEFT_OUT_CONSIDER, "x");
	change_sample_leave(&sample, "odd", "fs.file-max", LEFT_OUT_GUARD, "it would be weaker");

	autofree char *text = change_sample_document(&sample, CHANGE_PLAN_TEXT);

	assert_has(text, "web-server: 2 changes, 3 left out - Linux 6.12.9, 2 CPUs");
	assert_has(text, "medium    net.core.somaxconn 128 -> 4096 connections [accept-queue]\n");
	assert_has(text, "          Because it matters.\n");
	assert_has(text, "          Takes effect at a server's next listen().");
	assert_has(text, "          Not by this process: it needs root.\n");
	assert_has(text, "runs here and manages this");
	assert_has(text, "only worth considering (--consider): vm.swappiness, vm.max_map_count\n");
	assert_has(text, "refused   fs.file-max: it would be weaker [odd]\n");
	assert_has(text, "Next: sudo tuneadv apply web-server\n");
	sample.sample.frame.uid = 0;
	sample.changes[0].privilege = NULL;

	autofree char *as_root = change_sample_document(&sample, CHANGE_PLAN_TEXT);

	assert_has_not(as_root, "sudo");
	assert_has(as_root, "Next: once made, they are taken back by: tuneadv revert web-server\n");
	assert_has_not(as_root, "Not by this process");
	change_sample_done(&sample);
}

static void a_refused_plan_says_so_first_and_everywhere(void **state)
{
	static const enum change_document files[] = { CHANGE_PLAN_SYSCTL_D, CHANGE_PLAN_SHELL,
						      CHANGE_PLAN_ANSIBLE };
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	change_sample_plan(&sample, "accept-queue", "net.core.somaxconn", SOMAXCONN);
	sample.plan.refusal.answer = GUARD_WEAKER;
	text_add(&sample.plan.refusal.why, "net.core.somaxconn would act as 1, weaker than 2 now");

	autofree char *text = change_sample_document(&sample, CHANGE_PLAN_TEXT);
	autofree char *json = change_sample_document(&sample, CHANGE_PLAN_JSON);

	assert_has(text, "web-server: refused, nothing is written - ");
	assert_has(text, "refused   net.core.somaxconn would act as 1, weaker than 2 now. Nothing");
	assert_has_not(text, "tuneadv apply");
	assert_has(json, "\"state\":\t\"refused\"");
	assert_has(json, "\"code\":\t\"weaker\"");
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		autofree char *file = change_sample_document(&sample, files[i]);

		assert_has(file, "Refused as a whole");
		assert_has(file, "# " SOMAXCONN ": not written, it is refused; it would be 4096");
		assert_int_equal(count_of(file, "somaxconn"), 1);
	}
	change_sample_done(&sample);
}

static void places_alike_are_told_once(void **state)
{
	static const char *const names[] = { "eth0", "eth1", "eth2", "eth3" };
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct change *change = change_sample_plan(&sample, "filter", FILTER, "/x");
		struct outcome_change *made =
			change_sample_outcome(&sample, FILTER, "/x", ENTRY_CHANGED);

		change->instance = sample_instance(&sample.sample, SCOPE_NETDEV, names[i]);
		made->instance = (char *)names[i];
	}

	autofree char *plan = change_sample_document(&sample, CHANGE_PLAN_TEXT);
	autofree char *outcome = change_sample_document(&sample, CHANGE_OUTCOME_TEXT);

	assert_has(plan, FILTER " on 4 interfaces (eth0, eth1, eth2, ...) 128 -> 4096");
	assert_has(outcome, FILTER " on 4 interfaces (eth0, eth1, eth2, ...) 128 -> 4096");
	assert_int_equal(count_of(plan, " -> "), 1);
	assert_int_equal(count_of(outcome, " -> "), 1);
	change_sample_done(&sample);
}

static void an_outcome_says_how_it_ended(void **state)
{
	static const struct {
		enum outcome_state state;
		const char *text;
		const char *json;
	} ends[] = {
		{ OUTCOME_PLANNED, "apply: a plan, nothing is written", "planned" },
		{ OUTCOME_COMMITTED, "apply: done", "committed" },
		{ OUTCOME_ROLLED_BACK, "the host is as it was", "rolled-back" },
		{ OUTCOME_REVERTED, "apply: taken back", "reverted" },
		{ OUTCOME_INCOMPLETE, "incomplete, the journal is kept", "incomplete" },
		{ OUTCOME_REFUSED, "refused, nothing was changed", "refused" },
		{ OUTCOME_NOTHING_TO_DO, "apply: nothing to do", "nothing-to-do" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		struct change_sample sample;

		change_sample_new(&sample);
		sample.outcome.state = ends[i].state;
		sample.outcome.transaction = (char *)"20261130-1";
		sample.outcome.because = (char *)"somebody was faster";

		autofree char *text = change_sample_document(&sample, CHANGE_OUTCOME_TEXT);
		autofree char *json = change_sample_document(&sample, CHANGE_OUTCOME_JSON);

		assert_has(text, ends[i].text);
		assert_has(text, " - transaction 20261130-1\n");
		assert_has(text, "somebody was faster\n");
		assert_has(json, "\"because\":\t\"somebody was faster\"");
		assert_has(json, ends[i].json);
		if (ends[i].state == OUTCOME_COMMITTED)
			assert_has(text, "to take it back: sudo tuneadv revert 20261130-1\n");
		else
			assert_has_not(text, "Next:");
		change_sample_done(&sample);
	}
}

static void each_result_is_told_with_its_direction(void **state)
{
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	sample.verb = "revert";
	sample.outcome.state = OUTCOME_INCOMPLETE;
	sample.outcome.remedy = (char *)"tuneadv revert --skip-drifted";
	change_sample_outcome(&sample, "net.core.somaxconn", SOMAXCONN, ENTRY_RESTORED);
	change_sample_outcome(&sample, "vm.swappiness", "/x", ENTRY_DRIFTED)->got = (char *)"77";
	change_sample_outcome(&sample, "fs.file-max", "/y", ENTRY_FAILED)->error = -EIO;

	autofree char *text = change_sample_document(&sample, CHANGE_OUTCOME_TEXT);
	autofree char *json = change_sample_document(&sample, CHANGE_OUTCOME_JSON);

	assert_has(text, "1 value restored, 1 failed, 1 drifted");
	assert_has(text, "restored  net.core.somaxconn 4096 -> 128 connections");
	assert_has(text, "drifted   vm.swappiness 4096 -> 128 [a-rule, b-rule]; now 77");
	assert_has(text, "(EIO)");
	assert_has(text, "Next: tuneadv revert --skip-drifted\n");
	assert_has(json, "\"errno\":\t\"EIO\"");
	assert_has(json, "\"rules\":\t[\"a-rule\", \"b-rule\"]");
	assert_has(json, "\"from\":\t\"128\"");
	change_sample_done(&sample);
}

static void what_is_weak_again_is_loud_even_when_quiet(void **state)
{
	struct change_sample sample;
	struct outcome_change *change;

	(void)state;
	change_sample_new(&sample);
	sample.verb = "revert";
	sample.outcome.state = OUTCOME_REVERTED;
	sample.sample.style.is_quiet = true;
	change = change_sample_outcome(&sample, FILTER, "/x", ENTRY_RESTORED);
	change->instance = (char *)"eth0";
	change->from = (char *)"0";
	change->was_weak = true;

	autofree char *text = change_sample_document(&sample, CHANGE_OUTCOME_TEXT);
	autofree char *json = change_sample_document(&sample, CHANGE_OUTCOME_JSON);

	assert_has(text, "WEAK      " FILTER " on eth0 is 0 again, as it was before the change");
	assert_has(json, "\"was_weak\":\ttrue");
	change_sample_done(&sample);
}

static void an_instance_keeps_its_number(void **state)
{
	struct change_sample sample;
	struct outcome_change *change;

	(void)state;
	change_sample_new(&sample);
	change = change_sample_outcome(&sample, FILTER, "/x", ENTRY_CHANGED);
	change->instance = (char *)"eth0";
	change->instance_number = 7;
	change_sample_stand(&sample, "20261130-1", JOURNAL_COMMITTED);

	autofree char *outcome = change_sample_document(&sample, CHANGE_OUTCOME_JSON);
	autofree char *status = change_sample_document(&sample, CHANGE_STATUS_JSON);

	assert_has(outcome, "\"number\":\t7");
	assert_has(status, "\"number\":\t7");
	change_sample_done(&sample);
}

static void what_could_not_be_read_is_named_at_its_threshold(void **state)
{
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	change_sample_unread(&sample, "queue", "net.core.somaxconn");
	sample.has_plan = true;
	for (enum change_document i = CHANGE_PLAN_TEXT; i <= CHANGE_OUTCOME_JSON; i++) {
		autofree char *told = change_sample_document(&sample, i);

		if (i == CHANGE_PLAN_TEXT || i == CHANGE_OUTCOME_TEXT) {
			assert_has(told, ", 1 undecided");
			assert_has(told, "undecided net.core.somaxconn: it cannot be read [queue]");
		} else if (i == CHANGE_PLAN_JSON || i == CHANGE_OUTCOME_JSON) {
			assert_has(told, "\"because\":\t\"it cannot be read\"");
			assert_has(told, "\"errno\":\t\"EACCES\"");
		}
	}
	sample.sample.style.fail_on = 0;

	autofree char *never = change_sample_document(&sample, CHANGE_PLAN_TEXT);
	autofree char *document = change_sample_document(&sample, CHANGE_OUTCOME_JSON);

	assert_has_not(never, "undecided");
	assert_has(document, "\"undecided\":\t[]");
	change_sample_done(&sample);
}

static void commands_carry_the_folders_that_were_named(void **state)
{
	static const char *const folders[] = { "/srv/my profiles", NULL };
	static const char *const words[] = { "./web.json", NULL };
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	sample.sample.style.state_folder = "/tmp/it's";
	sample.sample.style.profile_folders = folders;
	sample.sample.style.profile_words = words;
	change_sample_plan(&sample, "queue", "net.core.somaxconn", SOMAXCONN)->privilege =
		(char *)"needs root";
	sample.outcome.transaction = (char *)"20261130-1";

	autofree char *plan = change_sample_document(&sample, CHANGE_PLAN_TEXT);
	autofree char *outcome = change_sample_document(&sample, CHANGE_OUTCOME_TEXT);

	assert_has(plan,
		   "tuneadv apply --state-dir '/tmp/it'\\''s' --profile-dir '/srv/my profiles' "
		   "./web.json\n");
	assert_has(outcome, "tuneadv revert --state-dir '/tmp/it'\\''s' 20261130-1\n");
	sample.plan.changes[0].privilege = NULL;
	change_sample_done(&sample);
}

static void status_says_what_stands_and_what_does_not(void **state)
{
	struct change_sample sample;
	struct standing *standing;

	(void)state;
	change_sample_new(&sample);

	autofree char *nothing = change_sample_document(&sample, CHANGE_STATUS_TEXT);

	assert_has(nothing, "nothing is applied - state in /run/tuneadv\n");
	assert_has_not(nothing, "Next:");
	change_sample_outcome(&sample, "net.core.somaxconn", SOMAXCONN, ENTRY_CHANGED);
	change_sample_outcome(&sample, "vm.swappiness", "/x", ENTRY_DRIFTED)->got = (char *)"77";
	standing = change_sample_stand(&sample, "20261130-1", JOURNAL_COMMITTED);
	standing->drifted_count = 1;

	autofree char *one = change_sample_document(&sample, CHANGE_STATUS_TEXT);

	assert_has(one, "1 transaction, 1 value drifted - state in");
	assert_has(one, "web-server: 2 values, 1 drifted, by user 1000 at 2026-11-30T");
	assert_has(one, "changed   net.core.somaxconn 128 -> 4096 connections");
	assert_has(one, "drifted   vm.swappiness 128 -> 4096 [a-rule, b-rule]; now 77");
	assert_has(one, "sudo tuneadv revert 20261130-1 --skip-drifted");
	change_sample_stand(&sample, "20261130-2", JOURNAL_PREPARED);
	sample.state_folder = sample.sample.style.state_folder = "/tmp/my state";

	autofree char *two = change_sample_document(&sample, CHANGE_STATUS_TEXT);
	autofree char *json = change_sample_document(&sample, CHANGE_STATUS_JSON);

	assert_has(two, "2 transactions, 1 value drifted, 1 unfinished");
	assert_has(two, "half done A crash left it so");
	assert_has(two, "sudo tuneadv recover --state-dir '/tmp/my state'\n");
	assert_has(json, "\"journal\":\t\"prepared\"");
	assert_has(json, "\"unfinished\":\ttrue");
	assert_has(json, "\"drifted\":\t1");
	assert_has(json, "\"sha256\":\t\"0123456789abcdef");
	change_sample_done(&sample);
}

static void notes_of_a_standing_are_told(void **state)
{
	struct change_sample sample;
	struct standing *standing;

	(void)state;
	change_sample_new(&sample);
	standing = change_sample_stand(&sample, "t", JOURNAL_PREPARED);
	standing->is_in_progress = true;
	standing->is_of_other_boot = true;
	standing->is_of_other_netns = true;
	sample.journals[0].has_torn_line = true;

	autofree char *text = change_sample_document(&sample, CHANGE_STATUS_TEXT);

	assert_has(text, "1 in progress");
	assert_has(text, "Somebody is at it right now.");
	assert_has(text, "Of an earlier boot");
	assert_has(text, "Of another network namespace");
	assert_has(text, "The last line of its journal was cut");
	assert_has_not(text, "Next:");
	change_sample_done(&sample);
}

/* ---- bytes and columns ---- */

static void fill(struct change_sample *sample)
{
	struct outcome_change *made;
	struct change *change;

	change = change_sample_plan(sample, "filter", FILTER, LONG_PATH);
	change->instance = sample_instance(&sample->sample, SCOPE_NETDEV, HOSTILE);
	change->privilege = (char *)HOSTILE;
	change_sample_plan(sample, "accept-queue", "net.core.somaxconn", SOMAXCONN);
	change_sample_leave(sample, "swap", "vm.swappiness", LEFT_OUT_WAIVED, HOSTILE);
	for (enum left_out i = LEFT_OUT_CONSIDER; i <= LEFT_OUT_CONTRADICTED; i++)
		change_sample_leave(sample, "maps", "vm.max_map_count", i, HOSTILE);
	sample->outcome.because = (char *)HOSTILE;
	sample->outcome.remedy = (char *)HOSTILE;
	sample->outcome.transaction = (char *)HOSTILE;
	for (enum entry_result i = ENTRY_PLANNED; i <= ENTRY_SKIPPED; i++) {
		made = change_sample_outcome(sample, FILTER, LONG_PATH, i);
		made->instance = (char *)HOSTILE;
		made->rules = (char *)HOSTILE;
		made->because = (char *)HOSTILE;
		made->got = (char *)HOSTILE;
		made->was_weak = true;
	}
	change_sample_stand(sample, HOSTILE, JOURNAL_COMMITTED)->drifted_count = 1;
	sample->journal_profiles[0][0].name = (char *)HOSTILE;
	sample->state_folder = HOSTILE;
}

static void no_byte_of_the_host_goes_out_raw(void **state)
{
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	fill(&sample);
	for (enum change_document i = CHANGE_PLAN_TEXT; i < CHANGE_DOCUMENT_END; i++) {
		autofree char *text = change_sample_document(&sample, i);

		for (const char *at = text; *at; at++) {
			if ((*at < ' ' && *at != '\n' && *at != '\t') || *at == '\x7f')
				fail_msg("document %d has a raw byte: %s", i, at);
		}
		assert_true(span_is_utf8(span_of(text)));
		assert_has(text, "\\x1b");
	}
	change_sample_done(&sample);
}

static void no_line_is_wider_than_the_terminal(void **state)
{
	static const enum change_document texts[] = { CHANGE_PLAN_TEXT, CHANGE_OUTCOME_TEXT,
						      CHANGE_STATUS_TEXT };
	struct change_sample sample;

	(void)state;
	change_sample_new(&sample);
	fill(&sample);
	for (unsigned int width = 60; width <= 120; width += 20) {
		sample.sample.style.width = width;
		sample.sample.style.has_color = width == 80;
		sample.sample.style.is_verbose = width == 100;
		for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
			autofree char *text = change_sample_document(&sample, texts[i]);
			struct span rest = span_of(text);
			struct span line;

			while (span_split(&rest, '\n', &line)) {
				struct span words = span_trim(line);

				if (layout_columns(line) > width &&
				    memchr(words.bytes, ' ', words.length))
					fail_msg("wider than %u: %.*s", width, (int)line.length,
						 line.bytes);
			}
		}
	}
	change_sample_done(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_says_each_change_and_the_command),
		cmocka_unit_test(a_refused_plan_says_so_first_and_everywhere),
		cmocka_unit_test(places_alike_are_told_once),
		cmocka_unit_test(an_outcome_says_how_it_ended),
		cmocka_unit_test(each_result_is_told_with_its_direction),
		cmocka_unit_test(what_is_weak_again_is_loud_even_when_quiet),
		cmocka_unit_test(an_instance_keeps_its_number),
		cmocka_unit_test(what_could_not_be_read_is_named_at_its_threshold),
		cmocka_unit_test(commands_carry_the_folders_that_were_named),
		cmocka_unit_test(status_says_what_stands_and_what_does_not),
		cmocka_unit_test(notes_of_a_standing_are_told),
		cmocka_unit_test(no_byte_of_the_host_goes_out_raw),
		cmocka_unit_test(no_line_is_wider_than_the_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
