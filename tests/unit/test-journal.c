/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Journals: what is written comes back to the byte, in order, and cut at any byte it never lies. */
#include "config.h"

#include "state-place.h"

static void id_tells_the_time_in_utc(void **state)
{
	static const struct {
		int64_t time_s;
		const char *begins;
	} cases[] = {
		{ 0, "19700101T000000Z-" },
		{ 86399, "19700101T235959Z-" },
		{ 951782400, "20000229T000000Z-" },
		{ 951868799, "20000229T235959Z-" },
		{ 951868800, "20000301T000000Z-" },
		{ 1709164800, "20240229T000000Z-" },
		{ 1767225599, "20251231T235959Z-" },
		{ 4107542400, "21000301T000000Z-" },
		{ 253402300799, "99991231T235959Z-" },
	};

	(void)state; /* needs no place */
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		autofree char *id = NULL;

		assert_int_equal(journal_id_new(cases[i].time_s, &id), 0);
		assert_int_equal(strlen(id), strlen(cases[i].begins) + 4);
		assert_memory_equal(id, cases[i].begins, strlen(cases[i].begins));
		assert_int_equal(strspn(id + 17, "0123456789abcdef"), 4);
		assert_true(journal_id_is_valid(id));
	}
}

static void id_of_no_date_is_refused(void **state)
{
	char *id = NULL;

	(void)state; /* needs no place */
	assert_int_equal(journal_id_new(-1, &id), -ERANGE);
	assert_int_equal(journal_id_new(253402300800, &id), -ERANGE);
	assert_int_equal(journal_id_new(INT64_MAX, &id), -ERANGE);
	assert_null(id);
}

static void ids_of_one_second_differ(void **state)
{
	autofree char *first = NULL;
	bool has_other = false;

	(void)state; /* needs no place */
	assert_int_equal(journal_id_new(0, &first), 0);
	for (int i = 0; i < 8 && !has_other; i++) {
		autofree char *other = NULL;

		assert_int_equal(journal_id_new(0, &other), 0);
		has_other = strcmp(first, other) != 0;
	}
	assert_true(has_other);
}

static void words_are_told_apart(void **state)
{
	(void)state; /* needs no place */
	for (enum journal_state s = JOURNAL_PREPARED; s <= JOURNAL_INCOMPLETE; s++)
		assert_int_equal(journal_state_named(journal_state_name(s)), s);
	for (enum entry_result r = ENTRY_PLANNED; r <= ENTRY_SKIPPED; r++)
		assert_int_equal(entry_result_named(entry_result_name(r)), r);
	for (enum entry_role r = ENTRY_CHANGE; r <= ENTRY_COUPLING; r++)
		assert_int_equal(entry_role_named(entry_role_name(r)), r);
	assert_int_equal(journal_state_named("unknown"), 0);
	assert_int_equal(entry_result_named(""), 0);
	assert_string_equal(journal_state_name(0), "unknown");
}

static void prepared_journal_comes_back(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("20261130T231500Z-3f9a", 7);
	auto_diag struct diag diag = { 0 };
	auto_loaded struct loaded loaded = { 0 };

	assert_int_equal(journal_create(folder, journal, &diag), 0);
	loaded = load(folder, &diag);
	assert_int_equal(loaded.result, 0);
	assert_int_equal(loaded.count, 1);
	assert_int_equal(diag.count, 0);
	assert_false(loaded.journals[0]->has_torn_line);
	assert_same_journal(journal, loaded.journals[0]);
}

static const char *const hostile_names[] = {
	"eth0",
	"eth0.100",
	"e\nth",
	"\x1b[31mred",
	"a b\tc",
	"quote\"back\\",
	"\xff\xfe",
	"x\xc3",
	"\xe2\x82\xac",
	"\xc2\x9b"
	"31m",
	"\xe2\x80\xae"
	"evil",
	"\xf0\x9f\x90\xa7",
	"\xf3\xa0\x80\x81t",
	"%s%n",
	"...",
	"{\"state\"",
	"\\u0000",
	"\x7f",
	"\xed\xa0\x80",
	"\x01\x02\x03",
};

