/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each operation of the journal fails once in its turn, or from then on: what could not be created
 * is not there, what was there still is, and the error is the kernel's own. And a disk that is
 * full.
 */
#include "config.h"

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "state-place.h"

/* The linker gives our objects these in the place of the C library's (--wrap). */
ssize_t __real_write(int fd, const void *bytes, size_t length);
int __real_fsync(int fd);
int __real_fdatasync(int fd);
int __real_renameat(int from, const char *old, int to, const char *new);
int __real_openat(int folder, const char *name, int flags, ...);
int __real_fchmod(int fd, mode_t mode);
int __real_fallocate(int fd, int mode, off_t offset, off_t length);
int __real_ftruncate(int fd, off_t length);
int __real_close(int fd);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
ssize_t __wrap_write(int fd, const void *bytes, size_t length);
int __wrap_fsync(int fd);
int __wrap_fdatasync(int fd);
int __wrap_renameat(int from, const char *old, int to, const char *new);
int __wrap_openat(int folder, const char *name, int flags, ...);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_fallocate(int fd, int mode, off_t offset, off_t length);
int __wrap_ftruncate(int fd, off_t length);
int __wrap_close(int fd);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);

#define NEVER SIZE_MAX

static size_t before_failing = NEVER; /* operations that still succeed */
static bool is_for_good;
static bool is_short; /* a write that fails has written its first byte */
static int failure = EIO;
static size_t failures;

static bool is_failing(void)
{
	if (before_failing == NEVER)
		return false;
	if (before_failing > 0) {
		before_failing--;
		return false;
	}
	if (!is_for_good)
		before_failing = NEVER;
	failures++;
	errno = failure;
	return true;
}

static void arm(size_t after)
{
	before_failing = after;
	failures = 0;
}

static size_t disarm(void)
{
	before_failing = NEVER;
	return failures;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t length)
{
	if (!is_failing())
		return __real_write(fd, bytes, length);
	if (!is_short || length < 2)
		return -1;
	/* The rest is refused in the call that asks why. */
	before_failing = 0;
	return __real_write(fd, bytes, 1);
}

int __wrap_fsync(int fd)
{
	return is_failing() ? -1 : __real_fsync(fd);
}

int __wrap_fdatasync(int fd)
{
	return is_failing() ? -1 : __real_fdatasync(fd);
}

int __wrap_renameat(int from, const char *old, int to, const char *new)
{
	return is_failing() ? -1 : __real_renameat(from, old, to, new);
}

int __wrap_openat(int folder, const char *name, int flags, ...)
{
	va_list arguments;
	mode_t mode = 0;

	va_start(arguments, flags);
	if (flags & O_CREAT)
		mode = va_arg(arguments, mode_t);
	va_end(arguments);
	return is_failing() ? -1 : __real_openat(folder, name, flags, mode);
}

int __wrap_fchmod(int fd, mode_t mode)
{
	return is_failing() ? -1 : __real_fchmod(fd, mode);
}

int __wrap_fallocate(int fd, int mode, off_t offset, off_t length)
{
	return is_failing() ? -1 : __real_fallocate(fd, mode, offset, length);
}

int __wrap_ftruncate(int fd, off_t length)
{
	return is_failing() ? -1 : __real_ftruncate(fd, length);
}

/* As the kernel: the descriptor is gone, whatever close() says. */
int __wrap_close(int fd)
{
	bool fails = is_failing();
	int r = __real_close(fd);

	if (fails)
		errno = failure;
	return fails ? -1 : r;
}

/* Memory is counted by itself. */
static size_t before_no_memory = NEVER;
static size_t times_without_memory;

static bool has_no_memory(void)
{
	if (before_no_memory == NEVER)
		return false;
	if (before_no_memory > 0) {
		before_no_memory--;
		return false;
	}
	before_no_memory = NEVER;
	times_without_memory++;
	errno = ENOMEM;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return has_no_memory() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return has_no_memory() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return has_no_memory() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *string)
{
	return has_no_memory() ? NULL : __real_strdup(string);
}

static const int kinds[] = { EIO, ENOSPC, EDQUOT };

/* Once or for good, whole or short. */
static void set_mode(size_t mode)
{
	is_for_good = mode & 1;
	is_short = mode & 2;
	failure = kinds[mode % ARRAY_SIZE(kinds)];
}

static void clear_mode(void)
{
	is_for_good = false;
	is_short = false;
	failure = EIO;
}

