/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pairs of lines, names above values (netstat, snmp): columns are known by their names alone. */
#include "config.h"

#include <errno.h>

#include "host/shapes.h"

void shape_headed_done(struct shape_headed *headed)
{
	text_done(&headed->header);
}

void shape_headed_end(struct shape_headed *headed)
{
	if (headed->is_waiting)
		headed->without_line++;
	headed->is_waiting = false;
}

/* Takes "TcpExt:" off the front. */
static int take_prefix(struct span *line, struct span *ret_prefix)
{
	struct span token;

	if (!span_token(line, &token) || token.length < 2 || !span_ends(token, ":"))
		return -EBADMSG;
	*ret_prefix = (struct span){ .bytes = token.bytes, .length = token.length - 1 };
	return 0;
}

static bool is_number(struct span token)
{
	struct number number;

	return number_parse(token, NUMBER_BASE_10, &number) == 0;
}

/* The whole row, before any of it is handed out. */
static int check_values(struct span values)
{
	struct span token;

	while (span_token(&values, &token)) {
		if (!is_number(token))
			return -EBADMSG;
	}
	return 0;
}

static int keep_header(struct shape_headed *headed, struct span line, struct span names)
{
	struct span token;

	/* Values whose names never came tell nothing. */
	while (span_token(&names, &token)) {
		if (is_number(token))
			return -EBADMSG;
	}
	shape_headed_end(headed);
	text_clear(&headed->header);
	text_add_span(&headed->header, line);
	headed->is_waiting = text_status(&headed->header) == 0;
	return text_status(&headed->header);
}

static int take_values(struct shape_headed *headed, struct span prefix, struct span names,
		       struct span values)
{
	struct shape_cell cell = { .row = prefix, .cpu = SHAPE_NO_CPU, .scale = 1 };
	struct span token;
	int r = check_values(values);

	headed->is_waiting = false;
	if (r < 0)
		return r;
	while (span_token(&values, &token)) {
		if (!span_token(&names, &cell.name)) {
			headed->extra++;
			continue;
		}
		r = number_parse(token, NUMBER_BASE_10, &cell.number);
		if (r == 0)
			r = headed->rows.take(headed->rows.into, &cell);
		if (r < 0)
			return r;
		cell.column++;
	}
	while (span_token(&names, &token))
		headed->missing++;
	return 0;
}

int shape_headed_line(struct shape_headed *headed, struct span line)
{
	struct span names = text_span(&headed->header);
	struct span rest = line;
	struct span waiting;
	struct span prefix;
	int r;

	headed->rows.row++;
	r = take_prefix(&rest, &prefix);
	if (r < 0)
		return r;
	if (headed->is_waiting && take_prefix(&names, &waiting) == 0 && span_equal(waiting, prefix))
		return take_values(headed, prefix, names, rest);
	return keep_header(headed, line, rest);
}
