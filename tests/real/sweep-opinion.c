/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the sweep says of a row. */
#include "config.h"

#include "sweep.h"

#include <errno.h>
#include <string.h>

void *owned(void *pointer)
{
	if (pointer)
		return pointer;
	fputs("sweep: out of memory\n", stderr);
	exit(99);
}

void opinion_add(struct opinion *opinion, enum verdict verdict, const char *format, ...)
{
	auto_text struct text sentence = { 0 };
	va_list arguments;

	va_start(arguments, format);
	text_addv(&sentence, format, arguments);
	va_end(arguments);
	if (verdict > opinion->verdict)
		opinion->verdict = verdict;
	if (!sentence.bytes ||
	    (opinion->detail.bytes && strstr(opinion->detail.bytes, sentence.bytes)))
		return;
	if (opinion->detail.length > 0)
		text_add(&opinion->detail, "; ");
	if (verdict == VERDICT_DISAGREES)
		text_add(&opinion->detail, "! ");
	text_add_safe(&opinion->detail, text_span(&sentence));
}

void opinion_done(struct opinion *opinion)
{
	text_done(&opinion->detail);
	*opinion = (struct opinion){ 0 };
}

const char *opinion_name(enum verdict verdict)
{
	static const char *const names[VERDICT_END_] = {
		[VERDICT_AGREES] = "agrees",	   [VERDICT_NARROWER] = "narrower-by-choice",
		[VERDICT_NOT_HERE] = "not-here",   [VERDICT_NOT_SWEPT] = "not-swept",
		[VERDICT_DISAGREES] = "DISAGREES",
	};

	return word_at(names, ARRAY_SIZE(names), verdict);
}

const char *error_name(int error)
{
	static const struct {
		int number;
		const char *name;
	} names[] = {
		{ EINVAL, "EINVAL" },	      { EPERM, "EPERM" },   { EACCES, "EACCES" },
		{ ENOENT, "ENOENT" },	      { EBUSY, "EBUSY" },   { EIO, "EIO" },
		{ ERANGE, "ERANGE" },	      { ENODEV, "ENODEV" }, { ENOMEM, "ENOMEM" },
		{ EOVERFLOW, "EOVERFLOW" },   { EROFS, "EROFS" },   { EOPNOTSUPP, "EOPNOTSUPP" },
		{ EADDRINUSE, "EADDRINUSE" }, { EAGAIN, "EAGAIN" }, { ENOSPC, "ENOSPC" },
		{ 524, "ENOTSUPP" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (names[i].number == -error)
			return names[i].name;
	}
	return strerror(-error);
}
