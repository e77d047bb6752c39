/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows that are wrong on purpose: a sweep that lets one pass is worth nothing. */
#include "config.h"

#include "sweep.h"

#include <string.h>

#include "tunable/family.h"

#define TABLE "kernel:net/ipv4/sysctl_net_ipv4.c@6.12"
#define OURS  "own: any int is taken."

#define ROW(name_, path_, limits_)                                                             \
	.id = (name_), .title = "planted", .path = "/proc/sys/" path_, .unit = UNIT_NONE,      \
	.has_min = true, .has_max = true, .limits_reference = (limits_), .effect = EFFECT_NOW, \
	.security = SECURITY_NEUTRAL, .combine = COMBINE_OWN, .readback = READBACK_EXACT,      \
	.known = KNOWLEDGE_READ
#define OF_NETNS  .scope = SCOPE_NETNS
#define IS_NUMBER .format = FORMAT_SYSCTL_NUMBER
#define SOMAXCONN \
	ROW("net.core.somaxconn", "net/core/somaxconn", TABLE), IS_NUMBER, .min = NUMBER(0)
#define TW_REUSE \
	ROW("net.ipv4.tcp_tw_reuse", "net/ipv4/tcp_tw_reuse", TABLE), OF_NETNS, .min = NUMBER(0)
#define FORWARD                                                                       \
	ROW("net.ipv4.ip_forward", "net/ipv4/ip_forward", OURS), OF_NETNS, IS_NUMBER, \
		.min = NUMBER(0), .max = NUMBER(1)
#define RMEM                                                           \
	ROW("net.ipv4.tcp_rmem", "net/ipv4/tcp_rmem", OURS), OF_NETNS, \
		.format = FORMAT_SYSCTL_VECTOR(3)

static const struct tunable_default wrong_default[] = {
	{ .elements = ELEMENTS({ .literal = "127" }), .element_count = 1 },
};
static const struct tunable_default right_default[] = {
	{ .elements = ELEMENTS({ .literal = "128" }), .element_count = 1 },
	{ .since = SINCE(5, 4), .elements = ELEMENTS({ .literal = "4096" }), .element_count = 1 },
};

static const struct tunable forwarding = {
	.id = "net.ipv4.conf.forwarding",
	.path = "/proc/sys/net/ipv4/conf/{netdev}/forwarding",
	.scope = SCOPE_NETDEV,
	.format = FORMAT_SYSCTL_NUMBER,
};

static const struct tunable right = {
	SOMAXCONN, OF_NETNS, .max = INT_LIMIT, .defaults = right_default, .default_count = 2,
};
static const struct tunable right_pair = {
	FORWARD,
	.couplings = WORDS("net.ipv4.conf.forwarding"),
};
static const struct tunable right_vector = {
	RMEM,
	.min = NUMBER(4096),
	.max = INT_LIMIT,
};

static const struct tunable wrong_max = { TW_REUSE, IS_NUMBER, .max = NUMBER(3) };
static const struct tunable wrong_limit = { SOMAXCONN, OF_NETNS, .max = NUMBER(65535) };
static const struct tunable wrong_start = {
	SOMAXCONN, OF_NETNS, .max = INT_LIMIT, .defaults = wrong_default, .default_count = 1,
};
static const struct tunable no_coupling = {
	FORWARD,
};
static const struct tunable wrong_end = { SOMAXCONN, OF_NETNS, .max = INT_LIMIT,
					  .until = SINCE(3, 0) };
static const struct tunable wrong_path = {
	ROW("net.core.somaxcon", "net/core/somaxcon", TABLE),
	OF_NETNS,
	IS_NUMBER,
	.max = INT_LIMIT,
};
static const struct tunable wrong_owner = {
	SOMAXCONN,
	OF_NETNS,
	.max = INT_LIMIT,
	.is_hidden_in_child_netns = true,
};
static const struct tunable wrong_scope = { SOMAXCONN, .max = INT_LIMIT, .scope = SCOPE_HOST };
static const struct tunable wrong_mode = { SOMAXCONN, OF_NETNS, .max = INT_LIMIT,
					   .is_read_only = true };
