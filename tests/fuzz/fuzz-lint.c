/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Files for lint: whatever their bytes and in whatever portions they come, every finding has a
 * place in the file and a sentence, the summary counts each setting once, and a file is judged the
 * same in one piece.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "advice/lint.h"
#include "fuzz.h"

static const struct release today = { .major = 6, .minor = 12, .trust = RELEASE_MAINLINE };

static struct lint *judge(struct span bytes, size_t portion)
{
	struct lint *lint = NULL;

	fuzz_require(lint_new(&today, NULL, NULL, &lint) == 0);
	fuzz_require(lint_begin(lint, "fuzz.json") == 0);
	while (bytes.length > 0) {
		struct span part = bytes;

		if (part.length > portion)
			part.length = portion;
		fuzz_require(lint_feed(lint, part) == 0);
		bytes = span_from(bytes, part.length);
	}
	fuzz_require(lint_end(lint) == 0);
	return lint;
}

static void check_file(const struct lint_file *file)
{
	if (file->language == LINT_LANGUAGE_SYSCTL || file->language == LINT_LANGUAGE_TUNED)
		fuzz_require(file->dangerous + file->dead + file->lowering + file->fine ==
			     file->assignments);
}

static void check_finding(const struct lint_finding *finding, uint64_t lines)
{
	fuzz_require(finding->file == 0 && finding->line <= lines);
	fuzz_require(finding->message && *finding->message);
	fuzz_require(*lint_problem_name(finding->problem));
	fuzz_require(finding->severity >= SEVERITY_INFO && finding->severity <= SEVERITY_HIGH);
	fuzz_require(!finding->value || strlen(finding->value) <= 200);
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span whole = { .bytes = (const char *)bytes, .length = length };
	auto_lint struct lint *lint = judge(whole, length);
	auto_lint struct lint *pieces = judge(whole, 1 + length % 13);
	uint64_t lines = 1;

	for (size_t i = 0; i < length; i++)
		lines += bytes[i] == '\n';
	check_file(lint_file(lint, 0));
	for (size_t i = 0; i < lint_count(lint); i++)
		check_finding(lint_at(lint, i), lines);
	/* A NUL ends the judging where it comes; before it a portion may have been judged. */
	if (lint_file(lint, 0)->language == LINT_LANGUAGE_BINARY)
		return 0;
	fuzz_require(lint_count(lint) == lint_count(pieces));
	fuzz_require(lint_file(lint, 0)->dangerous == lint_file(pieces, 0)->dangerous);
	fuzz_require(lint_file(lint, 0)->language == lint_file(pieces, 0)->language);
	return 0;
}
