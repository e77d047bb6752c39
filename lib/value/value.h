/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a value is: parsed from the kernel's text, compared by meaning, printed canonically. */
#ifndef VALUE_VALUE_H
#define VALUE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "base/text.h"
#include "value/cpulist.h"
#include "value/release.h"

/* The longest vector is a row of node distances: 17 nodes were seen, the largest servers have 32.
 */
#define VALUE_ELEMENTS_MAX 32

enum value_kind {
	VALUE_NUMBER = 1,
	VALUE_VECTOR, /* numbers separated by blanks */
	VALUE_CHOICE, /* one word, or "a [b] c" where the kernel offers the others */
	VALUE_FLAG,   /* 0/1, Y/N */
	VALUE_CPULIST,
	VALUE_TEXT,
	VALUE_RELEASE, /* facts only */
};

enum cpulist_style {
	CPULIST_LIST = 1,
	CPULIST_MASK,
};

enum flag_style {
	FLAG_DIGIT = 1, /* printed 0 or 1; Y, N, y, n are read too */
	FLAG_LETTER,	/* printed Y or N; 0 and 1 are read too */
};

/* How the text of one tunable or fact is read and written. */
struct value_format {
	enum value_kind kind;
	enum number_base base; /* number, vector */
	uint8_t elements;      /* vector: exactly so many; 0 for one or more */
	enum cpulist_style cpulist;
	enum flag_style flag;
};

struct value_vector {
	struct number elements[VALUE_ELEMENTS_MAX];
	size_t count;
};

struct value_choice {
	char *chosen;  /* owned */
	char *offered; /* owned: all words separated by one space, the chosen among them; NULL where
			  the kernel shows no brackets */
};

struct value {
	enum value_kind kind; /* 0: no value */
	union {
		struct number number;
		struct value_vector vector;
		struct value_choice choice;
		bool flag;
		struct cpulist cpulist;
		char *text; /* owned */
		struct release release;
	};
};

void value_done(struct value *value);
#define auto_value cleanup(value_done)
must_check int value_copy(const struct value *value, struct value *ret_copy);
/*
 * Blanks around are dropped; then the whole text must be one value of @format: "33 junk" is
 * -EBADMSG, not 33. -ERANGE: beyond 64 bits, too many CPUs or elements. -EBADMSG: malformed (also a
 * vector with too few or too many elements, a choice with no or several brackets among several
 * words, an empty number). An empty text is an empty cpulist, an empty VALUE_TEXT.
 */
must_check int value_parse(const struct value_format *format, struct span text,
			   struct value *ret_value);
/* Canonical text: what we would write. Vectors with one space; a choice prints the chosen word. */
void value_print(struct text *text, const struct value_format *format, const struct value *value);
/* The same as a string of its own, owned by the caller. */
must_check int value_text(const struct value_format *format, const struct value *value,
			  char **ret_text);
/* Equal in meaning; different kinds are never equal. Offered words of choices do not matter. */
bool value_equal(const struct value *a, const struct value *b);
/* Order of numbers, flags and releases; 0 and *ret_order <0, 0, >0. -EINVAL where no order exists.
 */
must_check int value_compare(const struct value *a, const struct value *b, int *ret_order);
/* One element of a vector as a number value; -ERANGE when it has no such element. */
must_check int value_element(const struct value *value, size_t element, struct value *ret_value);
bool choice_offers(const struct value_choice *choice,
		   const char *word); /* true too when nothing is known of the others */
const char *value_kind_name(enum value_kind kind);

#endif
