/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The simulated host of the transaction's tests, and the invariant that they all ask. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "transaction-rig.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"

/* ---- rows that the registry has none of ---- */

const struct tunable *__real_tunable_find(const char *id);
const struct tunable *__wrap_tunable_find(const char *id);

static const char *const turned[] = { "test.redirects", NULL };
static const char *const routed[] = { "net.ipv4.conf.accept_redirects@all", "test.passing", NULL };
static const char *const passed[] = { "net.ipv4.conf.accept_redirects@all", "test.passing",
				      "test.router", NULL };
static const int managed[] = { EIO, EPERM, 0 };
static const char *const no_references[] = { "doc:none", NULL };

#define ROW(name, file, whose)                                                          \
	.id = name, .title = name, .path = file, .scope = whose, .effect = EFFECT_NOW,  \
	.security = SECURITY_NEUTRAL, .combine = COMBINE_OWN, .known = KNOWLEDGE_TRIED, \
	.references = no_references
#define INTEGER                                                \
	{                                                      \
		.kind = VALUE_NUMBER, .base = NUMBER_BASE_AUTO \
	}

static const struct tunable rows[] = {
	{ ROW("test.forward", FORWARD, SCOPE_HOST), .format = INTEGER, .couplings = turned,
	  .readback = READBACK_EXACT },
	{ ROW("test.redirects", REDIRECTS, SCOPE_HOST), .format = INTEGER,
	  .readback = READBACK_EXACT },
	{ ROW("test.rounded", ROUNDED, SCOPE_HOST), .format = INTEGER,
	  .readback = READBACK_ROUNDED },
	{ ROW("test.at_least", AT_LEAST, SCOPE_HOST), .format = INTEGER,
	  .readback = READBACK_AT_LEAST },
	{ ROW("test.steered", STEERED, SCOPE_HOST), .format = INTEGER, .not_steerable = managed,
	  .readback = READBACK_EXACT },
	{ ROW("test.subset", SUBSET, SCOPE_HOST),
	  .format = { .kind = VALUE_CPULIST, .cpulist = CPULIST_LIST },
	  .readback = READBACK_SUBSET },
	{ ROW("test.partial", PARTIAL, SCOPE_HOST),
	  .format = { .kind = VALUE_VECTOR, .base = NUMBER_BASE_AUTO, .elements = 3 },
	  .readback = READBACK_PARTIAL },
	{ ROW("test.router", ROUTER, SCOPE_NETNS), .format = INTEGER, .couplings = routed,
	  .readback = READBACK_EXACT },
	{ ROW("test.passing", PASSING("{netdev}"), SCOPE_NETDEV), .format = INTEGER,
	  .couplings = passed, .readback = READBACK_EXACT },
	{ ROW("test.disk", "/sys/block/{block}/queue/read_ahead_kb", SCOPE_BLOCK),
	  .format = INTEGER, .readback = READBACK_EXACT },
};

const struct tunable *__wrap_tunable_find(const char *id)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (strcmp(rows[i].id, id) == 0)
			return &rows[i];
	}
	return __real_tunable_find(id);
}

/* ---- the host ---- */

static void fill(struct sim *sim)
{
	sim_numbers(sim, SOMAXCONN, "128")->has_range = true;
	sim_file(sim, SOMAXCONN)->max = INT32_MAX;
	sim_numbers(sim, RMEM, "4096 131072 6291456")->has_range = true;
	sim_file(sim, RMEM)->min = 1;
	sim_file(sim, RMEM)->max = INT32_MAX;
	strcpy(sim_numbers(sim, BYTES, "0")->partner, RATIO);
	strcpy(sim_numbers(sim, RATIO, "20")->partner, BYTES);
	sim_numbers(sim, SWAPPINESS, "60");
	sim_numbers(sim, RP_ALL, "0");
	sim_numbers(sim, RP_ETH0, "0");
	sim_numbers(sim, IFINDEX, "2");
	sim_text(sim, UEVENT, "INTERFACE=eth0\nIFINDEX=2");
	sim_text(sim, "/proc/thread-self/net/dev", "heading\nheading\n eth0: 0 0 0");
	sim_numbers(sim, READ_AHEAD, "128");
	sim_numbers(sim, DISKSEQ, "7");
	strcpy(sim_numbers(sim, FORWARD, "0")->opposite, REDIRECTS);
	/* Not what the kernel would turn it to: an undo must bring this back. */
	sim_numbers(sim, REDIRECTS, "0");
	strcpy(sim_numbers(sim, ROUTER, "1")->follows, PASSING("all"));
	strcpy(sim_numbers(sim, PASSING("all"), "1")->follows, ROUTER);
	strcpy(sim_file(sim, PASSING("all"))->opposite, LED_BY("all"));
	strcpy(sim_numbers(sim, PASSING("default"), "1")->follows, PASSING("all"));
	/* Neither is what the kernel would turn it to. */
	strcpy(sim_numbers(sim, PASSING("eth0"), "0")->follows, PASSING("all"));
	sim_numbers(sim, LED_BY("all"), "1");
	sim_numbers(sim, LED_BY("default"), "0");
	sim_numbers(sim, LED_BY("eth0"), "0");
	sim_numbers(sim, ROUNDED, "64")->is_rounded = true;
	sim_numbers(sim, AT_LEAST, "64");
	sim_numbers(sim, STEERED, "1");
	sim_text(sim, SUBSET, "0-3");
	sim_numbers(sim, PARTIAL, "1 2 3");
}

