#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# tuneadv revert on the real kernel: exactly back, one layer of several, and nothing over what others changed.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/netns.sh"

make_bad
tune revert --yes
claim "with nothing applied there is nothing to do" ends_with 0
tune revert no-such --yes
claim "what was never applied is refused as a word" ends_with 2
claim "and named" complains "no-such"
run revert --all web-server --state-dir "$state" --yes
claim "--all leaves nothing to name" ends_with 2
run revert one two --state-dir "$state" --yes
claim "one thing can be named" ends_with 2
run revert --skip-drifted --overwrite-drifted --state-dir "$state" --yes
claim "two answers to drift are one too many" ends_with 2
run revert --root "$tmp" --yes
claim "a captured host cannot be taken back" ends_with 2

# ---- exactly back ----

read_all >"$tmp/before"
tune apply web-server --yes
claim "apply ends with 0" ends_with 0
tune revert
claim "without a terminal --yes is needed" ends_with 4
claim "and the values stand" is_good
tune revert --dry-run
claim "a dry run ends with 0" ends_with 0
claim "it shows the way back" says "4096 -> 128"
claim "and writes nothing" is_good
tune revert --dry-run --format json
claim "its document is planned" json 'd["state"] == "planned" and len(d["changes"]) == 3'
tune revert --dry-run --format sysctl.d
claim "as a file for sysctl" says "net.core.somaxconn = 128"
tune revert --dry-run --format shell
cp "$tmp/out" "$tmp/back.sh"
claim "as a script" sh -n "$tmp/back.sh"
tune revert web-server --yes
claim "revert by profile ends with 0" ends_with 0
claim "what was weak before is named loudly" says "WEAK"
read_all >"$tmp/after"
claim "all of /proc/sys/net is as before, byte by byte" cmp "$tmp/before" "$tmp/after"
claim "no record is left" no_records
tune apply web-server --yes
claim "the script goes the same way" sh "$tmp/back.sh" >"$tmp/said"
claim "to the same values" is_bad
tune status
claim "and status sees that somebody else did it" ends_with 1
tune revert --yes --skip-drifted
claim "a record can be closed over that" ends_with 0
claim "and is gone" no_records
claim "with the values as they were" is_bad

# ---- drift ----

tune apply web-server --yes
echo 777 >$somaxconn
tune revert --yes
claim "drift refuses, with --yes too" ends_with 4
claim "the setting is named" says "net.core.somaxconn"
claim "with the value that is there now" says "; now 777"
claim "the command that goes on finds this state" says "--state-dir $state --skip-drifted"
claim "the option to go on is named" says "--skip-drifted"
claim "the other option too" says "--overwrite-drifted"
claim "the drifted value stands" holds $somaxconn 777
claim "so do the others" holds $syncookies 1
tune revert --yes --format json
claim "the document is refused" json 'd["schema"] == "tuneadv-outcome/1" and d["state"] == "refused"'
claim "it names what drifted" test "$(result_of net.core.somaxconn)" = drifted
claim "with the value that is there now" json '[c["got"] for c in d["changes"] if c["result"] == "drifted"] == ["777"]'
tune revert --dry-run
claim "a dry run says that it would be refused" ends_with 4
tune revert --yes --skip-drifted
claim "--skip-drifted goes on" ends_with 0
claim "leaving what drifted" holds $somaxconn 777
claim "and putting the others back" holds $syncookies 0
make_bad
tune apply web-server --yes
echo 777 >$somaxconn
tune revert --yes --overwrite-drifted
claim "--overwrite-drifted goes on" ends_with 0
claim "over what drifted" is_bad
tune apply web-server --yes
printf '128\n' >$somaxconn
tune revert --yes
claim "what somebody put back already is no obstacle" test "$status" = 0 -o "$status" = 4
tune revert --all --yes --overwrite-drifted
claim "all is back" is_bad

# ---- layers ----

mkdir "$tmp/layers"
make_profile "$tmp/layers/lower.json" high
sed 's/"at-least": 1024/"at-least": 2048/; s/"accept-queue"/"longer-queue"/; s/"lower"/"upper"/' \
	"$tmp/layers/lower.json" >"$tmp/layers/upper.json"
layer() {
	run "$@" --profile-dir "$tmp/layers" --state-dir "$state"
}
layer apply lower --yes
claim "the lower layer is applied" holds $somaxconn 1024
layer apply upper --yes
claim "the upper layer is applied" holds $somaxconn 2048
layer revert lower --yes
claim "the lower layer is taken out" ends_with 0
claim "without a write, for the upper one stands" holds $somaxconn 2048
layer status
claim "and nothing drifted by that" ends_with 0
layer revert upper --yes
claim "the upper layer is taken out" ends_with 0
claim "down to what was before both" holds $somaxconn 128
layer apply lower --yes
layer apply upper --yes
layer revert --yes
claim "without a name the newest is taken back" holds $somaxconn 1024
layer apply upper --yes
layer revert --all --yes
claim "--all takes back every layer" ends_with 0
claim "to the first value" holds $somaxconn 128
claim "and no record is left" no_records
finish
