/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A document on its way out: collected whole, then written once and checked. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct output {
	char *bytes; /* terminated whenever it is not NULL */
	size_t length;
	size_t capacity;
	int status; /* 0 or -ENOMEM */
};

enum output_color {
	OUTPUT_COLOR_AUTO = 1,
	OUTPUT_COLOR_ALWAYS,
	OUTPUT_COLOR_NEVER,
};

void output_done(struct output *output);
__attribute__((format(printf, 2, 3))) void output_addf(struct output *output, const char *format,
						       ...);
/* For a struct tuneadv_sink whose closure is a struct output. */
int output_write(void *closure, const char *bytes, size_t length);
/* Writes all to the file @path, or to standard output (NULL or "-"). A reader that went away is no
 * error. 0 or a negative errno. */
int output_deliver(const struct output *output, const char *path);
bool output_has_color(enum output_color color, const char *path);
/* Columns to wrap at; 0: do not. */
unsigned int output_width(const char *path);
/* Writes all to standard error: what a person must see before a document may follow. */
void output_show(const struct output *output);
/* One line on standard error, "tuneadv: PLACE: MESSAGE"; control characters are made harmless. */
void output_complain(const char *place, const char *message);

#endif
