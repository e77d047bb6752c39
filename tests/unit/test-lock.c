/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lock: one writer, seen by all, ended by death, and not to be feigned. */
#include "config.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "state-place.h"

/* The linker gives our objects this in the place of the C library's (--wrap). */
int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);

static const char *removed_first; /* taken away before the lock is had */
static size_t removals;

int __wrap_flock(int fd, int operation)
{
	if (removed_first && removals > 0) {
		removals--;
		assert_int_equal(unlink(removed_first), 0);
	}
	return __real_flock(fd, operation);
}

struct child {
	pid_t pid;
	int ready; /* closed by the child's death */
};

static void hold_on(int ready)
{
	if (write(ready, "!", 1) == 1)
		(void)pause(); /* until killed */
	_exit(1);
}

static struct child child_start(const struct place *place, void (*job)(const struct place *place))
{
	struct child child;
	int ends[2];
	char mark;

	assert_int_equal(pipe(ends), 0);
	child.pid = fork();
	assert_true(child.pid >= 0);
	if (child.pid == 0) {
		close(ends[0]);
		job(place);
		hold_on(ends[1]);
	}
	close(ends[1]);
	child.ready = ends[0];
	assert_int_equal(read(child.ready, &mark, 1), 1);
	return child;
}

static void child_kill(const struct child *child)
{
	int status;

	assert_int_equal(kill(child->pid, SIGKILL), 0);
	assert_int_equal(waitpid(child->pid, &status, 0), child->pid);
	close(child->ready);
}

static void take_lock(const struct place *place)
{
	(void)place_lock(place); /* held until the end */
}

static void feign_lock(const struct place *place)
{
	struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
	int fd = open(place->path, O_RDONLY | O_DIRECTORY);

	if (fd < 0 || fcntl(fd, F_OFD_SETLK, &lock) < 0)
		_exit(1);
}

static void lock_is_taken_once_and_names_who(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	struct child child = child_start(place, take_lock);
	auto_diag struct diag diag = { 0 };
	char who[64];

	(void)snprintf(who, sizeof(who), "process %ld:", (long)child.pid);
	assert_int_equal(state_lock(folder, &diag), -EBUSY);
	assert_int_equal(diag.count, 1);
	assert_non_null(strstr(diag.lines[0].sentence, who));
	child_kill(&child);
	assert_int_equal(state_lock(folder, NULL), 0);
	/* Again by who has it. */
	assert_int_equal(state_lock(folder, NULL), 0);
}

static void lock_is_seen_and_dies_with_its_holder(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	struct child child = child_start(place, take_lock);
	bool is_locked = false;
	pid_t pid = 0;

	assert_int_equal(state_is_locked(folder, &is_locked, &pid), 0);
	assert_true(is_locked);
	assert_int_equal(pid, child.pid);
	child_kill(&child);
	assert_int_equal(state_is_locked(folder, &is_locked, &pid), 0);
	assert_false(is_locked);
	assert_int_equal(pid, 0);
}

static void own_lock_is_no_other_process(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	bool is_locked = true;
	pid_t pid = 1;

	assert_int_equal(state_is_locked(folder, &is_locked, &pid), 0);
	assert_false(is_locked);
}

static void looking_never_takes_the_lock(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *looks = place_open(place);
	bool is_locked;
	pid_t pid;

	for (int i = 0; i < 3; i++) {
		struct state_folder *takes = place_open(place);

		assert_int_equal(state_is_locked(looks, &is_locked, &pid), 0);
		assert_false(is_locked);
		assert_int_equal(state_lock(takes, NULL), 0);
		assert_int_equal(state_is_locked(looks, &is_locked, &pid), 0);
		assert_true(is_locked);
		state_close(takes);
	}
}

static void closing_gives_the_lock_back(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *next = NULL;

	state_close(place_lock(place));
	next = place_lock(place);
}

