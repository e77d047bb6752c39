#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# tuneadv capture: what it stores and what not, that --root then says what was said on the host, and that nothing is
# left of a capture that failed. It runs in a network namespace of its own, with settings that are bad there.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/netns.sh"

make_bad
kept=$tmp/kept
mkdir -m 777 "$kept"
chmod 755 "$tmp"

# ---- usage ----
run capture
claim "without -o capture ends with 2" ends_with 2
claim "and says what is missing" complains "-o NAME.tar"
run capture -o "$tmp/no-such-kind"
claim "a name that is neither archive nor folder ends with 2" ends_with 2
run capture -o "$tmp/x.tar" extra
claim "capture takes no argument" ends_with 2
run capture -o "$tmp/x.tar" --root "$tmp"
claim "a captured host is not captured again" ends_with 2
run capture -o - --format json
claim "an archive and a document do not share standard output" ends_with 2
run capture -o "$tmp/x.tar" --window soon
claim "--window takes seconds" ends_with 2
claim "of all this nothing is left" not compgen -G "$tmp/x.tar*"

# ---- a folder, and an archive ----
run capture -o "$kept/one/"
claim "a folder is written" ends_with 0
claim "what was left out is told" says "Left out: "
claim "and how to look at it" says "tuneadv check PROFILE --root $kept/one/"
claim "nothing is on standard error" is_silent
claim "it says of itself what it is" grep -q '"tuneadv-capture/1"' "$kept/one/tuneadv-capture.json"
claim "a value is as the kernel prints it" cmp $somaxconn "$kept/one$somaxconn"
claim "there is no other folder" test "$(find "$kept" -mindepth 1 -maxdepth 1 | wc -l)" = 1
run capture -o "$kept/one/"
claim "nothing is overwritten" ends_with 2
claim "and that is told" complains "overwrites nothing"
mkdir "$kept/empty"
run capture -q -o "$kept/empty"
claim "an empty folder is filled" test -s "$kept/empty/tuneadv-capture.json"
claim "--quiet says nothing" not test -s "$tmp/out"
run capture -o "$kept/two.tar"
claim "an archive is written" ends_with 0
claim "nothing partial is left" not compgen -G "$kept/*.partial*"
run capture -o "$kept/two.tar"
claim "nor is an archive overwritten" ends_with 2
tar -tf "$kept/two.tar" >"$tmp/out" 2>"$tmp/err"
status=$?
claim "tar reads it" ends_with 0
claim "and has nothing to say" is_silent
claim "its own word comes last" test "$(tail -n 1 "$tmp/out")" = two/tuneadv-capture.json
claim "all lies in one folder" not grep -qv '^two/' "$tmp/out"
sed 's,^two/,,; s,/$,,' "$tmp/out" | LC_ALL=C sort >"$tmp/in-tar"
(cd "$kept/one" && find . -mindepth 1 -printf '%P\n' | grep -v '^proc/[0-9]' | LC_ALL=C sort) >"$tmp/in-folder"
comm -3 <(grep -v '^proc/[0-9]' "$tmp/in-tar") "$tmp/in-folder" >"$tmp/out"
claim "both hold the same files" not test -s "$tmp/out"
"$TUNEADV" capture -o - 2>"$tmp/err" | tar -tf - >"$tmp/out"
status=${PIPESTATUS[0]}
claim "an archive goes to standard output" ends_with 0
claim "in a folder as well" grep -qx 'capture/tuneadv-capture.json' "$tmp/out"
claim "without owners, times and modes of this host" test \
	"$(tar -tvf "$kept/two.tar" --numeric-owner --utc | awk '{ print $1, $2, $4 }' | sort -u | wc -l)" = 3

# Names that fill both fields of a header, and such as do not fit them at all.
for length in 60 99 100 140 155 156 230; do
	name=$(printf "%0${length}d" 7)
	run capture -q -o "$kept/$name.tar"
	tar -C "$kept" -xf "$kept/$name.tar" >"$tmp/out" 2>&1
	status=$?
	claim "tar unpacks an archive whose folder has a name of $length bytes" ends_with 0
	claim "and finds all of it" test -s "$kept/$name/tuneadv-capture.json" -a \
		"$(find "$kept/$name" -mindepth 1 | wc -l)" = "$(tar -tf "$kept/$name.tar" | sed 's,/$,,' | sort -u | wc -l)"
	rm -rf "${kept:?}/$name" "$kept/$name.tar"
done

