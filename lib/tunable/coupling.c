/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a write moves besides what it writes: "ID", or "ID@INSTANCE" where only that one of its
 * places moves. */
#include "config.h"

#include "tunable/tunable.h"

#include <string.h>

#include "base/text.h"

/* Longer than any id of the registry, as its self-test knows. */
#define ID_SIZE 96

const struct tunable *coupling_find(const char *coupling, const char **ret_instance)
{
	size_t length = strcspn(coupling, "@");
	char id[ID_SIZE];

	*ret_instance = coupling[length] ? coupling + length + 1 : NULL;
	if (length >= sizeof(id))
		return NULL;
	memcpy(id, coupling, length);
	id[length] = '\0';
	return tunable_find(id);
}

/* A row that names itself: a write to "all" reaches its other instances, and no other write does.
 */
static bool reaches_itself(const char *written, const char *instance)
{
	return written && strcmp(written, "all") == 0 && instance && strcmp(instance, "all") != 0;
}

bool coupling_moves(const struct tunable *tunable, const char *written, const char *id,
		    const char *instance)
{
	for (size_t i = 0; tunable->couplings && tunable->couplings[i]; i++) {
		struct span rest = span_of(tunable->couplings[i]);
		struct span part;

		if (!span_split(&rest, '@', &part) || !span_is(part, id))
			continue;
		if (strcmp(tunable->id, id) == 0)
			return reaches_itself(written, instance);
		if (!span_split(&rest, '@', &part) || !instance || span_is(part, instance))
			return true;
	}
	return false;
}
