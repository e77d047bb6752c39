/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One writer at a time. What excludes is flock() on the file "lock", which only its owner can open.
 * What shows is a second lock, on the folder itself: everybody can ask for it without taking it.
 */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#define LOCK_NAME "lock"
#define LOCK_MODE 0600
/* How often the file may be taken away under us before we give up. */
#define LOCK_TRIES 8

/* The process that the file names; 0: none. It holds only while the lock is held. */
static pid_t holder(int fd)
{
	char bytes[32];
	ssize_t length = pread(fd, bytes, sizeof(bytes), 0);
	uint32_t pid;

	if (length <= 0)
		return 0;

	struct span text = { .bytes = bytes, .length = (size_t)length };

	if (number_parse_u32(span_trim(text), NUMBER_BASE_10, &pid) < 0 || pid > INT32_MAX)
		return 0;
	return (pid_t)pid;
}

static int open_lock(const struct state_folder *state, int *ret_fd, struct diag *diag)
{
	autoclose int fd = openat(state->fd, LOCK_NAME,
				  O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
				  LOCK_MODE);
	struct stat facts;

	if (fd < 0 || fstat(fd, &facts) < 0) {
		int code = -errno;

		return state_complain(state, LOCK_NAME, code, diag, "cannot be opened: %s",
				      error_text(code));
	}
	if (!S_ISREG(facts.st_mode))
		return state_complain(state, LOCK_NAME, -EPERM, diag, "is no regular file");
	if (facts.st_uid != state->euid)
		return state_complain(state, LOCK_NAME, -EPERM, diag,
				      "belongs to user %u, expected user %u", facts.st_uid,
				      state->euid);
	if ((facts.st_mode & 07777) != LOCK_MODE && fchmod(fd, LOCK_MODE) < 0) {
		int code = -errno;

		return state_complain(state, LOCK_NAME, code, diag, "cannot be made private: %s",
				      error_text(code));
	}
	*ret_fd = take_fd(&fd);
	return 0;
}

static int refuse_held(const struct state_folder *state, int fd, struct diag *diag)
{
	pid_t pid = holder(fd);

	if (pid == 0)
		return state_complain(state, LOCK_NAME, -EBUSY, diag,
				      "is held by another process: a transaction is in progress");
	return state_complain(state, LOCK_NAME, -EBUSY, diag,
			      "is held by process %ld: a transaction is in progress", (long)pid);
}

/* -EAGAIN: the file that we locked is no longer the one in the folder. */
static int take(const struct state_folder *state, int *ret_fd, struct diag *diag)
{
	autoclose int fd = -1;
	struct stat facts;
	int r = open_lock(state, &fd, diag);

	if (r < 0)
		return r;
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		int code = -errno;

		if (code == -EWOULDBLOCK)
			return refuse_held(state, fd, diag);
		return state_complain(state, LOCK_NAME, code, diag, "cannot be locked: %s",
				      error_text(code));
	}
	if (fstat(fd, &facts) < 0)
		return -errno;
	if (facts.st_nlink == 0)
		return -EAGAIN;
	*ret_fd = take_fd(&fd);
	return 0;
}

/* An open file description owns it, as it owns an flock(): both end with the last descriptor. */
static int show(const struct state_folder *state, struct diag *diag)
{
	struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };

	if (fcntl(state->fd, F_OFD_SETLK, &lock) < 0) {
		int code = -errno;

		return state_complain(state, NULL, code, diag, "takes no locks: %s",
				      error_text(code));
	}
	return 0;
}

static void write_pid(int fd)
{
	auto_text struct text line = { 0 };

	text_addf(&line, "%ld\n", (long)getpid());
	if (text_status(&line) < 0 || ftruncate(fd, 0) < 0)
		return;
	/* A courtesy to who waits. On a full disk a revert must be possible all the same. */
	if (pwrite(fd, line.bytes, line.length, 0) < 0)
		return;
}

int state_lock(struct state_folder *state, struct diag *diag)
{
	autoclose int fd = -1;
	int r = -EAGAIN;

	if (state->is_read_only || state->fd < 0)
		return state_complain(state, NULL, -EINVAL, diag,
				      "was opened for looking, not for a transaction");
	if (state->lock_fd >= 0)
		return 0;
	for (int i = 0; r == -EAGAIN && i < LOCK_TRIES; i++)
		r = take(state, &fd, diag);
	if (r == -EAGAIN)
		return state_complain(state, LOCK_NAME, -EBUSY, diag,
				      "is taken away again and again");
	if (r < 0)
		return r;
	write_pid(fd);
	r = show(state, diag);
	if (r < 0)
		return r;
	state->lock_fd = take_fd(&fd);
	return 0;
}

/* Who may open the file learns more than the folder tells, for anybody could lock that one. The
 * file's lock is taken for a moment only when the folder says that no other could have it. */
static int look_closer(const struct state_folder *state, bool *ret_locked, pid_t *ret_pid)
{
	autoclose int fd = openat(state->fd, LOCK_NAME,
				  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	bool is_locked = fd >= 0 || errno != ENOENT;

	if (fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) == 0)
		is_locked = false;
	else if (fd >= 0 && errno != EWOULDBLOCK)
		return -errno;
	*ret_locked = is_locked;
	*ret_pid = fd >= 0 && is_locked ? holder(fd) : 0;
	return 0;
}

int state_is_locked(struct state_folder *state, bool *ret_locked, pid_t *ret_pid)
{
	/* A question, never granted: nothing is taken. */
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (state->fd < 0 || state->lock_fd >= 0) {
		*ret_locked = false;
		*ret_pid = 0;
		return 0;
	}
	if (fcntl(state->fd, F_OFD_GETLK, &lock) < 0)
		return -errno;
	if (lock.l_type == F_UNLCK) {
		*ret_locked = false;
		*ret_pid = 0;
		return 0;
	}
	return look_closer(state, ret_locked, ret_pid);
}