static void names_of_any_bytes_come_back(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample_new("a", 1);
	auto_loaded struct loaded loaded = { 0 };
	auto_text struct text bytes = { 0 };

	free(journal->profiles[0].path);
	journal->profiles[0].path = owned("/home/\xff\n\x1b]0;x\x07/p.json");
	for (size_t i = 0; i < ARRAY_SIZE(hostile_names); i++) {
		struct journal_entry *entry =
			sample_add(journal, ENTRY_CHANGE, "net.ipv4.conf.rp_filter", "0", "2");

		sample_place(entry, hostile_names[i], hostile_names[i], (int64_t)i,
			     hostile_names[i]);
		free(entry->rules);
		entry->rules = owned(hostile_names[i]);
	}
	assert_int_equal(journal_create(folder, journal, NULL), 0);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, 1);
	assert_same_journal(journal, loaded.journals[0]);
	/* And nothing in the file that a terminal would obey, or that ends a line. */
	place_read(place, "a.journal", &bytes);
	for (size_t i = 0; i < bytes.length; i++) {
		unsigned char byte = (unsigned char)bytes.bytes[i];

		assert_true(byte >= ' ' || i == bytes.length - 1);
		assert_int_not_equal(byte, 0x7f);
	}
	assert_true(span_is_utf8(text_span(&bytes)));
	assert_null(strstr(bytes.bytes, "\xc2\x9b"));
	assert_null(strstr(bytes.bytes, "\xe2\x80\xae"));
}

static void every_kind_of_instance_comes_back(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample_new("a", 1);
	auto_loaded struct loaded loaded = { 0 };

	sample_place(sample_add(journal, ENTRY_CHANGE, "net.ipv4.conf.rp_filter", "0", "1"), "all",
		     "all", -1, "");
	sample_place(sample_add(journal, ENTRY_CHANGE, "net.rps_cpus", "0", "f"), "eth0/rx-11",
		     "eth0/queues/rx-11", 2, "");
	sample_place(sample_add(journal, ENTRY_CHANGE, "irq.smp_affinity_list", "0-3", "2"), "36",
		     "36", 36, "nvme0q1");
	sample_add(journal, ENTRY_CHANGE, "net.ipv4.tcp_rmem", "4096 131072 6291456",
		   "4096 131072 33554432");
	assert_int_equal(journal_create(folder, journal, NULL), 0);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, 1);
	assert_same_journal(journal, loaded.journals[0]);
}

static void set_got(struct journal *journal, size_t entry, enum entry_result result,
		    const char *got, int error)
{
	free(journal->entries[entry].got);
	journal->entries[entry].got = got ? owned(got) : NULL;
	journal->entries[entry].result = result;
	journal->entries[entry].error = error;
}

static void lines_tell_what_came_last(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_loaded struct loaded loaded = { 0 };

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	set_got(journal, 0, ENTRY_CHANGED, "4096", 0);
	assert_int_equal(journal_append_entry(folder, journal, 0, NULL), 0);
	set_got(journal, 1, ENTRY_REFUSED, NULL, -EPERM);
	assert_int_equal(journal_append_entry(folder, journal, 1, NULL), 0);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_COMMITTED, NULL), 0);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_REVERTING, NULL), 0);
	set_got(journal, 0, ENTRY_RESTORED, "128", 0);
	assert_int_equal(journal_append_entry(folder, journal, 0, NULL), 0);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_INCOMPLETE, NULL), 0);
	journal->state = JOURNAL_INCOMPLETE;
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, 1);
	assert_same_journal(journal, loaded.journals[0]);
}

static void layer_is_written_anew_with_all_it_knows(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_loaded struct loaded loaded = { 0 };

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	set_got(journal, 0, ENTRY_CHANGED, "4096", 0);
	set_got(journal, 1, ENTRY_FAILED, NULL, -EIO);
	journal->state = JOURNAL_COMMITTED;
	free(journal->entries[0].from);
	journal->entries[0].from = owned("512");
	assert_int_equal(journal_create(folder, journal, NULL), 0);
	assert_int_equal(place_count(place), 1);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, 1);
	assert_same_journal(journal, loaded.journals[0]);
}

static void journals_come_oldest_first(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	static const uint64_t sequences[] = { 5, 1, UINT64_C(1) << 53, 2, 0 };
	auto_loaded struct loaded loaded = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(sequences); i++) {
		const char id[] = { (char)('a' + (int)i), '\0' };
		auto_journal struct journal *journal = sample(id, sequences[i]);

		assert_int_equal(journal_create(folder, journal, NULL), 0);
	}
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, ARRAY_SIZE(sequences));
	for (size_t i = 1; i < loaded.count; i++)
		assert_true(loaded.journals[i - 1]->sequence < loaded.journals[i]->sequence);
}

static void removed_journal_is_gone_and_may_be(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_loaded struct loaded loaded = { 0 };

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	assert_int_equal(journal_remove(folder, journal, NULL), 0);
	assert_int_equal(journal_remove(folder, journal, NULL), 0);
	assert_int_equal(place_count(place), 0);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.result, 0);
	assert_int_equal(loaded.count, 0);
	assert_int_equal(journal_append_entry(folder, journal, 0, NULL), -ENOENT);
	assert_int_equal(place_count(place), 0);
}

