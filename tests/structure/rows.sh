#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Files of rows hold no function. Usage: rows.sh [OBJECT-FOLDER]
set -u
objects=${1:-${top_builddir:-.}/lib}
source_folder=${2:-${top_srcdir:-.}}
bad=0
rows=$(sed -n '/^ROW_FILES = /,/[^\\]$/p' "$source_folder/Makefile.am" | grep -o 'lib/[a-z_/]*\.c')
if [ -z "$rows" ]; then
	echo "Makefile.am names no ROW_FILES"
	exit 99
fi
for row in $rows; do
	row=${row#lib/}
	folder=$objects/$(dirname "$row")/.libs
	name=$(basename "$row" .c).o
	found=0
	# automake puts the library's name before it where that has flags of its own
	for object in "$folder/$name" "$folder/libcore_la-$name"; do
		[ -e "$object" ] || continue
		found=1
		if ! functions=$(nm "$object" | awk '$2 ~ /[tTwW]/ { print $3 }'); then
			bad=1
		elif [ -n "$functions" ]; then
			echo "$row: a file of rows holds a function:" $functions
			bad=1
		fi
	done
	if [ $found -eq 0 ]; then
		echo "$row: no object of it in $folder"
		bad=1
	fi
done
exit $bad
