/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Collects sentences about what went wrong, bounded and safe to show on a terminal. */
#include "config.h"

#include "base/diag.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

void diag_init(struct diag *diag)
{
	*diag = (struct diag){ 0 };
}

void diag_done(struct diag *diag)
{
	for (size_t i = 0; i < diag->count; i++) {
		free(diag->lines[i].place);
		free(diag->lines[i].sentence);
	}
	free(diag->lines);
	diag_init(diag);
}

static int take_safe(struct span span, char **ret_string)
{
	auto_text struct text safe = { 0 };

	text_add_safe(&safe, span);
	return text_take(&safe, ret_string);
}

static int diag_append(struct diag *diag, int code, const char *place, struct span sentence)
{
	autofree char *safe_place = NULL;
	autofree char *safe_sentence = NULL;

	if (diag->count >= DIAG_MAX)
		return -ENOMEM;

	int r = array_reserve(&diag->lines, &diag->capacity, diag->count + 1, sizeof(*diag->lines));

	if (r < 0)
		return r;
	r = take_safe(span_of(place ? place : ""), &safe_place);
	if (r < 0)
		return r;
	r = take_safe(sentence, &safe_sentence);
	if (r < 0)
		return r;
	diag->lines[diag->count++] = (struct diag_line){
		.code = code,
		.place = take_ptr(safe_place),
		.sentence = take_ptr(safe_sentence),
	};
	return 0;
}

int diag_addv(struct diag *diag, int code, const char *place, const char *format, va_list arguments)
{
	if (!diag)
		return code;

	auto_text struct text sentence = { 0 };

	text_addv(&sentence, format, arguments);
	if (text_status(&sentence) < 0 || diag_append(diag, code, place, text_span(&sentence)) < 0)
		diag->lost++;
	return code;
}

int diag_add(struct diag *diag, int code, const char *place, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	diag_addv(diag, code, place, format, arguments);
	va_end(arguments);
	return code;
}

const char *errno_words(int code)
{
	const char *words = strerrordesc_np(-code);

	return words ? words : "unknown error";
}