static void lock_file_is_private(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	autofree char *path = NULL;
	struct stat facts;
	mode_t before;

	place_write(place, "lock", span_of("99999999999999999999\n"));
	before = umask(0);
	assert_int_equal(state_lock(folder, NULL), 0);
	(void)umask(before);
	assert_true(asprintf(&path, "%s/lock", place->path) > 0);
	assert_int_equal(lstat(path, &facts), 0);
	assert_int_equal(facts.st_mode & 07777, 0600);
}

static void what_is_no_lock_file_is_refused(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	autofree char *path = NULL;

	assert_true(asprintf(&path, "%s/lock", place->path) > 0);
	assert_int_equal(symlink("/dev/null", path), 0);
	assert_int_equal(state_lock(folder, NULL), -ELOOP);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(state_lock(folder, NULL), -EPERM);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(state_lock(folder, NULL), -EISDIR);
	assert_int_equal(rmdir(path), 0);
	if (geteuid() != 0)
		return;
	place_write(place, "lock", span_of(""));
	assert_int_equal(chown(path, 1, 1), 0);
	assert_int_equal(state_lock(folder, NULL), -EPERM);
}

/* Two processes could else hold two files of one name. */
static void file_that_was_taken_away_is_not_the_lock(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	auto_diag struct diag diag = { 0 };
	autofree char *path = NULL;

	assert_true(asprintf(&path, "%s/lock", place->path) > 0);
	removed_first = path;
	removals = 100;
	assert_int_equal(state_lock(folder, &diag), -EBUSY);
	assert_true(removals < 100);
	removals = 2;
	assert_int_equal(state_lock(folder, NULL), 0);
	assert_int_equal(removals, 0);
	assert_int_equal(access(path, F_OK), 0);
	removed_first = NULL;
}

static void lock_that_anybody_feigns_does_not_deceive_the_owner(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_open(place);
	struct child child;
	bool is_locked = true;
	pid_t pid = 1;

	/* No lock file yet. */
	child = child_start(place, feign_lock);
	assert_int_equal(state_is_locked(folder, &is_locked, &pid), 0);
	assert_false(is_locked);
	assert_int_equal(state_lock(folder, NULL), 0);
	state_close(take_ptr(folder));
	folder = place_open(place);
	is_locked = true;
	assert_int_equal(state_is_locked(folder, &is_locked, &pid), 0);
	assert_false(is_locked);
	child_kill(&child);
}

static void normal_user_sees_that_it_is_held_but_not_by_whom(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = NULL;
	int status;
	pid_t user;

	if (geteuid() != 0)
		skip();
	assert_int_equal(chmod(place->parent, 0755), 0);
	folder = place_lock(place);
	user = fork();
	assert_true(user >= 0);
	if (user == 0) {
		const struct state_options options = { .path = place->path,
						       .euid = 65534,
						       .is_read_only = true };
		struct state_folder *looks = NULL;
		bool is_locked = false;
		pid_t pid = 1;

		if (setgid(65534) < 0 || setuid(65534) < 0)
			_exit(2);
		if (state_open(&options, &looks, NULL) < 0 ||
		    state_is_locked(looks, &is_locked, &pid) < 0)
			_exit(3);
		_exit(is_locked && pid == 0 ? 0 : 4);
	}
	assert_int_equal(waitpid(user, &status, 0), user);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

#define IN_PLACE(claim) cmocka_unit_test_setup_teardown(claim, place_make, place_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(lock_is_taken_once_and_names_who),
		IN_PLACE(lock_is_seen_and_dies_with_its_holder),
		IN_PLACE(own_lock_is_no_other_process),
		IN_PLACE(looking_never_takes_the_lock),
		IN_PLACE(closing_gives_the_lock_back),
		IN_PLACE(lock_file_is_private),
		IN_PLACE(what_is_no_lock_file_is_refused),
		IN_PLACE(file_that_was_taken_away_is_not_the_lock),
		IN_PLACE(lock_that_anybody_feigns_does_not_deceive_the_owner),
		IN_PLACE(normal_user_sees_that_it_is_held_but_not_by_whom),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
