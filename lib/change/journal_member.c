/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Members of the JSON objects in a journal: there, of the right kind, and exact to the byte. */
#include "config.h"

#include "change/journal_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

int member_of(const struct member_reader *reader, const struct json_node *object, const char *key,
	      enum json_kind kind, const struct json_node **ret_node)
{
	const struct json_node *node = json_member(object, key);
	int r;

	if (!node)
		return json_complain(reader->json, object, -EBADMSG, reader->diag,
				     "the key \"%s\" is missing", key);
	r = json_expect(reader->json, node, kind, reader->diag);
	if (r < 0)
		return r;
	*ret_node = node;
	return 0;
}

int member_number(const struct member_reader *reader, const struct json_node *object,
		  const char *key, int64_t min, int64_t max, int64_t *ret_number)
{
	const struct json_node *node;
	struct number number;
	int64_t value;
	int r = member_of(reader, object, key, JSON_NUMBER, &node);

	if (r < 0)
		return r;
	if (json_number(reader->json, node, &number) < 0 || number_to_i64(number, &value) < 0 ||
	    value < min || value > max)
		return json_complain(reader->json, node, -EBADMSG, reader->diag,
				     "\"%s\" must be an integer from %" PRId64 " to %" PRId64, key,
				     min, max);
	*ret_number = value;
	return 0;
}

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *found = c == '\0' ? NULL : strchr(digits, c);

	return found ? (int)(found - digits) : -1;
}

/* Only for what is no UTF-8, so that the same bytes have one spelling. */
static int bytes_of_hex(const char *hex, struct text *bytes)
{
	for (; *hex; hex += 2) {
		int high = hex_digit(hex[0]);
		int low = hex_digit(hex[1]);

		if (high < 0 || low < 0 || (high == 0 && low == 0))
			return -EBADMSG;
		text_add_char(bytes, (char)(high << 4 | low));
	}
	if (text_status(bytes) < 0)
		return -ENOMEM;
	return span_is_utf8(text_span(bytes)) ? -EBADMSG : 0;
}

static int read_hex(const struct member_reader *reader, const struct json_node *object,
		    char **ret_bytes)
{
	static const char *const known[] = { "hex", NULL };
	auto_text struct text bytes = { 0 };
	const struct json_node *hex;
	int r = json_reject_unknown(reader->json, object, known, reader->diag);

	if (r == 0)
		r = member_of(reader, object, "hex", JSON_STRING, &hex);
	if (r < 0)
		return r;
	r = bytes_of_hex(json_string(hex), &bytes);
	if (r == -EBADMSG)
		return json_complain(reader->json, hex, r, reader->diag,
				     "expected pairs of the digits 0-9 and a-f, no zero byte, and "
				     "bytes that no JSON string can hold");
	return r < 0 ? r : text_take(&bytes, ret_bytes);
}

int member_bytes_if(const struct member_reader *reader, const struct json_node *object,
		    const char *key, char **ret_bytes)
{
	const struct json_node *node = json_member(object, key);
	char *bytes;
	int r;

	if (!node) {
		*ret_bytes = NULL;
		return 0;
	}
	if (json_kind(node) == JSON_OBJECT)
		return read_hex(reader, node, ret_bytes);
	r = json_expect(reader->json, node, JSON_STRING, reader->diag);
	if (r < 0)
		return r;
	bytes = strdup(json_string(node));
	if (!bytes)
		return -ENOMEM;
	*ret_bytes = bytes;
	return 0;
}

int member_bytes(const struct member_reader *reader, const struct json_node *object,
		 const char *key, char **ret_bytes)
{
	if (!json_member(object, key))
		return json_complain(reader->json, object, -EBADMSG, reader->diag,
				     "the key \"%s\" is missing", key);
	return member_bytes_if(reader, object, key, ret_bytes);
}
