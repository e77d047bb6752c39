/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The knowledge: what tunables and facts exist, as constant rows. A row holds no function pointer
 * and a file of rows no function; what a row must resolve elsewhere it names by id, and the
 * registry's self-test proves that the ids exist.
 */
#ifndef TUNABLE_TUNABLE_H
#define TUNABLE_TUNABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "value/condition.h"
#include "value/release.h"
#include "value/unit.h"
#include "value/value.h"

/* Whose setting it is; an instance of a scope fills the braces of the path. */
enum scope {
	SCOPE_HOST = 1,
	SCOPE_NETNS,	  /* one for each network namespace; read in the inspected one */
	SCOPE_NETDEV,	  /* {netdev}: network devices, or the folders of net/ipv4/conf */
	SCOPE_RX_QUEUE,	  /* {rx-queue}: receive queues of network devices; instance "eth0/rx-0" */
	SCOPE_TX_QUEUE,	  /* {tx-queue}: transmit queues of network devices; instance "eth0/tx-0" */
	SCOPE_BLOCK,	  /* {block}: block devices */
	SCOPE_CPU,	  /* {cpu} */
	SCOPE_NODE,	  /* {node} */
	SCOPE_POLICY,	  /* {policy}: cpufreq policies */
	SCOPE_IRQ,	  /* {irq} */
	SCOPE_IDLE_STATE, /* {idle-state}: idle states of CPUs; instance "cpu0/state1" */
	SCOPE_PAGE_SIZE,  /* {page-size}: sizes of huge pages; instance "hugepages-64kB" */
};

/* Else there is one value for the whole host, or namespace. */
static inline bool scope_has_instances(enum scope scope)
{
	return scope != SCOPE_HOST && scope != SCOPE_NETNS;
}

/* When a written value begins to act. */
enum effect {
	EFFECT_NOW = 1,
	EFFECT_NEW_SOCKETS,
	EFFECT_NEXT_LISTEN,
	EFFECT_NEW_PROCESSES,
	EFFECT_DEVICE_RESET,
	EFFECT_BOOT,
};

/* What "weaker" means for this setting. */
enum security {
	SECURITY_NEUTRAL = 1,  /* reviewed: no value is weaker than another */
	SECURITY_RANKED,       /* by @secure_ranks */
	SECURITY_RISING,       /* a higher number is never weaker */
	SECURITY_FALLING,      /* a lower number is never weaker */
	SECURITY_FEWER_BITS,   /* each set bit allows more: a subset is never weaker */
	SECURITY_MORE_BITS,    /* each set bit protects: a superset is never weaker */
	SECURITY_MORE_WORDS,   /* text of words: to keep them all is never weaker */
	SECURITY_WIDER,	       /* a low and a high end: a larger span is never weaker */
	SECURITY_RT_BANDWIDTH, /* runtime against period decides (security.md 2) */
	SECURITY_PROGRAM,      /* names what the kernel runs as root: never written */
	SECURITY_CONTESTED,    /* authorities disagree: only a role decides, we never write it.
				  Words of the ranks below the last are weak to all */
	SECURITY_UNREVIEWED,   /* never written */
};

/* How the kernel combines the values of several places into the one that acts. */
enum combine {
	COMBINE_OWN = 1, /* each place has its own */
	COMBINE_MAX,	 /* max(all, interface) */
	COMBINE_MIN,
	COMBINE_OR,
	COMBINE_AND,
};

/* In what a read-back may honestly differ from what was written. */
enum readback {
	READBACK_EXACT = 1,
	READBACK_SUBSET,  /* cpu masks: the kernel leaves out CPUs it does not allow */
	READBACK_ROUNDED, /* the kernel rounds */
	READBACK_AT_LEAST,
	READBACK_PARTIAL,
};

/* How a fact of a row is known (HOUSE 2). A recalled one is never printed as fact and never decides
 * a result. */
