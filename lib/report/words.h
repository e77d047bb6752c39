/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How findings and rows are said to people: every text of report/ takes its words here. */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "report/report.h"

/* What comes from outside (names, values, profiles), made safe. NULL adds nothing. */
void words_add(struct text *text, const char *string);
/* "1 rule", "3 rules" */
void words_count(struct text *text, size_t count, const char *one, const char *many);
/* A canonical value with its unit: "4096 connections", "4194304 bytes (4 MiB)", "empty". */
void words_value(struct text *text, const char *canonical, enum unit unit);
/* "at least 4096 connections", "1 or 2", "anything but 0" */
void words_wanted(struct text *text, const struct rule *rule, char *const *operands, size_t count);
/* "at least 4096 connections", as a profile writes it. */
void words_assertion(struct text *text, enum relation relation, const struct operand *operands,
		     size_t count, enum unit unit);
/* "nodes.count at least 2" */
void words_condition(struct text *text, const struct condition *condition);
/* "net.core.somaxconn", "the third number of net.ipv4.tcp_rmem" */
void words_subject(struct text *text, const struct rule *rule);
/* At most so many instances are named, the others counted. */
#define WORDS_SHOWN_MAX 3
/* " on eth0, eth1", " on interrupt 36", " on 14 interfaces (eth0, eth1, eth2, ...)"; @names holds
 * the first @shown of @count. */
void words_where(struct text *text, enum scope scope, const struct text *names, size_t shown,
		 size_t count);
/* @before "at a server's next listen(). Restart it." Rows whose sentence says it all stand alone.
 */
void words_moment(struct text *text, const struct tunable *tunable, const char *before);
/* "no value is weaker than another", ... */
const char *words_security(enum security security);
/* "a number of connections", "3 numbers, in bytes", "one word" */
void words_kind(struct text *text, const struct value_format *format, enum unit unit);
/* ---- a tunable's row, field by field; nothing where the row has nothing to say ---- */

/* "1 to 65535", "always, madvise, never" */
void words_limits(struct text *text, const struct tunable *tunable);
/* "one for each interface; the greater of its own and that of `all` acts" */
void words_scope(struct text *text, const struct tunable *tunable);
/* What weaker means, weakest first. */
void words_order(struct text *text, const struct tunable *tunable);
/* Why tuneadv never writes it, where it does not. */
void words_writing(struct text *text, const struct tunable *tunable);
/* Since and until when it exists, what it became, and what brings it. */
void words_presence(struct text *text, const struct tunable *tunable);
const char *words_knowledge(enum knowledge known);

/* What a fact or setting without a value is: "cannot be read (EACCES)", "removed from this kernel".
 */
void words_reading_state(struct text *text, const struct reading *reading);
/* "6.18", or "between 4.4 and 4.9" */
void words_bracket(struct text *text, const struct release_bracket *bracket);
/* Up to the end of the first sentence. */
struct span words_first_sentence(const char *text);
/* "Linux 6.18.44, 2 CPUs, 1 node, kvm" */
void words_host(struct text *text, const struct report_frame *frame,
		const struct snapshot *snapshot);

#endif
