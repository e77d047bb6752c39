/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Journals come into being whole and in place, and grow by whole lines. No stdio: a refusal would
 * show only when it is closed.
 */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* One name: what a crash left is replaced by the next journal. It is none by its name. */
#define TEMPORARY_NAME ".journal.new"
#define JOURNAL_MODE   0644
/* What two lines of an entry need at most, besides its values. */
#define LINE_ROOM 256

static int file_name(const struct journal *journal, struct text *name)
{
	text_addf(name, "%s" JOURNAL_SUFFIX, journal->id);
	return text_status(name);
}

static int write_whole(int fd, struct span bytes)
{
	while (bytes.length > 0) {
		ssize_t count = write(fd, bytes.bytes, bytes.length);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -errno;
		if (count == 0)
			return -EIO;
		bytes = (struct span){ bytes.bytes + count, bytes.length - (size_t)count };
	}
	return 0;
}

/* Lines to come. Reserved now, a full disk shows before the first change and not between two. */
static size_t room_for_lines(const struct journal *journal)
{
	size_t room = JOURNAL_STATE_ROOM;

	for (size_t i = 0; i < journal->entry_count; i++)
		room += LINE_ROOM + 2 * strlen(journal->entries[i].to) +
			2 * strlen(journal->entries[i].from);
	return room < JOURNAL_CREATED_MAX ? room : JOURNAL_CREATED_MAX;
}

static int fill(int fd, struct span bytes, size_t room)
{
	int r = write_whole(fd, bytes);

	if (r < 0)
		return r;
	if (fallocate(fd, FALLOC_FL_KEEP_SIZE, (off_t)bytes.length, (off_t)room) < 0 &&
	    errno != EOPNOTSUPP && errno != ENOSYS)
		return -errno;
	return fsync(fd) < 0 ? -errno : 0;
}

static int write_temporary(const struct state_folder *state, struct span bytes, size_t room)
{
	autoclose int fd = -1;
	int r;

	/* We hold the lock, so it is nobody's. */
	if (unlinkat(state->fd, TEMPORARY_NAME, 0) < 0 && errno != ENOENT)
		return -errno;
	fd = openat(state->fd, TEMPORARY_NAME, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    JOURNAL_MODE);
	if (fd < 0)
		return -errno;
	/* Against the umask: `status` needs no privilege. */
	if (fchmod(fd, JOURNAL_MODE) < 0)
		return -errno;
	r = fill(fd, bytes, room);
	if (r < 0)
		return r;
	return close(take_fd(&fd)) < 0 ? -errno : 0;
}

static int put_in_place(const struct state_folder *state, const char *name)
{
	struct stat facts;
	bool is_new = fstatat(state->fd, name, &facts, AT_SYMLINK_NOFOLLOW) < 0;
	int r;

	if (is_new && errno != ENOENT)
		return -errno;
	if (renameat(state->fd, TEMPORARY_NAME, state->fd, name) < 0)
		return -errno;
	if (fsync(state->fd) == 0)
		return 0;
	r = -errno;
	/* The old text of a layer is gone by now, and the new one is as true. */
	if (is_new)
		(void)unlinkat(state->fd, name, 0); /* the error to report is the first */
	return r;
}

static int print_whole(const struct journal *journal, struct text *text)
{
	journal_print_head(text, journal);
	for (size_t i = 0; i < journal->entry_count; i++) {
		const struct journal_entry *entry = &journal->entries[i];

		if (entry->result != ENTRY_PLANNED || entry->got || entry->error != 0)
			journal_print_entry(text, journal, i);
	}
	if (journal->state != JOURNAL_PREPARED)
		journal_print_state(text, journal->state);
	return text_status(text);
}

static int check(const struct state_folder *state, const struct journal *journal, struct diag *diag)
{
	auto_fault struct journal_fault fault = { 0 };
	int r = journal_check(journal, &fault);

	if (r != -EBADMSG)
		return r;
	if (fault.entry == SIZE_MAX)
		return state_complain(state, NULL, -EINVAL, diag, "no such journal is kept: %s: %s",
				      fault.member, fault.why.bytes);
	return state_complain(state, NULL, -EINVAL, diag,
			      "no such journal is kept: change %zu (%s), %s: %s", fault.entry + 1,
			      journal->entries[fault.entry].tunable_id, fault.member,
			      fault.why.bytes);
}

