/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that are well-formed: what becomes of them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "profile-text.h"

#define SOMAXCONN "\"tunable\":\"net.core.somaxconn\""
#define FLOOR(n)  SOMAXCONN ",\"assert\":{\"at-least\":" n "}"
#define RMEM2	  "\"tunable\":\"net.ipv4.tcp_rmem\",\"element\":2,"

static void finish(struct shelf *shelf)
{
	if (profile_set_finish(&shelf->set, &shelf->diag) < 0)
		fail_msg("%s", shelf_sentence(shelf));
}

static void load(struct shelf *shelf, const char *name)
{
	int r = shelf_load(shelf, name);

	if (r < 0)
		fail_msg("%s: %d %s %s", name, r,
			 shelf->diag.count ? shelf->diag.lines[0].place : "",
			 shelf_sentence(shelf));
}

struct good {
	const char *rule;
	enum relation relation;
	const char *operands[3]; /* canonical literals; "=ID" for a form */
	enum rule_set set;
	const char *set_literal;
};

static const struct good good_rules[] = {
	{ FLOOR("4096"), RELATION_AT_LEAST, { "4096" }, RULE_SET_OPERAND, NULL },
	{ FLOOR("\"4096\""), RELATION_AT_LEAST, { "4096" }, RULE_SET_OPERAND, NULL },
	{ FLOOR("4096") ",\"set\":8192", RELATION_AT_LEAST, { "4096" }, RULE_SET_LITERAL, "8192" },
	{ FLOOR("4096") ",\"set\":false", RELATION_AT_LEAST, { "4096" }, RULE_SET_NOTHING, NULL },
	{ SOMAXCONN ",\"assert\":{\"not\":128}", RELATION_NOT, { "128" }, RULE_SET_NOTHING, NULL },
	{ SOMAXCONN ",\"assert\":{\"more-than\":-5}",
	  RELATION_MORE_THAN,
	  { "-5" },
	  RULE_SET_OPERAND,
	  NULL },
	{ RMEM2 "\"assert\":{\"at-least\":\"16 MiB\"}",
	  RELATION_AT_LEAST,
	  { "16777216" },
	  RULE_SET_OPERAND,
	  NULL },
	{ RMEM2 "\"assert\":{\"between\":[\"64 KiB\",{\"of\":\"memory.total\",\"times\":\"1/"
		"128\"}]}",
	  RELATION_BETWEEN,
	  { "65536", "=memory.total" },
	  RULE_SET_OPERAND,
	  NULL },
	{ RMEM2 "\"assert\":{\"at-least\":{\"of\":\"cpus.online-count\",\"times\":\"64 KiB\"}}",
	  RELATION_AT_LEAST,
	  { "=cpus.online-count" },
	  RULE_SET_OPERAND,
	  NULL },
	{ "\"tunable\":\"net.ipv4.tcp_rmem\",\"assert\":{\"at-least\":[4096,\"128 KiB\",\"6 "
	  "MiB\"]}",
	  RELATION_AT_LEAST,
	  { "4096 131072 6291456" },
	  RULE_SET_OPERAND,
	  NULL },
	{ "\"tunable\":\"net.ipv4.tcp_rmem\",\"assert\":{\"at-least\":{\"of\":\"default\"}}",
	  RELATION_AT_LEAST,
	  { "=default" },
	  RULE_SET_OPERAND,
	  NULL },
	{ "\"tunable\":\"net.ipv4.tcp_syncookies\",\"assert\":{\"one-of\":[1,2]}",
	  RELATION_ONE_OF,
	  { "1", "2" },
	  RULE_SET_OPERAND,
	  NULL },
	{ "\"tunable\":\"kernel.sched_rt_period_us\",\"assert\":{\"at-most\":\"1 s\"}",
	  RELATION_AT_MOST,
	  { "1000000" },
	  RULE_SET_OPERAND,
	  NULL },
	{ "\"tunable\":\"kernel.numa_balancing\",\"assert\":{\"equals\":0}",
	  RELATION_EQUALS,
	  { "0" },
	  RULE_SET_NOTHING,
	  NULL },
	{ "\"fact\":\"nodes.count\",\"assert\":{\"at-least\":2}",
	  RELATION_AT_LEAST,
	  { "2" },
	  RULE_SET_NOTHING,
	  NULL },
	{ "\"fact\":\"cpus.isolated\",\"assert\":{\"within\":\"2-3,1\"}",
	  RELATION_WITHIN,
	  { "1-3" },
	  RULE_SET_NOTHING,
	  NULL },
	{ "\"fact\":\"kernel.realtime\",\"assert\":{\"equals\":true}",
	  RELATION_EQUALS,
	  { "1" },
	  RULE_SET_NOTHING,
	  NULL },
	{ "\"tunable\":\"thp.defrag\",\"assert\":{\"not\":\"always\"}",
	  RELATION_NOT,
	  { "always" },
	  RULE_SET_NOTHING,
	  NULL },
};

