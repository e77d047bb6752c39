/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Is this a journal that root may act on? The same answer before one is written and when one is
 * read, so that none is written that could not be taken back.
 */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#define WORD_MAX 64

void journal_fault_done(struct journal_fault *fault)
{
	text_done(&fault->why);
}

int journal_fault_set(struct journal_fault *fault, const char *member, const char *format, ...)
{
	va_list arguments;

	fault->member = member;
	text_clear(&fault->why);
	va_start(arguments, format);
	text_addv(&fault->why, format, arguments);
	va_end(arguments);
	return text_status(&fault->why) < 0 ? -ENOMEM : -EBADMSG;
}

static bool is_words_of(const char *string, const char *letters, size_t min, size_t max)
{
	size_t length = string ? strnlen(string, max + 1) : 0;

	return length >= min && length <= max && (length == 0 || strspn(string, letters) == length);
}

static bool moves_with(const struct journal_entry *entry, const struct journal_entry *coupling)
{
	const struct tunable *change = entry->tunable;
	const struct tunable *moved = coupling->tunable;

	return coupling_moves(change, entry->instance_name, moved->id, coupling->instance_name) ||
	       coupling_moves(moved, NULL, change->id, NULL) ||
	       (change->exclusive_with && strcmp(change->exclusive_with, moved->id) == 0);
}

/* A coupling is put back too, so one that belongs to no change would be a change in disguise. */
static bool has_reason(const struct journal *journal, const struct journal_entry *coupling)
{
	for (size_t i = 0; i < journal->entry_count; i++) {
		const struct journal_entry *entry = &journal->entries[i];

		if (entry->role == ENTRY_CHANGE && moves_with(entry, coupling))
			return true;
	}
	return false;
}

static int compare_paths(const void *a, const void *b)
{
	const struct journal_entry *first = *(const struct journal_entry *const *)a;
	const struct journal_entry *second = *(const struct journal_entry *const *)b;
	int order = strcmp(first->path, second->path);

	if (order != 0)
		return order;
	return (first > second) - (first < second);
}

static int check_unique(const struct journal *journal, struct journal_fault *fault)
{
	autofree const struct journal_entry **sorted =
		calloc(journal->entry_count, sizeof(struct journal_entry *));

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < journal->entry_count; i++)
		sorted[i] = &journal->entries[i];
	qsort(sorted, journal->entry_count, sizeof(struct journal_entry *), compare_paths);
	for (size_t i = 1; i < journal->entry_count; i++) {
		if (strcmp(sorted[i - 1]->path, sorted[i]->path) != 0)
			continue;
		fault->entry = (size_t)(sorted[i] - journal->entries);
		return journal_fault_set(fault, "path", "%s stands in this journal already",
					 sorted[i]->path);
	}
	return 0;
}

static int check_entries(const struct journal *journal, struct journal_fault *fault)
{
	int r;

	for (size_t i = 0; i < journal->entry_count; i++) {
		fault->entry = i;
		r = entry_check(&journal->entries[i], fault);
		if (r < 0)
			return r;
	}
	for (size_t i = 0; i < journal->entry_count; i++) {
		const struct journal_entry *entry = &journal->entries[i];

		fault->entry = i;
		if (entry->role == ENTRY_COUPLING && !has_reason(journal, entry))
			return journal_fault_set(fault, "role",
						 "%s moves with no change of this journal",
						 entry->tunable_id);
	}
	return check_unique(journal, fault);
}

static int check_profiles(const struct journal *journal, struct journal_fault *fault)
{
	for (size_t i = 0; i < journal->profile_count; i++) {
		const char *digest = journal->profiles[i].sha256;

		if (!is_words_of(digest, "0123456789abcdef", 64, 64))
			return journal_fault_set(fault, "profiles",
						 "a digest has 64 hexadecimal digits");
		if (!journal->profiles[i].name || !journal->profiles[i].name[0])
			return journal_fault_set(fault, "profiles", "a profile has a name");
	}
	return 0;
}

int journal_check(const struct journal *journal, struct journal_fault *fault)
{
	static const char digits[] = "0123456789";
	int r;

	fault->entry = SIZE_MAX;
	if (!journal->id || !journal_id_is_valid(journal->id))
		return journal_fault_set(fault, "id", "an id has letters, digits and hyphens");
	if (journal->boot_id && journal->boot_id[0] && !journal_id_is_valid(journal->boot_id))
		return journal_fault_set(fault, "boot_id",
					 "a boot id has letters, digits and hyphens");
	if (!is_words_of(journal->netns_inode, digits, 0, 20) ||
	    !is_words_of(journal->netns_cookie, digits, 0, 20))
		return journal_fault_set(fault, "netns", "a network namespace has two numbers");
	if (journal->time_s < 0 || (uint64_t)journal->time_s > JOURNAL_SEQUENCE_MAX)
		return journal_fault_set(fault, "time", "a time is not negative");
	if (journal->sequence > JOURNAL_SEQUENCE_MAX)
		return journal_fault_set(fault, "sequence", "a sequence is at most 2^53");
	if (journal->version && strnlen(journal->version, WORD_MAX + 1) > WORD_MAX)
		return journal_fault_set(fault, "version", "a version is at most %d bytes",
					 WORD_MAX);
	if (journal->entry_count == 0 || journal->entry_count > JOURNAL_ENTRIES_MAX)
		return journal_fault_set(fault, "changes",
					 "a journal has 1 to %d changes, this one has %zu",
					 JOURNAL_ENTRIES_MAX, journal->entry_count);
	r = check_profiles(journal, fault);
	return r < 0 ? r : check_entries(journal, fault);
}
