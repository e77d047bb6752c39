#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# apply and revert against the real kernel in a network namespace of our own: exactly back, foreign writers, two at once, files
# that fail, a write(2) that lies, and every privilege of measurements that matters to the network's settings.
# read_all leaves out nf_conntrack_count alone: it counts connections, and so moves by itself.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/../cli/netns.sh"

# ---- exactly back ----

make_bad
read_all >"$tmp/before"
claim "hundreds of settings are watched" test "$(wc -l <"$tmp/before")" -ge 100
tune apply web-server --yes
claim "apply ends with 0" ends_with 0
claim "the values are there" is_good
tune revert --yes
read_all >"$tmp/after"
claim "all of /proc/sys/net is as before, byte by byte" cmp "$tmp/before" "$tmp/after"
echo "$(wc -l <"$tmp/before") settings of the network were the same before and after"

# ---- a foreign writer ----

for choice in --skip-drifted --overwrite-drifted; do
	make_bad
	tune apply web-server --yes
	echo 777 >$somaxconn
	tune revert --yes
	claim "drift is refused" ends_with 4
	claim "and nothing moves" holds $somaxconn 777
	tune revert --yes "$choice"
	claim "$choice goes on" ends_with 0
	claim "$choice puts the rest back" holds $syncookies 0
	if [ $choice = --skip-drifted ]; then
		claim "$choice leaves the foreign value" holds $somaxconn 777
	else
		claim "$choice brings the old one back" holds $somaxconn 128
	fi
done

# ---- two at once ----

make_bad
tune apply web-server --yes
tune revert --yes
exec 8<>"$state/lock"
flock 8
tune apply web-server --yes
claim "who finds the lock held is refused" ends_with 4
claim "and nothing was written" is_bad
(sleep 1; flock -u 8) &
tune apply web-server --yes --wait 20
claim "--wait waits for it" ends_with 0
claim "and then writes" is_good
wait
exec 8>&-
tune revert --yes
for n in 1 2; do
	(
		"$TUNEADV" apply web-server --yes --wait 20 --profile-dir "$profiles" --state-dir "$state" >"$tmp/twin$n" 2>&1
		echo $? >"$tmp/twin$n.status"
	) &
done
wait
claim "of two at once both end well" test "$(cat "$tmp"/twin?.status | sort -u)" = 0
claim "and one record is kept" test "$(find "$state" -name '*.journal' | wc -l)" = 1
tune revert --yes
claim "which leads back" is_bad

# ---- files that fail ----

# over WHAT COMMAND...: in a mount namespace where WHAT was done to somaxconn's file first
over() {
	local prepare=$1
	shift
	arguments="(over: $prepare) $*"
	timeout 20 unshare -m bash -c "$prepare"' || exit 99; exec "$@"' bash "$TUNEADV" "$@" \
		--profile-dir "$profiles" --state-dir "$state" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}
echo 128 >"$tmp/plain"
over "mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys" apply web-server --yes
claim "a read-only /proc/sys is refused" ends_with 4
claim "before the first write" is_bad
over "mount --bind $tmp/plain $somaxconn && mount -o remount,bind,ro $somaxconn" apply web-server --yes
claim "one read-only file is seen before the first write" ends_with 4
claim "so the others stay too" is_bad
over "mount --bind /dev/full $somaxconn" apply web-server --yes
claim "a file that is a device is no reading of a value" not test "$status" = 124
claim "and the rest ends well or as it was" test "$status" = 0 -o "$status" = 4 -o "$status" = 5 -o "$status" = 3
tune revert --all --yes
claim "all is as before" is_bad
mkfifo "$tmp/fifo"
over "mount --bind $tmp/fifo $somaxconn" apply web-server --yes
claim "a FIFO does not hang it" not test "$status" = 124
tune revert --all --yes
claim "all is as before the FIFO" is_bad
# Another sysctl under the name of this one: it takes at most 255.
ttl=$(cat /proc/sys/net/ipv4/ip_default_ttl)
over "mount --bind /proc/sys/net/ipv4/ip_default_ttl $somaxconn" apply web-server --yes
claim "what another handler refuses is rolled back" ends_with 5
claim "that one too" holds /proc/sys/net/ipv4/ip_default_ttl "$ttl"
claim "to what it was" is_bad

# ---- a write(2) that lies ----

if ${CC:-cc} -shared -fPIC -o "$tmp/shim.so" "$(dirname "$0")/shim.c" -ldl 2>"$tmp/err"; then
	# lie HOW PATH RULE: the write to PATH is bent
	lie() {
		arguments="(shim $1 $2) apply"
		LD_PRELOAD=$tmp/shim.so SHIM_HOW=$1 SHIM_PATH=$2 "$TUNEADV" apply web-server --yes \
			--profile-dir "$profiles" --state-dir "$state" >"$tmp/out" 2>"$tmp/err" </dev/null
		status=$?
	}
	for how in clamp lie short einval eio enospc; do
		for path in $somaxconn $rmem; do
			lie $how "$path"
			claim "$how on $path: rolled back" ends_with 5
			claim "$how on $path: all as before" is_bad
			claim "$how on $path: no record is left" no_records
			[ $how != enospc ] || claim "$how on $path: told" says "(ENOSPC)"
		done
	done
else
	echo "the shim could not be built: no lying write was tried"
fi

# ---- who may ----

# as WHO...: apply as that user with those capabilities; the state in a folder of theirs
own=$tmp/own
as() {
	rm -rf "$own"
	mkdir "$own"
	chmod 755 "$tmp" "$profiles"
	[ "$owner" = root ] || chown "$owner" "$own"
	arguments="(as: $*) apply"
	"$@" "$TUNEADV" apply web-server --yes --profile-dir "$profiles" --state-dir "$own" \
		>"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}
may() {
	claim "$1 may" ends_with 0
	claim "$1: the values are there" is_good
}
may_not() {
	claim "$1 is refused" ends_with 4
	claim "$1: before the first write" is_bad
	claim "$1: with the reason" grep -qE 'needs|closed' "$tmp/out" "$tmp/err"
}
owner=root
make_bad
as setpriv --bounding-set=+net_admin --inh-caps=-all env
may "user 0 with all capabilities"
if [ "$(id -u)" = 0 ] && [ "$(awk 'NR == 1 { print $3 }' /proc/self/uid_map)" -gt 1 ]; then
	make_bad
	as setpriv --bounding-set=-all --inh-caps=-all env
	may "user 0 of the host without any capability"
	make_bad
	as setpriv --bounding-set=-all,+net_admin --inh-caps=-all env
	may "user 0 with CAP_NET_ADMIN only"
	owner=nobody
	nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	if ! "${nobody[@]}" "$TUNEADV" --version >/dev/null 2>&1; then
		echo "nobody cannot reach the built program: what nobody may was not tried"
		finish
	fi
	make_bad
	as "${nobody[@]}" env
	may_not "nobody"
	make_bad
	as "${nobody[@]}" --inh-caps=+net_admin --ambient-caps=+net_admin env
	may "nobody with CAP_NET_ADMIN"
	for capability in sys_admin dac_override; do
		make_bad
		as "${nobody[@]}" --inh-caps=+$capability --ambient-caps=+$capability env
		may_not "nobody with $capability"
	done
else
	echo "one user only: who may was not tried"
fi
finish
