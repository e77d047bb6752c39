/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which boot and which network namespace this is: values of others are none to put back. */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "change/place.h"

#define BOOT_ID_PATH "/proc/sys/kernel/random/boot_id"

/* "net:[4026531840]" */
static struct span inode_of(struct span link)
{
	if (!span_starts(link, "net:[") || !span_ends(link, "]"))
		return span_of("");
	return (struct span){ .bytes = link.bytes + 5, .length = link.length - 6 };
}

static int take_inode(struct source *source, char **ret_inode)
{
	auto_text struct text link = { 0 };
	/* In a thread that changed its namespace, "self" is still the leader's. */
	int r = source_link(source, "/proc/thread-self/ns/net", &link);

	if (r == -ENOENT)
		r = source_link(source, "/proc/self/ns/net", &link);
	if (r == -ENOMEM)
		return r;
	*ret_inode = span_copy(r < 0 ? span_of("") : inode_of(text_span(&link)));
	return *ret_inode ? 0 : -ENOMEM;
}

static int take_cookie(struct source *source, char **ret_cookie)
{
	auto_text struct text text = { 0 };
	uint64_t cookie;
	int r = source_netns_cookie(source, &cookie);

	if (r == -ENOMEM)
		return r;
	if (r == 0)
		number_print(&text, number_from_u64(cookie));
	return text_take(&text, ret_cookie);
}

int here_take(struct source *source, struct here *ret_here, struct diag *diag)
{
	auto_text struct text boot_id = { 0 };
	auto_here struct here here = { .source = source };
	int r = source_read(source, BOOT_ID_PATH, &boot_id);

	if (r == -ENOMEM)
		return r;
	if (r < 0)
		return diag_add(diag, r, BOOT_ID_PATH,
				"without it no record can be told from one "
				"of an earlier boot");
	here.boot_id = span_copy(span_trim(text_span(&boot_id)));
	if (!here.boot_id)
		return -ENOMEM;
	r = take_inode(source, &here.netns_inode);
	if (r == 0)
		r = take_cookie(source, &here.netns_cookie);
	if (r < 0)
		return r;
	*ret_here = here;
	here = (struct here){ 0 };
	return 0;
}

void here_done(struct here *here)
{
	free(here->boot_id);
	free(here->netns_inode);
	free(here->netns_cookie);
	*here = (struct here){ 0 };
}

bool here_is_boot_of(const struct here *here, const struct journal *journal)
{
	return strcmp(here->boot_id, journal->boot_id) == 0;
}

static bool differs(const char *a, const char *b)
{
	return a && b && *a && *b && strcmp(a, b) != 0;
}

bool here_is_netns_of(const struct here *here, const struct journal *journal)
{
	return !differs(here->netns_inode, journal->netns_inode) &&
	       !differs(here->netns_cookie, journal->netns_cookie);
}
