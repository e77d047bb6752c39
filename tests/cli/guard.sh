#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Nothing switches the guard off: no option of apply, alone, with each other one or all together, no key of a profile and no
# variable of the environment. What is weak in itself is 2, what is weaker than this host is 4, and nothing is written.
# shellcheck source=tests/cli/netns.sh
. "$(dirname "$0")/netns.sh"

rp_filter=/proc/sys/net/ipv4/conf/lo/rp_filter
echo 4096 >$somaxconn
echo 1 >$syncookies
echo 1 >$rp_filter
mkdir "$tmp/profiles"

# rule ID REST: one rule of a profile; REST are its own members
rule() {
	printf '{ "id": "%s", "severity": "high", "rationale": "x", "references": [ "doc:https://example.org/x" ], %s }' "$1" "$2"
}

# profile NAME HEAD RULE...: HEAD may hold further members of the file
profile() {
	local file=$tmp/profiles/$1.json head=$2 comma=
	shift 2
	printf '{ "schema": "tuneadv-profile/1", "name": "%s", "title": "T", %s "rules": [' "$(basename "$file" .json)" "$head" >"$file"
	for one in "$@"; do
		printf '%s%s' "$comma" "$one" >>"$file"
		comma=,
	done
	printf '] }\n' >>"$file"
}

parameter='"parameters": { "number": { "type": "number", "title": "N", "default": 0 } },'
# Also met by this host, so that a rule could be left out without leaving out the weak one.
other=$(rule other '"tunable": "net.ipv4.tcp_syncookies", "assert": { "one-of": [1, 2] }')
profile weak "$parameter" "$other" "$(rule lower '"tunable": "net.ipv4.tcp_syncookies", "assert": { "equals": 0 }')"
profile weaker "$parameter" "$other" "$(rule lower '"tunable": "net.core.somaxconn", "assert": { "at-most": 128 }')"
profile loose "$parameter" "$other" \
	"$(rule lower '"tunable": "net.ipv4.conf.rp_filter", "for-each": [ "lo" ], "assert": { "equals": 2 }')"

# One line for each way to give each option that the program says it has. What is not known here fails.
ways() {
	case $1 in
	--dry-run | --yes | --consider | --host-wide | --verbose | --quiet | --help | --version) echo "$1" ;;
	--wait) echo "$1 0" ;;
	--only) echo "$1 lower" ;;
	--except) echo "$1 other" ;;
	--root) echo "$1 /" ;;
	--profile-dir) echo "$1 $tmp/profiles" ;;
	--state-dir) echo "$1 $tmp/other-state" ;;
	--set) printf '%s\n' "$1 number=1" "$1 number=0" ;;
	--fail-on) printf -- "$1 %s\n" low never ;;
	--waive) printf '%s\n' "$1 other=x" "$1 lower=x" ;;
	--format) printf -- "$1 %s\n" text json sysctl.d shell ansible ;;
	--output) echo "$1 $tmp/document" ;;
	--color) printf -- "$1 %s\n" always never ;;
	*) return 1 ;;
	esac
}

tune apply --help
mapfile -t options < <(grep -oE '^  (-[a-z],|   ) --[a-z-]+' "$tmp/out" | grep -oE -- '--[a-z-]+')
claim "apply has options to walk" test "${#options[@]}" -ge 15
all_ways=()
for option in "${options[@]}"; do
	claim "$option is walked" ways "$option" >/dev/null
	mapfile -t -O "${#all_ways[@]}" all_ways < <(ways "$option")
done

stands() {
	holds $somaxconn 4096 && holds $syncookies 1 && holds $rp_filter 1
}

# Help and the version end before anything is looked at.
only_tells() {
	case " $* " in
	*' --help '* | *' --version '*) return 0 ;;
	esac
	return 1
}

# A waived or left-out rule asks for nothing.
leaves_out() {
	case " $* " in
	*' --waive lower='*) return 0 ;;
	esac
	return 1
}

# walk NAME CODE OPTION...: a dry run and a real one; pair NAME CODE OPTION...: the real one
walk() {
	walk_as "--dry-run --yes" "$@"
}

pair() {
	walk_as --yes "$@"
}

walk_as() {
	local how name=$2 code=$3 hows=$1
	shift 3
	for how in $hows; do
		run apply "$tmp/profiles/$name.json" --state-dir "$state" "$how" "$@"
		walked=$((walked + 1))
		if ! stands; then
			claim "$name $how $* leaves the host as it was" false
			exit 1
		fi
		if only_tells "$@"; then
			continue
		elif [ "$code" = 4 ] && leaves_out "$@"; then
			[ "$status" = 0 ] || [ "$status" = 2 ] || claim "$name $how $* asks for nothing" false
		elif [ "$status" != 2 ]; then
			claim "$name $how $* is refused with $code" ends_with "$code"
		fi
	done
}

