/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the texts about changes share: their page is that of check. Private to report/. */
#ifndef REPORT_CHANGE_PAGE_H
#define REPORT_CHANGE_PAGE_H

#include "report/check_parts.h"
#include "report/report_change.h"

/* A setting in one or several places alike. */
struct change_subject {
	const char *id;
	const struct tunable *tunable; /* NULL: not in this version's registry */
	const struct text *names;      /* of the instances shown, or NULL */
	size_t shown;
	size_t count;	   /* of places */
	const char *rules; /* "a, b", or NULL */
};

/* "net.core.somaxconn on eth0  128 -> 4096 connections  [accept-queue]". Without @to: "is FROM". */
void change_add_step(const struct check_page *page, struct text *words,
		     const struct change_subject *subject, const char *from, const char *to);
/* One paragraph over the whole width; blanks at both ends are dropped. */
void change_paragraph(const struct check_page *page, const struct text *words);
/* One more paragraph of a block, its label empty. */
void change_detail(const struct check_page *page, const struct text *words);
/* " --state-dir DIR", where the commands must name it. */
void change_add_state(const struct check_page *page, struct text *words);
/* The profiles as they were asked for, with the folders that they are found in. */
void change_add_profiles(const struct check_page *page, struct text *words);
/* Running out of memory in @part is remembered by the page. */
void change_keep_status(const struct check_page *page, const struct text *part);
/* Names for words_where(): at most WORDS_SHOWN_MAX are kept. */
void change_add_name(struct text *names, size_t *shown, const char *name);

#endif
