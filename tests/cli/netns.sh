# SPDX-License-Identifier: LGPL-2.1-or-later
# For tests that change something: they run in a network and mount namespace of their own, as root or as a user, with the
# state in a folder of the test. Sourced first; it starts the script again inside.
# shellcheck shell=bash
if [ -z "${TUNEADV_TEST_INSIDE-}" ]; then
	inside=(unshare -n -m)
	[ "$(id -u)" -eq 0 ] || inside=(unshare -Urnm)
	if ! "${inside[@]}" true 2>/dev/null; then
		echo "no namespaces can be made here"
		exit 77
	fi
	TUNEADV_TEST_INSIDE=yes exec "${inside[@]}" bash "$0" "$@"
fi
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Nothing that is shared with the host may be written: the namespace must be a new one.
if [ "$(readlink /proc/self/ns/net)" = "$(readlink "/proc/$PPID/ns/net" 2>/dev/null)" ]; then
	echo "still in the namespace of the caller"
	exit 99
fi
state=$tmp/state
# Ours, whoever owns the tree and whoever that is in a user namespace: profiles of others are warned of.
profiles=$tmp/shipped
mkdir "$profiles"
cp "$top"/profiles/*.json "$profiles"
chmod 644 "$profiles"/*.json
somaxconn=/proc/sys/net/core/somaxconn
syncookies=/proc/sys/net/ipv4/tcp_syncookies
rmem=/proc/sys/net/ipv4/tcp_rmem

# watch ARGUMENT-OF-STRACE... -- ARGUMENT...: as tune. Leaks cannot be looked for meanwhile.
watch() {
	local options=()

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	arguments="(watched) $*"
	(
		strace -f -qq -E ASAN_OPTIONS=detect_leaks=0 "${options[@]}" \
			"$TUNEADV" "$@" --profile-dir "$profiles" --state-dir "$state" \
			>"$tmp/out" 2>"$tmp/err" </dev/null
		exit $?
	) 2>/dev/null
	status=$?
}
can_watch() {
	command -v strace >/dev/null && strace -qq -o /dev/null true 2>/dev/null
}

# tune COMMAND ARGUMENT...: with the profiles of this tree and the state of this test
tune() {
	run "$@" --profile-dir "$profiles" --state-dir "$state"
}

# What a host looks like that web-server must repair.
make_bad() {
	echo 128 >$somaxconn
	echo 0 >$syncookies
	echo '4096 16384 65536' >$rmem
}

# All of /proc/sys/net, byte by byte. Left out is what moves by itself: the number of connections that are tracked.
read_all() {
	python3 -c 'import os
for folder, _, names in sorted(os.walk("/proc/sys/net")):
    for name in sorted(names):
        path = os.path.join(folder, name)
        if name == "nf_conntrack_count" or not os.stat(path).st_mode & 0o444:
            continue
        try:
            print(path, open(path, "rb").read())
        except OSError as error:
            print(path, error.strerror)'
}

# holds FILE WORDS: the kernel shows these, whatever it puts between them
holds() {
	[ "$(tr -s ' \t' ' ' <"$1")" = "$2" ]
}

is_good() {
	holds $somaxconn 4096 && holds $syncookies 1 && ! holds $rmem '4096 16384 65536'
}

is_bad() {
	holds $somaxconn 128 && holds $syncookies 0 && holds $rmem '4096 16384 65536'
}

no_records() {
	! compgen -G "$state/*.journal" >/dev/null
}

# results SUBJECT: of the document
result_of() {
	python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
print(*[c["result"] for c in d["changes"] if c["subject"]["id"] == sys.argv[2]])' "$tmp/out" "$1"
}
