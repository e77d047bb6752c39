#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# tuneadv recover on the real kernel: what a crash left goes back to the values before, whatever died where.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/netns.sh"

make_bad
read_all >"$tmp/before"
tune recover
claim "with nothing unfinished there is nothing to do" ends_with 0
run recover now --state-dir "$state"
claim "recover takes no argument" ends_with 2
run recover --root "$tmp" --yes
claim "a captured host cannot be recovered" ends_with 2

# As after a crash: the record without its last line, and so without the end.
crash() {
	make_bad
	tune apply web-server --yes
	sed -i '/"state":"committed"/d' "$state"/*.journal
}

crash
claim "a crash leaves the values" is_good
tune status
claim "status ends with 1" ends_with 1
claim "and says so" says unfinished
tune check web-server
claim "check says so too" complains unfinished
tune apply web-server --dry-run
claim "so does a dry run" complains unfinished
claim "which ends with 0" ends_with 0
tune recover
claim "without a terminal --yes is needed" ends_with 4
claim "and nothing is written" is_good
tune recover --yes
claim "recover ends with 0" ends_with 0
read_all >"$tmp/after"
claim "all of /proc/sys/net is as before the apply" cmp "$tmp/before" "$tmp/after"
claim "and no record is left" no_records

crash
echo '{"entry":0,"res' >>"$(ls "$state"/*.journal)"
truncate -s -1 "$state"/*.journal
tune recover --yes --format json
claim "a torn last line is no obstacle" ends_with 0
claim "the document says reverted" json 'd["schema"] == "tuneadv-outcome/1" and d["state"] == "reverted"'
claim "all is back" is_bad

crash
tune apply web-server --yes
claim "the next apply goes on after a crash" ends_with 0
claim "having taken it back first" complains "taken back first"
claim "and its values are there" is_good
claim "with one record" test "$(find "$state" -name '*.journal' | wc -l)" = 1
tune revert --yes
claim "that goes back to the first values" is_bad

crash
echo 777 >$somaxconn
tune recover --yes
claim "what drifted makes it incomplete" ends_with 6
claim "and is named" says "net.core.somaxconn"
claim "and left" holds $somaxconn 777
claim "the others go back" holds $syncookies 0
tune status
claim "status shows what is left over" ends_with 1
tune revert --yes --skip-drifted
claim "a person closes it" ends_with 0
claim "and no record is left then" no_records

# ---- damage and forgery ----

crash
saved=$(ls "$state"/*.journal)
cp "$saved" "$tmp/saved"
sed -i '2s/.*/{"entry":0,"result":"no-such-word"}/' "$saved"
tune recover --yes
claim "a damaged record is not acted on" ends_with 6
claim "and named with its line" complains "$saved:2"
claim "nothing is written" is_good
tune status
claim "status shows the damage" ends_with 1
sed '1s/"from":"128"/"from":"99999999999"/' "$tmp/saved" >"$saved"
tune recover --yes
claim "a record cannot ask for what is out of range" not ends_with 0
claim "nothing of it is written" is_good
sed '1s,"path":"/proc/sys/net/core/somaxconn","path":"/proc/sys/kernel/core_pattern",' "$tmp/saved" >"$saved"
tune recover --yes
claim "a record cannot name a path of its own" not ends_with 0
claim "nothing of that is written either" is_good
cp "$tmp/saved" "$saved"
tune recover --yes
claim "the true record still works" ends_with 0
claim "all is back at last" is_bad

# ---- killed in the middle ----

if can_watch; then
	trace() {
		watch -o "$tmp/trace" -e trace=write "$@"
	}
	count_writes() {
		grep -c ' write(' "$tmp/trace"
	}
	make_bad
	trace -- apply web-server --yes -q
	writes=$(count_writes)
	tune revert --yes
	claim "the writes of apply are counted" test "$writes" -ge 4
	points=0
	for n in $(seq "$writes"); do
		make_bad
		trace -e inject=write:signal=SIGKILL:when="$n" -- apply web-server --yes -q
		claim "write $n kills" test "$status" = 137
		points=$((points + 1))
		is_bad || claim "after write $n: what was changed has a record" not no_records
		tune recover --yes
		claim "recovery after write $n ends with 0" ends_with 0
		# Dead after the end of the transaction: it stands, and is taken back as any other.
		no_records || tune revert --yes
		claim "after write $n all is back" is_bad
		claim "after write $n no record is left" no_records
	done
	make_bad
	tune apply web-server --yes
	trace -- revert --yes -q
	writes=$(count_writes)
	for n in $(seq "$writes"); do
		make_bad
		tune apply web-server --yes
		trace -e inject=write:signal=SIGKILL:when="$n" -- revert --yes -q
		points=$((points + 1))
		tune recover --yes
		claim "recovery after write $n of revert ends with 0" ends_with 0
		is_good && tune revert --yes
		claim "a revert killed at write $n ends at the values before apply" is_bad
		claim "and no record is left by write $n" no_records
	done
	echo "killed at $points points"
	claim "killed at some points" test "$points" -ge 6
else
	echo "strace cannot trace here: nothing was killed in the middle"
fi
finish
