#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Every counter table of the captured machines is of its shape: no row of them is refused.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
build=${top_builddir:-$top/build}
shared=${TUNEADV_SHARED:-$top/../shared}
if ! [ -d "$shared/machines" ]; then
	echo "skipped: no captured machines at $shared/machines (TUNEADV_SHARED names their folder)"
	exit 77
fi
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT

for tarball in "$shared"/machines/*.tar.gz; do
	# Most machines have some of these tables, so a name that is not found is no error.
	tar -xzf "$tarball" -C "$scratch" --no-same-owner --no-same-permissions --wildcards \
		'*/proc/interrupts' '*/proc/softirqs' '*/net/netstat' '*/net/snmp' '*/net/softnet_stat' \
		'*/proc/meminfo' '*/proc/vmstat' '*/proc/pressure/*' 2>/dev/null
done
mapfile -t files < <(find "$scratch" -type f -path '*/proc/*' | LC_ALL=C sort)
if [ "${#files[@]}" -lt 97 ]; then
	echo "only ${#files[@]} tables in $shared/machines"
	exit 1
fi
timeout 120 "$build/tests/shapes-check" "${files[@]}"
