/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The simulated kernel. It uses none of the calls that tests wrap to fail the journal's. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sim *sim_of(struct source *source)
{
	return (struct sim *)(void *)source;
}

static void put(char *to, size_t size, const char *text)
{
	assert_true(snprintf(to, size, "%s", text) < (int)size);
}

/* ---- the integers of a sysctl ---- */

static struct sim_file *find(struct sim_state *state, const char *path)
{
	for (size_t i = 0; i < state->file_count; i++) {
		if (strcmp(state->files[i].path, path) == 0)
			return &state->files[i];
	}
	return NULL;
}

static int64_t bent(const struct sim_file *file, int64_t number)
{
	if (file->clamp && number > file->clamp)
		return file->clamp;
	if (file->is_rounded) {
		int64_t power = 1;

		while (power < number)
			power *= 2;
		return power;
	}
	return number;
}

static void move_others(struct sim_state *state, const struct sim_file *file)
{
	struct sim_file *partner = file->partner[0] ? find(state, file->partner) : NULL;
	struct sim_file *opposite = file->opposite[0] ? find(state, file->opposite) : NULL;

	if (partner)
		partner->numbers[0] = 0;
	if (opposite)
		opposite->numbers[0] = !file->numbers[0];
	for (size_t i = 0; i < state->file_count; i++) {
		struct sim_file *follower = &state->files[i];

		if (strcmp(follower->follows, file->path) != 0 ||
		    follower->numbers[0] == file->numbers[0])
			continue;
		follower->numbers[0] = file->numbers[0];
		move_others(state, follower);
	}
}

/* Element by element, each stored before the next is looked at; what follows a number that is not
 * a blank ends it for the last element and is refused before it. */
static int take_numbers(struct sim_state *state, struct sim_file *file, const char *text)
{
	const char *at = text;
	int64_t before = file->numbers[0];

	for (size_t i = 0; i < file->count; i++) {
		char *end;
		int64_t number;

		while (isspace((unsigned char)*at))
			at++;
		if (!*at)
			break;
		if (*at == '+')
			return -EINVAL;
		number = strtoll(at, &end, 0);
		if (end == at || (*end && !isspace((unsigned char)*end)))
			return -EINVAL;
		if (file->has_range && (number < file->min || number > file->max))
			return -EINVAL;
		if (file->latch && file->numbers[i] == file->latch && number != file->latch)
			return -EPERM;
		if (!file->keeps_its_own)
			file->numbers[i] = bent(file, number);
		at = end;
	}
	/* As the kernel: only a value that moves turns the other. */
	if (!file->keeps_its_own && (file->partner[0] || file->numbers[0] != before))
		move_others(state, file);
	return 0;
}

static int take(struct sim_state *state, struct sim_file *file, const char *text)
{
	if (!*text)
		return 0;
	if (file->kind == SIM_NUMBERS)
		return take_numbers(state, file, text);
	if (!file->keeps_its_own)
		put(file->text, sizeof(file->text), text);
	return 0;
}

static void show(const struct sim_file *file, char separator, char *ret_text, size_t size)
{
	size_t length = 0;

	if (file->kind == SIM_TEXT) {
		put(ret_text, size, file->text);
		return;
	}
	ret_text[0] = '\0';
	for (size_t i = 0; i < file->count; i++) {
		int more =
			snprintf(ret_text + length, size - length, "%s%lld",
				 i ? (char[]){ separator, '\0' } : "", (long long)file->numbers[i]);

		length += (size_t)more;
		assert_true(length < size);
	}
}

/* ---- points and faults ---- */

void sim_point(struct sim_state *state)
{
	if (!state->is_armed)
		return;
	if (++state->points == state->crash_at)
		_exit(SIM_CRASHED);
}

static int operation(struct sim_state *state, enum sim_operation kind)
{
	size_t *count = kind == SIM_READ ? &state->reads : &state->writes;

	++*count;
	if (state->foreign == kind && state->foreign_at == *count) {
		struct sim_file *file = find(state, state->foreign_path);

		assert_non_null(file);
		assert_int_equal(take(state, file, state->foreign_text), 0);
	}
	sim_point(state);
	if (state->failing != kind || state->fail_at == 0 || *count < state->fail_at)
		return 0;
	if (*count > state->fail_at && !state->fails_for_good)
		return 0;
	state->failures++;
	return state->fail_error;
}

/* ---- the source ---- */

static int sim_open_file(struct source *source, const char *path)
{
	struct sim_state *state = sim_of(source)->state;
	const struct sim_file *file = find(state, path);
	char text[512];
	int r;
	int fd;

	if (!file || file->is_gone)
		return -ENOENT;
	r = operation(state, SIM_READ);
	if (r < 0 || file->read_error)
		return r < 0 ? r : file->read_error;
	show(file, '\t', text, sizeof(text) - 1);
	strcat(text, "\n");
	fd = memfd_create("sim", MFD_CLOEXEC);
	assert_true(fd >= 0);
	assert_true(pwrite(fd, text, strlen(text), 0) == (ssize_t)strlen(text));
	return fd;
}

static int sim_open_folder(struct source *source, const char *path)
{
	struct sim *sim = sim_of(source);
	size_t length = strlen(path);
	bool is_there = false;
	char folder[96];
	char name[400];

	(void)snprintf(folder, sizeof(folder), "%s/%u", sim->scratch, sim->state->folder_count++);
	assert_int_equal(mkdir(folder, 0700), 0);
	for (size_t i = 0; i < sim->state->file_count; i++) {
		const struct sim_file *file = &sim->state->files[i];

		if (file->is_gone || strncmp(file->path, path, length) != 0 ||
		    file->path[length] != '/')
			continue;
		is_there = true;
		(void)snprintf(name, sizeof(name), "%s/%.*s", folder,
			       (int)strcspn(file->path + length + 1, "/"), file->path + length + 1);
		if (mkdir(name, 0700) < 0)
			assert_int_equal(errno, EEXIST);
	}
	return is_there ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -ENOENT;
}

