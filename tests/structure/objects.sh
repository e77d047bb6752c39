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

# What allow.txt calls an object file.
plain='
	function plain_name(file) {
		sub(/:$/, "", file)
		sub("^" objects "/", "", file)
		sub(/\.libs\//, "", file)
		sub(/libcore_la-/, "", file)
		sub(/\.o$/, "", file)
		return file
	}'
size -A "${files[@]}" | awk -v objects="$objects" "$plain"'
	$2 == ":" { name = plain_name($1) }
	($1 ~ /^\.(data|bss|tdata|tbss)/) && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
		printf "%s: mutable state: %d bytes in %s\n", name, $2, $1
		bad = 1
	}
	END { exit bad }' || bad=1
nm -A -u "${files[@]}" | awk -v objects="$objects" -v own="$own" "$plain"'
	BEGIN {
		count = split(own, names, "\n")
		for (i = 1; i <= count; i++)
			ours[names[i]] = 1
	}
	FNR == NR {
		sub(/#.*/, "")
		if (NF >= 2) {
			patterns[++lines] = $1
			gsub(/\*/, "[^/]*", patterns[lines])
			patterns[lines] = "^" patterns[lines] "$"
			$1 = ""
			words[lines] = $0
		}
		next
	}
	# What the lines of allow.txt together grant this object.
	function grant(name,    i, k, list) {
		delete granted
		for (i = 1; i <= lines; i++) {
			if (name !~ patterns[i])
				continue
			count = split(words[i], list, " ")
			for (k = 1; k <= count; k++)
				granted[list[k]] = 1
		}
	}
	# A family of one library: "cJSON_*".
	function is_family(symbol) {
		return (substr(symbol, 1, index(symbol, "_")) "*") in granted
	}
	{
		file = $1
		symbol = $3
		sub(/@.*/, "", symbol)
		sub(/^__isoc23_/, "", symbol)
		if (symbol ~ /^__.*_chk$/)
			symbol = substr(symbol, 3, length(symbol) - 6)
		if (file != last) {
			last = file
			name = plain_name(file)
			grant(name)
		}
		plain = symbol
		sub(/^__/, "", plain)
		sub(/64$/, "", plain)
	}
	!(symbol in ours) && !(symbol in granted) && !(plain in granted) && !is_family(symbol) {
		printf "%s: uses %s, which allow.txt does not grant it\n", name, symbol
		bad = 1
	}
	END { exit bad }' "$allow" - || bad=1
exit $bad
