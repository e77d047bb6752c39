#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The program under valgrind: this host, hosts made by hand, text and JSON, explain and list, and bad input. No error, no leak.
set -u
top=${top_srcdir:-.}
build=${top_builddir:-.}
if ! command -v valgrind >/dev/null; then
	echo "SKIP: valgrind is not installed"
	exit 77
fi
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
bad=0
runs=0

# clean EXIT-STATUS ARGUMENT...
clean() {
	local wanted=$1
	shift
	"$build/libtool" --mode=execute valgrind -q --leak-check=full --show-leak-kinds=all \
		--errors-for-leak-kinds=all --error-exitcode=99 "$build/tuneadv" "$@" >"$scratch/out" 2>"$scratch/err"
	local status=$?
	runs=$((runs + 1))
	if { [ "$wanted" != any ] && [ "$status" != "$wanted" ]; } || [ "$status" = 99 ] || grep -q '^==' "$scratch/err"; then
		echo "tuneadv $*: exit $status, expected $wanted"
		cat "$scratch/err"
		bad=1
	fi
}

profiles=(--profile-dir "$top/profiles")
clean any check "${profiles[@]}" web-server
clean any check "${profiles[@]}" -v --format json base-server web-server
for host in bad old-3.19 container; do
	"$top/tests/hosts/unpack.sh" "$top/tests/hosts/$host.host" "$scratch/$host" || exit 99
	clean any check "${profiles[@]}" --root "$scratch/$host" web-server
	clean any check "${profiles[@]}" --root "$scratch/$host" --format json web-server
done
clean 0 explain "${profiles[@]}" net.ipv4.tcp_max_syn_backlog
clean 0 explain "${profiles[@]}" --format json accept-queue
clean 0 list "${profiles[@]}" --format json profiles
clean 0 list tunables
printf '{ "schema": "tuneadv-profile/1", "name": "broken", "rules": [ 1 ' >"$scratch/broken.json"
clean 2 check "$scratch/broken.json"
clean 2 check "${profiles[@]}" web-servre
clean 2 check "${profiles[@]}" --set backlog=many web-server
echo "$runs runs under valgrind"
exit $bad
