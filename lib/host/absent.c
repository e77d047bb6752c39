/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Why a file is not there. Only what is known for certain explains it: the namespace, the release,
 * the module, the way in which the kernel was built. The rest stays absent without a reason.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

/* Inside a bracket the file itself is the probe; vendors backport, so there it proves nothing. */
static bool is_or_probed(bool is_certain, const struct release *release, enum truth truth,
			 enum truth wanted)
{
	if (truth != TRUTH_UNKNOWN)
		return truth == wanted;
	return is_certain && release && release->trust != RELEASE_VENDOR;
}

/* Would a child network namespace of this kernel not show it? */
static bool is_of_initial_netns(const struct tunable *tunable, const struct release *release,
				bool is_certain)
{
	const struct release_bracket *own = &tunable->own_in_child_netns;
	const struct release_bracket *shown = &tunable->shown_in_child_netns;

	if (release_bracket_is_set(own))
		return is_or_probed(is_certain, release, release_reached(release, own), TRUTH_NO);
	return tunable->is_hidden_in_child_netns &&
	       !(release_bracket_is_set(shown) && release_reached(release, shown) == TRUTH_YES);
}

static int is_hidden(struct reader *reader, const struct tunable *tunable,
		     const struct release *release, bool is_certain, bool *ret_hidden)
{
	const struct value *initial;
	int r;

	*ret_hidden = false;
	if (!is_of_initial_netns(tunable, release, is_certain))
		return 0;
	r = reader_fact_value(reader, FACT_NETNS_INITIAL, &initial);
	if (r < 0)
		return r;
	*ret_hidden = initial && !initial->flag;
	return 0;
}

/* Where sysfs is not mounted no module shows, which says nothing. */
static int lacks_module(struct reader *reader, const char *module, bool *ret_lacks)
{
	auto_text struct text path = { 0 };
	int r;

	text_addf(&path, "/sys/module/%s", module);
	r = text_status(&path);
	if (r < 0)
		return r;
	r = reader_looks(reader, path.bytes);
	*ret_lacks = r == -ENOENT && reader_looks(reader, "/sys/module") == 0;
	return r == -ENOMEM ? r : 0;
}

static int explain(struct reader *reader, const struct tunable *tunable, const char *path,
		   enum reading_state *ret_state)
{
	/* A captured tree may simply not hold the file, unless it says so. */
	bool is_certain = source_knows(reader->source, path);
	const struct value *value;
	const struct release *release;
	bool is_so;
	int r = reader_fact_value(reader, FACT_KERNEL_RELEASE, &value);

	if (r < 0)
		return r;
	release = value ? &value->release : NULL;
	r = is_hidden(reader, tunable, release, is_certain, &is_so);
	if (r < 0)
		return r;
	if (is_so) {
		*ret_state = READING_OTHER_NAMESPACE;
		return 0;
	}
	if (release_bracket_is_set(&tunable->until) &&
	    is_or_probed(is_certain, release, release_reached(release, &tunable->until),
			 TRUTH_YES)) {
		*ret_state = READING_REMOVED;
		return 0;
	}
	if (release_bracket_is_set(&tunable->since) &&
	    is_or_probed(is_certain, release, release_reached(release, &tunable->since),
			 TRUTH_NO)) {
		*ret_state = READING_NOT_YET;
		return 0;
	}
	if (!is_certain)
		return 0;
	if (tunable->needs_module) {
		r = lacks_module(reader, tunable->needs_module, &is_so);
		if (r < 0)
			return r;
		if (is_so) {
			*ret_state = READING_NO_MODULE;
			return 0;
		}
	}
	if (tunable->needs_config && release &&
	    (!release_bracket_is_set(&tunable->since) ||
	     release_reached(release, &tunable->since) == TRUTH_YES))
		*ret_state = READING_NOT_BUILT_IN;
	return 0;
}

int absent_explain(struct reader *reader, const struct tunable *tunable, const char *path,
		   struct reading *reading)
{
	enum reading_state state = READING_ABSENT;
	int r;

	if (reading->state != READING_ABSENT)
		return 0;
	r = explain(reader, tunable, path, &state);
	if (r < 0)
		return r;
	if (state != READING_ABSENT)
		*reading = (struct reading){ .state = state };
	return 0;
}
