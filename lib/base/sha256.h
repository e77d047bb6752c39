/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SHA-256 (FIPS 180-4) of a profile's bytes, for the report's digest; no security decision rests on
 * it. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/text.h"

#define SHA256_HEX_SIZE 65

void sha256_hex(struct span bytes, char ret_hex[SHA256_HEX_SIZE]);

#endif
