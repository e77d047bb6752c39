#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Draws twenty references of the registry at random and, where TUNEADV_KERNELS names a folder of kernel trees (5.10, 6.1,
# 6.12, 7.3, ...), opens those of its releases: is the file there, and does it mention the setting's name?
# Usage: references.sh [SEED | all]. The seed is printed; the same seed draws the same references from the same registry.
set -u
sweep=${top_builddir:-.}/tests/real/sweep
seed=${1:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
"$sweep" references >"$scratch/all" || exit 1
if ! [ -s "$scratch/all" ]; then
	echo "the registry gives no reference"
	exit 1
fi
if [ "$seed" = all ]; then
	cp "$scratch/all" "$scratch/drawn"
else
	echo "seed $seed"
	# A generator of 31 bits, so that every awk draws the same.
	awk -v seed="$seed" '
	{ lines[NR] = $0 }
	END {
		state = seed % 2147483647
		if (state < 1)
			state += 2147483646
		for (drawn = 0; drawn < 20 && drawn < NR; ) {
			state = state * 16807 % 2147483647
			line = state % NR + 1
			if (line in seen)
				continue
			seen[line] = 1
			drawn++
			print lines[line]
		}
	}' "$scratch/all" >"$scratch/drawn"
fi

# The kernel's own variable may have more in front: "sysctl_tcp_rmem".
mentions() {
	grep -qE "(^|[^A-Za-z0-9])$2([^A-Za-z0-9]|\$)" "$1"
}

# What is seen of REFERENCE that a row named ID gives.
look() {
	local id=$1 place=${2#kernel:} name path release tree
	name=${id##*.}
	if [ "$place" = "$2" ] || [ -z "${TUNEADV_KERNELS-}" ]; then
		echo "not opened here"
		return
	fi
	path=${place%@*}
	release=${place##*@}
	tree=$TUNEADV_KERNELS/$release
	if ! [ -d "$tree" ]; then
		echo "no tree of $release here"
	elif ! [ -e "$tree/$path" ]; then
		echo "DEAD: no such file in $release"
	elif mentions "$tree/$path" "$name"; then
		echo "opened, mentions $name"
	else
		echo "opened, does not mention $name"
	fi
}

while IFS=$'\t' read -r id field reference; do
	printf '%s\t%s\t%s\t%s\n' "$id" "$field" "$reference" "$(look "$id" "$reference")"
done <"$scratch/drawn" | tee "$scratch/seen"
echo "$(wc -l <"$scratch/seen") references of $(wc -l <"$scratch/all"), $(grep -c 'DEAD:' "$scratch/seen") dead"
! grep -q 'DEAD:' "$scratch/seen"
