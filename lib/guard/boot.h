/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a boot line says of the security of its host. */
#ifndef GUARD_BOOT_H
#define GUARD_BOOT_H

#include "guard/guard.h"
#include "tunable/boot.h"

/*
 * What is in force of one parameter on this line, quotes honoured and nothing behind "--" read: its
 * last value, or all of them where they add up, separated by commas; BOOT_SET or BOOT_ABSENT.
 * -ENOMEM.
 */
must_check int boot_line_value(struct span line, const struct boot_parameter *parameter,
			       struct text *ret_value);
/* As guard_strength(), of one value or BOOT_SET or BOOT_ABSENT. */
must_check int guard_boot_strength(const struct boot_parameter *parameter, struct span value,
				   enum strength *ret_strength, struct text *ret_why);
/* The sysctl that "sysctl.net.core.somaxconn=1" sets: the next of the line, or false at its end.
 * @rest moves on. Key and value are borrowed. */
bool boot_line_next_sysctl(struct span *rest, struct span *ret_key, struct span *ret_value);

#endif