static size_t create_with_faults(const struct place *place, size_t mode)
{
	size_t points = 0;

	for (;; points++) {
		auto_state struct state_folder *folder = place_lock(place);
		auto_journal struct journal *journal = sample("a", 1);
		auto_loaded struct loaded loaded = { 0 };
		auto_diag struct diag diag = { 0 };
		int r;

		set_mode(mode);
		arm(points);
		r = journal_create(folder, journal, &diag);
		if (disarm() == 0) {
			assert_int_equal(r, 0);
			assert_int_equal(journal_remove(folder, journal, NULL), 0);
			return points;
		}
		assert_int_equal(r, -failure);
		assert_int_equal(diag.count, 1);
		assert_int_equal(place_count(place), 0);
		loaded = load(folder, NULL);
		assert_int_equal(loaded.result, 0);
		assert_int_equal(loaded.count, 0);
	}
}

static void failed_creation_leaves_nothing(void **state)
{
	const struct place *place = *state;
	size_t points = 0;

	for (size_t mode = 0; mode < 4; mode++)
		points += create_with_faults(place, mode);
	clear_mode();
	/* openat, fchmod, write, fallocate, fsync, close, renameat, fsync of the folder. */
	assert_int_equal(points, 4 * 8);
	print_message("faults of a creation: %zu\n", points);
}

static struct journal *tuned(const char *from)
{
	struct journal *journal = sample("a", 1);

	free(journal->entries[0].from);
	journal->entries[0].from = owned(from);
	journal->state = JOURNAL_COMMITTED;
	return journal;
}

/* A layer that is written anew is the old one or the new one, and never none. */
static void failed_rewriting_leaves_the_layer(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *old = tuned("128");
	auto_journal struct journal *new = tuned("512");
	size_t points = 0;
	size_t fired = 1;

	for (; fired > 0; points++) {
		auto_loaded struct loaded loaded = { 0 };
		int r;

		assert_int_equal(journal_create(folder, old, NULL), 0);
		arm(points);
		r = journal_create(folder, new, NULL);
		fired = disarm();
		assert_int_equal(r, fired ? -EIO : 0);
		assert_int_equal(place_count(place), 1);
		loaded = load(folder, NULL);
		assert_int_equal(loaded.result, 0);
		assert_int_equal(loaded.count, 1);
		/* Only the folder's own fsync comes after the new one is in place. */
		assert_same_journal(points >= 7 ? new : old, loaded.journals[0]);
	}
	assert_int_equal(points, 9);
}

static size_t append_with_faults(const struct place *place, size_t mode, bool is_state)
{
	size_t points = 0;

	for (;; points++) {
		auto_state struct state_folder *folder = place_lock(place);
		auto_journal struct journal *journal = sample("a", 1);
		auto_loaded struct loaded loaded = { 0 };
		size_t fired;
		int r;

		assert_int_equal(journal_create(folder, journal, NULL), 0);
		journal->entries[0].result = ENTRY_CHANGED;
		set_mode(mode);
		arm(points);
		r = is_state ? journal_append_state(folder, journal, JOURNAL_COMMITTED, NULL)
			     : journal_append_entry(folder, journal, 0, NULL);
		fired = disarm();
		assert_int_equal(r, fired ? -failure : 0);
		/* The next line never grows together with the one that failed. */
		assert_int_equal(journal_append_state(folder, journal, JOURNAL_REVERTING, NULL), 0);
		loaded = load(folder, NULL);
		assert_int_equal(loaded.result, 0);
		assert_int_equal(loaded.count, 1);
		assert_false(loaded.journals[0]->has_torn_line);
		assert_int_equal(loaded.journals[0]->state, JOURNAL_REVERTING);
		if (fired == 0)
			return points;
	}
}

static void failed_line_does_not_spoil_the_next(void **state)
{
	const struct place *place = *state;
	size_t points = 0;

	for (size_t mode = 0; mode < 8; mode++)
		points += append_with_faults(place, mode & 3, mode & 4);
	clear_mode();
	/* openat, write, close; a state also fdatasync. */
	assert_int_equal(points, 4 * 3 + 4 * 4);
	print_message("faults of a line: %zu\n", points);
}

static void hints_cost_no_sync(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	is_for_good = true;
	/* openat, write and close succeed; anything more would fail. */
	arm(3);
	assert_int_equal(journal_append_entry(folder, journal, 0, NULL), 0);
	assert_int_equal(disarm(), 0);
	clear_mode();
}

