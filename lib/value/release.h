/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernel releases: parsing, order, how far they can be trusted, and brackets of knowledge. */
#ifndef VALUE_RELEASE_H
#define VALUE_RELEASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "value/truth.h"

/*
 * What a release's number says about its code. Vendors of long-lived kernels backport, so there the
 * number alone decides nothing (kernel.md, appendix B).
 */
enum release_trust {
	RELEASE_MAINLINE = 1, /* no suffix, or -rcN */
	RELEASE_DISTRIBUTION, /* a suffix of a distribution that follows the stable series (Debian,
				 Ubuntu, Fedora, Arch, ...) */
	RELEASE_UNRECOGNISED, /* some other suffix: believed, with less confidence */
	RELEASE_VENDOR, /* backports features: el7, el8, el9, .amzn, uek, SUSE enterprise, -rt,
			   Android */
};

struct release {
	uint16_t major;
	uint16_t minor;
	uint16_t patch;
	uint16_t candidate;	  /* N of -rcN; 0 for a final release */
	enum release_trust trust; /* 0 in a bound of a row */
};

#define RELEASE(a, b)                      \
	{                                  \
		.major = (a), .minor = (b) \
	}
#define RELEASE_PATCH(a, b, c)                           \
	{                                                \
		.major = (a), .minor = (b), .patch = (c) \
	}

/* "6.18.44-fc-v669", "5.14.0-427.59.1.el9_4.x86_64+rt", "4.2.0-rc3", "2.6.32", "6.1". -EBADMSG. */
must_check int release_parse(struct span text, struct release *ret_release);
/* By major, minor, patch; 4.2-rc3 comes before 4.2. */
int release_compare(const struct release *a, const struct release *b);
void release_print(struct text *text, const struct release *release);
const char *release_trust_name(enum release_trust trust);

/*
 * Since when something is so: read to be absent in one release and present in another. Between the
 * two the answer is unknown. A zero bracket means always. Both ends may be the same release when it
 * is known exactly (absent_in zero).
 */
struct release_bracket {
	struct release absent_in;
	struct release present_in;
};

/* False: it means always. */
static inline bool release_bracket_is_set(const struct release_bracket *bracket)
{
	return bracket->absent_in.major || bracket->present_in.major;
}

/*
 * Has what the bracket describes begun on @release? NULL release: unknown. On RELEASE_VENDOR the
 * answer is unknown unless the bracket is zero: backports and reverts make the number no proof.
 * A zero bracket is a yes also for an unknown release; candidates of the release in which something
 * is present are unknown, for it may have come after them.
 */
enum truth release_reached(const struct release *release, const struct release_bracket *bracket);

#endif
