#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Help, manuals and completion say what the option tables say.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# Options in a help text, one a line.
options_of_help() {
	sed -n 's/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p' "$1" | sort -u
}

run --help
claim "help ends with 0" ends_with 0
claim "help is silent" is_silent
mapfile -t commands < <(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$tmp/out")
claim "help lists the commands" test "${commands[*]}" = "apply check explain list recover revert status"
options_of_help "$tmp/out" >"$tmp/options"
for command in "${commands[@]}"; do
	run "$command" --help
	claim "$command --help ends with 0" ends_with 0
	claim "$command --help shows its usage" says "Usage: tuneadv $command"
	claim "$command --help shows the exit status" says "Exit status:"
	claim "$command --help shows status 2" says "  2  usage"
	options_of_help "$tmp/out" >>"$tmp/options"
	claim "$command --help fits 100 columns" not grep -qE '.{101}' "$tmp/out"
done
sort -u -o "$tmp/options" "$tmp/options"
claim "there are options" test "$(wc -l <"$tmp/options")" -ge 12
for option in netns pid unit window apply confirm-within persist completion; do
	claim "--$option is not in any help" not grep -qx -- "--$option" "$tmp/options"
done

# The manual: tags of the list under OPTIONS, ".It Fl v , -verbose" and ".It Fl -root Ar DIR".
sed -n '/^\.Sh OPTIONS/,/^\.Sh ENV/s/^\.It Fl \(. , \)\{0,1\}-\([a-z-]*\).*/--\2/p' "$top/man/tuneadv.1" | sort -u >"$tmp/manual"
claim "the manual has exactly the options of the tables" diff "$tmp/options" "$tmp/manual"
for command in "${commands[@]}"; do
	claim "the manual has the command $command" grep -q "^\.It Cm $command\b" "$top/man/tuneadv.1"
done
if command -v mandoc >/dev/null; then
	for page in tuneadv.1 tuneadv-profile.5; do
		# Which other manuals are installed is no fault of the page.
		mandoc -Tlint "$top/man/$page" 2>&1 | grep -vE 'referenced manual not found|outdated mandoc.db' >"$tmp/out"
		claim "mandoc finds nothing in $page" not test -s "$tmp/out"
	done
fi

# The profile that tuneadv-profile(5) shows is one.
mkdir "$tmp/profiles"
cp "$top"/profiles/*.json "$tmp/profiles"
sed -n '/^\.Bd -literal/,/^\.Ed/{/^\./d;p}' "$top/man/tuneadv-profile.5" >"$tmp/profiles/our-proxy.json"
run check our-proxy --profile-dir "$tmp/profiles" --fail-on never
claim "the example of tuneadv-profile(5) is a profile" ends_with 0
run list profiles --profile-dir "$tmp/profiles"
claim "and is listed" says our-proxy

run --completion bash
claim "the shipped completion is current (remake: tuneadv --completion bash >completions/tuneadv)" \
	cmp "$tmp/out" "$top/completions/tuneadv"

# completed WORD...: what bash would offer for the last word
completed() {
	PATH=$tmp/bin:$PATH bash -c '
		. "$1"
		shift
		compopt() { :; }
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_tuneadv tuneadv
		printf "%s\n" "${COMPREPLY[@]}"' bash "$top/completions/tuneadv" "$@" | sort
}
mkdir "$tmp/bin"
printf '#!/bin/sh\nexec "%s" --profile-dir "%s" "$@"\n' "$TUNEADV" "$top/profiles" >"$tmp/bin/tuneadv"
chmod +x "$tmp/bin/tuneadv"
offers() {
	local expected=$1
	shift
	[ "$(completed "$@" | paste -sd ' ')" = "$expected" ] || {
		echo "  offered: $(completed "$@" | paste -sd ' ')"
		return 1
	}
}
claim "options of a command are offered" offers "--overwrite-drifted" tuneadv revert --ov
claim "formats of dry runs are offered" offers "shell" tuneadv apply --format sh
claim "commands are offered" offers "explain" tuneadv ex
claim "options are offered" offers "--fail-on --format" tuneadv check --f
claim "words of an option are offered" offers "json" tuneadv check --format j
claim "words after = are offered" offers "ansible json shell sysctl.d text" tuneadv check --format =
claim "words after = and a letter are offered" offers "never" tuneadv check --fail-on = n
claim "profiles are offered" offers "web-server" tuneadv check web
claim "profiles are offered, and not their parameters" offers "base-server web-server" tuneadv check ""
claim "ids are offered" offers "net.core.somaxconn" tuneadv explain net.core.som
claim "subjects are offered" offers "tunables" tuneadv list t
claim "nothing is offered for free text" offers "" tuneadv check --waive a
finish
