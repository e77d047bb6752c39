/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One line of sysctl.conf or sysctl.d as systemd and procps read it. Nothing is allocated. */
#ifndef ADVICE_SYSCTL_LINE_H
#define ADVICE_SYSCTL_LINE_H

#include <stdbool.h>

#include "base/text.h"

enum sysctl_line_kind {
	SYSCTL_LINE_BLANK = 1,	/* nothing, or a comment (# or ;) */
	SYSCTL_LINE_ASSIGNMENT, /* KEY = VALUE */
	SYSCTL_LINE_EXCLUSION,	/* -KEY: no glob of a later or earlier line sets it (systemd) */
	SYSCTL_LINE_SECTION,	/* [sysctl]: another language, TuneD's */
	SYSCTL_LINE_OTHER,	/* nothing that either loader takes */
};

struct sysctl_line {
	enum sysctl_line_kind kind;
	bool ignores_errors; /* "-KEY = VALUE" */
	bool has_glob;	     /* of *, ? or [ in the key */
	struct span key;     /* without the leading '-' */
	struct span value;
	size_t key_column; /* from 1, in bytes */
	size_t value_column;
};

void sysctl_line_parse(struct span line, struct sysctl_line *ret_line);

#endif