static void hear(void *closure, const char *message)
{
	struct rig *rig = closure;

	rig->audit_count++;
	(void)snprintf(rig->audit_last, sizeof(rig->audit_last), "%s", message);
}

void rig_reopen(struct rig *rig)
{
	const struct state_options options = { .path = rig->path, .euid = geteuid() };

	state_close(rig->state);
	rig->state = NULL;
	assert_int_equal(state_open(&options, &rig->state, NULL), 0);
	assert_int_equal(state_lock(rig->state, NULL), 0);
	rig->transaction.state = rig->state;
}

void rig_new(struct rig *rig)
{
	static char path[] = "/usr/share/tuneadv/web-server.json";

	memset(rig, 0, sizeof(*rig));
	sim_new(&rig->sim);
	fill(&rig->sim);
	/* Hundreds of journals are synced: in memory where there is such a place. */
	(void)snprintf(rig->parent, sizeof(rig->parent), "%s/tuneadv-transaction-XXXXXX",
		       access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	assert_non_null(mkdtemp(rig->parent));
	(void)snprintf(rig->path, sizeof(rig->path), "%s/state", rig->parent);
	diag_init(&rig->diag);
	strcpy(rig->name, "web-server");
	rig->profile.name = rig->name;
	rig->profile.path = path;
	rig->chosen[0] = &rig->profile;
	rig->set.chosen = rig->chosen;
	rig->set.chosen_count = 1;
	rig->audit = (struct audit){ .event = hear, .closure = rig };
	rig->transaction = (struct transaction){
		.source = &rig->sim.source,
		.audit = &rig->audit,
		.version = "0.1.0",
		.time_s = 1796080500,
		.uid = geteuid(),
	};
	rig_reopen(rig);
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
	(void)facts;
	(void)kind;
	(void)place;
	return remove(path);
}

void rig_done(struct rig *rig)
{
	state_close(rig->state);
	diag_done(&rig->diag);
	assert_int_equal(nftw(rig->parent, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
	sim_done(&rig->sim);
}

void rig_forget(struct rig *rig)
{
	diag_done(&rig->diag);
	diag_init(&rig->diag);
}

/* ---- plans ---- */

static const struct instance *instance_named(const char *name)
{
	static char all[] = "all";
	static char eth0[] = "eth0";
	static char sda[] = "sda";
	static const struct instance instances[] = {
		{ .kind = SCOPE_NETDEV, .name = all, .fragment = all, .number = -1, .is_group = 1 },
		{ .kind = SCOPE_NETDEV, .name = eth0, .fragment = eth0, .number = 2 },
		{ .kind = SCOPE_BLOCK, .name = sda, .fragment = sda, .number = -1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(instances); i++) {
		if (strcmp(instances[i].name, name) == 0)
			return &instances[i];
	}
	return NULL;
}

void want(struct rig *rig, struct plan *plan, const char *id, const char *instance, const char *to)
{
	cleanup(reading_done) struct reading now = { 0 };
	const struct tunable *tunable = tunable_find(id);
	struct change *change;
	auto_text struct text from_text = { 0 };
	auto_text struct text to_text = { 0 };

	assert_non_null(tunable);
	assert_int_equal(array_reserve(&plan->changes, &plan->change_capacity,
				       plan->change_count + 1, sizeof(*plan->changes)),
			 0);
	change = &plan->changes[plan->change_count++];
	*change = (struct change){ .tunable = tunable, .rule_id = "a-rule" };
	if (instance) {
		change->instance = instance_named(instance);
		assert_non_null(change->instance);
	}
	assert_int_equal(tunable_path(tunable, instance, &change->path), 0);
	assert_int_equal(reading_take(rig->transaction.source, tunable, change->path, &now), 0);
	assert_int_equal(now.state, READING_VALUE);
	assert_int_equal(value_copy(&now.value, &change->from), 0);
	assert_int_equal(value_parse(&tunable->format, span_of(to), &change->to), 0);
	value_print(&from_text, &tunable->format, &change->from);
	value_print(&to_text, &tunable->format, &change->to);
	assert_int_equal(text_take(&from_text, &change->from_text), 0);
	assert_int_equal(text_take(&to_text, &change->to_text), 0);
	change->rules = strdup("a-rule");
	assert_non_null(change->rules);
}

void want_all(struct rig *rig, struct plan *plan)
{
	want(rig, plan, "net.core.somaxconn", NULL, "4096");
	want(rig, plan, "net.ipv4.tcp_rmem", NULL, "8192 262144 33554432");
	want(rig, plan, "net.ipv4.conf.rp_filter", "eth0", "1");
	want(rig, plan, "vm.dirty_bytes", NULL, "268435456");
	want(rig, plan, "test.forward", NULL, "1");
	want(rig, plan, "test.router", NULL, "0");
}

/* ---- the verbs ---- */

static void hand_over(struct outcome *outcome, struct outcome *ret_outcome)
{
	if (ret_outcome)
		*ret_outcome = *outcome;
	else
		outcome_done(outcome);
}

int rig_apply(struct rig *rig, const struct plan *plan, struct outcome *ret_outcome)
{
	struct outcome outcome;
	int r;

	outcome_init(&outcome);
	r = transaction_apply(&rig->transaction, plan, &rig->set, &outcome, &rig->diag);
	hand_over(&outcome, ret_outcome);
	return r;
}

int rig_revert(struct rig *rig, const struct revert_options *options, struct outcome *ret_outcome)
{
	const struct revert_options newest = { 0 };
	struct outcome outcome;
	int r;

	outcome_init(&outcome);
	r = transaction_revert(&rig->transaction, options ? options : &newest, &outcome,
			       &rig->diag);
	hand_over(&outcome, ret_outcome);
	return r;
}

int rig_recover(struct rig *rig, struct outcome *ret_outcome)
{
	struct outcome outcome;
	int r;

	outcome_init(&outcome);
	r = transaction_recover(&rig->transaction, &outcome, &rig->diag);
	hand_over(&outcome, ret_outcome);
	return r;
}

void apply_one(struct rig *rig, const char *profile, const char *id, const char *to)
{
	auto_plan struct plan plan = { 0 };
	auto_outcome struct outcome outcome = { 0 };

	plan_init(&plan);
	(void)snprintf(rig->name, sizeof(rig->name), "%s", profile);
	rig->profile.name = rig->name;
	want(rig, &plan, id, NULL, to);
	assert_int_equal(rig_apply(rig, &plan, &outcome), 0);
	if (outcome.state != OUTCOME_COMMITTED)
		fail_msg("%s: %s", outcome_state_name(outcome.state),
			 outcome.because ? outcome.because : "no reason");
}

/* ---- what is there ---- */

void values_take(struct rig *rig, struct values *ret_values)
{
	const struct sim_state *state = rig->sim.state;

	memset(ret_values, 0, sizeof(*ret_values));
	for (size_t i = 0; i < state->file_count; i++) {
		size_t n = ret_values->count;

		if (state->files[i].is_gone)
			continue;
		strcpy(ret_values->path[n], state->files[i].path);
		sim_get(&rig->sim, state->files[i].path, ret_values->text[n],
			sizeof(ret_values->text[n]));
		ret_values->count++;
	}
}

static const char *value_at(const struct values *values, const char *path)
{
	for (size_t i = 0; i < values->count; i++) {
		if (strcmp(values->path[i], path) == 0)
			return values->text[i];
	}
	return "(gone)";
}

bool values_same(const struct values *a, const struct values *b)
{
	for (size_t i = 0; i < a->count; i++) {
		if (strcmp(a->text[i], value_at(b, a->path[i])) != 0)
			return false;
	}
	return a->count == b->count;
}

void assert_value(struct rig *rig, const char *path, const char *text)
{
	char now[256];

	sim_get(&rig->sim, path, now, sizeof(now));
	if (strcmp(now, text) != 0)
		fail_msg("%s is %s, not %s", path, now, text);
}

const struct outcome_change *outcome_of(const struct outcome *outcome, const char *path)
{
	for (size_t i = 0; i < outcome->change_count; i++) {
		if (strcmp(outcome->changes[i].path, path) == 0)
			return &outcome->changes[i];
	}
	return NULL;
}

void journals_words(struct rig *rig, char *ret_words, size_t size)
{
	struct journal **journals = NULL;
	size_t count = 0;
	size_t length = 0;
	int r = journal_load_all(rig->state, &journals, &count, NULL);

	ret_words[0] = '\0';
	if (r < 0)
		(void)snprintf(ret_words, size, "(%s)", strerrorname_np(-r));
	for (size_t i = 0; r == 0 && i < count; i++)
		length += (size_t)snprintf(ret_words + length, size - length, "%s%s", i ? " " : "",
					   journal_state_name(journals[i]->state));
	journals_free(journals, count);
}

void assert_journals(struct rig *rig, const char *words)
{
	char now[256];

	journals_words(rig, now, sizeof(now));
	assert_string_equal(now, words);
}

/* ---- the invariant ---- */

const char *broken_by_crash(struct rig *rig, const struct values *before, const struct values *now)
{
	char words[256];

	journals_words(rig, words, sizeof(words));
	if (words[0] == '(')
		return "the journal cannot be read";
	if (!values_same(before, now) && !words[0])
		return "a changed value and no journal";
	return NULL;
}

/* Each value that is neither old nor new in company is named, with a journal that holds it. */
static const char *broken_naming(struct rig *rig, const struct values *before,
				 const struct values *now, const struct outcome *outcome)
{
	char words[256];

	journals_words(rig, words, sizeof(words));
	if (!words[0])
		return "incomplete without a journal";
	for (size_t i = 0; i < before->count; i++) {
		const struct outcome_change *change = outcome_of(outcome, before->path[i]);

		if (strcmp(before->text[i], value_at(now, before->path[i])) == 0)
			continue;
		if (!change || (change->result != ENTRY_FAILED && change->result != ENTRY_DRIFTED &&
				change->result != ENTRY_CHANGED && change->result != ENTRY_PLANNED))
			return "a value differs and is not named";
	}
	return NULL;
}

const char *broken_by_end(struct rig *rig, const struct values *before, const struct values *after,
			  int result, const struct outcome *outcome)
{
	static struct values now;

	values_take(rig, &now);
	if (result < 0)
		return values_same(&now, before) || values_same(&now, after)
			       ? NULL
			       : "an error without outcome, and values were changed";
	switch (outcome->state) {
	case OUTCOME_COMMITTED:
		return values_same(&now, after) ? NULL : "committed, and not all values are new";
	case OUTCOME_ROLLED_BACK:
	case OUTCOME_REVERTED:
		return values_same(&now, before) ? NULL : "back, and not all values are old";
	case OUTCOME_REFUSED:
	case OUTCOME_NOTHING_TO_DO:
	case OUTCOME_PLANNED:
		return values_same(&now, before) || values_same(&now, after)
			       ? NULL
			       : "refused, and values were changed";
	case OUTCOME_INCOMPLETE:
		return broken_naming(rig, before, &now, outcome);
	}
	return "no outcome";
}

const char *broken_after_recovery(struct rig *rig, const struct values *before,
				  const struct values *after)
{
	static struct values now;
	char words[256];

	sim_calm(&rig->sim);
	rig_reopen(rig);
	if (rig_recover(rig, NULL) < 0)
		return "recovery failed";
	values_take(rig, &now);
	journals_words(rig, words, sizeof(words));
	if (strcmp(words, "committed") == 0)
		return values_same(&now, after) ? NULL : "committed, and not all values are new";
	if (words[0])
		return "a journal is left";
	return values_same(&now, before) ? NULL : "recovered, and not all values are old";
}
