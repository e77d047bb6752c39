/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Is this an entry that root may act on? Registered, ours to write, in the row's own place, and
 * with a value that the row takes: a forged journal can do no more than a profile.
 */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <string.h>

#include "guard/guard.h"
#include "host/reader.h"
#include "change/place.h"

#define NAME_MAX_BYTES 255
#define ERRNO_MAX      4095

/* One name of a folder: it cannot lead elsewhere. */
static bool is_one_name(struct span name)
{
	return name.length > 0 && name.length <= NAME_MAX_BYTES && !span_is(name, ".") &&
	       !span_is(name, "..") && !memchr(name.bytes, '/', name.length);
}

/* Without memory of its own: running out of it would look like a forgery. */
static bool is_numbered(const char *name, const char *before, int64_t number, const char *after)
{
	struct span digits = span_of(name);
	size_t head = strlen(before);
	size_t around = head + strlen(after);
	uint64_t parsed;

	if (number < 0 || digits.length <= around || !span_starts(digits, before) ||
	    !span_ends(digits, after))
		return false;
	digits = (struct span){ digits.bytes + head, digits.length - around };
	if (digits.bytes[0] == '-' || (digits.bytes[0] == '0' && digits.length > 1))
		return false;
	return number_parse_u64(digits, NUMBER_BASE_10, &parsed) == 0 && parsed == (uint64_t)number;
}

/* "eth0/rx-3" lies in "eth0/queues/rx-3", "cpu0/state1" in "cpu0/cpuidle/state1". */
static bool is_nested(const struct journal_entry *entry, const char *middle, const char *prefix)
{
	const char *slash = strchr(entry->instance_name, '/');
	uint32_t number;
	size_t head = strlen(prefix);

	if (!slash || !span_starts(span_of(slash), prefix))
		return false;

	struct span device = { entry->instance_name, (size_t)(slash - entry->instance_name) };

	if (!is_one_name(device) ||
	    number_parse_u32(span_of(slash + head), NUMBER_BASE_10, &number) < 0 ||
	    !is_numbered(slash, prefix, number, ""))
		return false;

	size_t folder = strlen(middle);

	return strncmp(entry->fragment, device.bytes, device.length) == 0 &&
	       strncmp(entry->fragment + device.length, middle, folder) == 0 &&
	       strcmp(entry->fragment + device.length + folder, slash) == 0;
}

/* Before Linux 4.3 a policy lies in the folder of its CPU (host/instances.c). */
static bool is_policy(const struct journal_entry *entry)
{
	return is_numbered(entry->instance_name, "policy", entry->instance_number, "") &&
	       (strcmp(entry->fragment, entry->instance_name) == 0 ||
		is_numbered(entry->fragment, "cpu", entry->instance_number, "/cpufreq"));
}

static bool is_of_scope(const struct journal_entry *entry)
{
	const char *name = entry->instance_name;
	bool is_plain = strcmp(name, entry->fragment) == 0;

	switch (entry->tunable->scope) {
	case SCOPE_NETDEV:
	case SCOPE_BLOCK:
		return is_plain && is_one_name(span_of(name));
	case SCOPE_RX_QUEUE:
		return is_nested(entry, "/queues", "/rx-");
	case SCOPE_TX_QUEUE:
		return is_nested(entry, "/queues", "/tx-");
	case SCOPE_IDLE_STATE:
		return is_nested(entry, "/cpuidle", "/state");
	case SCOPE_PAGE_SIZE:
		return is_plain && is_numbered(name, "hugepages-", entry->instance_number, "kB");
	case SCOPE_CPU:
		return is_plain && is_numbered(name, "cpu", entry->instance_number, "");
	case SCOPE_NODE:
		return is_plain && is_numbered(name, "node", entry->instance_number, "");
	case SCOPE_POLICY:
		return is_policy(entry);
	case SCOPE_IRQ:
		return is_plain && is_numbered(name, "", entry->instance_number, "");
	case SCOPE_HOST:
	case SCOPE_NETNS:
		break;
	}
	return false;
}

static int check_instance(const struct journal_entry *entry, struct journal_fault *fault)
{
	bool has_scope = strchr(entry->tunable->path, '{') != NULL;

	if (!entry->instance_name && !entry->fragment) {
		if (has_scope)
			return journal_fault_set(fault, "instance", "%s needs an instance (%s)",
						 entry->tunable_id,
						 scope_name(entry->tunable->scope));
		if (entry->identity && entry->identity[0])
			return journal_fault_set(fault, "instance",
						 "an identity without an instance");
		return 0;
	}
	if (!has_scope)
		return journal_fault_set(fault, "instance", "%s has no instances",
					 entry->tunable_id);
	if (!entry->instance_name || !entry->fragment || entry->instance_number < -1 ||
	    entry->instance_number > (int64_t)JOURNAL_SEQUENCE_MAX || !is_of_scope(entry))
		return journal_fault_set(fault, "instance",
					 "name, number and fragment are not those of an instance "
					 "of %s (%s)",
					 entry->tunable_id, scope_name(entry->tunable->scope));
	return 0;
}