# ---- failures ----
run capture -o "$tmp/no/such/folder.tar"
claim "a place that is not there ends with 2" ends_with 2
(
	ulimit -f 16
	trap '' XFSZ
	"$TUNEADV" capture -o "$kept/full.tar" >"$tmp/out" 2>"$tmp/err"
)
status=$?
claim "a full disk ends with 2" ends_with 2
claim "and leaves nothing" not compgen -G "$kept/full*"
(
	ulimit -f 1
	trap '' XFSZ
	"$TUNEADV" capture -o "$kept/full/" >"$tmp/out" 2>"$tmp/err"
)
status=$?
claim "a full disk under a folder ends with 2" ends_with 2
claim "and leaves no folder" not compgen -G "$kept/full*"

# ---- secrets ----
run capture -o "$kept/named/" --with-names -q
claim "names are stored on request" grep -q '"with_names":	true' "$kept/named/tuneadv-capture.json"
words=$(tr ' ' '\n' </proc/cmdline | grep -c .)
stored=$(tr ' ' '\n' <"$kept/one/proc/cmdline" | grep -c .)
claim "of the boot line only what is known is stored" test "$stored" -le "$words"
for word in $(tr ' ' '\n' <"$kept/named/proc/cmdline"); do
	claim "that is among the words of this boot line" grep -qwF -- "$word" /proc/cmdline
done
claim "a builder's address is not stored" not grep -q '@[a-z]*[)]' "$kept/named/proc/version"
claim "the name of the process is not stored" not grep -q '^Name:' "$kept/named/proc/self/status"
claim "its capabilities are" grep -q '^CapEff:' "$kept/named/proc/self/status"
host=$(uname -n)
claim "nor is the name of this host" not grep -rqwF -- "$host.$host" "$kept/one"

# ---- the same report ----

# normal FILE: without what names the moment or the place; the number of open files moves by itself.
normal() {
	python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
del d["time"], d["host"]["root"]
MOVING = ("fs.file-nr", "load.one", "load.runnable", "memory.available", "memory.dirty", "net.netfilter.nf_conntrack_count",
          "pressure.cpu", "pressure.io", "pressure.memory", "swap.used", "uptime")
for f in d["findings"]:
    if f["subject"]["id"] in MOVING:
        f["current"] = f["effective"] = f["because"] = None
print(json.dumps(d, indent=1))' "$1"
}

