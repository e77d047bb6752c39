/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the suffix of a kernel release says about the code behind its number. */
#ifndef VALUE_RELEASE_SUFFIX_H
#define VALUE_RELEASE_SUFFIX_H

#include "base/text.h"
#include "value/release.h"

/* Sets the candidate and the trust of @release, whose numbers are already known, from all that
 * follows them. */
void release_judge_suffix(struct span suffix, struct release *release);

#endif