enum knowledge {
	KNOWLEDGE_READ = 1,  /* the source or document was read */
	KNOWLEDGE_TRIED,     /* seen on a live kernel */
	KNOWLEDGE_BRACKETED, /* absent in one release and present in another, both read */
	KNOWLEDGE_RECALLED,
};

/* Why a setting does nothing while some condition holds. All conditions must hold. */
struct inert {
	const char *code; /* of the closed list in the report's schema */
	const char *text; /* one sentence for people */
	/* None: the kernel only keeps the number (code "no-op"), and `since` says since when. */
	const struct condition *conditions;
	size_t condition_count;
	struct release_bracket since; /* inert only on releases that have begun ... */
	struct release_bracket until; /* ... and not ended; zero: no end */
	enum knowledge known;
	const char *reference;
};

/* What this setting is on a host that nobody touched. The last row whose bracket is reached counts.
 */
struct tunable_default {
	struct release_bracket since;
	const struct operand *elements; /* one for each element (one for scalars); literals or
					   linear forms of facts */
	size_t element_count;
	/* Known for this machine type only (as the fact "arch" says it: "x86_64"); NULL: for all.
	 */
	const char *arch;
	/* The computed form is the most that it can be: below a clamp's max the true default may be
	 * less (memory that the kernel keeps for itself is not counted), so there only "at least
	 * this" is a proof. Literal elements are exact all the same. */
	bool is_upper_bound;
	const char *how; /* one sentence: where the number comes from */
	enum knowledge known;
	const char *reference;
};

struct tunable {
	const char *id;	   /* sysctl's own name, or FAMILY.NAME for sysfs: "net.core.somaxconn",
			      "thp.enabled" */
	const char *title; /* what it is, at most 70 characters, no full stop */
	const char *path;  /* with at most one scope in braces */
	enum scope scope;
	struct value_format format;
	enum unit unit;

	/* What we would ever write; the kernel's own limits where it has sane ones. Of each element
	 * of a vector. */
	bool has_min;
	bool has_max;
	bool is_ascending; /* vector: each element at least the one before */
	struct number min;
	struct number max;
	const char *const
		*choices; /* every word the kernel knows for it, NULL-terminated; NULL: open set */
	/* A reference, or "own: " and one sentence where the kernel sets no bound of use. */
	const char *limits_reference;

	struct release_bracket since; /* zero: as long as this project's kernels reach back */
	struct release_bracket until; /* removed; zero: still there */
	const char *removed_because;  /* one sentence when `until` is set */
	const char *replaced_by;  /* id of the tunable that it became: renamed or moved; or NULL */
	const char *needs_config; /* kernel option without which it does not exist:
				     "CONFIG_NUMA_BALANCING"; or NULL */
	const char *
		needs_module; /* exists only while this module is loaded: "nf_conntrack"; or NULL */
	/* Absent from child network namespaces (its owner is the host): kernel.md 1.14. */
	bool is_hidden_in_child_netns;
	struct release_bracket shown_in_child_netns; /* since when it is shown there after all
							(read-only); zero: never */
	/* SCOPE_NETNS: since when each network namespace has one of its own; before, the initial
	 * one had the only one and no other showed it. Zero: as long as this project's kernels
	 * reach back. */
	struct release_bracket own_in_child_netns;

	enum effect effect;
	const char *effect_text; /* one sentence for people: what must be restarted, or what takes
				    it up */

