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
claim "help lists the commands" test "${commands[*]}" = "apply capture check explain lint list recover revert status"
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
for option in netns pid unit apply confirm-within persist completion; do
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
claim "words after = are offered" offers "ansible github json man shell sysctl.d text" tuneadv check --format =
claim "words after = and a letter are offered" offers "never" tuneadv check --fail-on = n
claim "profiles are offered" offers "web-server" tuneadv check web
claim "profiles are offered, and not their parameters" offers \
	"base-server benchmark database low-latency realtime udp-server web-server" tuneadv check ""
claim "ids are offered" offers "net.core.somaxconn" tuneadv explain net.core.som
claim "subjects are offered" offers "tunables" tuneadv list t
claim "nothing is offered for free text" offers "" tuneadv check --waive a

# The other shells: what they offer themselves.
run --completion zsh
claim "the shipped completion for zsh is current" cmp "$tmp/out" "$top/completions/_tuneadv"
run --completion fish
claim "the shipped completion for fish is current" cmp "$tmp/out" "$top/completions/tuneadv.fish"

fish_offers() {
	local expected=$1
	HOME=$tmp PATH=$tmp/bin:$PATH fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
		"$top/completions/tuneadv.fish" "$2" >"$tmp/out" 2>"$tmp/err"
	[ "$(cut -f1 "$tmp/out" | sort | paste -sd ' ')" = "$expected" ] || {
		cat "$tmp/out" "$tmp/err"
		return 1
	}
}
if command -v fish >/dev/null; then
	claim "fish offers commands" fish_offers "explain" "tuneadv ex"
	claim "fish offers options of a command" fish_offers "--overwrite-drifted" "tuneadv revert --ov"
	claim "fish offers profiles" fish_offers "web-server" "tuneadv check web"
	claim "fish offers ids" fish_offers "net.core.somaxconn" "tuneadv explain net.core.som"
	claim "fish offers words of an option" fish_offers "never" "tuneadv check --fail-on n"
else
	echo "fish is not installed: its completion was compared, not tried"
fi

# What zsh makes of "WORDS<Tab>", typed on a terminal of its own.
zsh_makes() {
	local expected=$1
	HOME=$tmp PATH=$tmp/bin:$PATH timeout 60 zsh -f -c '
		zmodload zsh/zpty
		zpty shell zsh -f -i
		zpty -w shell "PROMPT=; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; echo rea\"\"dy"
		zpty -r -m shell line "*ready*"
		zpty -w -n shell "$2"$'"'\\t'"'
		repeat 100; do
			sleep 0.1
			zpty -r -t shell line && seen+=$line
			[[ $seen == *"$3"* ]] && exit 0
		done
		print -r -- "$seen"
		exit 1' zsh "$top/completions" "$2" "$expected"
}
if command -v zsh >/dev/null; then
	claim "zsh completes a command" zsh_makes "tuneadv explain" "tuneadv ex"
	claim "zsh completes an option of a command" zsh_makes "overwrite-drifted" "tuneadv revert --ov"
	claim "zsh completes a profile" zsh_makes "check web-server" "tuneadv check web"
	claim "zsh completes an id" zsh_makes "net.core.somaxconn" "tuneadv explain net.core.som"
else
	echo "zsh is not installed: its completion was compared, not tried"
fi

# The manual of the tunables is made by the program.
"$TUNEADV" list tunables --format man >"$tmp/tunables.7"
for id in net.core.somaxconn vm.dirty_bytes thp.defrag; do
	claim "tuneadv-tunables(7) tells of $id" grep -qx "\.SS $id" "$tmp/tunables.7"
done
claim "and of each tunable once" test "$(grep -c '^\.SS' "$tmp/tunables.7")" = \
	"$("$TUNEADV" list tunables --format json | grep -cE '^[[:space:]]{3}"id":')"
if command -v mandoc >/dev/null; then
	mandoc -Tlint "$tmp/tunables.7" 2>&1 | grep -vE 'referenced manual not found|outdated mandoc.db|STYLE|missing date' >"$tmp/out"
	claim "mandoc finds nothing in it" not test -s "$tmp/out"
fi
run list profiles --format man
claim "only tunables are listed as a manual" ends_with 2
run check web-server --format man
claim "only a list is a manual" ends_with 2
finish
