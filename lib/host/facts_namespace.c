/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which network namespace is looked at, and whether it is the one that the kernel began with. */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

/* "net:[4026531840]" */
static bool inode_of(struct span link, uint64_t *ret_inode)
{
	if (!span_skip(&link, "net:[") || !span_ends(link, "]"))
		return false;
	link.length--;
	return number_parse_u64(link, NUMBER_BASE_10, ret_inode) == 0;
}

int facts_netns_inode(struct reader *reader)
{
	/* In a thread that changed its namespace, "self" is still the leader's. */
	struct about about = ABOUT(FACT_NETNS_INODE, "/proc/thread-self/ns/net");
	auto_text struct text link = { 0 };
	uint64_t inode;
	int r;

	r = source_link(reader->source, about.path, &link);
	if (r == -ENOENT) {
		about.path = "/proc/self/ns/net";
		r = source_link(reader->source, about.path, &link);
	}
	if (r < 0)
		return fact_set_missing(reader, about, r);
	if (!inode_of(text_span(&link), &inode))
		return fact_set_missing(reader, about, -ENODATA);
	return fact_set_number(reader, about, inode);
}

/* The kernel shows the host's backlog in its first namespace alone, somaxconn in each (kernel.md
 * 1.14): a test that needs no privilege. */
int facts_netns_initial(struct reader *reader)
{
	struct about about = ABOUT(FACT_NETNS_INITIAL, "/proc/sys/net/core/netdev_max_backlog");
	int r = reader_looks(reader, about.path);

	if (r == 0)
		return fact_set_flag(reader, about, true);
	if (r != -ENOENT)
		return fact_set_missing(reader, about, r);
	r = reader_looks(reader, "/proc/sys/net/core/somaxconn");
	if (r == 0)
		return fact_set_flag(reader, about, false);
	return fact_set_missing(reader, about, r);
}
