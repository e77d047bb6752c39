/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words that reports use for what rows say, and paths with their instance filled in. */
#include "config.h"

#include "tunable/tunable.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/text.h"

const char *scope_name(enum scope scope)
{
	static const char *const words[] = {
		[SCOPE_HOST] = "host",
		[SCOPE_NETNS] = "netns",
		[SCOPE_NETDEV] = "netdev",
		[SCOPE_BLOCK] = "block",
		[SCOPE_RX_QUEUE] = "rx-queue",
		[SCOPE_CPU] = "cpu",
		[SCOPE_NODE] = "node",
		[SCOPE_POLICY] = "policy",
		[SCOPE_IRQ] = "irq",
		[SCOPE_TX_QUEUE] = "tx-queue",
		[SCOPE_IDLE_STATE] = "idle-state",
		[SCOPE_PAGE_SIZE] = "page-size",
	};

	return word_at(words, ARRAY_SIZE(words), scope);
}

const char *effect_name(enum effect effect)
{
	static const char *const words[] = {
		[EFFECT_NOW] = "now",
		[EFFECT_NEW_SOCKETS] = "new-sockets",
		[EFFECT_NEXT_LISTEN] = "next-listen",
		[EFFECT_NEW_PROCESSES] = "new-processes",
		[EFFECT_DEVICE_RESET] = "device-reset",
		[EFFECT_BOOT] = "boot",
	};

	return word_at(words, ARRAY_SIZE(words), effect);
}

const char *security_name(enum security security)
{
	static const char *const words[] = {
		[SECURITY_NEUTRAL] = "neutral",		[SECURITY_RANKED] = "protective",
		[SECURITY_RISING] = "protective",	[SECURITY_FALLING] = "protective",
		[SECURITY_FEWER_BITS] = "protective",	[SECURITY_MORE_BITS] = "protective",
		[SECURITY_MORE_WORDS] = "protective",	[SECURITY_WIDER] = "protective",
		[SECURITY_RT_BANDWIDTH] = "protective", [SECURITY_PROGRAM] = "program",
		[SECURITY_CONTESTED] = "contested",	[SECURITY_UNREVIEWED] = "unreviewed",
	};

	return word_at(words, ARRAY_SIZE(words), security);
}

const char *combine_name(enum combine combine)
{
	static const char *const words[] = {
		[COMBINE_OWN] = "own", [COMBINE_MAX] = "max", [COMBINE_MIN] = "min",
		[COMBINE_OR] = "or",   [COMBINE_AND] = "and",
	};

	return word_at(words, ARRAY_SIZE(words), combine);
}

const char *knowledge_name(enum knowledge known)
{
	static const char *const words[] = {
		[KNOWLEDGE_READ] = "read",
		[KNOWLEDGE_TRIED] = "tried",
		[KNOWLEDGE_BRACKETED] = "bracketed",
		[KNOWLEDGE_RECALLED] = "recalled",
	};

	return word_at(words, ARRAY_SIZE(words), known);
}

/* May @fragment stand in a path? It comes from names of folders; one that climbs is refused. */
static bool is_safe_fragment(const char *fragment)
{
	struct span rest = span_of(fragment);
	struct span part;
	bool has_part = false;

	if (rest.length == 0 || fragment[rest.length - 1] == '/')
		return false;
	while (span_split(&rest, '/', &part)) {
		if (part.length == 0 || span_is(part, ".") || span_is(part, ".."))
			return false;
		has_part = true;
	}
	return has_part;
}

bool tunable_cannot_be_steered(const struct tunable *tunable, int error)
{
	for (const int *known = tunable->not_steerable; known && *known; known++) {
		if (*known == -error)
			return true;
	}
	return false;
}

int tunable_path(const struct tunable *tunable, const char *fragment, char **ret_path)
{
	const char *open = strchr(tunable->path, '{');
	const char *close = open ? strchr(open, '}') : NULL;
	auto_text struct text path = { 0 };

	if (!close != !fragment)
		return -EINVAL;
	if (!close) {
		text_add(&path, tunable->path);
		return text_take(&path, ret_path);
	}
	if (!is_safe_fragment(fragment))
		return -EINVAL;
	text_add_span(&path, (struct span){ tunable->path, (size_t)(open - tunable->path) });
	text_add(&path, fragment);
	text_add(&path, close + 1);
	return text_take(&path, ret_path);
}
