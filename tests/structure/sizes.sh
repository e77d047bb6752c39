#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Files of at most 400 lines (rows aside), functions of at most 60, lines of at most 100 columns.
# Usage: sizes.sh [TREE]
set -u
cd "${1:-${top_srcdir:-.}}" || exit 99
rows=$(sed -n '/^ROW_FILES = /,/[^\\]$/p' Makefile.am | grep -o 'lib/[a-z0-9_/]*\.c')
awk -v rows="$rows lib/tuneadv.h" '
BEGIN {
	count = split(rows, names, /[ \n]+/)
	for (i = 1; i <= count; i++)
		long[names[i]] = 1
}
function offend(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what
	bad = 1
}
FNR == 1 { start = 0 }
FNR == 401 && !(FILENAME in long) { offend("more than 400 lines") }
{
	plain = $0
	while ((tab = index(plain, "\t")) > 0)
		plain = substr(plain, 1, tab - 1) sprintf("%*s", 8 - (tab - 1) % 8, "") substr(plain, tab + 1)
	if (length(plain) > 100)
		offend("more than 100 columns")
}
/^\{/ { start = FNR }
/^\}/ {
	if (start && FNR - start - 1 > 60)
		offend("a function of " FNR - start - 1 " lines")
	start = 0
}
END { exit bad }
' $(find lib cli -name '*.[ch]' | LC_ALL=C sort)
