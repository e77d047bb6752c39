/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The lines of a journal. Names come from the kernel, which lets them hold any byte: they are kept
 * exact, and yet nothing that a terminal would obey stands in the file.
 */
#include "config.h"

#include "change/journal_parts.h"

#include <inttypes.h>

/* An escape of JSON for what does not show, in UTF-16 as JSON has it. */
static void add_escape(struct text *text, uint32_t code)
{
	if (code < 0x10000) {
		text_addf(text, "\\u%04" PRIx32, code);
		return;
	}
	code -= 0x10000;
	text_addf(text, "\\u%04" PRIx32 "\\u%04" PRIx32, 0xd800 + (code >> 10),
		  0xdc00 + (code & 0x3ff));
}

static bool is_shown(struct span character)
{
	auto_text struct text safe = { 0 };

	text_add_safe(&safe, character);
	return text_status(&safe) == 0 && span_equal(text_span(&safe), character);
}

static void add_string(struct text *text, struct span bytes)
{
	text_add_char(text, '"');
	while (bytes.length > 0) {
		uint32_t code = 0;
		size_t length = span_utf8_head(bytes, &code);
		struct span head = { .bytes = bytes.bytes, .length = length };

		if (code == '"' || code == '\\')
			text_addf(text, "\\%c", (int)code);
		else if (code >= ' ' && code < 0x7f)
			text_add_char(text, (char)code);
		else if (is_shown(head))
			text_add_span(text, head);
		else
			add_escape(text, code);
		bytes = (struct span){ bytes.bytes + length, bytes.length - length };
	}
	text_add_char(text, '"');
}

/* Comma and key; the first member is printed by hand. */
static void add_bytes(struct text *text, const char *key, const char *string)
{
	struct span bytes = span_of(string ? string : "");

	text_addf(text, ",\"%s\":", key);
	if (span_is_utf8(bytes)) {
		add_string(text, bytes);
		return;
	}
	text_add(text, "{\"hex\":\"");
	for (size_t i = 0; i < bytes.length; i++)
		text_addf(text, "%02x", (unsigned char)bytes.bytes[i]);
	text_add(text, "\"}");
}

static void add_profiles(struct text *text, const struct journal *journal)
{
	text_add(text, ",\"profiles\":[");
	for (size_t i = 0; i < journal->profile_count; i++) {
		const struct journal_profile *profile = &journal->profiles[i];

		text_addf(text, "%s{\"sha256\":", i > 0 ? "," : "");
		add_string(text, span_of(profile->sha256 ? profile->sha256 : ""));
		add_bytes(text, "name", profile->name);
		add_bytes(text, "path", profile->path);
		text_add_char(text, '}');
	}
	text_add_char(text, ']');
}

static void add_instance(struct text *text, const struct journal_entry *entry)
{
	if (!entry->instance_name) {
		text_add(text, ",\"instance\":null");
		return;
	}
	text_addf(text, ",\"instance\":{\"kind\":\"%s\",\"number\":%" PRId64,
		  scope_name(entry->tunable->scope), entry->instance_number);
	add_bytes(text, "name", entry->instance_name);
	add_bytes(text, "fragment", entry->fragment);
	add_bytes(text, "identity", entry->identity);
	text_add_char(text, '}');
}

static void add_changes(struct text *text, const struct journal *journal)
{
	text_add(text, ",\"changes\":[");
	for (size_t i = 0; i < journal->entry_count; i++) {
		const struct journal_entry *entry = &journal->entries[i];

		text_addf(text, "%s{\"role\":\"%s\"", i > 0 ? "," : "",
			  entry_role_name(entry->role));
		add_bytes(text, "tunable", entry->tunable_id);
		add_instance(text, entry);
		add_bytes(text, "path", entry->path);
		add_bytes(text, "rules", entry->rules);
		add_bytes(text, "from", entry->from);
		add_bytes(text, "to", entry->to);
		text_add_char(text, '}');
	}
	text_add_char(text, ']');
}

void journal_print_head(struct text *text, const struct journal *journal)
{
	text_add(text, "{\"schema\":\"" JOURNAL_SCHEMA "\"");
	add_bytes(text, "version", journal->version);
	add_bytes(text, "id", journal->id);
	add_bytes(text, "boot_id", journal->boot_id);
	text_add(text, ",\"netns\":{\"inode\":");
	add_string(text, span_of(journal->netns_inode ? journal->netns_inode : ""));
	add_bytes(text, "cookie", journal->netns_cookie);
	text_addf(text, "},\"time\":%" PRId64 ",\"uid\":%" PRIu32 ",\"sequence\":%" PRIu64,
		  journal->time_s, journal->uid, journal->sequence);
	add_profiles(text, journal);
	add_changes(text, journal);
	text_add(text, "}\n");
}

void journal_print_entry(struct text *text, const struct journal *journal, size_t index)
{
	const struct journal_entry *entry = &journal->entries[index];

	text_addf(text, "{\"entry\":%zu,\"result\":\"%s\"", index,
		  entry_result_name(entry->result));
	if (entry->got)
		add_bytes(text, "got", entry->got);
	if (entry->error != 0)
		text_addf(text, ",\"errno\":%d", -entry->error);
	text_add(text, "}\n");
}

void journal_print_state(struct text *text, enum journal_state state)
{
	text_addf(text, "{\"state\":\"%s\"}\n", journal_state_name(state));
}
