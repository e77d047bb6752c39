#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# A bug that is planted in a copy of lib/change must be found by tests/kill/matrix.sh, and for the right reason.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=${top_srcdir:?}
build=${top_builddir:?}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
library=$build/.libs/libcore.a
libraries=$(sed -n 's/^\(CJSON\|MNL\|CAP\)_LIBS = //p' "$build/Makefile")
caught=0
bad=0

# variant NAME FILE SED-SCRIPT: the program with that file changed, in $scratch/NAME
variant() {
	local name=$1 file=$2 object member

	sed -e "$3" "$top/lib/change/$file" >"$scratch/$file"
	if cmp -s "$scratch/$file" "$top/lib/change/$file"; then
		echo "nothing could be planted in $file for: $name"
		exit 99
	fi
	object=$(basename "$file" .c).o
	member=$(ar t "$library" | grep -E "(^|[-_])$object\$")
	if [ "$(wc -l <<<"$member")" != 1 ] || [ -z "$member" ]; then
		echo "$library has not exactly one $object: $member"
		exit 99
	fi
	# shellcheck disable=SC2086 # CC and libraries are words
	${CC:-cc} -g -O1 -fPIC -I"$build" -I"$top/lib" -c "$scratch/$file" -o "$scratch/$object" &&
		cp "$library" "$scratch/core.a" &&
		ar d "$scratch/core.a" "$member" &&
		ar r "$scratch/core.a" "$scratch/$object" &&
		${CC:-cc} -o "$scratch/$name" "$build"/cli/*.o "$scratch/core.a" $libraries || exit 99
}

# planted NAME FILE SED-SCRIPT WORDS: the matrix must fail, saying WORDS, though undisturbed all works
planted() {
	local status

	variant "$1" "$2" "$3"
	KILL_PROGRAM=$scratch/$1 KILL_ONLY=apply KILL_STOP=yes bash "$here/matrix.sh" >"$scratch/output" 2>&1
	status=$?
	if [ $status -eq 77 ]; then
		cat "$scratch/output"
		exit 77
	fi
	if [ $status -ne 1 ] || grep -q undisturbed "$scratch/output" ||
		! grep "^FAILED: apply killed at" "$scratch/output" | grep -qF -- "$4"; then
		echo "not caught: $1 (status $status)"
		tail -n 20 "$scratch/output"
		bad=1
		return
	fi
	caught=$((caught + 1))
	echo "caught: $1: $(grep -m1 '^FAILED' "$scratch/output")"
}

planted undo-skips-change-2 undo.c \
	's/if (!place->is_taken_back)$/if (!place->is_taken_back || place == \&work->places[1])/' \
	'all three values are as before apply'
planted journal-after-first-write apply.c \
	's/r = journal_create(transaction->state, journal, diag);/r = 0;/
	s/place_write(work, place);/&\
if (i == 0 \&\& journal_create(work->transaction->state, work->journal, work->diag) < 0) return OUTCOME_INCOMPLETE;/' \
	'what is changed has a record'
echo "$caught planted bugs caught"
exit $bad
