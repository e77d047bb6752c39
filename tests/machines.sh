#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Every captured machine of the shared folder: no crash, no hang, and facts as others established them.
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
	tar -xzf "$tarball" -C "$scratch" --no-same-owner --no-same-permissions || exit 99
done
roots=("$scratch"/*)
if [ "${#roots[@]}" -lt 74 ]; then
	echo "only ${#roots[@]} machines in $shared/machines"
	exit 1
fi
timeout 300 "$build/tests/machines-check" "$top/tests/machines-differences.tsv" "$shared/machines/expected" "${roots[@]}"
