#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The exit status is the one that INTERFACE promises: 2 before 1 before 3 before 0; never gives 0 or 2.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

make_root "$tmp/good" 4096
make_root "$tmp/bad" 128
make_root "$tmp/unread" 4096
rm "$tmp/unread/proc/sys/net/core/somaxconn"
# A folder where a file should be cannot be read by anybody, root included.
mkdir "$tmp/unread/proc/sys/net/core/somaxconn"
mkdir "$tmp/profiles"
make_profile "$tmp/profiles/severe.json" high
make_profile "$tmp/profiles/mild.json" low
make_profile "$tmp/profiles/optional.json" high consider

check() {
	local root=$1
	shift
	run check --profile-dir "$tmp/profiles" --root "$tmp/$root" "$@"
}

check good severe
claim "a good host is fit" ends_with 0
check bad severe
claim "a bad host is not fit" ends_with 1
check unread severe
claim "a host that cannot be read is undecided" ends_with 3
check bad mild
claim "a low requirement does not decide by default" ends_with 0
check bad mild --fail-on low
claim "a low requirement decides with --fail-on low" ends_with 1
check bad severe --fail-on high
claim "a high requirement decides with --fail-on high" ends_with 1
check unread mild --fail-on high
claim "what is unread below the threshold does not decide" ends_with 0
check bad severe --fail-on never
claim "nothing decides with --fail-on never on a bad host" ends_with 0
check unread severe --fail-on never
claim "nothing decides with --fail-on never on an unread host" ends_with 0
check bad optional
claim "what is only worth considering never decides" ends_with 0
check unread optional
claim "what is only worth considering never leaves it undecided" ends_with 0

check bad severe --waive accept-queue='tried in a lab'
claim "a waived failure does not decide" ends_with 0
check unread severe --waive accept-queue='tried in a lab'
claim "a waived unknown does not decide" ends_with 0
check bad severe --waive accept-queue='tried in a lab' --format json
claim "a waived finding keeps its result" json \
	'[f["result"] for f in d["findings"] if f["rule"] == "accept-queue"] == ["fail"]'
claim "a waived finding shows the reason" json \
	'[f["waiver"] for f in d["findings"] if f["rule"] == "accept-queue"] == ["tried in a lab"]'
claim "a waived finding counts as waived only" json \
	'd["summary"]["waived"] == 1 and d["summary"]["fail"] == 0 and d["verdict"] == "fit"'
check bad severe --waive other-rule='tried in a lab'
claim "a waiver for another rule changes nothing" ends_with 1
claim "a waiver that names no rule is told" complains other-rule

check good severe --set queue=8192
claim "a parameter that is set makes its rule apply" ends_with 1
check good severe --set queue=8192 --waive asked-queue=later
claim "both kinds of pairs work together" ends_with 0
check good severe --set queue=many
claim "a value of another type is refused" ends_with 2
claim "and its type is told" complains number
check good severe --set queu=8192
claim "a parameter that no profile has is refused" ends_with 2
claim "and named" complains queu

run check --profile-dir "$tmp/profiles" --root "$tmp/good"
claim "check without a profile lists them and ends with 0" ends_with 0
claim "check without a profile shows names" says severe
check good severe mild optional
claim "several profiles are judged together" ends_with 0
check bad severe nowhere
claim "an unknown profile comes before a failing one" ends_with 2
run list tunables
claim "list ends with 0" ends_with 0
run explain net.core.somaxconn --root "$tmp/bad" --profile-dir "$tmp/profiles"
claim "explain ends with 0 whatever the value is" ends_with 0
run explain accept-queue --root "$tmp/bad" --profile-dir "$tmp/profiles"
claim "explain knows rules" ends_with 0
finish
