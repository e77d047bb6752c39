/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The names in an open folder, read and put in order: shared by every source. */
#ifndef SOURCE_NAMES_H
#define SOURCE_NAMES_H

#include "source/source.h"

/* Reads the folder @fd to its end. More than @max_names, or than SOURCE_TABLE_MAX bytes: -EFBIG.
 * @fd stays open. */
must_check int names_read(int fd, size_t max_names, struct source_names *ret_names);
/* <0, 0, >0: runs of digits by their number, the rest bytewise; 0 only for equal names. */
int names_compare(const char *a, const char *b);

#endif
