#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The registry against the running kernel: the rows of a network namespace are swept in one made for it, all others are
# looked at. In a guest that is thrown away TUNEADV_SWEEP_HOST=yes sweeps every row. Usage: sweep.sh [ROW...]
set -u
sweep=${top_builddir:-.}/tests/real/sweep
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
if zcat /proc/config.gz >"$scratch/config" 2>/dev/null; then
	SWEEP_CONFIG=$scratch/config
	export SWEEP_CONFIG
fi

# Rows that are wrong on purpose, and right ones: a sweep that takes one for the other proves nothing.
"$sweep" planted
status=$?
[ $status -eq 0 ] || exit $status
mode=namespace
[ -z "${TUNEADV_SWEEP_HOST-}" ] || mode=guest
before=$(cat /proc/sys/net/core/somaxconn /proc/sys/net/ipv4/tcp_rmem /proc/sys/net/ipv4/ip_forward)
"$sweep" $mode "$@"
status=$?
after=$(cat /proc/sys/net/core/somaxconn /proc/sys/net/ipv4/tcp_rmem /proc/sys/net/ipv4/ip_forward)
if [ "$before" != "$after" ]; then
	echo "the caller's namespace was touched"
	exit 1
fi
exit $status
