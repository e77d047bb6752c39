/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Judges the suffix of a kernel release by whole tokens of a closed set, never by substrings. The
 * set is how the distributions name their packages; a name that is missing here costs confidence,
 * not truth. In doubt a token is a vendor's: that answers "unknown", which is never wrong.
 */
#include "config.h"

#include "value/release_suffix.h"

#include <string.h>

#include "base/cleanup.h"
#include "base/number.h"

enum token_digits {
	DIGITS_NONE = 1,
	DIGITS_MAY_FOLLOW,
	DIGITS_MUST_FOLLOW,
};

struct token_row {
	const char *word;
	enum token_digits digits;
	const char *tail; /* behind the digits */
	enum release_trust trust;
};

static const struct token_row token_rows[] = {
	/* Red Hat Enterprise Linux and its family, Oracle's UEK */
	{ "el", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	{ "el", DIGITS_MUST_FOLLOW, "a", RELEASE_VENDOR },
	{ "el", DIGITS_MUST_FOLLOW, "uek", RELEASE_VENDOR },
	{ "el", DIGITS_MUST_FOLLOW, "iv", RELEASE_VENDOR },
	{ "eln", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "uek", DIGITS_MAY_FOLLOW, "", RELEASE_VENDOR },
	{ "lve", DIGITS_MAY_FOLLOW, "", RELEASE_VENDOR },
	{ "vz", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	/* clouds' long-lived kernels: Amazon Linux, Alibaba, TencentOS, openEuler, Anolis */
	{ "amzn", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	{ "al", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	{ "an", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	{ "tl", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	{ "oe", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	{ "oe", DIGITS_MUST_FOLLOW, "sp1", RELEASE_VENDOR },
	{ "oe", DIGITS_MUST_FOLLOW, "sp2", RELEASE_VENDOR },
	{ "oe", DIGITS_MUST_FOLLOW, "sp3", RELEASE_VENDOR },
	{ "oe", DIGITS_MUST_FOLLOW, "sp4", RELEASE_VENDOR },
	{ "oc", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	/* openSUSE Leap shares the enterprise kernel; six-digit package releases are below */
	{ "lp", DIGITS_MUST_FOLLOW, "", RELEASE_VENDOR },
	/* real time: the patch set carries changes and reverts of its own */
	{ "rt", DIGITS_MAY_FOLLOW, "", RELEASE_VENDOR },
	{ "realtime", DIGITS_NONE, "", RELEASE_VENDOR },
	/* devices and long-term industrial branches */
	{ "android", DIGITS_MAY_FOLLOW, "", RELEASE_VENDOR },
	{ "perf", DIGITS_NONE, "", RELEASE_VENDOR },
	{ "tegra", DIGITS_NONE, "", RELEASE_VENDOR },
	{ "cip", DIGITS_MAY_FOLLOW, "", RELEASE_VENDOR },
	{ "ltsi", DIGITS_NONE, "", RELEASE_VENDOR },
	/* Debian and its family */
	{ "amd64", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "arm64", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "armmp", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "686", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "s390x", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "powerpc64le", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "riscv64", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "loong64", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "deb", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "bpo", DIGITS_MAY_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "kali", DIGITS_MAY_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "rpt", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "rpi", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "pve", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	/* Ubuntu's flavours, some of them Alpine's too */
	{ "generic", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "lowlatency", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "azure", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "aws", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "gcp", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "gke", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "gkeop", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "ibm", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "kvm", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "oem", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "oracle", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "raspi", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "raspi2", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "nvidia", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "snapdragon", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "virtual", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "virt", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "lts", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	/* Fedora, Arch, Gentoo, openSUSE Tumbleweed and others that follow the stable series */
	{ "fc", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "arch", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "ARCH", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "MANJARO", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "gentoo", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "default", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "mga", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "azl", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "cm", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "ph", DIGITS_MUST_FOLLOW, "", RELEASE_DISTRIBUTION },
	{ "flatcar", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "talos", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "microsoft", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
	{ "Microsoft", DIGITS_NONE, "", RELEASE_DISTRIBUTION },
};

/* Series that SUSE's enterprise kernels stay on for years. Their older package releases are short
 * numbers like those of Tumbleweed, so "default" on one of these decides nothing. */
static const struct release enterprise_series[] = {
	RELEASE(3, 0),		 RELEASE(3, 12),	   RELEASE(4, 4), RELEASE_PATCH(4, 12, 14),
	RELEASE_PATCH(5, 3, 18), RELEASE_PATCH(5, 14, 21),
};

/* Takes the next token; tokens stand between separators and may be empty. */
static bool take_token(struct span *rest, struct span *ret_token)
{
	size_t length = 0;

	if (!rest->length)
		return false;
	while (length < rest->length && !strchr("-._+~", rest->bytes[length]))
		length++;
	*ret_token = (struct span){ rest->bytes, length };
	*rest = span_from(*rest, length < rest->length ? length + 1 : length);
	return true;
}

static bool token_matches(struct span token, const struct token_row *row)
{
	size_t digits;

	if (!span_skip(&token, row->word))
		return false;
	digits = span_digits(token);
	if ((row->digits == DIGITS_NONE && digits) ||
	    (row->digits == DIGITS_MUST_FOLLOW && !digits))
		return false;
	return span_is(span_from(token, digits), row->tail);
}

static enum release_trust token_trust(struct span token)
{
	for (size_t i = 0; i < ARRAY_SIZE(token_rows); i++)
		if (token_matches(token, &token_rows[i]))
			return token_rows[i].trust;
	return 0;
}

/* "rc3", "0rc3", "060900rc3": N, else 0. */
static uint16_t token_candidate(struct span token)
{
	struct span rest = span_from(token, span_digits(token));
	uint64_t candidate;

	if (!span_skip(&rest, "rc") || span_digits(rest) != rest.length)
		return 0;
	if (number_parse_u64(rest, NUMBER_BASE_10, &candidate) < 0 || candidate > UINT16_MAX)
		return 0;
	return (uint16_t)candidate;
}

/* The package release of SUSE's enterprise kernels: product version (15 or 16), service pack. */
static bool is_enterprise_package(struct span token)
{
	return token.length == 6 && span_digits(token) == 6 && token.bytes[0] == '1' &&
	       (token.bytes[1] == '5' || token.bytes[1] == '6');
}

static bool is_enterprise_series(const struct release *release)
{
	for (size_t i = 0; i < ARRAY_SIZE(enterprise_series); i++) {
		const struct release *series = &enterprise_series[i];

		if (release->major != series->major || release->minor != series->minor)
			continue;
		/* No patch here: the service packs moved along the stable updates. */
		if (!series->patch || release->patch == series->patch)
			return true;
	}
	return false;
}

/* Of two verdicts the more careful one; a recognised distribution outweighs odd tokens beside it.
 */
static enum release_trust trust_of_both(enum release_trust a, enum release_trust b)
{
	if (a == RELEASE_VENDOR || b == RELEASE_VENDOR)
		return RELEASE_VENDOR;
	if (a == RELEASE_DISTRIBUTION || b == RELEASE_DISTRIBUTION)
		return RELEASE_DISTRIBUTION;
	return RELEASE_UNRECOGNISED;
}

/* "2.6.32.71": until 3.0 the stable updates had a fourth number. */
static bool is_stable_of_2_6(struct span suffix, const struct release *release)
{
	return release->major == 2 && suffix.length > 1 && suffix.bytes[0] == '.' &&
	       span_digits(span_from(suffix, 1)) == suffix.length - 1;
}

/* "-rc3" and no more. */
static bool is_plain_candidate(struct span suffix)
{
	return span_skip(&suffix, "-") && span_starts(suffix, "rc") && token_candidate(suffix);
}

void release_judge_suffix(struct span suffix, struct release *release)
{
	bool is_plain =
		!suffix.length || is_stable_of_2_6(suffix, release) || is_plain_candidate(suffix);
	struct span rest = suffix, token;
	bool is_first = true;

	release->trust = is_plain ? RELEASE_MAINLINE : RELEASE_UNRECOGNISED;
	if (suffix.length && strchr("-._+~", suffix.bytes[0]))
		rest = span_from(suffix, 1);
	while (take_token(&rest, &token)) {
		if (!release->candidate)
			release->candidate = token_candidate(token);
		if (is_plain)
			continue;
		release->trust = trust_of_both(release->trust, token_trust(token));
		if (is_first && is_enterprise_package(token))
			release->trust = RELEASE_VENDOR;
		if (span_is(token, "default") && is_enterprise_series(release))
			release->trust = RELEASE_VENDOR;
		is_first = false;
	}
}
