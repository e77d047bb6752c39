/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a capture is written: a folder or a tar archive, whole or not at all. */
#ifndef CLI_CAPTURE_TARGET_H
#define CLI_CAPTURE_TARGET_H

#include <tuneadv.h>

#include <stdbool.h>

struct target {
	const char *path; /* as the caller named it */
	char *place;	  /* without slashes at the end */
	char *partial;	  /* what is being written, beside it */
	char *top;	  /* of an archive: the folder in it */
	int fd;		  /* of the archive or the folder; -1: none */
	bool is_tar;
	bool is_standard; /* an archive to standard output */
	size_t file_count;
	size_t byte_count;
};

/* NAME.tar, NAME/ or "-". 0, -EINVAL (none of these), -EEXIST, or the errno of making it. */
int target_begin(struct target *target, const char *path);
/* For a struct tuneadv_capture_sink whose closure is a struct target. -EINTR: a signal came. */
int target_put(void *closure, const struct tuneadv_capture_entry *entry);
/* Gives it its name. */
int target_end(struct target *target);
/* Removes what is not whole, and frees. */
void target_done(struct target *target);

/* ---- the archive (tar.c) ---- */

int tar_put(int fd, const char *top, const struct tuneadv_capture_entry *entry);
int tar_end(int fd);

#endif
