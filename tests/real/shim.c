/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Preloaded into the program under test: a write(2) to the file SHIM_PATH that ends as SHIM_HOW
 * says. Once only, so that the way back is the kernel's own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t write(int fd, const void *bytes, size_t length)
{
	static ssize_t (*real)(int, const void *, size_t);
	static int has_fired;
	const char *path = getenv("SHIM_PATH");
	const char *how = getenv("SHIM_HOW");
	char link[64];
	char target[512];
	ssize_t got;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "write");
	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	got = readlink(link, target, sizeof(target) - 1);
	target[got > 0 ? got : 0] = '\0';
	if (has_fired || !path || !how || strcmp(target, path) != 0)
		return real(fd, bytes, length);
	has_fired = 1;
	if (!strcmp(how, "lie"))
		return (ssize_t)length;
	if (!strcmp(how, "clamp"))
		return real(fd, "1000", 4) == 4 ? (ssize_t)length : -1;
	if (!strcmp(how, "short"))
		return real(fd, bytes, length / 2);
	if (!strcmp(how, "einval"))
		(void)!real(fd, "8192", 4);
	errno = !strcmp(how, "einval") ? EINVAL : !strcmp(how, "enospc") ? ENOSPC : EIO;
	return -1;
}
