/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The boot line: its rows, what is in force of it, and what that says of the host. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "guard/boot.h"

#define PARAMETERS_AT_LEAST 80
#define PAIRS_AT_LEAST	    100

static const struct boot_parameter *found(const char *name)
{
	const struct boot_parameter *row = boot_parameter_find(span_of(name));

	if (!row)
		fail_msg("no row of %s", name);
	return row;
}

static enum strength strength_of(const struct boot_parameter *row, struct span value)
{
	auto_text struct text why = { 0 };
	enum strength strength = 0;

	assert_int_equal(guard_boot_strength(row, value, &strength, &why), 0);
	if ((strength == STRENGTH_SECURE || strength == STRENGTH_NONE) != (why.length == 0))
		fail_msg("%s=%.*s: a word without its sentence, or a sentence without one",
			 row->name, (int)value.length, value.bytes);
	return strength;
}

static enum strength strength_on(const char *line, const char *name)
{
	auto_text struct text value = { 0 };

	assert_int_equal(boot_line_value(span_of(line), found(name), &value), 0);
	return strength_of(found(name), text_span(&value));
}

static void rows_are_sorted_unique_and_found(void **state)
{
	(void)state;
	assert_true(boot_parameter_count() >= PARAMETERS_AT_LEAST);
	for (size_t i = 0; i < boot_parameter_count(); i++) {
		const struct boot_parameter *row = boot_parameter_at(i);

		if (i > 0 && strcmp(boot_parameter_at(i - 1)->name, row->name) >= 0)
			fail_msg("%s is not after the one before", row->name);
		assert_ptr_equal(boot_parameter_find(span_of(row->name)), row);
	}
	assert_null(boot_parameter_at(boot_parameter_count()));
	assert_null(boot_parameter_find(span_of("")));
	assert_null(boot_parameter_find(span_of("mitigation")));
	assert_null(boot_parameter_find(span_of("mitigationsx")));
	assert_ptr_equal(boot_parameter_find(span_of("init-on-alloc")), found("init_on_alloc"));
	assert_ptr_equal(boot_parameter_find(span_of("kvm_intel.vmentry_l1d_flush")),
			 found("kvm-intel.vmentry_l1d_flush"));
}

/* How many ranks hold @word. */
static size_t times_ranked(const struct boot_parameter *row, struct span word)
{
	size_t times = 0;

	for (size_t i = 0; row->secure_ranks[i]; i++) {
		struct span rest = span_of(row->secure_ranks[i]);
		struct span ranked;

		while (span_token(&rest, &ranked))
			times += span_equal(ranked, word) ? 1 : 0;
	}
	return times;
}

static const char *fault_of_ranks(const struct boot_parameter *row)
{
	size_t count = 0;

	for (; row->secure_ranks[count]; count++) {
		struct span rest = span_of(row->secure_ranks[count]);
		struct span word;
		size_t words = 0;

		for (; span_token(&rest, &word); words++) {
			if (times_ranked(row, word) != 1)
				return "word in two ranks";
			if (row->is_list && memchr(word.bytes, ',', word.length))
				return "word of a list with a comma";
		}
		if (words == 0)
			return "rank without a word";
	}
	if (count < 2)
		return "one rank is no order";
	if (!row->secure_floor || times_ranked(row, span_of(row->secure_floor)) != 1)
		return "floor is in no rank";
	/* What nobody set is a state of each host. */
	return times_ranked(row, span_of(BOOT_ABSENT)) == 1 ? NULL : "nothing said of its absence";
}

static bool is_reference(const char *reference)
{
	struct span rest = span_of(reference);
	struct span path;
	struct release release;

	if (span_skip(&rest, "doc:https://"))
		return memchr(rest.bytes, '/', rest.length);
	return span_skip(&rest, "kernel:") && span_split(&rest, '@', &path) &&
	       memchr(path.bytes, '/', path.length) && release_parse(rest, &release) == 0;
}

