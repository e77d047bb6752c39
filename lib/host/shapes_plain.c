/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes whose lines stand alone: scalar, key-value, pressure, list. */
#include "config.h"

#include <errno.h>

#include "host/shapes.h"

#define HUNDREDTHS	 100u
#define HUNDREDTH_DIGITS 2u

int shape_scalar(struct span text, struct number *ret_number)
{
	return number_parse(span_trim(text), NUMBER_BASE_10, ret_number) < 0 ? -EBADMSG : 0;
}

int shape_pair_read(struct span line, struct shape_pair *ret_pair)
{
	struct span rest = line;
	struct span key;

	/* A colon ends a key with blanks in it; without one, the first blank does. */
	if (!span_split(&rest, ':', &key) || key.length == line.length) {
		rest = line;
		if (!span_token(&rest, &key))
			return -EBADMSG;
	}
	key = span_trim(key);
	if (key.length == 0)
		return -EBADMSG;
	*ret_pair = (struct shape_pair){ .key = key, .value = span_trim(rest) };
	return 0;
}

int shape_pair_number(const struct shape_pair *pair, struct number *ret_number,
		      struct span *ret_unit)
{
	struct span rest = pair->value;
	struct span unit = { .bytes = "", .length = 0 };
	struct span token;
	struct number number;

	if (!span_token(&rest, &token) || number_parse(token, NUMBER_BASE_10, &number) < 0)
		return -EBADMSG;
	if (span_token(&rest, &token))
		unit = token;
	if (span_token(&rest, &token))
		return -EBADMSG;
	*ret_number = number;
	*ret_unit = unit;
	return 0;
}

/* "0.12" is 12; exactly two digits behind the point, as the kernel writes them. */
static int parse_hundredths(struct span text, struct number *ret_number)
{
	struct span whole_text = { .bytes = text.bytes, .length = span_digits(text) };
	struct span rest = span_from(text, whole_text.length);
	struct number whole;
	uint32_t part;

	if (!span_skip(&rest, ".") || rest.length != HUNDREDTH_DIGITS ||
	    span_digits(rest) != HUNDREDTH_DIGITS ||
	    number_parse(whole_text, NUMBER_BASE_10, &whole) < 0 ||
	    number_parse_u32(rest, NUMBER_BASE_10, &part) < 0 ||
	    number_scale(whole, number_from_u64(HUNDREDTHS), 1, number_from_u64(part), ROUND_EXACT,
			 ret_number) < 0)
		return -EBADMSG;
	return 0;
}

static int read_pressure(struct span token, struct shape_cell *cell)
{
	struct span rest = token;

	if (!span_split(&rest, '=', &cell->name) || cell->name.length == 0)
		return -EBADMSG;
	if (span_starts(cell->name, "avg")) {
		cell->scale = HUNDREDTHS;
		return parse_hundredths(rest, &cell->number);
	}
	cell->scale = 1;
	if (span_digits(rest) != rest.length ||
	    number_parse(rest, NUMBER_BASE_10, &cell->number) < 0)
		return -EBADMSG;
	return 0;
}

int shape_pressure_line(struct shape_rows *rows, struct span line)
{
	struct shape_cell cell = { .cpu = SHAPE_NO_CPU, .scale = 1 };
	struct span token;
	int r = 0;

	rows->row++;
	if (!span_token(&line, &cell.row) ||
	    !(span_is(cell.row, "some") || span_is(cell.row, "full")))
		return -EBADMSG;
	while (span_token(&line, &token)) {
		r = read_pressure(token, &cell);
		if (r == 0)
			r = rows->take(rows->into, &cell);
		if (r < 0)
			return r;
		cell.column++;
	}
	return cell.column > 0 ? 0 : -EBADMSG;
}

int shape_list_line(struct shape_rows *rows, struct span line, struct span *ret_word)
{
	struct span more;

	rows->row++;
	if (!span_token(&line, ret_word))
		return 0;
	return span_token(&line, &more) ? -EBADMSG : 1;
}
