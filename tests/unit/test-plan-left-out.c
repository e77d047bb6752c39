/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plan leaves out, with which reason, and what it refuses. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "planned.h"

#define SYS "proc/sys/"
#define SOMAXCONN(t)                             \
	{                                        \
		SYS "net/core/somaxconn", t "\n" \
	}
#define SWAPPINESS(t)                       \
	{                                   \
		SYS "vm/swappiness", t "\n" \
	}
#define S	    "\"tunable\":\"net.core.somaxconn\",\"assert\":{\"at-least\":4096}"
#define W	    "\"tunable\":\"vm.swappiness\",\"assert\":{\"at-most\":10}"
#define T(id, text) "\"tunable\":\"" id "\",\"assert\":{" text "}"
#define BOTH	    FILES(SOMAXCONN("128"), SWAPPINESS("60"))

struct row {
	const char *rules;
	struct file files[6];
	struct plan_options options;
	const char *changes;
	const char *left_out;
};

static const char *const only_a[] = { "a", NULL };
static const char *const only_eth0[] = { "a/eth0", NULL };

static const struct row rows[] = {
	/* only considered */
	{ WISH("a", S), { SOMAXCONN("128") }, { 0 }, "", "a:consider" },
	{ WISH("a", S),
	  { SOMAXCONN("128") },
	  { .with_consider = true },
	  "net.core.somaxconn=4096",
	  "" },
	/* --only, --except; of an instance too */
	{ RULE("a", S) "," RULE("b", W),
	  { SOMAXCONN("128"), SWAPPINESS("60") },
	  { .only = only_a },
	  "net.core.somaxconn=4096",
	  "b:not-asked" },
	{ RULE("a", S) "," RULE("b", W),
	  { SOMAXCONN("128"), SWAPPINESS("60") },
	  { .except = only_a },
	  "vm.swappiness=10",
	  "a:not-asked" },
	{ RULE("a", T("net.ipv4.conf.rp_filter", "\"one-of\":[1,2]")),
	  { { SYS "net/ipv4/conf/all/rp_filter", "0\n" },
	    { SYS "net/ipv4/conf/default/rp_filter", "0\n" },
	    { SYS "net/ipv4/conf/eth0/rp_filter", "0\n" },
	    { SYS "net/ipv4/conf/eth1/rp_filter", "0\n" } },
	  { .only = only_eth0 },
	  "net.ipv4.conf.rp_filter/eth0=1",
	  "a/eth1:not-asked" },
	/* --only does not make advice a change, and comes before it */
	{ WISH("a", S), { SOMAXCONN("128") }, { .only = only_a }, "", "a:consider" },
	{ WISH("a", S), { SOMAXCONN("128") }, { .except = only_a }, "", "a:not-asked" },
	/* a person must act */
	{ RULE("a", S ",\"set\":false"), { SOMAXCONN("128") }, { 0 }, "", "a:advice-only" },
	{ RULE("a", T("thp.enabled", "\"equals\":\"never\"")),
	  { { "sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n" } },
	  { 0 },
	  "",
	  "a:advice-only" },
	{ RULE("a", T("net.ipv4.tcp_tw_reuse", "\"equals\":0")),
	  { { SYS "net/ipv4/tcp_tw_reuse", "1\n" }, { SYS "net/ipv4/tcp_timestamps", "1\n" } },
	  { 0 },
	  "",
	  "a:advice-only" },
	{ RULE("a", "\"fact\":\"cpus.online-count\",\"assert\":{\"at-least\":4}"),
	  { { "sys/devices/system/cpu/online", "0-1\n" } },
	  { 0 },
	  "",
	  "a:advice-only" },
	{ RULE("a", T("cpu.isolated", "\"equals\":\"1\"")),
	  { { "sys/devices/system/cpu/isolated", "\n" } },
	  { 0 },
	  "",
	  "a:boot-only" },
	{ RULE("a", T("net.netfilter.nf_conntrack_count", "\"at-most\":4")),
	  { { SYS "net/netfilter/nf_conntrack_count", "5\n" } },
	  { 0 },
	  "",
	  "a:read-only" },
	/* not known: its value, or what it should be */
	{ RULE("a", W), { SWAPPINESS("junk") }, { 0 }, "", "a:unknown" },
	/* what passes or does not apply is not expected in a plan */
	{ RULE("a", S), { SOMAXCONN("4096") }, { 0 }, "", "" },
	{ RULE("a", S ",\"when\":{\"fact\":\"cpus.online-count\",\"at-least\":4}"),
	  { SOMAXCONN("128"), { "sys/devices/system/cpu/online", "0-1\n" } },
	  { 0 },
	  "",
	  "" },
	/* its value now is beyond the row's limits: we could not put it back */
	{ RULE("a", T("net.ipv4.tcp_rmem", "\"at-least\":[4096,131072,6291456]")),
	  { { SYS "net/ipv4/tcp_rmem", "1 2 3\n" } },
	  { 0 },
	  "",
	  "a:not-undoable" },
	/* of a pair the one that shows 0 comes back by the other */
	{ RULE("a", T("vm.dirty_bytes", "\"at-least\":268435456")),
	  { { SYS "vm/dirty_bytes", "0\n" },
	    { SYS "vm/dirty_ratio", "20\n" },
	    { SYS "vm/dirty_background_ratio", "10\n" },
	    { SYS "vm/dirty_background_bytes", "0\n" } },
	  { 0 },
	  "vm.dirty_bytes=268435456",
	  "" },
	{ RULE("a", T("vm.dirty_bytes", "\"at-least\":268435456")),
	  { { SYS "vm/dirty_bytes", "0\n" },
	    { SYS "vm/dirty_ratio", "junk\n" },
	    { SYS "vm/dirty_background_ratio", "10\n" },
	    { SYS "vm/dirty_background_bytes", "0\n" } },
	  { 0 },
	  "",
	  "a:not-undoable" },
	/* a container: the host's settings are left out, its own are not */
	{ RULE("a", S) "," RULE("b", W),
	  { SOMAXCONN("128"), SWAPPINESS("60"), { "run/systemd/container", "docker\n" } },
	  { 0 },
	  "net.core.somaxconn=4096",
	  "b:host-wide" },
	{ RULE("a", S) "," RULE("b", W),
	  { SOMAXCONN("128"), SWAPPINESS("60"), { "run/systemd/container", "docker\n" } },
	  { .is_host_wide = true },
	  "net.core.somaxconn=4096; vm.swappiness=10",
	  "" },
};

