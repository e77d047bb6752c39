/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Room for growing arrays, with every multiplication checked. */
#include "config.h"

#include "base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 8

int array_reserve(void *elements, size_t *capacity, size_t needed, size_t size)
{
	if (needed <= *capacity)
		return 0;

	size_t wanted = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : *capacity;
	size_t bytes;

	while (wanted < needed) {
		if (__builtin_mul_overflow(wanted, 2, &wanted))
			return -ENOMEM;
	}
	if (__builtin_mul_overflow(wanted, size, &bytes) || bytes > PTRDIFF_MAX)
		return -ENOMEM;

	/* The caller's pointer has a type of its own: only its bytes may be touched from here. */
	char *old;

	memcpy(&old, elements, sizeof(old));

	char *grown = realloc(old, bytes);

	if (!grown)
		return -ENOMEM;
	memcpy(elements, &grown, sizeof(grown));
	*capacity = wanted;
	return 0;
}