int journal_create(struct state_folder *state, const struct journal *journal, struct diag *diag)
{
	auto_text struct text name = { 0 };
	auto_text struct text bytes = { 0 };
	int r = state_check_locked(state, diag);

	if (r == 0 && journal->entry_count > JOURNAL_ENTRIES_MAX)
		return state_complain(state, NULL, -E2BIG, diag,
				      "a journal has at most %d changes, this plan has %zu",
				      JOURNAL_ENTRIES_MAX, journal->entry_count);
	if (r == 0)
		r = check(state, journal, diag);
	if (r == 0)
		r = file_name(journal, &name);
	if (r == 0)
		r = print_whole(journal, &bytes);
	if (r < 0)
		return r;
	if (bytes.length > JOURNAL_CREATED_MAX)
		return state_complain(state, name.bytes, -E2BIG, diag,
				      "would have %zu bytes, at most %d are read back",
				      bytes.length, JOURNAL_CREATED_MAX);
	r = write_temporary(state, text_span(&bytes), room_for_lines(journal));
	if (r == 0)
		r = put_in_place(state, name.bytes);
	if (r == 0)
		return 0;
	(void)unlinkat(state->fd, TEMPORARY_NAME, 0); /* the error to report is the first */
	return state_complain(state, name.bytes, r, diag, "cannot be created: %s", error_text(r));
}

static int read_there(int fd, off_t size, struct text *bytes)
{
	char chunk[4096];

	while ((off_t)bytes->length < size) {
		ssize_t count = pread(fd, chunk, sizeof(chunk), (off_t)bytes->length);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -errno;
		if (count == 0)
			break;
		text_add_span(bytes, (struct span){ .bytes = chunk, .length = (size_t)count });
		if (text_status(bytes) < 0)
			return -ENOMEM;
	}
	return 0;
}

/* Takes away a line that a crash or a full disk has cut, lest the next one grow together with it.
 */
static int mend(int fd, const struct journal *journal, off_t *size)
{
	auto_text struct text bytes = { 0 };
	char last = '\0';
	size_t whole;
	int r;

	if (*size > JOURNAL_BYTES_MAX)
		return -EFBIG;
	if (*size > 0 && pread(fd, &last, 1, *size - 1) < 0)
		return -errno;
	if (last == '\n' && !journal->has_torn_line)
		return 0;
	r = read_there(fd, *size, &bytes);
	if (r == 0)
		r = journal_whole_bytes(text_span(&bytes), &whole);
	if (r < 0)
		return r;
	if (whole == 0)
		return -EBADMSG;
	if ((off_t)whole < *size && ftruncate(fd, (off_t)whole) < 0)
		return -errno;
	*size = (off_t)whole;
	return 0;
}

static int append(int fd, const struct journal *journal, struct span line, size_t limit,
		  bool is_synced)
{
	struct stat facts;
	int r;

	if (fstat(fd, &facts) < 0)
		return -errno;
	if (!S_ISREG(facts.st_mode))
		return -EBADMSG;
	r = mend(fd, journal, &facts.st_size);
	if (r < 0)
		return r;
	if (line.length > limit || facts.st_size > (off_t)(limit - line.length))
		return -EFBIG;
	/* Whole lines are one write(2) each; a second one only tells why the first was short. */
	r = write_whole(fd, line);
	if (r == 0 && is_synced && fdatasync(fd) < 0)
		r = -errno;
	/* A state that was never begun must not stand there. */
	if (r < 0 && ftruncate(fd, facts.st_size) < 0)
		return r; /* the next append mends it */
	return r;
}

static int append_line(struct state_folder *state, const struct journal *journal,
		       const struct text *line, size_t limit, bool is_synced, struct diag *diag)
{
	autoclose int fd = -1;
	auto_text struct text name = { 0 };
	int r = state_check_locked(state, diag);

	if (r < 0)
		return r;
	if (file_name(journal, &name) < 0 || text_status(line) < 0)
		return -ENOMEM;
	fd = openat(state->fd, name.bytes,
		    O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	r = fd < 0 ? -errno : append(fd, journal, text_span(line), limit, is_synced);
	if (r == 0 && close(take_fd(&fd)) < 0)
		r = -errno;
	if (r < 0)
		return state_complain(state, name.bytes, r, diag, "cannot be continued: %s",
				      error_text(r));
	return 0;
}

int journal_append_entry(struct state_folder *state, const struct journal *journal, size_t entry,
			 struct diag *diag)
{
	auto_text struct text line = { 0 };

	journal_print_entry(&line, journal, entry);
	return append_line(state, journal, &line, JOURNAL_BYTES_MAX - JOURNAL_STATE_ROOM, false,
			   diag);
}

int journal_append_state(struct state_folder *state, const struct journal *journal,
			 enum journal_state journal_state, struct diag *diag)
{
	auto_text struct text line = { 0 };

	journal_print_state(&line, journal_state);
	return append_line(state, journal, &line, JOURNAL_BYTES_MAX, true, diag);
}

int journal_remove(struct state_folder *state, const struct journal *journal, struct diag *diag)
{
	auto_text struct text name = { 0 };
	int r = state_check_locked(state, diag);

	if (r == 0)
		r = file_name(journal, &name);
	if (r < 0)
		return r;
	if (unlinkat(state->fd, name.bytes, 0) < 0 && errno != ENOENT)
		r = -errno;
	else if (fsync(state->fd) < 0)
		r = -errno;
	if (r < 0)
		return state_complain(state, name.bytes, r, diag, "cannot be removed: %s",
				      error_text(r));
	return 0;
}
