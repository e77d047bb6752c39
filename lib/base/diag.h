/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Diagnostics: sentences about what went wrong, collected for the caller; nothing is printed. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>
#include <stddef.h>

#include "base/cleanup.h"

struct diag_line {
	int code;	/* negative errno */
	char *place;	/* "FILE:LINE:COLUMN", a path, or "" */
	char *sentence; /* safe text (text_add_safe was applied) */
};

struct diag {
	struct diag_line *lines;
	size_t count;
	size_t capacity;
	size_t lost; /* lines that memory or the limit of DIAG_MAX did not allow */
};

#define DIAG_MAX 1000

void diag_init(struct diag *diag);
void diag_done(struct diag *diag);
#define auto_diag cleanup(diag_done)
/* Adds one sentence and returns @code, so that "return diag_add(...)" reads well. @diag may be
 * NULL; @place may be NULL. */
int diag_add(struct diag *diag, int code, const char *place, const char *format, ...)
	format_like(4, 5);
int diag_addv(struct diag *diag, int code, const char *place, const char *format, va_list arguments)
	format_like(4, 0);

/* What a negative errno means, in words; not asked of the locale, as strerror() would. */
const char *errno_words(int code);

#endif
