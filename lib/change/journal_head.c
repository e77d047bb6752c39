/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first line of a journal: what was true before the first write, and what was to be changed. */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <string.h>

static int read_instance(const struct member_reader *reader, const struct json_node *change,
			 struct journal_entry *entry)
{
	static const char *const known[] = {
		"kind", "number", "name", "fragment", "identity", NULL,
	};
	const struct json_node *node = json_member(change, "instance");
	const struct json_node *kind;
	int r;

	entry->instance_number = -1;
	if (node && json_kind(node) == JSON_NULL) {
		entry->identity = strdup("");
		return entry->identity ? 0 : -ENOMEM;
	}
	r = member_of(reader, change, "instance", JSON_OBJECT, &node);
	if (r == 0)
		r = json_reject_unknown(reader->json, node, known, reader->diag);
	if (r == 0)
		r = member_of(reader, node, "kind", JSON_STRING, &kind);
	if (r < 0)
		return r;
	if (strcmp(json_string(kind), scope_name(entry->tunable->scope)) != 0)
		return json_complain(reader->json, kind, -EBADMSG, reader->diag,
				     "found the kind \"%s\", expected \"%s\"", json_string(kind),
				     scope_name(entry->tunable->scope));
	r = member_number(reader, node, "number", -1, (int64_t)JOURNAL_SEQUENCE_MAX,
			  &entry->instance_number);
	if (r == 0)
		r = member_bytes(reader, node, "name", &entry->instance_name);
	if (r == 0)
		r = member_bytes(reader, node, "fragment", &entry->fragment);
	return r < 0 ? r : member_bytes(reader, node, "identity", &entry->identity);
}

static int read_row(const struct member_reader *reader, const struct json_node *change,
		    struct journal_entry *entry)
{
	const struct json_node *role;
	const struct json_node *id;
	int r = member_of(reader, change, "role", JSON_STRING, &role);

	if (r == 0)
		r = member_of(reader, change, "tunable", JSON_STRING, &id);
	if (r < 0)
		return r;
	entry->role = entry_role_named(json_string(role));
	if (!entry->role)
		return json_complain(reader->json, role, -EBADMSG, reader->diag,
				     "found the role \"%s\", expected \"change\" or \"coupling\"",
				     json_string(role));
	entry->tunable = tunable_find(json_string(id));
	if (!entry->tunable)
		return json_complain(reader->json, id, -EBADMSG, reader->diag,
				     "no tunable has the id \"%s\"", json_string(id));
	entry->tunable_id = strdup(json_string(id));
	return entry->tunable_id ? 0 : -ENOMEM;
}

static int read_change(const struct member_reader *reader, const struct json_node *change,
		       struct journal_entry *entry)
{
	static const char *const known[] = {
		"role", "tunable", "instance", "path", "rules", "from", "to", NULL,
	};
	int r = json_expect(reader->json, change, JSON_OBJECT, reader->diag);

	entry->result = ENTRY_PLANNED;
	if (r == 0)
		r = json_reject_unknown(reader->json, change, known, reader->diag);
	if (r == 0)
		r = read_row(reader, change, entry);
	if (r == 0)
		r = read_instance(reader, change, entry);
	if (r == 0)
		r = member_bytes(reader, change, "path", &entry->path);
	if (r == 0)
		r = member_bytes(reader, change, "rules", &entry->rules);
	if (r == 0)
		r = member_bytes(reader, change, "from", &entry->from);
	return r < 0 ? r : member_bytes(reader, change, "to", &entry->to);
}

static int read_changes(const struct member_reader *reader, const struct json_node *root,
			struct journal *journal)
{
	const struct json_node *list;
	int r = member_of(reader, root, "changes", JSON_ARRAY, &list);

	if (r < 0)
		return r;
	if (json_count(list) == 0 || json_count(list) > JOURNAL_ENTRIES_MAX)
		return json_complain(reader->json, list, -EBADMSG, reader->diag,
				     "found %zu changes, expected 1 to %d", json_count(list),
				     JOURNAL_ENTRIES_MAX);
	journal->entries = calloc(json_count(list), sizeof(*journal->entries));
	if (!journal->entries)
		return -ENOMEM;
	for (const struct json_node *n = json_first(list); n && r == 0; n = json_next(n))
		r = read_change(reader, n, &journal->entries[journal->entry_count++]);
	return r;
}

static int read_profile(const struct member_reader *reader, const struct json_node *node,
			struct journal_profile *profile)
{
	static const char *const known[] = { "name", "path", "sha256", NULL };
	int r = json_expect(reader->json, node, JSON_OBJECT, reader->diag);

	if (r == 0)
		r = json_reject_unknown(reader->json, node, known, reader->diag);
	if (r == 0)
		r = member_bytes(reader, node, "name", &profile->name);
	if (r == 0)
		r = member_bytes(reader, node, "path", &profile->path);
	return r < 0 ? r : member_bytes(reader, node, "sha256", &profile->sha256);
}