static int check_path(const struct journal_entry *entry, struct journal_fault *fault)
{
	const struct instance instance = { .fragment = entry->fragment };
	autofree char *path = NULL;
	int r = instance_path(entry->tunable, entry->fragment ? &instance : NULL, &path);

	if (r == -ENOMEM)
		return r;
	if (r < 0 || !entry->path || strcmp(path, entry->path) != 0)
		return journal_fault_set(fault, "path", "expected the path of %s itself%s%s",
					 entry->tunable_id, path ? ", " : "", path ? path : "");
	return 0;
}

/* A value in our own spelling, which is what would be written. */
static int read_value(const struct journal_entry *entry, const char *member, const char *string,
		      struct value *ret_value, struct journal_fault *fault)
{
	const struct value_format *format = &entry->tunable->format;
	auto_value struct value value = { 0 };
	auto_text struct text printed = { 0 };
	int r = string ? value_parse(format, span_of(string), &value) : -EBADMSG;

	if (r == -ENOMEM)
		return r;
	if (r < 0)
		return journal_fault_set(fault, member, "expected a %s, the kind of %s",
					 value_kind_name(format->kind), entry->tunable_id);
	value_print(&printed, format, &value);
	if (text_status(&printed) < 0)
		return -ENOMEM;
	if (!span_is(text_span(&printed), string))
		return journal_fault_set(fault, member, "expected the canonical text of %s",
					 entry->tunable_id);
	*ret_value = value;
	value = (struct value){ 0 };
	return 0;
}

int entry_check_got(const struct journal_entry *entry, struct journal_fault *fault)
{
	auto_value struct value got = { 0 };

	return entry->got ? read_value(entry, "got", entry->got, &got, fault) : 0;
}

static int check_values(const struct journal_entry *entry, struct journal_fault *fault)
{
	auto_value struct value from = { 0 };
	auto_value struct value to = { 0 };
	auto_text struct text why = { 0 };
	enum guard_answer answer = GUARD_UNKNOWN;
	int r = read_value(entry, "to", entry->to, &to, fault);

	if (r == 0)
		r = entry_check_got(entry, fault);
	if (r == 0)
		r = read_value(entry, "from", entry->from, &from, fault);
	if (r < 0 || value_is_idle(entry->tunable, &from))
		return r;
	r = guard_restore(entry->tunable, &from, &answer, &why);
	if (r < 0)
		return r;
	if (answer != GUARD_ALLOWED)
		return journal_fault_set(fault, "from", "would not be put back (%s)%s%s",
					 guard_answer_name(answer), why.length > 0 ? ": " : "",
					 why.length > 0 ? why.bytes : "");
	return 0;
}

static int check_row(const struct journal_entry *entry, struct journal_fault *fault)
{
	const struct tunable *row = entry->tunable;

	if (!row || !entry->tunable_id || strcmp(row->id, entry->tunable_id) != 0)
		return journal_fault_set(fault, "tunable", "no tunable has this id");
	/* guard_restore() says the same, but is not asked about a shadow. */
	if (row->is_read_only || row->is_advice_only || row->is_boot_only || row->is_secret ||
	    row->security == SECURITY_UNREVIEWED || row->security == SECURITY_CONTESTED ||
	    row->security == SECURITY_PROGRAM)
		return journal_fault_set(fault, "tunable", "%s is never written", row->id);
	return 0;
}

int entry_check(const struct journal_entry *entry, struct journal_fault *fault)
{
	int r = check_row(entry, fault);

	if (r == 0 && entry->role != ENTRY_CHANGE && entry->role != ENTRY_COUPLING)
		r = journal_fault_set(fault, "role", "no such role");
	if (r == 0 && (entry->result < ENTRY_PLANNED || entry->result > ENTRY_SKIPPED))
		r = journal_fault_set(fault, "result", "no such result");
	if (r == 0 && (entry->error > 0 || entry->error < -ERRNO_MAX))
		r = journal_fault_set(fault, "errno", "no such error");
	if (r == 0)
		r = check_instance(entry, fault);
	if (r == 0)
		r = check_path(entry, fault);
	return r < 0 ? r : check_values(entry, fault);
}
