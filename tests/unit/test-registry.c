/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every row of the registry stands the checks, and each check finds a planted offence. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "tunable/fact.h"
#include "tunable/tunable.h"

#include "row-checks.h"

static void every_row_stands_the_checks(void **state)
{
	(void)state;
	assert_true(tunable_count() >= 35);
	for (size_t i = 0; i < tunable_count(); i++) {
		const char *fault = first_fault(tunable_at(i));

		if (fault)
			fail_msg("%s: %s", tunable_at(i)->id, fault);
	}
}

static void rows_are_sorted_unique_and_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < tunable_count(); i++) {
		assert_non_null(tunable_at(i));
		if (i > 0 && strcmp(tunable_at(i - 1)->id, tunable_at(i)->id) >= 0)
			fail_msg("%s is not after %s", tunable_at(i)->id, tunable_at(i - 1)->id);
		assert_ptr_equal(tunable_find(tunable_at(i)->id), tunable_at(i));
	}
	assert_null(tunable_at(tunable_count()));
	assert_null(tunable_find(""));
	assert_null(tunable_find("net.core"));
	assert_null(tunable_find("net.core.somaxconn2"));
	assert_null(tunable_find("zz"));
}

static const char *const bad_references[] = { "kernel:sock.c@6.12", NULL };
static const char *const spaced_reference[] = { "doc:https://docs.kernel.org/a page", NULL };
static const char *const short_commit[] = { "commit:19f92a0", NULL };
static const char *const wordy_ranks[] = { "0", "none", NULL };
static const char *const good_ranks[] = { "0", "1 2", NULL };
static const char *const no_authorities[] = { NULL };
static const char *const unsorted_authorities[] = { "lynis", "KSPP", NULL };
static const char *const unknown_coupling[] = { "net.core.nothing", NULL };
static const char *const odd_coupling[] = { "net.ipv4.conf.rp_filter@eth0", NULL };
static const char *const lone_coupling[] = { "net.core.rmem_max@all", NULL };

#define COMMIT	      "commit:19f92a030ca6"
#define OPERANDS(...) ((const struct operand[]){ __VA_ARGS__ })

static const struct tunable_default bad_defaults[] = {
	{ .elements = OPERANDS({ .literal = "65536" }), .element_count = 1 },
	{ .elements = OPERANDS({ .literal = "33 junk" }), .element_count = 1 },
	{ .elements = OPERANDS({ .literal = "1" }, { .literal = "2" }), .element_count = 2 },
	{ .elements = OPERANDS({ .of = "memory.nothing",
				 .has_min = true,
				 .has_max = true,
				 .min = NUMBER(1),
				 .max = NUMBER(2) }),
	  .element_count = 1 },
	{ .elements = OPERANDS({ .of = "memory.total" }), .element_count = 1 },
};

static const struct condition on_nothing = {
	.of = "net.nothing",
	.relation = RELATION_EQUALS,
	.operands = { { .literal = "0" } },
	.operand_count = 1,
};
static const struct condition on_junk = {
	.of = "net.ipv4.tcp_syncookies",
	.relation = RELATION_EQUALS,
	.operands = { { .literal = "off" } },
	.operand_count = 1,
};
static const struct condition sound = {
	.of = "net.ipv4.tcp_syncookies",
	.relation = RELATION_EQUALS,
	.operands = { { .literal = "0" } },
	.operand_count = 1,
};

static struct tunable somaxconn(void)
{
	return *tunable_find("net.core.somaxconn");
}

