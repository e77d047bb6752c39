/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small captured hosts for the tests of host/. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/array.h"
#include "host-tree.h"

void host_new(struct host *host)
{
	memset(host, 0, sizeof(*host));
	(void)snprintf(host->path, sizeof(host->path), "/tmp/tuneadv-host-XXXXXX");
	assert_non_null(mkdtemp(host->path));
	needs_init(&host->needs);
	diag_init(&host->diag);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

void host_done(struct host *host)
{
	snapshot_free(host->snapshot);
	needs_done(&host->needs);
	diag_done(&host->diag);
	if (host->witness.inner)
		source_free(host->witness.inner);
	for (size_t i = 0; i < host->witness.count; i++)
		free(host->witness.opened[i]);
	free(host->witness.opened);
	assert_int_equal(nftw(host->path, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/* ---- building ---- */

static void full_path(const struct host *host, const char *path, char *full, size_t size)
{
	int length = snprintf(full, size, "%s/%s", host->path, path);

	assert_true(length > 0 && (size_t)length < size);
	for (char *slash = full + strlen(host->path) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		assert_true(mkdir(full, 0755) == 0 || errno == EEXIST);
		*slash = '/';
	}
}

void tree_bytes(const struct host *host, const char *path, const char *bytes, size_t length)
{
	char full[512];
	int fd;

	full_path(host, path, full, sizeof(full));
	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), length);
	assert_int_equal(close(fd), 0);
}

void tree_file(const struct host *host, const char *path, const char *text)
{
	tree_bytes(host, path, text, strlen(text));
}

void tree_folder(const struct host *host, const char *path)
{
	char full[512];

	full_path(host, path, full, sizeof(full));
	assert_true(mkdir(full, 0755) == 0 || errno == EEXIST);
}

void tree_link(const struct host *host, const char *path, const char *target)
{
	char full[512];

	full_path(host, path, full, sizeof(full));
	assert_int_equal(symlink(target, full), 0);
}

void tree_files(const struct host *host, const struct file *files)
{
	for (; files->path; files++) {
		if (files->text)
			tree_file(host, files->path, files->text);
		else
			tree_folder(host, files->path);
	}
}

/* ---- the witness ---- */

static struct witness *witness_of(struct source *source)
{
	return (struct witness *)(void *)source;
}

static void note(struct witness *witness, const char *path)
{
	assert_int_equal(array_reserve(&witness->opened, &witness->capacity, witness->count + 1,
				       sizeof(*witness->opened)),
			 0);
	witness->opened[witness->count] = strdup(path);
	assert_non_null(witness->opened[witness->count]);
	witness->count++;
}

static int witness_open_file(struct source *source, const char *path)
{
	struct witness *witness = witness_of(source);

	note(witness, path);
	return witness->inner->ops->open_file(witness->inner, path);
}

static int witness_open_folder(struct source *source, const char *path)
{
	struct witness *witness = witness_of(source);

	note(witness, path);
	return witness->inner->ops->open_folder(witness->inner, path);
}

static int witness_stat(struct source *source, const char *path, struct source_stat *ret_stat)
{
	struct source *inner = witness_of(source)->inner;

	return inner->ops->stat(inner, path, ret_stat);
}

static int witness_link(struct source *source, const char *path, struct text *ret_target)
{
	struct source *inner = witness_of(source)->inner;

	return inner->ops->link(inner, path, ret_target);
}

static int witness_machine(struct source *source, struct text *ret_machine)
{
	if (source->ops->kind != SOURCE_LIVE)
		return -ENOTSUP;
	text_add(ret_machine, "x86_64");
	return text_status(ret_machine);
}

void host_open(struct host *host, bool is_live)
{
	struct witness *witness = &host->witness;

	assert_int_equal(source_open_captured(host->path, &witness->inner, &host->diag), 0);
	witness->ops = (struct source_ops){
		.kind = is_live ? SOURCE_LIVE : SOURCE_CAPTURED,
		.open_file = witness_open_file,
		.open_folder = witness_open_folder,
		.stat = witness_stat,
		.link = witness_link,
		.machine = witness_machine,
	};
	witness->source.ops = &witness->ops;
}

size_t host_opened(const struct host *host, const char *path)
{
	size_t count = 0;

	for (size_t i = 0; i < host->witness.count; i++)
		count += strcmp(host->witness.opened[i], path) == 0;
	return count;
}

/* ---- looking ---- */

void host_take(struct host *host)
{
	assert_int_equal(snapshot_new(&host->snapshot), 0);
	assert_int_equal(snapshot_take(host->snapshot, &host->witness.source, &host->needs,
				       &host->diag),
			 0);
}

static bool is_of(const struct instance *instance, const char *name)
{
	return name ? instance && strcmp(instance->name, name) == 0 : true;
}

static const struct reading *find_reading(const struct snapshot *snapshot, const char *id,
					  const char *instance,
					  const struct value_format **ret_format)
{
	enum fact fact = fact_find(id);
	const struct tunable *tunable = tunable_find(id);
	size_t count = 0;

	if (fact) {
		const struct fact_reading *found = snapshot_facts(snapshot, fact, &count);

		*ret_format = &fact_row(fact)->format;
		for (size_t i = 0; i < count; i++) {
			if (is_of(found[i].instance, instance))
				return &found[i].reading;
		}
		return NULL;
	}
	assert_non_null(tunable);
	*ret_format = &tunable->format;

	const struct tunable_reading *found = snapshot_tunables(snapshot, tunable, &count);

	for (size_t i = 0; i < count; i++) {
		if (is_of(found[i].instance, instance))
			return &found[i].reading;
	}
	return NULL;
}

/* "ID/INSTANCE" into its two parts; the instance may hold a '/' of its own. */
static void split_id(const char *whole, char *id, size_t size, const char **ret_instance)
{
	const char *slash = strchr(whole, '/');
	size_t length = slash ? (size_t)(slash - whole) : strlen(whole);

	assert_true(length < size);
	memcpy(id, whole, length);
	id[length] = '\0';
	*ret_instance = slash ? slash + 1 : NULL;
}

char *host_says(const struct host *host, const char *whole)
{
	auto_text struct text text = { 0 };
	const struct value_format *format;
	const struct reading *reading;
	const char *instance;
	char id[64];
	char *says;

	split_id(whole, id, sizeof(id), &instance);
	reading = find_reading(host->snapshot, id, instance, &format);
	if (!reading)
		text_add(&text, "(nothing)");
	else if (reading->state == READING_VALUE)
		value_print(&text, format, &reading->value);
	else
		text_addf(&text, "(%s)", reading_state_name(reading->state));
	assert_int_equal(text_take(&text, &says), 0);
	return says;
}

void check_wants(struct host *host, const struct want *wants)
{
	bool is_same = true;

	for (const struct want *want = wants; want->id; want++) {
		const char *instance;
		char id[64];

		split_id(want->id, id, sizeof(id), &instance);
		assert_int_equal(needs_add(&host->needs, id), 0);
	}
	host_take(host);
	for (const struct want *want = wants; want->id; want++) {
		autofree char *says = host_says(host, want->id);

		if (strcmp(says, want->text) == 0)
			continue;
		print_error("%s is \"%s\", expected \"%s\"\n", want->id, says, want->text);
		is_same = false;
	}
	assert_true(is_same);
}

void check_host(const struct file *files, const struct want *wants)
{
	struct host host;

	host_new(&host);
	tree_files(&host, files);
	host_open(&host, false);
	check_wants(&host, wants);
	host_done(&host);
}