static void each_reason_has_its_name_and_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct planned planned;

		planned_new(&planned, rows[i].rules, rows[i].files, &rows[i].options);
		assert_int_equal(planned.status, 0);

		autofree char *says = planned_says(&planned);
		autofree char *leaves = planned_leaves(&planned);

		if (strcmp(says, rows[i].changes) != 0 || strcmp(leaves, rows[i].left_out) != 0)
			fail_msg("row %zu: \"%s\", left out \"%s\"", i, says, leaves);
		planned_done(&planned);
	}
}

/* What the kernel answers when it is asked, without asking: those are the door's questions. */
static void what_the_kernel_does_not_offer_is_left_out(void **state)
{
	static const struct {
		enum changeable changeable;
		const char *left_out;
	} answers[] = {
		{ CHANGEABLE_YES, "" },
		{ CHANGEABLE_NEEDS_PRIVILEGE, "" },
		{ CHANGEABLE_UNKNOWN, "" },
		{ CHANGEABLE_READ_ONLY, "a:read-only" },
		{ CHANGEABLE_CANNOT_BE_STEERED, "a:read-only" },
		{ CHANGEABLE_BOOT_ONLY, "a:boot-only" },
		{ CHANGEABLE_NOT_IN_THIS_NAMESPACE, "a:other-namespace" },
		{ CHANGEABLE_ADVICE_ONLY, "a:advice-only" },
	};
	static const struct plan_options options;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
		struct planned planned;
		struct judged *judged = &planned.judged;

		planned_new(&planned, RULE("a", S), BOTH, NULL);
		judged->findings.findings[0].changeable = answers[i].changeable;
		plan_done(&planned.plan);
		assert_int_equal(plan_make(&judged->findings, &judged->shelf.set,
					   judged->host.snapshot, &options, &planned.plan, NULL),
				 0);

		autofree char *leaves = planned_leaves(&planned);

		assert_string_equal(leaves, answers[i].left_out);
		assert_int_equal(planned.plan.change_count, *answers[i].left_out ? 0 : 1);
		planned_done(&planned);
	}
}

