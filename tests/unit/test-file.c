/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reading our own input files. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

#define TEMPLATE "/tmp/tuneadv-test-file-XXXXXX"

struct room {
	char folder[sizeof(TEMPLATE)];
	char path[sizeof(TEMPLATE) + 8]; /* of the one file in the folder */
};

static int make_room(void **state)
{
	struct room *room = calloc(1, sizeof(*room));

	assert_non_null(room);
	(void)snprintf(room->folder, sizeof(room->folder), "%s", TEMPLATE);
	assert_non_null(mkdtemp(room->folder));
	(void)snprintf(room->path, sizeof(room->path), "%s/file", room->folder);
	*state = room;
	return 0;
}

static int clear_room(void **state)
{
	struct room *room = *state;

	(void)unlink(room->path); /* not every case makes it */
	assert_int_equal(rmdir(room->folder), 0);
	free(room);
	return 0;
}

static void write_file(const char *path, struct span bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0640);

	assert_true(fd >= 0);
	assert_true(write(fd, bytes.bytes, bytes.length) == (ssize_t)bytes.length);
	assert_int_equal(close(fd), 0);
}

static void file_is_read_whole(void **state)
{
	struct room *room = *state;
	auto_diag struct diag diag = { 0 };
	auto_text struct text text = { 0 };
	struct span bytes = { .bytes = "one\0two\n", .length = 8 };

	write_file(room->path, bytes);
	assert_int_equal(file_read(room->path, 100, &text, NULL, &diag), 0);
	assert_true(span_equal(text_span(&text), bytes));
	assert_int_equal(diag.count, 0);
}

static void file_of_many_chunks_is_read_whole(void **state)
{
	struct room *room = *state;
	auto_text struct text text = { 0 };
	auto_text struct text expected = { 0 };

	for (unsigned int i = 0; i < 20000; i++)
		text_addf(&expected, "%u\n", i);
	write_file(room->path, text_span(&expected));
	assert_int_equal(file_read(room->path, 1024 * 1024, &text, NULL, NULL), 0);
	assert_true(span_equal(text_span(&text), text_span(&expected)));
}

static void empty_file_is_empty_text(void **state)
{
	struct room *room = *state;
	auto_text struct text text = { 0 };

	write_file(room->path, (struct span){ .bytes = "" });
	assert_int_equal(file_read(room->path, 0, &text, NULL, NULL), 0);
	assert_int_equal(text.length, 0);
}

static void file_as_large_as_allowed_is_read_and_one_byte_more_is_not(void **state)
{
	struct room *room = *state;
	auto_diag struct diag diag = { 0 };
	auto_text struct text text = { 0 };

	write_file(room->path, span_of("12345"));
	assert_int_equal(file_read(room->path, 4, &text, NULL, &diag), -EFBIG);
	assert_null(text.bytes);
	assert_string_equal(diag.lines[0].place, room->path);
	assert_string_equal(diag.lines[0].sentence, "is larger than 4 bytes");
	assert_int_equal(file_read(room->path, 5, &text, NULL, &diag), 0);
	assert_int_equal(text.length, 5);
}

static void huge_sparse_file_is_refused_early(void **state)
{
	struct room *room = *state;
	auto_text struct text text = { 0 };

	write_file(room->path, span_of("x"));
	assert_int_equal(truncate(room->path, (off_t)1 << 30), 0);
	assert_int_equal(file_read(room->path, 1024 * 1024, &text, NULL, NULL), -EFBIG);
}

static void owner_and_mode_are_told(void **state)
{
	struct room *room = *state;
	auto_text struct text text = { 0 };
	struct file_facts facts = { 0 };

	write_file(room->path, span_of("x"));
	assert_int_equal(chmod(room->path, 0604), 0);
	assert_int_equal(file_read(room->path, 10, &text, &facts, NULL), 0);
	assert_int_equal(facts.owner, geteuid());
	assert_int_equal(facts.mode & 07777, 0604);
}

static void fifo_is_refused_without_waiting(void **state)
{
	struct room *room = *state;
	auto_diag struct diag diag = { 0 };
	auto_text struct text text = { 0 };

	assert_int_equal(mkfifo(room->path, 0600), 0);
	assert_int_equal(file_read(room->path, 10, &text, NULL, &diag), -EINVAL);
	assert_string_equal(diag.lines[0].sentence, "found a FIFO, expected a regular file");
}

static void what_is_no_regular_file_is_refused(void **state)
{
	static const struct {
		const char *path;
		const char *sentence;
	} cases[] = {
		{ "/", "found a directory, expected a regular file" },
		{ "/dev/zero", "found a device, expected a regular file" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_diag struct diag diag = { 0 };
		auto_text struct text text = { 0 };

		assert_int_equal(file_read(cases[i].path, 10, &text, NULL, &diag), -EINVAL);
		assert_string_equal(diag.lines[0].sentence, cases[i].sentence);
	}
}

static void missing_file_keeps_the_errno_of_open(void **state)
{
	struct room *room = *state;
	auto_diag struct diag diag = { 0 };
	auto_text struct text text = { 0 };

	assert_int_equal(file_read(room->path, 10, &text, NULL, &diag), -ENOENT);
	assert_int_equal(diag.lines[0].code, -ENOENT);
	assert_string_equal(diag.lines[0].place, room->path);
}

#define IN_ROOM(f) cmocka_unit_test_setup_teardown(f, make_room, clear_room)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ROOM(file_is_read_whole),
		IN_ROOM(file_of_many_chunks_is_read_whole),
		IN_ROOM(empty_file_is_empty_text),
		IN_ROOM(file_as_large_as_allowed_is_read_and_one_byte_more_is_not),
		IN_ROOM(huge_sparse_file_is_refused_early),
		IN_ROOM(owner_and_mode_are_told),
		IN_ROOM(fifo_is_refused_without_waiting),
		cmocka_unit_test(what_is_no_regular_file_is_refused),
		IN_ROOM(missing_file_keeps_the_errno_of_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
