#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# SIGKILL at every system call of apply, of revert and of recover, then recover. The invariant, each time: no changed
# value without a record; afterwards every value its old one, or every one its new under a record that says committed.
# Who was on the way back never ends at the tuning. KILL_ONLY names one of the three commands, KILL_STOP=yes ends with the
# first failure: for tests/kill/planted.sh.
# shellcheck source=tests/kill/points.sh
. "$(dirname "$0")/points.sh"

# check_killed WHAT POINT: right after the death
check_killed() {
	read_values
	claim "$1 killed at $2: each value is its old or its new ($now)" each_old_or_new
	all_old || claim "$1 killed at $2: what is changed has a record" has_record
}

# check_recovered WHAT POINT: after recover
check_recovered() {
	read_values
	claim "$1 killed at $2: recover ends with 0" ends_with 0
	if [ "$1" != recover ] && all_new && has_committed_record; then
		committed=$((committed + 1))
		# A revert may have died before its first line: then nothing was begun, and all stands as it was.
		[ "$1" = apply ] || claim "$1 killed at $2: nothing was begun" not test -n "$begun"
		return
	fi
	claim "$1 killed at $2: all three values are as before apply ($now)" all_old
	claim "$1 killed at $2: no record is left" no_records
}

# kill_everywhere WHAT
kill_everywhere() {
	local what=$1 name ordinal missed=0 killed=0 begun committed=0

	list_points "$what" >"$tmp/points"
	while read -r name ordinal; do
		"start_$what"
		inject "$name" "signal=SIGKILL:when=$ordinal" "$what"
		# How often memory is asked for may differ by where the kernel put it; nothing else may.
		if [ "$status" != 137 ]; then
			missed=$((missed + 1))
			case $name in
			brk | mmap | munmap) ;;
			*) claim "$what: $name $ordinal is reached" ends_with 137 ;;
			esac
		else
			killed=$((killed + 1))
		fi
		begun=
		if grep -qs '"state":"reverting"' "$state"/*.journal; then begun=yes; fi
		check_killed "$what" "$name $ordinal"
		go recover
		check_recovered "$what" "$name $ordinal"
		if [ "$failures" -gt 0 ] && [ "${KILL_STOP-}" = yes ]; then
			break
		fi
	done <"$tmp/points"
	points=$((points + killed))
	echo "$what: killed at $killed points, $missed not reached; $committed times all stood as committed"
	claim "$what: a hundred points or so" test "$killed" -ge 40 -o "${KILL_STOP-}" = yes
	claim "$what: hardly one point was not reached" test "$missed" -le 3
}

prepare
for what in ${KILL_ONLY-apply revert recover}; do
	kill_everywhere "$what"
done
echo "killed at $points points"
finish