#define PLANT(field, ...)                                                                   \
	do {                                                                                \
		struct tunable planted = somaxconn();                                       \
		planted.field = __VA_ARGS__;                                                \
		if (!first_fault(&planted))                                                 \
			fail_msg("no check finds a planted %s = %s", #field, #__VA_ARGS__); \
	} while (0)

static void planted_words_are_found(void **state)
{
	(void)state;
	PLANT(title, "Ends with a full stop.");
	PLANT(title, "");
	PLANT(title,
	      "A title that goes on and on until nobody can read it in a line of a terminal");
	PLANT(effect_text, NULL);
	PLANT(is_advice_only, true);
	PLANT(advice_only_because, "Because.");
	PLANT(removed_because, "It went.");
	PLANT(references, NULL);
	PLANT(references, bad_references);
	PLANT(references, spaced_reference);
	PLANT(references, short_commit);
	PLANT(limits_reference, "somewhere");
	PLANT(limits_reference, NULL);
	PLANT(known, KNOWLEDGE_RECALLED);
}

static void planted_numbers_outside_enumerations_are_found(void **state)
{
	(void)state;
	PLANT(scope, (enum scope)0);
	PLANT(effect, (enum effect)0);
	PLANT(security, (enum security)0);
	PLANT(combine, (enum combine)0);
	PLANT(readback, (enum readback)0);
	PLANT(unit, (enum unit)0);
	PLANT(format.kind, (enum value_kind)0);
	PLANT(format.base, (enum number_base)0);
	PLANT(format.cpulist, CPULIST_MASK);
}

static void planted_places_and_ids_are_found(void **state)
{
	(void)state;
	PLANT(scope, SCOPE_BLOCK);
	PLANT(path, "/proc/sys/net/core/{netns}");
	PLANT(path, "/proc/sys/net/core/rmem_max");
	PLANT(path, "/etc/passwd");
	PLANT(id, "memory.total");
	PLANT(couplings, unknown_coupling);
	PLANT(couplings, odd_coupling);
	PLANT(couplings, lone_coupling);
	PLANT(shown_in_child_netns.present_in, (struct release)RELEASE(6, 12));
	PLANT(own_in_child_netns.absent_in, (struct release)RELEASE(6, 12));
	PLANT(since.absent_in, (struct release)RELEASE(6, 12));
}

static void planted_security_is_found(void **state)
{
	(void)state;
	PLANT(security, SECURITY_UNREVIEWED);
	PLANT(security, SECURITY_RANKED);
	PLANT(security_reference, NULL);
	PLANT(secure_floor, "many");
	PLANT(secure_ranks, good_ranks);
	PLANT(latches, wordy_ranks);
	PLANT(all_bits, 1);
	PLANT(authorities, no_authorities);
	PLANT(authorities, unsorted_authorities);
	for (size_t i = 0; i < 3; i++) {
		struct tunable planted = somaxconn();

		planted.security = SECURITY_RANKED;
		planted.max = (struct number)NUMBER(2);
		planted.default_count = 0;
		planted.secure_ranks = i == 1 ? wordy_ranks : good_ranks;
		planted.secure_floor = i == 2 ? "2" : NULL;
		planted.min = (struct number)NUMBER(0);
		assert_int_equal(first_fault(&planted) != NULL, i > 0);
	}
}

static const char *const double_ranks[] = { "0 1", "1 2", NULL };
static const char *const octal_ranks[] = { "0", "01 2", NULL };
static const char *const one_rank[] = { "0 1 2", NULL };
static const char *const gapped_ranks[] = { "0", "2", NULL };

static void planted_orders_are_found(void **state)
{
	static const struct {
		const char *const *ranks;
		const char *floor;
		uint64_t max;
		bool is_sound;
	} cases[] = {
		{ good_ranks, "1 2", 2, true },	  { good_ranks, "0", 2, false },
		{ double_ranks, NULL, 2, false }, { octal_ranks, NULL, 2, false },
		{ one_rank, NULL, 2, false },	  { gapped_ranks, NULL, 2, false },
		{ good_ranks, NULL, 3, false },	  { good_ranks, NULL, 65535, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tunable planted = *tunable_find("net.ipv4.tcp_syncookies");

		planted.secure_ranks = cases[i].ranks;
		planted.secure_floor = cases[i].floor;
		planted.max = number_from_u64(cases[i].max);
		if (cases[i].is_sound != (first_fault(&planted) == NULL))
			fail_msg("planted order %zu is misjudged", i);
	}
	PLANT(combine, COMBINE_MAX);
	PLANT(security, SECURITY_RT_BANDWIDTH);
}

/* Each kind of order on a number, with what only other kinds have. */
static void planted_kinds_of_order_are_found(void **state)
{
	static const struct {
		enum security security;
		const char *const *ranks;
		const char *floor;
		bool is_zero_weakest;
		uint64_t all_bits;
		bool is_sound;
	} cases[] = {
		{ SECURITY_RISING, NULL, "4096", false, 0, true },
		{ SECURITY_FALLING, NULL, "4096", true, 0, true },
		{ SECURITY_FALLING, NULL, "many", false, 0, false },
		{ SECURITY_RISING, good_ranks, NULL, false, 0, false },
		{ SECURITY_RISING, NULL, NULL, false, 1, false },
		{ SECURITY_FEWER_BITS, NULL, "4096", false, 1, true },
		{ SECURITY_MORE_BITS, NULL, "4096", false, 0, true },
		{ SECURITY_MORE_BITS, NULL, NULL, true, 0, false },
		{ SECURITY_MORE_WORDS, NULL, NULL, false, 0, false },
		{ SECURITY_WIDER, NULL, NULL, false, 0, false },
		{ SECURITY_CONTESTED, NULL, NULL, false, 0, true },
		{ SECURITY_CONTESTED, good_ranks, NULL, false, 0, true },
		{ SECURITY_CONTESTED, wordy_ranks, NULL, false, 0, false },
		{ SECURITY_CONTESTED, NULL, "4096", false, 0, false },
		{ SECURITY_NEUTRAL, NULL, "4096", false, 0, false },
		{ SECURITY_NEUTRAL, NULL, NULL, true, 0, false },
		{ SECURITY_PROGRAM, good_ranks, NULL, false, 0, false },
		{ SECURITY_PROGRAM, NULL, NULL, false, 0, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tunable planted = somaxconn();

		planted.min = (struct number)NUMBER(0);
		planted.security = cases[i].security;
		planted.secure_ranks = cases[i].ranks;
		planted.secure_floor = cases[i].floor;
		planted.is_zero_weakest = cases[i].is_zero_weakest;
		planted.all_bits = cases[i].all_bits;
		if (cases[i].is_sound != (first_fault(&planted) == NULL))
			fail_msg("planted kind of order %zu is misjudged", i);
	}
}

static void planted_partners_are_found(void **state)
{
	static const char *const never_written[] = { "kernel.numa_balancing", NULL };
	struct tunable row = *tunable_find("vm.dirty_bytes");

	(void)state;
	assert_null(first_fault(&row));
	row.exclusive_with = "vm.dirty_background_ratio";
	assert_non_null(first_fault(&row));
	row.exclusive_with = "vm.dirty_ratio";
	row.couplings = NULL;
	assert_non_null(first_fault(&row));
	row.exclusive_with = NULL;
	row.couplings = never_written;
	assert_non_null(first_fault(&row));
	PLANT(exclusive_with, "net.core.rmem_max");
}

static void planted_privileges_are_found(void **state)
{
	struct tunable row = somaxconn();

	(void)state;
	PLANT(capability, "cap_net_admin");
	PLANT(capability_reference, COMMIT);
	row.capability_reference = COMMIT;
	row.capability = "cap_net_admin";
	assert_null(first_fault(&row));
	row.capability = "CAP_NET_ADMIN";
	assert_non_null(first_fault(&row));
	row.capability = "cap_net_admin";
	row.capability_reference = "somewhere";
	assert_non_null(first_fault(&row));
}

static void planted_defaults_are_found(void **state)
{
	(void)state;
	PLANT(max, (struct number)NUMBER(4095));
	PLANT(max, (struct number)NUMBER(1));
	for (size_t i = 0; i < ARRAY_SIZE(bad_defaults); i++) {
		struct tunable_default is = bad_defaults[i];
		struct tunable planted = somaxconn();

		is.how = "Planted.";
		is.reference = COMMIT;
		is.known = KNOWLEDGE_READ;
		planted.defaults = &is;
		planted.default_count = 1;
		if (!first_fault(&planted))
			fail_msg("no check finds planted default %zu", i);
		/* The frame around it is sound: only what was planted is the fault. */
		is.elements = OPERANDS({ .literal = "128" });
		is.element_count = 1;
		assert_null(first_fault(&planted));
		is.known = KNOWLEDGE_BRACKETED;
		assert_non_null(first_fault(&planted));
		is.known = KNOWLEDGE_RECALLED;
		assert_non_null(first_fault(&planted));
	}
}

static void planted_inert_clauses_are_found(void **state)
{
	static const struct {
		const char *code;
		const struct condition *condition;
		size_t count;
		bool is_sound;
	} cases[] = {
		{ "syncookies-on", &sound, 1, true },	 { "made-up", &sound, 1, false },
		{ "syncookies-on", &sound, 0, false },	 { "syncookies-on", &on_nothing, 1, false },
		{ "syncookies-on", &on_junk, 1, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct inert inert = { .code = cases[i].code,
				       .text = "Planted.",
				       .conditions = cases[i].condition,
				       .condition_count = cases[i].count,
				       .known = KNOWLEDGE_READ,
				       .reference = COMMIT };
		struct tunable planted = somaxconn();

		planted.inert = &inert;
		planted.inert_count = 1;
		if (cases[i].is_sound != (first_fault(&planted) == NULL))
			fail_msg("planted inert clause %zu is misjudged", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_stands_the_checks),
		cmocka_unit_test(rows_are_sorted_unique_and_found),
		cmocka_unit_test(planted_words_are_found),
		cmocka_unit_test(planted_numbers_outside_enumerations_are_found),
		cmocka_unit_test(planted_places_and_ids_are_found),
		cmocka_unit_test(planted_security_is_found),
		cmocka_unit_test(planted_orders_are_found),
		cmocka_unit_test(planted_kinds_of_order_are_found),
		cmocka_unit_test(planted_partners_are_found),
		cmocka_unit_test(planted_privileges_are_found),
		cmocka_unit_test(planted_defaults_are_found),
		cmocka_unit_test(planted_inert_clauses_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
