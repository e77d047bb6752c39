#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Captures of real kernels, taken in the lab (tests/vm): every shipped profile, each finding, against reviewed golden files.
# Stock defaults are fit for base-server, web-server, udp-server and database. Usage: lab-hosts.sh [--update] (never in CI)
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
tuneadv=${TUNEADV:-${top_builddir:-$top/build}/tuneadv}
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
update=false
[ "${1-}" = --update ] && update=true
bad=0
checked=0

for capture in "$top"/tests/hosts/lab/*.tar.xz; do
	name=$(basename "$capture" .tar.xz)
	mkdir "$scratch/$name"
	tar -xJf "$capture" -C "$scratch/$name" --strip-components=1 --no-same-owner || exit 99
	for profile in "$top"/profiles/*.json; do
		profile=$(basename "$profile" .json)
		"$tuneadv" check -v --root "$scratch/$name" --profile-dir "$top/profiles" --color never "$profile" \
			>"$scratch/out" 2>&1 </dev/null
		status=$?
		case $profile in
		base-server | web-server | udp-server | database)
			[ $status -eq 0 ] || {
				echo "$name: stock defaults are not fit for $profile (exit $status)"
				bad=1
			}
			;;
		esac
		printf '== %s: exit %s ==\n' "$profile" $status
		sed -e "s|$scratch/$name|ROOT|g" -e "s|$top/||g" "$scratch/out"
		checked=$((checked + 1))
	done >"$scratch/$name.text"
	grep -a 'are not fit' "$scratch/$name.text" && bad=1
	if $update; then
		cp "$scratch/$name.text" "$top/tests/hosts/lab/$name.text"
	elif ! diff -u "$top/tests/hosts/lab/$name.text" "$scratch/$name.text"; then
		bad=1
	fi
done
echo "$checked reports of real kernels compared"
[ $checked -gt 0 ] || bad=1
exit $bad
