/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values below what the kernel gives by itself, where less is a loss and nothing else. */
#include "config.h"

#include "advice/lint_parts.h"

#include <errno.h>
#include <string.h>

/* Room: queues, tables, descriptors, buffers. Less of it refuses or drops what more would take, and
 * more of it costs nothing until it is used. Sorted. */
static const char *const rooms[] = {
	"fs.aio-max-nr",
	"fs.file-max",
	"fs.inotify.max_queued_events",
	"fs.inotify.max_user_instances",
	"fs.inotify.max_user_watches",
	"fs.nr_open",
	"kernel.msgmax",
	"kernel.msgmnb",
	"kernel.msgmni",
	"kernel.pid_max",
	"kernel.shmall",
	"kernel.shmmax",
	"kernel.shmmni",
	"kernel.threads-max",
	"net.core.netdev_max_backlog",
	"net.core.optmem_max",
	"net.core.rmem_max",
	"net.core.somaxconn",
	"net.core.wmem_max",
	"net.ipv4.tcp_max_orphans",
	"net.ipv4.tcp_max_syn_backlog",
	"net.ipv4.tcp_max_tw_buckets",
	"net.ipv4.tcp_rmem",
	"net.ipv4.tcp_wmem",
	"net.netfilter.nf_conntrack_max",
	"net.unix.max_dgram_qlen",
	"vm.max_map_count",
};

static bool is_room(const struct tunable *row)
{
	for (size_t i = 0; i < ARRAY_SIZE(rooms); i++) {
		if (strcmp(rooms[i], row->id) == 0)
			return true;
	}
	return false;
}

/* Of a vector the last number: the most that there can be. */
static bool most_of(const struct value *value, struct number *ret_most)
{
	if (value->kind == VALUE_NUMBER)
		*ret_most = value->number;
	else if (value->kind == VALUE_VECTOR && value->vector.count > 0)
		*ret_most = value->vector.elements[value->vector.count - 1];
	else
		return false;
	return true;
}

int lint_judge_lower(const struct lint *lint, const struct tunable *row, const struct value *value,
		     struct lint_verdicts *verdicts)
{
	auto_value struct value low = { 0 };
	auto_value struct value high = { 0 };
	auto_text struct text message = { 0 };
	struct number most, usual;
	const char *why;
	int r;

	if (!lint->release || !is_room(row))
		return 0;
	r = tunable_default_on(row, lint->release, &lint->resolver, &low, &high, &why);
	if (r < 0)
		return r == -ENOMEM ? r : 0;
	/* Only what is below every default that this kernel may have is surely less. */
	if (!most_of(value, &most) || !most_of(&low, &usual) || number_compare(most, usual) >= 0)
		return 0;
	text_addf(&message, "%s: this kernel gives ", row->title);
	number_print(&message, usual);
	text_add(&message, " by itself, the line takes some of it away.");
	return lint_say(verdicts, LINT_LOWERS_DEFAULT, SEVERITY_MEDIUM, &message,
			"leave the line out");
}
