#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Captured hosts of our own making: text and JSON of all profiles against reviewed golden files, and the number of
# decided findings of each. Usage: golden.sh [--update] (never in CI)
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
tuneadv=${TUNEADV:-$top/build/tuneadv}
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
update=false
[ "${1-}" = --update ] && update=true
bad=0
checked=0

# Files without permission are unreadable only to somebody who is not root; and that one may not be able to enter the folder
# of this tree (a home), so the program and the profiles go where everybody can.
as_nobody=()
profiles=$top/profiles
if [ "$(id -u)" = 0 ]; then
	as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	profiles=$scratch/.tree/profiles
	mkdir "$scratch/.tree"
	cp -r "$top/profiles" "$scratch/.tree"
	cp "$tuneadv" "$scratch/.tree"
	if [ -e "${tuneadv%/*}/libtuneadv.so.0" ]; then
		cp -L "${tuneadv%/*}/libtuneadv.so.0" "$scratch/.tree"
		export LD_LIBRARY_PATH=$scratch/.tree
	fi
	tuneadv=$scratch/.tree/tuneadv
	chmod -R a+rX "$scratch/.tree"
fi

normalize() {
	sed -e "s|$scratch/.tree/||g" -e "s|$scratch/[a-z0-9.-]*|ROOT|g" -e "s|$top/||g" \
		-e 's|"uid":\t[0-9]*|"uid":\t65534|' -e 's|"time":\t"[^"]*"|"time":\t"TIME"|' -e 's|"tuneadv":\t"[^"]*"|"tuneadv":\t"VERSION"|' \
		-e 's|"sha256":\t"[0-9a-f]*"|"sha256":\t"SHA256"|'
}

while read -r host profile status decided parameters; do
	case $host in '' | '#'*) continue ;; esac
	settings=()
	for parameter in $parameters; do
		settings+=(--set "$parameter")
	done
	root=$scratch/$host
	[ -d "$root" ] || "$top/tests/hosts/unpack.sh" "$top/tests/hosts/$host.host" "$root" || exit 99
	for format in text json; do
		golden=$top/tests/hosts/golden/$host.$profile.$format
		"${as_nobody[@]}" "$tuneadv" check --root "$root" --profile-dir "$profiles" --format "$format" \
			--color never "${settings[@]}" "$profile" >"$scratch/out" 2>"$scratch/err" </dev/null
		got=$?
		if [ "$got" != "$status" ]; then
			echo "$host $profile $format: exit $got, expected $status"
			cat "$scratch/err"
			bad=1
		fi
		normalize <"$scratch/out" >"$scratch/normal"
		if $update; then
			mkdir -p "${golden%/*}"
			cp "$scratch/normal" "$golden"
		elif ! diff -u "$golden" "$scratch/normal"; then
			bad=1
		fi
		checked=$((checked + 1))
	done
	# A decided finding passes or fails: folded passes count each instance.
	got=$(awk '/"result":[ \t]*"(pass|fail)"/ { n += instances } /"instances":/ { gsub(/[^0-9]/, ""); instances = $0 } END { print n + 0 }' "$scratch/normal")
	if [ "$got" != "$decided" ]; then
		echo "$host $profile: $got decided findings, expected $decided"
		bad=1
	fi
done <"$top/tests/hosts/expected"
echo "$checked golden reports compared"
[ $checked -gt 0 ] || bad=1
exit $bad