static void failed_removal_is_told(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);
	auto_diag struct diag diag = { 0 };

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	arm(0);
	assert_int_equal(journal_remove(folder, journal, &diag), -EIO);
	assert_int_equal(disarm(), 1);
	assert_int_equal(diag.count, 1);
	assert_int_equal(journal_remove(folder, journal, NULL), 0);
}

/* ---- no memory ---- */

static void arm_memory(size_t after)
{
	before_no_memory = after;
	times_without_memory = 0;
}

static size_t disarm_memory(void)
{
	before_no_memory = NEVER;
	return times_without_memory;
}

static struct journal *with_instances(void)
{
	struct journal *journal = sample("a", 1);

	sample_place(sample_add(journal, ENTRY_CHANGE, "net.ipv4.conf.rp_filter", "0", "2"),
		     "e\xff", "e\xff", 2, "");
	sample_place(sample_add(journal, ENTRY_CHANGE, "net.rps_cpus", "0", "f"), "\x1b/rx-0",
		     "\x1b/queues/rx-0", 3, "i");
	journal->entries[0].result = ENTRY_CHANGED;
	journal->entries[0].got = owned("4096");
	journal->state = JOURNAL_COMMITTED;
	return journal;
}

static void creation_without_memory_leaves_nothing(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = with_instances();
	size_t fired = 1;
	size_t points = 0;

	for (; fired > 0; points++) {
		auto_loaded struct loaded loaded = { 0 };
		int r;

		arm_memory(points);
		r = journal_create(folder, journal, NULL);
		fired = disarm_memory();
		if (r < 0) {
			assert_int_equal(r, -ENOMEM);
			assert_int_equal(fired, 1);
			assert_int_equal(place_count(place), 0);
			continue;
		}
		/* Not seeing whether a character shows, it escapes it. */
		loaded = load(folder, NULL);
		assert_int_equal(loaded.count, 1);
		assert_same_journal(journal, loaded.journals[0]);
		assert_int_equal(journal_remove(folder, journal, NULL), 0);
	}
	assert_true(points > 20);
	print_message("allocations of a creation: %zu\n", points - 1);
}

static void reading_without_memory_blames_no_journal(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = with_instances();
	auto_text struct text bytes = { 0 };
	size_t fired = 1;
	size_t points = 0;

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	place_read(place, "a.journal", &bytes);
	text_add(&bytes, "{\"torn\n");
	place_write(place, "a.journal", text_span(&bytes));
	for (; fired > 0; points++) {
		auto_loaded struct loaded loaded = { 0 };

		arm_memory(points);
		loaded = load(folder, NULL);
		fired = disarm_memory();
		if (loaded.result < 0) {
			assert_int_equal(loaded.result, -ENOMEM);
			assert_int_equal(loaded.count, 0);
			continue;
		}
		/* What was lost was the place of a sentence that nobody asked for. */
		assert_int_equal(loaded.count, 1);
		assert_true(loaded.journals[0]->has_torn_line);
		assert_same_journal(journal, loaded.journals[0]);
	}
	assert_true(points > 50);
	print_message("allocations of a reading: %zu\n", points - 1);
}

static void line_without_memory_is_not_begun(void **state)
{
	const struct place *place = *state;
	auto_state struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = with_instances();
	auto_text struct text before = { 0 };
	size_t points = 0;

	assert_int_equal(journal_create(folder, journal, NULL), 0);
	place_read(place, "a.journal", &before);
	for (;; points++) {
		auto_text struct text after = { 0 };
		int r;

		arm_memory(points);
		r = journal_append_entry(folder, journal, 0, NULL);
		if (disarm_memory() == 0) {
			assert_int_equal(r, 0);
			break;
		}
		assert_int_equal(r, -ENOMEM);
		place_read(place, "a.journal", &after);
		assert_true(span_equal(text_span(&before), text_span(&after)));
	}
	assert_true(points > 1);
}

static void opening_without_memory_opens_nothing(void **state)
{
	const struct place *place = *state;
	const struct state_options options = { .path = place->path, .euid = geteuid() };
	size_t points = 0;

	for (;; points++) {
		auto_state struct state_folder *folder = NULL;
		int r;

		arm_memory(points);
		r = state_open(&options, &folder, NULL);
		if (disarm_memory() == 0) {
			assert_int_equal(r, 0);
			break;
		}
		assert_int_equal(r, -ENOMEM);
		assert_null(folder);
	}
	assert_int_equal(points, 2);
}

