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
 * Can this process write that path? @may_write is what source_may_write() said. 0, or
 * -EACCES/-EPERM/-EROFS with one sentence in
 * @ret_missing ("needs root", "needs the capability CAP_SYS_ADMIN besides root", "mounted
 * read-only").
 */
must_check int privilege_check(const struct tunable *tunable, const char *path, uint32_t euid,
			       int may_write, struct text *ret_missing);

struct privilege_saved; /* the capabilities before */

/* Effective capabilities down to what writing @tunables needs, keeping the permitted set; and back.
 * 0 or a negative errno. */
must_check int privilege_lower(const struct tunable *const *tunables, size_t count,
			       struct privilege_saved **ret_saved);
must_check int privilege_restore(struct privilege_saved *saved);

#endif
