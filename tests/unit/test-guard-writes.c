/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* No sequence of writes leaves a host weaker at any moment: each row, couplings, memory. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "guard-host.h"

#define LARGE_HOST                                                           \
	{ MEMORY_FILE, "MemTotal: 1073741824 kB\n" }, { CPU_FILE, "0-1\n" }, \
	{                                                                    \
		KERNEL_FILE, "6.12.9\n"                                      \
	}

/* ---- every row ---- */

static bool is_single(const struct tunable *row)
{
	return row->scope == SCOPE_HOST || row->scope == SCOPE_NETNS;
}

/* The answer where @row has @from everywhere and is written as @to on one place. */
static enum guard_answer answer_between(const struct tunable *row, const char *from, const char *to)
{
	struct wish wish = { row, is_single(row) ? NULL : "eth0", to };
	const char *const names[] = { "all", "default", "eth0" };
	enum guard_answer answer;
	struct host host;
	size_t at;

	host_new(&host);
	tree_files(&host, FILES(LARGE_HOST));
	for (size_t i = 0; i < (is_single(row) ? 1 : ARRAY_SIZE(names)); i++) {
		autofree char *path = NULL;

		assert_int_equal(tunable_path(row, is_single(row) ? NULL : names[i], &path), 0);
		/* "all" at its lowest, so that the interface's own value acts. */
		tree_file(&host, path + 1, !is_single(row) && i == 0 ? "0\n" : from);
	}
	host_open(&host, false);
	assert_int_equal(needs_add(&host.needs, row->id), 0);
	assert_int_equal(needs_add_for_change(&host.needs), 0);
	host_take(&host);
	answer = answer_on(&host, &wish, 1, &at);
	host_done(&host);
	return answer;
}

/* What is said of the value itself, whatever stands there. */
static enum guard_answer answer_alone(const struct tunable *row, const char *text)
{
	auto_value struct value value = { 0 };
	auto_text struct text why = { 0 };
	enum guard_answer answer;

	assert_int_equal(value_parse(&row->format, span_of(text), &value), 0);
	assert_int_equal(guard_value(row, &value, &answer, &why), 0);
	return answer;
}

static void check_pair(const struct tunable *row, const char *weak, const char *strong)
{
	enum guard_answer down = answer_alone(row, weak);

	/* A latch, and what is never written, are refused for that. */
	assert_int_equal(answer_between(row, strong, weak),
			 down == GUARD_ALLOWED ? GUARD_WEAKER : down);
	assert_int_not_equal(down, GUARD_INCOMPARABLE);
	assert_int_equal(answer_between(row, weak, strong), answer_alone(row, strong));
	assert_int_equal(answer_between(row, strong, strong), GUARD_ALLOWED);
	assert_int_equal(answer_between(row, weak, weak), GUARD_ALLOWED);
}

static void each_adjacent_pair_of_ranks_goes_up_and_not_down(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);

		for (size_t k = 1; row->security == SECURITY_RANKED && row->secure_ranks[k]; k++) {
			struct span below = span_of(row->secure_ranks[k - 1]);
			struct span weak, strong;

			while (span_token(&below, &weak)) {
				struct span above = span_of(row->secure_ranks[k]);
				autofree char *from = span_copy(weak);

				while (span_token(&above, &strong)) {
					autofree char *to = span_copy(strong);

					check_pair(row, from, to);
					checked++;
				}
			}
		}
	}
	assert_true(checked >= 5);
}

static void each_number_with_a_direction_goes_that_way_only(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		auto_text struct text low = { 0 };
		auto_text struct text high = { 0 };
		bool is_rising = row->security == SECURITY_RISING;

		if (!is_rising && row->security != SECURITY_FALLING)
			continue;
		number_print(&low, number_from_u64(row->min.magnitude + 1));
		number_print(&high, number_from_u64(row->min.magnitude + 2));
		check_pair(row, is_rising ? low.bytes : high.bytes,
			   is_rising ? high.bytes : low.bytes);
		checked++;
	}
	assert_true(checked >= 6);
}

