/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Operands, assertions and conditions. They name facts, tunables and parameters by string id: which
 * value an id has is the business of the floors above, given here as a resolver.
 */
#ifndef VALUE_CONDITION_H
#define VALUE_CONDITION_H

#include "value/truth.h"
#include "value/unit.h"
#include "value/value.h"

enum relation {
	RELATION_AT_LEAST = 1,
	RELATION_AT_MOST,
	RELATION_LESS_THAN,
	RELATION_MORE_THAN,
	RELATION_BETWEEN, /* two operands, both ends included */
	RELATION_ONE_OF,  /* one or more operands */
	RELATION_EQUALS,
	RELATION_NOT,
	RELATION_WITHIN,   /* cpu lists: the value is a subset of the operand */
	RELATION_DISJOINT, /* cpu lists: nothing in common */
	RELATION_CONTAINS, /* cpu lists: the operand is a subset of the value */
};

const char *relation_name(enum relation relation);  /* "at-least", ... */
enum relation relation_from_name(const char *name); /* 0: unknown */

/* Ids beside those of facts and tunables: a profile's parameter, the subject's own default on this
 * release, and that of another tunable ("default:ID", which only the library itself names). */
#define ID_PARAMETER  "parameter."
#define ID_DEFAULT    "default"
#define ID_DEFAULT_OF "default:"

/*
 * A literal, or one linear form over a named quantity: of * times_numerator / times_denominator +
 * plus, then clamped to [min, max]. Converted from the unit of what it names to the unit of the
 * subject; plus, min and max are in the subject's unit. For at-least and more-than it rounds up,
 * else down.
 */
struct operand {
	const char *literal; /* text of a value in the subject's format; NULL for a linear form */
	const char *of; /* id of a fact, tunable or "parameter.NAME"; "default": the subject's own
			   default on this release */
	uint32_t element_plus_one;     /* which element of a vector that `of` names; 0: none */
	struct number times_numerator; /* both 0: times 1 */
	uint64_t times_denominator;    /* 0: 1 */
	struct number plus;
	struct number min;
	struct number max;
	bool has_min;
	bool has_max;
};

#define CONDITION_OPERANDS_MAX 8

/* "the value named @of stands in @relation to the operands" */
struct condition {
	const char *of; /* id of a fact or tunable */
	uint32_t element_plus_one;
	enum relation relation;
	struct operand operands[CONDITION_OPERANDS_MAX];
	size_t operand_count;
};

/* What an id stands for, as far as it is known. */
struct resolved {
	const struct value *value;	/* NULL: unknown (then @why says it); borrowed */
	const struct value *value_high; /* NULL, or: the truth lies between value and this (a
					   default not known exactly) */
	const struct value_format *format;
	enum unit unit;
	const char
		*why; /* borrowed: "cannot be read", "this release's default is not known", ... */
};

struct resolver {
	/* False: no such id. */
	bool (*resolve)(void *closure, const char *id, struct resolved *ret_resolved);
	void *closure;
	uint64_t page_size; /* 0: unknown */
};

/*
 * The operand as a value in the subject's format and unit. TRUTH_UNKNOWN cases: -ENODATA, and
 * *ret_why says which id. @ret_high has kind 0 when the value is exact. -EINVAL: no such id, or its
 * kind or dimension does not fit; -ERANGE: beyond 64 bits and not clamped.
 *
 * A count scaled into bytes or time carries the unit in its factor, so between a count and another
 * dimension nothing is converted. What is not a number is taken as it is: no factor, no clamp.
 */
must_check int operand_value(const struct operand *operand, const struct value_format *format,
			     enum unit unit, enum rounding rounding,
			     const struct resolver *resolver, struct value *ret_value,
			     struct value *ret_high, const char **ret_why);

/* Does @subject stand in the relation? -EINVAL: kinds that cannot be compared (refused when a
 * profile is loaded). */
must_check int relation_holds(enum relation relation, const struct value *subject,
			      const struct value *operands, size_t operand_count,
			      enum truth *ret_truth);

/*
 * As relation_holds, where a value may be known only to lie between two: @subject_high may be NULL,
 * @operands_high too, and a value of kind 0 in them says that the low one is exact. An operand of
 * kind 0 is unknown. The answer is unknown unless every value between gives the same.
 */
must_check int relation_holds_between(enum relation relation, const struct value *subject,
				      const struct value *subject_high,
				      const struct value *operands,
				      const struct value *operands_high, size_t operand_count,
				      enum truth *ret_truth);

/* Evaluates a condition. What is not known makes it TRUTH_UNKNOWN, with *ret_why (borrowed, may be
 * NULL) naming it. */
must_check int condition_evaluate(const struct condition *condition,
				  const struct resolver *resolver, enum truth *ret_truth,
				  const char **ret_why);

enum rounding relation_rounding(enum relation relation);

#endif
