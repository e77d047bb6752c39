/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reading a manifest in parts: for the manifest*.c files of this floor only. */
#ifndef SOURCE_MANIFEST_PARTS_H
#define SOURCE_MANIFEST_PARTS_H

#include "base/json.h"
#include "source/capture.h"

struct manifest_reading {
	const struct json *json;
	struct manifest *manifest;
	struct diag *diag;
};

/* A member that must be there and be of @kind. */
must_check int manifest_member(struct manifest_reading *reading, const struct json_node *object,
			       const char *key, enum json_kind kind,
			       const struct json_node **ret_node);
/* The same; NULL where it is null. */
must_check int manifest_member_or_null(struct manifest_reading *reading,
				       const struct json_node *object, const char *key,
				       enum json_kind kind, const struct json_node **ret_node);
must_check int manifest_member_number(struct manifest_reading *reading,
				      const struct json_node *object, const char *key, uint64_t max,
				      uint64_t *ret_number);
/* "EACCES", negative; 0 for null. */
must_check int manifest_member_errno(struct manifest_reading *reading,
				     const struct json_node *object, const char *key,
				     int *ret_error);
must_check int manifest_errno(struct manifest_reading *reading, const struct json_node *node,
			      int *ret_error);

must_check int manifest_read_paths(struct manifest_reading *reading, const struct json_node *root);

#endif
