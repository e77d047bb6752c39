#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# A quiet library: our own object files hold no mutable state, and each uses only the outside symbols that allow.txt
# grants it. That list is the door check: who may open files, call cJSON, libmnl, strto* and so on.
# Usage: objects.sh [OBJECT-FOLDER [ALLOW-FILE]]
set -u
here=$(cd "$(dirname "$0")" && pwd)
objects=${1:-${top_builddir:-.}/lib}
allow=${2:-$here/allow.txt}
bad=0

mapfile -t files < <(find "$objects" -path '*.libs/*' -name '*.o' ! -name '*.lai' | LC_ALL=C sort)
if [ "${#files[@]}" -eq 0 ]; then
	echo "no object files under $objects"
	exit 99
fi

own=$(nm --defined-only -g "${files[@]}" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u)

for file in "${files[@]}"; do
	name=${file#"$objects"/}
	name=${name/.libs\//}
	name=${name/libcore_la-/}
	name=${name%.o}
	size -A "$file" | awk -v name="$name" '
		($1 ~ /^\.(data|bss|tdata|tbss)/) && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
			printf "%s: mutable state: %d bytes in %s\n", name, $2, $1
			bad = 1
		}
		END { exit bad }' || bad=1
	nm -u "$file" | awk '{ print $2 }' |
		sed -e 's/@.*//' -e 's/^__isoc23_//' -e 's/^__\(.*\)_chk$/\1/' |
		LC_ALL=C sort -u |
		awk -v name="$name" -v own="$own" '
			BEGIN {
				count = split(own, names, "\n")
				for (i = 1; i <= count; i++)
					ours[names[i]] = 1
			}
			FNR == NR {
				sub(/#.*/, "")
				if (NF < 2)
					next
				pattern = $1
				gsub(/\*/, "[^/]*", pattern)
				if (name ~ ("^" pattern "$"))
					for (i = 2; i <= NF; i++)
						granted[$i] = 1
				next
			}
			# A family of one library: "cJSON_*".
			function is_family(symbol) {
				return (substr(symbol, 1, index(symbol, "_")) "*") in granted
			}
			{
				plain = $1
				sub(/^__/, "", plain)
				sub(/64$/, "", plain)
			}
			!($1 in ours) && !($1 in granted) && !(plain in granted) &&
			!is_family($1) {
				printf "%s: uses %s, which allow.txt does not grant it\n", name, $1
				bad = 1
			}
			END { exit bad }' "$allow" - || bad=1
done
exit $bad