static int sim_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	const struct sim_file *file = find(sim_of(source)->state, path);

	if (!file || file->is_gone)
		return -ENOENT;
	*ret_stat = (struct source_stat){ .mode = S_IFREG | 0644 };
	return 0;
}

static int sim_may_write(struct source *source, const char *path)
{
	struct source_stat facts;

	return sim_stat(source, path, &facts);
}

static int sim_link(struct source *source, const char *path, struct text *ret_target)
{
	const struct sim *sim = sim_of(source);
	bool is_netns = strcmp(path, "/proc/thread-self/ns/net") == 0;
	bool is_netdev = false;

	for (size_t i = 0; i < sim->state->file_count; i++)
		is_netdev |= strncmp(path, "/sys/class/net/", 15) == 0 &&
			     strncmp(sim->state->files[i].path, path, strlen(path)) == 0 &&
			     !sim->state->files[i].is_gone;
	if (!is_netns && !is_netdev)
		return -ENOENT;
	text_clear(ret_target);
	if (is_netns)
		text_add(ret_target, sim->state->netns);
	else
		text_addf(ret_target, "../../devices/pci0000:00/net/%s", path + 15);
	return text_status(ret_target);
}

static int sim_write(struct source *source, const char *path, struct span text)
{
	struct sim_state *state = sim_of(source)->state;
	struct sim_file *file = find(state, path);
	char copy[256];
	int r;

	if (!file || file->is_gone)
		return -ENOENT;
	r = operation(state, SIM_WRITE);
	if (r < 0 || file->write_error)
		return r < 0 ? r : file->write_error;
	assert_true(text.length < sizeof(copy));
	memcpy(copy, text.bytes, text.length);
	copy[text.length] = '\0';
	r = take(state, file, copy);
	sim_point(state);
	return r;
}

static int sim_cookie(struct source *source, uint64_t *ret_cookie)
{
	*ret_cookie = sim_of(source)->state->cookie;
	return 0;
}

static int sim_machine(struct source *source, struct text *ret_machine)
{
	(void)source;
	text_add(ret_machine, "x86_64");
	return text_status(ret_machine);
}

static const struct source_ops sim_ops = {
	.kind = SOURCE_LIVE,
	.open_file = sim_open_file,
	.open_folder = sim_open_folder,
	.stat = sim_stat,
	.may_write = sim_may_write,
	.link = sim_link,
	.write = sim_write,
	.machine = sim_machine,
	.netns_cookie = sim_cookie,
};

/* ---- making one ---- */

void sim_new(struct sim *sim)
{
	void *shared = mmap(NULL, sizeof(*sim->state), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(shared, MAP_FAILED);
	*sim = (struct sim){ .source = { .ops = &sim_ops }, .state = shared };
	put(sim->scratch, sizeof(sim->scratch), "/tmp/tuneadv-sim-XXXXXX");
	assert_non_null(mkdtemp(sim->scratch));
	put(sim->state->netns, sizeof(sim->state->netns), "net:[4026531840]");
	sim->state->cookie = 1;
	sim_text(sim, "/proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555");
	sim_text(sim, "/proc/sys/kernel/osrelease", "6.12.9");
	sim_text(sim, "/proc/meminfo", "MemTotal:       16384000 kB");
	sim_text(sim, "/sys/devices/system/cpu/online", "0-3");
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
	(void)facts;
	(void)kind;
	(void)place;
	return remove(path);
}

void sim_done(struct sim *sim)
{
	assert_int_equal(munmap(sim->state, sizeof(*sim->state)), 0);
	assert_int_equal(nftw(sim->scratch, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static struct sim_file *add(struct sim *sim, const char *path, enum sim_kind kind)
{
	struct sim_file *file = &sim->state->files[sim->state->file_count++];

	assert_true(sim->state->file_count < SIM_FILES_MAX);
	*file = (struct sim_file){ .kind = kind };
	put(file->path, sizeof(file->path), path);
	return file;
}

struct sim_file *sim_numbers(struct sim *sim, const char *path, const char *numbers)
{
	struct sim_file *file = add(sim, path, SIM_NUMBERS);
	char *end;

	for (; *numbers; numbers = end) {
		assert_true(file->count < SIM_ELEMENTS_MAX);
		file->numbers[file->count++] = strtoll(numbers, &end, 10);
		assert_ptr_not_equal(end, numbers);
	}
	return file;
}

struct sim_file *sim_text(struct sim *sim, const char *path, const char *text)
{
	struct sim_file *file = add(sim, path, SIM_TEXT);

	put(file->text, sizeof(file->text), text);
	return file;
}

struct sim_file *sim_file(struct sim *sim, const char *path)
{
	return find(sim->state, path);
}

void sim_set(struct sim *sim, const char *path, const char *text)
{
	struct sim_file *file = sim_file(sim, path);

	assert_non_null(file);
	assert_int_equal(take(sim->state, file, text), 0);
}

void sim_get(struct sim *sim, const char *path, char *ret_text, size_t size)
{
	const struct sim_file *file = sim_file(sim, path);

	assert_non_null(file);
	show(file, ' ', ret_text, size);
}

void sim_calm(struct sim *sim)
{
	struct sim_state *state = sim->state;

	state->reads = 0;
	state->writes = 0;
	state->failing = 0;
	state->fail_at = 0;
	state->failures = 0;
	state->foreign = 0;
	state->foreign_at = 0;
	state->points = 0;
	state->crash_at = 0;
	state->is_armed = false;
}
