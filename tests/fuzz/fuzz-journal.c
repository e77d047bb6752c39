/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Journals: a refusal has sentences with places; what is accepted names rows that are ours to
 * write, in the row's own place, with values that may be put back, and is the same when written
 * anew. What a crash cut away is never more than the last line.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "change/journal_parts.h"
#include "fuzz.h"
#include "guard/guard.h"

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
	fuzz_require(r == -EBADMSG);
	fuzz_require(diag->count > 0);
	for (size_t i = 0; i < diag->count; i++) {
		fuzz_require(has_place(diag->lines[i].place));
		fuzz_require(diag->lines[i].sentence[0]);
	}
}

static void check_value(const struct tunable *row, const char *string, bool is_put_back)
{
	auto_value struct value value = { 0 };
	auto_text struct text printed = { 0 };
	auto_text struct text why = { 0 };
	enum guard_answer answer = GUARD_UNKNOWN;

	fuzz_require(value_parse(&row->format, span_of(string), &value) == 0);
	value_print(&printed, &row->format, &value);
	fuzz_require(span_is(text_span(&printed), string));
	if (!is_put_back || (row->exclusive_with && strcmp(string, "0") == 0))
		return;
	fuzz_require(guard_restore(row, &value, &answer, &why) == 0);
	fuzz_require(answer == GUARD_ALLOWED);
}

static void check_entry(const struct journal_entry *entry)
{
	const struct tunable *row = entry->tunable;
	size_t before = strcspn(row->path, "{");

	fuzz_require(row == tunable_find(entry->tunable_id));
	fuzz_require(!row->is_advice_only && !row->is_read_only && !row->is_boot_only);
	fuzz_require(row->security != SECURITY_UNREVIEWED);
	fuzz_require(strncmp(entry->path, row->path, before) == 0);
	fuzz_require(!strstr(entry->path, "/../") && !strstr(entry->path, "//"));
	fuzz_require((row->path[before] == '{') == (entry->fragment != NULL));
	check_value(row, entry->from, true);
	check_value(row, entry->to, false);
	if (entry->got)
		check_value(row, entry->got, false);
}

static void print(const struct journal *journal, struct text *text)
{
	journal_print_head(text, journal);
	for (size_t i = 0; i < journal->entry_count; i++)
		journal_print_entry(text, journal, i);
	if (journal->state != JOURNAL_PREPARED)
		journal_print_state(text, journal->state);
}

/* The hints of "planned" make no difference, so once is not the same as given, but twice is. */
static void check_written_anew(const struct journal *journal)
{
	auto_text struct text once = { 0 };
	auto_text struct text twice = { 0 };
	auto_journal struct journal *again = NULL;

	print(journal, &once);
	/* An input close to the limit grows beyond it by its own escapes. */
	if (once.length > JOURNAL_BYTES_MAX)
		return;
	fuzz_require(journal_parse(text_span(&once), "a", "fuzz", &again, NULL) == 0);
	fuzz_require(!again->has_torn_line);
	print(again, &twice);
	fuzz_require(span_equal(text_span(&once), text_span(&twice)));
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	const struct span text = { .bytes = (const char *)bytes, .length = length };
	auto_journal struct journal *journal = NULL;
	auto_diag struct diag diag = { 0 };
	size_t whole;
	int r;

	if (journal_whole_bytes(text, &whole) < 0)
		return 0;
	fuzz_require(whole <= length);
	fuzz_require(whole == 0 || text.bytes[whole - 1] == '\n');
	if (length > JOURNAL_BYTES_MAX)
		return 0;
	r = journal_parse(text, "a", "fuzz", &journal, &diag);
	if (r == -ENOMEM)
		return 0;
	if (r < 0) {
		check_refusal(r, &diag);
		return 0;
	}
	fuzz_require(diag.count == 0);
	fuzz_require(journal->has_torn_line == (whole < length));
	fuzz_require(strcmp(journal->id, "a") == 0);
	fuzz_require(journal->entry_count > 0);
	for (size_t i = 0; i < journal->entry_count; i++)
		check_entry(&journal->entries[i]);
	check_written_anew(journal);
	return 0;
}
