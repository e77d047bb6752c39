/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: fs.*. */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define FS_PAGE	   "doc:https://docs.kernel.org/admin-guide/sysctl/fs.html"
#define FILE_TABLE "kernel:fs/file_table.c@6.12"

static const struct tunable rows[] = {
	{
		.id = "fs.file-max",
		.title = "Most open files of the whole host",
		.path = "/proc/sys/fs/file-max",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_FILES,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(9223372036854775807), /* LONG_MAX, which systemd sets at boot */
		.limits_reference = FILE_TABLE,
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next open().",
		.security = SECURITY_UNREVIEWED,
		.combine = COMBINE_OWN,
		/* The kernel's own default (about a tenth of the memory in KiB) is a number of
		 * files made from bytes, and systemd replaces it: none is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(FS_PAGE, FILE_TABLE),
	},
	{
		.id = "fs.file-nr",
		.title = "Open files: allocated, unused (always 0), most",
		.path = "/proc/sys/fs/file-nr",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_VECTOR(3),
		.unit = UNIT_FILES,
		.limits_reference = FILE_TABLE,
		.effect = EFFECT_NOW,
		.effect_text = "A count; nothing to set.",
		.security = SECURITY_NEUTRAL,
		.security_reference = FILE_TABLE,
		.combine = COMBINE_OWN,
		.is_read_only = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_TRIED,
		.references = REFERENCES(FS_PAGE, FILE_TABLE),
	},
};

const struct family family_fs = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
