/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of sysctls that have no row. Private to lookup.c. */
#ifndef TUNABLE_KNOWN_NAMES_H
#define TUNABLE_KNOWN_NAMES_H

#include <stddef.h>

size_t known_name_count(void);
/* Below /proc/sys; "{}" stands for the name of an interface. */
const char *known_name_at(size_t index);

#endif
