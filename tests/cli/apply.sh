#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# tuneadv apply on the real kernel: plans, refuses, asks, changes all or nothing.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/netns.sh"

make_bad
read_all >"$tmp/before"
claim "a few hundred settings are watched" test "$(wc -l <"$tmp/before")" -ge 100

# ---- nothing happens unasked ----

run apply
claim "apply without a profile ends with 2" ends_with 2
tune apply web-server --dry-run
claim "a dry run ends with 0" ends_with 0
claim "it shows what would change" says "128 -> 4096"
claim "it names the rule" says "[accept-queue]"
claim "a dry run makes no folder" not test -e "$state"
tune apply web-server
claim "without a terminal --yes is needed" ends_with 4
claim "and told" complains "--yes"
claim "the plan is shown all the same" says "128 -> 4096"
tune apply web-server --format json
claim "in JSON too it is 4" ends_with 4
claim "the document is an error" json 'd["schema"] == "tuneadv-error/1" and d["code"] == 4'
for option in --force --no-guard --override --unsafe --allow-weaker; do
	tune apply web-server --yes "$option"
	claim "no option $option exists" ends_with 2
done
claim "nothing was written" is_bad
make_root "$tmp/captured" 128
run apply web-server --profile-dir "$profiles" --root "$tmp/captured" --yes
claim "a captured host cannot be changed" ends_with 2
run apply web-server --profile-dir "$profiles" --root "$tmp/captured" --dry-run
claim "a plan for it can be made, and what it does not hold is undecided" ends_with 3
run apply web-server --profile-dir "$profiles" --root "$tmp/captured" --dry-run --only accept-queue
claim "what it holds is decided" ends_with 0
tune apply web-server --yes --only no-such-rule
claim "a rule that does not exist is refused" ends_with 2
tune apply web-server --yes --wait soon
claim "--wait takes seconds" ends_with 2
tune apply web-server --yes --format shell
claim "a file format without --dry-run is refused" ends_with 2

# ---- files for others ----

tune apply web-server --dry-run --format sysctl.d
cp "$tmp/out" "$tmp/90-web.conf"
claim "the sysctl.d file names the rule" says "accept-queue"
claim "sysctl takes the file" sysctl -q -p "$tmp/90-web.conf"
run check web-server --profile-dir "$profiles"
claim "after sysctl -p the host is fit" ends_with 0
make_bad
tune apply web-server --dry-run --format shell
cp "$tmp/out" "$tmp/web.sh"
claim "the script is one of sh" sh -n "$tmp/web.sh"
claim "the script runs" sh "$tmp/web.sh" >"$tmp/said"
run check web-server --profile-dir "$profiles"
claim "after the script the host is fit" ends_with 0
echo 300 >$somaxconn
echo 0 >$syncookies
claim "the script does nothing where the host is another" not sh "$tmp/web.sh" >"$tmp/said" 2>&1
claim "not even the rest" holds $syncookies 0
make_bad
tune apply web-server --dry-run --format ansible
claim "the Ansible file is YAML" python3 -c 'import sys
try:
    import yaml
except ImportError:
    sys.exit(0)
plays = yaml.safe_load(open(sys.argv[1]))
sys.exit(0 if len(plays[0]["tasks"]) == 3 else 1)' "$tmp/out"
tune apply web-server --dry-run --format json
claim "the dry run's document is planned" json 'd["schema"] == "tuneadv-outcome/1" and d["state"] == "planned"'
claim "it has the three changes" json 'len(d["changes"]) == 3 and all(c["result"] == "planned" for c in d["changes"])'
claim "no dry run wrote anything" is_bad

# ---- one rule, all but one ----

tune apply web-server --yes --only accept-queue
claim "--only ends with 0" ends_with 0
claim "--only writes this one" holds $somaxconn 4096
claim "and no other" holds $syncookies 0
tune revert --yes
claim "and is taken back" is_bad
tune apply web-server --yes --except accept-queue
claim "--except leaves this one" holds $somaxconn 128
claim "and writes the others" holds $syncookies 1
tune revert --yes
claim "which are taken back too" is_bad