static const struct tunable wrong_kind = { TW_REUSE, .format = { .kind = VALUE_FLAG } };
static const struct tunable wrong_elements = {
	RMEM,
	.min = NUMBER(0),
	.max = INT_LIMIT,
};
static const struct tunable wrong_word = {
	ROW("net.ipv4.tcp_congestion_control", "net/ipv4/tcp_congestion_control", TABLE),
	OF_NETNS,
	.format = { .kind = VALUE_CHOICE },
	.choices = WORDS("no-such-control"),
};

static const struct {
	const struct tunable *row;
	const char *says; /* NULL: the row is right */
} plants[] = {
	{ &right, NULL },
	{ &right_pair, NULL },
	{ &right_vector, NULL },
	{ &wrong_max, "refuses 3 (EINVAL)" },
	{ &wrong_limit, "takes 65536, beyond the limit" },
	{ &wrong_start, "begins with" },
	{ &no_coupling, "moves net.ipv4.conf.forwarding, which no coupling names" },
	{ &wrong_end, "which `until` denies" },
	{ &wrong_path, "is not there (ENOENT)" },
	{ &wrong_owner, "shows in a child namespace" },
	{ &wrong_scope, "so each has its own" },
	{ &wrong_mode, "the row says read-only" },
	{ &wrong_kind, "is no value of it" },
	{ &wrong_elements, "refuses 0 0 0 (EINVAL)" },
	{ &wrong_word, "which the row does not know" },
};

static bool is_found(struct source *source, const struct snapshot *outside, size_t i)
{
	const struct tunable *const rows[] = { plants[i].row, &forwarding };
	auto_snapshot struct snapshot *snapshot = NULL;
	struct sweep sweep = {
		.source = source,
		.outside = outside,
		.rows = rows,
		.row_count = ARRAY_SIZE(rows),
	};
	struct opinion opinion = { 0 };
	const char *detail;
	bool is_right;

	if (space_read(source, rows, ARRAY_SIZE(rows), &snapshot) < 0)
		return false;
	/* On a vendor's or a real-time kernel a release alone denies nothing. */
	if (release_bracket_is_set(&plants[i].row->until) &&
	    release_reached(snapshot_release(outside), &plants[i].row->until) != TRUTH_YES) {
		printf("planted row %zu (%s): not tried: this release decides nothing\n", i,
		       plants[i].row->id);
		return true;
	}
	sweep.snapshot = snapshot;
	sweep_row(&sweep, plants[i].row, &opinion);
	detail = opinion.detail.bytes ? opinion.detail.bytes : "";
	if (plants[i].says)
		is_right = opinion.verdict == VERDICT_DISAGREES && strstr(detail, plants[i].says);
	else
		is_right = opinion.verdict == VERDICT_AGREES || opinion.verdict == VERDICT_NARROWER;
	if (!is_right)
		printf("planted row %zu (%s): %s: %s\n", i, plants[i].row->id,
		       opinion_name(opinion.verdict), detail);
	opinion_done(&opinion);
	return is_right;
}

int sweep_planted(struct source *source)
{
	const struct tunable *rows[ARRAY_SIZE(plants) + 1] = { &forwarding };
	auto_snapshot struct snapshot *outside = NULL;
	size_t found = 0;
	int r;

	for (size_t i = 0; i < ARRAY_SIZE(plants); i++)
		rows[i + 1] = plants[i].row;
	r = space_read(source, rows, ARRAY_SIZE(rows), &outside);
	if (r == 0)
		r = space_make();
	if (r < 0)
		return r;
	for (size_t i = 0; i < ARRAY_SIZE(plants); i++)
		found += is_found(source, outside, i) ? 1 : 0;
	printf("%zu of %zu planted rows judged rightly\n", found, ARRAY_SIZE(plants));
	return found == ARRAY_SIZE(plants) ? 0 : 1;
}
