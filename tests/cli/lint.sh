#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# lint: what files do, whatever is in them; the exit status; what cannot be read; text, JSON and GitHub's annotations.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

make_root "$tmp/root"
kernel=(--root "$tmp/root")

# file NAME LINE...: lines as they are, each with its newline
file() {
	local name=$1
	shift
	printf '%s\n' "$@" >"$tmp/$name"
}

# lint ARGUMENT...: for the kernel of a host of our own, 6.12
lint() {
	run lint "${kernel[@]}" "$@"
}

# problem KEY PROBLEM LINE: a problem of the last JSON document
problem() {
	json "any(p['key'] == '$1' and p['problem'] == '$2' and p['line'] == $3 for p in d['problems'])"
}

file good.conf '# as the kernel has it' 'net.core.somaxconn = 8192' 'net.ipv4.tcp_syncookies = 1'
lint "$tmp/good.conf"
claim "what is good is 0" ends_with 0
claim "and is said to be" says "2 fine"
claim "nothing is complained of" is_silent

file bad.conf 'net.ipv4.tcp_syncookies = 0' 'kernel.core_pattern = |/tmp/x %p' 'net.ipv4.tcp_tw_recycle = 1' \
	'net.core.somaxcon = 4096' 'this is no setting' 'vm.swappiness = lots' 'net.core.somaxconn=128' \
	'net.core.somaxconn=256'
lint --format json "$tmp/bad.conf"
claim "what weakens is 1" ends_with 1
claim "syncookies" problem net.ipv4.tcp_syncookies weakens-security 1
claim "a program" problem kernel.core_pattern runs-code 2
claim "what was removed" problem net.ipv4.tcp_tw_recycle removed 3
claim "a misspelt key" problem net.core.somaxcon unknown-key 4
claim "and what was meant" json "any('net.core.somaxconn' in (p['instead'] or '') for p in d['problems'] if p['line'] == 4)"
claim "no setting" json "any(p['problem'] == 'malformed' and p['line'] == 5 for p in d['problems'])"
claim "no number" problem vm.swappiness malformed 6
claim "less than the kernel gives" problem net.core.somaxconn lowers-default 7
claim "set again below" json "any(p['problem'] == 'duplicate' for p in d['problems'])"
claim "columns are those of the keys" json "all(p['column'] >= 1 for p in d['problems'] if p['line'])"
lint "$tmp/bad.conf"
claim "text counts the dangerous ones" says "2 dangerous"
claim "what to write instead is said" says "Instead:"
lint --fail-on never "$tmp/bad.conf"
claim "--fail-on never is 0" ends_with 0
lint --format github "$tmp/bad.conf"
claim "annotations" says "::error file=$tmp/bad.conf,line=1,col=1,title=weakens-security::"
claim "one line each" not grep -qv '^::' "$tmp/out"

# Another kernel has other settings and other defaults.
file old.conf 'net.core.somaxconn = 128'
lint --kernel 4.19 --fail-on low "$tmp/old.conf"
claim "128 is no less than 4.19 gives" ends_with 0
lint --kernel 5.10 "$tmp/old.conf"
claim "it is less than 5.10 gives" ends_with 1
lint --kernel next "$tmp/old.conf"
claim "what is no release is 2" ends_with 2

# Loaders' ways to write things.
printf '\xef\xbb\xbfnet.ipv4.tcp_syncookies=0\r\n  ;x\r\n-net/ipv4/conf/*/rp_filter = 0' >"$tmp/ways.conf"
lint --format json "$tmp/ways.conf"
claim "BOM and CRLF" problem net.ipv4.tcp_syncookies weakens-security 1
claim "slashes, a glob, a dash, no final newline" problem 'net/ipv4/conf/*/rp_filter' weakens-security 3
printf '[main]\nsummary=x\n[sysctl]\nnet.ipv4.tcp_syncookies=0\nvm.swappiness=>10\n' >"$tmp/tuned.conf"
lint --format json "$tmp/tuned.conf"
claim "TuneD's sections are another language" json "d['files'][0]['language'] == 'tuned'"
claim "of which [sysctl] is judged" problem net.ipv4.tcp_syncookies weakens-security 4
claim "and nothing else is taken for wrong" json "not any(p['problem'] == 'malformed' and p['severity'] != 'info' for p in d['problems'])"
lint "$top/profiles/web-server.json"
claim "a profile of ours is well-formed" ends_with 0
printf '{ "schema": "tuneadv-profile/1", "name": "weak", "title": "T", "rules": [\n  { "id": "c", "tunable": "net.ipv4.tcp_syncookies", "assert": { "equals": 0 }, "severity": "high", "rationale": "x", "references": [ "doc:https://example.org" ] } ] }\n' >"$tmp/weak.json"
lint --format json "$tmp/weak.json"
claim "a profile that weakens is 1" ends_with 1
claim "and is said to weaken" json "any(p['problem'] == 'weakens-security' and p['line'] == 2 for p in d['problems'])"

