/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reports over a small captured host and findings made by hand. Include after cmocka.h. */
#ifndef TESTS_REPORT_SAMPLE_H
#define TESTS_REPORT_SAMPLE_H

#include "host-tree.h"
#include "report/report.h"

#define SAMPLE_MAX 64

enum sample_kind {
	SAMPLE_LIVE = 1,
	SAMPLE_CAPTURED,
	SAMPLE_CHILD, /* captured in a child network namespace */
};

struct sample {
	struct host host;
	struct diag diag;
	struct report_frame frame;
	struct report_style style; /* no colour, width 0, medium */
	struct profile profile;
	struct profile *files[1];
	const struct profile *chosen[1];
	struct profile_set set;
	struct rule rules[SAMPLE_MAX];
	const struct rule *in_force[SAMPLE_MAX];
	char *operands[SAMPLE_MAX][1];
	struct instance instances[SAMPLE_MAX];
	size_t instance_count;
	struct finding list[SAMPLE_MAX];
	struct findings findings;
};

/* A host of two CPUs on 6.12; @files are added. */
void sample_new(struct sample *sample, const struct file *files, enum sample_kind kind);
void sample_done(struct sample *sample);
/* A rule that wants at least 10 of a tunable. Everything may be changed afterwards. */
struct rule *sample_rule(struct sample *sample, const char *id, const char *tunable);
struct instance *sample_instance(struct sample *sample, enum scope kind, const char *name);
/* A finding of value "1" that wants "10". */
struct finding *sample_finding(struct sample *sample, const struct rule *rule, enum result result,
			       enum because because);
/* The documents, owned by the caller. */
char *sample_text(struct sample *sample);
char *sample_json(struct sample *sample);

size_t count_of(const char *text, const char *part);
size_t count_lines(const char *text);
#define assert_has(text, part)                                             \
	do {                                                               \
		if (!strstr((text), (part)))                               \
			fail_msg("\"%s\" is not in:\n%s", (part), (text)); \
	} while (0)
#define assert_has_not(text, part)                                     \
	do {                                                           \
		if (strstr((text), (part)))                            \
			fail_msg("\"%s\" is in:\n%s", (part), (text)); \
	} while (0)

#endif
