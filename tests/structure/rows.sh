#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Files of rows hold no function. Usage: rows.sh [OBJECT-FOLDER]
set -u
set -o pipefail
objects=${1:-${top_builddir:-.}/lib}
source_folder=${2:-${top_srcdir:-.}}
bad=0
rows=$(sed -n '/^ROW_FILES = /,/[^\\]$/p' "$source_folder/Makefile.am" | grep -o 'lib/[a-z0-9_/]*\.c')
if [ -z "$rows" ]; then
	echo "Makefile.am names no ROW_FILES"
	exit 99
fi
for row in $rows; do
	row=${row#lib/}
	object=$objects/$(dirname "$row")/.libs/libcore_la-$(basename "$row" .c).o
	if ! functions=$(nm "$object" | awk '$2 ~ /[tTwW]/ { print $3 }'); then
		echo "$row: its object file cannot be read"
		bad=1
	elif [ -n "$functions" ]; then
		echo "$row: a file of rows holds a function:" $functions
		bad=1
	fi
done
exit $bad
