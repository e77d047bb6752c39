/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Could this be changed here, and if not, why? */
#include "config.h"

#include "advice/finding.h"

#include <errno.h>
#include <sys/stat.h>

/* What the row alone decides; 0: it leaves it open. */
static enum changeable changeable_by_row(const struct tunable *tunable)
{
	if (tunable->is_read_only)
		return CHANGEABLE_READ_ONLY;
	if (tunable->is_boot_only)
		return CHANGEABLE_BOOT_ONLY;
	if (tunable->is_advice_only || tunable->security == SECURITY_UNREVIEWED ||
	    tunable->security == SECURITY_CONTESTED || tunable->security == SECURITY_PROGRAM)
		return CHANGEABLE_ADVICE_ONLY;
	return 0;
}

static bool is_without_write_bits(mode_t mode)
{
	return mode != 0 && (mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0;
}

static enum changeable changeable_by_answer(const struct tunable *tunable, int may_write)
{
	switch (may_write) {
	case 0:
		return CHANGEABLE_YES;
	case -EACCES:
	case -EPERM:
		return CHANGEABLE_NEEDS_PRIVILEGE;
	case -EROFS:
		return CHANGEABLE_READ_ONLY;
	default:
		return tunable_cannot_be_steered(tunable, may_write) ? CHANGEABLE_CANNOT_BE_STEERED
								     : CHANGEABLE_UNKNOWN;
	}
}

enum changeable changeable_of(const struct tunable *tunable, enum reading_state state,
			      int may_write, mode_t mode)
{
	enum changeable by_row = changeable_by_row(tunable);

	if (by_row)
		return by_row;
	if (state == READING_OTHER_NAMESPACE)
		return CHANGEABLE_NOT_IN_THIS_NAMESPACE;
	if (state != READING_VALUE)
		return CHANGEABLE_UNKNOWN;
	/* The host's setting, shown to a child namespace without its write bits (kernel.md 1.14):
	 * no privilege opens it there. */
	if (is_without_write_bits(mode))
		return tunable->is_hidden_in_child_netns ? CHANGEABLE_NOT_IN_THIS_NAMESPACE
							 : CHANGEABLE_READ_ONLY;
	return changeable_by_answer(tunable, may_write);
}