# ---- everything ----

read_all >"$tmp/before"
tune apply web-server --yes
claim "apply ends with 0" ends_with 0
claim "apply is silent on standard error" is_silent
claim "the values are there" is_good
claim "a record is kept" test "$(find "$state" -name '*.journal' | wc -l)" = 1
claim "the folder has mode 755" test "$(stat -c %a "$state")" = 755
claim "the record has mode 644" test "$(stat -c %a "$state"/*.journal)" = 644
claim "the lock has mode 600" test "$(stat -c %a "$state/lock")" = 600
run check web-server --profile-dir "$profiles"
claim "the host is fit afterwards" ends_with 0
tune apply web-server --yes
claim "a second apply ends with 0" ends_with 0
claim "it has nothing to do" test "$(find "$state" -name '*.journal' | wc -l)" = 1
tune apply web-server --yes --format json
claim "and says so" json 'd["state"] == "nothing-to-do"'
tune revert --yes
claim "revert ends with 0" ends_with 0
read_all >"$tmp/after"
claim "all of /proc/sys/net is as before, byte by byte" cmp "$tmp/before" "$tmp/after"
tune apply web-server --yes --format json
claim "the document of apply is committed" json 'd["state"] == "committed" and d["transaction"]'
claim "each value was read back" json 'all(c["got"] == c["to"] and c["result"] == "changed" for c in d["changes"])'
tune revert --yes
echo 9000 >$somaxconn
tune apply web-server --yes
claim "what is better already stays" holds $somaxconn 9000
tune revert --yes
make_bad

# ---- what cannot be read ----

make_bad
echo junk >"$tmp/junk"
mount --bind "$tmp/junk" $somaxconn
tune apply web-server --dry-run
claim "a dry run with a requirement that cannot be read ends with 3" ends_with 3
claim "the requirement is named, and why it is undecided" grep -q "^undecided .*net.core.somaxconn" "$tmp/out"
claim "and counted" says "1 undecided"
tune apply web-server --dry-run --format json
claim "in JSON too it is 3" ends_with 3
claim "the document names it" json '[u["subject"]["id"] for u in d["undecided"]] == ["net.core.somaxconn"]'
claim "and why" json 'd["undecided"][0]["because"] and d["undecided"][0]["rule"] == "accept-queue"'
tune apply web-server --dry-run --fail-on never
claim "--fail-on never decides nothing" ends_with 0
tune apply web-server --dry-run --waive accept-queue=known
claim "what is waived does not decide" ends_with 0
tune apply web-server --dry-run --except accept-queue
claim "nor what was not asked for" ends_with 0
tune apply web-server --yes --format json
claim "all else is done and the end is 3" ends_with 3
claim "the outcome is committed" json 'd["state"] == "committed"'
claim "and names what is undecided" json 'len(d["undecided"]) == 1'
claim "the others are written" holds $syncookies 1
tune apply web-server --yes
claim "nothing to do ends with 3 too" ends_with 3
tune apply web-server --yes --quiet --only receive-buffers
claim "--only leaves it out" ends_with 0
umount $somaxconn
tune apply web-server --yes
claim "once it can be read the end is 0" ends_with 0
tune revert --all --yes
claim "and all is taken back" is_bad
make_profile "$tmp/considered.json" high consider
mount --bind "$tmp/junk" $somaxconn
run apply considered --profile-dir "$tmp" --state-dir "$state" --dry-run --consider
claim "what is only worth considering does not decide" ends_with 0
umount $somaxconn

# ---- commands that are told ----

