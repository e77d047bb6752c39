/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Releases: the printed form is the same release, the order is an order, and a bracket that has
 * begun on one release has begun on every later one. A newline parts up to four releases.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "fuzz.h"
#include "value/release.h"

#define RELEASES_MAX 4

static void check_one(const struct release *release)
{
	auto_text struct text printed = { 0 };
	struct release again;

	fuzz_require(release->trust >= RELEASE_MAINLINE && release->trust <= RELEASE_VENDOR);
	fuzz_require(*release_trust_name(release->trust) != '\0');
	release_print(&printed, release);
	fuzz_require(text_status(&printed) == 0);
	fuzz_require(release_parse(text_span(&printed), &again) == 0);
	fuzz_require(release_compare(release, &again) == 0);
	fuzz_require(again.trust == RELEASE_MAINLINE);
}

static void check_order(const struct release *a, const struct release *b, const struct release *c)
{
	fuzz_require(release_compare(a, a) == 0);
	fuzz_require(release_compare(a, b) == -release_compare(b, a));
	if (release_compare(a, b) <= 0 && release_compare(b, c) <= 0)
		fuzz_require(release_compare(a, c) <= 0);
}

/* No, then unknown, then yes. */
static int rank(enum truth truth)
{
	fuzz_require(truth >= TRUTH_NO && truth <= TRUTH_UNKNOWN);
	return truth == TRUTH_NO ? 0 : truth == TRUTH_UNKNOWN ? 1 : 2;
}

static bool is_zero(const struct release *release)
{
	return !release->major && !release->minor && !release->patch;
}

static void check_bracket(struct release early, struct release late,
			  const struct release_bracket *bracket)
{
	if (is_zero(&early) || is_zero(&late) || release_compare(&early, &late) > 0)
		return;
	early.trust = RELEASE_UNRECOGNISED;
	late.trust = RELEASE_DISTRIBUTION;
	fuzz_require(rank(release_reached(&early, bracket)) <=
		     rank(release_reached(&late, bracket)));
	if (is_zero(&bracket->present_in) && is_zero(&bracket->absent_in))
		return;
	late.trust = RELEASE_VENDOR;
	fuzz_require(release_reached(&late, bracket) == TRUTH_UNKNOWN);
	fuzz_require(release_reached(NULL, bracket) == TRUTH_UNKNOWN);
}

static void check_pairs(const struct release *a, const struct release *b, const struct release *c,
			const struct release *d)
{
	struct release_bracket bracket = { *a, *b };

	check_order(a, b, c);
	if (release_compare(a, b) > 0)
		return;
	check_bracket(*c, *d, &bracket);
	bracket.absent_in = (struct release){ 0 };
	check_bracket(*c, *d, &bracket);
}

int fuzz_one(const uint8_t *bytes, size_t length)
{
	struct span rest = { (const char *)bytes, length }, line;
	struct release releases[RELEASES_MAX];
	size_t count = 0;

	while (count < RELEASES_MAX && span_split(&rest, '\n', &line)) {
		struct release release = { .major = 77 };
		int r = release_parse(line, &release);

		fuzz_require(r == 0 || (r == -EBADMSG && release.major == 77));
		if (r < 0)
			continue;
		check_one(&release);
		releases[count++] = release;
	}
	for (size_t i = 0; count && i < count * count * count * count; i++)
		check_pairs(&releases[i % count], &releases[i / count % count],
			    &releases[i / count / count % count],
			    &releases[i / count / count / count]);
	return 0;
}
