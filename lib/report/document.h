/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all JSON documents share, and facts in the form in which documents tell them. Private to
 * report/. */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "report/report.h"

/* A document being built; freed by document_done(). */
struct document {
	struct json_writer *writer;
	const struct report_frame *frame;
	int status; /* 0 or -ENOMEM, for text on its way into the writer */
};

void document_init(struct document *document, const struct report_frame *frame);
void document_done(struct document *document);
#define auto_document cleanup(document_done)
/* The object that is the document. */
struct json_container *document_root(const struct document *document);

/* "2026-11-30T21:00:00Z" */
void document_time(struct text *text, int64_t time_s);
/* schema, tuneadv and time; nothing else. */
void document_stamp(struct document *document, const char *schema);
/* document_stamp() and the host. @snapshot may be NULL: nothing is known of the host then. */
void document_begin(struct document *document, const struct snapshot *snapshot, const char *schema);
/* The diagnostics, and the whole as bytes in @ret_text. */
must_check int document_end(struct document *document, struct text *ret_text);
/* The document without diagnostics, likewise. */
must_check int document_print(struct document *document, struct text *ret_text);

/* A fact's word; NULL when it is not known, and for the choice "none". */
const char *document_fact_word(const struct snapshot *snapshot, enum fact fact);
/* False: not known. */
bool document_fact_number(const struct snapshot *snapshot, enum fact fact, uint64_t *ret_number);
enum truth document_fact_flag(const struct snapshot *snapshot, enum fact fact);

/* What @text holds, "" when it is empty. */
void document_add_text(struct document *document, struct json_container *in, const char *key,
		       const struct text *text);
/* "EACCES" for -EACCES; NULL for 0. Static. */
const char *document_errno(int error);
/* The errno's name or null. */
void document_add_errno(struct document *document, struct json_container *in, const char *key,
			int error);
/* A canonical value: null, a string, or for a vector an array of its elements. */
void document_add_value(struct document *document, struct json_container *in, const char *key,
			enum value_kind kind, const char *canonical);
/* The value @value of @format as document_add_value() writes it; NULL: null. */
void document_print_value(struct document *document, struct json_container *in, const char *key,
			  const struct value_format *format, const struct value *value);
/* @strings up to NULL, or none when it is NULL. */
void document_add_strings(struct document *document, struct json_container *in, const char *key,
			  const char *const *strings);
/* The SHA-256 of the profile's file, made here: only documents want it. */
void document_add_digest(struct document *document, struct json_container *in,
			 const struct profile *profile);
/* null or { kind, name, number }. */
void document_add_instance(struct document *document, struct json_container *in,
			   const struct instance *instance);

#endif