static const char *fault_of_words(const struct boot_parameter *row)
{
	if (!row->title || strlen(row->title) > 70 || span_ends(span_of(row->title), "."))
		return "title";
	if (!row->meaning || !span_ends(span_of(row->meaning), "."))
		return "meaning";
	if (!row->references || !row->references[0])
		return "references";
	for (size_t i = 0; row->references[i]; i++)
		if (!is_reference(row->references[i]))
			return "references";
	for (size_t i = 1; row->authorities && row->authorities[i]; i++)
		if (strcmp(row->authorities[i - 1], row->authorities[i]) >= 0)
			return "authorities";
	if (row->replaced_by && !boot_parameter_find(span_of(row->replaced_by)))
		return "replaced_by";
	if (row->tunable && !tunable_find(row->tunable))
		return "tunable";
	return NULL;
}

static const char *fault_of_facts(const struct boot_parameter *row)
{
	bool is_bracketed =
		release_bracket_is_set(&row->since) || release_bracket_is_set(&row->until);

	if ((row->known == KNOWLEDGE_BRACKETED) != is_bracketed ||
	    (!is_bracketed && row->known != KNOWLEDGE_READ))
		return "known";
	if (row->since.absent_in.major &&
	    release_compare(&row->since.absent_in, &row->since.present_in) >= 0)
		return "bracket";
	switch ((int)row->security) {
	case SECURITY_RANKED:
		return row->secure_ranks ? fault_of_ranks(row) : "no ranks";
	case SECURITY_MORE_WORDS:
		return row->secure_floor && row->is_list ? NULL : "no words to keep";
	case SECURITY_CONTESTED:
	case SECURITY_PROGRAM:
		return row->secure_ranks || row->secure_floor ? "order of what has none" : NULL;
	default:
		return "kind of security";
	}
}

static const char *fault_of(const struct boot_parameter *row)
{
	const char *fault = fault_of_words(row);

	return fault ? fault : fault_of_facts(row);
}

static void every_row_stands_the_checks(void **state)
{
	(void)state;
	for (size_t i = 0; i < boot_parameter_count(); i++) {
		const char *fault = fault_of(boot_parameter_at(i));

		if (fault)
			fail_msg("%s: %s", boot_parameter_at(i)->name, fault);
	}
}

static const char *const one_rank[] = { "off " BOOT_ABSENT, NULL };
static const char *const twice[] = { "off", BOOT_ABSENT " off", NULL };
static const char *const no_absence[] = { "off", "auto", NULL };
static const char *const bad_reference[] = { "kernel:cpu.c@6.12", NULL };
static const char *const unsorted[] = { "lynis", "KSPP", NULL };

