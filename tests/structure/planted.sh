#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Each structure check must fail on an offence planted for it, and name it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=${top_srcdir:-.}
build=${top_builddir:-.}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
caught=0
bad=0

# planted NAME EXPECTED-WORDS COMMAND...: the command must exit 1 and say the words.
planted() {
	local name=$1 words=$2 output status
	shift 2
	output=$("$@" 2>&1)
	status=$?
	if [ $status -ne 1 ] || ! grep -qF -- "$words" <<<"$output"; then
		printf 'not caught: %s (status %d)\n%s\n' "$name" "$status" "$output"
		bad=1
	else
		caught=$((caught + 1))
	fi
}

fresh_tree() {
	rm -rf "$scratch/tree"
	mkdir -p "$scratch/tree"
	cp -R "$tree/lib" "$tree/cli" "$tree/Makefile.am" "$scratch/tree"
	chmod -R u+w "$scratch/tree"
}

# offend FILE LINE: a tree with that line at the end of the file
offend() {
	fresh_tree
	printf '%s\n' "$2" >>"$scratch/tree/$1"
}

offend lib/value/number.c '#include "host/snapshot.h"'
planted "an include of an upper floor" "includes an upper floor" "$here/floors.sh" "$scratch/tree"
offend lib/report/wrap.c '#include "tuneadv.h"'
planted "the door's header below the door" "only the door includes tuneadv.h" "$here/floors.sh" "$scratch/tree"
offend cli/check.c '#include "value/value.h"'
planted "the roof looking below the door" "the roof sees only <tuneadv.h>" "$here/floors.sh" "$scratch/tree"
offend lib/base/text.c '#include "text.h"'
planted "an include without a floor" "an include must name a floor" "$here/floors.sh" "$scratch/tree"

offend lib/base/text.c "$(yes '/* filler */' | head -n 400)"
planted "a long file" "more than 400 lines" "$here/sizes.sh" "$scratch/tree"
offend lib/base/text.c "$(printf 'static void f(void)\n{\n'; yes ';' | head -n 61; printf '}\n')"
planted "a long function" "a function of 61 lines" "$here/sizes.sh" "$scratch/tree"
offend lib/base/text.c "/* $(printf '%0100d' 0) */"
planted "a long line" "more than 100 columns" "$here/sizes.sh" "$scratch/tree"

# compile OBJECT-PATH C-TEXT: a copy of our objects with one more, or one replaced
compile() {
	rm -rf "$scratch/objects"
	mkdir -p "$scratch/objects/$(dirname "$1")/.libs"
	printf '%s\n' "$2" >"$scratch/planted.c"
	${CC:-cc} -O2 -fPIC -c "$scratch/planted.c" -o "$scratch/objects/$(dirname "$1")/.libs/$(basename "$1").o" || exit 99
}

compile value/planted 'int counter(void); int counter(void) { static int n; return ++n; }'
planted "mutable state" "mutable state" "$here/objects.sh" "$scratch/objects"
compile value/planted 'extern int puts(const char *); void speak(void); void speak(void) { puts("x"); }'
planted "printing" "uses puts" "$here/objects.sh" "$scratch/objects"
compile advice/planted 'extern char *getenv(const char *); char *peek(void); char *peek(void) { return getenv("HOME"); }'
planted "reading the environment" "uses getenv" "$here/objects.sh" "$scratch/objects"
compile host/planted 'extern int open(const char *, int, ...); int peek(void); int peek(void) { return open("/proc/x", 0); }'
planted "a file opened beside the source" "uses open" "$here/objects.sh" "$scratch/objects"
compile value/planted 'extern unsigned long strtoul(const char *, char **, int); unsigned long f(const char *s); unsigned long f(const char *s) { return strtoul(s, 0, 0); }'
planted "strto* beside number.c" "uses strtoul" "$here/objects.sh" "$scratch/objects"
compile report/planted 'extern void *cJSON_Parse(const char *); void *f(const char *s); void *f(const char *s) { return cJSON_Parse(s); }'
planted "cJSON beside its door" "uses cJSON_Parse" "$here/objects.sh" "$scratch/objects"
compile door/planted 'extern void exit(int); void f(void); void f(void) { exit(1); }'
planted "an exit" "uses exit" "$here/objects.sh" "$scratch/objects"

fresh_tree
rm -rf "$scratch/objects"
cp -R "$build/lib" "$scratch/objects"
row=$(sed -n '/^ROW_FILES = /,/[^\\]$/p' "$tree/Makefile.am" | grep -o 'lib/[a-z0-9_/]*\.c' | head -n 1)
printf 'int f(void); int f(void) { return 1; }\n' >"$scratch/planted.c"
row=${row#lib/}
${CC:-cc} -O2 -c "$scratch/planted.c" -o "$scratch/objects/$(dirname "$row")/.libs/libcore_la-$(basename "$row" .c).o"
planted "a function among rows" "holds a function: f" "$here/rows.sh" "$scratch/objects" "$tree"
rm "$scratch/objects/$(dirname "$row")/.libs/libcore_la-$(basename "$row" .c).o"
planted "rows whose object is not there" "cannot be read" "$here/rows.sh" "$scratch/objects" "$tree"

fresh_tree
mkdir -p "$scratch/build/.libs"
printf 'int tuneadv_planted(void); int tuneadv_planted(void) { return 1; }\n' >"$scratch/planted.c"
cat >"$scratch/planted.sym" <<'END'
TUNEADV_0 { global: tuneadv_planted; local: *; };
END
${CC:-cc} -shared -fPIC -Wl,--version-script="$scratch/planted.sym" "$scratch/planted.c" -o "$scratch/build/.libs/libtuneadv.so"
cp "$build/.libs/tuneadv" "$scratch/build/.libs/tuneadv"
planted "an exported symbol that nobody named" "tuneadv_planted" "$here/symbols.sh" "$scratch/build" "$scratch/tree"

echo "$caught planted offences caught"
exit $bad
