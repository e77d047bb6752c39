/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Members of a manifest, each of the type that it must have. */
#include "config.h"

#include "source/manifest_parts.h"

#include <errno.h>
#include <string.h>

#define ERRNO_MAX 4095 /* of what the kernel returns */

/* A member that must be there and be of @kind. */
int manifest_member(struct manifest_reading *reading, const struct json_node *object,
		    const char *key, enum json_kind kind, const struct json_node **ret_node)
{
	const struct json_node *node = json_member(object, key);

	if (!node)
		return json_complain(reading->json, object, -EBADMSG, reading->diag,
				     "expected the key \"%s\"", key);
	*ret_node = node;
	return json_expect(reading->json, node, kind, reading->diag);
}

/* The same; NULL where it is null. */
int manifest_member_or_null(struct manifest_reading *reading, const struct json_node *object,
			    const char *key, enum json_kind kind, const struct json_node **ret_node)
{
	const struct json_node *node = json_member(object, key);

	*ret_node = NULL;
	if (node && json_kind(node) == JSON_NULL)
		return 0;
	return manifest_member(reading, object, key, kind, ret_node);
}

static int number_of(struct manifest_reading *reading, const struct json_node *node, uint64_t max,
		     uint64_t *ret_number)
{
	struct number number;
	uint64_t value = 0;
	int r = json_number(reading->json, node, &number);

	if (r == 0)
		r = number_to_u64(number, &value);
	if (r < 0 || value > max)
		return json_complain(reading->json, node, -EBADMSG, reading->diag,
				     "expected a whole number from 0 to %llu",
				     (unsigned long long)max);
	*ret_number = value;
	return 0;
}

int manifest_member_number(struct manifest_reading *reading, const struct json_node *object,
			   const char *key, uint64_t max, uint64_t *ret_number)
{
	const struct json_node *node;
	int r = manifest_member(reading, object, key, JSON_NUMBER, &node);

	return r < 0 ? r : number_of(reading, node, max, ret_number);
}

/* "EACCES", or null for none. */
int manifest_errno(struct manifest_reading *reading, const struct json_node *node, int *ret_error)
{
	for (int error = 1; error <= ERRNO_MAX; error++) {
		const char *name = strerrorname_np(error);

		if (name && strcmp(name, json_string(node)) == 0) {
			*ret_error = -error;
			return 0;
		}
	}
	/* One of another library, or of a later kernel. */
	*ret_error = -EIO;
	if (json_string(node)[0] == 'E')
		return 0;
	return json_complain(reading->json, node, -EBADMSG, reading->diag,
			     "expected the name of an error such as \"EACCES\"");
}

int manifest_member_errno(struct manifest_reading *reading, const struct json_node *object,
			  const char *key, int *ret_error)
{
	const struct json_node *node;
	int r = manifest_member_or_null(reading, object, key, JSON_STRING, &node);

	*ret_error = 0;
	return r < 0 || !node ? r : manifest_errno(reading, node, ret_error);
}
