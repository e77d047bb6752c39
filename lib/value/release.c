/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernel releases: parsing, order, and whether something has begun on a release. */
#include "config.h"

#include "value/release.h"

#include <errno.h>

#include "base/cleanup.h"
#include "base/number.h"
#include "value/release_suffix.h"

/* Takes digits from the front of @rest. */
static int take_component(struct span *rest, uint16_t *ret_component)
{
	struct span digits = { rest->bytes, span_digits(*rest) };
	uint64_t component;

	if (number_parse_u64(digits, NUMBER_BASE_10, &component) < 0 || component > UINT16_MAX)
		return -EBADMSG;
	*rest = span_from(*rest, digits.length);
	*ret_component = (uint16_t)component;
	return 0;
}

/* Anything that uname() may show, but no blanks, control characters or bytes beyond ASCII. */
static bool suffix_is_plain(struct span suffix)
{
	for (size_t i = 0; i < suffix.length; i++)
		if (suffix.bytes[i] <= ' ' || suffix.bytes[i] > '~')
			return false;
	return true;
}

int release_parse(struct span text, struct release *ret_release)
{
	struct release release = { 0 };
	struct span rest = span_trim(text);
	bool has_patch;
	int r;

	r = take_component(&rest, &release.major);
	if (r < 0)
		return r;
	if (!span_skip(&rest, "."))
		return -EBADMSG;
	r = take_component(&rest, &release.minor);
	if (r < 0)
		return r;
	has_patch = span_skip(&rest, ".");
	if (has_patch) {
		r = take_component(&rest, &release.patch);
		if (r < 0)
			return r;
	}
	if (!suffix_is_plain(rest))
		return -EBADMSG;
	/* uname() always has three components; what follows two of them directly is a slip. */
	if (!has_patch && rest.length && rest.bytes[0] != '-' && rest.bytes[0] != '+')
		return -EBADMSG;
	release_judge_suffix(rest, &release);
	*ret_release = release;
	return 0;
}

static int compare(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

int release_compare(const struct release *a, const struct release *b)
{
	int order = compare(a->major, b->major);

	if (!order)
		order = compare(a->minor, b->minor);
	if (!order)
		order = compare(a->patch, b->patch);
	if (order)
		return order;
	/* A final release comes after all its candidates. */
	return compare(a->candidate ? a->candidate : UINT32_MAX,
		       b->candidate ? b->candidate : UINT32_MAX);
}

void release_print(struct text *text, const struct release *release)
{
	text_addf(text, "%u.%u.%u", release->major, release->minor, release->patch);
	if (release->candidate)
		text_addf(text, "-rc%u", release->candidate);
}

const char *release_trust_name(enum release_trust trust)
{
	switch (trust) {
	case RELEASE_MAINLINE:
		return "mainline";
	case RELEASE_DISTRIBUTION:
		return "distribution";
	case RELEASE_UNRECOGNISED:
		return "unrecognised";
	case RELEASE_VENDOR:
		return "vendor";
	}
	return "";
}

static bool is_unset(const struct release *release)
{
	return !release->major && !release->minor && !release->patch;
}

/* Candidates of the release in which something is present may or may not have it already. */
static bool is_candidate_of(const struct release *release, const struct release *final)
{
	return release->candidate && !final->candidate && release->major == final->major &&
	       release->minor == final->minor && release->patch == final->patch;
}

enum truth release_reached(const struct release *release, const struct release_bracket *bracket)
{
	const struct release *absent = &bracket->absent_in;
	const struct release *present = &bracket->present_in;

	if (is_unset(absent) && is_unset(present))
		return TRUTH_YES;
	if (!release || is_unset(release) || release->trust == RELEASE_VENDOR)
		return TRUTH_UNKNOWN;
	if (!is_unset(present) && release_compare(release, present) >= 0)
		return TRUTH_YES;
	if (!is_unset(absent) && release_compare(absent, present) != 0)
		return truth_and(truth_of(release_compare(release, absent) > 0), TRUTH_UNKNOWN);
	return is_candidate_of(release, present) ? TRUTH_UNKNOWN : TRUTH_NO;
}