static void a_waiver_comes_before_every_other_reason(void **state)
{
	static const struct waiver waivers[] = { { "a", "we know" } };
	static const struct plan_options options = { .except = only_a };
	struct planned planned;

	(void)state;
	planned_waived(&planned, WISH("a", S) "," RULE("b", W), BOTH, &options, waivers, 1);

	autofree char *says = planned_says(&planned);
	autofree char *leaves = planned_leaves(&planned);

	assert_string_equal(says, "vm.swappiness=10");
	assert_string_equal(leaves, "a:waived");
	assert_string_equal(planned.plan.left_out[0].why, "we know");
	planned_done(&planned);
}

static void a_rule_that_nobody_knows_is_an_error(void **state)
{
	static const char *const unknown[] = { "a", "no-such-rule", NULL };
	static const struct plan_options options[] = { { .only = unknown }, { .except = unknown } };
	static const char *const places[] = { "--only", "--except" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		struct planned planned;

		planned_new(&planned, RULE("a", S), BOTH, &options[i]);
		assert_int_equal(planned.status, -ENOENT);
		assert_int_equal(planned.plan.change_count, 0);
		assert_non_null(strstr(shelf_sentence(&planned.judged.shelf), "no-such-rule"));
		assert_string_equal(planned.judged.shelf.diag.lines[0].place, places[i]);
		planned_done(&planned);
	}
}

static void what_the_guard_refuses_alone_leaves_the_rest(void **state)
{
	struct planned planned;

	(void)state;
	/* A computed value beyond the row's limits: no literal of a profile could be. */
	planned_new(&planned,
		    RULE("a", T("vm.swappiness", "\"at-most\":{\"of\":\"cpus.online-count\","
						 "\"plus\":-5}")) "," RULE("b", S),
		    FILES(SOMAXCONN("128"), SWAPPINESS("60"),
			  { "sys/devices/system/cpu/online", "0-1\n" }),
		    NULL);

	autofree char *says = planned_says(&planned);
	autofree char *leaves = planned_leaves(&planned);

	assert_string_equal(says, "net.core.somaxconn=4096");
	assert_string_equal(leaves, "a:guard");
	assert_false(plan_is_refused(&planned.plan));
	planned_done(&planned);
}

static void a_plan_that_weakens_is_refused_whole(void **state)
{
	struct planned planned;

	(void)state;
	/* 20 in place of 5: more of the memory is written to disk, which is the weaker one. */
	planned_new(&planned, RULE("a", S) "," RULE("b", T("vm.swappiness", "\"at-least\":20")),
		    FILES(SOMAXCONN("128"), SWAPPINESS("5")), NULL);
	assert_int_equal(planned.status, 0);
	assert_true(plan_is_refused(&planned.plan));
	assert_int_equal(planned.plan.refusal.answer, GUARD_WEAKER);
	assert_int_equal(planned.plan.change_count, 2);
	assert_int_equal(planned.plan.refusal.write, 1);
	assert_non_null(strstr(planned.plan.refusal.why.bytes, "vm.swappiness"));
	planned_done(&planned);
}

static void every_reason_has_a_name(void **state)
{
	(void)state;
	for (enum left_out i = LEFT_OUT_CONSIDER; i <= LEFT_OUT_CONTRADICTED; i++) {
		assert_true(*left_out_name(i));
		for (enum left_out k = LEFT_OUT_CONSIDER; k < i; k++)
			assert_string_not_equal(left_out_name(i), left_out_name(k));
	}
	assert_string_equal(left_out_name(0), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_reason_has_its_name_and_its_place),
		cmocka_unit_test(what_the_kernel_does_not_offer_is_left_out),
		cmocka_unit_test(a_waiver_comes_before_every_other_reason),
		cmocka_unit_test(a_rule_that_nobody_knows_is_an_error),
		cmocka_unit_test(what_the_guard_refuses_alone_leaves_the_rest),
		cmocka_unit_test(a_plan_that_weakens_is_refused_whole),
		cmocka_unit_test(every_reason_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
