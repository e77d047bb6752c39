# SPDX-License-Identifier: LGPL-2.1-or-later
# What the tests share that kill tuneadv, or fail its system calls, at every point: the real program instead of libtool's
# script, the values and records between which it moves, and the points, which a trace lists.
# shellcheck shell=bash
# shellcheck source=tests/cli/netns.sh
. "$(dirname "${BASH_SOURCE[0]}")/../cli/netns.sh"

if ! strace -qq -o /dev/null true 2>/dev/null; then
	echo "strace cannot trace here"
	exit 77
fi
# KILL_PROGRAM: another build, whose bugs are to be found.
program=${KILL_PROGRAM-$TUNEADV}
options=(--profile-dir "$profiles" --state-dir "$state" --quiet)
old_rmem='4096	16384	65536'
points=0
harmless=0

# Without a fork: there are hundreds of these.
read_values() {
	read -r now_somaxconn <$somaxconn
	read -r now_syncookies <$syncookies
	IFS= read -r now_rmem <$rmem
	now=$now_somaxconn/$now_syncookies/$now_rmem
}

all_old() {
	[ "$now" = "128/0/$old_rmem" ]
}

all_new() {
	[ "$now" = "$new" ]
}

each_old_or_new() {
	local values=() wanted=()
	IFS=/ read -r -a values <<<"$now"
	IFS=/ read -r -a wanted <<<"$new"
	{ [ "${values[0]}" = 128 ] || [ "${values[0]}" = "${wanted[0]}" ]; } &&
		{ [ "${values[1]}" = 0 ] || [ "${values[1]}" = "${wanted[1]}" ]; } &&
		{ [ "${values[2]}" = "$old_rmem" ] || [ "${values[2]}" = "${wanted[2]}" ]; }
}

has_record() {
	local file
	for file in "$state"/*.journal; do
		[ -s "$file" ] && return
	done
	return 1
}

has_committed_record() {
	local line last=
	has_record || return
	while IFS= read -r line; do last=$line; done <"$(echo "$state"/*.journal)"
	[[ $last == *'"state":"committed"'* ]]
}

# The three places to start from. What apply and a crash leave is made once, and then copied: the records name this
# network namespace, so they hold for the whole test.
start_apply() {
	rm -rf "$state"
	make_bad
}

make_new() {
	local wanted=()
	IFS=/ read -r -a wanted <<<"$new"
	echo "${wanted[0]}" >$somaxconn
	echo "${wanted[1]}" >$syncookies
	echo "${wanted[2]}" >$rmem
}

start_revert() {
	rm -rf "$state"
	cp -a "$tmp/applied" "$state"
	make_new
}

start_recover() {
	rm -rf "$state"
	cp -a "$tmp/crashed" "$state"
	make_new
}

arguments_apply=(apply web-server --yes)
arguments_revert=(revert --yes)
arguments_recover=(recover --yes)

# command WHAT: its words in the array "words"
command_of() {
	local -n chosen=arguments_$1
	words=("$program" "${chosen[@]}" "${options[@]}")
	arguments="${chosen[*]}"
}

go() {
	command_of "$1"
	"${words[@]}" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}

prepare() {
	local what

	start_apply
	go apply
	claim "apply works undisturbed" ends_with 0
	read_values
	new=$now
	claim "it changes all three values" not each_is_old
	cp -a "$state" "$tmp/applied"
	cp -a "$state" "$tmp/crashed"
	sed -i '/"state":"committed"/d' "$tmp/crashed"/*.journal
	for what in ${KILL_ONLY-revert recover}; do
		[ "$what" != apply ] || continue
		"start_$what"
		go "$what"
		read_values
		claim "$what works undisturbed" all_old
	done
	[ "$failures" -eq 0 ] || finish
}

each_is_old() {
	[[ $now == 128/* || $now == */0/* || $now == *"$old_rmem" ]]
}

# list_points WHAT: "NAME ORDINAL" of every system call since the state folder was opened, in the order of the run. The
# ordinal counts from the start of the program, as strace's when= does; the loader's calls are counted and not listed.
list_points() {
	"start_$1"
	command_of "$1"
	strace -qq -o "$tmp/trace" "${words[@]}" >"$tmp/out" 2>"$tmp/err" </dev/null
	awk -v folder="\"$state\"" '
		match($0, /^[a-z_0-9]+\(/) {
			name = substr($0, 1, RLENGTH - 1)
			count[name]++
			if (name != "execve" && index($0, folder)) seen = 1
			if (seen) print name, count[name]
		}' "$tmp/trace"
}

# inject NAME WHAT-TO-DO WHAT: one run of WHAT with that done to system calls of that name. Not with --seccomp-bpf, which
# would be quicker: signals are not delivered then (strace 6.1).
inject() {
	command_of "$3"
	arguments="(inject=$1:$2) $arguments"
	{
		strace -qq -o "$tmp/injected" -e trace="$1" -e inject="$1:$2" "${words[@]}" \
			>"$tmp/out" 2>"$tmp/err" </dev/null
	} 2>/dev/null
	status=$?
}
