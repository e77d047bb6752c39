/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the lint_*.c files share. Private to them. */
#ifndef ADVICE_LINT_PARTS_H
#define ADVICE_LINT_PARTS_H

#include "advice/lint.h"
#include "advice/sysctl_line.h"
#include "tunable/tunable.h"

#define LINT_KEPT_MAX	   16	     /* findings of one key and one problem that are listed */
#define LINT_SUGGESTED_MAX 256	     /* keys of a file for which a nearest name is looked for */
#define LINT_VALUE_MAX	   200	     /* bytes of a value that are shown */
#define LINT_LINE_MAX	   65536     /* bytes; what is longer is no setting */
#define LINT_FILE_MAX	   (1 << 20) /* of a profile */

/* What one line is, for the summary: the first that is true of it. */
enum lint_category {
	LINT_DANGEROUS = 1,
	LINT_DEAD,
	LINT_LOWERING,
	LINT_FINE,
	LINT_CATEGORY_END_,
};

/* One problem of one value, as long as the same is said again. */
struct lint_verdict {
	enum lint_problem problem;
	enum severity severity;
	char *message;
	char *instead; /* or NULL */
};

struct lint_verdicts {
	struct lint_verdict *verdicts;
	size_t count;
	size_t capacity;
};

/* One key of the file: what was said of it so far. */
struct lint_key {
	char *path; /* below /proc/sys, what it is found by */
	struct span fragment;
	const struct tunable *row;     /* NULL: none */
	bool is_refused;	       /* the key itself is malformed */
	char *value;		       /* of the last line */
	uint64_t line;		       /* the last line, from 1 */
	enum lint_category category;   /* of the last line */
	struct lint_verdicts verdicts; /* on @value */
	uint32_t kept[LINT_PROBLEM_END_];
	size_t newest[LINT_PROBLEM_END_]; /* finding that counts the rest */
};

struct lint_keys {
	struct lint_key *keys;
	size_t count;
	size_t capacity;
	size_t *table; /* numbers of keys plus one, by hash; a power of two of them */
	size_t table_size;
};

struct lint {
	const struct release *release;
	const struct snapshot *host;
	const struct profile_search *search;
	struct resolver resolver; /* of @host; without one it knows nothing */
	struct lint_finding *findings;
	size_t count;
	size_t capacity;
	struct lint_file *files;
	size_t file_count;
	size_t file_capacity;
	/* The file that is being fed. */
	struct lint_keys keys;
	struct text rest; /* of a line, or of a profile */
	struct text path; /* of the line that is looked at */
	uint64_t line;
	size_t marked; /* bytes of a byte order mark that were seen; all of them: no more comes */
	bool is_begun; /* anything but blanks was seen */
	bool is_skipping; /* the rest of a line that is too long */
	bool is_judged;	  /* TuneD: in the section whose lines set sysctls */
};

static inline struct lint_file *lint_open_file(struct lint *lint)
{
	return &lint->files[lint->file_count - 1];
}

/* ---- keys (lint_keys.c) ---- */

/* The key of that path, made when it is new. -ENOMEM. */
must_check int lint_keys_get(struct lint_keys *keys, struct span path, struct lint_key **ret_key);
void lint_keys_done(struct lint_keys *keys);
void lint_verdicts_clear(struct lint_verdicts *verdicts);

/* ---- judging (lint_judge.c) ---- */

/* Adds a problem; takes the sentence. -ENOMEM. */
must_check int lint_say(struct lint_verdicts *verdicts, enum lint_problem problem,
			enum severity severity, struct text *message, const char *instead);
/* What this value of this key means. @text is as the file writes the key. -ENOMEM. */
must_check int lint_judge(const struct lint *lint, const struct lint_key *key, struct span text,
			  struct span value, struct lint_verdicts *ret_verdicts);
/* Less than the kernel gives by itself? Only where less is surely a loss (lint_lower.c). */
must_check int lint_judge_lower(const struct lint *lint, const struct tunable *row,
				const struct value *value, struct lint_verdicts *verdicts);

/* ---- lines and files (lint_lines.c, lint_profile.c) ---- */

/* One line of a sysctl or TuneD file, without its newline. -ENOMEM. */
must_check int lint_line(struct lint *lint, struct span line);
/* A finding that belongs to no key. -ENOMEM. */
must_check int lint_add(struct lint *lint, uint64_t line, uint64_t column,
			enum lint_problem problem, enum severity severity, const char *message);
/* The bytes of a whole profile. -ENOMEM. */
must_check int lint_profile(struct lint *lint, struct span bytes);

#endif
