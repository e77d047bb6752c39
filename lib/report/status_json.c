/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tuneadv-status/1: what stands, what drifted and what is unfinished, for programs. */
#include "config.h"

#include "report/change_json.h"

/* The journal's own state in the words of an outcome. */
static enum outcome_state state_of(enum journal_state state)
{
	switch (state) {
	case JOURNAL_COMMITTED:
		return OUTCOME_COMMITTED;
	case JOURNAL_REVERTED:
		return OUTCOME_REVERTED;
	case JOURNAL_PREPARED:
	case JOURNAL_REVERTING:
	case JOURNAL_INCOMPLETE:
		break;
	}
	return OUTCOME_INCOMPLETE;
}

static void add_profiles(struct document *document, struct json_container *in,
			 const struct journal *journal)
{
	struct json_container *profiles = json_add_array(document->writer, in, "profiles");

	for (size_t i = 0; i < journal->profile_count; i++) {
		struct json_container *object = json_add_object(document->writer, profiles, NULL);

		json_add_string(document->writer, object, "name", journal->profiles[i].name);
		json_add_string(document->writer, object, "path", journal->profiles[i].path);
		json_add_string(document->writer, object, "sha256", journal->profiles[i].sha256);
	}
}

static void add_known(struct document *document, struct json_container *in, const char *key,
		      const char *string)
{
	json_add_string(document->writer, in, key, string && *string ? string : NULL);
}

static void add_origin(struct document *document, struct json_container *in,
		       const struct journal *journal)
{
	auto_text struct text time = { 0 };

	document_time(&time, journal->time_s);
	document_add_text(document, in, "time", &time);
	json_add_string(document->writer, in, "version", journal->version);
	add_profiles(document, in, journal);
	json_add_u64(document->writer, in, "uid", journal->uid);
	add_known(document, in, "boot_id", journal->boot_id);

	struct json_container *netns = json_add_object(document->writer, in, "netns");

	add_known(document, netns, "inode", journal->netns_inode);
	add_known(document, netns, "cookie", journal->netns_cookie);
}

static void add_standing(struct document *document, struct json_container *in,
			 const struct standing *standing)
{
	const struct journal *journal = standing->journal;
	struct json_writer *writer = document->writer;
	struct json_container *object = json_add_object(writer, in, NULL);

	json_add_string(writer, object, "transaction", journal->id);
	json_add_string(writer, object, "state", outcome_state_name(state_of(journal->state)));
	json_add_string(writer, object, "journal", journal_state_name(journal->state));
	json_add_null(writer, object, "deadline"); /* confirmation comes with a later version */
	json_add_boolean(writer, object, "persisted", false);
	add_origin(document, object, journal);
	json_add_boolean(writer, object, "unfinished", standing->is_unfinished);
	json_add_boolean(writer, object, "in_progress", standing->is_in_progress);
	json_add_boolean(writer, object, "other_boot", standing->is_of_other_boot);
	json_add_boolean(writer, object, "other_netns", standing->is_of_other_netns);
	json_add_boolean(writer, object, "torn", journal->has_torn_line);
	json_add_u64(writer, object, "drifted", standing->drifted_count);

	struct json_container *changes = json_add_array(writer, object, "changes");

	for (size_t i = 0; i < standing->change_count; i++)
		change_json_add_outcome(document, changes, &standing->changes[i]);
}

int report_status_json(const struct status_report *report, struct text *ret_text)
{
	auto_document struct document document;

	document_init(&document, report->frame);

	struct json_container *root = document_root(&document);

	document_begin(&document, report->snapshot, "tuneadv-status/1");
	json_add_string(document.writer, root, "state_folder", report->state_folder);

	struct json_container *transactions = json_add_array(document.writer, root, "transactions");

	for (size_t i = 0; i < report->standings->count; i++)
		add_standing(&document, transactions, &report->standings->standings[i]);
	return document_end(&document, ret_text);
}