	enum security security;
	/* SECURITY_RANKED, and SECURITY_CONTESTED where it has any: weakest first; each rank is a
	 * set of canonical values separated by blanks. NULL-terminated. */
	const char *const *secure_ranks;
	/* The weakest value that a profile may ask for and lint lets pass: an element of
	 * secure_ranks; of a numeric order a number; of bits the most (fewer) or the least (more)
	 * that may be set; of words those that must be kept. NULL: the order alone is known. */
	const char *secure_floor;
	/* SECURITY_PROGRAM: only what begins so is run ("|"), and what of that runs nothing of use
	 * to anybody, NULL-terminated. NULL: whatever stands there is run; nothing is harmless. */
	const char *program_prefix;
	const char *const *program_harmless;
	/* SECURITY_RISING, SECURITY_FALLING: 0 lifts the limit and is the weakest of all. */
	bool is_zero_weakest;
	/* Of bits: the number that stands for every bit (kernel.sysrq: 1); 0: none does. */
	uint64_t all_bits;
	/* Who publishes a rule about it ("KSPP", "ComplianceAsCode"), read in
	 * tests/guard/authorities.tsv. NULL-terminated; NULL: the order is the kernel's alone. */
	const char *const *authorities;
	const char *security_reference; /* NULL only for SECURITY_UNREVIEWED */
	enum combine combine;
	const char *const
		*latches; /* canonical values that cannot be left again; NULL-terminated or NULL */
	const char *const *couplings; /* ids of tunables that a write moves, with "@NAME" where it
					 moves only the instance of that name; its own where a write
					 to "all" sets each interface. NULL-terminated or NULL */

	const struct inert *inert;
	size_t inert_count;
	const struct tunable_default *defaults;
	size_t default_count;

	/* Of a pair of which exactly one counts: the other's id. The one that does not count shows
	 * 0, which cannot be written; it is put back by writing the other (dirty_bytes and
	 * dirty_ratio). NULL: none. */
	const char *exclusive_with;
	/* A capability that the kernel asks for besides user id 0 and the file's mode,
	 * "cap_sys_admin"; NULL: none. */
	const char *capability;
	const char *capability_reference; /* NULL only without a capability */

	bool is_advice_only; /* never written by us (operators.md): `advice_only_because` says why
			      */
	const char *advice_only_because;
	bool is_read_only; /* the kernel offers no write at all: a count, a state */
	bool is_secret;	   /* never captured */
	bool is_boot_only; /* only the boot line changes it */

	enum readback readback;
	const int *not_steerable; /* errnos that mean "cannot be steered", 0-terminated; or NULL */

	enum knowledge known;	       /* of the row as a whole */
	const char *const *references; /* "kernel:path@release", "commit:hash", "doc:url#anchor";
					  NULL-terminated, never empty */
};

/* The registry: sorted by id. */
size_t tunable_count(void);
/* Row number @index: what goes through all of them walks instead, which costs far less. */
const struct tunable *tunable_at(size_t index);
#define TUNABLE_FAMILIES_MAX 40
struct tunable_walk {
	size_t passed[TUNABLE_FAMILIES_MAX]; /* of each family; begin with all 0 */
};
const struct tunable *tunable_next(struct tunable_walk *walk); /* NULL: that was all */
const struct tunable *tunable_find(const char *id);	       /* NULL: no such id */

/* The row that a coupling names, and the one instance that moves (NULL: whichever there are). */
const struct tunable *coupling_find(const char *coupling, const char **ret_instance);
/* Does a write of @tunable at @written move @instance of the row @id? @instance NULL: any. */
bool coupling_moves(const struct tunable *tunable, const char *written, const char *id,
		    const char *instance);

const char *scope_name(enum scope scope);    /* "host", "netns", "netdev", ... */
const char *effect_name(enum effect effect); /* "now", "new-sockets", ... */
const char *
security_name(enum security security); /* "neutral", "protective", "contested", "unreviewed" */
const char *combine_name(enum combine combine);
const char *knowledge_name(enum knowledge known);
/* Does this negative errno of a write mean that nobody can steer this one (a managed IRQ)? */
bool tunable_cannot_be_steered(const struct tunable *tunable, int error);
/* The path with the instance's fragment in the place of the braces. */
must_check int tunable_path(const struct tunable *tunable, const char *fragment, char **ret_path);

/*
 * The bound of the default on @release: *ret_low == *ret_high when known exactly. Where the number
 * alone is no proof (vendor kernels, inside a bracket) the range spans every default the row knows.
 * -ENODATA: not known; *ret_why says why (borrowed).
 */
must_check int tunable_default_on(const struct tunable *tunable, const struct release *release,
				  const struct resolver *resolver, struct value *ret_low,
				  struct value *ret_high, const char **ret_why);

#endif
