#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Each system call that touches a file fails once, and from then on for good, in apply and in revert: the exit status is
# one that the interface knows and tells the truth, and recover finds the way back from whatever was left.
# shellcheck source=tests/kill/points.sh
. "$(dirname "$0")/points.sh"

names='write|pwrite64|openat|read|pread64|fsync|fdatasync|renameat|renameat2|unlinkat|flock|ftruncate|fallocate'
declare -A endings=()
fired=0

# faults_of NAME: what may befall it. EINTR comes once only: nobody is interrupted for ever.
faults_of() {
	case $1 in
	write | fsync | fdatasync | fallocate) echo "EIO: ENOSPC: EIO:+ ENOSPC:+" ;;
	openat | renameat*) echo "EIO: ENOSPC:+" ;;
	*) echo "EIO: EIO:+" ;;
	esac
	case $1 in
	write | read | openat | flock) echo EINTR: ;;
	esac
}

is_fired() {
	grep -q INJECTED "$tmp/injected"
}

# Taken back, but for the file: the next one removes it.
is_closed() {
	local line last=
	no_records && return
	while IFS= read -r line; do last=$line; done <"$(echo "$state"/*.journal)"
	[[ $last == *'"state":"reverted"'* ]]
}

# What the exit status promises of the values and of the record. A requirement that cannot be read is left out of the
# plan: then apply ends with 3 having changed only the others (0 where none that decides was left out).
keeps_promise() {
	local what=$1

	read_values
	case $what$status in
	apply0 | apply3) all_old && no_records || { each_old_or_new && has_committed_record; } ;;
	apply4) all_old && no_records ;;
	apply5 | revert0) all_old && is_closed ;;
	revert4) all_new && has_committed_record ;;
	apply6 | revert6) each_old_or_new && has_record ;;
	*) false ;;
	esac
}

# fault WHAT NAME ERROR ORDINAL [+]
fault() {
	local what=$1 point="$2 $4${5-} is $3"

	"start_$what"
	inject "$2" "error=$3:when=$4${5-}" "$what"
	claim "$what: $point: the fault fires" is_fired
	fired=$((fired + 1))
	endings[$what$status]=$((${endings[$what$status]-0} + 1))
	claim "$what: $point: the exit status keeps its promise" keeps_promise "$what"
	all_old || claim "$what: $point: what is changed has a record" has_record
	[ "$status" = 6 ] || return 0
	go recover
	read_values
	if all_new && has_committed_record; then
		return
	fi
	claim "$what: $point: recover ends with 0" ends_with 0
	claim "$what: $point: then all is as before apply ($now)" all_old
	claim "$what: $point: and no record is left" no_records
}

fail_everywhere() {
	local what=$1 name ordinal kind

	list_points "$what" | grep -E "^($names) " >"$tmp/points"
	claim "$what: there are points" test -s "$tmp/points"
	while read -r name ordinal; do
		for kind in $(faults_of "$name"); do
			fault "$what" "$name" "${kind%:*}" "$ordinal" "${kind#*:}"
		done
	done <"$tmp/points"
}

prepare
for what in apply revert; do
	fail_everywhere "$what"
done
for ending in "${!endings[@]}"; do
	echo "${ending%?} ended with ${ending: -1}: ${endings[$ending]} times"
done | sort
echo "$fired faults fired"
finish
