/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a write needs, and running with no more than that. The user id opens sysctls and the mode of
 * the file decides elsewhere; some handlers ask for a capability only when the write reaches them,
 * so an open file promises nothing there.
 */
#include "config.h"

#include "change/privilege.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>

/* Rows ask for one by name, and where a file lies for two more. */
#define NEEDED_MAX 3

struct privilege_saved {
	cap_t before;
};

struct needed {
	cap_value_t values[NEEDED_MAX];
	size_t count;
};

static void needed_add(struct needed *needed, cap_value_t value)
{
	for (size_t i = 0; i < needed->count; i++) {
		if (needed->values[i] == value)
			return;
	}
	needed->values[needed->count++] = value;
}

static bool lies_below(const struct tunable *tunable, const char *folder)
{
	return strncmp(tunable->path, folder, strlen(folder)) == 0;
}

/* What the kernel asks for when the write reaches it, whoever opened the file. */
static void needed_of_handler(const struct tunable *tunable, struct needed *needed)
{
	cap_value_t value = -1;

	if (tunable->capability && cap_from_name(tunable->capability, &value) == 0)
		needed_add(needed, value);
	if (lies_below(tunable, "/sys/class/net/"))
		needed_add(needed, CAP_NET_ADMIN);
}

/*
 * And what lets one open it who is not the host's root, who owns these files. The root of a user
 * namespace is user 0 too, and of no use for a namespace's sysctls without the capability.
 */
static void needed_of_opening(const struct tunable *tunable, uint32_t euid, struct needed *needed)
{
	if (lies_below(tunable, "/proc/sys/net/"))
		needed_add(needed, CAP_NET_ADMIN);
	else if (euid != 0 && !lies_below(tunable, "/proc/sys/"))
		needed_add(needed, CAP_DAC_OVERRIDE);
}

static bool is_effective(cap_t capabilities, cap_value_t value)
{
	cap_flag_value_t flag = CAP_CLEAR;

	return cap_get_flag(capabilities, value, CAP_EFFECTIVE, &flag) == 0 && flag == CAP_SET;
}

/* "CAP_SYS_ADMIN" for cap_sys_admin. */
static int add_missing(struct text *missing, cap_value_t value, uint32_t euid)
{
	char *name = cap_to_name(value);

	if (!name)
		return -ENOMEM;
	text_add(missing, "needs the capability ");
	for (const char *at = name; *at; at++)
		text_add_char(missing, *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at);
	if (euid == 0)
		text_add(missing, " besides root");
	/* Its memory is ours to return; there is nothing that could go wrong. */
	(void)cap_free(name);
	return text_status(missing);
}

static int check_capabilities(const struct tunable *tunable, uint32_t euid, struct text *missing)
{
	struct needed needed = { 0 };

	needed_of_handler(tunable, &needed);
	if (needed.count == 0)
		return 0;

	cap_t now = cap_get_proc();
	int r = now ? 0 : -errno;

	for (size_t i = 0; r == 0 && i < needed.count; i++) {
		if (is_effective(now, needed.values[i]))
			continue;
		r = add_missing(missing, needed.values[i], euid);
		if (r == 0)
			r = -EPERM;
	}
	if (now)
		(void)cap_free(now); /* as above */
	return r;
}

static int refuse(struct text *missing, int code, const char *words)
{
	text_add(missing, words);

	int r = text_status(missing);

	return r < 0 ? r : code;
}

int privilege_check(const struct tunable *tunable, const char *path, uint32_t euid, int may_write,
		    struct text *ret_missing)
{
	(void)path; /* the row says all that decides; the kernel was asked about the path itself */
	if (may_write == 0)
		return check_capabilities(tunable, euid, ret_missing);
	if (may_write == -ENOTSUP)
		return 0;
	if (may_write == -EROFS)
		return refuse(ret_missing, -EROFS, "is mounted read-only");
	if (euid != 0)
		return refuse(ret_missing, -EACCES, "needs root");
	return refuse(ret_missing, -EACCES,
		      "is closed to this root: it is root of a container or user namespace only, "
		      "or a security policy forbids it");
}

static cap_t lowered_from(cap_t before, const struct tunable *const *tunables, size_t count,
			  uint32_t euid)
{
	cap_t lowered = cap_dup(before);

	if (!lowered)
		return NULL;
	if (cap_clear_flag(lowered, CAP_EFFECTIVE) < 0) {
		(void)cap_free(lowered); /* memory alone */
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		struct needed needed = { 0 };

		needed_of_handler(tunables[i], &needed);
		needed_of_opening(tunables[i], euid, &needed);
		for (size_t j = 0; j < needed.count; j++) {
			/* Never more than there was: this only takes away. */
			if (is_effective(before, needed.values[j]))
				(void)cap_set_flag(lowered, CAP_EFFECTIVE, 1, &needed.values[j],
						   CAP_SET); /* fails for invalid values only */
		}
	}
	return lowered;
}

int privilege_lower(const struct tunable *const *tunables, size_t count, uint32_t euid,
		    struct privilege_saved **ret_saved)
{
	autofree struct privilege_saved *saved = calloc(1, sizeof(*saved));

	if (!saved)
		return -ENOMEM;
	saved->before = cap_get_proc();
	if (!saved->before)
		return -errno;

	cap_t lowered = lowered_from(saved->before, tunables, count, euid);
	int r = lowered ? 0 : -errno;

	if (r == 0 && cap_set_proc(lowered) < 0)
		r = -errno;
	if (lowered)
		(void)cap_free(lowered); /* memory alone */
	if (r < 0) {
		(void)cap_free(saved->before); /* memory alone */
		return r;
	}
	*ret_saved = take_ptr(saved);
	return 0;
}

int privilege_restore(struct privilege_saved *saved)
{
	if (!saved)
		return 0;

	int r = cap_set_proc(saved->before) < 0 ? -errno : 0;

	(void)cap_free(saved->before); /* memory alone */
	free(saved);
	return r;
}
