/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host at one moment: facts, instances and readings of what was asked for, each file read once.
 */
#ifndef HOST_SNAPSHOT_H
#define HOST_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "source/source.h"
#include "tunable/fact.h"
#include "tunable/tunable.h"

/* ---- what shall be read ---- */

struct needs {
	bool facts[FACT_END_];
	const struct tunable **tunables; /* each once */
	size_t tunable_count;
	size_t tunable_capacity;
	/* Instances that a rule names by name: kept even when they would be left out (loop, veth,
	 * ...). Borrowed. */
	const char **instance_names;
	size_t instance_count;
	size_t instance_capacity;
	/* Keep the network settings of loop-back, veth, ... too, marked as virtual: a change of
	 * "all" acts on them as well. */
	bool has_virtual_netdevs;
	/* Keep whatever could be named (a capture). */
	bool has_every_instance;
};

void needs_init(struct needs *needs);
void needs_done(struct needs *needs);
#define auto_needs cleanup(needs_done)
/*
 * Adds a tunable or fact by id, and what is needed to judge it: the ids of its inert conditions, of
 * its defaults' computed forms. -ENOENT: no such id. Ids of the form "parameter.NAME" and "default"
 * are ignored.
 */
must_check int needs_add(struct needs *needs, const char *id);
/* Couplings and partners of every tunable that is needed: what a plan and its undo must know. */
must_check int needs_add_for_change(struct needs *needs);
must_check int needs_add_instance(struct needs *needs, const char *name);
/* Every fact and every tunable but the secret ones, with all instances: for a capture. */
must_check int needs_add_everything(struct needs *needs);
/* The facts that defaults are worked out of; no tunable's value. */
void needs_add_facts_of_defaults(struct needs *needs);
/* What every report tells of its host. */
void needs_add_identity(struct needs *needs);

/* ---- what was found ---- */

enum reading_state {
	READING_VALUE = 1,
	READING_ABSENT,		 /* no such file, and nothing explains it */
	READING_REMOVED,	 /* this release no longer has it */
	READING_NOT_YET,	 /* this release does not have it yet */
	READING_NOT_BUILT_IN,	 /* the kernel was built without it */
	READING_NO_MODULE,	 /* the module that brings it is not loaded */
	READING_OTHER_NAMESPACE, /* its owner is the host; this is a child network namespace */
	READING_UNREADABLE,	 /* `error` says why */
	READING_MALFORMED,	 /* text that no value of this kind has */
};

struct reading {
	enum reading_state state;
	int error; /* negative errno of READING_UNREADABLE and READING_ABSENT, as the kernel gave
		      it; else 0 */
	struct value value; /* READING_VALUE */
	char *raw; /* what the file said, safe for printing, cut at 200 bytes: READING_MALFORMED
		      only; else NULL */
};

struct instance {
	enum scope kind;
	char *name;	/* "eth0", "rx" of "eth0/rx-0", "cpu3", "node1", "36" */
	char *fragment; /* what fills the braces of a path: "eth0", "eth0/queues/rx-0", "cpu3",
			   "node1", "36" */
	int64_t number; /* ifindex, cpu, node, irq; -1 where there is none */
	/* "all" and "default" of net/ipv4/conf: not an interface, but its value combines with
	 * theirs. */
	bool is_group;
	/* loop, ram, zram, dm, veth, lo, ...: left out of rules that do not name them. */
	bool is_virtual;
};

struct tunable_reading {
	const struct tunable *tunable;
	const struct instance *instance; /* NULL: the tunable has no instances (host, netns) */
	char *path;			 /* as on the inspected host */
	struct reading reading;
};

struct fact_reading {
	enum fact fact;
	const struct instance *instance; /* of a node, else NULL */
	struct reading reading;
	char *path; /* the file that decided it; NULL when computed from several */
};

struct snapshot;

must_check int snapshot_new(struct snapshot **ret_snapshot);
void snapshot_free(struct snapshot *snapshot);
static inline void snapshot_freep(struct snapshot **snapshot)
{
	snapshot_free(*snapshot);
}
#define auto_snapshot cleanup(snapshot_freep)

/*
 * Reads what is needed, once. What cannot be read does not fail the call: it is a reading with an
 * error and adds nothing to @diag but for malformed files. 0, -ENOMEM, or -EINVAL when the snapshot
 * was taken already.
 */
must_check int snapshot_take(struct snapshot *snapshot, struct source *source,
			     const struct needs *needs, struct diag *diag);

bool snapshot_is_live(const struct snapshot *snapshot);
/* The one reading of a fact without instances; NULL when it was not asked for. */
const struct fact_reading *snapshot_fact(const struct snapshot *snapshot, enum fact fact);
/* All readings of a fact (one, or one for each node); *ret_count 0 when not asked for or no
 * instance exists. */
const struct fact_reading *snapshot_facts(const struct snapshot *snapshot, enum fact fact,
					  size_t *ret_count);
/* All readings of a tunable, group instances first, then in order of instance number and name. */
const struct tunable_reading *snapshot_tunables(const struct snapshot *snapshot,
						const struct tunable *tunable, size_t *ret_count);
/* Owners found running; borrowed. */
const struct owner_row *const *snapshot_owners(const struct snapshot *snapshot, size_t *ret_count);
/* NULL: the release is not known. */
const struct release *snapshot_release(const struct snapshot *snapshot);

/* The value that acts for an instance, its own combined with "all" (COMBINE_MAX, OR, AND).
 * -ENODATA: not known. */
must_check int snapshot_effective(const struct snapshot *snapshot,
				  const struct tunable_reading *reading, struct value *ret_value);
/* Which of both acts, borrowed; NULL: their kind knows no such combination. */
const struct value *value_combined(enum combine combine, const struct value *all,
				   const struct value *own);
/*
 * Fills a resolver over this snapshot: facts and tunables without instances by id (with `of` an
 * id), plus "default:ID" for a tunable's default on this release. @ret_resolver borrows the
 * snapshot.
 */
void snapshot_resolver(const struct snapshot *snapshot, struct resolver *ret_resolver);

const char *reading_state_name(enum reading_state state); /* "value", "absent", "removed", ... */

/* One tunable, one instance: the one way in which a value is read; transactions use it too. */
must_check int reading_take(struct source *source, const struct tunable *tunable, const char *path,
			    struct reading *ret_reading);
void reading_done(struct reading *reading);

#endif
