/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Attributes and scope-bound cleanup used everywhere in the library. */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define must_check		__attribute__((warn_unused_result))
#define format_like(fmt, first) __attribute__((format(printf, fmt, first)))
#define cleanup(f)		__attribute__((cleanup(f)))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))

static inline void cleanup_free(void *slot)
{
	free(*(void **)slot);
}

static inline void cleanup_close(const int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* read side only: nothing is lost by a failing close */
}

static inline void cleanup_closedir(DIR **dir)
{
	if (*dir)
		(void)closedir(*dir); /* read side only */
}

#define autofree     cleanup(cleanup_free)
#define autoclose    cleanup(cleanup_close)
#define autoclosedir cleanup(cleanup_closedir)

/* Hands the object over to the caller and disarms the cleanup of the local. */
#define take_ptr(p)                          \
	({                                   \
		__auto_type take_ptr_ = (p); \
		(p) = NULL;                  \
		take_ptr_;                   \
	})

static inline int take_fd(int *fd)
{
	int taken = *fd;

	*fd = -1;
	return taken;
}

#endif
