#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# quickstart tells what is missing, asks nobody for a password, leaves nothing of root's behind and passes on what it is given.
# Packages and builds are stand-ins: a test installs nothing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

chmod 755 "$tmp"
mkdir "$tmp/bin" "$tmp/tree"
# Root's own shell would find these first; what they are asked for is kept.
printf '#!/bin/sh\necho "$@" >>"%s/apt.log"\n[ -e "%s/apt.works" ] && touch "%s/bin/no-such-tool" && chmod +x "%s/bin/no-such-tool"\n' \
	"$tmp" "$tmp" "$tmp" "$tmp" >"$tmp/bin/apt-get"
printf '#!/bin/sh\necho "a password was asked for" >&2\nexec sleep 60\n' >"$tmp/bin/sudo"
chmod +x "$tmp/bin/"*

# make_tree FOLDER: with a build that is done; the program prints what it is given
make_tree() {
	mkdir -p "$1/build" "$1/tests" "$1/profiles"
	cp "$top/quickstart" "$1"
	touch "$1/configure"
	printf 'all:\n' >"$1/build/Makefile"
	printf '#!/bin/sh\necho "$#: $*"\n[ "$*" = --version ] || exit 3\n' >"$1/build/tuneadv"
	printf '#!/bin/sh\ntouch "$1/by-the-suite"\necho "2 passed, 0 failed, 1 skipped"\n' >"$1/tests/run-all"
	chmod +x "$1/quickstart" "$1/configure" "$1/build/tuneadv" "$1/tests/run-all"
}

# need_more FOLDER: something that no machine has
need_more() {
	sed -i "s/^needs='/needs='build|command no-such-tool|no-such-package|no-such-package|no-such-package|no-such-package\n/" \
		"$1/quickstart"
}

# quick FOLDER [AS-USER] ARGUMENT...
quick() {
	local tree=$1
	shift
	arguments="(quickstart) $*"
	(cd "$tree" && PATH=$tmp/bin:$PATH timeout 30 "${as[@]}" ./quickstart "$@") >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}

as=()
make_tree "$tmp/tree"
quick "$tmp/tree" --help
claim "--help ends with 0" ends_with 0
claim "--help is about quickstart" says "Usage: ./quickstart"
quick "$tmp/tree" --test surplus
claim "--test takes no arguments" ends_with 2
quick "$tmp/tree" check web-server --format json
claim "the program's status is quickstart's" ends_with 3
claim "arguments are passed on, and the profiles of the tree after them" \
	says "6: check web-server --format json --profile-dir $tmp/tree/profiles"
claim "a build that is done is not told" is_silent
quick "$tmp/tree" check -- web-server
claim "what follows -- stays behind it" says "5: check --profile-dir $tmp/tree/profiles -- web-server"
quick "$tmp/tree" --yes
claim "without arguments it says what to try" complains "./quickstart check web-server"
quick "$tmp/tree" --test
claim "--test closes with the counts" says "2 passed, 0 failed, 1 skipped"
claim "--test ends as the suite does" ends_with 0

make_tree "$tmp/failing"
printf 'all:\n\t@echo "the compiler said no"; exit 1\n' >"$tmp/failing/build/Makefile"
quick "$tmp/failing" check
claim "a failed build ends with 2" ends_with 2
claim "a failed build shows its output" complains "the compiler said no"
claim "a failed build names its log" complains build/quickstart.log
printf 'all: made\nmade:\n\t@echo much output; echo once >>made; touch tuneadv\n' >"$tmp/failing/build/Makefile"
quick "$tmp/failing" check
claim "a build that works runs the program" says "check"
claim "a build that works shows no output of its own" not complains "much output"
quick "$tmp/failing" check
claim "a second run builds nothing anew" test "$(wc -l <"$tmp/failing/build/made")" = 1

# With root at hand become someone else; a user is someone already.
if [ "$(id -u)" = 0 ]; then
	as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
# The suite above may have wished for something.
rm -f "$tmp/apt.log"
make_tree "$tmp/new"
need_more "$tmp/new"
rm -r "$tmp/new/build"
if [ "$(id -u)" = 0 ]; then
	chown -R 65534:65534 "$tmp/new"
fi
quick "$tmp/new" check web-server
claim "in a fresh tree a user who lacks a package ends with 2" ends_with 2
claim "and finds nothing new there" not test -e "$tmp/new/build"
make_tree "$tmp/user"
need_more "$tmp/user"
if [ "$(id -u)" = 0 ]; then
	chown -R 65534:65534 "$tmp/user"
fi
debian=$(. /etc/os-release 2>/dev/null && echo " ${ID-} ${ID_LIKE-} ")
quick "$tmp/user" check web-server
claim "a user who lacks a package ends with 2, at once" ends_with 2
claim "no password is asked for" not complains "password"
claim "the missing package is named" complains no-such-package
claim "nothing is run" not test -s "$tmp/out"
claim "nothing is installed" not test -e "$tmp/apt.log"
if [[ $debian == *debian* ]]; then
	claim "the one line to run is printed" test "$(grep -c '^sudo apt-get .*install .*no-such-package' "$tmp/err")" = 1
fi
quick "$tmp/user" --yes check web-server
claim "--yes does not make a user root" ends_with 2

if [ "$(id -u)" = 0 ] && [[ $debian == *debian* ]]; then
	as=()
	quick "$tmp/user" check web-server
	claim "root without a terminal installs" grep -q 'install -y .*no-such-package' "$tmp/apt.log"
	claim "packages are listed first" complains "missing packages: no-such-package"
	claim "lists are fetched once when installing fails" test "$(grep -c update "$tmp/apt.log")" = 1
	claim "what cannot be installed ends with 2" ends_with 2
	touch "$tmp/apt.works"
	quick "$tmp/user" check web-server
	claim "what was installed is used" says "check web-server"
	quick "$tmp/user" --test
	claim "the suite runs for root too" says "2 passed"
	claim "the suite ran in the tree" test -e "$tmp/user/build/by-the-suite"
	claim "nothing of root's is left in a user's tree" test -z "$(find "$tmp/user" -uid 0)"
	rm "$tmp/bin/no-such-tool"
	# On a terminal it asks: the answer is no.
	python3 - "$tmp/user" "$tmp/bin" <<-'END' >"$tmp/out" 2>"$tmp/err"
		import os, pty, sys
		pid, fd = pty.fork()
		if pid == 0:
		    os.chdir(sys.argv[1])
		    os.environ["PATH"] = sys.argv[2] + ":" + os.environ["PATH"]
		    os.execvp("./quickstart", ["./quickstart", "check"])
		os.write(fd, b"n\n")
		text = b""
		while True:
		    try:
		        data = os.read(fd, 4096)
		    except OSError:
		        break
		    if not data:
		        break
		    text += data
		sys.stdout.write(text.decode(errors="replace"))
		sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
	END
	status=$?
	claim "on a terminal it asks" says "[Y/n]"
	claim "no means no" ends_with 4
fi

if command -v shellcheck >/dev/null; then
	{
		shellcheck "$top/quickstart" "$top/.ci/run" "$top/completions/tuneadv"
		shellcheck -S warning -x -P "$top" "$top"/tests/cli/[!l]*.sh "$top/tests/readme.sh"
	} >"$tmp/out" 2>&1
	claim "shellcheck finds nothing" not grep -q . "$tmp/out"
fi
claim "the CI only calls quickstart" grep -qx 'exec ./quickstart --yes --test' "$top/.ci/run"
finish