#define PLANT(field, ...)                                                                   \
	do {                                                                                \
		struct boot_parameter planted = *found("pti");                              \
		assert_null(fault_of(&planted));                                            \
		planted.field = __VA_ARGS__;                                                \
		if (!fault_of(&planted))                                                    \
			fail_msg("no check finds a planted %s = %s", #field, #__VA_ARGS__); \
	} while (0)

static void planted_faults_are_found(void **state)
{
	(void)state;
	PLANT(title, "Ends with a full stop.");
	PLANT(meaning, "no sentence");
	PLANT(secure_ranks, one_rank);
	PLANT(secure_ranks, twice);
	PLANT(secure_ranks, no_absence);
	PLANT(secure_ranks, NULL);
	PLANT(secure_floor, "maybe");
	PLANT(secure_floor, NULL);
	PLANT(references, bad_reference);
	PLANT(authorities, unsorted);
	PLANT(replaced_by, "nothing");
	PLANT(tunable, "net.core.nothing");
	PLANT(known, KNOWLEDGE_RECALLED);
	PLANT(known, KNOWLEDGE_BRACKETED);
	PLANT(security, SECURITY_RISING);
	PLANT(security, SECURITY_PROGRAM);
}

/* With the floor at @higher, what ranks lower is weak and it is not; with the floor below, neither
 * is. */
static void check_pair(const struct boot_parameter *row, struct span lower, struct span higher)
{
	struct boot_parameter moved = *row;
	autofree char *low = span_copy(lower);
	autofree char *high = span_copy(higher);

	moved.secure_floor = high;
	if (strength_of(&moved, lower) != STRENGTH_WEAK ||
	    strength_of(&moved, higher) != STRENGTH_SECURE)
		fail_msg("%s: %s is not above %s", row->name, high, low);
	moved.secure_floor = low;
	if (strength_of(&moved, lower) != STRENGTH_SECURE ||
	    strength_of(&moved, higher) != STRENGTH_SECURE)
		fail_msg("%s: %s is below %s", row->name, high, low);
}

static size_t check_adjacent(const struct boot_parameter *row, const char *below, const char *above)
{
	struct span lower = span_of(below);
	struct span low;
	size_t pairs = 0;

	while (span_token(&lower, &low)) {
		struct span higher = span_of(above);
		struct span high;

		for (; span_token(&higher, &high); pairs++)
			check_pair(row, low, high);
	}
	return pairs;
}

static void each_adjacent_pair_is_ordered_both_ways(void **state)
{
	size_t pairs = 0;

	(void)state;
	for (size_t i = 0; i < boot_parameter_count(); i++) {
		const struct boot_parameter *row = boot_parameter_at(i);

		for (size_t k = 0; row->secure_ranks && row->secure_ranks[k + 1]; k++)
			pairs +=
				check_adjacent(row, row->secure_ranks[k], row->secure_ranks[k + 1]);
	}
	assert_true(pairs >= PAIRS_AT_LEAST);
}

static void words_mean_what_authorities_say(void **state)
{
	static const struct {
		const char *line;
		const char *name;
		enum strength strength;
	} cases[] = {
		{ "quiet", "mitigations", STRENGTH_SECURE },
		{ "mitigations=off", "mitigations", STRENGTH_WEAK },
		{ "mitigations=auto", "mitigations", STRENGTH_SECURE },
		{ "mitigations=auto,nosmt", "mitigations", STRENGTH_SECURE },
		{ "mitigations=auto,no_user_kernel", "mitigations", STRENGTH_WEAK },
		{ "mitigations=some", "mitigations", STRENGTH_UNKNOWN },
		{ "mitigations=auto,some", "mitigations", STRENGTH_UNKNOWN },
		{ "mitigations=off,some", "mitigations", STRENGTH_WEAK },
		{ "nopti", "nopti", STRENGTH_WEAK },
		{ "nopti=1", "nopti", STRENGTH_UNKNOWN },
		{ "nosmt", "nosmt", STRENGTH_CONTESTED },
		{ "nosmt=force", "nosmt", STRENGTH_CONTESTED },
		{ "quiet", "nosmt", STRENGTH_NONE },
		{ "init=/bin/sh", "init", STRENGTH_PROGRAM },
		{ "quiet", "init", STRENGTH_NONE },
		{ "init_on_alloc=0", "init_on_alloc", STRENGTH_WEAK },
		{ "init_on_alloc=off", "init_on_alloc", STRENGTH_WEAK },
		{ "init_on_alloc=1", "init_on_alloc", STRENGTH_SECURE },
		{ "quiet", "init_on_alloc", STRENGTH_SECURE },
		{ "init_on_alloc", "init_on_alloc", STRENGTH_UNKNOWN },
		{ "slab_nomerge", "slab_nomerge", STRENGTH_SECURE },
		{ "slab_nomerge=", "slab_nomerge", STRENGTH_SECURE },
		{ "tsx=auto", "tsx", STRENGTH_WEAK },
		{ "l1tf=full,force", "l1tf", STRENGTH_SECURE },
		{ "l1tf=off", "l1tf", STRENGTH_WEAK },
		{ "lsm=landlock,lockdown,yama", "lsm", STRENGTH_SECURE },
		{ "lsm=landlock,lockdown", "lsm", STRENGTH_WEAK },
		{ "lsm=yamas", "lsm", STRENGTH_WEAK },
		{ "quiet", "lsm", STRENGTH_NONE },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		enum strength strength = strength_on(cases[i].line, cases[i].name);

		if (strength != cases[i].strength)
			fail_msg("%s has strength %d", cases[i].line, strength);
	}
}

static void lines_are_read_as_the_kernel_reads_them(void **state)
{
	static const struct {
		const char *line;
		const char *name;
		const char *value;
	} cases[] = {
		{ "", "pti", BOOT_ABSENT },
		{ " \t\n", "pti", BOOT_ABSENT },
		{ "pti=on\n", "pti", "on" },
		{ "ro pti=on quiet", "pti", "on" },
		{ "pti=on pti=off", "pti", "off" },
		{ "pti=off pti=auto pti=on", "pti", "on" },
		{ "pti", "pti", BOOT_SET },
		{ "pti=", "pti", BOOT_SET },
		{ "ptix=off xpti=off", "pti", BOOT_ABSENT },
		{ "spectre-v2=off", "spectre_v2", "off" },
		{ "kvm_intel.vmentry-l1d-flush=never", "kvm-intel.vmentry_l1d_flush", "never" },
		/* What stands behind "--" is for the first program. */
		{ "quiet -- pti=off", "pti", BOOT_ABSENT },
		{ "pti=on -- pti=off", "pti", "on" },
		{ "--pti=off pti=on", "pti", "on" },
		{ "x=-- pti=off", "pti", "off" },
		/* Quotes protect blanks, around the value or the whole. */
		{ "dyndbg=\"file x +p pti=off\" ro", "pti", BOOT_ABSENT },
		{ "\"dyndbg=file x pti=off\" pti=on", "pti", "on" },
		{ "pti=\"off\"", "pti", "off" },
		{ "\"pti=off\"", "pti", "off" },
		{ "\"pti\"", "pti", BOOT_SET },
		{ "pti=\"", "pti", BOOT_SET },
		{ "pti=\"off", "pti", "off" },
		{ "a=\"b -- c\" pti=off", "pti", "off" },
		{ "\"", "pti", BOOT_ABSENT },
		/* The first '=' of all, but not one in the first place. */
		{ "init=/a=b", "init", "/a=b" },
		{ "=pti=off", "pti", BOOT_ABSENT },
		/* Each counts. */
		{ "iommu=pt iommu=force", "iommu", "pt,force" },
		{ "iommu=force,merge quiet iommu", "iommu", "force,merge," BOOT_SET },
		{ "mitigations=off mitigations=auto", "mitigations", "auto" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_text struct text value = { 0 };

		assert_int_equal(boot_line_value(span_of(cases[i].line), found(cases[i].name),
						 &value),
				 0);
		if (!span_is(text_span(&value), cases[i].value))
			fail_msg("%s of \"%s\" is %s", cases[i].name, cases[i].line, value.bytes);
	}
}

static void a_later_force_does_not_take_a_bypass_back(void **state)
{
	(void)state;
	assert_int_equal(strength_on("iommu=force", "iommu"), STRENGTH_SECURE);
	assert_int_equal(strength_on("iommu=pt iommu=force", "iommu"), STRENGTH_WEAK);
	assert_int_equal(strength_on("pti=off pti=on", "pti"), STRENGTH_SECURE);
}

static void sysctls_of_the_line_are_given_in_order(void **state)
{
	struct span rest = span_of("ro sysctl.net.core.somaxconn=1 sysctlx=3 sysctl.=4 sysctl=5 "
				   "sysctl.kernel.sysrq= sysctl/kernel/sysrq=\"1 2\" sysctl.a "
				   "\"sysctl.b=c d\" -- sysctl.kernel.panic=1");
	static const char *const wanted[][2] = {
		{ "net.core.somaxconn", "1" },
		{ "kernel/sysrq", "1 2" },
		{ "b", "c d" },
	};
	struct span key;
	struct span value;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		assert_true(boot_line_next_sysctl(&rest, &key, &value));
		assert_true(span_is(key, wanted[i][0]));
		assert_true(span_is(value, wanted[i][1]));
	}
	assert_false(boot_line_next_sysctl(&rest, &key, &value));
	assert_false(boot_line_next_sysctl(&rest, &key, &value));
	assert_int_equal(rest.length, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_sorted_unique_and_found),
		cmocka_unit_test(every_row_stands_the_checks),
		cmocka_unit_test(planted_faults_are_found),
		cmocka_unit_test(each_adjacent_pair_is_ordered_both_ways),
		cmocka_unit_test(words_mean_what_authorities_say),
		cmocka_unit_test(lines_are_read_as_the_kernel_reads_them),
		cmocka_unit_test(a_later_force_does_not_take_a_bypass_back),
		cmocka_unit_test(sysctls_of_the_line_are_given_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
