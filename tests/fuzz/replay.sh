#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs each fuzz harness over its corpus and some mutations of it; prints executions and edges.
# With --mutate the run is long: FUZZ_EXECUTIONS mutations (1000000; of hosts and the guard a twentieth) from FUZZ_SEED (1).
set -u
top=${top_srcdir:-.}
build=${top_builddir:-.}
count=2000
if [ "${1-}" = --mutate ]; then
	count=${FUZZ_EXECUTIONS:-1000000}
fi
bad=0
seen=0

for source in "$top"/tests/fuzz/fuzz-*.c; do
	name=$(basename "$source" .c)
	name=${name#fuzz-}
	case $name in
	main | coverage) continue ;; # what all harnesses share
	esac
	runs=$count
	# Each makes a whole host, or a reading of every row: as many as of the others would take longer than the rest of the suite.
	case $name in
	host | guard) [ "${1-}" != --mutate ] || runs=$((count / 20)) ;;
	esac
	seen=$((seen + 1))
	printf '%s: ' "$name"
	if ! "$build/tests/fuzz/fuzz-$name" "$top/tests/fuzz/corpus/$name" \
		--mutate "$runs" --seed "${FUZZ_SEED:-1}"; then
		echo "FAIL: fuzz-$name"
		bad=1
	fi
done
if [ "$seen" -eq 0 ]; then
	echo "no harness was found in $top/tests/fuzz"
	exit 99
fi
exit $bad
