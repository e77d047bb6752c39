/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tuneadv-outcome/1 and tuneadv-status/1 share. Private to report/. */
#ifndef REPORT_CHANGE_JSON_H
#define REPORT_CHANGE_JSON_H

#include "report/document.h"
#include "report/report_change.h"

/* One change, planned or made. */
struct change_told {
	const char *subject;
	const struct tunable *tunable; /* NULL: not in this version's registry */
	const char *instance;	       /* name, or NULL */
	int64_t instance_number;       /* -1: none, or not known */
	const char *path;
	const char *rules; /* "a, b" */
	const char *from;
	const char *to;
	const char *got;
	const char *result;
	int error;
	const char *because;
	const char *privilege;
	const char *owner;
	bool was_weak;
};

void change_json_add(struct document *document, struct json_container *in,
		     const struct change_told *told);
void change_json_add_outcome(struct document *document, struct json_container *in,
			     const struct outcome_change *change);
/* The parts of "a, b", as an array. */
void change_json_add_rules(struct document *document, struct json_container *in, const char *rules);
/* { kind, id } */
void change_json_add_subject(struct document *document, struct json_container *in, const char *kind,
			     const char *id);

#endif
