#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# What the shared library exports is exactly what tuneadv.sym names and tuneadv.h declares; and the program uses nothing
# of ours but that. Usage: symbols.sh [BUILD-FOLDER [SOURCE-FOLDER]]
set -u
build=${1:-${top_builddir:-.}}
tree=${2:-${top_srcdir:-.}}
bad=0

exported=$(nm -D --defined-only "$build/.libs/libtuneadv.so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort)
named=$(grep -o '\btuneadv_[a-z_]*;' "$tree/lib/tuneadv.sym" | tr -d ';' | LC_ALL=C sort)
declared=$(grep -v '^ \*' "$tree/lib/tuneadv.h" | tr '\n' ' ' | grep -o '\btuneadv_[a-z_]*(' | tr -d '(' | LC_ALL=C sort)

compare() {
	if ! difference=$(diff <(printf '%s\n' "$2") <(printf '%s\n' "$4")); then
		printf '%s (<) and %s (>) differ:\n%s\n' "$1" "$3" "$difference"
		bad=1
	fi
}
compare "exported symbols" "$exported" "tuneadv.sym" "$named"
compare "tuneadv.sym" "$named" "tuneadv.h" "$declared"
if ! nm -D "$build/.libs/libtuneadv.so" | grep -q '@@TUNEADV_0$'; then
	echo "the symbols are not of the version node TUNEADV_0"
	bad=1
fi
foreign=$(nm -D -u "$build/.libs/tuneadv" | awk '{ print $2 }' | grep -E '^(cJSON|mnl|cap|numa)_')
if [ -n "$foreign" ]; then
	echo "the program uses libraries that are the library's business:" $foreign
	bad=1
fi
exit $bad
