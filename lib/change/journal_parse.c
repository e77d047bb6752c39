/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lines of a journal, one after the other; the last may be torn, every other one may not. */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define ERRNO_MAX 4095

static int check_got(const struct member_reader *reader, const struct json_node *root,
		     const struct journal_entry *entry)
{
	auto_fault struct journal_fault fault = { 0 };
	int r = entry_check_got(entry, &fault);

	if (r != -EBADMSG)
		return r;
	return json_complain(reader->json, json_member(root, "got"), r, reader->diag, "\"got\": %s",
			     fault.why.bytes);
}

static int read_entry(const struct member_reader *reader, const struct json_node *root,
		      struct journal *journal)
{
	static const char *const known[] = { "entry", "result", "got", "errno", NULL };
	const struct json_node *result;
	autofree char *got = NULL;
	int64_t index;
	int64_t error = 0;
	int r = json_reject_unknown(reader->json, root, known, reader->diag);

	if (r == 0)
		r = member_number(reader, root, "entry", 0, (int64_t)journal->entry_count - 1,
				  &index);
	if (r == 0)
		r = member_of(reader, root, "result", JSON_STRING, &result);
	if (r == 0)
		r = member_bytes_if(reader, root, "got", &got);
	if (r == 0 && json_member(root, "errno"))
		r = member_number(reader, root, "errno", 1, ERRNO_MAX, &error);
	if (r < 0)
		return r;

	struct journal_entry *entry = &journal->entries[index];
	enum entry_result named = entry_result_named(json_string(result));

	if (!named)
		return json_complain(reader->json, result, -EBADMSG, reader->diag,
				     "no result is called \"%s\"", json_string(result));
	entry->result = named;
	entry->error = -(int)error;
	free(entry->got);
	entry->got = take_ptr(got);
	return check_got(reader, root, entry);
}

/* There is one direction: what has begun to go back is never tuned again, and the end is the end.
 */
static bool may_follow(enum journal_state before, enum journal_state after)
{
	switch (after) {
	case JOURNAL_PREPARED:
		return before == JOURNAL_PREPARED;
	case JOURNAL_COMMITTED:
		return before == JOURNAL_PREPARED || before == JOURNAL_COMMITTED;
	case JOURNAL_REVERTING:
	case JOURNAL_REVERTED:
	case JOURNAL_INCOMPLETE:
		return before != JOURNAL_REVERTED || after == JOURNAL_REVERTED;
	}
	return false;
}

static int read_state(const struct member_reader *reader, const struct json_node *root,
		      struct journal *journal)
{
	static const char *const known[] = { "state", NULL };
	const struct json_node *word;
	enum journal_state state;
	int r = json_reject_unknown(reader->json, root, known, reader->diag);

	if (r == 0)
		r = member_of(reader, root, "state", JSON_STRING, &word);
	if (r < 0)
		return r;
	state = journal_state_named(json_string(word));
	if (!state)
		return json_complain(reader->json, word, -EBADMSG, reader->diag,
				     "no state is called \"%s\"", json_string(word));
	if (!may_follow(journal->state, state))
		return json_complain(reader->json, word, -EBADMSG, reader->diag,
				     "\"%s\" cannot follow \"%s\"", json_string(word),
				     journal_state_name(journal->state));
	journal->state = state;
	return 0;
}

static int read_later(const struct json *json, struct journal *journal, struct diag *diag)
{
	const struct member_reader reader = { .json = json, .diag = diag };
	const struct json_node *root = json_root(json);
	int r = json_expect(json, root, JSON_OBJECT, diag);

	if (r < 0)
		return r;
	if (json_member(root, "state"))
		return read_state(&reader, root, journal);
	return read_entry(&reader, root, journal);
}

static int read_line(struct span line, const char *id, const char *name, uint32_t number,
		     struct journal *journal, struct diag *diag)
{
	auto_json struct json *json = NULL;
	int r = json_read_line(line, name, number, &json, diag);

	if (r < 0)
		return r;
	return number == 1 ? journal_parse_head(json, id, journal, diag)
			   : read_later(json, journal, diag);
}

int journal_damage(const char *name, uint32_t line, struct diag *diag, const char *sentence)
{
	auto_text struct text place = { 0 };

	text_addf(&place, "%s:%" PRIu32 ":1", name, line);
	return diag_add(diag, -EBADMSG, text_status(&place) < 0 ? name : place.bytes, "%s",
			sentence);
}

int journal_parse(struct span bytes, const char *id, const char *name, struct journal **ret_journal,
		  struct diag *diag)
{
	auto_journal struct journal *journal = calloc(1, sizeof(*journal));
	struct span rest = { .bytes = bytes.bytes };
	uint32_t number = 1;
	int r = journal_whole_bytes(bytes, &rest.length);

	if (!journal || r < 0)
		return -ENOMEM;
	journal->state = JOURNAL_PREPARED;
	journal->has_torn_line = rest.length < bytes.length;
	if (rest.length == 0)
		return journal_damage(name, 1, diag, "the first line has no end");
	while (r == 0 && rest.length > 0) {
		struct span line;

		if (span_split(&rest, '\n', &line))
			r = read_line(line, id, name, number++, journal, diag);
	}
	if (r < 0)
		return r;
	*ret_journal = take_ptr(journal);
	return 0;
}