static void check_operands(const struct good *good, const struct rule *rule)
{
	for (size_t i = 0; i < ARRAY_SIZE(good->operands) && good->operands[i]; i++) {
		const struct operand *operand = &rule->operands[i];

		assert_true(i < rule->operand_count);
		if (good->operands[i][0] == '=')
			assert_string_equal(operand->of, good->operands[i] + 1);
		else
			assert_string_equal(operand->literal, good->operands[i]);
	}
	assert_true(rule->operand_count == ARRAY_SIZE(good->operands) ||
		    !good->operands[rule->operand_count]);
}

static void a_good_rule_is_read_in_canonical_form(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good_rules); i++) {
		const struct good *good = &good_rules[i];
		const struct rule *rule;
		struct shelf shelf;
		char text[1024];

		(void)snprintf(text, sizeof(text), HEAD("p") RULES("{\"id\":\"r\",%s," TAIL),
			       good->rule);
		shelf_new(&shelf);
		shelf_put(&shelf, "p.json", text);
		load(&shelf, "p");
		finish(&shelf);
		rule = shelf_rule(&shelf, "r");
		assert_non_null(rule);
		assert_int_equal(rule->relation, good->relation);
		check_operands(good, rule);
		assert_int_equal(rule->set, good->set);
		if (good->set_literal)
			assert_string_equal(rule->set_literal, good->set_literal);
		else
			assert_null(rule->set_literal);
		shelf_done(&shelf);
	}
}

static void a_rule_keeps_its_words_and_place(void **state)
{
	const struct rule *rule;
	struct shelf shelf;

	(void)state;
	shelf_new(&shelf);
	shelf_put(&shelf, "p.json",
		  HEAD("p") RULES("{\"id\":\"r\"," FLOOR(
			  "1") ",\n\"kind\":\"consider\","
			       "\"when\":[{\"fact\":\"nodes.count\",\"at-least\":2},"
			       "{\"tunable\":\"fs.file-nr\",\"element\":1,\"one-of\":[0,1]}],"
			       "\"severity\":\"high\",\"rationale\":\"why\",\"remedy\":\"do\","
			       "\"references\":[\"commit:1\",\"doc:2\"]}"));
	load(&shelf, "p");
	finish(&shelf);
	rule = shelf_rule(&shelf, "r");
	assert_non_null(rule);
	assert_int_equal(rule->kind, RULE_CONSIDER);
	assert_int_equal(rule->severity, SEVERITY_HIGH);
	assert_string_equal(rule->rationale, "why");
	assert_string_equal(rule->remedy, "do");
	assert_int_equal(rule->reference_count, 2);
	assert_string_equal(rule->references[1], "doc:2");
	assert_int_equal(rule->when_count, 2);
	assert_string_equal(rule->when[1].of, "fs.file-nr");
	assert_int_equal(rule->when[1].element_plus_one, 2);
	assert_int_equal(rule->when[1].operand_count, 2);
	assert_int_equal(rule->place.line, 2);
	assert_int_equal(rule->place.column, 1);
	assert_true(rule->profile->bytes.length > 0);
	assert_int_equal(rule->profile->owner, geteuid());
	assert_true(S_ISREG(rule->profile->mode));
	shelf_done(&shelf);
}

static void the_rules_say_what_must_be_read(void **state)
{
	auto_needs struct needs needs;
	bool has_somaxconn = false, has_file_max = false;
	struct shelf shelf;

	(void)state;
	needs_init(&needs);
	shelf_new(&shelf);
	shelf_put(&shelf, "p.json",
		  HEAD("p") RULES(RULE("r", SOMAXCONN ",\"assert\":{\"at-least\":{\"of\":\"cpus."
						      "online-count\"}},\"when\":{\"tunable\":\"fs."
						      "file-max\",\"more-than\":0}")));
	load(&shelf, "p");
	finish(&shelf);
	assert_int_equal(profile_set_needs(&shelf.set, &needs), 0);
	for (size_t i = 0; i < needs.tunable_count; i++) {
		has_somaxconn |= strcmp(needs.tunables[i]->id, "net.core.somaxconn") == 0;
		has_file_max |= strcmp(needs.tunables[i]->id, "fs.file-max") == 0;
	}
	assert_true(has_somaxconn && has_file_max);
	assert_true(needs.facts[FACT_CPUS_ONLINE_COUNT]);
	assert_true(needs.facts[FACT_KERNEL_RELEASE]);
	assert_false(needs.facts[FACT_SMT_WIDTH]);
	shelf_done(&shelf);
}

static void names_come_back(void **state)
{
	(void)state;
	for (enum severity s = SEVERITY_INFO; s <= SEVERITY_HIGH; s++)
		assert_int_equal(severity_from_name(severity_name(s)), s);
	assert_int_equal(severity_from_name("never"), 0);
	assert_string_equal(rule_kind_name(RULE_CONSIDER), "consider");
	assert_string_equal(subject_kind_name(SUBJECT_FACT), "fact");
	assert_string_equal(parameter_type_name(PARAMETER_CPUS), "cpus");
	assert_string_equal(severity_name(0), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_rule_is_read_in_canonical_form),
		cmocka_unit_test(a_rule_keeps_its_words_and_place),
		cmocka_unit_test(the_rules_say_what_must_be_read),
		cmocka_unit_test(names_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