static void each_neutral_number_may_go_both_ways(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		auto_text struct text low = { 0 };
		auto_text struct text high = { 0 };

		if (row->security != SECURITY_NEUTRAL || row->format.kind != VALUE_NUMBER ||
		    row->couplings || row->is_read_only || row->is_advice_only ||
		    scope_has_instances(row->scope))
			continue;
		number_print(&low, number_from_u64(row->min.negative ? 0 : row->min.magnitude));
		number_print(&high,
			     number_from_u64(row->min.negative ? 1 : row->min.magnitude + 1));
		assert_int_equal(answer_between(row, low.bytes, high.bytes), GUARD_ALLOWED);
		assert_int_equal(answer_between(row, high.bytes, low.bytes), GUARD_ALLOWED);
		checked++;
	}
	assert_true(checked >= 3);
}

static void what_is_there_may_be_written_again_whatever_it_is(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		const struct tunable *row = tunable_at(i);
		auto_text struct text text = { 0 };

		if (row->format.kind != VALUE_NUMBER || row->scope > SCOPE_NETDEV)
			continue;
		/* Also beyond the limits, unreviewed, read-only, weak. */
		number_print(&text, number_from_u64(row->max.magnitude + 1));
		assert_int_equal(answer_between(row, text.bytes, text.bytes), GUARD_ALLOWED);
		assert_int_equal(answer_between(row, "0", "0"), GUARD_ALLOWED);
		checked++;
	}
	assert_true(checked >= 20);
}

/* ---- sequences on a host ---- */

struct step {
	const char *id;
	const char *to;
};

struct sequence {
	const char *about;
	const struct file *files;
	struct step steps[4];
	enum guard_answer answer;
	size_t at; /* the write that is refused */
};

#define DIRTY(bytes, ratio)                      \
	{ "proc/sys/vm/dirty_bytes", bytes },    \
	{                                        \
		"proc/sys/vm/dirty_ratio", ratio \
	}
#define RT(runtime, period)                                  \
	{ "proc/sys/kernel/sched_rt_runtime_us", runtime },  \
	{                                                    \
		"proc/sys/kernel/sched_rt_period_us", period \
	}
#define OLD_KERNEL                      \
	{                               \
		KERNEL_FILE, "6.12.9\n" \
	}
#define NEW_KERNEL                      \
	{                               \
		KERNEL_FILE, "7.2.13\n" \
	}
#define RUNTIME "kernel.sched_rt_runtime_us"
#define PERIOD	"kernel.sched_rt_period_us"
#define STOCK	RT("950000\n", "1000000\n")