/* ---- a disk that is full: in a child, for its limits and mounts are its own ---- */

static void fill_up(const struct place *place)
{
	static const char block[4096];
	autofree char *path = NULL;
	int fd;

	if (asprintf(&path, "%s/filler", place->path) < 0)
		_exit(10);
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	while (fd >= 0 && write(fd, block, sizeof(block)) > 0)
		continue;
	if (fd < 0 || errno != ENOSPC)
		_exit(11);
	close(fd);
}

static int expect(bool claim, int code)
{
	if (!claim)
		_exit(code);
	return 0;
}

static void on_a_full_disk(const struct place *place)
{
	auto_journal struct journal *before = sample("a", 1);
	auto_journal struct journal *after = sample("b", 2);
	struct state_folder *folder;

	if (unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("tmpfs", place->parent, "tmpfs", 0, "size=256k,mode=0755") < 0)
		_exit(77);
	/* Enough that their lines take more than what is left of a page. */
	for (int i = 0; i < 60; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "veth%d", i);
		sample_place(sample_add(before, ENTRY_CHANGE, "net.ipv4.conf.rp_filter", "0", "1"),
			     name, name, i + 1, "");
	}
	folder = place_lock(place);
	expect(journal_create(folder, before, NULL) == 0, 12);
	fill_up(place);
	expect(journal_create(folder, after, NULL) == -ENOSPC, 13);
	expect(place_count(place) == 2, 14); /* the first journal and the filler */
	/* What was begun has its room, to the end and all the way back. */
	for (size_t i = 0; i < before->entry_count; i++) {
		before->entries[i].result = ENTRY_CHANGED;
		before->entries[i].got = owned(before->entries[i].to);
		expect(journal_append_entry(folder, before, i, NULL) == 0, 15);
	}
	expect(journal_append_state(folder, before, JOURNAL_COMMITTED, NULL) == 0, 16);
	expect(journal_append_state(folder, before, JOURNAL_REVERTING, NULL) == 0, 17);
	for (size_t i = 0; i < before->entry_count; i++)
		expect(journal_append_entry(folder, before, i, NULL) == 0, 18);
	expect(journal_append_state(folder, before, JOURNAL_REVERTED, NULL) == 0, 19);
	expect(journal_remove(folder, before, NULL) == 0, 20);
	state_close(folder);
	/* Without a byte for the lock's pid, revert is possible still. */
	fill_up(place);
	folder = place_lock(place);
	state_close(folder);
	_exit(0);
}

static void under_a_limit(const struct place *place)
{
	const struct rlimit limit = { .rlim_cur = 600, .rlim_max = 600 };
	struct state_folder *folder = place_lock(place);
	auto_journal struct journal *journal = sample("a", 1);

	(void)signal(SIGXFSZ, SIG_IGN);
	expect(setrlimit(RLIMIT_FSIZE, &limit) == 0, 12);
	expect(journal_create(folder, journal, NULL) == -EFBIG, 13);
	expect(place_count(place) == 0, 14);
	_exit(0);
}

static int run(const struct place *place, void (*job)(const struct place *place))
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		job(place);
		_exit(1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void full_disk_shows_before_the_first_change(void **state)
{
	const struct place *place = *state;
	int code = geteuid() == 0 ? run(place, on_a_full_disk) : 77;

	if (code == 77)
		skip();
	assert_int_equal(code, 0);
}

static void file_that_may_not_grow_is_not_left(void **state)
{
	assert_int_equal(run(*state, under_a_limit), 0);
}

#define IN_PLACE(claim) cmocka_unit_test_setup_teardown(claim, place_make, place_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(failed_creation_leaves_nothing),
		IN_PLACE(failed_rewriting_leaves_the_layer),
		IN_PLACE(failed_line_does_not_spoil_the_next),
		IN_PLACE(hints_cost_no_sync),
		IN_PLACE(failed_removal_is_told),
		IN_PLACE(creation_without_memory_leaves_nothing),
		IN_PLACE(reading_without_memory_blames_no_journal),
		IN_PLACE(line_without_memory_is_not_begun),
		IN_PLACE(opening_without_memory_opens_nothing),
		IN_PLACE(full_disk_shows_before_the_first_change),
		IN_PLACE(file_that_may_not_grow_is_not_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