mkdir "$tmp/my state"
run apply web-server --profile-dir "$profiles" --state-dir "$tmp/my state" --yes
claim "the way back is told with its state" says "tuneadv revert --state-dir '$tmp/my state' 2"
told=$(tail -n 1 "$tmp/out" | sed "s|.*: \(sudo \)\?tuneadv|\"\$TUNEADV\"|")
claim "it works when pasted" sh -c "$told --yes" >"$tmp/said"
claim "and takes it back" is_bad
run apply web-server --profile-dir "$profiles" --state-dir "$tmp/my state" --dry-run
claim "a plan names the state too" says "tuneadv revert --state-dir '$tmp/my state' web-server"

# ---- asked on a terminal ----

# answer WORD ARGUMENT...: as typed by a person
answer() {
	local word=$1 line
	shift
	arguments=$*
	printf -v line '%q ' "$TUNEADV" "$@" --profile-dir "$profiles" --state-dir "$state"
	echo "$word" | TERM=dumb script -qec "$line" /dev/null >"$tmp/out" 2>"$tmp/err"
	status=$?
}
answer n apply web-server
claim "a person is asked" says "Apply these 3 changes? [y/N]"
claim "no ends with 4" ends_with 4
claim "no writes nothing" is_bad
answer '' apply web-server
claim "no answer is no" ends_with 4
answer yess apply web-server
claim "what is not yes is no" ends_with 4
claim "and nothing is written" is_bad
answer y apply web-server --only accept-queue
claim "one change is asked in the singular" says "Apply this change? [y/N]"
claim "yes ends with 0" ends_with 0
claim "yes writes" holds $somaxconn 4096
answer n revert
claim "revert asks too" says "Take this change back? [y/N]"
claim "no leaves it" holds $somaxconn 4096
answer yes revert
claim "yes takes it back" is_bad

# ---- the lock ----

mkdir -p "$state"
exec 9>>"$state/lock"
flock 9
tune apply web-server --yes
claim "a lock that is held refuses" ends_with 4
claim "and is named" complains "lock"
tune apply web-server --yes --format json
claim "in JSON too" json 'd["schema"] == "tuneadv-error/1" and d["code"] == 4'
before=$SECONDS
tune apply web-server --yes --wait 1
claim "--wait 1 refuses after a second" ends_with 4
claim "having waited" test $((SECONDS - before)) -ge 1
claim "and not for long" test $((SECONDS - before)) -le 10
claim "nothing was written meanwhile" is_bad
sleep 1 &
exec 9>&-
tune apply web-server --yes --wait 20
claim "--wait goes on when the lock is free" ends_with 0
wait
tune revert --yes
for name in one two; do
	"$TUNEADV" apply web-server --yes --wait 20 --profile-dir "$profiles" --state-dir "$state" \
		>"$tmp/$name" 2>&1 &
done
wait
claim "two at once end with the values there" is_good
tune revert --all --yes
claim "and revert --all takes back both" is_bad

# ---- who may have written the profile ----

mkdir "$tmp/shared"
make_profile "$tmp/shared/ours.json" high
chmod 664 "$tmp/shared/ours.json"
run apply ours --profile-dir "$tmp/shared" --state-dir "$state" --dry-run
claim "a profile that a group can write is warned of" complains "others can change this profile"
claim "and planned" ends_with 0
chmod 666 "$tmp/shared/ours.json"
run apply ours --profile-dir "$tmp/shared" --state-dir "$state" --yes
claim "a profile that everybody can write is refused" ends_with 4
claim "and told" complains "everybody can change this profile"
claim "and nothing is written by it" holds $somaxconn 128
cat >"$tmp/shared/weak.json" <<-END
	{
	  "schema": "tuneadv-profile/1",
	  "name": "weak",
	  "title": "A weak one",
	  "rules": [
	    { "id": "cookies", "tunable": "net.ipv4.tcp_syncookies", "assert": { "equals": 0 }, "severity": "high",
	      "rationale": "None.", "references": [ "doc:https://example.org/weak" ] }
	  ]
	}
