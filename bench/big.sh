#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Ratios of a check of every interrupt and every frequency policy of large machines (tests/make-host.py). Nothing is changed.
# As root the made machine stands at /proc and /sys in a mount namespace, so that it is read as a running one is; each size is
# measured as a captured root too. Usage: big.sh (by "make bench", which sets the variables)
set -eu
top=${top_srcdir:?}
build=${top_builddir:?}
repeats=${REPEATS:-20}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make -s -C "$build" install DESTDIR="$scratch/root" >/dev/null 2>&1
tuneadv=$(find "$scratch/root" -type f -name tuneadv -perm -u+x | head -n 1)
library=$(find "$scratch/root" -name 'libtuneadv.so.0' | head -n 1)
cat >"$scratch/every.json" <<'END'
{ "schema": "tuneadv-profile/1", "name": "every", "title": "Every interrupt and every frequency policy", "rules": [
{ "id": "interrupts", "tunable": "irq.smp_affinity_list", "assert": { "within": "0-4095" }, "set": false, "severity": "medium",
  "rationale": "Each interrupt is read.", "references": ["kernel:kernel/irq/proc.c@6.12"] },
{ "id": "governors", "tunable": "cpufreq.governor", "assert": { "one-of": ["performance"] }, "set": false, "severity": "medium",
  "rationale": "Each policy is read.", "references": ["kernel:drivers/cpufreq/cpufreq.c@6.12"] } ] }
END
check=("LD_PRELOAD=$library" "$tuneadv" check --profile-dir "$top/profiles" --color never)

# there ROOT COMMAND...: where ROOT stands at /proc and /sys
there() {
	unshare -m bash -c 'mount --bind "$1/sys" /sys && mount --bind "$1/proc" /proc && shift && exec "$@"' bash "$@"
}

for cpus in 128 256 512; do
	root=$scratch/$cpus
	python3 "$top/tests/make-host.py" "$root" --cpus $cpus --nodes 8 --interrupts $((cpus * 8))
	{
		for ((i = 0; i < cpus * 8; i++)); do echo "/proc/irq/$i/smp_affinity_list"; done
		for ((i = 0; i < cpus; i++)); do echo "/sys/devices/system/cpu/cpufreq/policy$i/scaling_governor"; done
	} >"$scratch/list"
	sed "s|^|$root|" "$scratch/list" >"$scratch/list.captured"
	echo "$cpus CPUs, $((cpus * 8)) interrupts, against a minimal C reader of the same $((cpus * 9)) files (goal 1.3):"
	if there "$root" true 2>/dev/null; then
		printf '  CPU as a running machine: '
		there "$root" "$build/bench/ratio" "$repeats" "${check[@]}" "$scratch/every.json" -- \
			"$build/bench/readfiles" "$scratch/list" 2>/dev/null
	else
		echo "  as a running machine: not measured, for mount namespaces are not to be had here"
	fi
	printf '  CPU as a captured root: '
	"$build/bench/ratio" "$repeats" "${check[@]}" --root "$root" "$scratch/every.json" -- "$build/bench/readfiles" "$scratch/list.captured"
done
printf 'CPU of 512 CPUs against 128 (four times the files; goal 4.4): '
"$build/bench/ratio" "$repeats" "${check[@]}" --root "$scratch/512" "$scratch/every.json" -- \
	"${check[@]}" --root "$scratch/128" "$scratch/every.json"
for veths in 0 1000; do
	python3 "$top/tests/make-host.py" "$scratch/veths$veths" --veths $veths
done
printf 'CPU of web-server with 1000 veths against none (goal 1.1): '
"$build/bench/ratio" "$repeats" "${check[@]}" --root "$scratch/veths1000" web-server -- "${check[@]}" --root "$scratch/veths0" web-server
