/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the parameters of the boot line. */
#include "config.h"

#include "tunable/boot.h"

#include "tunable/family.h"

size_t boot_parameter_count(void)
{
	return family_boot.count;
}

const struct boot_parameter *boot_parameter_at(size_t index)
{
	return index < family_boot.count ? &family_boot.rows[index] : NULL;
}

/* As the kernel's parameq(). */
static bool is_same_name(struct span a, struct span b)
{
	if (a.length != b.length)
		return false;
	for (size_t i = 0; i < a.length; i++) {
		char of_a = a.bytes[i] == '-' ? '_' : a.bytes[i];
		char of_b = b.bytes[i] == '-' ? '_' : b.bytes[i];

		if (of_a != of_b)
			return false;
	}
	return true;
}

const struct boot_parameter *boot_parameter_find(struct span name)
{
	for (size_t i = 0; i < family_boot.count; i++) {
		if (is_same_name(name, span_of(family_boot.rows[i].name)))
			return &family_boot.rows[i];
	}
	return NULL;
}
