/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words for the guard's answers, and the end of a refusal. */
#include "config.h"

#include "guard/guard.h"

const char *guard_answer_name(enum guard_answer answer)
{
	switch (answer) {
	case GUARD_ALLOWED:
		return "allowed";
	case GUARD_WEAKER:
		return "weaker";
	case GUARD_INCOMPARABLE:
		return "incomparable";
	case GUARD_UNREVIEWED:
		return "unreviewed";
	case GUARD_CONTESTED:
		return "contested";
	case GUARD_OUT_OF_RANGE:
		return "out-of-range";
	case GUARD_LATCH:
		return "latch";
	case GUARD_NEVER_WRITTEN:
		return "never-written";
	case GUARD_UNKNOWN:
		return "unknown";
	}
	return "";
}

void guard_refusal_done(struct guard_refusal *refusal)
{
	text_done(&refusal->why);
	*refusal = (struct guard_refusal){ 0 };
}
