/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The record of transactions: one file of JSON lines for each in the state folder, in place before
 * the first write. The only file but persist.c that creates files of ours.
 */
#ifndef CHANGE_JOURNAL_H
#define CHANGE_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/text.h"
#include "tunable/tunable.h"

/* ---- the state folder ---- */

struct state_folder;

struct state_options {
	const char *path; /* "/run/tuneadv" */
	uint32_t euid; /* of this process; as 0 a folder that others own or can write is refused */
	bool is_read_only; /* status, --dry-run: nothing is created; a missing folder holds no
			      transactions */
};

/* Opens (and, unless read-only, creates 0755) the folder. -EPERM: others own or can write it;
 * -ENOTDIR, -ELOOP: a symlink. */
must_check int state_open(const struct state_options *options, struct state_folder **ret_state,
			  struct diag *diag);
void state_close(struct state_folder *state);
static inline void state_closep(struct state_folder **state)
{
	state_close(*state);
}
#define auto_state cleanup(state_closep)
/* Takes the lock (file "lock", 0600, flock) and writes our pid into it. -EBUSY: held, with who in
 * @diag. Never waits. */
must_check int state_lock(struct state_folder *state, struct diag *diag);
/* Held by another process right now? Fills its pid (0: not known). Needs no privilege where the
 * folder is readable. */
must_check int state_is_locked(struct state_folder *state, bool *ret_locked, pid_t *ret_pid);

/* ---- one journal ---- */

enum journal_state {
	JOURNAL_PREPARED = 1, /* written before the first change */
	JOURNAL_COMMITTED,
	JOURNAL_REVERTING,  /* on its way back to the values before apply; also after a failed apply
			     */
	JOURNAL_REVERTED,   /* complete; the file is removed right after */
	JOURNAL_INCOMPLETE, /* taken back but for what is named */
};

enum entry_role {
	ENTRY_CHANGE = 1,
	ENTRY_COUPLING, /* not written by apply, but moves with what is; restored together */
};

enum entry_result {
	ENTRY_PLANNED = 1,
	ENTRY_CHANGED,
	ENTRY_ALREADY,
	ENTRY_REFUSED, /* cannot be steered */
	ENTRY_FAILED,
	ENTRY_RESTORED,
	ENTRY_DRIFTED,
	ENTRY_GONE,
	ENTRY_SKIPPED,
};

struct journal_entry {
	enum entry_role role;
	const struct tunable *tunable;
	char *tunable_id;
	char *instance_name;	 /* NULL: none */
	char *fragment;		 /* what fills the braces; NULL: none */
	int64_t instance_number; /* ifindex, ... or -1 */
	char *identity; /* diskseq of a disk, start time, ...: "" where the number says enough */
	char *path;
	char *rules; /* "" for a coupling */
	char *from;  /* canonical */
	char *to;    /* canonical; equal to from for a coupling */
	char *got;   /* canonical, as read back; NULL: not yet */
	enum entry_result result;
	int error; /* negative errno, 0: none */
};

struct journal_profile {
	char *name;
	char *path;
	char *sha256;
};

struct journal {
	char *id;      /* also the file's name: ID.journal */
	char *version; /* of tuneadv */
	char *boot_id;
	char *netns_inode; /* decimal; "" where not known */
	char *netns_cookie;
	int64_t time_s;
	uint32_t uid;
	uint64_t sequence; /* order of the stack: higher is newer */
	struct journal_profile *profiles;
	size_t profile_count;
	struct journal_entry *entries; /* in the order of writing */
	size_t entry_count;
	enum journal_state state;
	bool has_torn_line; /* the last line was cut by a crash and left out */
};

void journal_free(struct journal *journal);
static inline void journal_freep(struct journal **journal)
{
	journal_free(*journal);
}
#define auto_journal cleanup(journal_freep)

/* A new id: @time_s in UTC and four random digits, "20261130T231500Z-3f9a". Owned by the caller. */
must_check int journal_id_new(int64_t time_s, char **ret_id);
/*
 * Whole: temporary file, fsync, rename, fsync of the folder. Used for "prepared" and for
 * re-pointing a layer; what the entries and the state say already is written too. What
 * journal_load_all() would not take back is refused before anything is written: -EINVAL with a
 * sentence, -E2BIG for too many entries or bytes. After a failure there is no new file (a journal
 * that was to be replaced is there still). This and all below that write: -ENOLCK without the lock.
 */
must_check int journal_create(struct state_folder *state, const struct journal *journal,
			      struct diag *diag);
/* Appends one line; @is_synced: fdatasync before returning. The entry lines are hints (recovery
 * reads the kernel). */
must_check int journal_append_entry(struct state_folder *state, const struct journal *journal,
				    size_t entry, struct diag *diag);
must_check int journal_append_state(struct state_folder *state, const struct journal *journal,
				    enum journal_state journal_state, struct diag *diag);
/* Removes the file, then fsync of the folder. A file that is gone is no error. */
must_check int journal_remove(struct state_folder *state, const struct journal *journal,
			      struct diag *diag);
/*
 * All journals, oldest first. A torn last line is tolerated; other damage is -EBADMSG naming file
 * and line, and the other journals are still in @ret_journals (the damaged one is not). Values are
 * checked by guard_restore(); a path that is not the row's own is damage.
 */
must_check int journal_load_all(struct state_folder *state, struct journal ***ret_journals,
				size_t *ret_count, struct diag *diag);
void journals_free(struct journal **journals, size_t count);

const char *journal_state_name(enum journal_state state); /* "prepared", ... */
const char *entry_result_name(enum entry_result result);

#endif
