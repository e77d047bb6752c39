#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Where documents go: files, full disks, closed streams, readers that leave; colour and width.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mkdir "$tmp/profiles"
make_profile "$tmp/profiles/web-front.json" high
make_root "$tmp/root" 128
check=(check --profile-dir "$tmp/profiles" --root "$tmp/root" web-front)
escape=$'\e['

run "${check[@]}"
cp "$tmp/out" "$tmp/expected"
claim "text has no colour without a terminal" not says "$escape"
run "${check[@]}" -o "$tmp/report"
claim "-o prints nothing" not test -s "$tmp/out"
claim "-o keeps the verdict's status" ends_with 1
claim "-o writes what would be printed" cmp -s "$tmp/report" "$tmp/expected"
run "${check[@]}" --output="$tmp/report" --quiet
claim "an older file is replaced whole" test "$(wc -c <"$tmp/report")" -lt "$(wc -c <"$tmp/expected")"
run "${check[@]}" -o "$tmp/none/report"
claim "a file that cannot be made ends with 2" ends_with 2
claim "and is named" complains "$tmp/none/report: No such file or directory"
run check --profile-dir "$tmp/profiles" nowhere -o "$tmp/untouched"
claim "an error leaves no empty file" not test -e "$tmp/untouched"
if [ -c /dev/full ]; then
	run "${check[@]}" -o /dev/full
	claim "a full disk ends with 2" ends_with 2
	claim "a full disk is told" complains "No space left on device"
	"$TUNEADV" list tunables >/dev/full 2>"$tmp/err"
	status=$?
	claim "a full standard output ends with 2" ends_with 2
	claim "a full standard output is told" complains "No space left on device"
fi
"$TUNEADV" --version >&- 2>"$tmp/err"
status=$?
claim "a closed standard output ends with 2" ends_with 2

# Enough that a pipe cannot hold it all.
for _ in $(seq 20); do
	"$TUNEADV" list tunables --format json 2>>"$tmp/err.pipe"
	echo $? >>"$tmp/codes"
done | head -n 1 >/dev/null
"$TUNEADV" list tunables 2>>"$tmp/err.pipe" | head -n 1 >"$tmp/out"
statuses=("${PIPESTATUS[@]}")
status=${statuses[0]}
claim "a reader that leaves is no error" test "$status" = 0
claim "one line came through" test "$(wc -l <"$tmp/out")" = 1
claim "SIGPIPE is quiet" not test -s "$tmp/err.pipe"
"$TUNEADV" "${check[@]}" 2>>"$tmp/err.pipe" | true
statuses=("${PIPESTATUS[@]}")
status=${statuses[0]}
claim "the verdict's status survives a reader that leaves" test "$status" = 1

# on_terminal COMMAND...: on a terminal of its own, 60 columns wide
on_terminal() {
	python3 - "$@" <<-'END' >"$tmp/out"
		import fcntl, os, pty, struct, sys, termios
		pid, fd = pty.fork()
		if pid == 0:
		    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
		    os.execvp(sys.argv[1], sys.argv[1:])
		while True:
		    try:
		        data = os.read(fd, 65536)
		    except OSError:
		        break
		    if not data:
		        break
		    os.write(1, data)
		sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
	END
	status=$?
}

is_at_most_wide() {
	tr -d '\r' <"$tmp/out" | sed 's/\x1b\[[0-9;]*m//g' | awk -v width="$1" 'length($0) > width { bad = 1; print "  too wide: " $0 } END { exit bad }'
}

on_terminal env TERM=xterm "$TUNEADV" "${check[@]}"
claim "a terminal has colour" says "$escape"
claim "a terminal keeps the status" ends_with 1
claim "lines fit the terminal" is_at_most_wide 60
on_terminal env TERM=xterm NO_COLOR=1 "$TUNEADV" "${check[@]}"
claim "NO_COLOR is heard" not says "$escape"
on_terminal env TERM=xterm NO_COLOR= "$TUNEADV" "${check[@]}"
claim "an empty NO_COLOR says nothing" says "$escape"
on_terminal env TERM=dumb "$TUNEADV" "${check[@]}"
claim "a dumb terminal has no colour" not says "$escape"
on_terminal env TERM=xterm "$TUNEADV" "${check[@]}" --color never
claim "--color never is heard" not says "$escape"
on_terminal env TERM=xterm "$TUNEADV" "${check[@]}" --format json
claim "JSON has no colour" not says "$escape"
run "${check[@]}" --color always
claim "--color always needs no terminal" says "$escape"
NO_COLOR=1 run "${check[@]}" --color always
claim "--color always is stronger than NO_COLOR" says "$escape"
COLUMNS=50 run "${check[@]}"
claim "COLUMNS is heard" is_at_most_wide 50
COLUMNS=many run "${check[@]}"
claim "a COLUMNS that is no number is ignored" cmp -s "$tmp/out" "$tmp/expected"

run "${check[@]}" --quiet
claim "--quiet is one line" test "$(wc -l <"$tmp/out")" = 1
run "${check[@]}" -v
claim "-v shows more" test "$(wc -l <"$tmp/out")" -ge "$(wc -l <"$tmp/expected")"
run --version
claim "--version is one line" test "$(cat "$tmp/out")" = "tuneadv $(sed -n 's/^AC_INIT(\[tuneadv\], \[\([^]]*\)\].*/\1/p' "$top/configure.ac")"
finish
