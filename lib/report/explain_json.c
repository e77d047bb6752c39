/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-explain/1: one tunable, fact or rule, for programs. */
#include "config.h"

#include <errno.h>

#include "report/document.h"
#include "report/explain_json.h"
#include "report/report.h"

static void add_number(struct document *document, struct json_container *in, const char *key,
		       bool is_set, struct number number)
{
	auto_text struct text text = { 0 };

	if (!is_set) {
		json_add_null(document->writer, in, key);
		return;
	}
	number_print(&text, number);
	document_add_text(document, in, key, &text);
}

static void add_release(struct document *document, struct json_container *in, const char *key,
			const struct release *release)
{
	auto_text struct text text = { 0 };

	if (!release->major) {
		json_add_null(document->writer, in, key);
		return;
	}
	release_print(&text, release);
	document_add_text(document, in, key, &text);
}

static void add_bracket(struct document *document, struct json_container *in, const char *key,
			const struct release_bracket *bracket)
{
	struct json_container *object;

	if (!release_bracket_is_set(bracket)) {
		json_add_null(document->writer, in, key);
		return;
	}
	object = json_add_object(document->writer, in, key);
	add_release(document, object, "absent_in", &bracket->absent_in);
	add_release(document, object, "present_in", &bracket->present_in);
}

static void add_default(struct document *document, struct json_container *in,
			const struct tunable *tunable, const struct snapshot *snapshot)
{
	auto_explained_default struct explained_default explained = { 0 };
	int r = explain_default(tunable, snapshot, &explained);
	struct json_container *object = json_add_object(document->writer, in, "default");
	bool is_known = explained.low.kind != 0;
	const struct tunable_default *row = explained.row;

	if (r < 0)
		document->status = r;
	document_print_value(document, object, "low", &tunable->format,
			     is_known ? &explained.low : NULL);
	document_print_value(document, object, "high", &tunable->format,
			     is_known ? &explained.high : NULL);
	json_add_string(document->writer, object, "unknown_because", explained.why);
	json_add_string(document->writer, object, "how", row ? row->how : NULL);
	json_add_string(document->writer, object, "reference", row ? row->reference : NULL);
}

static const char *truth_word(enum truth truth)
{
	switch (truth) {
	case TRUTH_NO:
		return "no";
	case TRUTH_YES:
		return "yes";
	case TRUTH_UNKNOWN:
		break;
	}
	return "unknown";
}

static void add_inert(struct document *document, struct json_container *in,
		      const struct tunable *tunable, const struct snapshot *snapshot)
{
	struct json_writer *writer = document->writer;
	struct json_container *array = json_add_array(writer, in, "inert");

	for (size_t i = 0; i < tunable->inert_count; i++) {
		const struct inert *inert = &tunable->inert[i];
		struct json_container *object = json_add_object(writer, array, NULL);
		enum truth truth = TRUTH_UNKNOWN;
		int r = snapshot ? inert_evaluate(inert, snapshot, &truth) : 0;

		if (r < 0)
			document->status = r;
		json_add_string(writer, object, "code", inert->code);
		json_add_string(writer, object, "text", inert->text);
		json_add_string(writer, object, "now", truth_word(truth));
		json_add_string(writer, object, "reference", inert->reference);
	}
}

static void add_owners(struct document *document, struct json_container *in,
		       const struct tunable *tunable, const struct snapshot *snapshot)
{
	struct json_writer *writer = document->writer;
	struct json_container *array = json_add_array(writer, in, "owners");

	for (size_t i = 0; i < owner_count(); i++) {
		const struct owner_row *owner = owner_at(i);
		struct json_container *object;

		if (!owner_manages(owner, tunable->id))
			continue;
		object = json_add_object(writer, array, NULL);
		json_add_string(writer, object, "name", owner->name);
		json_add_boolean(writer, object, "running", explain_owner_runs(snapshot, owner));
	}
}

static void add_limits(struct document *document, struct json_container *in,
		       const struct tunable *tunable)
{
	struct json_writer *writer = document->writer;

	add_number(document, in, "min", tunable->has_min, tunable->min);
	add_number(document, in, "max", tunable->has_max, tunable->max);
	json_add_boolean(writer, in, "ascending", tunable->is_ascending);
	document_add_strings(document, in, "choices", tunable->choices);
	json_add_string(writer, in, "limits_reference", tunable->limits_reference);
	add_bracket(document, in, "since", &tunable->since);
	add_bracket(document, in, "until", &tunable->until);
	json_add_string(writer, in, "removed_because", tunable->removed_because);
	json_add_string(writer, in, "needs_config", tunable->needs_config);
	json_add_string(writer, in, "needs_module", tunable->needs_module);
	json_add_boolean(writer, in, "hidden_in_child_netns", tunable->is_hidden_in_child_netns);
}

