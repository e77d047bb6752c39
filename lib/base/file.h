/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads our own input files (profiles): never the inspected system, which is source/'s. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <sys/types.h>

#include "base/diag.h"
#include "base/text.h"

struct file_facts {
	uid_t owner;
	mode_t mode;
};

/*
 * The whole of a regular file of at most @max_bytes. Opened without blocking; a FIFO, device or
 * directory is -EINVAL. Returns 0, the errno of open or read, -EFBIG, -EINVAL, -ENOMEM. @ret_facts
 * may be NULL.
 */
must_check int file_read(const char *path, size_t max_bytes, struct text *ret_bytes,
			 struct file_facts *ret_facts, struct diag *diag);

#endif
