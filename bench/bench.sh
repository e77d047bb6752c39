#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Ratios and counts of one "tuneadv check web-server" on this host. Nothing is changed. Needs strace for the counts.
# Usage: bench.sh (by "make bench", which sets the variables)
set -eu
top=${top_srcdir:?}
build=${top_builddir:?}
repeats=${REPEATS:-60}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# An installed program, not libtool's wrapper script, is what users run.
make -s -C "$build" install DESTDIR="$scratch/root" >/dev/null 2>&1
tuneadv=$(find "$scratch/root" -type f -name tuneadv -perm -u+x | head -n 1)
# Preloaded by its path it costs what it costs once installed; a search path would add failing lookups.
library=$(find "$scratch/root" -name 'libtuneadv.so.0' | head -n 1)
version=("LD_PRELOAD=$library" "$tuneadv" --version)
check=("LD_PRELOAD=$library" "$tuneadv" check --profile-dir "$top/profiles" --color never web-server)

env "${check[@]}" >"$scratch/report" || [ $? -ne 2 ]

if command -v strace >/dev/null; then
	count() {
		local log=$1
		shift
		local variable=$1
		shift
		strace -E "$variable" -o "$log" "$@" >/dev/null 2>&1 || true
		grep -cE '^[a-z_0-9]+\(' "$log"
	}
	start=$(count "$scratch/version" "${version[@]}")
	whole=$(count "$scratch/check" "${check[@]}")
	# What the check opened beyond the start-up of the program: files and folders.
	opened() {
		grep -E '^openat2?\(' "$1" | grep "$2" O_DIRECTORY | grep -oE '"[^"]+"' | sort
	}
	files=$(comm -23 <(opened "$scratch/check" -v) <(opened "$scratch/version" -v) | tee "$scratch/files" | wc -l)
	folders=$(opened "$scratch/check" -e | wc -l)
	extra=$((whole - start))
	echo "system calls: $whole, $start of them for --version; $extra for $files files and $folders folders"
	awk -v extra=$extra -v files="$files" -v folders="$folders" 'BEGIN {
		budget = 5 * files + 4 * folders
		printf "  %.2f a file or folder; goal: 5 a file and 4 a folder = %d: %s\n",
			extra / (files + folders), budget, extra <= budget ? "met" : "missed"
	}'
	tr -d '"' <"$scratch/files" >"$scratch/list"
	printf 'CPU against a minimal C reader of the same files (goal 1.5): '
	"$build/bench/ratio" "$repeats" "${check[@]}" -- "$build/bench/readfiles" "$scratch/list"
else
	echo "strace is not installed: no counts"
fi
if command -v sysctl >/dev/null; then
	printf 'CPU against sysctl -a (goal 0.20): '
	"$build/bench/ratio" "$repeats" "${check[@]}" -- sysctl -a
fi
printf 'CPU against tuneadv --version (an empty run): '
"$build/bench/ratio" "$repeats" "${check[@]}" -- "${version[@]}"
echo "peak memory goal: 4096 KiB"
