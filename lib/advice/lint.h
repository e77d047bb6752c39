/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lint: what files that set sysctls, and profiles, would do to a host. Pure: bytes are fed in,
 * problems come out. Memory is bounded by the distinct keys of a file, not by its lines: what a
 * key says again and again is counted.
 */
#ifndef ADVICE_LINT_H
#define ADVICE_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/text.h"
#include "host/snapshot.h"
#include "profile/profile.h"

enum lint_problem {
	LINT_WEAKENS_SECURITY = 1,
	LINT_RUNS_CODE,
	LINT_ONE_WAY,
	LINT_REMOVED,
	LINT_UNKNOWN_KEY,
	LINT_MALFORMED,
	LINT_OUT_OF_RANGE,
	LINT_INERT,
	LINT_DUPLICATE,
	LINT_OVERRIDDEN,
	LINT_LOWERS_DEFAULT,
	LINT_CONTESTED,
	LINT_PROBLEM_END_,
};

const char *lint_problem_name(enum lint_problem problem); /* "weakens-security", ... */

struct lint_finding {
	size_t file;	 /* index of lint_file() */
	uint64_t line;	 /* from 1; 0: the file as a whole */
	uint64_t column; /* from 1, in bytes; 0: not known */
	char *key;   /* as the file writes it; NULL: none. Raw bytes: renderers make them safe */
	char *value; /* as the file writes it, cut at 200 bytes; or NULL */
	enum lint_problem problem;
	enum severity severity;
	char *message; /* what the line means to the kernel, one or two sentences */
	char *instead; /* what to write, or NULL */
	uint64_t more; /* further lines of this key with the same problem, not listed */
};

enum lint_language {
	LINT_LANGUAGE_SYSCTL = 1,
	LINT_LANGUAGE_TUNED, /* sections; only [sysctl] is judged, its operators are taken off */
	LINT_LANGUAGE_PROFILE,
	LINT_LANGUAGE_BINARY, /* a NUL: nothing of it is judged */
};

struct lint_file {
	char *name;
	enum lint_language language;
	uint64_t assignments; /* lines that set something */
	/* Of those, each counted once, under the first that is true of it. */
	uint64_t dangerous; /* weakens-security, runs-code */
	uint64_t dead; /* removed, unknown, malformed, inert, or a later line of the file wins */
	uint64_t lowering; /* less than the kernel gives by itself */
	uint64_t fine;
};

struct lint;

/*
 * @release judges for that kernel; NULL: not known, then nothing that depends on it is said.
 * @host (may be NULL) resolves facts of the host that is judged for: memory, pages, CPUs. @search
 * (may be NULL) is where profiles find what they extend. All are borrowed until lint_free().
 */
must_check int lint_new(const struct release *release, const struct snapshot *host,
			const struct profile_search *search, struct lint **ret_lint);
void lint_free(struct lint *lint);
static inline void lint_freep(struct lint **lint)
{
	lint_free(*lint);
}
#define auto_lint cleanup(lint_freep)

/* One file after another: begin, any number of feeds, end. -ENOMEM. */
must_check int lint_begin(struct lint *lint, const char *name);
must_check int lint_feed(struct lint *lint, struct span bytes);
must_check int lint_end(struct lint *lint);

size_t lint_file_count(const struct lint *lint);
const struct lint_file *lint_file(const struct lint *lint, size_t index);
/* By file, then line, then column, then problem. Valid until the next feed. */
size_t lint_count(const struct lint *lint);
const struct lint_finding *lint_at(const struct lint *lint, size_t index);
/* Has a problem at or above this severity (0: never)? */
bool lint_has_problem(const struct lint *lint, enum severity fail_on);

#endif
