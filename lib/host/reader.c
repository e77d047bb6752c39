/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One pass over a host: files kept while it lasts, so that several facts may rest on one. */
#include "config.h"

#include "host/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/array.h"

void reader_init(struct reader *reader, struct source *source, struct snapshot *snapshot,
		 const struct needs *needs, struct diag *diag)
{
	*reader = (struct reader){
		.source = source,
		.snapshot = snapshot,
		.needs = needs,
		.diag = diag,
		.is_whole = source_kind(source) == SOURCE_LIVE || source_capture(source),
	};
}

void reader_done(struct reader *reader)
{
	for (size_t i = 0; i < reader->file_count; i++) {
		free(reader->files[i].path);
		text_done(&reader->files[i].text);
	}
	free(reader->files);
	free(reader->places);
	cpuinfo_done(&reader->cpuinfo);
	*reader = (struct reader){ 0 };
}

const struct cached_file *reader_kept(const struct reader *reader, const char *path)
{
	for (size_t i = 0; i < reader->file_count; i++) {
		if (strcmp(reader->files[i].path, path) == 0)
			return &reader->files[i];
	}
	return NULL;
}

static int keep(struct reader *reader, const char *path, struct cached_file **ret_file)
{
	int r = array_reserve(&reader->files, &reader->file_capacity, reader->file_count + 1,
			      sizeof(*reader->files));

	if (r < 0)
		return r;

	struct cached_file *file = &reader->files[reader->file_count];

	file->path = strdup(path);
	if (!file->path)
		return -ENOMEM;
	file->text = (struct text){ 0 };
	reader->file_count++;
	file->status = source_read(reader->source, path, &file->text);
	*ret_file = file;
	return 0;
}

int reader_text(struct reader *reader, const char *path, struct span *ret_text)
{
	const struct cached_file *kept = reader_kept(reader, path);

	if (!kept) {
		struct cached_file *file;
		int r = keep(reader, path, &file);

		if (r < 0)
			return r;
		kept = file;
	}
	if (kept->status < 0)
		return kept->status;
	*ret_text = text_span(&kept->text);
	return 0;
}

int reader_word(struct reader *reader, const char *path, struct span *ret_word)
{
	struct span text;
	int r = reader_text(reader, path, &text);

	if (r == 0)
		*ret_word = span_trim(text);
	return r;
}

int reader_read_at(struct reader *reader, struct text *ret_text, const char *first, ...)
{
	auto_text struct text path = { 0 };
	va_list parts;

	va_start(parts, first);
	for (const char *part = first; part; part = va_arg(parts, const char *))
		text_add(&path, part);
	va_end(parts);

	int r = text_status(&path);

	return r < 0 ? r : source_read(reader->source, path.bytes, ret_text);
}

int reader_looks(struct reader *reader, const char *path)
{
	struct source_stat st;

	return source_stat(reader->source, path, &st);
}

void path_numbered(struct text *path, const char *before, uint32_t number, const char *after)
{
	text_clear(path);
	text_addf(path, "%s%u%s", before, number, after);
}