walked=0
for name in weak weaker loose; do
	code=4
	[ $name != weak ] || code=2
	walk $name $code
	claim "$name is refused with $code" ends_with $code
	for one in "${all_ways[@]}"; do
		# The words of one option.
		# shellcheck disable=SC2086
		walk $name $code $one
	done
done
# Each with each other: for what is weak on this host, where a way around would have to be.
for ((i = 0; i < ${#all_ways[@]}; i++)); do
	for ((k = i + 1; k < ${#all_ways[@]}; k++)); do
		# shellcheck disable=SC2086
		pair weaker 4 ${all_ways[i]} ${all_ways[k]}
	done
done
together=$(printf '%s\n' "${all_ways[@]}" | grep -vE -- '--(help|version|root|quiet|waive lower=x)' | sort -u -k1,1 | tr '\n' ' ')
for name in weak weaker loose; do
	code=4
	[ $name != weak ] || code=2
	# shellcheck disable=SC2086
	walk $name $code $together
done
claim "hundreds of ways were walked" test $walked -ge 400
echo "$walked runs over ${#all_ways[@]} ways to give ${#options[@]} options"
claim "no transaction was recorded" not test -e "$state/journal"

# ---- what a refusal says ----

tune apply "$tmp/profiles/weak.json" --yes
claim "a weak profile is told with its place" complains "weak.json:1:"
claim "and why" complains "states a weaker value"
tune apply "$tmp/profiles/weak.json" --dry-run --format json
claim "in JSON it is an error" json 'd["schema"] == "tuneadv-error/1" and d["code"] == 2'
tune check "$tmp/profiles/weak.json"
claim "check does not take it either" ends_with 2
tune apply "$tmp/profiles/weaker.json" --dry-run --format json
claim "a plan that is refused says so" json 'd["state"] == "refused" and d["guard"]["code"] == "weaker"'
for format in sysctl.d shell ansible; do
	tune apply "$tmp/profiles/weaker.json" --dry-run --format $format
	claim "no $format file tells how" not grep -qE '^[^#]*(somaxconn|net/core)' "$tmp/out"
done

# ---- keys ----

for key in force override unsafe guard allow-weaker no-guard; do
	profile key "\"$key\": true," "$other"
	tune apply "$tmp/profiles/key.json" --yes
	claim "a profile has no key $key" ends_with 2
	profile key "" "$(rule r "\"$key\": true, \"tunable\": \"net.ipv4.tcp_syncookies\", \"assert\": { \"equals\": 1 }")"
	tune apply "$tmp/profiles/key.json" --yes
	claim "a rule has no key $key" ends_with 2
done
cookies='"tunable": "net.ipv4.tcp_syncookies"'
filter='"tunable": "net.ipv4.conf.rp_filter"'
while read -r members; do
	profile key "$parameter" "$(rule r "$members")"
	tune apply "$tmp/profiles/key.json" --yes
	claim "a weak value stays one beside: $members" ends_with 2
	claim "and nothing was written" stands
done <<END
$cookies, "assert": { "equals": 0 }, "kind": "consider"
$cookies, "assert": { "equals": 0 }, "set": false
$cookies, "assert": { "one-of": [1, 0] }
$cookies, "assert": { "one-of": [1, 2] }, "set": 0
$cookies, "assert": { "equals": 0 }, "when": { "fact": "cpus.online-count", "at-least": 1 }
$cookies, "assert": { "equals": 0 }, "remedy": "x"
$cookies, "assert": { "equals": { "of": "parameter.number" } }
$cookies, "assert": { "at-most": 1 }
$cookies, "assert": { "not": 1 }
$filter, "assert": { "equals": 0 }
$filter, "assert": { "equals": 0 }, "for-each": [ "all" ]
$filter, "assert": { "equals": 3 }
"tunable": "net.ipv4.tcp_abort_on_overflow", "assert": { "equals": 1 }
"tunable": "kernel.sched_rt_runtime_us", "assert": { "equals": -1 }
"tunable": "kernel.sched_rt_runtime_us", "assert": { "at-least": { "of": "kernel.sched_rt_period_us" } }
END

# ---- the environment ----

names=$(grep -hoE 'getenv\("[A-Z_]*"\)' "$top"/cli/*.c | sort -u | tr '\n' ' ')
claim "the program reads how to write, and nothing else" \
	test "$names" = 'getenv("COLUMNS") getenv("NO_COLOR") getenv("TERM") '
for variable in TUNEADV_FORCE TUNEADV_NO_GUARD TUNEADV_UNSAFE TUNEADV_ALLOW_WEAKER NO_COLOR TERM COLUMNS; do
	export "$variable=1"
	walk weaker 4
	walk weak 2
	unset "$variable"
done
claim "the host is as it was" stands
finish
