#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The public header is C99 and C++, alone, without a GNU extension; the version script names what it declares.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

arguments="(header)"
status=0
printf '#include <tuneadv.h>\nint main(void) { return tuneadv_version() == 0; }\n' >"$tmp/use.c"
cp "$tmp/use.c" "$tmp/use.cc"
# shellcheck disable=SC2206 # a compiler and its words
compiler=(${CC:-cc})
: >"$tmp/out"

# accepts COMPILER... : no error and no warning
accepts() {
	"$@" -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -I"$top/lib" >"$tmp/out" 2>"$tmp/err"
}

claim "the header is C99" accepts "${compiler[@]}" -std=c99 "$tmp/use.c"
for plus in g++ clang++; do
	if command -v "$plus" >/dev/null && "$plus" -fsyntax-only -x c++ - </dev/null 2>"$tmp/err"; then
		claim "the header is C++ ($plus)" accepts "$plus" -std=c++11 "$tmp/use.cc"
	fi
done
grep -oE '\btuneadv_[a-z_]+\(' "$top/lib/tuneadv.h" | tr -d '(' >"$tmp/all"
# Calls in comments name functions too, so each must be declared all the same.
sort -u "$tmp/all" >"$tmp/declared"
sed -n 's/^\t\(tuneadv_[a-z_]*\);$/\1/p' "$top/lib/tuneadv.sym" | sort >"$tmp/exported"
claim "the version script names what the header declares" diff "$tmp/declared" "$tmp/exported"
claim "there are functions" test "$(wc -l <"$tmp/exported")" -ge 30
finish
