#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# A transaction of 50 sysctls against a bare loop of read, write, read with the same record and syncs, in a network namespace
# of its own; and how often each syncs. Each run of ours is an apply after a reset that both sides pay for.
# Usage: apply.sh (by "make bench", which sets the variables)
set -eu
if [ -z "${BENCH_INSIDE-}" ]; then
	inside=(unshare -n -m)
	[ "$(id -u)" -eq 0 ] || inside=(unshare -Urnm)
	if ! "${inside[@]}" true 2>/dev/null; then
		echo "no namespaces can be made here: the transaction was not measured"
		exit 0
	fi
	BENCH_INSIDE=yes exec "${inside[@]}" bash "$0" "$@"
fi
build=${top_builddir:?}
repeats=${REPEATS:-60}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=$build/tuneadv
if [ -x "$build/.libs/tuneadv" ]; then
	program=$build/.libs/tuneadv
	export LD_LIBRARY_PATH=$build/.libs
fi
mount -t sysfs sysfs /sys 2>/dev/null || true
for i in $(seq 0 49); do
	if ! ip link add "b$i" type dummy 2>/dev/null && ! ip link add "b$i" type veth peer name "p$i" 2>/dev/null; then
		echo "no interfaces can be made here: the transaction was not measured"
		exit 0
	fi
	echo "/proc/sys/net/ipv4/conf/b$i/rp_filter"
done >"$scratch/list"
echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter

# make_profile NAME COUNT: rp_filter of the first COUNT interfaces
make_profile() {
	local names
	names=$(seq -f '"b%g"' -s, 0 $(($2 - 1)))
	cat >"$scratch/$1.json" <<-END
		{ "schema": "tuneadv-profile/1", "name": "$1", "title": "Of the benchmark", "rules": [
		  { "id": "way-back", "tunable": "net.ipv4.conf.rp_filter", "for-each": [$names],
		    "assert": { "equals": 1 }, "severity": "high", "rationale": "For the benchmark.",
		    "references": [ "doc:https://example.org/bench" ] } ] }
	END
}
make_profile five 5
make_profile fifty 50

# As one command each, so that the reset is in both.
cat >"$scratch/reset" <<-END
	rm -rf "$scratch/state"
	while read -r path; do echo 0 >"\$path"; done <"$scratch/list"
END
apply() {
	echo "\"$program\" apply --yes --quiet --profile-dir \"$scratch\" --state-dir \"$scratch/state\" $1"
}
cat "$scratch/reset" >"$scratch/ours.sh"
apply fifty >>"$scratch/ours.sh"
cat "$scratch/reset" >"$scratch/theirs.sh"
echo "\"$build/bench/apply-loop\" \"$scratch/record\" 1 \"$scratch/list\"" >>"$scratch/theirs.sh"
sh "$scratch/theirs.sh" >/dev/null
sh "$scratch/ours.sh" >"$scratch/out" 2>&1 || { cat "$scratch/out"; exit 1; }
changed=$(grep -cxF 1 <(xargs cat <"$scratch/list"))
echo "transaction: $changed sysctls changed"

if command -v strace >/dev/null; then
	# syncs PROFILE
	syncs() {
		sh "$scratch/reset"
		sh -c "exec strace -qq -o '$scratch/trace' -e trace=fsync,fdatasync $(apply "$1")" >/dev/null 2>&1
		grep -c . "$scratch/trace"
	}
	five=$(syncs five)
	fifty=$(syncs fifty)
	echo "  syncs: $five for 5 changes, $fifty for 50; goal: equal: $([ "$five" = "$fifty" ] && echo met || echo missed)"
fi
ratio() {
	"$build/bench/ratio" "$repeats" "$@"
}
printf '  CPU of apply with its reading, planning and judging, against the bare loop and its record, reset on both sides: '
ratio sh "$scratch/ours.sh" -- sh "$scratch/theirs.sh"
printf '  CPU of apply against its own dry run (reading, judging, planning) plus the bare loop and its record (goal 1.5): '
{
	cat "$scratch/reset"
	echo "$(apply fifty) --dry-run"
	tail -n 1 "$scratch/theirs.sh"
} >"$scratch/both.sh"
ratio sh "$scratch/ours.sh" -- sh "$scratch/both.sh"
