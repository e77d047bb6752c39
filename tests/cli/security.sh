#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The posture: one line for what was given up, outside the verdict; --security tells of all of it.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

make_root "$tmp/root"
make_profile "$tmp/quiet.json" high
sys=$tmp/root/proc/sys
mkdir -p "$sys/net/ipv4/conf/all" "$sys/net/ipv4/conf/default" "$sys/net/ipv4/conf/eth0" "$tmp/root/sys/class/net/eth0"
echo 1 >"$sys/net/ipv4/tcp_syncookies"
echo 2 >"$sys/kernel/randomize_va_space"
check=(check --root "$tmp/root")

run "${check[@]}" "$tmp/quiet.json"
claim "what nobody weakened is not told" not says "security"
claim "the host is fit" ends_with 0
run "${check[@]}" --format json "$tmp/quiet.json"
claim "JSON always has it" json "d['posture']['scope'] == 'short' and d['posture']['settings'] == []"

echo 0 >"$sys/net/ipv4/tcp_syncookies"
run "${check[@]}" "$tmp/quiet.json"
claim "what is weakened is told in one line" test "$(grep -c '^security' "$tmp/out")" = 1
claim "with the default" says "net.ipv4.tcp_syncookies is 0 (default 1)"
claim "and what it looks like" says "left behind by a benchmark"
claim "outside the verdict" ends_with 0
run "${check[@]}" --format json "$tmp/quiet.json"
claim "JSON names it" json "[s['id'] for s in d['posture']['settings']] == ['net.ipv4.tcp_syncookies']"
claim "and that it looks left behind" json "d['posture']['looks_left_behind'] and d['posture']['settings'][0]['default'] == '1'"
run "${check[@]}" --quiet "$tmp/quiet.json"
claim "--quiet is the verdict alone" not says "security"
run "${check[@]}" --profile-dir "$top/profiles" base-server
claim "what a rule found is not told twice" not grep -q '^security.*tcp_syncookies' "$tmp/out"

# The whole, with the values that act.
echo 1 >"$sys/net/ipv4/conf/all/rp_filter"
echo 0 >"$sys/net/ipv4/conf/default/rp_filter"
echo 0 >"$sys/net/ipv4/conf/eth0/rp_filter"
echo '|/bin/x' >"$sys/kernel/core_pattern"
run "${check[@]}" --security
claim "without a profile it is the posture alone" ends_with 0
claim "and says so" says "settings that protect this host"
claim "what is weakened" says "weakened  net.ipv4.tcp_syncookies is 0"
claim "what runs as root" says "kernel.core_pattern is |/bin/x"
claim "each authority" says "Named by "
claim "what is secure only with -v" not says "secure    kernel.randomize_va_space"
run "${check[@]}" --security -v
claim "-v tells of what is secure" says "secure    kernel.randomize_va_space is 2"
run "${check[@]}" --security --format json
claim "all raises eth0" json "[(s['current'], s['effective'], s['state']) for s in d['posture']['settings'] if s['id'] == 'net.ipv4.conf.rp_filter' and s['instance']['name'] == 'eth0'] == [('0', '1', 'secure')]"
claim "the whole is marked" json "d['posture']['scope'] == 'whole' and d['findings'] == []"
run "${check[@]}" --security "$tmp/quiet.json"
claim "with a profile both are told" says "settings that protect this host"
claim "and the verdict is the profile's" ends_with 0

finish