END
run apply weak --profile-dir "$tmp/shared" --state-dir "$state" --yes
claim "a profile that states a weaker value is not loaded" ends_with 2
claim "with its place" complains "weak.json:6:"

# ---- where it may not write ----

chmod 777 "$state"
tune apply web-server --yes
claim "a state folder that others may write is refused" ends_with 4
claim "and named" complains "$state"
chmod 755 "$state"
mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys
tune apply web-server --yes
claim "a read-only /proc/sys refuses" ends_with 4
claim "and is told" complains "read-only"
tune apply web-server --yes --format json
claim "in JSON too" json 'd["code"] == 4 and "read-only" in d["message"]'
umount /proc/sys
claim "nothing was written" is_bad
chmod 755 "$tmp"
if setpriv --reuid 65534 --regid 65534 --clear-groups "$TUNEADV" check web-server --profile-dir "$profiles" \
	--fail-on never >"$tmp/out" 2>"$tmp/err"; then
	as_nobody() {
		arguments="(nobody) $*"
		setpriv --reuid 65534 --regid 65534 --clear-groups "$TUNEADV" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
		status=$?
	}
	as_nobody status --state-dir "$state"
	claim "nobody may look" ends_with 0
	as_nobody apply web-server --profile-dir "$profiles" --state-dir "$state" --yes
	claim "nobody is refused" ends_with 4
	claim "with what is missing" complains "needs root"
	claim "and the line to run" grep -q "Run: sudo .*tuneadv apply web-server --profile-dir $profiles" "$tmp/err"
	as_nobody apply web-server --profile-dir "$profiles" --dry-run --format sysctl.d
	claim "nobody gets a file for the administrator" ends_with 0
	claim "with the values" says "net.core.somaxconn = 4096"
	chown 65534 "$state"
	tune apply web-server --yes
	claim "root refuses a state folder of others" ends_with 4
	chown 0 "$state"
	claim "nothing was written for nobody" is_bad
else
	echo "nobody cannot be had here, or not reach the program: its refusals were not tried"
fi

# ---- signals and the log ----

if can_watch; then
	watch -o /dev/null -e inject=fsync:signal=SIGTERM -- apply web-server --yes
	claim "a request to end is obeyed in the end" ends_with 143
	claim "but not before the transaction" is_good
	claim "and not before its outcome is told" says "apply: done"
	tune status
	claim "nothing is unfinished" ends_with 0
	tune revert --yes
fi

cat >"$tmp/listen.py" <<-'END'
	import os, socket, sys
	s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
	s.bind("/dev/log")
	open(sys.argv[1] + "/ready", "w").close()
	s.settimeout(10)
	with open(sys.argv[1] + "/log", "w") as log:
	    for _ in range(3):
	        log.write(s.recv(4096).decode().rstrip("\0") + "\n")
END
cat >"$tmp/logged.sh" <<-'END'
	mkdir "$1/dev" && touch "$1/dev/null" && mount --bind /dev/null "$1/dev/null" && mount --rbind "$1/dev" /dev || exit 77
	exec 2>"$1/log-errors"
	python3 "$1/listen.py" "$1" &
	while [ ! -e "$1/ready" ] && kill -0 $!; do sleep 0.1; done
	"$TUNEADV" apply web-server --yes --profile-dir "$2" --state-dir "$1/state" >"$1/out"
	wait
END
arguments="(with a log) apply web-server --yes"
unshare -m bash "$tmp/logged.sh" "$tmp" "$profiles"
status=$?
if [ "$status" = 77 ]; then
	echo "no log can be put in place here: it was not tried"
else
	claim "the log tells of three writes" test "$(grep -c tuneadv "$tmp/log")" = 3
	claim "of facility authpriv" grep -q '^<85>' "$tmp/log"
	claim "which setting" grep -q net.core.somaxconn "$tmp/log"
fi
tune revert --yes
claim "all is back at the end" is_bad
finish
