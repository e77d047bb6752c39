#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Large and odd machines that no one captured (tests/make-host.py): what tuneadv makes of each, and how much it reads.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
tuneadv=${TUNEADV:-${top_builddir:-$top/build}/tuneadv}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
claims=0

claim() {
	local what=$1
	shift
	claims=$((claims + 1))
	if ! "$@"; then
		echo "FAIL: $what"
		failed=$((failed + 1))
	fi
}

# machine NAME ARGUMENT...: made once
machine() {
	root=$scratch/$1
	shift
	python3 "$top/tests/make-host.py" "$root" "$@" || exit 99
}

check() {
	timeout 60 "$tuneadv" check --root "$root" --profile-dir "$top/profiles" --format json "$@" >"$scratch/out" 2>"$scratch/err"
}

# No shipped profile may crash, hang or be undecided because a machine is large or odd; a verdict may be no.
# judges [STATUS]: which is allowed beside 0 and 1
judges() {
	local profile status allowed=${1-0}
	for profile in "$top"/profiles/*.json; do
		# These ask for what a made machine does not show: clocks, pressure, the boot line.
		case $profile in
		*/benchmark.json | */database.json | */low-latency.json | */realtime.json | */udp-server.json) allowed=3 ;;
		*) allowed=${1-0} ;;
		esac
		check "$(basename "$profile" .json)"
		status=$?
		case $status in
		0 | 1 | "$allowed") ;;
		*)
			echo "$profile: exit $status"
			grep -B4 -A12 '"result":[[:space:]]*"\(unknown\|error\)"' "$scratch/out" | head -n 40
			cat "$scratch/err"
			return 1
			;;
		esac
	done
}

# has_fact ID VALUE
has_fact() {
	"$tuneadv" explain --root "$root" --profile-dir "$top/profiles" --format json "$1" 2>"$scratch/err" |
		python3 -c '
import json, sys
readings = [one["value"] for one in json.load(sys.stdin)["readings"]]
if sys.argv[1] not in readings:
    print("readings:", readings)
    sys.exit(1)' "$2"
}

# Interrupts and policies one by one: each is read and judged, none more than once.
cat >"$scratch/every.json" <<'END'
{ "schema": "tuneadv-profile/1", "name": "every", "title": "Every interrupt and every frequency policy", "rules": [
{ "id": "interrupts", "tunable": "irq.smp_affinity_list", "assert": { "within": "0-4095" }, "set": false, "severity": "medium",
  "rationale": "Each interrupt is read.", "references": ["kernel:kernel/irq/proc.c@6.12"] },
{ "id": "governors", "tunable": "cpufreq.governor", "assert": { "one-of": ["performance"] }, "set": false, "severity": "medium",
  "rationale": "Each policy is read.", "references": ["kernel:drivers/cpufreq/cpufreq.c@6.12"] } ] }
END

passes() {
	check "$scratch/every.json"
	python3 -c '
import json, sys
passes = [one["instances"] for one in json.load(sys.stdin)["findings"] if one["result"] == "pass"]
if sum(passes) != int(sys.argv[1]):
    print("passes:", sum(passes))
    sys.exit(1)' "$1" <"$scratch/out"
}

machine huge --cpus 512 --nodes 8 --interrupts 4096
claim "512 CPUs and 4096 interrupts: every profile ends with a verdict" judges
claim "512 CPUs and 4096 interrupts: 512 CPUs online" has_fact cpus.online-count 512
claim "512 CPUs and 4096 interrupts: 256 cores" has_fact cores 256
claim "512 CPUs and 4096 interrupts: each is judged" passes 4608

machine wide --cpus 1152 --nodes 24 sparse-nodes cpu0-offline
claim "1152 CPUs, CPU 0 offline, sparse nodes: every profile ends with a verdict" judges
claim "1152 CPUs, CPU 0 offline: 1151 online" has_fact cpus.online-count 1151
claim "1152 CPUs, CPU 0 offline: the rest is online" has_fact cpus.online 1-1151
claim "1152 CPUs, CPU 0 offline: its sibling's core counts" has_fact cores 576
claim "1152 CPUs, sparse nodes: 24 nodes" has_fact nodes.count 24
claim "1152 CPUs, sparse nodes: their numbers" has_fact nodes.online 0,2,5,7,10,12,15,17,20,22,25,27,30,32,35,37,40,42,45,47,50,52,55,57
claim "1152 CPUs, sparse nodes: the first node lacks CPU 0" has_fact node.cpus 1-47

machine flat --cpus 4 no-numa
claim "no NUMA: every profile ends with a verdict" judges
claim "no NUMA: no node is shown" has_fact nodes.count 0

machine container container
claim "a container with a reduced /proc/sys: what is not shown is unknown, and no more" judges 3

not_opened() {
	! grep -m3 "open.*[/]veth0" "$scratch/trace"
}

# A host of containers: what rules do not name is not read.
machine veths --veths 1000
claim "1000 veths: every profile ends with a verdict" judges
if command -v strace >/dev/null; then
	strace -f -o "$scratch/trace" "$tuneadv" check --root "$root" --profile-dir "$top/profiles" web-server >/dev/null 2>&1
	claim "1000 veths: none is opened for rules that do not name them" not_opened
fi

echo "$claims claims, $failed failed"
[ $failed -eq 0 ]
