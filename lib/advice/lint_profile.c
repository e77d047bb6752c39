/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A profile: what its loader complains of, as findings. */
#include "config.h"

#include "advice/lint_parts.h"

#include <errno.h>
#include <string.h>

/* "FILE:LINE:COLUMN": the two numbers at the end, 0 where there are none. */
static void read_place(const char *place, uint64_t *ret_line, uint64_t *ret_column)
{
	const char *column = strrchr(place, ':');
	const char *line = column ? memrchr(place, ':', (size_t)(column - place)) : NULL;

	*ret_line = 0;
	*ret_column = 0;
	if (!line)
		return;
	if (number_parse_u64((struct span){ .bytes = line + 1,
					    .length = (size_t)(column - line - 1) },
			     NUMBER_BASE_10, ret_line) < 0 ||
	    number_parse_u64(span_of(column + 1), NUMBER_BASE_10, ret_column) < 0)
		*ret_line = 0;
}

static int add_complaint(struct lint *lint, const struct diag_line *complaint)
{
	bool is_weak = complaint->code == -EPERM;
	uint64_t line, column;

	read_place(complaint->place, &line, &column);
	if (is_weak)
		lint_open_file(lint)->dangerous++;
	else
		lint_open_file(lint)->dead++;
	return lint_add(lint, line, column, is_weak ? LINT_WEAKENS_SECURITY : LINT_MALFORMED,
			is_weak ? SEVERITY_HIGH : SEVERITY_MEDIUM, complaint->sentence);
}

int lint_profile(struct lint *lint, struct span bytes)
{
	static const char *const nowhere[] = { NULL };
	const struct profile_search none = { .folders = nowhere };
	auto_profile_set struct profile_set set;
	auto_diag struct diag diag;
	int r;

	diag_init(&diag);
	profile_set_init(&set);
	r = profile_set_add(&set, lint_open_file(lint)->name, bytes,
			    lint->search ? lint->search : &none, &diag);
	if (r == -ENOMEM)
		return r;
	if (r == 0)
		r = profile_set_finish(&set, &diag);
	if (r == -ENOMEM)
		return r;
	r = 0;
	for (size_t i = 0; r == 0 && i < diag.count; i++)
		r = add_complaint(lint, &diag.lines[i]);
	return r;
}