static void nothing_is_written_without_the_lock(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_diag struct diag diag = { 0 };

	assert_int_equal(journal_create(folder, journal, &diag), -ENOLCK);
	assert_int_equal(journal_append_entry(folder, journal, 0, &diag), -ENOLCK);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_COMMITTED, &diag), -ENOLCK);
	assert_int_equal(journal_remove(folder, journal, &diag), -ENOLCK);
	assert_int_equal(diag.count, 4);
	assert_int_equal(place_count(place), 0);
}

static void journal_is_for_all_to_read(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	autofree char *path = NULL;
	struct stat facts;
	mode_t before = umask(077);

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	(void)umask(before);
	assert_true(asprintf(&path, "%s/a.journal", place->path) > 0);
	assert_int_equal(lstat(path, &facts), 0);
	assert_int_equal(facts.st_mode & 07777, 0644);
}

static void left_over_of_a_crash_is_no_journal(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_loaded struct loaded before = { 0 };
	autofree char *path = NULL;

	place_write(place, "README", span_of("x"));
	place_write(place, "a b.journal", span_of("x"));
	place_write(place, ".journal", span_of("x"));
	place_write(place, "x.journal~", span_of("x"));
	assert_true(asprintf(&path, "%s/.journal.new", place->path) > 0);
	assert_int_equal(symlink("/tmp", path), 0);
	before = load(folder, NULL);
	assert_int_equal(before.result, 0);
	assert_int_equal(before.count, 0);
	assert_int_equal(journal_create(folder, journal, NULL), 0);
	assert_int_equal(access(path, F_OK), -1);
}

static void too_much_is_refused_before_it_is_written(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *many = sample_new("a", 1);
	auto_journal struct journal *large = sample_new("b", 2);
	char *rules = malloc(600000);
	struct journal_entry *entry;

	for (int i = 0; i <= JOURNAL_ENTRIES_MAX; i++)
		sample_add(many, ENTRY_CHANGE, "net.core.somaxconn", "128", "4096");
	assert_int_equal(journal_create(folder, many, NULL), -E2BIG);
	assert_non_null(rules);
	memset(rules, 'x', 599999);
	rules[599999] = '\0';
	entry = sample_add(large, ENTRY_CHANGE, "net.core.somaxconn", "128", "4096");
	free(entry->rules);
	entry->rules = rules;
	assert_int_equal(journal_create(folder, large, NULL), -E2BIG);
	assert_int_equal(place_count(place), 0);
}

static void most_entries_come_back(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample_new("a", 1);
	auto_loaded struct loaded loaded = { 0 };

	for (int i = 0; i < 2000; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "veth%d", i);
		sample_place(sample_add(journal, ENTRY_CHANGE, "net.ipv4.conf.rp_filter", "0", "1"),
			     name, name, i + 1, "");
	}
	assert_int_equal(journal_create(folder, journal, NULL), 0);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, 1);
	assert_same_journal(journal, loaded.journals[0]);
}

/* The end of a transaction must find room, whatever was noted before. */
static void hints_leave_room_for_the_end(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_loaded struct loaded loaded = { 0 };
	int r = 0;

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	for (int i = 0; r == 0 && i < 100000; i++)
		r = journal_append_entry(folder, journal, 0, NULL);
	assert_int_equal(r, -EFBIG);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_REVERTING, NULL), 0);
	assert_int_equal(journal_append_state(folder, journal, JOURNAL_INCOMPLETE, NULL), 0);
	loaded = load(folder, NULL);
	assert_int_equal(loaded.count, 1);
	assert_int_equal(loaded.journals[0]->state, JOURNAL_INCOMPLETE);
}

/* ---- cut at every byte ---- */

struct step {
	size_t entry; /* SIZE_MAX: a state */
	enum entry_result result;
	enum journal_state state;
	const char *got;
};

static const struct step steps[] = {
	{ 0, ENTRY_CHANGED, 0, "4096" },
	{ 1, ENTRY_CHANGED, 0, "268435456" },
	{ SIZE_MAX, 0, JOURNAL_COMMITTED, NULL },
	{ SIZE_MAX, 0, JOURNAL_REVERTING, NULL },
	{ 1, ENTRY_RESTORED, 0, "0" },
	{ SIZE_MAX, 0, JOURNAL_INCOMPLETE, NULL },
};

static void take_step(struct state_folder *folder, struct journal *journal, const struct step *step)
{
	if (step->entry == SIZE_MAX) {
		journal->state = step->state;
		if (folder)
			assert_int_equal(journal_append_state(folder, journal, step->state, NULL),
					 0);
		return;
	}
	set_got(journal, step->entry, step->result, step->got, 0);
	if (folder)
		assert_int_equal(journal_append_entry(folder, journal, step->entry, NULL), 0);
}