static int read_profiles(const struct member_reader *reader, const struct json_node *root,
			 struct journal *journal)
{
	const struct json_node *list;
	int r = member_of(reader, root, "profiles", JSON_ARRAY, &list);

	if (r < 0 || json_count(list) == 0)
		return r;
	journal->profiles = calloc(json_count(list), sizeof(*journal->profiles));
	if (!journal->profiles)
		return -ENOMEM;
	for (const struct json_node *n = json_first(list); n && r == 0; n = json_next(n))
		r = read_profile(reader, n, &journal->profiles[journal->profile_count++]);
	return r;
}

static int read_netns(const struct member_reader *reader, const struct json_node *root,
		      struct journal *journal)
{
	static const char *const known[] = { "inode", "cookie", NULL };
	const struct json_node *netns;
	int r = member_of(reader, root, "netns", JSON_OBJECT, &netns);

	if (r == 0)
		r = json_reject_unknown(reader->json, netns, known, reader->diag);
	if (r == 0)
		r = member_bytes(reader, netns, "inode", &journal->netns_inode);
	return r < 0 ? r : member_bytes(reader, netns, "cookie", &journal->netns_cookie);
}

static int read_numbers(const struct member_reader *reader, const struct json_node *root,
			struct journal *journal)
{
	int64_t uid;
	int64_t sequence;
	int r = member_number(reader, root, "time", 0, (int64_t)JOURNAL_SEQUENCE_MAX,
			      &journal->time_s);

	if (r == 0)
		r = member_number(reader, root, "uid", 0, UINT32_MAX, &uid);
	if (r == 0)
		r = member_number(reader, root, "sequence", 0, (int64_t)JOURNAL_SEQUENCE_MAX,
				  &sequence);
	if (r < 0)
		return r;
	journal->uid = (uint32_t)uid;
	journal->sequence = (uint64_t)sequence;
	return 0;
}

/* Another schema is told as such, before its keys are called unknown. */
static int check_schema(const struct member_reader *reader, const struct json_node *root)
{
	static const char *const known[] = {
		"schema", "version",  "id",	  "boot_id", "netns", "time",
		"uid",	  "sequence", "profiles", "changes", NULL,
	};
	const struct json_node *schema;
	int r = json_expect(reader->json, root, JSON_OBJECT, reader->diag);

	if (r == 0)
		r = member_of(reader, root, "schema", JSON_STRING, &schema);
	if (r < 0)
		return r;
	if (strcmp(json_string(schema), JOURNAL_SCHEMA) != 0)
		return json_complain(reader->json, schema, -EBADMSG, reader->diag,
				     "found the schema \"%s\", expected \"" JOURNAL_SCHEMA "\"",
				     json_string(schema));
	return json_reject_unknown(reader->json, root, known, reader->diag);
}

/* In the words of what was checked, at the place where it stands. */
static int complain(const struct member_reader *reader, const struct json_node *root,
		    const struct journal_fault *fault)
{
	const struct json_node *node = root;
	const struct json_node *member;

	if (fault->entry != SIZE_MAX) {
		node = json_first(json_member(root, "changes"));
		for (size_t i = 0; i < fault->entry; i++)
			node = json_next(node);
	}
	member = json_member(node, fault->member);
	return json_complain(reader->json, member ? member : node, -EBADMSG, reader->diag,
			     "\"%s\": %s", fault->member, fault->why.bytes);
}

int journal_parse_head(const struct json *json, const char *id, struct journal *journal,
		       struct diag *diag)
{
	const struct member_reader reader = { .json = json, .diag = diag };
	const struct json_node *root = json_root(json);
	auto_fault struct journal_fault fault = { 0 };
	int r = check_schema(&reader, root);

	if (r == 0)
		r = member_bytes(&reader, root, "id", &journal->id);
	if (r == 0 && strcmp(journal->id, id) != 0)
		r = json_complain(json, json_member(root, "id"), -EBADMSG, diag,
				  "found the id \"%s\", expected the file's own, \"%s\"",
				  journal->id, id);
	if (r == 0)
		r = member_bytes(&reader, root, "version", &journal->version);
	if (r == 0)
		r = member_bytes(&reader, root, "boot_id", &journal->boot_id);
	if (r == 0)
		r = read_netns(&reader, root, journal);
	if (r == 0)
		r = read_numbers(&reader, root, journal);
	if (r == 0)
		r = read_profiles(&reader, root, journal);
	if (r == 0)
		r = read_changes(&reader, root, journal);
	if (r < 0)
		return r;
	r = journal_check(journal, &fault);
	return r == -EBADMSG ? complain(&reader, root, &fault) : r;
}
