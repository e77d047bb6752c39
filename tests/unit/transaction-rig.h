/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A simulated host, a state folder and hand-made plans, and the one invariant: every value its old
 * one, or every one its new, or the journal names exactly which differ. Include after cmocka.h;
 * link with --wrap=tunable_find, which adds rows of our own.
 */
#ifndef TESTS_TRANSACTION_RIG_H
#define TESTS_TRANSACTION_RIG_H

#include "../sim/sim.h"
#include "change/transaction.h"

#define SOMAXCONN  "/proc/sys/net/core/somaxconn"
#define RMEM	   "/proc/sys/net/ipv4/tcp_rmem"
#define BYTES	   "/proc/sys/vm/dirty_bytes"
#define RATIO	   "/proc/sys/vm/dirty_ratio"
#define SWAPPINESS "/proc/sys/vm/swappiness"
#define RP_ALL	   "/proc/sys/net/ipv4/conf/all/rp_filter"
#define RP_ETH0	   "/proc/sys/net/ipv4/conf/eth0/rp_filter"
#define IFINDEX	   "/sys/class/net/eth0/ifindex"
#define UEVENT	   "/sys/class/net/eth0/uevent"
#define READ_AHEAD "/sys/block/sda/queue/read_ahead_kb"
#define DISKSEQ	   "/sys/block/sda/diskseq"
#define FORWARD	   "/proc/sys/test/forward"
#define REDIRECTS  "/proc/sys/test/redirects"
#define ROUNDED	   "/proc/sys/test/rounded"
#define AT_LEAST   "/proc/sys/test/at_least"
#define STEERED	   "/proc/sys/test/steered"
#define SUBSET	   "/proc/sys/test/subset"
#define PARTIAL	   "/proc/sys/test/partial"
/* As ip_forward, conf/NAME/forwarding and conf/NAME/accept_redirects are to each other. */
#define ROUTER	      "/proc/sys/net/ipv4/ip_forward"
#define PASSING(name) "/proc/sys/net/ipv4/conf/" name "/forwarding"
#define LED_BY(name)  "/proc/sys/net/ipv4/conf/" name "/accept_redirects"

/* The values of a host at one moment, by path. */
struct values {
	char path[SIM_FILES_MAX][160];
	char text[SIM_FILES_MAX][256];
	size_t count;
};

struct rig {
	struct sim sim;
	char parent[64];
	char path[80];
	struct state_folder *state;
	struct transaction transaction;
	struct profile profile;
	char name[64]; /* of that profile */
	const struct profile *chosen[1];
	struct profile_set set;
	struct audit audit;
	size_t audit_count;
	char audit_last[512];
	struct diag diag;
};

void rig_new(struct rig *rig);
void rig_done(struct rig *rig);
/* Opens and locks the folder anew, as another process would. */
void rig_reopen(struct rig *rig);
/* Sentences of the diagnostics are forgotten. */
void rig_forget(struct rig *rig);

/* Wants @to of a tunable; @instance NULL, "all", "eth0" or "sda". */
void want(struct rig *rig, struct plan *plan, const char *id, const char *instance, const char *to);
/* Six changes of all kinds: numbers, a vector, an interface, a pair, and two that turn others. */
void want_all(struct rig *rig, struct plan *plan);

/* 0 or a negative errno; @ret_outcome may be NULL. */
int rig_apply(struct rig *rig, const struct plan *plan, struct outcome *ret_outcome);
int rig_revert(struct rig *rig, const struct revert_options *options, struct outcome *ret_outcome);
int rig_recover(struct rig *rig, struct outcome *ret_outcome);
/* Applies one change under a profile's name and demands that it stands. */
void apply_one(struct rig *rig, const char *profile, const char *id, const char *to);

void values_take(struct rig *rig, struct values *ret_values);
bool values_same(const struct values *a, const struct values *b);
void assert_value(struct rig *rig, const char *path, const char *text);
const struct outcome_change *outcome_of(const struct outcome *outcome, const char *path);
/* The state of each journal, oldest first, as words: "committed incomplete"; "" for none. */
void assert_journals(struct rig *rig, const char *words);
/* The same, to be asked where a failing assertion would be wrong. */
void journals_words(struct rig *rig, char *ret_words, size_t size);

/* What is wrong with how an apply, revert or recovery ended; NULL: nothing. */
const char *broken_by_crash(struct rig *rig, const struct values *before, const struct values *now);
const char *broken_by_end(struct rig *rig, const struct values *before, const struct values *after,
			  int result, const struct outcome *outcome);
/* Recovers without faults and demands that the host is where it must be. */
const char *broken_after_recovery(struct rig *rig, const struct values *before,
				  const struct values *after);

#endif
