/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From the spellings of a sysctl to its row. */
#include "config.h"

#include "tunable/lookup.h"

#include <errno.h>
#include <string.h>

#include "base/nearest.h"
#include "tunable/known_names.h"

#define PROC_SYS    "/proc/sys/"
#define SLIPS_MAX   3
#define HEAD_LENGTH 3	/* "net", "vm." */
#define ID_LENGTH   200 /* longer than any id; a longer path is no row's */

/* The separator that comes first decides which is which (systemd's sysctl_normalize). */
static char first_separator(struct span key)
{
	for (size_t i = 0; i < key.length; i++) {
		if (key.bytes[i] == '.' || key.bytes[i] == '/')
			return key.bytes[i];
	}
	return '.';
}

static bool is_path(struct span path)
{
	struct span rest = path;
	struct span part;

	if (path.length == 0 || path.bytes[path.length - 1] == '/')
		return false;
	while (span_split(&rest, '/', &part)) {
		if (part.length == 0 || span_is(part, "..") || span_is(part, "."))
			return false;
	}
	for (size_t i = 0; i < path.length; i++) {
		if ((unsigned char)path.bytes[i] < ' ')
			return false;
	}
	return true;
}

int sysctl_path(struct span key, struct text *ret_path)
{
	size_t start = ret_path->length;
	bool swaps = first_separator(key) == '.';

	for (size_t i = 0; i < key.length; i++) {
		char c = key.bytes[i];

		if (swaps && (c == '.' || c == '/'))
			c = c == '.' ? '/' : '.';
		text_add_char(ret_path, c);
	}
	if (text_status(ret_path) < 0)
		return text_status(ret_path);
	return is_path(span_from(text_span(ret_path), start)) ? 0 : -EINVAL;
}

/* Is @path the row's own, with @fragment in the place of its braces? */
static bool is_path_of(const struct tunable *tunable, struct span path, struct span fragment)
{
	struct span row = span_of(tunable->path);
	const char *open, *close;
	struct span head, tail;

	if (!span_skip(&row, PROC_SYS))
		return false;
	open = memchr(row.bytes, '{', row.length);
	if (!open)
		return fragment.length == 0 && span_equal(row, path);
	close = memchr(open, '}', row.length - (size_t)(open - row.bytes));
	if (!close)
		return false;
	head = (struct span){ .bytes = row.bytes, .length = (size_t)(open - row.bytes) };
	tail = span_from(row, (size_t)(close - row.bytes) + 1);
	return path.length == head.length + fragment.length + tail.length &&
	       memcmp(path.bytes, head.bytes, head.length) == 0 &&
	       memcmp(path.bytes + head.length + fragment.length, tail.bytes, tail.length) == 0 &&
	       fragment.bytes == path.bytes + head.length;
}

/* The row whose id is the path with dots, less the part from @start to @end (none: both 0). */
static const struct tunable *row_without(struct span path, size_t start, size_t end)
{
	char id[ID_LENGTH];
	size_t length = 0;

	if (path.length >= sizeof(id))
		return NULL;
	for (size_t i = 0; i < path.length; i++) {
		if (i < start || i >= end)
			id[length++] = path.bytes[i] == '/' ? '.' : path.bytes[i];
	}
	id[length] = '\0';
	return tunable_find(id);
}

const struct tunable *sysctl_row(struct span path, struct span *ret_fragment)
{
	const struct tunable *row = row_without(path, 0, 0);
	size_t start = 0;

	*ret_fragment = (struct span){ 0 };
	if (row && is_path_of(row, path, *ret_fragment))
		return row;
	/* Each part in its turn may be the one that names an instance. */
	while (start < path.length) {
		const char *slash = memchr(path.bytes + start, '/', path.length - start);
		struct span part = { .bytes = path.bytes + start };

		if (!slash)
			break;
		part.length = (size_t)(slash - part.bytes);
		row = row_without(path, start, start + part.length + 1);
		if (row && is_path_of(row, path, part)) {
			*ret_fragment = part;
			return row;
		}
		start += part.length + 1;
	}
	return NULL;
}

/* Where the names below are of modules, devices or vendors: no list of ours could be whole. */
static bool is_open_folder(struct span path)
{
	static const char *const folders[] = {
		"abi/",
		"crypto/",
		"debug/",
		"dev/",
		"fs/binfmt_misc/",
		"fs/nfs/",
		"fs/xfs/",
		"kernel/apparmor",
		"kernel/firmware_config/",
		"kernel/sched_domain/",
		"lnet/",
		"net/ax25/",
		"net/bridge/",
		"net/dccp/",
		"net/ipv4/vs/",
		"net/mptcp/",
		"net/netfilter/",
		"net/rds/",
		"net/sctp/",
		"net/smc/",
		"net/x25/",
		"sunrpc/",
		"user/",
	};

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		if (span_starts(path, folders[i]))
			return true;
	}
	return false;
}

/* @name may have "{}" for one part of a path. */
static bool is_name(const char *name, struct span path)
{
	struct span rest = span_of(name);
	struct span part, wanted;

	while (span_split(&rest, '/', &wanted)) {
		if (!span_split(&path, '/', &part) ||
		    (!span_is(wanted, "{}") && !span_equal(wanted, part)))
			return false;
	}
	return path.length == 0;
}

bool sysctl_is_known(struct span path)
{
	if (is_open_folder(path))
		return true;
	for (size_t i = 0; i < known_name_count(); i++) {
		if (is_name(known_name_at(i), path))
			return true;
	}
	return false;
}

/* Comparing letter by letter is dear: a slip leaves the length and the beginning much as they are.
 */
static bool may_be_near(const struct tunable *tunable, struct span word)
{
	size_t length = strlen(tunable->id);

	return span_starts(span_of(tunable->path), PROC_SYS) && length + SLIPS_MAX >= word.length &&
	       word.length + SLIPS_MAX >= length && word.length >= HEAD_LENGTH &&
	       memcmp(tunable->id, word.bytes, HEAD_LENGTH) == 0;
}

const char *sysctl_nearest(struct span path)
{
	struct tunable_walk walk = { 0 };
	const struct tunable *tunable;
	struct nearest nearest;
	autofree char *word = span_copy(path);

	if (!word)
		return NULL;
	for (char *c = word; *c; c++)
		*c = *c == '/' ? '.' : *c;
	nearest_init(&nearest, word);
	while ((tunable = tunable_next(&walk))) {
		if (may_be_near(tunable, span_of(word)))
			nearest_offer(&nearest, tunable->id);
	}
	return nearest.count > 0 && nearest.distances[0] <= SLIPS_MAX ? nearest.names[0] : NULL;
}
