/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Growing arrays: one checked way to make room. */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

#include "base/cleanup.h"

/*
 * Makes room for @needed elements of @size bytes in *@elements (a pointer to the array pointer),
 * doubling. What is in new room is not defined. 0 or -ENOMEM, and then nothing has changed.
 */
must_check int array_reserve(void *elements, size_t *capacity, size_t needed, size_t size);

#endif