static const struct sequence real_time[] = {
	{ "less time", FILES(OLD_KERNEL, STOCK), { { RUNTIME, "900000" } }, GUARD_ALLOWED, 0 },
	{ "more time", FILES(OLD_KERNEL, STOCK), { { RUNTIME, "950001" } }, GUARD_WEAKER, 0 },
	{ "no limit", FILES(OLD_KERNEL, STOCK), { { RUNTIME, "-1" } }, GUARD_WEAKER, 0 },
	{ "no limit on a new kernel",
	  FILES(NEW_KERNEL, RT("1000000\n", "1000000\n")),
	  { { RUNTIME, "-1" } },
	  GUARD_WEAKER,
	  0 },
	{ "all of the period",
	  FILES(OLD_KERNEL, STOCK),
	  { { RUNTIME, "1000000" } },
	  GUARD_WEAKER,
	  0 },
	{ "period alone", FILES(OLD_KERNEL, STOCK), { { PERIOD, "999999" } }, GUARD_WEAKER, 0 },
	{ "longer period", FILES(OLD_KERNEL, STOCK), { { PERIOD, "2000000" } }, GUARD_ALLOWED, 0 },
	{ "same share, shorter",
	  FILES(OLD_KERNEL, STOCK),
	  { { RUNTIME, "95000" }, { PERIOD, "100000" } },
	  GUARD_ALLOWED,
	  0 },
	{ "same share in the wrong order",
	  FILES(OLD_KERNEL, STOCK),
	  { { PERIOD, "100000" }, { RUNTIME, "95000" } },
	  GUARD_WEAKER,
	  0 },
	{ "larger share by two writes",
	  FILES(OLD_KERNEL, STOCK),
	  { { PERIOD, "2000000" }, { RUNTIME, "1900001" } },
	  GUARD_WEAKER,
	  1 },
	{ "back to a limit",
	  FILES(OLD_KERNEL, RT("-1\n", "1000000\n")),
	  { { RUNTIME, "950000" } },
	  GUARD_ALLOWED,
	  0 },
	{ "from none to the whole period",
	  FILES(OLD_KERNEL, RT("-1\n", "1000000\n")),
	  { { RUNTIME, "1000000" } },
	  GUARD_WEAKER,
	  0 },
	{ "the new kernel's own default",
	  FILES(NEW_KERNEL, RT("-1\n", "1000000\n")),
	  { { RUNTIME, "1000000" } },
	  GUARD_ALLOWED,
	  0 },
	{ "the default's number in another period",
	  FILES(NEW_KERNEL, RT("-1\n", "500000\n")),
	  { { RUNTIME, "1000000" } },
	  GUARD_WEAKER,
	  0 },
	{ "a default, but more than now",
	  FILES(NEW_KERNEL, STOCK),
	  { { RUNTIME, "1000000" } },
	  GUARD_WEAKER,
	  0 },
	{ "between two releases",
	  FILES({ KERNEL_FILE, "7.0.0\n" }, RT("-1\n", "1000000\n")),
	  { { RUNTIME, "1000000" } },
	  GUARD_WEAKER,
	  0 },
	{ "nothing to divide by",
	  FILES(OLD_KERNEL, RT("950000\n", "0\n")),
	  { { RUNTIME, "1" } },
	  GUARD_INCOMPARABLE,
	  0 },
	{ "period not known",
	  FILES(OLD_KERNEL, { "proc/sys/kernel/sched_rt_runtime_us", "950000\n" }),
	  { { RUNTIME, "900000" } },
	  GUARD_UNKNOWN,
	  0 },
	{ "runtime is no number",
	  FILES(OLD_KERNEL, RT("many\n", "1000000\n")),
	  { { PERIOD, "2000000" } },
	  GUARD_UNKNOWN,
	  0 },
};

#define GIB4                                          \
	{                                             \
		MEMORY_FILE, "MemTotal: 4194304 kB\n" \
	}
#define COOKIE "net.ipv4.tcp_syncookies"
#define SOMAX  "net.core.somaxconn"

