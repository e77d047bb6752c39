#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The three kernel mails that this project grew from: what is said about somaxconn (128 before Linux 5.4), numa_balancing
# (3.17 to 4.1) and ksoftirqd (4.9 to 6.4) on a two-node host of each release with its own defaults, and that a vendor's
# number decides nothing. Prints the table.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
tuneadv=${TUNEADV:-$top/build/tuneadv}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
bad=0

# RELEASE somaxconn, then what is expected: teaches, silent, measure (only a hint to measure), unknown
table='
3.10.108                128   teaches  silent   silent
3.17.8                  128   teaches  teaches  silent
4.1.52                  128   teaches  teaches  silent
4.9.337                 128   teaches  measure  teaches
5.3.18                  128   teaches  measure  teaches
5.4.302                 4096  silent   measure  teaches
5.10.234                4096  silent   measure  teaches
6.1.140                 4096  silent   measure  teaches
6.4.16                  4096  silent   measure  teaches
6.5.13                  4096  silent   measure  silent
6.12.9                  4096  silent   measure  silent
6.18.2                  4096  silent   measure  silent
6.4.0-rt8               4096  silent   unknown  unknown
4.4.58-20.el7.x86_64    4096  silent   unknown  unknown
'

host() {
	cat <<END
#include $top/tests/hosts/two-nodes-6.12.host
/proc/sys/kernel/osrelease = $1
/proc/sys/kernel/arch -
/proc/sys/net/core/somaxconn = $2
/proc/sys/net/ipv4/tcp_syncookies = 1
/proc/sys/kernel/numa_balancing = 1
END
}

# result REPORT RULE: pass, fail, not-applicable, unknown
result() {
	awk -v rule="$2" -F'"' '$2 == "rule" { is = $4 == rule } $2 == "result" && is { print $4; exit }' "$1"
}

word() {
	case $1 in
	fail) echo teaches ;;
	pass | not-applicable) echo silent ;;
	unknown) echo unknown ;;
	*) echo "no finding" ;;
	esac
}

# On kernels behind the window the rule only says that measuring is worth it.
numa() {
	local window later
	window=$(word "$(result "$1" numa-balancing-3-17)")
	later=$(word "$(result "$1" numa-balancing)")
	case $window$later in
	teachessilent) echo teaches ;;
	silentteaches) echo measure ;;
	silentsilent) echo silent ;;
	unknownunknown) echo unknown ;;
	*) echo "$window+$later" ;;
	esac
}

printf '%-22s %-10s %-15s %s\n' release somaxconn numa_balancing ksoftirqd
while read -r release limit somaxconn balancing deferred; do
	[ -n "$release" ] || continue
	host "$release" "$limit" >"$scratch/host"
	# Its file includes others by their place beside it.
	sed "s|#include $top/tests/hosts/|#include |" "$scratch/host" >"$scratch/$release.host"
	cp "$top"/tests/hosts/{two-nodes-6.12,stock-6.12,machine-8cpu}.host "$scratch"
	"$top/tests/hosts/unpack.sh" "$scratch/$release.host" "$scratch/$release" || exit 99
	for profile in web-server udp-server; do
		"$tuneadv" check --root "$scratch/$release" --profile-dir "$top/profiles" --format json "$profile" \
			>"$scratch/$profile" 2>"$scratch/err" </dev/null
		[ -s "$scratch/$profile" ] || {
			cat "$scratch/err"
			exit 99
		}
	done
	got=("$(word "$(result "$scratch/web-server" accept-queue)")" "$(numa "$scratch/web-server")"
		"$(word "$(result "$scratch/udp-server" deferred-softirqs)")")
	printf '%-22s %-10s %-15s %s\n' "$release" "${got[@]}"
	if [ "${got[*]}" != "$somaxconn $balancing $deferred" ]; then
		echo "$release: expected $somaxconn $balancing $deferred"
		bad=1
	fi
done <<<"$table"
exit $bad
