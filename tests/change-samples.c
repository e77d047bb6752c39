/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes documents of changes that no host shows on demand into a folder, for tests/schema.sh. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "change-sample.h"

static void write_document(struct change_sample *sample, const char *folder,
			   enum change_document document, const char *kind, const char *name)
{
	autofree char *text = change_sample_document(sample, document);
	autofree char *path = NULL;
	FILE *file;

	assert_true(asprintf(&path, "%s/%s-%s.json", folder, kind, name) > 0);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void fill_plan(struct change_sample *sample)
{
	struct change *change = change_sample_plan(sample, "filter", "net.ipv4.conf.rp_filter",
						   "/proc/sys/net/ipv4/conf/e\033[1m/rp_filter");

	change->instance = sample_instance(&sample->sample, SCOPE_NETDEV, "e\033[1m");
	change = change_sample_plan(sample, "buffers", "net.ipv4.tcp_rmem",
				    "/proc/sys/net/ipv4/tcp_rmem");
	change->from_text = (char *)"4096 16384 262144";
	change->to_text = (char *)"4096 131072 6291456";
	change->privilege = (char *)"needs root";
	change->owner = owner_at(0);
	change->rules = (char *)"buffers, more-buffers";
	for (enum left_out i = LEFT_OUT_CONSIDER; i <= LEFT_OUT_CONTRADICTED; i++)
		change_sample_leave(sample, "maps", "vm.max_map_count", i, "so it is");
	change_sample_unread(sample, "cookies", "net.ipv4.tcp_syncookies");
	change_sample_unread(sample, "reverse", "net.ipv4.conf.rp_filter")->instance =
		sample_instance(&sample->sample, SCOPE_NETDEV, "eth0");
	(void)diag_add(&sample->sample.diag, -EPERM, "/etc/x.json", "others can change it");
}

static void write_plans(const char *folder)
{
	struct change_sample sample;

	change_sample_new(&sample);
	write_document(&sample, folder, CHANGE_PLAN_JSON, "outcome", "plan-empty");
	fill_plan(&sample);
	write_document(&sample, folder, CHANGE_PLAN_JSON, "outcome", "plan");
	for (enum guard_answer i = GUARD_WEAKER; i <= GUARD_UNKNOWN; i++) {
		char name[] = "plan-refused-0";

		name[sizeof(name) - 2] = (char)('0' + i);
		sample.plan.refusal.answer = i;
		sample.plan.refusal.write = i == GUARD_UNKNOWN ? SAMPLE_MAX : 0;
		text_clear(&sample.plan.refusal.why);
		text_add(&sample.plan.refusal.why, "it would be weaker");
		write_document(&sample, folder, CHANGE_PLAN_JSON, "outcome", name);
	}
	change_sample_done(&sample);
}

static void fill_outcome(struct change_sample *sample)
{
	for (enum entry_result i = ENTRY_PLANNED; i <= ENTRY_SKIPPED; i++) {
		struct outcome_change *change =
			change_sample_outcome(sample, "net.ipv4.conf.rp_filter",
					      "/proc/sys/net/ipv4/conf/eth0/rp_filter", i);

		change->instance = (char *)"eth0";
		change->instance_number = i == ENTRY_GONE ? -1 : 2;
		change->error = i == ENTRY_FAILED ? -EIO : 0;
		change->because = i == ENTRY_FAILED ? (char *)"the kernel refused it" : NULL;
		change->got = i == ENTRY_DRIFTED ? (char *)"2" : NULL;
		change->was_weak = i == ENTRY_RESTORED;
	}
	struct outcome_change *vector =
		change_sample_outcome(sample, "net.ipv4.tcp_rmem", "/proc/sys/net/ipv4/tcp_rmem",
				      ENTRY_CHANGED);

	vector->from = (char *)"4096 16384 262144";
	vector->to = vector->got = (char *)"4096 131072 6291456";
	vector->rules = (char *)""; /* a coupling */
}

static void write_outcomes(const char *folder)
{
	static const char *const verbs[] = { "apply", "revert", "recover" };
	struct change_sample sample;

	change_sample_new(&sample);
	fill_outcome(&sample);
	for (enum outcome_state i = OUTCOME_PLANNED; i <= OUTCOME_NOTHING_TO_DO; i++) {
		char name[] = "end-0";

		name[sizeof(name) - 2] = (char)('0' + i);
		sample.outcome.state = i;
		sample.outcome.transaction = (char *)(i % 2 ? "20261130-1" : NULL);
		sample.outcome.because = (char *)(i % 2 ? "somebody was faster" : NULL);
		sample.outcome.remedy = (char *)(i % 2 ? "tuneadv recover" : NULL);
		sample.verb = verbs[i % ARRAY_SIZE(verbs)];
		write_document(&sample, folder, CHANGE_OUTCOME_JSON, "outcome", name);
	}
	change_sample_done(&sample);
}

static void write_statuses(const char *folder)
{
	struct change_sample sample;
	struct standing *standing;

	change_sample_new(&sample);
	write_document(&sample, folder, CHANGE_STATUS_JSON, "status", "none");
	fill_outcome(&sample);
	change_sample_stand(&sample, "20261130-1", JOURNAL_COMMITTED)->drifted_count = 1;
	standing = change_sample_stand(&sample, "20261130-2", JOURNAL_PREPARED);
	standing->is_in_progress = true;
	standing->is_of_other_boot = true;
	standing->is_of_other_netns = true;
	sample.journals[1].has_torn_line = true;
	sample.journals[1].boot_id = sample.journals[1].netns_inode = (char *)"";
	sample.journals[1].netns_cookie = (char *)"4097";
	change_sample_stand(&sample, "20261130-3", JOURNAL_REVERTING);
	change_sample_stand(&sample, "20261130-4", JOURNAL_INCOMPLETE);
	write_document(&sample, folder, CHANGE_STATUS_JSON, "status", "four");
	change_sample_done(&sample);
}

static void documents_are_written(void **state)
{
	const char *folder = *state;

	write_plans(folder);
	write_outcomes(folder);
	write_statuses(folder);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(documents_are_written, argc == 2 ? argv[1] : NULL),
	};

	if (argc != 2) {
		(void)fputs("usage: change-samples FOLDER\n", stderr);
		return 2;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
