#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The one law: a file includes headers of its own floor or a lower one. And the roof sees only <tuneadv.h>.
# Usage: floors.sh [TREE]; prints each offence as FILE:LINE and exits 1 when there is one.
set -u
cd "${1:-${top_srcdir:-.}}" || exit 99

awk '
BEGIN {
	count = split("base source value tunable host guard profile advice change report door", names, " ")
	for (i = 1; i <= count; i++)
		floor[names[i]] = i
}
function offend(why) {
	printf "%s:%d: %s: %s\n", FILENAME, FNR, why, $0
	bad = 1
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	target = quoted[2]
	split(FILENAME, path, "/")
	if (path[1] == "cli") {
		if (target ~ /\.\.\/|^lib\//)
			offend("the roof sees only <tuneadv.h>")
		split(target, part, "/")
		if (part[2] != "" && part[1] in floor)
			offend("the roof sees only <tuneadv.h>")
		next
	}
	if (target == "config.h")
		next
	if (target == "tuneadv.h") {
		if (path[2] != "door")
			offend("only the door includes tuneadv.h")
		next
	}
	split(target, part, "/")
	if (!(part[1] in floor) || part[2] == "")
		offend("an include must name a floor")
	else if (!(path[2] in floor))
		offend("a file must stand on a floor")
	else if (floor[part[1]] > floor[path[2]])
		offend("includes an upper floor")
}
END { exit bad }
' $(find lib cli -name '*.[ch]' ! -path lib/tuneadv.h | LC_ALL=C sort)