cat >"$tmp/both.sh" <<'END'
# both.sh FOLDER PROFILES: a capture, and each report of the host and of the capture
"$TUNEADV" capture -q -o "$1/capture/" || exit 99
for profile in "$2"/*.json; do
	name=$(basename "$profile" .json)
	"$TUNEADV" check "$name" --profile-dir "$2" --format json >"$1/live-$name.json" 2>"$1/err"
	"$TUNEADV" check "$name" --profile-dir "$2" --root "$1/capture" --format json >"$1/root-$name.json"
done
for id in $("$TUNEADV" list facts | awk 'NR > 1 { print $1 }') net.core.somaxconn net.xps_cpus net.rps_cpus; do
	moving="root|time"
	case $id in
	boot.line) continue ;;
	# Of what never stands still only the value may differ, not whether there is one.
	load.* | memory.available | memory.dirty | pressure.* | swap.used | uptime)
		moving="$moving|value|effective"
		;;
	esac
	"$TUNEADV" explain "$id" --format json | grep -vE "\"($moving)\":" >"$1/live-$id.fact"
	"$TUNEADV" explain "$id" --root "$1/capture" --format json | grep -vE "\"($moving)\":" >"$1/root-$id.fact"
done
END

# differences FOLDER: what is told of the host and otherwise of the capture
differences() {
	local file

	for file in "$1"/live-*.json; do
		normal "$file" >"$tmp/first"
		normal "${file/live-/root-}" >"$tmp/second"
		diff "$tmp/first" "$tmp/second" || echo "in $file"
	done
	for file in "$1"/live-*.fact; do
		diff "$file" "${file/live-/root-}" || echo "in $file"
	done
}

# A host moves between two moments, memory of a guest above all: what is alike once is alike.
same_report() {
	local who=$1 try
	shift
	arguments="(as $who) capture and check"
	for try in 1 2 3 4; do
		rm -rf "${tmp:?}/$who"
		mkdir -m 777 "$tmp/$who"
		"$@" env TUNEADV="$TUNEADV" bash "$tmp/both.sh" "$tmp/$who" "$profiles" >"$tmp/out" 2>"$tmp/err"
		status=$?
		differences "$tmp/$who" >"$tmp/out" 2>&1
		[ -s "$tmp/out" ] || break
	done
	claim "$who takes a capture and looks at it" ends_with 0
	claim "$who has reports to compare" test "$(find "$tmp/$who" -name 'live-*.json' -size +0 | wc -l)" -ge 2
	claim "$who has facts to compare" test "$(find "$tmp/$who" -name 'live-*.fact' -size +0 | wc -l)" -ge 20
	claim "$who is told the same of host and capture (try $try)" not test -s "$tmp/out"
}

chmod 755 "$profiles"
same_report namespace env
if [ "$(id -u)" -eq 0 ] && [ "$(cat /proc/self/uid_map | awk '{ print $3 }')" -gt 65536 ] &&
	setpriv --reuid 65534 --regid 65534 --clear-groups "$TUNEADV" --version >"$tmp/out" 2>&1; then
	same_report nobody setpriv --reuid 65534 --regid 65534 --clear-groups
	claim "the capture tells who took it" grep -q '"uid":	65534' "$tmp/nobody/capture/tuneadv-capture.json"
	claim "and the report of it" grep -q '"uid":	65534' "$tmp/nobody/root-web-server.json"
fi
if unshare -n true 2>"$tmp/err"; then
	same_report child unshare -n
fi

# ---- what the manifest is good for ----
run check web-server --root "$kept/one" --profile-dir "$profiles" --format json
mv "$kept/one/tuneadv-capture.json" "$tmp/manifest"
cp "$tmp/out" "$tmp/with"
run check web-server --root "$kept/one" --profile-dir "$profiles" --format json
claim "without it nothing is known to be not-applicable for being absent" python3 -c 'import json, sys
a, b = (json.load(open(p))["summary"] for p in sys.argv[1:])
sys.exit(0 if a["unknown"] <= b["unknown"] else 1)' "$tmp/with" "$tmp/out"
for broken in '' '[]' '{"schema": "tuneadv-capture/9"}' '{"schema": 1}' '{"schema": "tuneadv-capture/1"}'; do
	printf '%s' "$broken" >"$kept/one/tuneadv-capture.json"
	run check web-server --root "$kept/one" --profile-dir "$profiles"
	claim "a manifest that is '$broken' ends with 2" ends_with 2
	claim "with its place" complains "tuneadv-capture.json:1:"
done
sed 's,"/proc/[^"]*","/proc/../../etc/passwd",' "$tmp/manifest" >"$kept/one/tuneadv-capture.json"
run check web-server --root "$kept/one" --profile-dir "$profiles"
claim "a path that leads out ends with 2" ends_with 2
claim "and is told" complains "without"
rm "$kept/one/tuneadv-capture.json"
ln -s /etc/passwd "$kept/one/tuneadv-capture.json"
run check web-server --root "$kept/one" --profile-dir "$profiles"
claim "a manifest that is a link out of the tree is none" test "$status" -ne 2

# ---- two samples ----
run check web-server --root "$kept/named" --window 2 --profile-dir "$profiles"
claim "counters of one sample cannot be watched" ends_with 2
claim "and that is told" complains "one sample"
run check web-server --root "$kept/named" --window 0 --profile-dir "$profiles"
claim "to read them once is fine" not ends_with 2
run capture -o "$kept/long.tar" --window 1 -q
claim "a capture takes a second sample" ends_with 0
tar -C "$kept" -xf "$kept/long.tar"
claim "which lies in its own folder" test -s "$kept/long/sample-2/proc/net/netstat"
run check web-server --root "$kept/long" --window 2 --profile-dir "$profiles"
claim "and then counters can be watched" not ends_with 2
run check web-server --root "$kept/two.tar" --profile-dir "$profiles"
claim "an archive is no root" ends_with 2
claim "and how to make it one is told" complains "tar -xf"

# ---- interrupted ----
(
	ulimit -f 16
	ulimit -c 0
	"$TUNEADV" capture -o "$kept/killed.tar" >"$tmp/out" 2>"$tmp/err"
) 2>"$tmp/err"
claim "killed in the middle it leaves nothing of that name" not test -e "$kept/killed.tar"
(
	ulimit -f 1
	ulimit -c 0
	"$TUNEADV" capture -o "$kept/killed/" >"$tmp/out" 2>"$tmp/err"
) 2>"$tmp/err"
claim "nor a folder of that name" not test -e "$kept/killed"
claim "and what is left does not look whole" not compgen -G "$kept/killed*/tuneadv-capture.json"
for signal in TERM KILL; do
	"$TUNEADV" capture -o "$kept/late-$signal.tar" --window 30 >"$tmp/out" 2>"$tmp/err" &
	taker=$!
	sleep 0.3
	kill "-$signal" "$taker" 2>/dev/null
	wait "$taker" 2>/dev/null
	claim "of what SIG$signal ended nothing is there" not compgen -G "$kept/late-$signal*"
done
finish