static void take_back_the_steps(struct journal *journal)
{
	for (size_t i = 0; i < journal->entry_count; i++)
		set_got(journal, i, ENTRY_PLANNED, NULL, 0);
	journal->state = JOURNAL_PREPARED;
}

static size_t lines_in(struct span bytes)
{
	size_t lines = 0;

	for (size_t i = 0; i < bytes.length; i++)
		lines += bytes.bytes[i] == '\n';
	return lines;
}

/* With what a crash may leave behind the cut. */
static void check_cut(const struct place *place, struct state_folder *folder, struct span bytes,
		      size_t cut, struct span tail)
{
	auto_journal struct journal *expected = sample("a", 1);
	auto_loaded struct loaded loaded = { 0 };
	auto_loaded struct loaded again = { 0 };
	auto_diag struct diag diag = { 0 };
	auto_text struct text file = { 0 };
	size_t lines = lines_in((struct span){ bytes.bytes, cut });
	bool is_torn = tail.length > 0 || (cut > 0 && bytes.bytes[cut - 1] != '\n');

	text_add_span(&file, (struct span){ bytes.bytes, cut });
	text_add_span(&file, tail);
	place_write(place, "a.journal", text_span(&file));
	loaded = load(folder, &diag);
	if (lines == 0) {
		assert_int_equal(loaded.result, -EBADMSG);
		assert_int_equal(loaded.count, 0);
		assert_true(diag.count > 0);
		return;
	}
	assert_int_equal(loaded.result, 0);
	assert_int_equal(loaded.count, 1);
	assert_int_equal(loaded.journals[0]->has_torn_line, is_torn);
	for (size_t i = 0; i + 1 < lines; i++)
		take_step(NULL, expected, &steps[i]);
	assert_same_journal(expected, loaded.journals[0]);
	/* What goes on with it leaves a journal that is whole. */
	for (int i = 0; i < 2; i++)
		assert_int_equal(journal_append_state(folder, loaded.journals[0],
						      JOURNAL_INCOMPLETE, NULL),
				 0);
	expected->state = JOURNAL_INCOMPLETE;
	again = load(folder, NULL);
	assert_int_equal(again.count, 1);
	assert_false(again.journals[0]->has_torn_line);
	assert_same_journal(expected, again.journals[0]);
}

static void journal_cut_at_any_byte_tells_what_was_before(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_text struct text bytes = { 0 };
	static const struct span tails[] = {
		{ "", 0 },
		{ "\0\0\0\0\0\0\0\0", 8 },
		{ "\0\0\0\0\0\0\0\n", 8 },
		{ "}\n", 2 },
	};

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++)
		take_step(folder, journal, &steps[i]);
	place_read(place, "a.journal", &bytes);
	take_back_the_steps(journal);
	for (size_t cut = 0; cut <= bytes.length; cut++)
		check_cut(place, folder, text_span(&bytes), cut, tails[0]);
	/* Blocks that were promised and never came; only behind whole lines, else the tail would
	 * end the line that was cut. */
	for (size_t cut = 1; cut <= bytes.length; cut++) {
		if (bytes.bytes[cut - 1] != '\n')
			continue;
		for (size_t i = 1; i < ARRAY_SIZE(tails); i++)
			check_cut(place, folder, text_span(&bytes), cut, tails[i]);
	}
}

#define IN_PLACE(claim) cmocka_unit_test_setup_teardown(claim, place_make, place_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(id_tells_the_time_in_utc),
		cmocka_unit_test(id_of_no_date_is_refused),
		cmocka_unit_test(ids_of_one_second_differ),
		cmocka_unit_test(words_are_told_apart),
		IN_PLACE(prepared_journal_comes_back),
		IN_PLACE(names_of_any_bytes_come_back),
		IN_PLACE(every_kind_of_instance_comes_back),
		IN_PLACE(lines_tell_what_came_last),
		IN_PLACE(layer_is_written_anew_with_all_it_knows),
		IN_PLACE(journals_come_oldest_first),
		IN_PLACE(removed_journal_is_gone_and_may_be),
		IN_PLACE(nothing_is_written_without_the_lock),
		IN_PLACE(journal_is_for_all_to_read),
		IN_PLACE(left_over_of_a_crash_is_no_journal),
		IN_PLACE(too_much_is_refused_before_it_is_written),
		IN_PLACE(most_entries_come_back),
		IN_PLACE(hints_leave_room_for_the_end),
		IN_PLACE(journal_cut_at_any_byte_tells_what_was_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
