/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a journal is called, what it owns, and where its whole lines end. */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#define DAY_SECONDS 86400
/* The last second of the year 9999: an id has four digits for the year. */
#define TIME_MAX INT64_C(253402300799)

struct date {
	int64_t year;
	int64_t month; /* from 1 */
	int64_t day;   /* from 1 */
};

static bool is_leap(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* gmtime() would read the environment for a time zone that UTC does not have. */
static struct date date_of(int64_t days)
{
	static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	struct date date = { .year = 1970, .month = 1 };

	while (days >= 365 + is_leap(date.year)) {
		days -= 365 + is_leap(date.year);
		date.year++;
	}
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		int64_t length = lengths[i] + (i == 1 && is_leap(date.year));

		if (days < length)
			break;
		days -= length;
		date.month++;
	}
	date.day = days + 1;
	return date;
}

int journal_id_new(int64_t time_s, char **ret_id)
{
	auto_text struct text id = { 0 };
	uint16_t random;
	ssize_t length;

	if (time_s < 0 || time_s > TIME_MAX)
		return -ERANGE;
	do
		length = getrandom(&random, sizeof(random), 0);
	while (length < 0 && errno == EINTR);
	if (length < 0)
		return -errno;
	if (length != sizeof(random))
		return -EIO;

	struct date date = date_of(time_s / DAY_SECONDS);
	int64_t second = time_s % DAY_SECONDS;

	text_addf(&id, "%04lld%02lld%02lldT%02lld%02lld%02lldZ-%04x", (long long)date.year,
		  (long long)date.month, (long long)date.day, (long long)(second / 3600),
		  (long long)(second / 60 % 60), (long long)(second % 60), random);
	return text_take(&id, ret_id);
}

bool journal_id_is_valid(const char *id)
{
	static const char letters[] =
		"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
	size_t length = strnlen(id, JOURNAL_ID_MAX + 1);

	return length > 0 && length <= JOURNAL_ID_MAX && strspn(id, letters) == length;
}

static void entry_done(struct journal_entry *entry)
{
	free(entry->tunable_id);
	free(entry->instance_name);
	free(entry->fragment);
	free(entry->identity);
	free(entry->path);
	free(entry->rules);
	free(entry->from);
	free(entry->to);
	free(entry->got);
}

void journal_free(struct journal *journal)
{
	if (!journal)
		return;
	for (size_t i = 0; i < journal->profile_count; i++) {
		free(journal->profiles[i].name);
		free(journal->profiles[i].path);
		free(journal->profiles[i].sha256);
	}
	for (size_t i = 0; i < journal->entry_count; i++)
		entry_done(&journal->entries[i]);
	free(journal->profiles);
	free(journal->entries);
	free(journal->id);
	free(journal->version);
	free(journal->boot_id);
	free(journal->netns_inode);
	free(journal->netns_cookie);
	free(journal);
}

void journals_free(struct journal **journals, size_t count)
{
	for (size_t i = 0; journals && i < count; i++)
		journal_free(journals[i]);
	free(journals);
}

int journal_whole_bytes(struct span bytes, size_t *ret_whole)
{
	auto_json struct json *json = NULL;
	size_t whole = bytes.length;
	size_t start;
	int r;

	while (whole > 0 && bytes.bytes[whole - 1] != '\n')
		whole--;
	*ret_whole = whole;
	if (whole < bytes.length || whole == 0)
		return 0;
	start = whole - 1;
	while (start > 0 && bytes.bytes[start - 1] != '\n')
		start--;
	/* The first line came by a rename and is never torn. */
	if (start == 0)
		return 0;
	/* It came to its newline; did its middle come too? */
	r = json_read((struct span){ bytes.bytes + start, whole - 1 - start }, "", &json, NULL);
	if (r == -EBADMSG)
		*ret_whole = start;
	return r == -ENOMEM ? r : 0;
}
