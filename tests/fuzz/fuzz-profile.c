/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Profiles: a refusal has sentences with places; what is accepted names registered subjects only,
 * has canonical literals, states no weaker value, and writes nothing that is never written.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "fuzz.h"
#include "profile/reader.h"

static bool has_place(const char *place)
{
	struct span rest = span_of(place);
	struct span part;
	uint64_t number;

	return span_split(&rest, ':', &part) && span_is(part, "fuzz") &&
	       span_split(&rest, ':', &part) &&
	       number_parse_u64(part, NUMBER_BASE_10, &number) == 0 && number > 0 &&
	       number_parse_u64(rest, NUMBER_BASE_10, &number) == 0 && number > 0;
}

static void check_refusal(int r, const struct diag *diag)
{
	fuzz_require(r == -EBADMSG || r == -EFBIG);
	fuzz_require(diag->count > 0);
	for (size_t i = 0; i < diag->count; i++) {
		fuzz_require(has_place(diag->lines[i].place));
		fuzz_require(diag->lines[i].sentence[0]);
	}
}

static void check_literal(const struct rule *rule, const char *literal)
{
	auto_value struct value value = { 0 };
	autofree char *printed = NULL;

	fuzz_require(value_parse(rule->format, span_of(literal), &value) == 0);
	fuzz_require(value_text(rule->format, &value, &printed) == 0);
	fuzz_require(strcmp(printed, literal) == 0);
	if (strcmp(rule->subject_id, "net.ipv4.tcp_syncookies") == 0)
		fuzz_require(strcmp(literal, "1") == 0 || strcmp(literal, "2") == 0);
}

static void check_operand(const struct rule *rule, const struct operand *operand)
{
	fuzz_require(!operand->literal != !operand->of);
	if (operand->literal)
		check_literal(rule, operand->literal);
	else
		fuzz_require(strcmp(operand->of, "default") == 0 || tunable_find(operand->of) ||
			     fact_find(operand->of) ||
			     span_starts(span_of(operand->of), "parameter."));
}

static void check_rule(const struct rule *rule)
{
	const struct tunable *tunable = rule->tunable;

	fuzz_require(name_is_valid(rule->id));
	fuzz_require(tunable ? tunable == tunable_find(rule->subject_id)
			     : rule->fact == fact_find(rule->subject_id));
	fuzz_require(rule->relation && rule->severity && rule->kind && rule->set);
	fuzz_require(rule->rationale && rule->reference_count > 0 && rule->operand_count > 0);
	for (size_t i = 0; i < rule->operand_count; i++)
		check_operand(rule, &rule->operands[i]);
	fuzz_require((rule->set == RULE_SET_LITERAL) == (rule->set_literal != NULL));
	if (rule->set_literal)
		check_literal(rule, rule->set_literal);
	if (!tunable || tunable->is_read_only || tunable->is_advice_only ||
	    tunable->security == SECURITY_UNREVIEWED || tunable->security == SECURITY_CONTESTED ||
	    tunable->security == SECURITY_PROGRAM)
		fuzz_require(rule->set == RULE_SET_NOTHING);
	for (size_t i = 0; i < rule->when_count; i++)
		fuzz_require(tunable_find(rule->when[i].of) || fact_find(rule->when[i].of));
}

static int read_profile(const struct reader *reader)
{
	int r = read_head(reader, "p.json");

	return r < 0 ? r : read_body(reader);
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	const struct span text = { .bytes = (const char *)bytes, .length = length };
	auto_profile struct profile *profile = calloc(1, sizeof(*profile));
	auto_json struct json *json = NULL;
	auto_diag struct diag diag = { 0 };
	struct reader reader = { .profile = profile, .diag = &diag };
	int r = json_read(text, "fuzz", &json, &diag);

	if (!profile || r == -ENOMEM)
		return 0;
	if (r == 0) {
		reader.json = json;
		r = read_profile(&reader);
	}
	if (r < 0) {
		check_refusal(r, &diag);
		return 0;
	}
	fuzz_require(diag.count == 0);
	fuzz_require(strcmp(profile->name, "p") == 0);
	for (size_t i = 0; i < profile->rule_count; i++)
		check_rule(&profile->rules[i]);
	return 0;
}
