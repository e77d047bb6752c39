/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows: fs.*: what protects files of one user from another, and core files of privileged programs.
 */
#include "config.h"

#include "tunable/family.h"

#include "base/cleanup.h"

#define FS_PAGE	    "doc:https://docs.kernel.org/admin-guide/sysctl/fs.html"
#define BINFMT_PAGE "doc:https://docs.kernel.org/admin-guide/binfmt-misc.html"

static const struct tunable_default suid_dumpable_defaults[] = {
	{
		.since = SINCE(5, 10),
		.elements = ELEMENTS({ .literal = "0" }),
		.element_count = 1,
		.how = "Fixed in the kernel's source.",
		.known = KNOWLEDGE_READ,
		.reference = "kernel:fs/exec.c@6.12",
	},
};

static const struct tunable rows[] = {
	{
		.id = "fs.binfmt_misc.status",
		.title = "Other formats of programs are started through interpreters",
		.path = "/proc/sys/fs/binfmt_misc/status",
		.scope = SCOPE_HOST,
		.format = { .kind = VALUE_TEXT },
		.unit = UNIT_NONE,
		.limits_reference = "own: it reads enabled or disabled, and takes 1, 0 and -1, "
				    "which forgets them all.",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next execve().",
		/* Interpreters of foreign formats: an entrance for some, the only way to run them
		 * for hosts that build for other machines. */
		.security = SECURITY_CONTESTED,
		.authorities = WORDS("GrapheneOS", "secureblue"),
		.security_reference = BINFMT_PAGE,
		.combine = COMBINE_OWN,
		/* No secret: systemd mounts the file system when anyone looks, and looking shall
		 * change nothing. */
		.is_secret = true,
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(BINFMT_PAGE, "kernel:fs/binfmt_misc.c@6.12"),
	},
	{
		.id = "fs.protected_fifos",
		.title = "Users do not open pipes of others in shared folders as new files",
		.path = "/proc/sys/fs/protected_fifos",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "kernel:fs/namei.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next open() that would create; 2 also in folders "
			       "that a group may write.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "1", "2"),
		.secure_floor = "1",
		.authorities = WORDS("ComplianceAsCode", "GrapheneOS", "KSPP", "Kicksecure",
				     "Talos", "dev-sec", "kernel-hardening-checker", "konstruktoid",
				     "secureblue", "systemd"),
		.security_reference = FS_PAGE,
		.combine = COMBINE_OWN,
		/* 0 in the kernel's source; distributions patch it or change it in sysctl.d: none
		 * is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(FS_PAGE, "kernel:fs/namei.c@6.12"),
	},
	{
		.id = "fs.protected_hardlinks",
		.title = "Users make no hard links to files that they may not write",
		.path = "/proc/sys/fs/protected_hardlinks",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:fs/namei.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next link().",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "1"),
		.secure_floor = "1",
		.authorities = WORDS("ComplianceAsCode", "KSPP", "Kicksecure", "Talos",
				     "ansible-lockdown", "dev-sec", "kernel-hardening-checker",
				     "konstruktoid", "lynis", "secureblue", "systemd"),
		.security_reference = FS_PAGE,
		.combine = COMBINE_OWN,
		/* 0 in the kernel's source; distributions patch it or change it in sysctl.d: none
		 * is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(FS_PAGE, "kernel:fs/namei.c@6.12"),
	},
	{
		.id = "fs.protected_regular",
		.title = "Users do not open files of others in shared folders as new ones",
		.path = "/proc/sys/fs/protected_regular",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "kernel:fs/namei.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next open() that would create; 2 also in folders "
			       "that a group may write.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "1", "2"),
		.secure_floor = "1",
		.authorities =
			WORDS("ComplianceAsCode", "GrapheneOS", "KSPP", "Kicksecure", "Talos",
			      "dev-sec", "kernel-hardening-checker", "secureblue", "systemd"),
		.security_reference = FS_PAGE,
		.combine = COMBINE_OWN,
		/* 0 in the kernel's source; distributions patch it or change it in sysctl.d: none
		 * is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(FS_PAGE, "kernel:fs/namei.c@6.12"),
	},
	{
		.id = "fs.protected_symlinks",
		.title = "Links of others in shared folders are not followed",
		.path = "/proc/sys/fs/protected_symlinks",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(1),
		.limits_reference = "kernel:fs/namei.c@6.12",
		.effect = EFFECT_NOW,
		.effect_text = "Holds for the next path that is looked up.",
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("0", "1"),
		.secure_floor = "1",
		.authorities = WORDS("ComplianceAsCode", "KSPP", "Kicksecure", "Talos",
				     "ansible-lockdown", "dev-sec", "kernel-hardening-checker",
				     "konstruktoid", "lynis", "secureblue", "systemd"),
		.security_reference = FS_PAGE,
		.combine = COMBINE_OWN,
		/* 0 in the kernel's source; distributions patch it or change it in sysctl.d: none
		 * is stated. */
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(FS_PAGE, "kernel:fs/namei.c@6.12"),
	},
	{
		.id = "fs.suid_dumpable",
		.title = "Core files of privileged programs: 0 none, 1 all, 2 root's alone",
		.path = "/proc/sys/fs/suid_dumpable",
		.scope = SCOPE_HOST,
		.format = FORMAT_SYSCTL_NUMBER,
		.unit = UNIT_NONE,
		.has_min = true,
		.has_max = true,
		.min = NUMBER(0),
		.max = NUMBER(2),
		.limits_reference = "kernel:fs/exec.c@6.12",
		.effect = EFFECT_NEW_PROCESSES,
		.effect_text = "Holds for programs that change their privilege from then on.",
		/* 1 lets users read the memory of privileged programs; 2 is root's to read, but
		 * needs a pipe or an absolute kernel.core_pattern. */
		.security = SECURITY_RANKED,
		.secure_ranks = WORDS("1", "2", "0"),
		.secure_floor = "2",
		.authorities = WORDS("ComplianceAsCode", "KSPP", "Kicksecure", "Talos",
				     "ansible-lockdown", "dev-sec", "kernel-hardening-checker",
				     "konstruktoid", "lynis", "secureblue"),
		.security_reference = FS_PAGE,
		.combine = COMBINE_OWN,
		.defaults = suid_dumpable_defaults,
		.default_count = ARRAY_SIZE(suid_dumpable_defaults),
		.readback = READBACK_EXACT,
		.known = KNOWLEDGE_READ,
		.references = REFERENCES(FS_PAGE, "kernel:fs/exec.c@6.12"),
	},
};

const struct family family_sec_fs = {
	.rows = rows,
	.count = ARRAY_SIZE(rows),
};
