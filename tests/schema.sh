#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Every JSON document of the program against its shipped schema, and the schema against mutated documents: reports of
# all captured hosts of our own, explanations of everything, lists, changes, errors. Exit 77: jsonschema is missing.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
tuneadv=${TUNEADV:-$top/build/tuneadv}
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
bad=0

# sample KIND NAME ARGUMENT...: one document; what the exit status says is other tests' business
sample() {
	local file=$scratch/$1-$2.json
	shift 2
	"$tuneadv" "$@" --profile-dir "$top/profiles" --format json >"$file" 2>"$scratch/err" </dev/null
	if [ ! -s "$file" ]; then
		echo "no document from: tuneadv $*"
		cat "$scratch/err"
		bad=1
		rm -f "$file"
	fi
}

profiles=$(cd "$top/profiles" && printf '%s\n' *.json | sed 's/\.json$//')
for profile in $profiles; do
	sample report "live-$profile" check "$profile"
	sample report "waived-$profile" check "$profile" --waive "syn-cookies=tried here" --waive "no-such-rule=none"
done
sample report posture check --security
for host in "$top"/tests/hosts/*.host; do
	name=$(basename "$host" .host)
	"$top/tests/hosts/unpack.sh" "$host" "$scratch/$name" || exit 99
	for profile in $profiles; do
		sample report "$name-$profile" check "$profile" --root "$scratch/$name"
	done
done
for subject in profiles tunables counters facts; do
	sample list $subject list $subject
done
for id in $("$tuneadv" list tunables </dev/null | awk 'NR > 1 { print $1 }') \
	$("$tuneadv" list facts </dev/null | awk 'NR > 1 { print $1 }') accept-queue syn-backlog; do
	sample explain "$id" explain "$id"
done
sample explain captured explain net.ipv4.tcp_rmem --root "$scratch/unreadable"
# A plan of this host, of which nothing is written, and what stands there; the rest by hand.
for profile in $profiles; do
	sample outcome "live-$profile" apply --dry-run "$profile" --state-dir "$scratch/state"
done
sample status live status --state-dir "$scratch/state"
"${top_builddir:-$top/build}/tests/change-samples" "$scratch" >"$scratch/out" 2>&1 || {
	cat "$scratch/out"
	exit 99
}
# A capture of this host goes to a folder; its own word of itself is the document.
for names in plain with-names; do
	option=
	[ "$names" = plain ] || option=--with-names
	sample capture "$names" capture $option --window 1 -o "$scratch/captured-$names/"
done
printf '%s\n' 'net.ipv4.tcp_syncookies = 0' 'kernel.core_pattern = |/bin/x' 'net.ipv4.tcp_tw_recycle=1' 'no sense' >"$scratch/bad.conf"
sample lint bad lint "$scratch/bad.conf" "$scratch"
sample lint other-kernel lint --kernel 4.9 "$scratch/bad.conf" "$top/profiles/web-server.json"
sample error profile check no-such-profile
sample error usage check --no-such-option

for kind in report explain lint list outcome status capture error; do
	"$top/tests/schema-report.py" "$top/profiles/schema/tuneadv-$kind-1.schema.json" "$scratch/$kind"-*.json
	got=$?
	[ $got -eq 77 ] && exit 77
	[ $got -eq 0 ] || bad=1
done

# The judge itself: a schema that stopped asking for a key, or that takes any value for one, must be noticed.
python3 - "$top/profiles/schema/tuneadv-report-1.schema.json" "$scratch" <<'END' || exit 99
import json, sys

for name, change in (
    ("optional", lambda schema: schema["$defs"]["finding"]["required"].remove("changeable")),
    ("untyped", lambda schema: schema["$defs"]["host"]["properties"].update(kernel={})),
):
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    change(schema)
    with open(f"{sys.argv[2]}/{name}.schema.json", "w", encoding="utf-8") as file:
        json.dump(schema, file)
END
for planted in optional untyped; do
	if "$top/tests/schema-report.py" "$scratch/$planted.schema.json" "$scratch"/report-live-*.json >"$scratch/out"; then
		echo "a schema with a planted offence ($planted) passes"
		bad=1
	fi
done
exit $bad
