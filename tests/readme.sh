#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs every command of the README, in a folder of its own: what a reader copies must work.
# Programs and profiles that the README shows are taken from it too. The build that quickstart would make is the one under test.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/cli/lib.sh"

readme=$top/README.md
build=${top_builddir:-$(dirname "$TUNEADV")}
box=$tmp/box
mkdir -p "$box/build" "$box/tests" "$tmp/bin" "$tmp/pc"

# The tree as a reader has it after the first build: the real quickstart, with nothing left to build.
cp "$top/quickstart" "$box"
cp -r "$top/profiles" "$box"
# Of a distribution that is checked nothing may be written.
chmod -R u+w "$box"
touch "$box/configure"
chmod +x "$box/configure" "$box/quickstart"
printf 'all:\n' >"$box/build/Makefile"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$TUNEADV" >"$box/build/tuneadv"
printf '#!/bin/sh\necho "1 passed, 0 failed, 0 skipped"\n' >"$box/tests/run-all"
# Installed, with the profiles of this tree; and no test installs packages.
printf '#!/bin/sh\nexec "%s" --profile-dir "%s" --state-dir "%s" "$@"\n' "$TUNEADV" "$top/profiles" "$tmp/state" \
	>"$tmp/bin/tuneadv"
printf '#!/bin/sh\necho "no packages in a test" >&2\nexit 1\n' >"$tmp/bin/apt-get"
# A public tuning file, as there are many.
printf '%s\n' "net.core.somaxconn = 65535" "net.ipv4.tcp_syncookies = 0" >"$box/99-tuning.conf"
chmod +x "$box/build/tuneadv" "$box/tests/run-all" "$tmp/bin/"*

# The library as built; with its sanitizers a program needs them too.
flags=
if [ -f "$build/config.log" ] && grep -q '^SANITIZE_CFLAGS=.*-fsanitize' "$build/config.log"; then
	flags='-fsanitize=address,undefined'
fi
read -r compiler words <<<"${CC:-cc}"
printf '#!/bin/sh\nexec %s %s %s "$@"\n' "$(command -v "$compiler")" "$words" "$flags" >"$tmp/bin/cc"
chmod +x "$tmp/bin/cc"
# By names without blanks, for a shell takes what pkg-config prints apart.
ln -s "$top/lib" "$tmp/pc/include"
ln -s "$build/.libs" "$tmp/pc/libs"
cat >"$tmp/pc/libtuneadv.pc" <<END
Name: libtuneadv
Description: as built
Version: 0
Cflags: -I$tmp/pc/include
Libs: -L$tmp/pc/libs -ltuneadv
END

# block LANGUAGE NUMBER: the text of that fenced block
block() {
	awk -v fence="\`\`\`$1" -v wanted="$2" '
		$0 == fence { inside = ++seen == wanted; next }
		/^```/ { inside = 0 }
		inside' "$readme"
}

count() {
	grep -c "^\`\`\`$1\$" "$readme"
}

# A report may say yes, no or undecided of whatever host this is; all else is an error.
try() {
	arguments="(README) $*"
	(
		cd "$box" || exit 99
		PATH=$tmp/bin:$PATH PKG_CONFIG_PATH=$tmp/pc LD_LIBRARY_PATH=$build/.libs \
			timeout 100 bash -c "$1"
	) >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	claim "README: $1" test "$status" = 0 -o "$status" = 1 -o "$status" = 3
	claim "README: something is said by: $1" test -s "$tmp/out" -o "$2" = silent
}

# What changes something is tried in a network namespace of its own, on settings that are bad there: the lines of one
# block one after the other, for each goes on where the one before ended.
try_changes() {
	local number=$1 line

	arguments="(README) block $number"
	block console "$number" | sed -n 's/^[$#] //p' >"$tmp/lines"
	cat >"$tmp/play" <<-'END'
		echo 128 >/proc/sys/net/core/somaxconn || exit 99
		while read -r line; do
			timeout 100 bash -c "$line" >"$1/said" 2>&1 </dev/null
			echo "$?	$(wc -c <"$1/said")	$line"
		done <"$1/lines"
		read -r left </proc/sys/net/core/somaxconn
		[ "$left" = 128 ]
	END
	(
		cd "$box" || exit 99
		PATH=$tmp/bin:$PATH "${in_namespace[@]}" bash "$tmp/play" "$tmp"
	) >"$tmp/out" 2>"$tmp/err"
	status=$?
	claim "README: what block $number changes is taken back by it" ends_with 0
	while IFS=$'\t' read -r ended bytes line; do
		status=$ended
		claim "README: $line" ends_with 0
		claim "README: something is said by: $line" test "$bytes" -gt 0
	done <"$tmp/out"
}

in_namespace=(unshare -n)
[ "$(id -u)" -eq 0 ] || in_namespace=(unshare -Urn)

block c 1 >"$box/fit.c"
block json 1 >"$box/our-proxy.json"
for number in $(seq "$(count console)"); do
	if block console "$number" | grep -q '^# '; then
		if "${in_namespace[@]}" true 2>"$tmp/err"; then
			try_changes "$number"
			continue
		fi
		echo "no network namespace can be made here: changes of the README were not tried"
	fi
	while read -r line; do
		try "${line#\$ }" loud
	done < <(block console "$number" | grep '^\$ ')
done
for number in $(seq "$(count sh)"); do
	text=$(block sh "$number")
	try "$text" silent
	if [[ $text == *quickstart* ]]; then
		claim "README: quickstart printed what it ran" test -s "$tmp/out"
	fi
	if [[ $text == *report.json* ]]; then
		cp "$box/report.json" "$tmp/out"
		claim "README: the gate keeps a report" json 'd["schema"] == "tuneadv-report/1"'
		claim "README: the exception is a rule of the profile" json \
			'not d["diagnostics"] and any(f["rule"] == "accept-queue" for f in d["findings"])'
	fi
done
claim "README: commands were found" test "$claims" -ge 20
claim "README: the program was built" test -x "$box/fit"

# The picture is what the program prints: its words may differ on another host, its verdict line may not.
block console 1 | grep -v '^\$' >"$tmp/out"
claim "README: the picture has a verdict" grep -qE '^web-server: (fit|not fit|undecided)' "$tmp/out"
claim "README: no picture is wider than 100 columns" not grep -qE '.{101}' "$tmp/out"
finish
