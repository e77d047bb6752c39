# SPDX-License-Identifier: LGPL-2.1-or-later
# What the tests of the program share: a folder of their own, a host and a profile made by hand, and claims.
# shellcheck shell=bash
set -u

if ! [ -x "${TUNEADV-}" ]; then
	echo "TUNEADV must name the built program"
	exit 99
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=${top_srcdir:-$(cd "$here/../.." && pwd)}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
claims=0
failures=0
status=
# Nothing of the terminal that the suite runs on.
unset NO_COLOR COLUMNS TERM

# claim TEXT COMMAND...: the command must succeed
claim() {
	local text=$1
	shift
	claims=$((claims + 1))
	if "$@"; then
		return
	fi
	failures=$((failures + 1))
	echo "FAILED: $text"
	echo "  exit status $status of: tuneadv $arguments"
	sed 's/^/  stdout: /' "$tmp/out" | head -n 20
	sed 's/^/  stderr: /' "$tmp/err" | head -n 20
}

# run ARGUMENT...: leaves status, $tmp/out and $tmp/err
run() {
	arguments=$*
	"$TUNEADV" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}

ends_with() {
	[ "$status" = "$1" ]
}

is_silent() {
	! [ -s "$tmp/err" ]
}

says() {
	grep -qF -- "$1" "$tmp/out"
}

complains() {
	grep -qF -- "$1" "$tmp/err"
}

not() {
	! "$@"
}

# json EXPRESSION: a Python expression over the document "d" that must be true
json() {
	python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(0 if eval(sys.argv[2]) else 1)' "$tmp/out" "$1"
}

# A host of our own: a kernel, and the settings that the profile below names.
make_root() {
	local root=$1

	mkdir -p "$root/proc/sys/net/core" "$root/proc/sys/kernel" "$root/proc/sys/vm" "$root/sys"
	echo 6.12.9 >"$root/proc/sys/kernel/osrelease"
	echo "${2:-4096}" >"$root/proc/sys/net/core/somaxconn"
	echo 60 >"$root/proc/sys/vm/swappiness"
}

# make_profile FILE SEVERITY [KIND]: one rule about the accept queue
make_profile() {
	cat >"$1" <<-END
		{
		  "schema": "tuneadv-profile/1",
		  "name": "$(basename "$1" .json)",
		  "title": "A profile of the tests",
		  "parameters": { "queue": { "type": "number", "title": "Length of the queue" } },
		  "rules": [
		    { "id": "accept-queue", "tunable": "net.core.somaxconn", "assert": { "at-least": 1024 },
		      "severity": "$2", "kind": "${3:-requirement}",
		      "rationale": "A burst must find room.", "references": [ "doc:https://example.org/queue" ] },
		    { "id": "asked-queue", "tunable": "net.core.somaxconn",
		      "assert": { "at-least": { "of": "parameter.queue" } }, "severity": "high",
		      "rationale": "As asked.", "references": [ "doc:https://example.org/queue" ] }
		  ]
		}
	END
}

finish() {
	echo "$claims claims, $failures failed"
	[ "$failures" -eq 0 ] && [ "$claims" -gt 0 ]
	exit
}
