/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a write needs (user id and capabilities, measurements.md 3), and running with no more than
 * that. The only caller of libcap. */
#ifndef CHANGE_PRIVILEGE_H
#define CHANGE_PRIVILEGE_H

#include <stdint.h>

#include "base/diag.h"
#include "base/text.h"
#include "source/source.h"
#include "tunable/tunable.h"

/*
 * Can this process write that path? @may_write is what source_may_write() said (-ENOTSUP: not
 * asked). 0, -ENOMEM, or -EACCES/-EPERM/-EROFS with words in @ret_missing that follow the setting's
 * name ("needs root", "needs the capability CAP_SYS_ADMIN besides root", "is mounted read-only").
 */
must_check int privilege_check(const struct tunable *tunable, const char *path, uint32_t euid,
			       int may_write, struct text *ret_missing);

struct privilege_saved; /* the capabilities before */

/*
 * Effective capabilities of this thread down to what writing @tunables needs as @euid, keeping the
 * permitted set; and back. Restoring frees @saved (NULL is fine). 0 or a negative errno.
 */
must_check int privilege_lower(const struct tunable *const *tunables, size_t count, uint32_t euid,
			       struct privilege_saved **ret_saved);
must_check int privilege_restore(struct privilege_saved *saved);

#endif