static void add_security(struct document *document, struct json_container *in,
			 const struct tunable *tunable)
{
	struct json_writer *writer = document->writer;

	json_add_string(writer, in, "takes_effect", effect_name(tunable->effect));
	json_add_string(writer, in, "takes_effect_text", tunable->effect_text);
	json_add_string(writer, in, "security", security_name(tunable->security));
	document_add_strings(document, in, "secure_ranks", tunable->secure_ranks);
	json_add_string(writer, in, "secure_floor", tunable->secure_floor);
	json_add_string(writer, in, "security_reference", tunable->security_reference);
	json_add_string(writer, in, "combine", combine_name(tunable->combine));
	document_add_strings(document, in, "latches", tunable->latches);
	document_add_strings(document, in, "couplings", tunable->couplings);
	json_add_boolean(writer, in, "advice_only", tunable->is_advice_only);
	json_add_string(writer, in, "advice_only_because", tunable->advice_only_because);
	json_add_boolean(writer, in, "read_only", tunable->is_read_only);
	json_add_boolean(writer, in, "boot_only", tunable->is_boot_only);
	json_add_string(writer, in, "known", knowledge_name(tunable->known));
}

static void add_tunable(struct document *document, const struct explanation *explanation)
{
	struct json_writer *writer = document->writer;
	const struct tunable *tunable = explanation->tunable;
	struct json_container *object = json_add_object(writer, document_root(document), "tunable");

	json_add_string(writer, object, "title", tunable->title);
	json_add_string(writer, object, "path", tunable->path);
	json_add_string(writer, object, "kind", value_kind_name(tunable->format.kind));
	json_add_string(writer, object, "unit",
			tunable->unit == UNIT_NONE ? NULL : unit_name(tunable->unit));
	json_add_string(writer, object, "scope", scope_name(tunable->scope));
	add_default(document, object, tunable, explanation->snapshot);
	add_limits(document, object, tunable);
	add_inert(document, object, tunable, explanation->snapshot);
	add_security(document, object, tunable);
	add_owners(document, object, tunable, explanation->snapshot);
	document_add_strings(document, object, "references", tunable->references);
}

static void add_fact(struct document *document, enum fact fact)
{
	struct json_writer *writer = document->writer;
	const struct fact_row *row = fact_row(fact);
	struct json_container *object = json_add_object(writer, document_root(document), "fact");

	json_add_string(writer, object, "title", row->title);
	json_add_string(writer, object, "kind", value_kind_name(row->format.kind));
	json_add_string(writer, object, "unit",
			row->unit == UNIT_NONE ? NULL : unit_name(row->unit));
	json_add_string(writer, object, "scope", scope_name(row->scope));
	document_add_strings(document, object, "references", row->references);
}

/* What kind of subject it is and which; exactly one of "tunable" and "fact" is an object, or
 * neither when rules are explained. */
static void add_subject(struct document *document, const struct explanation *explanation)
{
	struct json_writer *writer = document->writer;
	struct json_container *root = document_root(document);

	if (explanation->tunable) {
		json_add_string(writer, root, "kind", "tunable");
		json_add_string(writer, root, "id", explanation->tunable->id);
		add_tunable(document, explanation);
	} else {
		bool is_fact = fact_row(explanation->fact) != NULL;

		json_add_string(writer, root, "kind", is_fact ? "fact" : "rule");
		json_add_string(writer, root, "id",
				is_fact			  ? fact_row(explanation->fact)->id
				: explanation->rule_count ? explanation->rules[0]->id
							  : NULL);
		json_add_null(writer, root, "tunable");
	}
	if (fact_row(explanation->fact) && !explanation->tunable)
		add_fact(document, explanation->fact);
	else
		json_add_null(writer, root, "fact");
}

int report_explain_json(const struct explanation *explanation, struct text *ret_text)
{
	auto_document struct document document;

	document_init(&document, explanation->frame);
	document_begin(&document, explanation->snapshot, "tuneadv-explain/1");
	add_subject(&document, explanation);
	explain_add_readings(&document, explanation);
	explain_add_rules(&document, explanation);
	return document_end(&document, ret_text);
}
