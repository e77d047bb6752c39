#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# What cannot be understood ends with 2, one sentence that helps, and nothing on standard output.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mkdir "$tmp/profiles"
make_profile "$tmp/profiles/web-front.json" high
make_root "$tmp/root"

# refused SENTENCE ARGUMENT...
refused() {
	local sentence=$1
	shift
	run "$@"
	claim "'$*' ends with 2" ends_with 2
	claim "'$*' is told: $sentence" complains "$sentence"
	claim "'$*' prints nothing else" not test -s "$tmp/out"
}

refused "no command given"
refused "did you mean 'check'" chekc web-front
refused "unknown command 'frobnicate'" frobnicate
refused "did you mean '--format'" check --fromat json
refused "did you mean '--profile-dir'" list profiles --profiles-dir "$tmp"
refused "unknown option '-x'" check -x
refused "unknown option '-x'" check -vx
refused "--quiet takes no value" check --quiet=yes
refused "--root needs a value" check --root
refused "-o needs a value" check web-front -o
refused "--format takes one of text, json" check --format xml
refused "--fail-on takes one of low, medium, high, never" check --fail-on info
refused "--color takes one of" check --color=blue
refused "--waive takes RULE=REASON" check --waive accept-queue
refused "--waive takes RULE=REASON" check --waive accept-queue=
refused "--waive takes RULE=REASON" check --waive =reason
refused "--set takes NAME=VALUE" check --set queue
for option in --netns --pid --unit --dry-run --kernel; do
	refused "unknown option '$option'" check "$option" 1
done
refused "lint takes files" lint
refused "explain takes one ID" explain
refused "explain takes one ID" explain net.core.somaxconn vm.swappiness
refused "net.core.somaxconn" explain net.core.somaxcon
refused "net.core.somaxconn" explain somaxconn
refused "list takes one of profiles, tunables, counters, facts" list
refused "did you mean 'tunables'" list tunable
refused "'web-front'" check --profile-dir "$tmp/profiles" web-fornt
refused "'web-front'" check --profile-dir "$tmp/profiles" front
refused "no-such-file" check "$tmp/no-such-file.json"
refused "$tmp/none" check --root "$tmp/none" --profile-dir "$tmp/profiles" web-front
refused "$tmp/root/proc/sys/kernel/osrelease" \
	check --root "$tmp/root/proc/sys/kernel/osrelease" --profile-dir "$tmp/profiles" web-front
refused "--profile-dir $tmp/none" check --profile-dir "$tmp/none" web-front
refused '\x1b[31m' check $'web\e[31mfront'
refused 'unknown option' check $'--\e[31m'
refused "unknown command '\xe9'" $'\xe9'
refused "unknown command '\xe2\x80\xae'" $'\xe2\x80\xae'
refused "unknown command 'caf\xc3'" $'caf\xc3'
refused "unknown command 'café'" café
refused '\xed\xa0\x80' check --format $'\xed\xa0\x80'

# Whole words: not even a prefix of an option is guessed, for tomorrow it may fit two.
refused "unknown option '--prof'" check --prof "$tmp/profiles"

printf '{\n  "schema": "tuneadv-profile/1",\n  "name": "broken",\n  "title": "x"\n  "rules": []\n}\n' \
	>"$tmp/profiles/broken.json"
refused "broken.json:5:3:" check --profile-dir "$tmp/profiles" broken
sed 's/"high"/"severe"/; s/web-front/wrong/' "$tmp/profiles/web-front.json" >"$tmp/profiles/wrong.json"
line=$(grep -n '"severe"' "$tmp/profiles/wrong.json" | head -n 1 | cut -d: -f1)
refused "wrong.json:$line:" check --profile-dir "$tmp/profiles" wrong

run check --profile-dir "$tmp/profiles" broken --format json
claim "an error is a document too" json 'd["schema"] == "tuneadv-error/1" and d["code"] == 2'
claim "the document names the place" json 'd["place"].endswith("broken.json:5:3")'
claim "the document has a message" json 'len(d["message"]) > 10'
claim "the document says which program and when" json 'd["tuneadv"] and d["time"].endswith("Z")'
run check --netns x --format=json
claim "an unknown option before --format is a document" json 'd["schema"] == "tuneadv-error/1"'
run --format json check --profile-dir "$tmp/profiles" web-fornt
claim "--format may stand before the command" json '"web-front" in d["message"]'

# One broken neighbour must not hide the others.
run list profiles --profile-dir "$tmp/profiles"
claim "a broken profile does not end a list" ends_with 0
claim "the good one is listed" says web-front
claim "the broken one is named" complains broken.json:5:3
run list profiles --profile-dir "$tmp/profiles" --format json
claim "in JSON the broken one is a diagnostic" json 'any("broken.json" in str(x) for x in d["diagnostics"])'
claim "and standard error stays silent" is_silent

run check --profile-dir "$tmp/profiles" --root "$tmp/root" -- web-front
claim "after -- come operands" ends_with 0
run --profile-dir "$tmp/profiles" --root "$tmp/root" check web-front
claim "options may stand before the command" ends_with 0
finish
