/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which library this is. */
#include "config.h"

#include "tuneadv.h"

const char *tuneadv_version(void)
{
	return PACKAGE_VERSION;
}