# Bad input: the others are judged all the same.
mkdir "$tmp/folder"
mkfifo "$tmp/fifo"
head -c 65536 /dev/zero >"$tmp/binary"
lint "$tmp/folder" "$tmp/fifo" /dev/zero "$tmp/none.conf" "$tmp/bad.conf" "$tmp/binary"
claim "what cannot be read is 2" ends_with 2
claim "the others were judged" says "$tmp/bad.conf:1:1"
claim "a folder is named" complains "$tmp/folder: is a folder"
claim "a FIFO is not waited for" complains "$tmp/fifo: is no regular file"
claim "a device is not read" complains "/dev/zero: is no regular file"
claim "what is missing is named" complains "$tmp/none.conf: No such file"
claim "what is no text is named" says "$tmp/binary: not a text"
lint --format json "$tmp/none.conf" "$tmp/good.conf"
claim "in JSON the diagnostics have it" json "any('none.conf' in (x['place'] or '') for x in d['diagnostics'])"
claim "and standard error has not" is_silent
lint "$tmp/binary"
claim "what a file contains never is 2" ends_with 1
lint
claim "no file is 2" ends_with 2
"$TUNEADV" lint "${kernel[@]}" - <"$tmp/bad.conf" >"$tmp/out" 2>"$tmp/err"
claim "- is standard input" says "<stdin>:1:1"
if [ "$(id -u)" != 0 ]; then
	chmod 0 "$tmp/good.conf"
	lint "$tmp/good.conf"
	claim "what may not be read is 2" ends_with 2
fi

# What a file says never reaches the terminal raw.
printf 'net.core.\033[31msomaxconn = \033]0;x\007\nkernel.core_pattern = |\033[2J\n' >"$tmp/escape.conf"
for format in text json github; do
	lint --format "$format" -v "$tmp/escape.conf"
	claim "no escape sequence in $format" not grep -qaP '[\x00-\x08\x0b-\x1f\x7f]' "$tmp/out"
done

# Many lines of few keys: memory and what is said are bounded by the keys.
for ((i = 0; i < 2000; i++)); do
	echo "net.ipv4.tcp_syncookies = 0"
done >"$tmp/many.conf"
for ((i = 0; i < 7; i++)); do
	cat "$tmp/many.conf" "$tmp/many.conf" >"$tmp/more.conf" && mv "$tmp/more.conf" "$tmp/many.conf"
done
(
	# Sanitizers reserve more than anybody has.
	grep -qa __asan_init "$TUNEADV" || ulimit -v 200000
	"$TUNEADV" lint "${kernel[@]}" --format json "$tmp/many.conf" >"$tmp/out" 2>"$tmp/err" </dev/null
)
status=$?
arguments="lint many.conf"
claim "256000 lines are judged in little memory" ends_with 1
claim "and said in few" json "len(d['problems']) < 64 and sum(1 + p['more'] for p in d['problems'] if p['problem'] == 'weakens-security') == 256000"

# Where people meet it.
hook=$top/.pre-commit-hooks.yaml
claim "the hook runs lint" grep -qx '  entry: tuneadv lint' "$hook"
pattern=$(sed -n 's/^  files: //p' "$hook")
for name in sysctl.d/10-net.conf etc/sysctl.d/99-x.conf sysctl.conf files/99-sysctl-web.conf; do
	claim "the hook looks at $name" grep -qE "$pattern" <<<"$name"
done
claim "the hook looks at nothing else" not grep -qE "$pattern" <<<"nginx/nginx.conf"

finish