static const struct sequence various[] = {
	{ "a pair of which one counts",
	  FILES(GIB4, DIRTY("0\n", "20\n")),
	  { { "vm.dirty_bytes", "1073741824" } },
	  GUARD_ALLOWED,
	  0 },
	{ "what the partner set to 0 is not there any more",
	  FILES(GIB4, DIRTY("0\n", "20\n")),
	  { { "vm.dirty_bytes", "1073741824" }, { "vm.dirty_ratio", "0" } },
	  GUARD_ALLOWED,
	  0 },
	{ "0 of a pair is no setting",
	  FILES(GIB4, DIRTY("0\n", "20\n")),
	  { { "vm.dirty_ratio", "0" } },
	  GUARD_OUT_OF_RANGE,
	  0 },
	{ "partner not known",
	  FILES(GIB4, { "proc/sys/vm/dirty_bytes", "0\n" }),
	  { { "vm.dirty_bytes", "1048576" } },
	  GUARD_UNKNOWN,
	  0 },
	{ "second write refused",
	  FILES({ "proc/sys/net/core/somaxconn", "128\n" },
		{ "proc/sys/net/ipv4/tcp_syncookies", "1\n" }),
	  { { SOMAX, "4096" }, { COOKIE, "0" } },
	  GUARD_WEAKER,
	  1 },
	{ "up and down again below the start",
	  FILES({ "proc/sys/net/core/somaxconn", "4096\n" }),
	  { { SOMAX, "8192" }, { SOMAX, "2048" }, { SOMAX, "4096" } },
	  GUARD_WEAKER,
	  1 },
	{ "up and down again to the start",
	  FILES({ "proc/sys/net/core/somaxconn", "4096\n" }),
	  { { SOMAX, "8192" }, { SOMAX, "4096" }, { SOMAX, "5000" } },
	  GUARD_ALLOWED,
	  0 },
	{ "back to a weak value is asked for, not undone",
	  FILES({ "proc/sys/net/ipv4/tcp_syncookies", "0\n" }),
	  { { COOKIE, "0" }, { COOKIE, "1" }, { COOKIE, "0" } },
	  GUARD_WEAKER,
	  2 },
	{ "value now not known",
	  FILES({ "proc/sys/net/core/somaxconn", "many\n" }),
	  { { SOMAX, "4096" } },
	  GUARD_UNKNOWN,
	  0 },
	{ "not on this host",
	  FILES({ "proc/sys/net/ipv4/x", "1\n" }),
	  { { SOMAX, "4096" } },
	  GUARD_UNKNOWN,
	  0 },
	{ "value now beyond what the row knows",
	  FILES({ "proc/sys/net/ipv4/tcp_syncookies", "3\n" }),
	  { { COOKIE, "2" } },
	  GUARD_INCOMPARABLE,
	  0 },
	{ "a word that this kernel does not offer",
	  FILES({ "sys/kernel/mm/transparent_hugepage/defrag", "always [madvise] never\n" }),
	  { { "thp.defrag", "defer" } },
	  GUARD_OUT_OF_RANGE,
	  0 },
	{ "a word that this kernel offers",
	  FILES({ "sys/kernel/mm/transparent_hugepage/defrag", "always [madvise] never\n" }),
	  { { "thp.defrag", "never" } },
	  GUARD_ALLOWED,
	  0 },
};

static void take_host(struct host *host, const struct file *files, const struct wish *wishes,
		      size_t count)
{
	host_new(host);
	tree_files(host, files);
	host_open(host, false);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(needs_add(&host->needs, wishes[i].tunable->id), 0);
	assert_int_equal(needs_add_for_change(&host->needs), 0);
	host_take(host);
}

static void check_sequence(const struct sequence *sequence)
{
	struct wish wishes[ARRAY_SIZE(sequence->steps)];
	enum guard_answer answer;
	struct host host;
	size_t count = 0;
	size_t at = 0;

	for (; count < ARRAY_SIZE(wishes) && sequence->steps[count].id; count++)
		wishes[count] = (struct wish){ tunable_find(sequence->steps[count].id), NULL,
					       sequence->steps[count].to };
	take_host(&host, sequence->files, wishes, count);
	answer = answer_on(&host, wishes, count, &at);
	host_done(&host);
	if (answer != sequence->answer || at != sequence->at)
		fail_msg("%s: %s at %zu, not %s at %zu", sequence->about, guard_answer_name(answer),
			 at, guard_answer_name(sequence->answer), sequence->at);
}

static void real_time_limit_is_judged_as_a_share(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(real_time); i++)
		check_sequence(&real_time[i]);
}

static void every_prefix_and_coupling_is_judged(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(various); i++)
		check_sequence(&various[i]);
}

static void no_writes_are_allowed(void **state)
{
	struct host host;
	size_t at;

	(void)state;
	take_host(&host, FILES(OLD_KERNEL), NULL, 0);
	assert_int_equal(answer_on(&host, NULL, 0, &at), GUARD_ALLOWED);
	host_done(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_adjacent_pair_of_ranks_goes_up_and_not_down),
		cmocka_unit_test(each_number_with_a_direction_goes_that_way_only),
		cmocka_unit_test(each_neutral_number_may_go_both_ways),
		cmocka_unit_test(what_is_there_may_be_written_again_whatever_it_is),
		cmocka_unit_test(real_time_limit_is_judged_as_a_share),
		cmocka_unit_test(every_prefix_and_coupling_is_judged),
		cmocka_unit_test(no_writes_are_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
