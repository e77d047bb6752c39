/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What acts on an interface decides, not what a file says: for each way of combining values. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/array.h"

#include "guard-host.h"

#define PLACES 4

static const char *const places[PLACES] = { "all", "default", "eth0", "veth0" };

struct effective {
	const char *about;
	const char *before[PLACES]; /* of all, default, eth0, veth0; NULL: no such file */
	struct {
		const char *instance;
		const char *to;
	} writes[4];
	enum guard_answer answer;
	size_t at;
};

/* rp_filter: 0 < 2 < 1, and the greater number acts. */
static const struct effective by_maximum[] = {
	{ "loose for all where one is strict",
	  { "0", "0", "1", "0" },
	  { { "all", "2" } },
	  GUARD_WEAKER,
	  0 },
	{ "loose for all where one that rules leave out is strict",
	  { "0", "0", "0", "1" },
	  { { "all", "2" } },
	  GUARD_WEAKER,
	  0 },
	{ "loose for all where new ones are strict",
	  { "0", "1", "0", "0" },
	  { { "all", "2" } },
	  GUARD_WEAKER,
	  0 },
	{ "loose for all where none is strict",
	  { "0", "0", "0", "0" },
	  { { "all", "2" } },
	  GUARD_ALLOWED,
	  0 },
	{ "strict for all", { "0", "0", "1", "0" }, { { "all", "1" } }, GUARD_ALLOWED, 0 },
	{ "strict for all while one is loose by itself",
	  { "0", "0", "2", "0" },
	  { { "all", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "strict again for all", { "2", "1", "1", "1" }, { { "all", "1" } }, GUARD_ALLOWED, 0 },
	{ "strict for all, new ones were loose by all",
	  { "2", "0", "0", "0" },
	  { { "all", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "strict for an interface that all keeps loose",
	  { "2", "0", "0", "0" },
	  { { "eth0", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "loose for a strict interface",
	  { "0", "0", "1", "0" },
	  { { "eth0", "2" } },
	  GUARD_WEAKER,
	  0 },
	{ "loose for an interface that all makes strict",
	  { "1", "0", "0", "0" },
	  { { "eth0", "2" } },
	  GUARD_WEAKER,
	  0 },
	{ "loose for new ones that all makes strict",
	  { "1", "0", "0", "0" },
	  { { "default", "2" } },
	  GUARD_WEAKER,
	  0 },
	{ "loose for new ones that were off",
	  { "0", "0", "1", "0" },
	  { { "default", "2" } },
	  GUARD_ALLOWED,
	  0 },
	{ "interface first, then all",
	  { "1", "1", "2", "1" },
	  { { "eth0", "1" }, { "all", "2" } },
	  GUARD_WEAKER,
	  1 },
	{ "weak between two writes that end as they began",
	  { "1", "1", "1", "1" },
	  { { "all", "2" }, { "all", "1" } },
	  GUARD_WEAKER,
	  0 },
	{ "off is never asked for", { "1", "1", "1", "1" }, { { "all", "0" } }, GUARD_WEAKER, 0 },
	{ "off again is no change", { "0", "1", "1", "1" }, { { "all", "0" } }, GUARD_ALLOWED, 0 },
	{ "a number without a meaning acts",
	  { "0", "0", "3", "0" },
	  { { "eth0", "1" } },
	  GUARD_INCOMPARABLE,
	  0 },
	{ "a number without a meaning elsewhere",
	  { "0", "0", "0", "3" },
	  { { "eth0", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "a number without a meaning that stays",
	  { "0", "0", "0", "3" },
	  { { "all", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "all is not known", { NULL, "0", "0", "0" }, { { "eth0", "1" } }, GUARD_UNKNOWN, 0 },
	{ "all is no number", { "x", "0", "0", "0" }, { { "eth0", "1" } }, GUARD_UNKNOWN, 0 },
	{ "one interface is no number",
	  { "0", "0", "0", "x" },
	  { { "all", "1" } },
	  GUARD_UNKNOWN,
	  0 },
	{ "one interface is gone", { "0", "0", "0", NULL }, { { "all", "1" } }, GUARD_ALLOWED, 0 },
	{ "new ones are not known", { "0", NULL, "0", "0" }, { { "all", "1" } }, GUARD_UNKNOWN, 0 },
};

/* Hand-made: 1 weaker than 0, and one 1 anywhere acts (as with accept_redirects of a host). */
static const struct effective by_or[] = {
	{ "on for all", { "0", "0", "1", "0" }, { { "all", "1" } }, GUARD_WEAKER, 0 },
	{ "on for one", { "0", "0", "0", "0" }, { { "eth0", "1" } }, GUARD_WEAKER, 0 },
	{ "on for one while all is on",
	  { "1", "0", "0", "0" },
	  { { "eth0", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "off for all does nothing while one is on",
	  { "1", "1", "1", "1" },
	  { { "all", "0" } },
	  GUARD_ALLOWED,
	  0 },
	{ "off for one", { "0", "1", "1", "1" }, { { "eth0", "0" } }, GUARD_ALLOWED, 0 },
	{ "off, then on as it was",
	  { "0", "1", "1", "1" },
	  { { "eth0", "0" }, { "eth0", "1" } },
	  GUARD_ALLOWED,
	  0 },
};

/* Hand-made: 0 weaker than 1; a protection that acts where either says so. */
static const struct effective by_or_rising[] = {
	{ "on for all", { "0", "0", "0", "0" }, { { "all", "1" } }, GUARD_ALLOWED, 0 },
	{ "on for one", { "0", "0", "0", "0" }, { { "eth0", "1" } }, GUARD_ALLOWED, 0 },
	{ "off for one while all is on",
	  { "1", "0", "1", "0" },
	  { { "eth0", "0" } },
	  GUARD_ALLOWED,
	  0 },
	{ "off for all while one lacks it",
	  { "1", "1", "0", "1" },
	  { { "all", "0" } },
	  GUARD_WEAKER,
	  0 },
	{ "off for all while new ones lack it",
	  { "1", "0", "1", "1" },
	  { { "all", "0" } },
	  GUARD_WEAKER,
	  0 },
	{ "off for all while each has it",
	  { "1", "1", "1", "1" },
	  { { "all", "0" } },
	  GUARD_ALLOWED,
	  0 },
	{ "off for all and then for one",
	  { "1", "1", "1", "1" },
	  { { "all", "0" }, { "eth0", "0" } },
	  GUARD_WEAKER,
	  1 },
	{ "off for one and then for all",
	  { "1", "1", "1", "1" },
	  { { "eth0", "0" }, { "all", "0" } },
	  GUARD_WEAKER,
	  1 },
	{ "off for all, on for one before",
	  { "1", "1", "0", "1" },
	  { { "eth0", "1" }, { "all", "0" } },
	  GUARD_ALLOWED,
	  0 },
	{ "the same in the other order",
	  { "1", "1", "0", "1" },
	  { { "all", "0" }, { "eth0", "1" } },
	  GUARD_WEAKER,
	  0 },
};

/* Hand-made: 0 weaker than 1; acts only where both say so. */
static const struct effective by_and_rising[] = {
	{ "on for all", { "0", "1", "1", "1" }, { { "all", "1" } }, GUARD_ALLOWED, 0 },
	{ "off for one while all is off",
	  { "0", "1", "1", "1" },
	  { { "eth0", "0" } },
	  GUARD_ALLOWED,
	  0 },
	{ "off for one while all is on",
	  { "1", "1", "1", "1" },
	  { { "eth0", "0" } },
	  GUARD_WEAKER,
	  0 },
	{ "off for all while one has it",
	  { "1", "0", "1", "0" },
	  { { "all", "0" } },
	  GUARD_WEAKER,
	  0 },
	{ "off for all while new ones have it",
	  { "1", "1", "0", "0" },
	  { { "all", "0" } },
	  GUARD_WEAKER,
	  0 },
	{ "off for all while none has it",
	  { "1", "0", "0", "0" },
	  { { "all", "0" } },
	  GUARD_ALLOWED,
	  0 },
};

/* Hand-made: 0 weaker than 1; each place has its own. */
static const struct effective by_own_rising[] = {
	{ "on for one", { "0", "0", "0", "0" }, { { "eth0", "1" } }, GUARD_ALLOWED, 0 },
	{ "off for one while all is on",
	  { "1", "1", "1", "1" },
	  { { "eth0", "0" } },
	  GUARD_WEAKER,
	  0 },
	{ "off for all", { "1", "0", "0", "0" }, { { "all", "0" } }, GUARD_WEAKER, 0 },
	{ "off for new ones", { "1", "1", "0", "0" }, { { "default", "0" } }, GUARD_WEAKER, 0 },
	{ "all is not known and does not matter",
	  { NULL, "0", "0", "0" },
	  { { "eth0", "1" } },
	  GUARD_ALLOWED,
	  0 },
};

/* A row that no registry has, read as the others are. */
static void need_row(struct needs *needs, const struct tunable *row)
{
	assert_int_equal(array_reserve(&needs->tunables, &needs->tunable_capacity,
				       needs->tunable_count + 1, sizeof(*needs->tunables)),
			 0);
	needs->tunables[needs->tunable_count++] = row;
}

static void host_of(struct host *host, const struct tunable *row, const char *const *before)
{
	struct wish wish = { row, NULL, NULL };

	host_new(host);
	for (size_t i = 0; i < PLACES; i++) {
		char path[128];

		(void)snprintf(path, sizeof(path), CONF "%s", places[i]);
		tree_folder(host, path);
		(void)snprintf(path, sizeof(path), CONF "%s/rp_filter", places[i]);
		if (before[i])
			tree_file(host, path, before[i]);
	}
	host_open(host, false);
	need_row(&host->needs, wish.tunable);
	assert_int_equal(needs_add_for_change(&host->needs), 0);
	host_take(host);
}

static void check_case(const struct tunable *row, const struct effective *is)
{
	struct wish wishes[ARRAY_SIZE(is->writes)];
	enum guard_answer answer;
	struct host host;
	size_t count = 0;
	size_t at = 0;

	for (; count < ARRAY_SIZE(wishes) && is->writes[count].to; count++)
		wishes[count] =
			(struct wish){ row, is->writes[count].instance, is->writes[count].to };
	host_of(&host, row, is->before);
	answer = answer_on(&host, wishes, count, &at);
	host_done(&host);
	if (answer != is->answer || at != is->at)
		fail_msg("%s: %s at %zu, not %s at %zu", is->about, guard_answer_name(answer), at,
			 guard_answer_name(is->answer), is->at);
}

/* A smaller number is never weaker, and the smaller of both acts. */
static const struct effective by_minimum[] = {
	{ "open for all while each is closed by itself",
	  { "0", "0", "0", "0" },
	  { { "all", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "open for all where one is open",
	  { "0", "0", "1", "0" },
	  { { "all", "1" } },
	  GUARD_WEAKER,
	  0 },
	{ "open for all where new ones are open",
	  { "0", "1", "0", "0" },
	  { { "all", "1" } },
	  GUARD_WEAKER,
	  0 },
	{ "open for an interface that all keeps closed",
	  { "0", "0", "0", "0" },
	  { { "eth0", "1" } },
	  GUARD_ALLOWED,
	  0 },
	{ "closed for all", { "1", "1", "1", "0" }, { { "all", "0" } }, GUARD_ALLOWED, 0 },
	{ "all first, then an interface",
	  { "0", "0", "0", "0" },
	  { { "all", "1" }, { "eth0", "1" } },
	  GUARD_WEAKER,
	  1 },
};

static struct tunable made_row(enum combine combine, enum security security)
{
	struct tunable row = *tunable_find("net.ipv4.conf.rp_filter");

	row.combine = combine;
	row.security = security;
	row.secure_ranks = NULL;
	row.secure_floor = NULL;
	row.max = (struct number)NUMBER(1);
	return row;
}

static void greater_of_all_and_the_interface_acts(void **state)
{
	const struct tunable *row = tunable_find("net.ipv4.conf.rp_filter");

	(void)state;
	assert_int_equal(row->combine, COMBINE_MAX);
	for (size_t i = 0; i < ARRAY_SIZE(by_maximum); i++)
		check_case(row, &by_maximum[i]);
}

static void one_of_both_is_enough(void **state)
{
	struct tunable falling = made_row(COMBINE_OR, SECURITY_FALLING);
	struct tunable rising = made_row(COMBINE_OR, SECURITY_RISING);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(by_or); i++)
		check_case(&falling, &by_or[i]);
	for (size_t i = 0; i < ARRAY_SIZE(by_or_rising); i++)
		check_case(&rising, &by_or_rising[i]);
}

static void smaller_of_all_and_the_interface_acts(void **state)
{
	struct tunable falling = made_row(COMBINE_MIN, SECURITY_FALLING);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(by_minimum); i++)
		check_case(&falling, &by_minimum[i]);
}

static void both_are_needed(void **state)
{
	struct tunable rising = made_row(COMBINE_AND, SECURITY_RISING);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(by_and_rising); i++)
		check_case(&rising, &by_and_rising[i]);
}

static void each_place_has_its_own(void **state)
{
	struct tunable rising = made_row(COMBINE_OWN, SECURITY_RISING);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(by_own_rising); i++)
		check_case(&rising, &by_own_rising[i]);
}

/*
 * Every state of all, default and one interface, every write: the answer is that of a table made
 * here by hand, of what acts and how strong that is.
 */
static void every_state_of_rp_filter_is_judged_by_what_acts(void **state)
{
	static const int strength[] = { 0, 2, 1 }; /* of 0, 1, 2 */
	const struct tunable *row = tunable_find("net.ipv4.conf.rp_filter");
	static const char *const digits[] = { "0", "1", "2" };

	(void)state;
	for (int i = 0; i < 27; i++) {
		int was[3] = { i / 9, i / 3 % 3, i % 3 };
		const char *before[PLACES] = { digits[was[0]], digits[was[1]], digits[was[2]],
					       digits[was[1]] };
		struct host host;

		host_of(&host, row, before);
		for (int k = 0; k < 9; k++) {
			int place = k / 3;
			int is[3] = { was[0], was[1], was[2] };
			struct wish wish = { row, places[place], digits[k % 3] };
			bool is_weaker = k % 3 == 0 && was[place] != 0;
			size_t at;

			is[place] = k % 3;
			for (int n = 1; n < 3; n++) {
				int acted = was[0] > was[n] ? was[0] : was[n];
				int acts = is[0] > is[n] ? is[0] : is[n];

				is_weaker |= strength[acts] < strength[acted];
			}
			assert_int_equal(answer_on(&host, &wish, 1, &at),
					 is_weaker ? GUARD_WEAKER : GUARD_ALLOWED);
		}
		host_done(&host);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(greater_of_all_and_the_interface_acts),
		cmocka_unit_test(one_of_both_is_enough),
		cmocka_unit_test(smaller_of_all_and_the_interface_acts),
		cmocka_unit_test(both_are_needed),
		cmocka_unit_test(each_place_has_its_own),
		cmocka_unit_test(every_state_of_rp_filter_is_judged_by_what_acts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
